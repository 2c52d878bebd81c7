package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestSecretsCounts: what is found is counted by rule and for 1,000 lines;
// files that are never sent do not count.
func TestSecretsCounts(t *testing.T) {
	dir := t.TempDir()
	value := strings.Repeat("k4", 3) + "Qz" + strings.Repeat("7w", 2)
	for name, text := range map[string]string{
		"a.py":  "x = 1\npassword = \"" + value + "\"\n" + strings.Repeat("y = 2\n", 97),
		".env":  "PASSWORD=" + value + "\n",
		"b.txt": "nothing\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	var out bytes.Buffer
	if err := runSecrets(t.Context(), &out, secretsOptions{dirs: []string{dir}, list: true}); err != nil {
		t.Fatal(err)
	}
	if s := out.String(); !strings.Contains(s, "a.py:2: assigned_") || !strings.Contains(s, "2      102       1    9.80") || strings.Contains(s, ".env") {
		t.Errorf("printed:\n%s", s)
	}
}
