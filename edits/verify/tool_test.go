package verify

import (
	"context"
	"strings"
	"testing"

	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/signal"
)

func TestParse(t *testing.T) {
	runGates(t, []gateCase{
		{name: "go", lang: "go", before: "package a\n\nfunc f() { «BAD»() }\n", after: "package a\n\nfunc f() { f( }\n", want: Rejected, gate: Parse,
			detail: "syntax error in line 3: expected operand, found '}':  ⏎ func f() { f( }"},
		{name: "go, the parser quotes a raw string of two lines", lang: "go",
			before: "package a\n\nvar x = «BAD»\n", after: "package a\n\nvar `=1\n`\n", want: Rejected, gate: Parse,
			detail: "syntax error in line 3: expected 'IDENT', found `=1 `:  ⏎ var `=1 ⏎ `"},
		{name: "go, broken before", lang: "go", before: "package a\n\nfunc f() { «BAD»() }\n\nfunc g( {}\n", after: "package a\n\nfunc f() { h() }\n\nfunc g( {}\n", want: Verified},
		{name: "syntax only the tool knows", source: ToolUnsafe, before: "x = «BAD»\n", after: "class A[T = int]: pass\n", want: Verified},
		{name: "the tool's own syntax error", before: "x = «BAD»\n", after: "x = 'BROKEN'\n", want: Rejected, gate: Parse,
			detail: "tool cannot parse line 1: expected something: x = 'BROKEN'"},
	})
}

func TestTargetGone(t *testing.T) {
	runGates(t, []gateCase{
		{name: "still there", before: "x = «BAD»\n", after: "x = [BAD]\n", want: Rejected, gate: TargetGone, detail: "tool still reports X1 in line 1: bad thing BAD in line 1"},
		{name: "moved below", before: "x = «BAD»\ny = 1\nz = 1\nw = 1\n", after: "x = 1\ny = 1\nz = 1\nw = 1\nv = BAD\n", want: Rejected, gate: TargetGone,
			detail: "tool now reports X1 in line 5: the problem moved"},
		{name: "pushed down by an insertion", before: "x = «BAD»\n", after: "a = 1\nb = 2\nx = [BAD]\n", want: Rejected, gate: TargetGone, detail: "tool still reports X1 in line 3: bad thing BAD in line 3"},
		{name: "one of two on a line", before: "x = «BAD», BAD\n", after: "x = 1, BAD\n", want: Verified},
		{name: "none of two on a line", before: "x = «BAD», BAD\n", after: "x = BAD, [BAD]\n", want: Rejected, gate: TargetGone, detail: "tool still reports X1 in line 1: bad thing BAD in line 1"},
		{name: "the neighbour stays", before: "x = «BAD»\ny = BAD\n", after: "x = 1\ny = BAD\n", want: Verified},
		{name: "the neighbour goes instead", before: "x = «BAD»\ny = BAD\n", after: "x = [BAD]\ny = 2\n", want: Rejected, gate: TargetGone, detail: "tool still reports X1 in line 1: bad thing BAD in line 1"},
		{name: "a tool's fix takes another one first", source: ToolSafe, before: "x = «BAD»\ny = BAD\n", after: "x = [BAD]\ny = 2\n", want: Verified},
		{name: "others stay", before: "BAD\nx = «BAD»\nBAD\nWORSE\n", after: "BAD\nx = 3\nBAD\nWORSE\n", want: Verified},
		{name: "an editor's other words", message: "Bad Thing! (see the manual)", before: "x = «BAD»\n", after: "x = 2\n", want: Verified},
		{name: "an editor's other words, still there", message: "Bad Thing!", before: "x = «BAD»\n", after: "x = [BAD]\n", want: Rejected, gate: TargetGone, detail: "tool still reports X1 in line 1: bad thing BAD in line 1"},
		{name: "unknown to the tool", before: "x = «NICE»\n", after: "x = [NICE, len]\n", want: Unverified},
	})
}

