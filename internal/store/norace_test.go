//go:build unix && !race

package store

const raceDetector = false
