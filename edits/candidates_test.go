package edits

import (
	"fmt"
	"strings"
	"testing"

	"github.com/fettle-dev/fettle/edits/window"
	"github.com/fettle-dev/fettle/internal/limits"
	"github.com/fettle-dev/fettle/internal/syntax"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/signal"
)

const shapes = `import math


class Circle:
    @property
    def area(self):
        if self.r == None:
            return 0
        return (
            math.pi
            * self.r
        )


def other():
    pass
`

func shapesFile() *syntax.File {
	node := func(k syntax.Kind, keyword, name string, first, last, parent int) syntax.Node {
		return syntax.Node{Kind: k, Keyword: keyword, Name: name, Lines: text.Lines{Start: first - 1, End: last}, Parent: parent}
	}
	return &syntax.File{Lang: "python", Nodes: []syntax.Node{
		node(syntax.Import, "import", "math", 1, 1, -1),
		node(syntax.Class, "class", "Circle", 4, 12, -1),
		node(syntax.Function, "def", "area", 5, 12, 1),
		node(syntax.Decorator, "", "property", 5, 5, 2),
		node(syntax.Block, "if", "", 7, 8, 2),
		node(syntax.Statement, "", "", 8, 8, 4),
		node(syntax.Statement, "", "", 9, 12, 2),
		node(syntax.Function, "def", "other", 15, 16, -1),
	}}
}

func TestCandidates(t *testing.T) {
	s := python(shapes)
	c := NewCandidates(s, set(run(window.Imports, 1, 1), run(window.Primary, 5, 12)), shapesFile(), diagnosticAt(s, 7, "`area` is odd"))
	var got []string
	for _, x := range c.List {
		id := string(x.ID)
		if i := strings.IndexByte(id, ':'); x.Lines.Len() > 0 {
			id = id[:i]
		}
		got = append(got, fmt.Sprintf("%s(%d-%d)", id, x.Lines.Start+1, x.Lines.End))
	}
	want := "BOW:IMPORTS(1-0) BOF(1-0) L1(1-1) I1(1-1) EOW:IMPORTS(2-1) " +
		"BOW:PRIMARY(5-4) F5(5-12) L5(5-5) D5(5-5) L6(6-6) B7(7-8) L7(7-7) L8(8-8) N9(9-12) L9(9-9) L10(10-10) L11(11-11) L12(12-12) EOW:PRIMARY(13-12)"
	if s := strings.Join(got, " "); s != want {
		t.Errorf("candidates\n%s\nwant\n%s", s, want)
	}
	for _, x := range c.List {
		y, reject := c.Lookup(x.ID)
		if reject != nil || y.Lines != x.Lines || y.Kind != x.Kind {
			t.Errorf("Lookup(%s) = %v, %v", x.ID, y, reject)
		}
	}
	if id := c.LineID(6); !strings.HasPrefix(string(id), "L7:") {
		t.Errorf("LineID(6) = %q", id)
	}
	if id := c.LineID(12); id != "" {
		t.Errorf("LineID(12) = %q, want none: the line is in no run", id)
	}
}

// A class that is partly outside, a closure inside a call and a neighbour
// behind a semicolon get no id of their own.
func TestCandidatesOwnTheirLines(t *testing.T) {
	src := "run(function go() {\n})\na = 1; b = (\n1)\n"
	s := text.File("/a.js", "javascript", src)
	f := &syntax.File{Nodes: []syntax.Node{
		{Kind: syntax.Function, Name: "go", Span: text.Span{Start: 4, End: 21}, Lines: text.Lines{Start: 0, End: 2}},
		{Kind: syntax.Statement, Span: text.Span{Start: strings.Index(src, "b ="), End: len(src) - 1}, Lines: text.Lines{Start: 2, End: 4}},
	}}
	for _, x := range NewCandidates(s, set(run(window.Primary, 1, 4)), f, signal.Diagnostic{}).List {
		if x.Kind == Function || x.Kind == Multi {
			t.Errorf("%s is offered, but it does not own its lines", x.ID)
		}
	}
}

func TestIDsAreUniqueAndLimited(t *testing.T) {
	s := python(strings.Repeat("return None\n", 1000))
	w := set(run(window.Primary, 100, 699))
	c := NewCandidates(s, w, nil, diagnosticAt(s, 400, ""))
	codes := map[string]bool{}
	first, last := 0, 0
	for _, x := range c.List {
		_, code, ok := strings.Cut(string(x.ID), ":")
		if x.Kind != Line || !ok {
			continue
		}
		if len(code) != 2 || codes[code] {
			t.Errorf("code %q of %s is malformed or used twice", code, x.ID)
		}
		codes[code] = true
		if first == 0 {
			first = x.Lines.Start + 1
		}
		last = x.Lines.End
	}
	if len(codes) != limits.Candidates {
		t.Errorf("%d ids, want %d", len(codes), limits.Candidates)
	}
	if c.LineID(399) == "" || c.LineID(395) == "" {
		t.Errorf("the lines at the diagnostic lost their ids; first %d, last %d", first, last)
	}
}

