// Package protocol defines the messages between the extension and the host,
// their strict decoding, the stable error codes and version negotiation. It
// does not interpret pages or Markdown.
//
// Every message has a fixture in testdata. The Go tests, the extension's tests
// and docs/protocol.md use the same files, so that both sides and the document
// agree. The document describes the protocol: order of messages, limits,
// errors.
//
// The package is internal. The protocol is versioned; within a version, fields
// and codes are added, never changed.
package protocol
