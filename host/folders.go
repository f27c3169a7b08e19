package main

import (
	"os"
	"path/filepath"
	"runtime"

	"pulltab/internal/config"
)

// envData overrides the data folder.
const envData = "PULLTAB_DATA"

// folders returns Pulltab's folders as the environment determines them.
func folders() config.Folders {
	var f config.Folders
	if dir, err := os.UserConfigDir(); err == nil {
		f.Config = filepath.Join(dir, "pulltab")
	}
	if dir, err := os.UserCacheDir(); err == nil {
		f.Cache = filepath.Join(dir, "pulltab")
	}
	if dir, err := os.UserHomeDir(); err == nil {
		f.Home = dir
	}
	f.Data = dataFolder()
	return f
}

// dataFolder returns the data folder, or "" if it is unknown.
func dataFolder() string {
	if dir := os.Getenv(envData); dir != "" {
		return dir
	}
	if dir := os.Getenv("XDG_DATA_HOME"); filepath.IsAbs(dir) && runtime.GOOS != "windows" {
		return filepath.Join(dir, "pulltab")
	}
	switch runtime.GOOS {
	case "windows":
		if dir := os.Getenv("LOCALAPPDATA"); dir != "" {
			return filepath.Join(dir, "pulltab")
		}
	case "darwin":
		if dir, err := os.UserConfigDir(); err == nil {
			return filepath.Join(dir, "pulltab", "data")
		}
	default:
		if home, err := os.UserHomeDir(); err == nil {
			return filepath.Join(home, ".local", "share", "pulltab")
		}
	}
	return ""
}