func TestNothingNew(t *testing.T) {
	runGates(t, []gateCase{
		{name: "new error", before: "x = «BAD»\n", after: "x = 'WORSE'\n", want: Rejected, gate: NothingNew, detail: "tool reports something new: X2 in line 1: worse thing"},
		{name: "hint", before: "x = «BAD»\n", after: "x = 'HINTED'\n", want: Verified},
		{name: "old ones on changed lines", before: "x = WORSE, «BAD»\n", after: "x = [WORSE, len]\n", want: Verified},
		{name: "shifted", before: "x = «BAD»\ny = 'WORSE'\n", after: "x = 1\nz = 3\nw = 5\ny = 'WORSE'\n", want: Verified},
		{name: "carried along with its line", before: "f('WORSE')\na = 1\nb = 2\nc = 3\nx = «BAD»\n", after: "a = 1\nb = 2\nc = 3\nx = 2\nf('WORSE')\n", want: Verified},
		{name: "more of the same", before: "x = «BAD»\ny = 'WORSE'\n", after: "x = 'WORSE'\ny = 'WORSE'\n", want: Rejected, gate: NothingNew, detail: "tool reports something new: X2 in line 1: worse thing"},
		{name: "many", before: "x = «BAD»\n", after: "x = 'WORSE WORSE WORSE WORSE WORSE'\n", want: Rejected, gate: NothingNew,
			detail: "tool reports something new: X2 in line 1: worse thing; X2 in line 1: worse thing; X2 in line 1: worse thing; and 2 more"},
	})
}

// unusedImports reports "import x" of modules whose name stands nowhere else,
// with the fix that removes the line, besides the words of fake.
func unusedImports(unsafe signal.Applicability) Lint {
	return func(ctx context.Context, tool string, s text.Snapshot) ([]signal.Diagnostic, error) {
		out, err := fake(badWords)(ctx, tool, s)
		for l := range s.LineCount() {
			name, ok := strings.CutPrefix(s.Line(l), "import ")
			if ok && strings.Count(s.Text(), name) == 1 {
				out = append(out, signal.Diagnostic{Tool: tool, Code: "F401", Message: name + " unused", Severity: signal.Warning, Span: s.LineSpan(l),
					Fix: &signal.ToolFix{Applicability: unsafe, Edits: []text.Edit{{Span: s.FullLineSpan(l)}}}})
			}
		}
		return out, err
	}
}

func TestCascade(t *testing.T) {
	for _, c := range []struct {
		name, before string
		source       Source
		lint         Lint
		want         Verdict
		text, detail string
	}{
		{"merged", "|import osx\n|\n|x = osx.«BAD»\n", Model, unusedImports(signal.Safe), Verified, "\nx = 1\n", "merged the tool's own fix of F401 in line 1: osx unused"},
		{"outside the window", "import osx\n\n|x = osx.«BAD»\n", Model, unusedImports(signal.Safe), Rejected, "import osx\n\nx = 1\n", ""},
		{"outside the lines of a tool's fix", "import osx\n\nx = osx.«BAD»\n", ToolSafe, unusedImports(signal.Safe), Verified, "\nx = 1\n", "merged the tool's own fix of F401 in line 1: osx unused"},
		{"outside the lines of a rule's fix", "import osx\n\nx = osx.«BAD»\n", Rule, unusedImports(signal.Safe), Verified, "\nx = 1\n", "merged the tool's own fix of F401 in line 1: osx unused"},
		{"unsafe fix", "|import osx\n|\n|x = osx.«BAD»\n", ToolSafe, unusedImports(signal.Unsafe), Rejected, "import osx\n\nx = 1\n", ""},
	} {
		in := inputOf(gateCase{before: c.before, after: "import osx\n\nx = 1\n", lint: c.lint})
		in.Source = c.source
		r := Run(t.Context(), in)
		if r.Verdict != c.want || r.Text != c.text {
			t.Errorf("%s: got %v %q, want %v %q\n%+v", c.name, r.Verdict, r.Text, c.want, c.text, r.Results)
		}
		detail := ""
		for _, res := range r.Results {
			if res.Gate == Cascade {
				detail = res.Detail
			}
		}
		if detail != c.detail {
			t.Errorf("%s: detail %q, want %q", c.name, detail, c.detail)
		}
		if c.want == Rejected && (r.Reject == nil || len(r.New) != 1) {
			t.Errorf("%s: reject %v, new %v", c.name, r.Reject, r.New)
		}
	}
}

