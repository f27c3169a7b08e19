package main

import (
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

func TestHostEndsWithItsParent(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var parent atomic.Int64
		parent.Store(100)
		lost := make(chan bool)
		go watchParent(t.Context(), func() int { return int(parent.Load()) }, parentInterval, func() { close(lost) })
		time.Sleep(time.Minute)
		synctest.Wait()
		select {
		case <-lost:
			t.Error("with its browser there")
		default:
		}
		parent.Store(1)
		<-lost
	})
}
