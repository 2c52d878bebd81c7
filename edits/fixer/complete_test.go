package fixer

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/fettle-dev/fettle/edits/evidence"
	"github.com/fettle-dev/fettle/edits/window"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/signal"
)

// An import that an answer forgot is added, and the model is not asked for it; what has
// no sure remedy it is told.
func TestForgottenImportIsAdded(t *testing.T) {
	for _, c := range []struct {
		name, value string
		missing     []string
		want        string
		asks        int
	}{
		{"one name twice", "json.dumps(json.loads('1'))", []string{"json", "json"}, "import json\n" + fixed(shapes, "json.dumps(json.loads('1'))"), 1},
		{"two names", "json.dumps(os.path.sep)", []string{"json", "os"}, strings.Replace("import json\n"+fixed(shapes, "json.dumps(os.path.sep)"), "import math\n", "import math\nimport os\n", 1), 1},
		{"one that nobody knows", "shop.total(json.loads('1'))", []string{"json", "shop"}, fixed(shapes, "2"), 2},
	} {
		e, m := engine(t, 2, puts("BAD", "x = "+c.value), puts("BAD", "x = 2"))
		bad := e.lint
		e.Tools = LintOnly(func(ctx context.Context, tool string, s text.Snapshot) ([]signal.Diagnostic, error) {
			list, err := bad(ctx, tool, s)
			from := 0
			for _, name := range c.missing {
				at := strings.Index(s.Text()[from:], name+".")
				if at < 0 || strings.Contains(s.Text(), "import "+name) {
					continue
				}
				from += at + len(name)
				list = append(list, signal.Diagnostic{Tool: "ruff", Code: "F821", Severity: signal.Error, Message: "Undefined name `" + name + "`", Span: text.Span{Start: from - len(name), End: from}})
			}
			return list, err
		})
		p := problem(shapes)
		f, err := e.Fix(context.Background(), p, nil)
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		for _, edit := range f.Edits {
			l := p.Snapshot.LinesOf(edit.Span)
			if edit.Span.Start == edit.Span.End { // what is put before a line belongs to the run that ends there, too
				l.End = l.Start
			}
			if !f.Windows.Covers(l) {
				t.Errorf("%s: the edit of %v lies outside of %v", c.name, l, f.Windows.Runs)
			}
		}
		if !slices.IsSortedFunc(f.Windows.Runs, func(a, b window.Run) int { return a.Lines.Start - b.Lines.Start }) {
			t.Errorf("%s: the windows %v are not in order", c.name, f.Windows.Runs)
		}
		if f.Text() != c.want || f.Grade() > evidence.Unchecked || len(m.asked) != c.asks {
			t.Errorf("%s: %v after %d asks:\n%s", c.name, f.Grade(), len(m.asked), f.Text())
		}
	}
}

// The place of an import that lies outside of the windows becomes one of them, in order,
// and two uses of a name ask for one import.
func TestWindowsReachTheImport(t *testing.T) {
	old := text.File("/src/a.py", "python", "\"\"\"Doc.\"\"\"\n\nx = BAD\n")
	answered := old.With("\"\"\"Doc.\"\"\"\n\nx = json.dumps(json.loads('1'))\n")
	var found []signal.Diagnostic
	for from := 0; ; {
		at := strings.Index(answered.Text()[from:], "json")
		if at < 0 {
			break
		}
		span := text.Span{Start: from + at, End: from + at + len("json")}
		from = span.End
		found = append(found, signal.Diagnostic{Tool: "ruff", Code: "F821", Message: "Undefined name `json`", Span: span})
	}
	list := remedies(answered, found)
	if len(found) != 2 || len(list) != 1 {
		t.Fatalf("%d findings ask for %v", len(found), list)
	}
	k := &run{task: &task{p: Problem{Snapshot: old}}}
	k.set = window.Set{Runs: []window.Run{{Role: window.Primary, Lines: text.Lines{Start: 2, End: 3}}}}
	runs := k.reaching(answered, list).Runs
	if len(runs) != 2 || runs[0].Role != window.Imports || !runs[0].Lines.Touches(text.Lines{Start: 1, End: 2}) || runs[1].Lines != k.set.Runs[0].Lines || len(k.set.Runs) != 1 {
		t.Errorf("the windows are %v, and were %v", runs, k.set.Runs)
	}
}
