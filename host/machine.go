package main

import (
	"fmt"
	"os"
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
	program, err := os.Executable()
	if err != nil {
		return install.Machine{}, fmt.Errorf("find this program: %w", err)
	}
	return install.Machine{
		System:   runtime.GOOS,
		Roots:    hostmanifest.Roots{Home: home, Config: config, Local: os.Getenv("LOCALAPPDATA"), Roaming: os.Getenv("APPDATA")},
		Folders:  folders(),
		Program:  program,
		Version:  version,
		Registry: install.SystemRegistry(),
	}, nil
}
