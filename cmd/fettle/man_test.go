package main

import (
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/spf13/pflag"
)

// TestManualPages: there is one for each command, with all its flags, and groff
// has nothing to say about any.
func TestManualPages(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "man")
	if code := run([]string{"man", dir}, nil, io.Discard, io.Discard); code != 0 {
		t.Fatalf("exit code %d", code)
	}
	root := rootCommand(streams{nil, io.Discard, io.Discard})
	pages := append(shownCommands(root), root)
	if list, err := os.ReadDir(dir); err != nil || len(list) != len(pages) || len(pages) < 10 {
		t.Errorf("%d pages for %d commands: %v", len(list), len(pages), err)
	}
	groff, missing := exec.LookPath("groff")
	if missing != nil {
		t.Log("SKIPPED: groff is not installed, and does not read the pages")
	}
	for _, c := range pages {
		path := filepath.Join(dir, manName(c)+".1")
		page, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		c.Flags().VisitAll(func(f *pflag.Flag) {
			if want := "\\-\\-" + roff(f.Name); !f.Hidden && !strings.Contains(string(page), want) {
				t.Errorf("%s has no %s", path, f.Name)
			}
		})
		if missing != nil {
			continue
		}
		if out, err := exec.Command(groff, "-man", "-Tutf8", "-ww", "-z", path).CombinedOutput(); err != nil || len(out) > 0 {
			t.Errorf("%s: %v\n%s", path, err, out)
		}
	}
}

func TestRoff(t *testing.T) {
	for in, want := range map[string]string{"--a-b": `\-\-a\-b`, ".SH x": `\&.SH x`, "'x": `\&'x`, `a\b`: `a\eb`, "x…": `x\[u2026]`, "a\nb": "a b", "e.g. x": "e.g. x"} {
		if got := roff(in); got != want {
			t.Errorf("%q gives %q, want %q", in, got, want)
		}
	}
}
