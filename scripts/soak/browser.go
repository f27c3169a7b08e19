package main

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"pulltab/internal/nativemsg"
	"pulltab/internal/protocol"
)

type message map[string]any

// answerTime is the time after which a request counts as unanswered.
const answerTime = 2 * time.Minute

// counts are the outcomes of requests.
type counts struct {
	requests, cancelled, died, errors, saved, unanswered, crashed, kills, byes int
}

func (c counts) add(d counts) counts {
	return counts{c.requests + d.requests, c.cancelled + d.cancelled, c.died + d.died, c.errors + d.errors, c.saved + d.saved,
		c.unanswered + d.unanswered, c.crashed + d.crashed, c.kills + d.kills, c.byes + d.byes}
}

// browser starts hosts and sends them requests.
type browser struct {
	program, home string
	args          []string

	pause sync.RWMutex // held for writing while nothing may be sent

	mu     sync.Mutex
	host   *host // nil until the next request
	next   int
	counts counts
	pages  map[string]string // acknowledged text by address
}

// host is one process.
type host struct {
	cmd     *exec.Cmd
	in      io.WriteCloser
	writing sync.Mutex
	ended   chan struct{}
	stopped bool // killed, or it said bye; guarded by the browser's mutex
	waiting map[string]chan message
}

// open returns the running host, or a new one. The caller holds the mutex.
func (b *browser) open() (*host, error) {
	if b.host != nil {
		return b.host, nil
	}
	cmd := exec.Command(b.program, b.args...)
	cmd.Env = []string{"HOME=" + b.home, "PATH=" + os.Getenv("PATH")}
	in, err := cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	cmd.Stderr = &warnings{}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	h := &host{cmd: cmd, in: in, ended: make(chan struct{}), waiting: map[string]chan message{}}
	b.host = h
	go b.read(h, out)
	h.send(message{"t": "hello", "proto": []int{1, 1}, "ext": "0.1.0", "browser": "soak/1", "maxFrameIn": protocol.MaxFrameOut})
	return h, nil
}

// warnings prints the lines of a host's log that are above the level info.
type warnings struct{ rest []byte }

func (w *warnings) Write(text []byte) (int, error) {
	w.rest = append(w.rest, text...)
	for {
		line, rest, found := bytes.Cut(w.rest, []byte("\n"))
		if !found {
			return len(text), nil
		}
		w.rest = rest
		if !bytes.Contains(line, []byte(`"level":"info"`)) && !bytes.Contains(line, []byte(`"level":"debug"`)) {
			fmt.Printf("log: %s\n", line)
		}
	}
}

func (h *host) send(m message) {
	text, err := json.Marshal(m)
	if err != nil {
		panic(err)
	}
	h.writing.Lock()
	defer h.writing.Unlock()
	h.in.Write(append(binary.NativeEndian.AppendUint32(nil, uint32(len(text))), text...)) // an error shows as the end of the host
}

// read passes answers on until the host ends.
func (b *browser) read(h *host, out io.Reader) {
	frames := nativemsg.NewReader(out, protocol.MaxFrameOut)
	for {
		frame, err := frames.Next()
		if err != nil {
			break
		}
		var m message
		if json.Unmarshal(frame, &m) != nil {
			continue
		}
		b.mu.Lock()
		switch m["t"] {
		case "bye":
			h.stopped = true
			b.counts.byes++
			fmt.Println("bye:", m["reason"], b.args[0])
			if b.host == h {
				b.host = nil
			}
		case "result", "error":
			id, _ := m["id"].(string)
			if c := h.waiting[id]; c != nil {
				c <- m
				delete(h.waiting, id)
			}
		}
		b.mu.Unlock()
	}
	h.cmd.Wait()
	b.mu.Lock()
	defer b.mu.Unlock()
	if !h.stopped {
		b.counts.crashed++
	}
	if b.host == h {
		b.host = nil
	}
	close(h.ended)
}