func TestRank(t *testing.T) {
	s := python(shapes)
	c := NewCandidates(s, set(run(window.Imports, 1, 1), run(window.Primary, 5, 12)), shapesFile(), diagnosticAt(s, 7, "the member `Circle.area` is odd"))
	want := map[string]int{
		"L1": scoreUnique + scoreNear - 6,
		"I1": scoreUnique + scoreNear - 6 + scoreImport,
		"F5": scoreUnique + scoreNear + scoreContains + scoreQuoted,
		"B7": scoreUnique + scoreNear + scoreSome + scoreContains,
		"L7": scoreUnique + scoreNear + scoreSome + scoreContains,
		"N9": scoreUnique + scoreNear - 2,
	}
	for _, x := range c.List {
		name, _, _ := strings.Cut(string(x.ID), ":")
		if n, ok := want[name]; ok && n != x.Score {
			t.Errorf("%s scores %d, want %d", name, x.Score, n)
		}
	}
}

func TestLookupRejects(t *testing.T) {
	s := python("a\nb\nc\nd\n")
	c := offer(s, 2, 3)
	l2, l3 := c.LineID(1), c.LineID(2)
	code := func(id AnchorID) string { return string(id[strings.IndexByte(string(id), ':'):]) }
	free := ":aa"
	for free == code(l2) || free == code(l3) {
		free = ":a" + string(free[2]+1)
	}
	for _, tt := range []struct {
		id   string
		code RejectCode
		says []string
	}{
		{"L2" + code(l3), RejectIDCheck, []string{string(l2), string(l3), `"b"`, `"c"`}},
		{"L2" + free, RejectIDCheck, []string{string(l2)}},
		{"L2", RejectIDCheck, []string{string(l2)}},
		{"L9" + code(l3), RejectIDCheck, []string{string(l3)}},
		{"L4" + free, RejectIDForeign, []string{"line 4"}},
		{"L999" + free, RejectIDUnknown, nil},
		{"F2" + code(l2), RejectIDCheck, nil},
		{"BOW:IMPORTS", RejectIDUnknown, []string{"IMPORTS"}},
		{"BOF", RejectIDUnknown, nil},
		{"X2" + code(l2), RejectIDUnknown, nil},
		{"", RejectIDUnknown, nil},
	} {
		_, reject := c.Lookup(AnchorID(tt.id))
		if reject == nil || reject.Code != tt.code {
			t.Errorf("Lookup(%q) = %v, want %s", tt.id, reject, tt.code)
			continue
		}
		for _, part := range tt.says {
			if !strings.Contains(reject.Detail, part) {
				t.Errorf("Lookup(%q) says %q, which lacks %q", tt.id, reject.Detail, part)
			}
		}
	}
	if near := c.Near(AnchorID("L4" + code(l2))); len(near) != 2 || near[0].ID != l2 || near[1].ID != l3 {
		t.Errorf("Near = %v", near)
	}
}

// Resolve is total on offered ids and fails on every mutation of one of their
// components.
func TestLookupFailsOnEveryMutation(t *testing.T) {
	s := python(shapes)
	c := NewCandidates(s, set(run(window.Primary, 1, 16)), shapesFile(), diagnosticAt(s, 7, ""))
	for _, x := range c.List {
		if x.Lines.Len() == 0 {
			continue
		}
		kind, line, code, _ := SplitID(x.ID)
		for _, k := range "LFCIDBN" {
			if CandidateKind(k) != kind {
				mustNotResolve(t, c, fmt.Sprintf("%c%d:%s", k, line+1, code))
			}
		}
		for l := range 20 {
			if l != line {
				mustNotResolve(t, c, fmt.Sprintf("%c%d:%s", kind, l+1, code))
			}
		}
		for _, a := range codeAlphabet {
			for _, b := range codeAlphabet {
				if other := string([]rune{a, b}); other != code {
					id := fmt.Sprintf("%c%d:%s", kind, line+1, other)
					if y, reject := c.Lookup(AnchorID(id)); reject == nil && y.Lines == x.Lines {
						t.Errorf("%s resolves though only %s was offered", id, x.ID)
					}
				}
			}
		}
	}
}

func mustNotResolve(t *testing.T, c Candidates, id string) {
	t.Helper()
	if _, reject := c.Lookup(AnchorID(id)); reject == nil {
		t.Errorf("%s resolves", id)
	}
}

func TestUsable(t *testing.T) {
	s := python("a\n" + strings.Repeat("x", limits.WindowLine+1) + "\nb\n")
	if r := offer(s, 1, 3).Usable(); r == nil || r.Code != RejectTooLarge {
		t.Errorf("Usable = %v, want too_large", r)
	}
	if r := offer(s, 3, 3).Usable(); r != nil {
		t.Errorf("Usable = %v, want nil: the long line is outside", r)
	}
}

// run makes a run of the 1-based lines first to last.
func run(role window.Role, first, last int) window.Run {
	return window.Run{Role: role, Index: 1, Lines: text.Lines{Start: first - 1, End: last}}
}

// set makes a window set of runs.
func set(runs ...window.Run) window.Set { return window.Set{Runs: runs} }

// diagnosticAt makes a diagnostic on a 1-based line.
func diagnosticAt(s text.Snapshot, line int, message string) signal.Diagnostic {
	return signal.Diagnostic{Tool: "tool", Code: "X1", Message: message, Span: s.LineSpan(line - 1)}
}

// python makes a snapshot of a Python file.
func python(src string) text.Snapshot { return text.File("/src/a.py", "python", src) }

// offer makes candidates of one PRIMARY run, the diagnostic on its first line.
func offer(s text.Snapshot, first, last int) Candidates {
	return NewCandidates(s, set(run(window.Primary, first, last)), nil, diagnosticAt(s, first, ""))
}
