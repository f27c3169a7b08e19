//go:build linux || darwin

package bridge

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"time"
)

const (
	dialLimit  = 300 * time.Millisecond
	replyLimit = 30 * time.Second
	maxReply   = 64 << 20 // bytes
)

// Hosts returns the names of the hosts that serve agents, sorted. Sockets
// without a listener are removed.
func Hosts(ctx context.Context) ([]string, error) {
	var mu sync.Mutex
	var wg sync.WaitGroup
	var names []string
	for _, path := range sockets() {
		wg.Go(func() {
			c, err := dial(ctx, path)
			if err != nil {
				return
			}
			c.Close()
			mu.Lock()
			names = append(names, strings.TrimSuffix(filepath.Base(path), ".sock"))
			mu.Unlock()
		})
	}
	wg.Wait()
	slices.Sort(names)
	return slices.Compact(names), nil
}

// sockets returns the paths of all sockets.
func sockets() []string {
	var paths []string
	for _, dir := range folders() {
		if isPrivate(dir) {
			found, _ := filepath.Glob(filepath.Join(dir, "*.sock")) // the pattern is valid
			paths = append(paths, found...)
		}
	}
	return paths
}

// dial connects to a socket of this user. One that refuses is a remainder of a host
// that was killed, and is removed.
func dial(ctx context.Context, path string) (*net.UnixConn, error) {
	d := net.Dialer{Timeout: dialLimit}
	conn, err := d.DialContext(ctx, "unix", path)
	if errors.Is(err, syscall.ECONNREFUSED) {
		os.Remove(path)
	}
	if err != nil {
		return nil, err
	}
	c := conn.(*net.UnixConn)
	if uid, _, err := peerOf(c); err != nil || uid != os.Getuid() {
		c.Close()
		return nil, errors.New("the socket belongs to another user")
	}
	return c, nil
}

// Ask sends a request to a host and returns its reply. The error is an *Error.
func Ask(ctx context.Context, host string, r Request) (Reply, error) {
	for _, path := range sockets() {
		if filepath.Base(path) != host+".sock" {
			continue
		}
		if c, err := dial(ctx, path); err == nil {
			return ask(ctx, c, r)
		}
	}
	return Reply{}, &Error{Code: CodeGone}
}

func ask(ctx context.Context, c *net.UnixConn, r Request) (Reply, error) {
	defer c.Close()
	stop := context.AfterFunc(ctx, func() { c.Close() })
	defer stop()
	line, err := json.Marshal(r)
	if err != nil {
		return Reply{}, &Error{CodeUsage, err.Error()}
	}
	if err := c.SetDeadline(time.Now().Add(replyLimit)); err != nil {
		return Reply{}, &Error{Code: CodeGone}
	}
	var answer Reply
	if _, err = c.Write(append(line, '\n')); err == nil {
		err = json.NewDecoder(bufio.NewReader(io.LimitReader(c, maxReply))).Decode(&answer)
	}
	switch {
	case ctx.Err() != nil:
		return answer, ctx.Err()
	case errors.Is(err, os.ErrDeadlineExceeded):
		return answer, &Error{Code: CodeTimeout}
	case err != nil:
		return answer, &Error{CodeGone, "the browser was closed"}
	case answer.Code != "":
		return answer, &Error{answer.Code, answer.Msg}
	}
	return answer, nil
}
