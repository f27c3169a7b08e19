//go:build !linux && !darwin

package bridge

import "context"

// Listener has no values on this system.
type Listener struct{}

// Listen returns ErrUnsupported.
func Listen(string) (*Listener, error) { return nil, ErrUnsupported }

// Serve returns at once.
func (*Listener) Serve(Handler) {}

// Close does nothing.
func (*Listener) Close() {}

// Hosts returns ErrUnsupported.
func Hosts(context.Context) ([]string, error) { return nil, ErrUnsupported }

// Ask returns ErrUnsupported.
func Ask(context.Context, string, Request) (Reply, error) { return Reply{}, ErrUnsupported }
