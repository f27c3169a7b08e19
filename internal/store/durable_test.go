//go:build unix

package store

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// envSave makes the test binary a program that saves clips into the folder
// named, and says so after each that is acknowledged. envLimit is the size in
// bytes at which its files may grow no further, as on a full disk. envNobody
// makes root an ordinary user, since to root every folder can be written.
// envFirst makes it allow clips first, and save this many.
const (
	envSave   = "PULLTAB_TEST_SAVE"
	envLimit  = "PULLTAB_TEST_LIMIT"
	envFirst  = "PULLTAB_TEST_FIRST"
	envNobody = "PULLTAB_TEST_NOBODY"
)

// nobody is the user without rights that Unix systems have.
const nobody = 65534

func init() {
	dir := os.Getenv(envSave)
	if dir == "" {
		return
	}
	if os.Getenv(envNobody) != "" && os.Geteuid() == 0 {
		if err := errors.Join(syscall.Setgroups(nil), syscall.Setgid(nobody), syscall.Setuid(nobody)); err != nil {
			panic(err)
		}
	}
	limit := uint64(0)
	fmt.Sscan(os.Getenv(envLimit), &limit)
	if limit > 0 {
		signal.Ignore(syscall.SIGXFSZ)
		if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &syscall.Rlimit{Cur: limit, Max: limit}); err != nil {
			panic(err)
		}
	}
	s, err := Open(dir, time.Now)
	if err != nil {
		fmt.Println("not opened:", err)
		os.Exit(0)
	}
	clips := 500
	if _, err := fmt.Sscan(os.Getenv(envFirst), &clips); err == nil {
		if err := s.SetPreferences(Preferences{Pages: true}); err != nil {
			fmt.Println("not allowed:", err)
		}
	}
	for n := range clips {
		if limit > 0 && n == 40 {
			break
		}
		if c, err := s.Save(numbered(n), nil); err != nil {
			fmt.Println("not saved:", err)
			if limit > 0 && n > 2 {
				break
			}
		} else {
			fmt.Println("saved", n, c.ID)
		}
	}
	if os.Getenv(envFirst) != "" { // what SQLite does at the end can fail, too
		s.Close()
	}
	os.Exit(0)
}

// numbered is a clip whose text can be checked whole.
func numbered(n int) Clip {
	return page(fmt.Sprintf("https://a.example/%d", n), fmt.Sprint("Page ", n), strings.Repeat(fmt.Sprintf("Sentence of page %d.\n\n", n), 40+n%60))
}

// built is where program has built its file, or "".
var built string

// program returns the test binary without the race detector: that makes the
// hundreds of processes here several times as slow, and has nothing to find in
// them.
func program(t *testing.T) string {
	t.Helper()
	if built == "" {
		dir, err := os.MkdirTemp("", "pulltab-store-")
		if err != nil {
			t.Fatal(err)
		}
		built = filepath.Join(dir, "store.test")
		if out, err := exec.Command("go", "test", "-race=false", "-c", "-o", built, ".").CombinedOutput(); err != nil {
			t.Fatalf("go test -c: %v\n%s", err, out)
		}
	}
	return built
}

func TestMain(m *testing.M) {
	status := m.Run()
	if built != "" {
		os.RemoveAll(filepath.Dir(built))
	}
	os.Exit(status)
}

// saver starts the program above; with names them: "NAME=value".
func saver(t *testing.T, dir string, with ...string) (*exec.Cmd, *bufio.Scanner) {
	t.Helper()
	command := exec.Command(program(t))
	command.Env = append(append(os.Environ(), envSave+"="+dir), with...)
	out, err := command.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	return command, bufio.NewScanner(out)
}

// allow makes a database that may hold clips.
func allow(t *testing.T, dir string) {
	t.Helper()
	s, err := Open(dir, time.Now)
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(s.SetPreferences(Preferences{Pages: true}), s.Close()); err != nil {
		t.Fatal(err)
	}
}

// check opens the database and looks for every clip that was acknowledged.
func check(t *testing.T, dir string, acknowledged []int) {
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
	// What was not acknowledged is there whole, or not at all.
	for _, table := range []string{"PRAGMA integrity_check", "INSERT INTO clip_words (clip_words) VALUES ('integrity-check')"} {
		if _, err := s.db.Exec(table); err != nil {
			t.Errorf("%s: %v", table, err)
		}
	}
	found, err := s.Search("", mostListed)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range found {
		var n int
		fmt.Sscanf(f.Title, "Page %d", &n)
		if whole, err := s.Clip(f.ID); err != nil || whole.Markdown != numbered(n).Markdown {
			t.Errorf("clip %d is torn: %v", n, err)
		}
	}
}

func acknowledgedIn(line string) (n int, ok bool) {
	var id int64
	count, _ := fmt.Sscanf(line, "saved %d %d", &n, &id)
	return n, count == 2
}

