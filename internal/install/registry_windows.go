package install

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	win "golang.org/x/sys/windows/registry"
)

// SystemRegistry returns the registry of this computer.
func SystemRegistry() Registry { return systemRegistry{} }

type systemRegistry struct{}

// hive returns the hive of a key and the rest of its path.
func hive(key string) (win.Key, string) {
	name, path, _ := strings.Cut(key, `\`)
	if name == "HKLM" {
		return win.LOCAL_MACHINE, path
	}
	return win.CURRENT_USER, path
}

func (systemRegistry) Get(key string) (string, bool, error) {
	root, path := hive(key)
	k, err := win.OpenKey(root, path, win.QUERY_VALUE)
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

func (systemRegistry) Set(key, value string) error {
	root, path := hive(key)
	k, _, err := win.CreateKey(root, path, win.SET_VALUE)
	if err != nil {
		return fmt.Errorf("create %s: %w", key, err)
	}
	defer k.Close()
	if err := k.SetStringValue("", value); err != nil {
		return fmt.Errorf("write %s: %w", key, err)
	}
	return nil
}

func (systemRegistry) Delete(key string) error {
	root, path := hive(key)
	if err := win.DeleteKey(root, path); err != nil && !errors.Is(err, win.ErrNotExist) {
		return fmt.Errorf("delete %s: %w", key, err)
	}
	return nil
}

func (systemRegistry) Subkeys(key string) []string {
	root, path := hive(key)
	k, err := win.OpenKey(root, path, win.ENUMERATE_SUB_KEYS)
	if err != nil {
		return nil
	}
	defer k.Close()
	names, _ := k.ReadSubKeyNames(-1)
	return names
}

func (systemRegistry) Values(key string) map[string]string {
	root, path := hive(key)
	k, err := win.OpenKey(root, path, win.QUERY_VALUE)
	if err != nil {
		return nil
	}
	defer k.Close()
	names, _ := k.ReadValueNames(-1)
	values := map[string]string{}
	for _, name := range names {
		if text, _, err := k.GetStringValue(name); err == nil {
			values[name] = text
		} else if number, _, err := k.GetIntegerValue(name); err == nil {
			values[name] = strconv.FormatUint(number, 10)
		}
	}
	return values
}
