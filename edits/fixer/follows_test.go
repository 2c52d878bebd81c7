package fixer

import (
	"context"
	"strings"
	"testing"

	"github.com/fettle-dev/fettle/edits/evidence"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/signal"
)

// TestFollows: what is unused beside an error that may be why is not taken by
// itself, but offered where it is asked for.
func TestFollows(t *testing.T) {
	python := "import os\n\n\ndef f():\n    x = 1\n    return pth\n\n\ndef g():\n    return pth\n"
	golang := "package a\n\nimport (\n\t\"fmt\"\n\t\"strconv\"\n)\n\nfunc f() {\n\tx := 1\n}\n\nfunc g(s string) {\n\tn := strconv.Atoi(s)\n}\n"
	script := "import { a } from './a';\n\nfunction f() {\n  let x = 1;\n}\n\nfunction g() {\n  return b;\n}\n"
	for _, c := range []struct {
		name, lang, src string
		unused          signal.Diagnostic
		at              string
		beside          signal.Diagnostic
		where           string
		waits           bool
	}{
		{"an import beside a mismatch", "go", golang, signal.Diagnostic{Tool: "go", Code: "UnusedImport"}, `"fmt"`,
			signal.Diagnostic{Tool: "go", Code: "AssignmentMismatch", Severity: signal.Error}, "n :=", true},
		{"a variable of another function", "go", golang, signal.Diagnostic{Tool: "go", Code: "UnusedVar"}, "x := 1",
			signal.Diagnostic{Tool: "go", Code: "AssignmentMismatch", Severity: signal.Error}, "n :=", false},
		{"a variable of the function", "go", golang, signal.Diagnostic{Tool: "go", Code: "UnusedVar"}, "x := 1",
			signal.Diagnostic{Tool: "go", Code: "IncompatibleAssign", Severity: signal.Error}, "x := 1", true},
		{"the same of linters", "go", golang, signal.Diagnostic{Tool: "go", Code: "UnusedImport"}, `"fmt"`,
			signal.Diagnostic{Tool: "staticcheck", Code: "SA4006", Severity: signal.Error}, "n :=", false},
		{"two that nothing uses", "go", golang, signal.Diagnostic{Tool: "go", Code: "UnusedImport"}, `"fmt"`,
			signal.Diagnostic{Tool: "go", Code: "UnusedVar", Severity: signal.Error}, "n :=", false},
		{"an import beside a function that another package has", "go", golang, signal.Diagnostic{Tool: "go", Code: "UnusedImport", Message: `"fmt" imported and not used`}, `"fmt"`,
			signal.Diagnostic{Tool: "go", Code: "UndeclaredName", Message: "undefined: strconv.Format", Severity: signal.Error}, "n :=", true},
		{"an import beside a name", "go", golang, signal.Diagnostic{Tool: "go", Code: "UnusedImport", Message: `"fmt" imported and not used`}, `"fmt"`,
			signal.Diagnostic{Tool: "go", Code: "UndeclaredName", Message: "undefined: total", Severity: signal.Error}, "n :=", false},
		{"a variable beside its other spelling", "go", golang, signal.Diagnostic{Tool: "go", Code: "UnusedVar", Message: "declared and not used: total"}, "x := 1",
			signal.Diagnostic{Tool: "go", Code: "UndeclaredName", Message: "undefined: totl", Severity: signal.Error}, "x := 1", true},
		{"a name like it", "python", python, signal.Diagnostic{Tool: "ruff", Code: "F401", Message: "`pathlib.Path` imported but unused"}, "os",
			signal.Diagnostic{Tool: "ruff", Code: "F821", Message: "Undefined name `pth`", Severity: signal.Error}, "pth", true},
		{"another name", "python", python, signal.Diagnostic{Tool: "ruff", Code: "F401", Message: "`os` imported but unused"}, "os",
			signal.Diagnostic{Tool: "ruff", Code: "F821", Message: "Undefined name `pth`", Severity: signal.Error}, "pth", false},
		{"a part of its name", "python", python, signal.Diagnostic{Tool: "ruff", Code: "F401", Message: "`os.path` imported but unused"}, "os",
			signal.Diagnostic{Tool: "ruff", Code: "F821", Message: "Undefined name `pth`", Severity: signal.Error}, "pth", true},
		{"an abbreviation", "python", python, signal.Diagnostic{Tool: "ruff", Code: "F401", Message: "`numpy` imported but unused"}, "os",
			signal.Diagnostic{Tool: "ruff", Code: "F821", Message: "Undefined name `np`", Severity: signal.Error}, "pth", true},
		{"another checker's word", "python", python, signal.Diagnostic{Tool: "ruff", Code: "F401", Message: "`pathlib.path` imported but unused"}, "os",
			signal.Diagnostic{Tool: "mypy", Code: "name-defined", Message: `Name "pth" is not defined`, Severity: signal.Error}, "pth", true},
		{"a wrong type", "python", python, signal.Diagnostic{Tool: "ruff", Code: "F401"}, "os",
			signal.Diagnostic{Tool: "mypy", Code: "return-value", Severity: signal.Error}, "pth", false},
		{"what does not parse", "python", python, signal.Diagnostic{Tool: "pyright", Code: "reportUnusedVariable"}, "x = 1",
			signal.Diagnostic{Tool: "ruff", Code: "invalid-syntax", Severity: signal.Error}, "def g", true},
		{"a name that TypeScript does not find", "typescript", script, signal.Diagnostic{Tool: "tsc", Code: "TS6133", Message: "'total' is declared but its value is never read."}, "a }",
			signal.Diagnostic{Tool: "tsc", Code: "TS2304", Message: "Cannot find name 'totl'.", Severity: signal.Error}, "b;", true},
		{"a type in another function", "typescript", script, signal.Diagnostic{Tool: "tsc", Code: "6133"}, "x = 1",
			signal.Diagnostic{Tool: "tsc", Code: "2322", Severity: signal.Error}, "b;", false},
		{"a type beside an import", "typescript", script, signal.Diagnostic{Tool: "tsc", Code: "6133"}, "a }",
			signal.Diagnostic{Tool: "tsc", Code: "2322", Severity: signal.Error}, "b;", false},
	} {
		s := text.File("/src/app", c.lang, c.src)
		place := func(d signal.Diagnostic, at string) signal.Diagnostic {
			start := strings.Index(c.src, at)
			d.Span = text.Span{Start: start, End: start + len(at)}
			return d
		}
		d := place(c.unused, c.at)
		line := s.LineSpan(s.LineAt(d.Span.Start))
		d.Fix = &signal.ToolFix{Applicability: signal.Safe, Edits: []text.Edit{{Span: text.Span{Start: line.Start, End: line.End + 1}}}}
		p := Problem{Root: "/src", Snapshot: s, Diagnostic: d, Others: []signal.Diagnostic{d, place(c.beside, c.where)}}
		e, _ := engine(t, 1)
		e.Tools = LintOnly(func(_ context.Context, _ string, now text.Snapshot) ([]signal.Diagnostic, error) {
			if now.Text() == c.src {
				return []signal.Diagnostic{d}, nil
			}
			return nil, nil
		})
		fixes, why := proposed(e, p, Choice{Worst: evidence.Checked}, 1)
		if waits := why != nil && why.Waits && strings.Contains(why.Reason, "may be used again once line "); waits != c.waits || len(fixes) == 0 != c.waits {
			t.Errorf("%s: %v, %v", c.name, fixes, why)
		}
		if fixes, why := proposed(e, p, Choice{Worst: evidence.Checked, Unsafe: true}, 1); len(fixes) == 0 {
			t.Errorf("%s: unsafe fixes are allowed: %v", c.name, why)
		}
		f, err := e.Fix(t.Context(), p, nil)
		if err != nil || !f.Checked() || f.Safe == c.waits || (f.Follows != nil) != c.waits {
			t.Errorf("%s: asked for: %v, safe %v, follows %v, %v", c.name, f.Grade(), f.Safe, f.Follows, err)
		}
	}
}
