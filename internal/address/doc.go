// Package address removes credentials from the addresses of pages: for storing
// (Redact), in texts that contain such addresses (RedactIn), and for output
// (Clean).
//
// Stability: internal.
package address
