package bridge

import (
	"net"

	"golang.org/x/sys/unix"
)

// peerOf returns the user and the process at the other end.
func peerOf(c *net.UnixConn) (uid, pid int, err error) {
	raw, err := c.SyscallConn()
	if err != nil {
		return -1, 0, err
	}
	var cred *unix.Xucred
	if e := raw.Control(func(fd uintptr) {
		if cred, err = unix.GetsockoptXucred(int(fd), unix.SOL_LOCAL, unix.LOCAL_PEERCRED); err == nil {
			pid, err = unix.GetsockoptInt(int(fd), unix.SOL_LOCAL, unix.LOCAL_PEERPID)
		}
	}); e != nil {
		return -1, 0, e
	}
	if err != nil {
		return -1, 0, err
	}
	return int(cred.Uid), pid, nil
}

// parentName is unknown: macOS has no /proc.
func parentName(int) string { return "" }
