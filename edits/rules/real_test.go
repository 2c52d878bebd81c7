package rules

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/fettle-dev/fettle/edits/verify"
	"github.com/fettle-dev/fettle/internal/syntax"
	"github.com/fettle-dev/fettle/internal/testkit"
	"github.com/fettle-dev/fettle/internal/testkit/must"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/diagnostics/linter"
	"github.com/fettle-dev/fettle/providers/signal"
)

// TestWithTools runs the real tool on a text, fixes its first diagnostic of the
// code by a rule, and lets the gates judge the result with the tool again. An
// empty want means that the rule must decline.
func TestWithTools(t *testing.T) {
	testkit.OtherProcesses(t)
	byTool := map[string][]scriptCase{}
	for _, c := range []struct{ tool, code, in, want string }{
		{"ruff", "E701", "def f(a):\n\tif a: return 1\n", "def f(a):\n\tif a:\n\t\treturn 1\n"},
		{"ruff", "E702", "if f(): a = 1; b = 2\n", "if f():\n    a = 1\n    b = 2\n"},
		{"ruff", "E722", "try:\n    f()\nexcept:\n    pass\n", "try:\n    f()\nexcept Exception:\n    pass\n"},
		{"ruff", "E402", "import os\nX = 1\nimport re\nos, re\n", "import os\nimport re\nX = 1\nos, re\n"},
		{"ruff", "E402", "import os\nos.x()\nimport re\n", ""},
		{"ruff", "F821", "x = os.sep\n", "import os\n\nx = os.sep\n"},
		{"ruff", "UP035", "from typing import Any, List\nx: List[Any]\n", "from typing import Any\nx: list[Any]\n"},
		{"ruff", "UP035", "from typing import ContextManager\nx: ContextManager[int]\n",
			"from contextlib import AbstractContextManager as ContextManager\nx: ContextManager[int]\n"},
		{"ruff", "B007", "def f(x):\n    for i in x:\n        g()\n", "def f(x):\n    for _i in x:\n        g()\n"},
		{"ruff", "B904", "try:\n    f()\nexcept E:\n    raise X()\n",
			"try:\n    f()\nexcept E as err:\n    raise X() from err\n"},
		{"ruff", "S506", "import yaml\nyaml.load(x, Loader=yaml.Loader)\n", "import yaml\nyaml.safe_load(x)\n"},
		{"bandit", "B506", "import yaml\nyaml.load(x, Loader=yaml.Loader)\n", "import yaml\nyaml.safe_load(x)\n"},
		{"mypy", "misc", "class A:\n    def f() -> int:\n        return 1\n",
			"class A:\n    def f(self) -> int:\n        return 1\n"},
		{"mypy", "name-defined",
			"class A:\n    def fee(self) -> int:\n        return 1\n\n    def f(self) -> int:\n        return 2 + fee()\n",
			"class A:\n    def fee(self) -> int:\n        return 1\n\n    def f(self) -> int:\n        return 2 + self.fee()\n"},
		{"ruff", "RUF065", "import logging\nlogging.info('%s', str(f(1)))\n", "import logging\nlogging.info('%s', f(1))\n"},
		{"mypy", "assignment", "def f(x: int = None) -> None: ...\n",
			"from typing import Optional\n\n\ndef f(x: Optional[int] = None) -> None: ...\n"},
		{"mypy", "assignment", "x: int = None\n", "from typing import Optional\n\nx: Optional[int] = None\n"},
		{"mypy", "no-untyped-def", "# mypy: disallow-untyped-defs\ndef f():\n    print(1)\n",
			"# mypy: disallow-untyped-defs\ndef f() -> None:\n    print(1)\n"},
		{"mypy", "unused-ignore", "# mypy: warn-unused-ignores\nx = '🎉'  # type: ignore[misc]  # noqa: E501\n",
			"# mypy: warn-unused-ignores\nx = '🎉'  # noqa: E501\n"},
		{"mypy", "unused-ignore", "# mypy: warn-unused-ignores\nx: int = ''  # type: ignore[assignment,misc]\n",
			"# mypy: warn-unused-ignores\nx: int = ''  # type: ignore[assignment]\n"},
		{"ruff", "D205", "\"\"\"Do it.\nIt helps.\n\"\"\"\n", "\"\"\"Do it.\n\nIt helps.\n\"\"\"\n"},
		{"ruff", "D401", "def f():\n    \"\"\"Returns it. 🎉\"\"\"\n", "def f():\n    \"\"\"Return it. 🎉\"\"\"\n"},
		{"mypy", "name-defined", "def f(x: Optional[int]) -> None: ...\n",
			"from typing import Optional\n\n\ndef f(x: Optional[int]) -> None: ...\n"},
	} {
		if c.tool != "ruff" { // of which each case has its own settings
			byTool[c.tool] = append(byTool[c.tool],
				scriptCase{name: c.code, tool: c.tool, file: "a.py", code: c.code, in: c.in, want: c.want, unsaid: c.want == ""})
			continue
		}
		t.Run(c.tool+"/"+c.code, func(t *testing.T) {
			t.Parallel()
			program := testkit.Tool(t, c.tool)
			argv := []string{program, "--isolated", "--config", "preview=true", "--config",
				fmt.Sprintf("lint.select=[%q]", c.code)}
			dir := t.TempDir()
			l, err := linter.New(c.tool, linter.Options{Argv: argv, Root: dir, Trust: linter.Trusted, CacheDir: t.TempDir()})
			must.OK(t, err)
			p := reported(t, l, filepath.Join(dir, "a.py"), c.in, c.code)
			if p.Diagnostic.Code == "" {
				if c.want == "" {
					return
				}
				t.Fatalf("%s does not report %s: %v", c.tool, c.code, p.Others)
			}
			got, err := table.Apply(t, p)
			if c.want == "" {
				if err == nil {
					t.Errorf("offered %q", got)
				}
				return
			}
			must.OK(t, err)
			if got != c.want {
				t.Fatalf("got %q, want %q", got, c.want)
			}
			r := verify.Run(t.Context(), verify.Input{
				Before: p.Snapshot, After: got, File: p.File, Target: p.Diagnostic, Known: p.Others, Source: verify.Rule,
				Lint: func(ctx context.Context, _ string, s text.Snapshot) ([]signal.Diagnostic, error) {
					return l.Lint(ctx, s)
				},
			})
			if r.Verdict != verify.Verified {
				t.Errorf("%v: %+v", r.Verdict, r.Results)
			}
		})
	}
	for tool, cases := range byTool {
		t.Run(tool, func(t *testing.T) {
			t.Parallel()
			scriptsWithTool(t, tool, cases)
		})
	}
}

// reported writes a file and gives the first problem with a code that a tool
// finds in it; without a code in its diagnostic there is none.
func reported(t *testing.T, l linter.Linter, path, in, code string) Problem {
	t.Helper()
	if err := os.WriteFile(path, []byte(in), 0o600); err != nil {
		t.Fatal(err) // mypy shadows a file that is there
	}
	s := text.File(path, syntax.Language(path), in)
	known, err := l.Lint(t.Context(), s)
	must.OK(t, err)
	p := Problem{Snapshot: s, File: syntax.Parse(s.Lang, s.Text()), Others: known}
	if i := slices.IndexFunc(known, func(d signal.Diagnostic) bool { return d.Code == code }); i >= 0 {
		p.Diagnostic = known[i]
	}
	return p
}
