package main

import "golang.org/x/sys/unix"

// redirect makes the file descriptor to refer to the file of from. It uses dup3,
// since Linux has no dup2 on newer architectures.
func redirect(from, to int) error { return unix.Dup3(from, to, 0) }
