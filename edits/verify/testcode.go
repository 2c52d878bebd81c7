package verify

import (
	"path"
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/edits/diff"
	"github.com/fettle-dev/fettle/edits/verify/pairs"
	"github.com/fettle-dev/fettle/internal/lazyre"
	"github.com/fettle-dev/fettle/internal/syntax"
	"github.com/fettle-dev/fettle/internal/text"
)

// testFile are names of files that hold tests.
var testFile = lazyre.New(`^(?:test_.*|.*_test|.*[._-](?:test|spec)|conftest|tests?)\.\w+$`)

// testName are names of functions that are tests.
var testName = lazyre.New(`^(?:test_?\w*|Test\w*|Benchmark\w*|Example\w*|Fuzz\w*|should\w+)$`)

// testsTouched says that a fix of a failing test changes the test: whether that
// is right only its author can say. "" if it does not.
func (c *check) testsTouched() string {
	if !pairs.RunsTests(c.in.Target.Tool) || zero(c.in.Target) || c.in.Instructed {
		return ""
	}
	const says = "it changes the test, not the code that the test is about"
	if testFile.MatchString(path.Base(strings.ReplaceAll(c.before.Path, `\`, "/"))) {
		return says
	}
	at := c.testAround()
	for _, h := range c.hunks {
		was, now := c.hunkTokens(h)
		checks := func(ts []tok) bool {
			return slices.ContainsFunc(ts, func(t tok) bool {
				return t.Kind == tokName && (t.Text == "assert" || t.Text == "expect" || strings.HasPrefix(t.Text, "assert") || t.Text == "pytest" || testName.MatchString(t.Text))
			})
		}
		if h.Old.Overlaps(at) || h.Old.Len() == 0 && at.Contains(h.Old.Start) && h.Old.Start > at.Start || checks(was) || checks(now) {
			return says
		}
	}
	return ""
}

// testAround are the lines of the test that the target stands in, with its class;
// none where it stands in the code that a test has called.
func (c *check) testAround() text.Lines {
	lines := c.before.LinesOf(c.in.Target.Span)
	f := c.oldFile()
	var test text.Lines
	for i := f.Enclosing(lines.Start, syntax.Function); i >= 0; i = f.Owner(i) {
		lines = lines.Union(f.Nodes[i].Lines)
		if testName.MatchString(f.Nodes[i].Name) {
			test = lines
		}
	}
	return test
}

// lostTest names a test that the new text no longer holds.
func (c *check) lostTest() string {
	p := c.changedPart()
	for _, n := range c.oldFile().Nodes {
		if n.Kind != syntax.Function || !testName.MatchString(n.Name) || !slices.ContainsFunc(c.hunks, func(h diff.Hunk) bool {
			return h.Old.Contains(c.before.LineAt(n.Span.Start)) || h.Old.Overlaps(n.Header)
		}) {
			continue
		}
		same := 0
		for _, m := range c.oldFile().Nodes {
			if m.Kind == syntax.Function && m.Name == n.Name {
				same++
			}
		}
		if same == 1 && !slices.ContainsFunc(p.file.Nodes, func(m syntax.Node) bool { return m.Kind == syntax.Function && m.Name == n.Name }) &&
			strings.HasPrefix(strings.ToLower(n.Name), "test") {
			return n.Name
		}
	}
	return ""
}
