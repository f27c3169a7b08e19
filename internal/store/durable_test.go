//go:build unix

package store

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
)

// A write can fail at any place of any file. Each limit makes the first write
// beyond it fail: in the schema, in SQLite's write-ahead log, in the database.
func TestAcknowledgedClipSurvivesFailedWrites(t *testing.T) {
	t.Parallel()
	step := func(limit int) int { return max(4096, limit/12) }
	if testing.Short() {
		step = func(limit int) int { return max(16_384, limit) }
	}
	var failed, withClips atomic.Int32
	t.Run("limits", func(t *testing.T) {
		for limit := 2048; limit < 600_000; limit += step(limit) {
			t.Run(fmt.Sprint(limit), func(t *testing.T) {
				t.Parallel()
				dir := filepath.Join(t.TempDir(), "data")
				if limit > 32_768 { // create the schema without a limit
					allowClips(t, dir)
				}
				command, lines := startSaver(t, dir, envClips+"=40", fmt.Sprintf("%s=%d", envLimit, limit))
				var acknowledged []int
				for lines.Scan() {
					if n, ok := savedIn(lines.Text()); ok {
						acknowledged = append(acknowledged, n)
					} else if strings.HasPrefix(lines.Text(), "not saved") {
						failed.Add(1)
					}
				}
				if err := command.Wait(); err != nil {
					t.Fatal(err)
				}
				if len(acknowledged) > 0 {
					withClips.Add(1)
				}
				checkClips(t, dir, acknowledged)
			})
		}
	})
	t.Logf("%d limits with clips, %d failed saves", withClips.Load(), failed.Load())
	if failed.Load() == 0 || withClips.Load() == 0 {
		t.Error("no save failed, or all did")
	}
}

func TestAcknowledgedClipSurvivesKill(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "data")
	allowClips(t, dir)
	rounds := 12
	if testing.Short() {
		rounds = 3
	}
	seen := map[int]bool{}
	for round := range rounds {
		command, lines := startSaver(t, dir, envClips+"=500")
		count := 0
		for lines.Scan() { // also lines that were written before the kill
			n, ok := savedIn(lines.Text())
			if !ok {
				t.Fatalf("%s", lines.Text())
			}
			seen[n] = true
			if count++; count == 1+round*3 {
				command.Process.Kill()
			}
		}
		command.Wait()
		var all []int
		for n := range seen {
			all = append(all, n)
		}
		checkClips(t, dir, all)
	}
}

// makeUnprivileged gives a folder and its files to the user that the saver has
// with envUnprivileged, and lets that user reach it.
func makeUnprivileged(t *testing.T, dir string) {
	t.Helper()
	if os.Geteuid() != 0 {
		return
	}
	if err := os.Chmod(filepath.Dir(filepath.Dir(dir)), 0o755); err != nil { // of t.TempDir
		t.Fatal(err)
	}
	err := filepath.WalkDir(dir, func(path string, _ fs.DirEntry, err error) error {
		return errors.Join(err, os.Chown(path, unprivilegedUser, unprivilegedUser))
	})
	if err != nil {
		t.Fatal(err)
	}
}

// makeReadOnly makes a folder read-only until the test ends.
func makeReadOnly(t *testing.T, dir string) {
	t.Helper()
	if err := os.Chmod(dir, 0o500); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.Chmod(dir, 0o700) })
}

func TestReadOnlyDirectoryIsAnErrorAndUnchanged(t *testing.T) {
	t.Parallel()
	for name, prepare := range map[string]func(t *testing.T, dir string){
		"empty": func(t *testing.T, dir string) {
			if err := os.Mkdir(dir, 0o700); err != nil {
				t.Fatal(err)
			}
		},
		"with clips": func(t *testing.T, dir string) {
			allowClips(t, dir)
			s := open(t, dir, &clock{noon})
			if _, err := s.Save(numbered(0), nil); err != nil {
				t.Fatal(err)
			}
			s.Close()
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := filepath.Join(t.TempDir(), "data")
			prepare(t, dir)
			makeUnprivileged(t, dir)
			before := bytesOnDisk(t, dir)
			makeReadOnly(t, dir)
			command, lines := startSaver(t, dir, envClips+"=3", envUnprivileged+"=1")
			output := ""
			for lines.Scan() {
				output += lines.Text() + "\n"
			}
			if err := command.Wait(); err != nil {
				t.Fatal(err)
			}
			if !strings.HasPrefix(output, "not opened: open "+dir) || strings.Contains(output, "saved") {
				t.Errorf("output %q", output)
			}
			if info, err := os.Stat(dir); err != nil || info.Mode().Perm() != 0o500 {
				t.Errorf("the folder is %v, %v", info.Mode(), err)
			}
			if !bytes.Equal(bytesOnDisk(t, dir), before) {
				t.Error("the files changed")
			}
			if len(before) > 0 {
				os.Chmod(dir, 0o700)
				checkClips(t, dir, []int{0})
			}
		})
	}
}

func TestDirectoryMadeReadOnlyKeepsAcknowledgedClips(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "data")
	allowClips(t, dir)
	makeUnprivileged(t, dir)
	command, lines := startSaver(t, dir, envClips+"=100", envUnprivileged+"=1")
	var acknowledged []int
	for lines.Scan() {
		if n, ok := savedIn(lines.Text()); ok {
			acknowledged = append(acknowledged, n)
		}
		if len(acknowledged) == 3 {
			makeReadOnly(t, dir)
		}
	}
	if err := command.Wait(); err != nil {
		t.Fatal(err)
	}
	if len(acknowledged) < 3 {
		t.Fatalf("only %d clips were saved before the change", len(acknowledged))
	}
	os.Chmod(dir, 0o700)
	checkClips(t, dir, acknowledged)
}
