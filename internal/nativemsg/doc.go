// Package nativemsg carries messages between a browser and the host in the
// browsers' native messaging format: frames of a 32-bit length in native byte
// order and that many bytes of JSON.
//
// The package guarantees three things for any input: memory grows with the
// bytes received, not with the announced length; a frame over the limit is
// skipped without losing the frame boundary; and no frame is written that
// exceeds the browser's limit, since browsers close the port on such a frame.
// It does not interpret the content of frames.
//
// The format:
// https://developer.chrome.com/docs/extensions/develop/concepts/native-messaging
//
// The package is internal; the format is the browsers' and does not change.
package nativemsg
