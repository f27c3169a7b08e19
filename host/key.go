package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"time"
)

// keyTime is how long a command may take to print a key. It is long enough to
// unlock a keychain.
const keyTime = time.Minute

// key returns the key of the service, "" if c names none.
func (c modelConfig) key() (string, error) {
	switch {
	case c.KeyEnv != "":
		key := strings.TrimSpace(os.Getenv(c.KeyEnv))
		if key == "" {
			return "", fmt.Errorf("the environment variable %s, which %s names for the key, is empty; set it, or use keyCommand", c.KeyEnv, modelFile)
		}
		return key, nil
	case len(c.KeyCommand) > 0:
		ctx, cancel := context.WithTimeout(context.Background(), keyTime)
		defer cancel()
		out, err := exec.CommandContext(ctx, c.KeyCommand[0], c.KeyCommand[1:]...).Output()
		key := strings.TrimSpace(string(out))
		if err != nil || key == "" {
			return "", fmt.Errorf("keyCommand in %s printed no key; run it in a terminal to see why: %s", modelFile, strings.Join(c.KeyCommand, " "))
		}
		return key, nil
	}
	return "", nil
}
