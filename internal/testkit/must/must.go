// Package must ends a test at an error that it is not about.
package must

import (
	"os"
	"path/filepath"
	"testing"
)

// OK ends a test where err is not nil.
func OK(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// Write writes a text to a file, with the folders above it that are missing.
func Write(t testing.TB, path, text string) {
	t.Helper()
	OK(t, os.MkdirAll(filepath.Dir(path), 0o755))
	OK(t, os.WriteFile(path, []byte(text), 0o644))
}

// Read returns the text of a file.
func Read(t testing.TB, path string) string {
	t.Helper()
	data, err := os.ReadFile(path)
	OK(t, err)
	return string(data)
}

// WriteAll writes texts to files by their paths with slashes below a folder.
func WriteAll(t testing.TB, dir string, texts map[string]string) {
	t.Helper()
	for name, text := range texts {
		Write(t, filepath.Join(dir, filepath.FromSlash(name)), text)
	}
}
