// Package bridge connects the program's commands with the host that a browser has
// started, over a Unix socket that only this user can open. A connection carries one
// request and one reply, each one line of JSON; closing it cancels the request.
//
// The folder of the sockets is the registry: each host of a browser that serves
// agents has one socket in it. Both ends check the user of the other one. There is
// no TCP port. It is the only package that listens; the host calls Listen only
// after the extension has said that the user has switched agents on.
//
// Linux and macOS only: elsewhere Listen and Hosts return ErrUnsupported.
//
// Stability: internal; commands and host are one program.
package bridge

import "errors"

// ErrUnsupported means that this system has no bridge yet.
var ErrUnsupported = errors.New("agents on live tabs need Linux or macOS")
