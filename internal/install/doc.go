// Package install registers the host with browsers, removes the registrations,
// and diagnoses why a browser cannot start the host.
//
// Stability: internal; states and JSON fields are stable.
package install
