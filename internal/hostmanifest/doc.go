// Package hostmanifest lists the places where browsers look for the registration
// of a native-messaging host, and encodes and checks registrations. It performs
// no input or output.
//
// Stability: internal; ids never change.
package hostmanifest
