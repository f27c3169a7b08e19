// Package cputime tells how much processor time this process has used. Tests of
// cost compare it instead of the clock, which other processes disturb.
//
// Stability: internal; for tests only.
package cputime