// A write can fail at any place of any file. Each limit makes the first write
// beyond it fail: in the schema, in the log of SQLite, in the file itself.
func TestAnAcknowledgedClipSurvivesEveryFailedWrite(t *testing.T) {
	opened, failed, whole := 0, 0, 0
	for limit := 2048; limit < 600_000; limit += max(4096, limit/12) {
		dir := filepath.Join(t.TempDir(), "data")
		if limit > 32_768 { // the schema is there already
			allow(t, dir)
		}
		command, lines := saver(t, dir, fmt.Sprintf("%s=%d", envLimit, limit))
		var acknowledged []int
		for lines.Scan() {
			if n, ok := acknowledgedIn(lines.Text()); ok {
				acknowledged = append(acknowledged, n)
			} else if strings.HasPrefix(lines.Text(), "not saved") {
				failed++
			}
		}
		if err := command.Wait(); err != nil {
			t.Fatalf("limit %d: %v", limit, err)
		}
		opened++
		if len(acknowledged) > 0 {
			whole++
		}
		check(t, dir, acknowledged)
	}
	t.Logf("%d limits, %d of them with clips, %d failed saves", opened, whole, failed)
	if failed == 0 || whole == 0 {
		t.Error("the limits were never in the way, or always")
	}
}

func TestAnAcknowledgedClipSurvivesAKill(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "data")
	allow(t, dir)
	seen := map[int]bool{}
	for round := range 12 {
		command, lines := saver(t, dir)
		count := 0
		for lines.Scan() {
			n, ok := acknowledgedIn(lines.Text())
			if !ok {
				t.Fatalf("%s", lines.Text())
			}
			seen[n] = true
			if count++; count == 1+round*3 {
				command.Process.Kill()
				// What it said before it died counts, too.
			}
		}
		command.Wait()
		var all []int
		for n := range seen {
			all = append(all, n)
		}
		check(t, dir, all)
	}
}

// lend gives a folder, its files and the way to it to the user that a saver
// with envNobody is.
func lend(t *testing.T, dir string) {
	t.Helper()
	if os.Geteuid() != 0 {
		return
	}
	if err := os.Chmod(filepath.Dir(filepath.Dir(dir)), 0o755); err != nil { // of t.TempDir
		t.Fatal(err)
	}
	err := filepath.WalkDir(dir, func(path string, _ fs.DirEntry, err error) error {
		return errors.Join(err, os.Chown(path, nobody, nobody))
	})
	if err != nil {
		t.Fatal(err)
	}
}

// freeze takes the right to write into a folder from its owner, and gives it
// back when the test ends.
func freeze(t *testing.T, dir string) {
	t.Helper()
	if err := os.Chmod(dir, 0o500); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.Chmod(dir, 0o700) })
}

func TestAReadOnlyDirectoryIsAnErrorAndStaysAsItIs(t *testing.T) {
	for name, prepare := range map[string]func(t *testing.T, dir string){
		"an empty one": func(t *testing.T, dir string) {
			if err := os.Mkdir(dir, 0o700); err != nil {
				t.Fatal(err)
			}
		},
		"one with clips": func(t *testing.T, dir string) {
			allow(t, dir)
			s := open(t, dir, &clock{noon})
			if _, err := s.Save(numbered(0), nil); err != nil {
				t.Fatal(err)
			}
			s.Close()
		},
	} {
		t.Run(name, func(t *testing.T) {
			dir := filepath.Join(t.TempDir(), "data")
			prepare(t, dir)
			lend(t, dir)
			before := bytesOnDisk(t, dir)
			freeze(t, dir)
			command, lines := saver(t, dir, envNobody+"=1")
			said := ""
			for lines.Scan() {
				said += lines.Text() + "\n"
			}
			if err := command.Wait(); err != nil {
				t.Fatal(err)
			}
			if !strings.HasPrefix(said, "not opened: open "+dir) || strings.Contains(said, "saved") {
				t.Errorf("it said %q", said)
			}
			if info, err := os.Stat(dir); err != nil || info.Mode().Perm() != 0o500 {
				t.Errorf("the folder is %v, %v", info.Mode(), err)
			}
			if !bytes.Equal(bytesOnDisk(t, dir), before) {
				t.Error("the files changed")
			}
			if len(before) > 0 {
				os.Chmod(dir, 0o700)
				check(t, dir, []int{0})
			}
		})
	}
}

func TestADirectoryThatBecomesReadOnlyLosesNoAcknowledgedClip(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "data")
	allow(t, dir)
	lend(t, dir)
	command, lines := saver(t, dir, envNobody+"=1")
	var acknowledged []int
	for lines.Scan() {
		if n, ok := acknowledgedIn(lines.Text()); ok {
			acknowledged = append(acknowledged, n)
		}
		if len(acknowledged) == 3 {
			freeze(t, dir)
		}
	}
	if err := command.Wait(); err != nil {
		t.Fatal(err)
	}
	os.Chmod(dir, 0o700)
	check(t, dir, acknowledged)
	t.Logf("%d acknowledged", len(acknowledged))
}
