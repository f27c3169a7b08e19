package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"

	"pulltab/internal/hostmanifest"
	"pulltab/internal/install"
)

// thisMachine describes the computer on which the program runs.
func thisMachine() (install.Machine, error) {
	home, err := os.UserHomeDir()
	if err != nil {
		return install.Machine{}, fmt.Errorf("find your home folder: %w", err)
	}
	config, err := os.UserConfigDir()
	if err != nil {
		return install.Machine{}, fmt.Errorf("find your configuration folder: %w", err)
	}
	program, err := ownProgram()
	if err != nil {
		return install.Machine{}, fmt.Errorf("find this program: %w", err)
	}
	path := filepath.SplitList(os.Getenv("PATH"))
	return install.Machine{
		System: runtime.GOOS,
		Roots: hostmanifest.Roots{
			Home: home, Config: config,
			Local: os.Getenv("LOCALAPPDATA"), Roaming: os.Getenv("APPDATA"), Common: os.Getenv("PROGRAMDATA"),
		},
		Folders:     folders(),
		Program:     install.StableProgram(program, path),
		Version:     version,
		Registry:    install.SystemRegistry(),
		Path:        path,
		Menus:       menus(home),
		Owns:        install.Owns,
		Quarantined: install.Quarantined,
	}, nil
}

// ownProgram returns the absolute path of this program. Without /proc, as in a
// bare chroot, the name by which it was started is looked up.
func ownProgram() (string, error) {
	program, err := os.Executable()
	if err == nil {
		return program, nil
	}
	named, lookErr := exec.LookPath(os.Args[0])
	if lookErr != nil {
		return "", err
	}
	return filepath.Abs(named)
}

// menus returns the folders with entries of the menu (XDG base directories).
func menus(home string) []string {
	dirs := os.Getenv("XDG_DATA_DIRS")
	if dirs == "" {
		dirs = "/usr/local/share:/usr/share"
	}
	own := os.Getenv("XDG_DATA_HOME")
	if !filepath.IsAbs(own) {
		own = filepath.Join(home, ".local", "share")
	}
	return append([]string{own}, filepath.SplitList(dirs)...)
}
