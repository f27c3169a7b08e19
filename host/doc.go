// Command pulltab is the native-messaging host that browsers start, and the
// command line. It alone accesses the arguments, the standard streams, the
// environment and the exit status.
//
// Stability: commands, flags, exit statuses and JSON output are stable; texts for
// people may change.
package main
