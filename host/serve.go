package main

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"os"
	"os/signal"
	"runtime"
	"syscall"
	"time"

	"github.com/rs/zerolog"

	"pulltab/internal/htmltree"
	"pulltab/internal/nativemsg"
	"pulltab/internal/page"
	"pulltab/internal/protocol"
)

// parentInterval is the time between two looks at whether the browser that
// started this process is still there, for the case that something else holds
// its end of the pipe.
const parentInterval = 5 * time.Second

// serveNative speaks native messaging with caller on standard input and output
// until the port closes, and returns the exit status. Call it before anything
// else has touched standard output.
func serveNative(caller string, convert converter, engines []string) int {
	frames, err := takeStdout()
	log, closeLog := newLog()
	defer closeLog()
	if err != nil {
		log.Error().Err(err).Msg("cannot serve")
		return statusBroken
	}
	known, err := knownCallers(configDir())
	if err != nil {
		log.Warn().Err(err).Msg("configuration ignored")
	}
	if !known.allow(caller) {
		return refuse(frames, log)
	}

	// The browser's group shares Ctrl-C and the terminal's end with this
	// process; a port that closes must show as an error of writing.
	signal.Ignore(syscall.SIGINT, syscall.SIGHUP, syscall.SIGPIPE)
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM)
	defer stop()
	ctx, lost := context.WithCancel(ctx)
	defer lost()
	go watchParent(ctx, os.Getppid, parentInterval, lost)
	easeCollector(1)
	if err := capMemory(); err != nil {
		log.Warn().Err(err).Msg("memory is not capped")
	}

	s := newSession(os.Stdin, frames, convert)
	s.log = log
	s.maxHTML = page.MaxBytes
	s.welcome = welcome(engines)
	s.memory = &memory{notice: func(string) { log.Warn().Msg("the database was damaged; it was set aside, and a new one was started") }}
	defer s.memory.close()
	log.Info().Str("host", s.welcome.Host).Str("instance", s.welcome.Instance).Msg("session started")
	return s.run(ctx)
}

// refuse answers a caller that is none of ours without reading anything.
func refuse(frames *os.File, log zerolog.Logger) int {
	log.Error().Msg("caller is not an extension that this host knows")
	frame, err := protocol.Encode(protocol.Errorf(protocol.CodeOrigin, "the caller is not an extension that this host knows"))
	if err != nil {
		return statusBroken
	}
	out := nativemsg.NewWriter(frames, protocol.MaxFrameOut)
	if err := out.Send(frame); err == nil {
		out.Close()
		waitFor(func() { <-out.Done() }, usualTimes.flush)
	}
	return statusOrigin
}

// welcome is what this host says of itself.
func welcome(engines []string) protocol.Welcome {
	var instance [4]byte
	rand.Read(instance[:])
	return protocol.Welcome{
		Host:     version,
		Commit:   commit,
		OS:       runtime.GOOS + "/" + runtime.GOARCH,
		Instance: hex.EncodeToString(instance[:]),
		Engines:  engines,
		Limits: protocol.Limits{
			FrameIn:    protocol.MaxFrameIn,
			ChunkUnits: protocol.ChunkUnits,
			Window:     protocol.Window,
			DocBytes:   page.MaxBytes,
			SideBytes:  protocol.MaxSide,
			Nodes:      htmltree.MaxNodes,
			Depth:      htmltree.MaxDepth,
			InFlight:   protocol.MaxInFlight,
			Queue:      protocol.MaxQueued,
			DeadlineMs: int(usualTimes.request.Milliseconds()),
		},
		Features: []string{"parts", "progress"},
	}
}

// watchParent calls lost when the process has been handed to another parent.
func watchParent(ctx context.Context, parent func() int, interval time.Duration, lost func()) {
	first := parent()
	tick := time.NewTicker(interval)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
			if parent() != first {
				lost()
				return
			}
		}
	}
}
