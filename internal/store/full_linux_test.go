package store

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"os/signal"
	"strings"
	"syscall"
	"testing"
	"time"
)

// envFull names the directory whose database the test binary empties with files
// of at most 1 MB, which stands in for a full disk.
const envFull = "PULLTAB_TEST_FULL"

func init() {
	dir := os.Getenv(envFull)
	if dir == "" {
		return
	}
	signal.Ignore(syscall.SIGXFSZ)
	err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &syscall.Rlimit{Cur: 1 << 20, Max: 1 << 20})
	s, openErr := Open(dir, time.Now)
	if err = errors.Join(err, openErr); err == nil {
		_, err = s.Forget(Scope{All: true})
	}
	if err != nil {
		os.Stderr.WriteString(err.Error())
		os.Exit(1)
	}
	os.Exit(0)
}

func TestForgetAllWorksOnAFullDisk(t *testing.T) {
	t.Parallel()
	s, c := openWithPages(t)
	s.mustSave(t, page("https://a.example/", "A", strings.Repeat("canary text. ", 300_000)))
	s.Close()
	command := exec.Command(os.Args[0])
	command.Env = append(os.Environ(), envFull+"="+s.dir)
	if out, err := command.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	if bytes.Contains(bytesOnDisk(t, s.dir), []byte("canary")) {
		t.Error("the text is on the disk")
	}
	again := open(t, s.dir, c)
	if p, err := again.Preferences(); err != nil || !p.Pages {
		t.Errorf("%+v, %v", p, err)
	}
	if info, err := os.Stat(s.path()); err != nil || info.Mode().Perm() != fs.FileMode(0o600) {
		t.Errorf("%v, %v", info, err)
	}
	again.mustSave(t, page("https://a.example/", "A", "text."))
}
