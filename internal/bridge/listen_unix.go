//go:build linux || darwin

package bridge

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"sync"
	"time"
)

// Limits of a Listener.
const (
	slots       = 4 // requests at work
	maxClients  = 64
	maxRequest  = 64 << 10 // bytes
	readLimit   = 2 * time.Second
	writeLimit  = 10 * time.Second
	maxSockPath = 103 // bytes of a socket's path that every system accepts
)

// Listener accepts requests of this user's processes.
type Listener struct {
	unix    *net.UnixListener
	owner   int // the user who may ask
	clients sync.WaitGroup
}

// Listen makes the socket INSTANCE.sock, which Close removes.
func Listen(instance string) (*Listener, error) {
	dir, err := makeFolder()
	if err != nil {
		return nil, fmt.Errorf("bridge: %w", err)
	}
	path := filepath.Join(dir, instance+".sock")
	if len(path) > maxSockPath {
		return nil, fmt.Errorf("bridge: the path of the socket has %d bytes", len(path))
	}
	unix, err := net.ListenUnix("unix", &net.UnixAddr{Name: path, Net: "unix"})
	if err != nil {
		return nil, fmt.Errorf("bridge: %w", err)
	}
	if err := os.Chmod(path, 0o600); err != nil { // the folder is closed to others before
		unix.Close()
		return nil, fmt.Errorf("bridge: %w", err)
	}
	return &Listener{unix: unix, owner: os.Getuid()}, nil
}

// Serve answers requests until Close. A process of another user gets no answer.
func (l *Listener) Serve(h Handler) {
	busy := make(chan struct{}, slots)
	open := make(chan struct{}, maxClients)
	for {
		c, err := l.unix.AcceptUnix()
		if err != nil {
			return
		}
		uid, pid, err := peerOf(c)
		if err != nil || uid != l.owner {
			c.Close()
			continue
		}
		select {
		case open <- struct{}{}:
		default:
			reply(c, Reply{Code: CodeBusy})
			c.Close()
			continue
		}
		l.clients.Go(func() {
			defer func() { <-open }()
			serve(c, Peer{pid, parentName(pid)}, busy, h)
		})
	}
}

// serve reads one request and answers it.
func serve(c *net.UnixConn, from Peer, busy chan struct{}, h Handler) {
	defer c.Close()
	in := bufio.NewReader(io.LimitReader(c, maxRequest))
	if c.SetReadDeadline(time.Now().Add(readLimit)) != nil {
		return
	}
	line, err := in.ReadBytes('\n')
	var r Request
	if err != nil || json.Unmarshal(line, &r) != nil {
		reply(c, Reply{Code: CodeUsage, Msg: "not one line of JSON"})
		return
	}
	if c.SetReadDeadline(time.Time{}) != nil {
		return
	}
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	go func() { // ends with the connection, at the latest when serve closes it
		io.Copy(io.Discard, c)
		cancel()
	}()
	select {
	case busy <- struct{}{}:
	case <-ctx.Done():
		return
	}
	defer func() { <-busy }()
	reply(c, h(ctx, from, r))
}

// reply sends an answer. A client that has gone needs none.
func reply(c *net.UnixConn, r Reply) {
	text, err := json.Marshal(r)
	if err != nil || c.SetWriteDeadline(time.Now().Add(writeLimit)) != nil {
		return
	}
	_, _ = c.Write(append(text, '\n'))
}

// Close removes the socket and waits for the requests at work, whose contexts the
// caller ends.
func (l *Listener) Close() {
	l.unix.Close()
	l.clients.Wait()
}
