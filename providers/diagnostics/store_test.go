package diagnostics

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/fettle-dev/fettle/internal/limits"
	"github.com/fettle-dev/fettle/internal/testkit/must"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/signal"
)

const uri = "file:///p/a.py"

func doc(version int32, lines ...string) text.Snapshot {
	s := text.File("/p/a.py", "python", strings.Join(lines, "\n")+"\n")
	s.URI, s.Version = uri, version
	return s
}

// on makes a diagnostic that covers the first occurrence of a word.
func on(s text.Snapshot, word, tool, code, message string) signal.Diagnostic {
	i := strings.Index(s.Text(), word)
	if i < 0 {
		panic("no " + word)
	}
	return signal.Diagnostic{Tool: tool, Code: code, Message: message, Severity: signal.Error, Span: text.Span{Start: i, End: i + len(word)}, Version: s.Version}
}

// edit replaces the first occurrence of old and tells the store.
func edit(t *testing.T, st *Store, s text.Snapshot, old, new string) text.Snapshot {
	t.Helper()
	i := strings.Index(s.Text(), old)
	e := text.Edit{Span: text.Span{Start: i, End: i + len(old)}, New: new}
	next, err := s.Apply([]text.Edit{e})
	must.OK(t, err)
	next.Version = s.Version + 1
	st.Shift(s, next, []text.Edit{e})
	return next
}

// show prints diagnostics with the text they cover now.
func show(s text.Snapshot, list []signal.Diagnostic) []string {
	var out []string
	for _, d := range list {
		out = append(out, fmt.Sprintf("%d %s/%s %q", s.LineAt(d.Span.Start)+1, d.Tool, d.Code, s.Slice(d.Span)))
	}
	return out
}

func expect(t *testing.T, s text.Snapshot, got []signal.Diagnostic, want ...string) {
	t.Helper()
	if d := cmp.Diff(want, show(s, got)); d != "" {
		t.Errorf("(-want +got)\n%s", d)
	}
}

func TestShift(t *testing.T) {
	for _, c := range []struct {
		name, old, new string
		want           []string
	}{
		{"line above", "one\n", "one\nzero\n", []string{`3 ruff/F1 "two"`, `4 ruff/F3 "three"`}},
		{"line at its start", "two", "new\ntwo", nil},
		{"line before it", "\ntwo", "\nnew\ntwo", nil},
		{"own line", "two", "twos", []string{`3 ruff/F3 "three"`}},
		{"line below", "three", "xthree", []string{`2 ruff/F1 "two"`}},
		{"line above removed", "one\n", "", []string{`1 ruff/F1 "two"`, `2 ruff/F3 "three"`}},
		{"joined with the line above", "one\n", "one", []string{`2 ruff/F3 "three"`}},
		{"terminator", "\nthree", "three", nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			st := NewStore()
			s := doc(7, "one", "two", "three", "four")
			st.SetLinter(s, "ruff", []signal.Diagnostic{on(s, "two", "ruff", "F1", "m"), on(s, "three", "ruff", "F3", "m")})
			next := edit(t, st, s, c.old, c.new)
			got := show(next, st.For(next, nil))
			if c.want == nil {
				// Replacements that only touch the line: the line may be kept or
				// dropped, but never point to another text.
				for _, line := range got {
					if !strings.HasSuffix(line, `"two"`) && !strings.HasSuffix(line, `"three"`) {
						t.Errorf("moved to %s", line)
					}
				}
				return
			}
			if d := cmp.Diff(c.want, got); d != "" {
				t.Errorf("(-want +got)\n%s", d)
			}
		})
	}
}

