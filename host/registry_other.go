//go:build !windows

package main

func systemRegistry() registry { return nil }
