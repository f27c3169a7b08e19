package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"os"
	"path/filepath"
)

// sum returns the SHA-256 sum of a file of the release in hexadecimal digits.
func (r *release) sum(name string) (string, error) {
	if known, ok := r.sums[name]; ok {
		return known, nil
	}
	f, err := os.Open(filepath.Join(r.out, name))
	if err != nil {
		return "", err
	}
	defer f.Close()
	hash := sha256.New()
	if _, err := io.Copy(hash, f); err != nil {
		return "", err
	}
	r.sums[name] = hex.EncodeToString(hash.Sum(nil))
	return r.sums[name], nil
}

// writeSums writes the sums of all files in the form of sha256sum.
func (r *release) writeSums() error {
	entries, err := os.ReadDir(r.out)
	if err != nil {
		return err
	}
	var b bytes.Buffer
	for _, e := range entries {
		if !e.Type().IsRegular() {
			continue
		}
		sum, err := r.sum(e.Name())
		if err != nil {
			return err
		}
		fmt.Fprintf(&b, "%s  %s\n", sum, e.Name())
	}
	return os.WriteFile(filepath.Join(r.out, "SHA256SUMS"), b.Bytes(), 0o644)
}