// TestShiftNeverPointsElsewhere applies random edits: what is kept covers the
// same text, in a line of the same content.
func TestShiftNeverPointsElsewhere(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 9))
	pieces := []string{"", "\n", "x", "new\n", "\r\n", "a\nb", "\nz"}
	kept := 0
	for range 3000 {
		s := doc(1, "alpha", "beta", "", "gamma delta", "  eps")
		var list []signal.Diagnostic
		for _, w := range []string{"alpha", "beta", "delta", "eps"} {
			d := on(s, w, "ruff", "F1", w)
			d.Fix = &signal.ToolFix{Edits: []text.Edit{{Span: d.Span, New: "y"}}}
			list = append(list, d)
		}
		var edits []text.Edit
		at := 0
		for range 1 + r.IntN(2) {
			a := at + r.IntN(s.Len()-at+1)
			b := min(s.Len(), a+r.IntN(3)*r.IntN(4))
			edits = append(edits, text.Edit{Span: text.Span{Start: a, End: b}, New: pieces[r.IntN(len(pieces))]})
			at = b + 1
			if at > s.Len() {
				break
			}
		}
		next, err := s.Apply(edits)
		must.OK(t, err)
		for _, d := range Shift(s, edits, list) {
			kept++
			was := list[slices.IndexFunc(list, func(x signal.Diagnostic) bool { return x.Message == d.Message })]
			if next.Slice(d.Span) != s.Slice(was.Span) || next.Line(next.LineAt(d.Span.Start)) != s.Line(s.LineAt(was.Span.Start)) {
				t.Fatalf("%q %v: %q on line %q moved to %q on line %q", s.Text(), edits, s.Slice(was.Span), s.Line(s.LineAt(was.Span.Start)),
					next.Slice(d.Span), next.Line(next.LineAt(d.Span.Start)))
			}
			if d.Fix != nil && next.Slice(d.Fix.Edits[0].Span) != s.Slice(was.Fix.Edits[0].Span) {
				t.Fatalf("%q %v: the fix moved to %q", s.Text(), edits, next.Slice(d.Fix.Edits[0].Span))
			}
		}
	}
	if kept < 3000 {
		t.Errorf("only %d diagnostics survived", kept)
	}
}

func TestMergeOfSources(t *testing.T) {
	s := doc(3, "import os", "x = 1")
	st := NewStore()
	own := on(s, "os", "ruff", "F401", "`os` imported but unused")
	own.Related = []signal.Related{{Message: "here"}}
	own.Fix = &signal.ToolFix{Title: "Remove"}
	own.Doc = "https://docs"
	st.SetLinter(s, "ruff", []signal.Diagnostic{own})
	sent := on(s, "os", "Ruff", "F401", "`os` imported\nbut unused")
	sent.Doc = "https://elsewhere"
	got := st.For(s, []signal.Diagnostic{sent})
	if len(got) != 1 || got[0].Origin != signal.FromContext || len(got[0].Related) != 1 || got[0].Fix == nil || got[0].Doc != "https://docs" {
		t.Fatalf("got %+v", got)
	}
	// Without a code the message decides; another tool is another problem.
	bare := on(s, "os", "ruff", "", "`os`  imported but unused")
	other := on(s, "os", "flake8", "F401", "'os' imported but unused")
	expect(t, s, st.For(s, []signal.Diagnostic{bare, other}), `1 ruff/F401 "os"`, `1 flake8/F401 "os"`)
}

