//go:build linux || darwin

package bridge

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"syscall"
)

// folders returns the folders that may hold sockets: the first is where a host makes
// its own. A client looks in all, because cron and ssh lack the variable. Tests use
// PULLTAB_RUNTIME alone.
func folders() []string {
	if dir := os.Getenv("PULLTAB_RUNTIME"); filepath.IsAbs(dir) {
		return []string{dir}
	}
	var dirs []string
	if dir := os.Getenv("XDG_RUNTIME_DIR"); filepath.IsAbs(dir) {
		dirs = append(dirs, filepath.Join(dir, "pulltab"))
	}
	if run := fmt.Sprintf("/run/user/%d", os.Getuid()); isPrivate(run) {
		if dir := filepath.Join(run, "pulltab"); len(dirs) == 0 || dirs[0] != dir {
			dirs = append(dirs, dir)
		}
	}
	return append(dirs, filepath.Join(os.TempDir(), fmt.Sprintf("pulltab-%d", os.Getuid())))
}

// isPrivate reports whether dir is a folder, not a link, of this user that is closed
// to all others.
func isPrivate(dir string) bool {
	info, err := os.Lstat(dir)
	if err != nil || !info.IsDir() || info.Mode().Perm()&0o077 != 0 {
		return false
	}
	stat, ok := info.Sys().(*syscall.Stat_t)
	return ok && int(stat.Uid) == os.Getuid()
}

// makeFolder returns the first private folder, which it makes if it is missing.
func makeFolder() (string, error) {
	for _, dir := range folders() {
		if err := os.Mkdir(dir, 0o700); err != nil && !errors.Is(err, os.ErrExist) {
			continue
		}
		if isPrivate(dir) {
			return dir, nil
		}
	}
	return "", errors.New("no folder that only this user can open")
}
