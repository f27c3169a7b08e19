//go:build linux || darwin

package bridge

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

// listen starts a listener in a folder of its own and returns the folder.
func listen(t *testing.T, instance string, h Handler) string {
	t.Helper()
	dir := os.Getenv("PULLTAB_RUNTIME")
	if dir == "" {
		dir = filepath.Join(t.TempDir(), "r")
		t.Setenv("PULLTAB_RUNTIME", dir)
	}
	l, err := Listen(instance)
	if err != nil {
		t.Fatal(err)
	}
	go l.Serve(h)
	t.Cleanup(l.Close)
	return dir
}

func echo(_ context.Context, from Peer, r Request) Reply {
	return Reply{Text: fmt.Sprintf("%s %d %v", r.T, r.Tab, from.PID == os.Getpid())}
}

func TestARequestIsAnswered(t *testing.T) {
	dir := listen(t, "aaaa0001", echo)
	listen(t, "aaaa0002", echo)
	hosts, err := Hosts(t.Context())
	if err != nil || !slices.Equal(hosts, []string{"aaaa0001", "aaaa0002"}) {
		t.Fatalf("%v, %v", hosts, err)
	}
	if r, err := Ask(t.Context(), "aaaa0001", Request{T: "read", Tab: 7}); err != nil || r.Text != "read 7 true" {
		t.Errorf("%+v, %v", r, err)
	}
	for path, want := range map[string]os.FileMode{dir: 0o700, filepath.Join(dir, "aaaa0001.sock"): 0o600} {
		if info, err := os.Stat(path); err != nil || info.Mode().Perm() != want {
			t.Errorf("%s: %v, %v", path, info.Mode(), err)
		}
	}
	var gone *Error
	if _, err := Ask(t.Context(), "bbbb", Request{T: "tabs"}); !errors.As(err, &gone) || gone.Code != CodeGone {
		t.Errorf("%v", err)
	}
}

func TestAProcessOfAnotherUserGetsNoAnswer(t *testing.T) {
	t.Setenv("PULLTAB_RUNTIME", filepath.Join(t.TempDir(), "r"))
	l, err := Listen("aaaa0001")
	if err != nil {
		t.Fatal(err)
	}
	l.owner++ // this process is of another user now
	asked := false
	go l.Serve(func(context.Context, Peer, Request) Reply {
		asked = true
		return Reply{}
	})
	var gone *Error
	if _, err := Ask(t.Context(), "aaaa0001", Request{T: "tabs"}); !errors.As(err, &gone) || gone.Code != CodeGone {
		t.Errorf("%v", err)
	}
	l.Close()
	if asked {
		t.Error("the request was served")
	}
}

func TestAStaleSocketIsRemoved(t *testing.T) {
	dir := listen(t, "aaaa0001", echo)
	path := filepath.Join(dir, "dead.sock")
	l, err := net.ListenUnix("unix", &net.UnixAddr{Name: path, Net: "unix"})
	if err != nil {
		t.Fatal(err)
	}
	l.SetUnlinkOnClose(false)
	l.Close()
	if hosts, err := Hosts(t.Context()); err != nil || !slices.Equal(hosts, []string{"aaaa0001"}) {
		t.Errorf("%v, %v", hosts, err)
	}
	if _, err := os.Lstat(path); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the stale socket is there: %v", err)
	}
}

// A folder that others can open, a link, or one of another user is not used.
func TestAnOpenFolderIsNotUsed(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "r")
	t.Setenv("PULLTAB_RUNTIME", dir)
	if err := os.Mkdir(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	if _, err := Listen("aaaa0001"); err == nil {
		t.Error("a folder that others can read is used")
	}
	link := filepath.Join(t.TempDir(), "link")
	if err := os.Symlink(t.TempDir(), link); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PULLTAB_RUNTIME", link)
	if _, err := Listen("aaaa0001"); err == nil {
		t.Error("a link is used")
	}
	if _, err := Listen(strings.Repeat("x", 120)); err == nil {
		t.Error("a path that is too long is used")
	}
}

// A client that closes its connection ends the request; a browser that closes ends
// the client's wait.
func TestClosingIsCancelling(t *testing.T) {
	ended := make(chan struct{})
	begun := make(chan struct{})
	listen(t, "aaaa0001", func(ctx context.Context, _ Peer, _ Request) Reply {
		close(begun)
		<-ctx.Done()
		close(ended)
		return Reply{}
	})
	ctx, cancel := context.WithCancel(t.Context())
	go func() { <-begun; cancel() }()
	if _, err := Ask(ctx, "aaaa0001", Request{T: "read"}); !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
	<-ended
}

// A flood of clients is answered, four at a time, or told to wait; broken requests
// get an error.
func TestAFloodIsBounded(t *testing.T) {
	var mu sync.Mutex
	now, most := 0, 0
	dir := listen(t, "aaaa0001", func(context.Context, Peer, Request) Reply {
		mu.Lock()
		now++
		most = max(most, now)
		mu.Unlock()
		defer func() { mu.Lock(); now--; mu.Unlock() }()
		return Reply{Text: "x"}
	})
	var wg sync.WaitGroup
	answered := make(chan error, 200)
	for range 200 {
		wg.Go(func() {
			_, err := Ask(t.Context(), "aaaa0001", Request{T: "tabs"})
			answered <- err
		})
	}
	wg.Wait()
	close(answered)
	for err := range answered {
		var busy *Error
		if err != nil && (!errors.As(err, &busy) || busy.Code != CodeBusy && busy.Code != CodeGone) {
			t.Errorf("%v", err)
		}
	}
	if most > slots {
		t.Errorf("%d requests at once", most)
	}
	for _, line := range []string{"not json\n", "{\n", strings.Repeat("x", maxRequest+1)} {
		c, err := net.Dial("unix", filepath.Join(dir, "aaaa0001.sock"))
		if err != nil {
			t.Fatal(err)
		}
		c.SetDeadline(time.Now().Add(10 * time.Second))
		c.Write([]byte(line))
		var got [200]byte
		n, _ := c.Read(got[:])
		if text := string(got[:n]); n > 0 && !strings.Contains(text, CodeUsage) {
			t.Errorf("%.20q: %s", line, text)
		}
		c.Close()
	}
}

func TestEveryCodeHasASentenceAndAnAction(t *testing.T) {
	for code, s := range sentences {
		if before, action, ok := strings.Cut(s, "; "); !ok || before == "" || action == "" {
			t.Errorf("%s: %q", code, s)
		}
	}
}
