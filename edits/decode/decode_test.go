package decode

import (
	"fmt"
	"strings"
	"testing"

	"github.com/fettle-dev/fettle/edits"

	"github.com/google/go-cmp/cmp"

	"github.com/fettle-dev/fettle/edits/window"
	"github.com/fettle-dev/fettle/internal/syntax"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/signal"
)

// shapesText is the document of most decoder tests.
const shapesText = `import math


def area(r):
    if r == None:
        return None
    return math.pi * r ** 2


def side(a):
    return None
`

func request(lang, body string, runs ...window.Run) edits.Candidates {
	s := text.File("/repo/src/shapes.py", lang, body)
	return edits.NewCandidates(s, window.Set{Runs: runs}, syntax.Parse(lang, body), signal.Diagnostic{})
}

// area is a request for the function area, lines 4 to 7.
func area() edits.Candidates {
	return request("python", shapesText, run(window.Imports, 1, 1), run(window.Primary, 4, 7))
}

// expand replaces <4> by the id of line 4, and so on.
func expand(c edits.Candidates, answer string) string {
	for i := range c.Snapshot.LineCount() {
		answer = strings.ReplaceAll(answer, fmt.Sprintf("<%d>", i+1), string(c.LineID(i)))
	}
	return answer
}

// show prints what a decoded script does, one line for each op.
func show(c edits.Candidates, s edits.Script, r *edits.Reject) string {
	if r != nil {
		return "reject " + string(r.Code)
	}
	switch s.Status {
	case edits.StatusNoFix:
		return "no_fix " + s.Reason
	case edits.StatusNeeds:
		return fmt.Sprintf("needs %d-%d %s", s.Needs[0], s.Needs[1], s.Reason)
	}
	var b strings.Builder
	for i, op := range s.Ops {
		if i > 0 {
			b.WriteString("; ")
		}
		b.WriteString(op.Kind.String())
		switch {
		case op.Place != nil:
			fmt.Fprintf(&b, " @%d+%d", op.Place.Start+1, op.Place.Len())
		default:
			fmt.Fprintf(&b, " %s", short(c, op.From))
			if op.To != "" && op.To != op.From {
				fmt.Fprintf(&b, "-%s", short(c, op.To))
			}
		}
		if op.Lines != nil {
			fmt.Fprintf(&b, " %q", op.Lines)
		}
	}
	return b.String()
}

// short drops the code of an id that exists, which tests cannot know.
func short(c edits.Candidates, id edits.AnchorID) string {
	if _, r := c.Lookup(id); r == nil && strings.Contains(string(id), ":") && !strings.HasPrefix(string(id), "BOW") && !strings.HasPrefix(string(id), "EOW") {
		s, _, _ := strings.Cut(string(id), ":")
		return s
	}
	return string(id)
}

type decodeCase struct {
	name, answer, want string
	shape              edits.Shape
}

func testDecode(t *testing.T, c edits.Candidates, cases []decodeCase) {
	t.Helper()
	for _, tc := range cases {
		t.Run(tc.name, func(t *testing.T) {
			s, r := Answer(expand(c, tc.answer), c)
			if diff := cmp.Diff(tc.want, show(c, s, r)); diff != "" {
				t.Errorf("script (-want +got):\n%s", diff)
				if r != nil {
					t.Log(r)
				}
			}
			if tc.shape != edits.ShapeNone && s.Shape != tc.shape {
				t.Errorf("shape %v, want %v", s.Shape, tc.shape)
			}
		})
	}
}
