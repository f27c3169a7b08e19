package main

import (
	"io"
	"os"
	"time"

	"github.com/rs/zerolog"
)

// Environment variables of the log.
const (
	envLogLevel = "PULLTAB_LOG"      // debug, info, warn, error; info if absent
	envLogFile  = "PULLTAB_LOG_FILE" // appended to instead of standard error
)

// newLog returns the log of the native mode: one JSON object a line with time,
// codes, sizes and durations. At the level info and above it never holds text,
// title or address of a page. Standard error ends up in the browser's console,
// so the same holds there. Call done when the process ends.
func newLog() (log zerolog.Logger, done func()) {
	level, err := zerolog.ParseLevel(os.Getenv(envLogLevel))
	if err != nil || level == zerolog.NoLevel {
		level = zerolog.InfoLevel
	}
	zerolog.TimeFieldFormat = time.RFC3339Nano
	var to io.Writer = os.Stderr
	done = func() {}
	if name := os.Getenv(envLogFile); name != "" {
		if f, err := os.OpenFile(name, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600); err == nil {
			to, done = f, func() { f.Close() }
		}
	}
	return zerolog.New(to).Level(level).With().Timestamp().Int("pid", os.Getpid()).Logger(), done
}
