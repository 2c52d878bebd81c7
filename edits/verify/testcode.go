package verify

import (
	"path"
	"strings"

	"github.com/fettle-dev/fettle/edits"
	"github.com/fettle-dev/fettle/edits/verify/pairs"
	"github.com/fettle-dev/fettle/internal/lazyre"
	"github.com/fettle-dev/fettle/internal/syntax"
	"github.com/fettle-dev/fettle/internal/text"
)

var (
	// testFile are names of files that hold tests.
	testFile = lazyre.New(`^(?:test_.*|.*_test|.*[._-](?:test|spec)|conftest|tests?)\.\w+$`)
	// testName are names of functions that are tests.
	testName = lazyre.New(`^(?:test_?\w*|Test\w*|Benchmark\w*|Example\w*|Fuzz\w*|should\w+)$`)
)

// keepsTests refuses a model's fix of a failing test that changes the test: whether that
// is right only its author can say.
func keepsTests(c *check) outcome {
	if !pairs.RunsTests(c.in.Target.Tool) || zero(c.in.Target) || c.in.Instructed {
		return skip("no test is to be fixed")
	}
	at := c.testAround()
	inFile := testFile.MatchString(path.Base(strings.ReplaceAll(c.before.Path, `\`, "/")))
	for _, h := range c.hunks {
		if inFile || h.Old.Overlaps(at) || h.Old.Len() == 0 && at.Contains(h.Old.Start) && h.Old.Start > at.Start {
			return fail(edits.RejectSuppress, "changes the test, not the code that the test is about")
		}
	}
	return pass()
}

// testAround returns the lines of the test that the target stands in, with its class; none
// where it stands in the code that a test has called.
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
