package diff

import (
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"github.com/fettle-dev/fettle/internal/testkit"
	"github.com/fettle-dev/fettle/internal/testkit/must"
	"github.com/fettle-dev/fettle/internal/text"
)

func TestMinimal(t *testing.T) {
	type edit struct {
		start, end int
		new        string
	}
	for _, tt := range []struct {
		name, old, new string
		want           []edit
	}{
		{"equal", "a\n", "a\n", nil},
		{"one word", "if r == None:\n", "if r is None:\n", []edit{{5, 7, "is"}}},
		{"line added", "a\nc\n", "a\nb\nc\n", []edit{{2, 2, "b\n"}}},
		{"line removed", "a\nb\nc\n", "a\nc\n", []edit{{2, 4, ""}}},
		{"two places", "a\nx\nb\ny\n", "a\nX\nb\nY\n", []edit{{2, 3, "X"}, {6, 7, "Y"}}},
		{"two lines stay whole", "ab\ncd\n", "aB\ncD\n", []edit{{0, 6, "aB\ncD\n"}}},
		{"terminator only", "a\nb\n", "a\r\nb\n", []edit{{1, 2, "\r\n"}}},
		{"final newline", "a", "a\n", []edit{{1, 1, "\n"}}},
		{"inside a rune", "é\n", "è\n", []edit{{0, 2, "è"}}},
		{"inside a surrogate pair", "x𝒜y\n", "x𝒞y\n", []edit{{1, 5, "𝒞"}}},
		{"combining mark", "e\u0301\n", "e\u0300\n", []edit{{0, 3, "e\u0300"}}},
		{"half a flag", "🇩🇪\n", "🇩🇰\n", []edit{{0, 8, "🇩🇰"}}},
		{"joined emoji", "👩\u200d🔬\n", "👩\u200d🚀\n", []edit{{0, 11, "👩\u200d🚀"}}},
		{"from empty", "", "a\n", []edit{{0, 0, "a\n"}}},
		{"to empty", "a\n", "", []edit{{0, 2, ""}}},
		{"lone returns", "a\rb\rc\r", "a\rx\rc\r", []edit{{2, 3, "x"}}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var got []edit
			for _, e := range Minimal(tt.old, tt.new) {
				got = append(got, edit{e.Span.Start, e.Span.End, e.New})
			}
			if d := cmp.Diff(tt.want, got, cmp.AllowUnexported(edit{})); d != "" {
				t.Error(d)
			}
			checkMinimal(t, tt.old, tt.new)
		})
	}
}

// checkMinimal holds for every pair of texts: the edits give the new text, they
// are sorted and disjoint, they split no character, and their inverse gives the
// old text back.
func checkMinimal(t *testing.T, old, new string) {
	t.Helper()
	edits := Minimal(old, new)
	next, err := text.New(old).Apply(edits)
	if err != nil || next.Text() != new {
		t.Fatalf("Minimal(%q, %q) = %v gives %q, %v", old, new, edits, next.Text(), err)
	}
	at, shift := -1, 0
	var inverse []text.Edit
	for _, e := range edits {
		if e.Span.Start <= at {
			t.Fatalf("Minimal(%q, %q): %v is not behind %d", old, new, e, at)
		}
		at = e.Span.End
		for _, i := range []int{e.Span.Start, e.Span.End} {
			if utf8.ValidString(old) && !boundary(old, i) {
				t.Fatalf("Minimal(%q, %q): %v splits a character", old, new, e)
			}
		}
		start := e.Span.Start + shift
		inverse = append(inverse, text.Edit{Span: text.Span{Start: start, End: start + len(e.New)}, New: old[e.Span.Start:e.Span.End]})
		shift += len(e.New) - e.Span.Len()
	}
	if back, err := next.Apply(inverse); err != nil || back.Text() != old {
		t.Fatalf("the inverse of Minimal(%q, %q) gives %q, %v", old, new, back.Text(), err)
	}
}

// randomText makes a text with every terminator and awkward characters.
func randomText(r *rand.Rand) string {
	parts := []string{"a", "b", "\n", "\n", "\n", "\r\n", "\r", "\t", "é", "e\u0301", "𝒜", "\u200d", "🇩", "\u2028", "-", "\\"}
	var b strings.Builder
	for range r.IntN(30) {
		b.WriteString(parts[r.IntN(len(parts))])
	}
	return b.String()
}

// mutate changes a few pieces of a text.
func mutate(r *rand.Rand, s string) string {
	lines := SplitLines(s)
	for range 1 + r.IntN(3) {
		i := r.IntN(len(lines) + 1)
		switch {
		case i == len(lines) || r.IntN(3) == 0:
			lines = append(lines[:i:i], append([]string{randomText(r)}, lines[i:]...)...)
		case r.IntN(2) == 0:
			lines = append(lines[:i:i], lines[i+1:]...)
		default:
			lines[i] = "x" + lines[i]
		}
	}
	return strings.Join(lines, "")
}

func TestMinimalOfRandomTexts(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 3000 {
		old := randomText(r)
		checkMinimal(t, old, mutate(r, old))
		checkMinimal(t, old, randomText(r))
	}
}

