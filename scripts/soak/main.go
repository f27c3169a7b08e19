// Command soak runs two hosts on one database for a long time, under random
// pages, cancels, saves and searches. One host is killed again and again, the
// other runs on. It prints unanswered requests, lost pages, and memory, file
// handles and goroutines of the second host after a sixth of the time and at the
// end, and fails if one of them is out of bounds.
package main

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"sync"
	"time"

	"pulltab/internal/hostmanifest"
)

const maxGrowth = 1.15 // of the memory

func main() {
	minutes := flag.Float64("minutes", 60, "duration")
	seed := flag.Uint64("seed", 1, "of the random choices")
	flag.Parse()
	if flag.NArg() != 1 {
		fmt.Fprintln(os.Stderr, "usage: soak [-minutes N] [-seed N] HOST")
		os.Exit(2)
	}
	failed, err := soak(flag.Arg(0), time.Duration(*minutes*float64(time.Minute)), *seed)
	if err != nil {
		fmt.Fprintln(os.Stderr, "soak:", err)
		os.Exit(1)
	}
	if failed {
		os.Exit(1)
	}
}

// soak reports whether a bound was exceeded.
func soak(program string, duration time.Duration, seed uint64) (failed bool, err error) {
	home, err := os.MkdirTemp("", "pulltab-soak-")
	if err != nil {
		return false, err
	}
	defer os.RemoveAll(home)
	program, err = filepath.Abs(program)
	if err != nil {
		return false, err
	}
	steady := &browser{program: program, home: home, args: []string{hostmanifest.Origin(hostmanifest.ChromiumID)}}
	killed := &browser{program: program, home: home, args: []string{filepath.Join(home, hostmanifest.HostName+".json"), hostmanifest.FirefoxID}}
	if answer := steady.ask(message{"t": "memory", "set": message{"pages": true}}); answer["t"] != "result" {
		return false, fmt.Errorf("page memory cannot be turned on: %v", answer)
	}
	end := time.Now().Add(duration)
	var all sync.WaitGroup
	for i := range 3 {
		r := rand.New(rand.NewPCG(seed, uint64(i)))
		all.Go(func() { steady.use(r, end, false) })
		r = rand.New(rand.NewPCG(seed, uint64(i+10)))
		all.Go(func() { killed.use(r, end, true) })
	}
	all.Go(func() { killed.killUntil(end, rand.New(rand.NewPCG(seed, 100))) })

	time.Sleep(duration / 6)
	first := steady.measure()
	fmt.Printf("after %v: %v\n", duration/6, first)
	time.Sleep(time.Until(end) - time.Minute/2)
	last := steady.measure()
	fmt.Printf("at the end: %v\n", last)
	all.Wait()
	lost := steady.lost() + killed.lost()
	total := steady.counts.add(killed.counts)
	fmt.Printf("%d requests, %d cancelled, %d ended with their killed host, %d errors, %d pages saved\n",
		total.requests, total.cancelled, total.died, total.errors, total.saved)
	fmt.Printf("unanswered requests: %d; lost pages: %d; unplanned ends: %d; kills: %d; planned ends of the steady host: %d\n",
		total.unanswered, lost, total.crashed, killed.counts.kills, steady.counts.byes)
	if steady.counts.byes > 0 {
		fmt.Println("the steady host was replaced, so that its figures are those of two processes")
	}
	growth := float64(last.rss) / float64(max(1, first.rss))
	fmt.Printf("memory: %.2f times\n", growth)
	steady.close()
	killed.close()
	return total.unanswered > 0 || lost > 0 || total.crashed > 0 || growth > maxGrowth || last.handles > first.handles || last.routines > first.routines, nil
}
