package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestPrinted asks a double of fettle, which prints what fettle fix --json prints.
func TestPrinted(t *testing.T) {
	dir := t.TempDir()
	double := filepath.Join(dir, "fettle")
	script := "#!/bin/sh\n[ \"$1 $2 $3\" = 'fix --json --unsafe' ] || exit 2\n" +
		`echo '{"line": 1, "diff": ""}'; echo '{"line": 3, "diff": "other"}'; echo '{"line": 2, "diff": "this"}'; exit 1` +
		"\n"
	if err := os.WriteFile(double, []byte(script), 0o700); err != nil {
		t.Fatal(err)
	}
	if got := printed(&console{TB: t}, double, "a.py", 2); got != "this" {
		t.Errorf("the diff of line 2 is %q", got)
	}
}

func TestShortened(t *testing.T) {
	params := `{"label":"x","edit":{"documentChanges":[{"edits":[{"newText":"a"}]}]}}`
	if got := compact([]byte(params)); got != `"edits":[{"newText":"a"` {
		t.Errorf("got %q", got)
	}
	if got := compact([]byte(`{"label":"x"}`)); got != `{"label":"x"}` {
		t.Errorf("without edits: %q", got)
	}
	if got := indent("a\nb\n"); got != "    a\n    b\n" {
		t.Errorf("got %q", got)
	}
}

// TestCleanUp runs what was registered from the last to the first, once.
func TestCleanUp(t *testing.T) {
	c := &console{TB: t}
	var order []string
	c.Cleanup(func() { order = append(order, "first") })
	c.Cleanup(func() { order = append(order, "second") })
	c.cleanUp()
	c.cleanUp()
	if !slices.Equal(order, []string{"second", "first"}) {
		t.Errorf("ran %s", strings.Join(order, ", "))
	}
}
