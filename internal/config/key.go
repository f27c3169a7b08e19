package config

import (
	"context"
	"fmt"
	"os/exec"
	"strings"
	"time"
)

// keyTimeout limits the command that prints a key. Unlocking a keychain may take
// the user a while.
const keyTimeout = time.Minute

// key returns the API key of the service, or "" if none is configured.
func (m Model) key(getenv func(string) string) (string, error) {
	switch {
	case m.KeyEnv != "":
		key := strings.TrimSpace(getenv(m.KeyEnv))
		if key == "" {
			return "", fmt.Errorf("the environment variable %s, named by keyEnv in %s, is empty; set it, or use keyCommand", m.KeyEnv, ModelFile)
		}
		return key, nil
	case len(m.KeyCommand) > 0:
		ctx, cancel := context.WithTimeout(context.Background(), keyTimeout)
		defer cancel()
		out, err := exec.CommandContext(ctx, m.KeyCommand[0], m.KeyCommand[1:]...).Output()
		key := strings.TrimSpace(string(out))
		if err != nil || key == "" {
			return "", fmt.Errorf("keyCommand in %s printed no key; run it in a terminal to find the cause: %s", ModelFile, strings.Join(m.KeyCommand, " "))
		}
		return key, nil
	}
	return "", nil
}
