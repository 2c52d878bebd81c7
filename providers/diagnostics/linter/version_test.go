//go:build unix

package linter

import (
	"context"
	"os"
	"path/filepath"
	"testing"
)

// TestVersionIsAskedAgain: a program that did not answer in its time is asked again,
// some times; one that has answered is not.
func TestVersionIsAskedAgain(t *testing.T) {
	dir := realPath(t.TempDir())
	program, count := filepath.Join(dir, "mypy"), filepath.Join(dir, "count")
	place(t, program, "#!/bin/sh\necho x >> "+count+"\n[ -e "+filepath.Join(dir, "ready")+" ] || exec sleep 100\necho mypy 2.4.1\n")
	if err := os.Chmod(program, 0o700); err != nil {
		t.Fatal(err)
	}
	r := NewRunner(RunnerOptions{Trust: func(string, string) Trust { return Trusted }, Tools: map[string]ToolOptions{"mypy": {Argv: []string{program}}}})
	late, stop := context.WithCancel(t.Context())
	stop()
	if v := r.Version(late, "mypy", dir); v != "" {
		t.Errorf("without an answer: %q", v)
	}
	place(t, filepath.Join(dir, "ready"), "")
	for range 3 {
		if v := r.Version(t.Context(), "mypy", dir); v != "2.4.1" {
			t.Errorf("once it answers: %q", v)
		}
	}
	if data, err := os.ReadFile(count); err != nil || len(data) > len("x\nx\n") {
		t.Errorf("asked: %q, %v", data, err)
	}
}
