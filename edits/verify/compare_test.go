package verify

import (
	"slices"
	"strings"
	"testing"

	"github.com/fettle-dev/fettle/edits/diff"
	"github.com/fettle-dev/fettle/internal/testkit/must"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/signal"
)

// TestNextOfAChain: ruff reports the first of a chain of branches; once that is
// mended, the next one two lines below is not the same problem (RET505). Within one
// statement it is.
func TestNextOfAChain(t *testing.T) {
	chain := "def f(a):\n    if a == 1:\n        return 1\n    elif a == 2:\n        return 2\n    elif a == 3:\n        return 3\n"
	call := "x = f(\n    1,\n    a,\n)\n"
	for _, c := range []struct {
		name, was, now string
		old, fresh     int // lines
		gone           bool
	}{
		{"the next branch", chain, "def f(a):\n    if a == 1:\n        return 1\n    if a == 2:\n        return 2\n    elif a == 3:\n        return 3\n", 3, 5, true},
		{"the same branch", chain, "def f(a):\n    if a == 1:\n        return 1\n    elif a == 5:\n        return 2\n    elif a == 3:\n        return 3\n", 3, 3, false},
		{"another line of the statement", call, "x = f(\n    2,\n    a,\n)\n", 1, 2, false},
	} {
		was, now := text.File("/src/a.py", "python", c.was), text.File("/src/a.py", "python", c.now)
		at := func(s text.Snapshot, line int) []signal.Diagnostic {
			return []signal.Diagnostic{{Tool: "ruff", Code: "RET505", Message: "unnecessary", Span: s.LineSpan(line)}}
		}
		got := Compare(was, now, at(was, c.old), at(now, c.fresh))
		if got.Gone[0] != c.gone || (len(got.New) == 1) != c.gone {
			t.Errorf("%s: gone %v, new %v", c.name, got.Gone, got.New)
		}
	}
}

// TestAlong: where the edits are known, each of many equal findings is found again
// where its place has gone, and nowhere else.
func TestAlong(t *testing.T) {
	report := func(s text.Snapshot, what string) (out []signal.Diagnostic) {
		for at := 0; ; at++ {
			i := strings.Index(s.Text()[at:], what)
			if i < 0 {
				return out
			}
			at += i
			out = append(out, signal.Diagnostic{Tool: "ruff", Code: "Q000", Message: "found", Span: text.Span{Start: at, End: at + len(what)}})
		}
	}
	for _, c := range []struct {
		name, was, what string
		edits           []text.Edit
		gone            []bool
		fresh           int
	}{
		{"on the same line", "x = [`a, `b]\ny = [`a, `b]\nz = `c\n", "`", []text.Edit{
			{Span: text.Span{Start: 5, End: 6}, New: "''"}, {Span: text.Span{Start: 22, End: 23}}, {Span: text.Span{Start: 13, End: 13}, New: "# new\n"}},
			[]bool{true, false, false, true, false}, 0},
		{"a line that reads like it", "if a:\n    r\nelse:\n    r\nif b:\n    if c:\n        r\n    else:\n        r\n", "\nelse:", []text.Edit{
			{Span: text.Span{Start: 12, End: 17}, New: "if 1:"}, {Span: text.Span{Start: 30, End: 68}, New: "if c:\n    r\nelse:\n    r\n"}},
			[]bool{true}, 1},
	} {
		was := text.File("/src/a.py", "python", c.was)
		now, err := was.Apply(c.edits)
		must.OK(t, err)
		way := diff.Along(c.edits)
		along := Along{Way: way, Hunks: way.Lines(was, now),
			Statement: func(line int) text.Lines { return text.Lines{Start: line, End: line + 1} }}
		got := along.Compare(was, now, report(was, c.what), report(now, c.what))
		if !slices.Equal(got.Gone, c.gone) || len(got.New) != c.fresh {
			t.Errorf("%s: gone %v, new %v\n%s", c.name, got.Gone, got.New, now.Text())
		}
	}
}

// TestFormatterMovesOn: a formatter names the first place of a file that it would
// change. What it says of the next one it has said of the file before, and a file
// that was well formatted is not allowed to be otherwise.
func TestFormatterMovesOn(t *testing.T) {
	const said = "File is not properly formatted"
	was := text.File("/src/a.go", "go", "package a\n\nvar  a = 1\n\nvar b = 2\n\nvar  c = 3\n")
	now := text.File("/src/a.go", "go", "package a\n\nvar a = 1\n\nvar b = 2\n\nvar  c = 3\n")
	for _, c := range []struct {
		name, tool, code string
		was              []int
		fresh            int
	}{
		{"the next place", "golangci-lint", "gofmt", []int{2}, 0},
		{"a file that was in order", "golangci-lint", "gofmt", nil, 1},
		{"a linter", "golangci-lint", "whitespace", []int{2}, 1},
		{"another tool", "ruff", "gofmt", []int{2}, 1},
	} {
		at := func(s text.Snapshot, lines ...int) (out []signal.Diagnostic) {
			for _, l := range lines {
				out = append(out, signal.Diagnostic{Tool: c.tool, Code: c.code, Message: said, Severity: signal.Warning, Span: s.LineSpan(l)})
			}
			return out
		}
		got := Compare(was, now, at(was, c.was...), at(now, 6))
		if len(got.New) != c.fresh || len(c.was) == 1 && !got.Gone[0] {
			t.Errorf("%s: gone %v, new %v", c.name, got.Gone, got.New)
		}
		p := newCheck(Input{Before: was, After: now.Text()}).pair(at(was, c.was...), at(now, 6))
		if len(p.Fresh()) != c.fresh {
			t.Errorf("%s: one fix alone brings %v", c.name, p.Fresh())
		}
		if len(c.was) == 0 {
			continue
		}
		check := newCheck(Input{Before: was, After: now.Text(), Target: at(was, 2)[0]})
		if out := check.gone(p); (out.state == Pass) != (c.fresh == 0) {
			t.Errorf("%s: gone? %+v", c.name, out)
		}
	}
}