func FuzzMinimal(f *testing.F) {
	f.Add("a\nb\n", "a\nc\n")
	f.Add("a\r\nb", "a\rb")
	f.Add("é\xff", "è\xfe\n")
	f.Fuzz(checkMinimal)
}

// Whoever applies the unified diff has the new text.
func FuzzUnified(f *testing.F) {
	f.Add("a\nb\n", "a\nc\n")
	f.Add("a\r\nb", "")
	f.Fuzz(func(t *testing.T, old, new string) {
		if got := patched(t, old, Unified("f", old, new)); got != new {
			t.Fatalf("the diff of %q and %q gives %q", old, new, got)
		}
	})
}

// patched applies a unified diff by its line numbers, as patch does. Lines end in
// "\n" there; a "\r" is a character like any other.
func patched(t *testing.T, old, patch string) string {
	t.Helper()
	lines := strings.SplitAfter(old, "\n")
	var out strings.Builder
	at, before := 0, byte(0)
	for i, l := range strings.SplitAfter(patch, "\n") {
		switch {
		case i < 2 || l == "":
		case strings.HasPrefix(l, "@@"):
			var start, count int
			if _, err := fmt.Sscanf(l, "@@ -%d,%d", &start, &count); err != nil {
				count = 1
				if _, err := fmt.Sscanf(l, "@@ -%d", &start); err != nil {
					t.Fatalf("%q is no header of a hunk", l)
				}
			}
			if count > 0 {
				start--
			}
			for ; at < start; at++ {
				out.WriteString(lines[at])
			}
		case l[0] == '\\':
			if before != '-' {
				s := strings.TrimSuffix(out.String(), "\n")
				out.Reset()
				out.WriteString(s)
			}
		case l[0] == '+':
			out.WriteString(l[1:])
		default:
			if got := strings.TrimSuffix(lines[at], "\n"); got != strings.TrimSuffix(l[1:], "\n") {
				t.Fatalf("line %d is %q, the diff says %q", at+1, got, l)
			}
			if at++; l[0] == ' ' {
				out.WriteString(l[1:])
			}
		}
		if l != "" {
			before = l[0]
		}
	}
	for ; at < len(lines); at++ {
		out.WriteString(lines[at])
	}
	return out.String()
}

func TestUnified(t *testing.T) {
	got := Unified("src/a b.py", "1\n2\n3\n4\n5\n6\n7\n8\n9\nend", "1\n2\n3\n4\nfive\n6\n7\n8\n9\nend\n")
	want := "--- a/src/a b.py\t\n+++ b/src/a b.py\t\n@@ -2,9 +2,9 @@\n 2\n 3\n 4\n-5\n+five\n 6\n 7\n 8\n 9\n-end\n\\ No newline at end of file\n+end\n"
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
	if got := Unified("a", "x\n", "x\n"); got != "" {
		t.Errorf("equal texts give %q", got)
	}
}

// The program git apply makes the new text of the diff.
func TestGitAppliesUnified(t *testing.T) {
	git := testkit.Tool(t, "git")
	check := func(name, old, new string) {
		t.Helper()
		dir := t.TempDir()
		file := filepath.Join(dir, name)
		must.OK(t, os.WriteFile(file, []byte(old), 0o600))
		patch := Unified(name, old, new)
		if patch == "" {
			return
		}
		cmd := exec.CommandContext(t.Context(), git, "apply", "--whitespace=nowarn", "-")
		cmd.Dir = dir
		cmd.Env = append(os.Environ(), "GIT_CEILING_DIRECTORIES="+filepath.Dir(dir), "GIT_CONFIG_GLOBAL=/dev/null")
		cmd.Stdin = strings.NewReader(patch)
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("git apply of %q\n(%q → %q): %v %s", patch, old, new, err, out)
		}
		got, err := os.ReadFile(file)
		if err != nil || string(got) != new {
			t.Fatalf("git apply of %q gives %q, %v, want %q", patch, got, err, new)
		}
	}
	check("a.txt", "a\nb\n", "a\nc\n")
	check("a.txt", "a\r\nb\r\n", "a\r\nc\r\n")
	check("a.txt", "a\nb", "a\nb\n")
	check("a.txt", "a\nb\n", "a\nb")
	check("a.txt", "", "a\n")
	check("with blank.txt", "a\n", "b\n")
	check("quo\"te\\.txt", "a\n", "b\n")
	check("tab\tname.txt", "a\n", "b\n")
	check("ümlaut.txt", "a\n", "b\n")
	check("a.txt", strings.Repeat("x\n", 40)+"a\n"+strings.Repeat("x\n", 5)+"b\n"+strings.Repeat("x\n", 40),
		strings.Repeat("x\n", 40)+"A\n"+strings.Repeat("x\n", 5)+"B\n"+strings.Repeat("x\n", 40))
	r := rand.New(rand.NewPCG(3, 4))
	for range 150 {
		old := randomText(r)
		if new := mutate(r, old); new != "" {
			check("f.txt", old, new)
		}
	}
}
