//go:build !windows

package install

// SystemRegistry returns nil: only Windows has a registry.
func SystemRegistry() Registry { return nil }
