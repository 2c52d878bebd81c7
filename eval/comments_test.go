package main

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestComments: a comment deep inside a long function is asked, one of a short function
// or of its beginning is not, and its line is looked for in the answer.
func TestComments(t *testing.T) {
	long := "def f(a):\n    # this stands at the beginning of it\n"
	for i := range 60 {
		long += fmt.Sprintf("    step%d(a)\n", i)
		if i == 30 {
			long += "    # only the thirtieth step is told apart\n"
		}
	}
	short := "def g(a):\n" + strings.Repeat("    a()\n", 10) + "    # a comment of a short function here\n    return a\n"
	if got := commentsIn("a.py", long+"\n\n"+short); len(got) != 1 || got[0].text != "only the thirtieth step is told apart" {
		t.Fatalf("%+v", got)
	}
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "a.py"), []byte(long), 0o600); err != nil {
		t.Fatal(err)
	}
	if asked, shown, err := askComments(t.Context(), dir, 8, io.Discard); err != nil || asked != 1 || shown != 1 {
		t.Errorf("asked %d, shown %d, %v", asked, shown, err)
	}
}
