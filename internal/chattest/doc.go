// Package chattest provides a chat service for tests. [Start] runs a server with
// the OpenAI protocol, including server-sent events, on a local port. It rejects
// invalid requests as real services do, and simulates a [Fault] on demand. Only
// tests may import it.
package chattest
