package main

import (
	"io"
	"os"
	"time"

	"github.com/rs/zerolog"
)

// Environment variables of the log.
const (
	envLogLevel = "PULLTAB_LOG"      // debug, info, warn or error; the default is info
	envLogFile  = "PULLTAB_LOG_FILE" // append to this file instead of writing to standard error
)

// newLog returns the log of the native mode: JSON lines with time, codes, sizes
// and durations. At the level info and above they contain no text, title or
// address of a page, since standard error ends up in the browser's console. Call
// done at the end of the process.
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
