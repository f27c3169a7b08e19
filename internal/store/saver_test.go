//go:build unix

package store

import (
	"bufio"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
)

// With envDir set, the test binary is the saver: a program that saves clips
// into the store in that folder and prints one line for each attempt. Tests
// kill it, or make its writes fail.
const (
	envDir          = "PULLTAB_TEST_SAVE"
	envClips        = "PULLTAB_TEST_CLIPS"        // how many to save
	envAllow        = "PULLTAB_TEST_ALLOW"        // if set: allow saving first, and close the store at the end
	envLimit        = "PULLTAB_TEST_LIMIT"        // maximal size of its files in bytes; writes beyond fail as on a full disk
	envUnprivileged = "PULLTAB_TEST_UNPRIVILEGED" // if set: root becomes unprivilegedUser, since root may write into read-only folders
)

// unprivilegedUser is the user without rights on Linux.
const unprivilegedUser = 65534

func init() {
	if dir := os.Getenv(envDir); dir != "" {
		runSaver(dir)
		os.Exit(0)
	}
}

func runSaver(dir string) {
	if os.Getenv(envUnprivileged) != "" && os.Geteuid() == 0 {
		if err := errors.Join(syscall.Setgroups(nil), syscall.Setgid(unprivilegedUser), syscall.Setuid(unprivilegedUser)); err != nil {
			panic(err)
		}
	}
	limit, clips := uint64(0), 0
	fmt.Sscan(os.Getenv(envLimit), &limit)
	fmt.Sscan(os.Getenv(envClips), &clips)
	if limit > 0 {
		signal.Ignore(syscall.SIGXFSZ)
		if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &syscall.Rlimit{Cur: limit, Max: limit}); err != nil {
			panic(err)
		}
	}
	s, err := Open(dir, time.Now)
	if err != nil {
		fmt.Println("not opened:", err)
		return
	}
	if os.Getenv(envAllow) != "" {
		defer s.Close() // SQLite's last writes can fail, too
		if err := s.SetPreferences(Preferences{Pages: true}); err != nil {
			fmt.Println("not allowed:", err)
		}
	}
	for n := range clips {
		c, err := s.Save(numbered(n), nil)
		if err == nil {
			fmt.Println("saved", n, c.ID)
			continue
		}
		fmt.Println("not saved:", err)
		if limit > 0 && n > 2 {
			return // all later ones would fail as well
		}
	}
}

// numbered returns a clip whose whole text follows from n.
func numbered(n int) Clip {
	return page(fmt.Sprintf("https://a.example/%d", n), fmt.Sprint("Page ", n), strings.Repeat(fmt.Sprintf("Sentence of page %d.\n\n", n), 40+n%60))
}

// saverProgram returns the path of the test binary without the race detector,
// which would slow down hundreds of processes and finds nothing in them.
var saverProgram = sync.OnceValues(func() (string, error) {
	if !raceDetector {
		return os.Executable()
	}
	dir, err := os.MkdirTemp("", "pulltab-store-")
	if err != nil {
		return "", err
	}
	path := filepath.Join(dir, "store.test")
	if out, err := exec.Command("go", "test", "-race=false", "-c", "-o", path, ".").CombinedOutput(); err != nil {
		return path, fmt.Errorf("go test -c: %v\n%s", err, out)
	}
	return path, nil
})

func TestMain(m *testing.M) {
	status := m.Run()
	if raceDetector {
		if path, _ := saverProgram(); path != "" {
			os.RemoveAll(filepath.Dir(path))
		}
	}
	os.Exit(status)
}

// startSaver starts the saver with further environment variables,
// "NAME=value", and returns its output.
func startSaver(t *testing.T, dir string, environment ...string) (*exec.Cmd, *bufio.Scanner) {
	t.Helper()
	path, err := saverProgram()
	if err != nil {
		t.Fatal(err)
	}
	command := exec.Command(path)
	command.Env = append(append(os.Environ(), envDir+"="+dir), environment...)
	out, err := command.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	return command, bufio.NewScanner(out)
}

// savedIn returns the number of the clip that a line of the saver acknowledges.
func savedIn(line string) (n int, ok bool) {
	var id int64
	count, _ := fmt.Sscanf(line, "saved %d %d", &n, &id)
	return n, count == 2
}

// allowClips creates a store that may hold clips.
func allowClips(t *testing.T, dir string) {
	t.Helper()
	s, err := Open(dir, time.Now)
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(s.SetPreferences(Preferences{Pages: true}), s.Close()); err != nil {
		t.Fatal(err)
	}
}

// checkClips opens the store and checks that every acknowledged clip is there,
// that no clip is incomplete, and that the database is undamaged.
func checkClips(t *testing.T, dir string, acknowledged []int) {
	t.Helper()
	s, err := Open(dir, time.Now)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if s.SetAside() != "" {
		t.Fatalf("the database was damaged")
	}
	for _, n := range acknowledged {
		want := numbered(n)
		got, err := s.Latest(want.Address)
		if err != nil || got.Markdown != want.Markdown || got.Title != want.Title {
			t.Errorf("clip %d was acknowledged: %v, %d of %d bytes", n, err, len(got.Markdown), len(want.Markdown))
		}
	}
	for _, statement := range []string{"PRAGMA integrity_check", "INSERT INTO clip_words (clip_words) VALUES ('integrity-check')"} {
		if _, err := s.db.Exec(statement); err != nil {
			t.Errorf("%s: %v", statement, err)
		}
	}
	found, err := s.Search(t.Context(), "", maxListed)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range found {
		var n int
		fmt.Sscanf(f.Title, "Page %d", &n)
		if whole, err := s.Clip(f.ID); err != nil || whole.Markdown != numbered(n).Markdown {
			t.Errorf("clip %d is incomplete: %v", n, err)
		}
	}
}
