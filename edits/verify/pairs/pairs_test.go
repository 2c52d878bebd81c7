package pairs_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/fettle-dev/fettle/edits/diff"
	"github.com/fettle-dev/fettle/edits/verify/pairs"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/signal"
)

// found reads findings of a text: "3 E1 message" is one on its third line.
func found(s text.Snapshot, list ...string) []signal.Diagnostic {
	var out []signal.Diagnostic
	for _, l := range list {
		var line int
		var code, message string
		if _, err := fmt.Sscanf(l, "%d %s", &line, &code); err != nil {
			panic(err)
		}
		_, message, _ = strings.Cut(l, code+" ")
		out = append(out, signal.Diagnostic{Tool: "tool", Code: code, Message: message, Severity: signal.Warning,
			Span: s.LineSpan(line - 1)})
	}
	return out
}

func texts(was, now string) *pairs.Texts {
	before, after := text.File("/a.py", "python", was), text.File("/a.py", "python", now)
	return &pairs.Texts{Before: before, After: after, Hunks: diff.Lines(before, after),
		Statement: func(line int) text.Lines { return text.Lines{Start: line, End: line + 1} }}
}

// TestOf: a finding is the one that it was, wherever the change has put its line; what else is said is new.
func TestOf(t *testing.T) {
	for name, c := range map[string]struct {
		was, now      string
		before, after []string
		want          []int
	}{
		"unchanged":  {"a\nb\n", "a\nb\n", []string{"1 E1 x"}, []string{"1 E1 x"}, []int{0}},
		"moved down": {"a\nb\n", "new\na\nb\n", []string{"2 E1 x"}, []string{"3 E1 x"}, []int{0}},
		"with other numbers": {"a\nb\n", "new\na\nb\n", []string{"2 E1 see line 2"}, []string{"3 E1 see line 3"},
			[]int{0}},
		"another code":           {"a\nb\n", "a\nb\n", []string{"1 E1 x"}, []string{"1 E2 x"}, []int{pairs.New}},
		"another message":        {"a\nb\n", "a\nb\n", []string{"1 E1 x"}, []string{"1 E1 y"}, []int{pairs.New}},
		"on another line":        {"a\nb\nc\n", "a\nb\nc\n", []string{"1 E1 x"}, []string{"2 E1 x"}, []int{pairs.New}},
		"on a line that changed": {"a\nb\nc\n", "a\nB\nc\n", []string{"2 E1 x"}, []string{"2 E1 x"}, []int{0}},
		"two, and one more": {"a\na\n", "a\na\n", []string{"1 E1 x", "2 E1 x"}, []string{"1 E1 x", "2 E1 x", "2 E1 x"},
			[]int{0, 1, pairs.New}},
		"the line moved as whole": {"a\nb\nc\nd\ne\nf\n", "b\nc\nd\ne\nf\na\n", []string{"1 E1 x"}, []string{"6 E1 x"},
			[]int{0}},
		"its line has gone": {"a\nb\nc\nd\ne\nf\n", "a\nc\nd\ne\nf\n", []string{"2 E1 x"}, []string{"5 E1 x"},
			[]int{pairs.New}},
		"said of the line below": {"a\nb\nc\n", "a\nc\n", []string{"2 E1 x"}, []string{"2 E1 x"}, []int{0}},
	} {
		t.Run(name, func(t *testing.T) {
			at := texts(c.was, c.now)
			p := pairs.Of(at, found(at.Before, c.before...), found(at.After, c.after...))
			if d := cmp.Diff(c.want, p.Of); d != "" {
				t.Error(d)
			}
			fresh := 0
			for _, i := range c.want {
				if i == pairs.New {
					fresh++
				}
			}
			if got := p.Fresh(); len(got) != fresh {
				t.Errorf("%v are new, want %d", got, fresh)
			}
		})
	}
}