func TestPushVersions(t *testing.T) {
	st := NewStore()
	s7 := doc(7, "one", "two", "three")
	st.Push(s7, 7, nil)
	s8 := edit(t, st, s7, "one\n", "one\nnew\n")
	s9 := edit(t, st, s8, "three", "drei")
	old := []signal.Diagnostic{on(s7, "two", "ruff", "F1", "m"), on(s7, "three", "ruff", "F2", "m")}
	st.Receive(s9, 7, func(at text.Snapshot) []signal.Diagnostic {
		if at.Text() != s7.Text() {
			t.Errorf("positions of version 7 are read in %q", at.Text())
		}
		return old
	})
	expect(t, s9, st.For(s9, nil), `3 ruff/F1 "two"`)
	// A lint plugin sends its old positions again, with the new version.
	st.Push(s9, 9, respan(s7, s9, old))
	expect(t, s9, st.For(s9, nil), `3 ruff/F1 "two"`)
	// An empty set clears.
	st.Push(s9, 9, nil)
	expect(t, s9, st.For(s9, nil))
	// A push for a text that is still to come waits for it.
	s10 := doc(10, "zero", "one", "new", "two", "drei")
	st.Receive(s9, 10, func(at text.Snapshot) []signal.Diagnostic {
		return []signal.Diagnostic{on(at, "two", "ruff", "F1", "m")}
	})
	expect(t, s9, st.For(s9, nil))
	st.Shift(s9, s10, []text.Edit{{New: "zero\n"}})
	expect(t, s10, st.For(s10, nil), `4 ruff/F1 "two"`)
}

func TestLateLinterAndOtherTexts(t *testing.T) {
	st := NewStore()
	s1 := doc(1, "one", "two")
	st.SetLinter(s1, "ruff", nil)
	s2 := edit(t, st, s1, "one", "one\nnew")
	st.SetLinter(s1, "ruff", []signal.Diagnostic{on(s1, "two", "ruff", "F1", "m")})
	expect(t, s2, st.For(s2, nil), `3 ruff/F1 "two"`)
	expect(t, s1, st.For(s1, nil)) // not the newest text
	sent := on(s1, "one", "mypy", "misc", "m")
	expect(t, s1, st.For(s1, []signal.Diagnostic{sent}), `1 mypy/misc "one"`)
	st.Close(uri)
	expect(t, s2, st.For(s2, nil), `3 ruff/F1 "two"`)
	again := s2
	again.Incarnation, again.Version = 2, 1
	st.Push(again, 1, nil)
	expect(t, again, st.For(again, nil), `3 ruff/F1 "two"`)
	st.Drop(uri)
	expect(t, again, st.For(again, nil))
}

func TestNormalise(t *testing.T) {
	s := doc(1, "x = 1")
	d := Normalise(signal.Diagnostic{
		Tool: "printf", Code: "default", Message: "bad\x1b[31m\n```\nignore\u202e previous\u200b " + strings.Repeat("x", 1<<20),
		Span: text.Span{Start: -5, End: 1 << 30}, Severity: 9, Doc: "command:run",
	}, s)
	if d.Tool != "go vet" || d.Code != "printf" {
		t.Errorf("gopls' printf is %s/%s", d.Tool, d.Code)
	}
	if strings.ContainsAny(d.Message, "\n\x1b\u202e\u200b") || len([]rune(d.Message)) > limits.Message {
		t.Errorf("message %q", d.Message)
	}
	if d.Span != (text.Span{Start: 0, End: 6}) || d.Severity != signal.Error || d.Doc != "" {
		t.Errorf("got %+v", d)
	}
	for in, want := range map[string]string{"clippy::x": "clippy::x", "@typescript-eslint/no-x": "@typescript-eslint/no-x", "a b": "", "x\n": "x", "é": "",
		strings.Repeat("a", 81): ""} {
		if _, got := identity("eslint", in); got != want {
			t.Errorf("code %q is %q, want %q", in, got, want)
		}
	}
	for source, in := range map[string]string{"ts": "6133", "typescript": "6133", "tsserver": "TS6133"} { // a number in VS Code
		if tool, code := identity(source, in); tool != "tsc" || code != "TS6133" {
			t.Errorf("%s %s is %s/%s", source, in, tool, code)
		}
	}
	if tool, code := identity("sa4006", "default"); tool != "staticcheck" || code != "SA4006" {
		t.Errorf("gopls' SA4006 is %s/%s", tool, code)
	}
}

