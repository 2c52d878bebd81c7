package rules

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/fettle-dev/fettle/edits/verify"
	"github.com/fettle-dev/fettle/internal/testkit"
	"github.com/fettle-dev/fettle/internal/testkit/must"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/diagnostics/linter"
	"github.com/fettle-dev/fettle/providers/signal"
)

// TestGoWithTools runs the compiler or go vet on a text, fixes its first diagnostic by a
// rule, and lets the gates judge the result with the tool again. Of a text that is to stay
// the tool refuses what the rule makes.
func TestGoWithTools(t *testing.T) {
	testkit.OtherProcesses(t)
	for _, c := range []struct{ name, tool, code, in, old, now string }{
		{"a verb", "go vet", "printf", "package a\n\nimport \"fmt\"\n\nfunc F(s string) {\n\tfmt.Printf(\"%d\\n\", s)\n}\n",
			"%d", "%s"},
		{"a package", "go", "UndeclaredName", "package a\n\nfunc F() string {\n\treturn strings.ToUpper(\"a\")\n}\n",
			"package a\n", "package a\n\nimport \"strings\"\n"},
		{"another case", "go", "MissingFieldOrMethod",
			"package a\n\ntype T struct{ userID int }\n\nfunc F(t T) int {\n\treturn t.UserID\n}\n", "t.UserID", "t.userID"},
		{"a variable of the function", "go", "UnusedVar",
			"package a\n\nimport \"strconv\"\n\nfunc F(s string) int {\n\tn := 0\n\tif s != \"\" {\n" +
				"\t\tn, err := strconv.Atoi(s)\n\t\tif err != nil {\n\t\t\treturn 0\n\t\t}\n\t}\n\treturn n\n}\n",
			"n, err :=", "var err error\n\t\tn, err ="},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			must.OK(t, os.WriteFile(filepath.Join(dir, "go.mod"), []byte("module a\n\ngo 1.24\n"), 0o600))
			l, err := linter.New(c.tool,
				linter.Options{Argv: []string{testkit.Tool(t, "go")}, Root: dir, Trust: linter.Trusted, CacheDir: t.TempDir()})
			must.OK(t, err)
			p := reported(t, l, filepath.Join(dir, "a.go"), c.in, c.code)
			if p.Diagnostic.Code == "" {
				t.Fatalf("%s does not report %s: %v", c.tool, c.code, p.Others)
			}
			got, err := table.Apply(t, p)
			if c.now == "" && err != nil {
				return
			}
			must.OK(t, err)
			want := strings.ReplaceAll(c.in, c.old, c.now)
			if c.now != "" && got != want {
				t.Fatalf("got %q, want %q", got, want)
			}
			r := verify.Run(t.Context(), verify.Input{
				Before: p.Snapshot, After: got, File: p.File, Target: p.Diagnostic, Known: p.Others, Source: verify.Rule,
				Requirement: signal.Require(p.Diagnostic),
				Lint: func(ctx context.Context, _ string, s text.Snapshot) ([]signal.Diagnostic, error) {
					return l.Lint(ctx, s)
				},
			})
			if (r.Verdict == verify.Verified) != (c.now != "") {
				t.Errorf("%v: %+v %v\n%s", r.Verdict, r.Results, r.Doubts, got)
			}
		})
	}
}
