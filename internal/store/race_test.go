//go:build unix && race

package store

// raceDetector is true if this test binary has the race detector.
const raceDetector = true
