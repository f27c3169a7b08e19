package install

import (
	"errors"
	"fmt"

	win "golang.org/x/sys/windows/registry"
)

// SystemRegistry returns the current user's registry.
func SystemRegistry() Registry { return userRegistry{} }

// userRegistry is HKEY_CURRENT_USER.
type userRegistry struct{}

func (userRegistry) Get(key string) (string, bool, error) {
	k, err := win.OpenKey(win.CURRENT_USER, key, win.QUERY_VALUE)
	if errors.Is(err, win.ErrNotExist) {
		return "", false, nil
	}
	if err != nil {
		return "", false, fmt.Errorf("open %s: %w", key, err)
	}
	defer k.Close()
	value, _, err := k.GetStringValue("")
	if errors.Is(err, win.ErrNotExist) {
		return "", false, nil
	}
	if err != nil {
		return "", false, fmt.Errorf("read %s: %w", key, err)
	}
	return value, true, nil
}

func (userRegistry) Set(key, value string) error {
	k, _, err := win.CreateKey(win.CURRENT_USER, key, win.SET_VALUE)
	if err != nil {
		return fmt.Errorf("create %s: %w", key, err)
	}
	defer k.Close()
	if err := k.SetStringValue("", value); err != nil {
		return fmt.Errorf("write %s: %w", key, err)
	}
	return nil
}

func (userRegistry) Delete(key string) error {
	if err := win.DeleteKey(win.CURRENT_USER, key); err != nil && !errors.Is(err, win.ErrNotExist) {
		return fmt.Errorf("delete %s: %w", key, err)
	}
	return nil
}
