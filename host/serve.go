package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"
	"time"

	"github.com/rs/zerolog"

	"pulltab/internal/bridge"
	"pulltab/internal/config"
	"pulltab/internal/pipeline"
	"pulltab/internal/session"
)

// parentInterval is the time between two checks of the parent process. The
// browser's end closes the port, unless another process holds the pipe open.
const parentInterval = 5 * time.Second

// serveNative serves caller on standard input and output until the port closes,
// and returns the exit status. Nothing may have written to standard output
// before.
func serveNative(caller string, convert func(config.Folders) session.Converter) int {
	frames, err := takeStdout()
	log, closeLog := newLog()
	defer closeLog()
	if err != nil {
		log.Error().Err(err).Msg("cannot serve")
		return session.StatusBroken
	}
	// The browser's process group shares Ctrl-C and the end of the terminal with
	// this process. A closed port must give a write error.
	signal.Ignore(syscall.SIGINT, syscall.SIGHUP, syscall.SIGPIPE)
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM)
	defer stop()
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	watching, stopWatching := context.WithCancel(ctx)
	defer stopWatching()
	go watchParent(watching, os.Getppid, parentInterval, cancel)
	tuneCollector(1)
	if err := limitMemory(); err != nil {
		log.Warn().Err(err).Msg("memory is not limited")
	}
	f := folders()
	return session.Serve(ctx, caller, os.Stdin, frames, session.Host{
		Version: version, Commit: commit, Engines: pipeline.EngineNames(), Convert: convert(f),
		Folders: f, Getenv: os.Getenv, HeapInUse: heapInUse, CPUTime: cpuTime, Log: log,
		Listen: listenForAgents,
		// An idle host that serves agents has no timers; the closed port ends it.
		OnAgents:    stopWatching,
		AfterAnswer: func() { heal(log) },
	})
}

// heal repairs registrations of other browsers whose program is gone.
func heal(log zerolog.Logger) {
	m, err := thisMachine()
	if err != nil {
		return
	}
	healed, err := m.Heal()
	if err != nil {
		log.Warn().Err(err).Msg("stale registrations stay")
	}
	if len(healed) > 0 {
		log.Info().Int("count", len(healed)).Msg("stale registrations repaired")
	}
}

// watchParent calls lost when the parent process has changed.
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

// listenForAgents opens the socket for this user's commands.
func listenForAgents(instance string) (session.Listener, error) { return bridge.Listen(instance) }