// TestParameters: tests that differ by their parameters alone are different ones:
// another one that passes now does not make a failed one pass, and another one
// that fails is new.
func TestParameters(t *testing.T) {
	before := text.File("/p/calc.py", "python", "def half(n):\n    return n // 2 + 1\n")
	after := "def half(n):\n    return (n + 1) // 2\n"
	fails := func(tests ...string) []signal.Diagnostic {
		var out []signal.Diagnostic
		for _, name := range tests {
			out = append(out, signal.Diagnostic{Tool: "pytest", Code: "AssertionError", Message: "test_half[" + name + "]: assert 1 == 0", Severity: signal.Error, Span: text.Span{Start: 0, End: 3}})
		}
		return out
	}
	for _, c := range []struct {
		name     string
		was, now []signal.Diagnostic
		good     bool
	}{
		{"gone", fails("1", "2"), fails("2"), true},
		{"another one gone", fails("1", "2"), fails("1"), false},
		{"another one fails", fails("1"), fails("3"), false},
		{"all gone", fails("1", "2"), nil, true},
	} {
		r := Run(t.Context(), Input{Before: before, After: after, Target: c.was[0], Requirement: signal.Require(c.was[0]), Known: c.was, Windows: whole(before), Source: Rule,
			Lint: func(context.Context, string, text.Snapshot) ([]signal.Diagnostic, error) { return c.now, nil }})
		if (r.Verdict != Rejected) != c.good {
			t.Errorf("%s: %v: %v", c.name, r.Verdict, r.Results)
		}
	}
}

// TestSorted: a finding that stands in a line that was sorted, within it and among
// others, is the old one; one more of it is new.
func TestSorted(t *testing.T) {
	before := "from typing import List, Dict\nimport sys\nimport os\nfrom a import b\n\nx = 1\n"
	after := "import os\nimport sys\nfrom typing import Dict, List\n\nfrom a import b\n\nx = 1\n"
	s := text.File("/p/a.py", "python", before)
	says := func(in, name, at string) signal.Diagnostic {
		i := strings.Index(in, at)
		return signal.Diagnostic{Tool: "ruff", Code: "UP035", Message: "`typing." + name + "` is deprecated", Severity: signal.Warning, Span: text.Span{Start: i, End: i + 4}}
	}
	target := signal.Diagnostic{Tool: "ruff", Code: "I001", Message: "Import block is un-sorted", Severity: signal.Warning, Span: text.Span{Start: 0, End: 20}}
	was := []signal.Diagnostic{says(before, "List", "from typing"), says(before, "Dict", "from typing"), target}
	for _, c := range []struct {
		name string
		now  []signal.Diagnostic
		good bool
	}{
		{"in another order", []signal.Diagnostic{says(after, "Dict", "from typing"), says(after, "List", "from typing")}, true},
		{"once more", []signal.Diagnostic{says(after, "Dict", "from typing"), says(after, "List", "from typing"), says(after, "List", "import os")}, false},
		{"another one", []signal.Diagnostic{says(after, "Dict", "from typing"), says(after, "Set", "from typing")}, false},
		{"in a line that stood", []signal.Diagnostic{says(after, "Dict", "from typing"), says(after, "List", "x = 1")}, false},
	} {
		r := Run(t.Context(), Input{Before: s, After: after, Target: target, Requirement: signal.Require(target), Known: was, Windows: whole(s), Source: ToolSafe,
			Lint: func(context.Context, string, text.Snapshot) ([]signal.Diagnostic, error) { return c.now, nil }})
		if (r.Verdict == Verified) != c.good {
			t.Errorf("%s: %v: %v", c.name, r.Verdict, r.Results)
		}
	}
}
