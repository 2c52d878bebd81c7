package fixer

import (
	"strings"
	"testing"

	"github.com/fettle-dev/fettle/edits/evidence"
	"github.com/fettle-dev/fettle/edits/pyload"
	"github.com/fettle-dev/fettle/edits/rules/rule"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/signal"
)

// reader plays the [Modules] of a project in which one file reads the docstring of one name.
type reader struct{ file, name string }

func (reader) Program(string, string) (p *pyload.Program, module string) { return nil, "" }

func (reader) Looked(string, string, string) string { return "" }

func (reader) Homes(string, string, string) []rule.Home { return nil }

func (r reader) Reading(_, _ string, what ...string) string {
	if what[0] == r.name+".__doc__" {
		return r.file
	}
	return ""
}

func (reader) Chained(string, string, string) string { return "" }

func (reader) Evaluates(string, string) string { return "" }

func (reader) Imported(string, string) string { return "" }

// TestDocstringThatIsRead: ruff calls its fixes of docstrings safe, and cachetools and toolz have tests that compare
// them.
func TestDocstringThatIsRead(t *testing.T) {
	const def = "def f():\n    \"\"\"old.\"\"\"\n    return 1\n"
	for name, c := range map[string]struct{ src, find, fresh, want string }{
		"nobody reads it":          {def, "old", "Old", ""},
		"the file does":            {def + "print(f.__doc__)\n", "old", "Old", "the file reads docstrings"},
		"getdoc does":              {def + "print(getdoc(f))\n", "old", "Old", "the file reads docstrings"},
		"it compares it":           {def + "assert f.__doc__ == 'x'\n", "old", "Old", "the file reads docstrings"},
		"the file only writes one": {def + "g.__doc__ = 'g'\n", "old", "Old", ""},
		"other quotes":             {def + "f.__doc__\n", `"""old."""`, "'''old.'''", ""},
		"more text":                {def + "f.__doc__\n", `"""old."""`, "'''Old.'''", "the file reads docstrings"},
		"a string":                 {"def f():\n    x = 1\n    \"\"\"old\"\"\"\n    return f.__doc__\n", "old", "Old", ""},
		"a comment":                {"def f():\n    # old\n    return f.__doc__\n", "old", "Old", ""},
		"of the module":            {"#!x\n\n\"\"\"old.\"\"\"\nprint(__doc__)\n", "old", "Old", "the file reads docstrings"},
		"an end":                   {def + "f.__doc__\n", "", "!", "the file reads docstrings"},
		"elsewhere":                {strings.Replace(def, "f()", "g()", 1), "old", "Old", "docs.py reads the docstring of g"},
	} {
		s := text.File("/w/a.py", "python", c.src)
		at := strings.Index(c.src, c.find)
		if c.find == "" {
			at = strings.Index(c.src, `"""`+"\n")
		}
		span := text.Span{Start: at, End: at + len(c.find)}
		p := Problem{Snapshot: s, Diagnostic: signal.Diagnostic{Tool: "ruff", Code: "D403", Message: "no", Span: span,
			Origin: signal.FromLinter,
			Fix:    &signal.ToolFix{Applicability: signal.Safe, Edits: []text.Edit{{Span: span, New: c.fresh}}}}}
		e := Ladder{Modules: reader{"docs.py", "g"}}
		fixes, why := proposed(e, p, Choice{Deterministic: true}, 1)
		if (len(fixes) == 0) != (c.want != "") || why != nil && !strings.Contains(why.Reason, c.want) {
			t.Errorf("%s: %d fixes, %v", name, len(fixes), why)
		}
		p.Unsafe = true
		all := Choice{Deterministic: true, Unsafe: true, Worst: evidence.Checked}
		if fixes, why = proposed(e, p, all, 1); len(fixes) != 1 {
			t.Errorf("%s: refused with --unsafe: %v", name, why)
		}
	}
}