// TestUntold: what was so before, though nobody came to say it, is not new.
func TestUntold(t *testing.T) {
	at := texts("a\n", "a\n")
	at.Untold = func(d signal.Diagnostic) bool { return d.Code == "E2" }
	p := pairs.Of(at, nil, found(at.After, "1 E1 x", "1 E2 x"))
	if d := cmp.Diff([]int{pairs.New, pairs.Untold}, p.Of); d != "" {
		t.Error(d)
	}
}

// TestAlong: known edits say where a place has come to, even between lines that read alike.
func TestAlong(t *testing.T) {
	at := texts("x\nx\n", "x\nx\nx\n")
	at.Way = diff.Along([]text.Edit{{New: "x\n"}})
	p := pairs.Of(at, found(at.Before, "1 E1 m"), found(at.After, "1 E1 m", "2 E1 m"))
	if d := cmp.Diff([]int{pairs.New, 0}, p.Of); d != "" {
		t.Error(d)
	}
}

// TestMovedOn: what a formatter says of a whole file names the first place only, and a hint is no new problem.
func TestMovedOn(t *testing.T) {
	at := texts("a\nb\nc\nd\ne\n", "A\nb\nc\nd\ne\n")
	before, after := found(at.Before, "1 format x"), found(at.After, "5 format x")
	for _, list := range [][]signal.Diagnostic{before, after} {
		list[0].Tool = "gofmt"
	}
	p := pairs.Of(at, before, after)
	if whole := after[0].OfFile(); p.MovedOn(0) != whole || len(p.Fresh()) == 0 != whole {
		t.Errorf("moved on: %v, new: %v; it is about the file: %v", p.MovedOn(0), p.Fresh(), whole)
	}
	hint := found(at.After, "5 E1 x")
	hint[0].Severity = signal.Hint
	if got := pairs.Of(at, nil, hint).Fresh(); len(got) != 0 {
		t.Errorf("a hint is new: %v", got)
	}
}

// TestKey: numbers count lines and columns, but are the parameters of a test.
func TestKey(t *testing.T) {
	key := func(tool, message string) string {
		return pairs.Key(signal.Diagnostic{Tool: tool, Code: "c", Message: message})
	}
	if key("mypy", "see line 3") != key("mypy", "see line 14") {
		t.Error("two lines are two problems")
	}
	if key("pytest", "test_a[1]: was 2") == key("pytest", "test_a[2]: was 2") {
		t.Error("two parameters are one test")
	}
	if key("pytest", "test_a[1]: was 2") != key("pytest", "test_a[1]: was 3") {
		t.Error("a test that says another number is another one")
	}
}

// TestOwn: a finding as an editor has shown it is found in the tool's words.
func TestOwn(t *testing.T) {
	at := texts("a\nb\n", "a\nb\n")
	p := pairs.Of(at, found(at.Before, "1 2304 Cannot find name 'x'.", "2 E1 said here"), nil)
	for shown, want := range map[string]string{
		"1 TS2304 x is missing": "Cannot find name 'x'.", "2 other x": "x", "2 E1 in other words": "said here", "1 E1 y": "y",
	} {
		if got := p.Own(found(at.Before, shown)[0]); got.Message != want {
			t.Errorf("%s: %q, want %q", shown, got.Message, want)
		}
	}
	nameless := signal.Diagnostic{Tool: "editor", Message: "said here (E1)", Span: at.Before.LineSpan(1)}
	if got := p.Own(nameless); got.Message != "said here" || got.Tool != "editor" {
		t.Errorf("without a code: %+v", got)
	}
}

// TestFewer: a problem that stands elsewhere now is not gone.
func TestFewer(t *testing.T) {
	at := texts("a\nb\n", "a\nc\n")
	two := found(at.Before, "1 E1 x", "2 E1 x")
	if pairs.Of(at, two, found(at.After, "1 E1 x", "2 E1 x")).Fewer(two[0]) {
		t.Error("as many are fewer")
	}
	if !pairs.Of(at, two, found(at.After, "1 E1 x")).Fewer(two[0]) {
		t.Error("one of two is as many")
	}
}