// ask sends a request and returns its result or error, or nil if the host ended
// or did not answer.
func (b *browser) ask(m message) message { return b.askAndCancel(m, 0) }

// askAndCancel is ask that cancels after a time, unless it is 0.
func (b *browser) askAndCancel(m message, after time.Duration) message {
	b.pause.RLock()
	defer b.pause.RUnlock()
	return b.exchange(m, after)
}

// exchange is askAndCancel also during a pause.
func (b *browser) exchange(m message, after time.Duration) message {
	b.mu.Lock()
	h, err := b.open()
	if err != nil {
		b.mu.Unlock()
		panic(err)
	}
	b.next++
	b.counts.requests++
	id := fmt.Sprint("r", b.next)
	answer := make(chan message, 1)
	h.waiting[id] = answer
	b.mu.Unlock()
	m["id"] = id
	h.send(m)
	if after > 0 {
		time.Sleep(after)
		h.send(message{"t": "cancel", "id": id})
	}
	limit := time.NewTimer(answerTime)
	defer limit.Stop()
	select {
	case got := <-answer:
		return b.count(got)
	case <-h.ended:
		select {
		case got := <-answer:
			return b.count(got)
		default:
		}
		b.mu.Lock()
		defer b.mu.Unlock()
		b.counts.died++
	case <-limit.C:
		b.mu.Lock()
		defer b.mu.Unlock()
		b.counts.unanswered++
		fmt.Println("unanswered:", m["t"], id)
	}
	return nil
}

func (b *browser) count(answer message) message {
	b.mu.Lock()
	defer b.mu.Unlock()
	switch answer["code"] {
	case nil:
	case string(protocol.CodeCancelled):
		b.counts.cancelled++
	default:
		b.counts.errors++
	}
	return answer
}

// kill kills the host, as a browser does that ends at once.
func (b *browser) kill() {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.host != nil {
		b.host.stopped = true
		b.counts.kills++
		b.host.cmd.Process.Kill()
		b.host = nil
	}
}

func (b *browser) close() {
	b.mu.Lock()
	h := b.host
	if h != nil {
		h.stopped = true
	}
	b.mu.Unlock()
	if h != nil {
		h.in.Close()
		<-h.ended
	}
}

// figures describe a process without work.
type figures struct{ rss, handles, routines, heap int }

func (f figures) String() string {
	return fmt.Sprintf("%d MB of memory, %d MB of heap, %d handles, %d goroutines", f.rss>>10, f.heap, f.handles, f.routines)
}

// measure waits until all requests have ended, and measures the host.
func (b *browser) measure() (f figures) {
	b.pause.Lock()
	defer b.pause.Unlock()
	time.Sleep(5 * time.Second) // for the work that outlives its request
	answer := b.exchange(message{"t": "status"}, 0)
	result, _ := answer["result"].(map[string]any)
	heap, _ := result["heapMiB"].(float64)
	routines, _ := result["goroutines"].(float64)
	f.heap, f.routines = int(heap), int(routines)
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.host == nil {
		return f
	}
	proc := fmt.Sprintf("/proc/%d", b.host.cmd.Process.Pid)
	text, _ := os.ReadFile(filepath.Join(proc, "status"))
	if _, after, found := strings.Cut(string(text), "VmRSS:"); found {
		fmt.Sscan(after, &f.rss)
	}
	entries, _ := os.ReadDir(filepath.Join(proc, "fd"))
	f.handles = len(entries)
	return f
}

// lost counts the acknowledged pages that are not in the database.
func (b *browser) lost() int {
	n := 0
	for address, text := range b.pages {
		answer := b.ask(message{"t": "recall", "url": address, "markdown": text})
		result, _ := answer["result"].(map[string]any)
		if result["clip"] == nil || result["added"] != 0.0 || result["removed"] != 0.0 {
			fmt.Println("lost:", address)
			n++
		}
	}
	return n
}
