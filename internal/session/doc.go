// Package session serves one native-messaging connection: it reads requests,
// runs them, and sends their results, within limits of number, memory and time.
// It does not read the environment and touches no stream but those passed to
// Serve.
//
// Stability: internal; the protocol is described in docs/protocol.md.
package session
