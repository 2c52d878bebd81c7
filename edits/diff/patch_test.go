package diff

import (
	"strings"
	"testing"
)

// TestPatches: a diff of ours, applied and undone, gives the texts it was made of.
func TestPatches(t *testing.T) {
	for name, c := range map[string][2]string{
		"a line":          {"a\nb\nc\n", "a\nB\nc\n"},
		"at both ends":    {"a\nb\nc\nd\ne\nf\ng\nh\ni\n", "A\nb\nc\nd\ne\nf\ng\nh\nI\n"},
		"no last newline": {"a\nb", "a\nb\nc"},
		"one that came":   {"a", "a\n"},
		"emptied":         {"a\n", ""},
		"made":            {"", "a\nb\n"},
		"windows":         {"a\r\nb\r\n", "a\r\nc\r\n"},
	} {
		list, err := Patches("diff --git a/x b/x\n" + Unified("x", c[0], c[1]))
		if err != nil || len(list) != 1 {
			t.Fatalf("%s: %v %v", name, list, err)
		}
		if got, err := list[0].Apply(c[0]); err != nil || got != c[1] {
			t.Errorf("%s: %q %v", name, got, err)
		}
		if got, err := list[0].Undo(c[1]); err != nil || got != c[0] {
			t.Errorf("%s undone: %q %v", name, got, err)
		}
		if got, err := list[0].Apply("other\n" + c[0]); err == nil && c[0] != "" {
			t.Errorf("%s: another text became %q", name, got)
		}
	}
	renamed, err := Patches("diff --git a/x.py b/y.py\nsimilarity index 90%\nrename from x.py\nrename to y.py\n--- a/x.py\n+++ b/y.py\n@@ -1 +1 @@\n-a\n+b\n")
	if err != nil || len(renamed) != 1 || renamed[0].Old != "x.py" || renamed[0].New != "y.py" {
		t.Errorf("%+v %v", renamed, err)
	}
	made, err := Patches("--- /dev/null\n+++ b/n.py\t2026-01-01\n@@ -0,0 +1,2 @@\n+a\n+b\n")
	if err != nil || made[0].Old != "" || made[0].New != "n.py" {
		t.Errorf("%+v %v", made, err)
	}
}

// TestNoPatches: what is no whole diff is refused with its line.
func TestNoPatches(t *testing.T) {
	for in, want := range map[string]string{
		"hello\n":               "no unified diff",
		"@@ -1 +1 @@\n-a\n+b\n": "a hunk without a file",
		"--- a/x\n+++ b/x\n@@ -1,3 +1,3 @@\n a\n": "line 3: the hunk is cut off",
		"--- a/x\n+++ b/x\n@@ -1 +1 @@\n*a\n":     "line 4",
		"Binary files a/x and b/x differ\n":       "a change of a binary file",
	} {
		if list, err := Patches(in); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v %v", in, list, err)
		}
	}
}