func TestManyDiagnostics(t *testing.T) {
	st, s, list := many()
	got := st.For(s, list)
	if len(got) != limits.DiagnosticsPerFile {
		t.Fatalf("%d kept", len(got))
	}
	for _, d := range got {
		if d.Severity != signal.Error {
			t.Fatal("a warning pushed an error out")
		}
	}
}

func many() (*Store, text.Snapshot, []signal.Diagnostic) {
	lines := slices.Repeat([]string{"value = compute(1)"}, 10_000)
	s := doc(1, lines...)
	var list []signal.Diagnostic
	for i := range 10_000 {
		at := s.LineStart(i)
		list = append(list, signal.Diagnostic{Tool: "ruff", Code: "F821", Message: fmt.Sprintf("Undefined name `compute` %d", i),
			Severity: signal.Severity(1 + i%2), Span: text.Span{Start: at + 8, End: at + 15}})
	}
	st := NewStore()
	st.Push(s, 1, list)
	st.SetLinter(s, "ruff", list)
	return st, s, list
}

func BenchmarkForTenThousand(b *testing.B) {
	st, s, list := many()
	for b.Loop() {
		st.For(s, list)
	}
}

func BenchmarkShift(b *testing.B) {
	st, s, _ := many()
	e := []text.Edit{{New: "x\n"}}
	next, _ := s.Apply(e)
	next.Version = 2
	for b.Loop() {
		st.Shift(s, next, e)
	}
}

// TestRepeatedBeyondTheLine: an old position that does not exist any more is
// still known again.
func TestRepeatedBeyondTheLine(t *testing.T) {
	st, was := NewStore(), doc(1, "return name")
	st.Push(was, 1, []signal.Diagnostic{on(was, "name", "ruff", "F1", "m")})
	next, err := was.Apply([]text.Edit{{New: "x\n"}})
	must.OK(t, err)
	next.Version = 2
	st.Shift(was, next, []text.Edit{{New: "x\n"}})
	st.Push(next, 2, respan(was, next, []signal.Diagnostic{on(was, "name", "ruff", "F1", "m")}))
	expect(t, next, st.For(next, nil), `2 ruff/F1 "name"`)
}

// TestRepeatedAfterAnEdit: what an edit touched is gone while it is only
// repeated, and back when the set names the version that is current.
func TestRepeatedAfterAnEdit(t *testing.T) {
	st := NewStore()
	s := doc(1, "one", "two")
	set := []signal.Diagnostic{on(s, "two", "ruff", "F1", "m")}
	st.Push(s, 1, set)
	s = edit(t, st, s, "two", "twoo")
	expect(t, s, st.For(s, nil))
	again := func(text.Snapshot) []signal.Diagnostic { return set }
	st.Receive(s, 1, again)
	expect(t, s, st.For(s, nil))
	st.Receive(s, Unversioned, again)
	expect(t, s, st.For(s, nil))
	st.Receive(s, s.Version, again)
	expect(t, s, st.For(s, nil), `2 ruff/F1 "two"`)
	s = edit(t, st, s, "one", "zero\none")
	st.Push(s, s.Version, respan(doc(1, "one", "two"), s, set)) // old positions with a new version: moved, not trusted
	expect(t, s, st.For(s, nil), `3 ruff/F1 "two"`)
}

// TestForIsDeterministic: what several tools say of one place comes in one order.
func TestForIsDeterministic(t *testing.T) {
	s := text.New("x = 1\n")
	s.URI = "file:///a.py"
	st := NewStore()
	for _, tool := range []string{"ruff", "mypy", "pyright", "bandit", "pytest"} {
		st.SetLinter(s, tool, []signal.Diagnostic{{Tool: tool, Code: "X1", Message: "m", Severity: signal.Error, Span: text.Span{Start: 0, End: 1}}})
	}
	want := st.For(s, nil)
	for range 100 {
		if got := st.For(s, nil); len(got) != 5 || !reflect.DeepEqual(got, want) {
			t.Fatalf("%v\nthen\n%v", want, got)
		}
	}
}
