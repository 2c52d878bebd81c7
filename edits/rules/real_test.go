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
		{"ruff", "E711", "def f(x):\n    return x != None\n", "def f(x):\n    return x is not None\n"},
		{"ruff", "E712", "def f(x):\n    return x == True\n", "def f(x):\n    return x\n"},
		{"ruff", "E722", "try:\n    f()\nexcept:\n    pass\n", "try:\n    f()\nexcept Exception:\n    pass\n"},
		{"ruff", "E731", "f = lambda x: 2 * x\n", "def f(x):\n    return 2 * x\n"},
		{"ruff", "E402", "import os\nX = 1\nimport re\nos, re\n", "import os\nimport re\nX = 1\nos, re\n"},
		{"ruff", "E402", "import os\nos.x()\nimport re\n", ""},
		{"ruff", "F401", "import os, sys\nsys\n", "import sys\nsys\n"},
		{"ruff", "F541", "x = f'{{}}'\n", "x = '{}'\n"},
		{"ruff", "F811", "import os\nimport os\nos\n", "import os\nos\n"},
		{"ruff", "F811", "class A:\n    def f(self):\n        pass\n\n    def f(self):\n        pass\n", "class A:\n    def f(self):\n        pass\n"},
		{"ruff", "F811", "def f():\n    return 1\n\ndef f():\n    return 2\n", ""},
		{"ruff", "F821", "x = os.sep\n", "import os\n\nx = os.sep\n"},
		{"ruff", "F821", "class C:\n    def copy(self) -> C: ...\n", "class C:\n    def copy(self) -> \"C\": ...\n"},
		{"ruff", "F823", "import sys\n\n\ndef f():\n    print(sys.argv)\n    import sys\n", "import sys\n\n\ndef f():\n    print(sys.argv)\n"},
		{"ruff", "F811", "x: int = 1\nx: int = 2\n", "x: int = 2\n"},
		{"ruff", "UP022", "import subprocess as s\ns.run(a, stdout=s.PIPE, capture_output=False, stderr=s.PIPE)\n", "import subprocess as s\ns.run(a, capture_output=True)\n"},
		{"ruff", "UP035", "from typing import Any, List\nx: List[Any]\n", "from typing import Any\nx: list[Any]\n"},
		{"ruff", "UP035", "from typing import ContextManager\nx: ContextManager[int]\n", "from contextlib import AbstractContextManager as ContextManager\nx: ContextManager[int]\n"},
		{"ruff", "F841", "def f():\n    x = g()\n", "def f():\n    g()\n"},
		{"ruff", "F841", "def f():\n    with g() as x:\n        pass\n", "def f():\n    with g():\n        pass\n"},
		{"ruff", "F901", "def f():\n    raise NotImplemented\n", "def f():\n    raise NotImplementedError\n"},
		{"ruff", "B002", "def f(n):\n    ++n\n", "def f(n):\n    n += 1\n"},
		{"ruff", "B002", "def f(n):\n    return ++n\n", ""},
		{"ruff", "B006", "def f(a, b=[]):\n    return b\n", "def f(a, b=None):\n    if b is None:\n        b = []\n    return b\n"},
		{"ruff", "B007", "def f(x):\n    for i in x:\n        g()\n", "def f(x):\n    for _i in x:\n        g()\n"},
		{"ruff", "B011", "assert False, 'no'\n", "raise AssertionError('no')\n"},
		{"ruff", "B016", "raise 'no'\n", "raise Exception('no')\n"},
		{"ruff", "B904", "try:\n    f()\nexcept E:\n    raise X()\n", "try:\n    f()\nexcept E as err:\n    raise X() from err\n"},
		{"ruff", "S506", "import yaml\nyaml.load(x, Loader=yaml.Loader)\n", "import yaml\nyaml.safe_load(x)\n"},
		{"bandit", "B506", "import yaml\nyaml.load(x, Loader=yaml.Loader)\n", "import yaml\nyaml.safe_load(x)\n"},
		{"mypy", "var-annotated", "x = []\nx.append(1)\n", ""}, // mypy infers it itself
		{"mypy", "var-annotated", "x = {}\n\n\ndef f() -> None:\n    x['a'] = 1\n", "x: dict[str, int] = {}\n\n\ndef f() -> None:\n    x['a'] = 1\n"},
		{"mypy", "operator", "def f(n: int) -> str:\n    return \"[\" + str(n) + \"] \" + n\n", "def f(n: int) -> str:\n    return \"[\" + str(n) + \"] \" + str(n)\n"},
		{"mypy", "attr-defined", "async def g() -> str:\n    return \"a\"\n\n\nasync def f() -> str:\n    x = g()\n    return x.upper()\n", "async def g() -> str:\n    return \"a\"\n\n\nasync def f() -> str:\n    x = await g()\n    return x.upper()\n"},
		{"mypy", "operator", "async def n() -> int:\n    return 4\n\n\ndef half() -> int:\n    return n() // 2\n\n\nasync def say() -> str:\n    return f\"{half()} of 4\"\n", "async def n() -> int:\n    return 4\n\n\nasync def half() -> int:\n    return await n() // 2\n\n\nasync def say() -> str:\n    return f\"{await half()} of 4\"\n"},
		{"mypy", "assignment", "def f(x: int, to: list[int] = None) -> list[int]:\n    to.append(x)\n    return to\n", "from typing import Optional\n\ndef f(x: int, to: Optional[list[int]] = None) -> list[int]:\n    if to is None:\n        to = []\n    to.append(x)\n    return to\n"},
		{"mypy", "arg-type", "def f(xs: list[int]) -> float:\n    some = (x for x in xs if x)\n    return sum(some) / len(some)\n", "def f(xs: list[int]) -> float:\n    some = [x for x in xs if x]\n    return sum(some) / len(some)\n"},
		{"mypy", "misc", "class A:\n    def f() -> int:\n        return 1\n", "class A:\n    def f(self) -> int:\n        return 1\n"},
		{"mypy", "call-arg", "class A:\n    def __init__(self, a: int, b: int = 0) -> None: ...\n\n\nclass B(A):\n    def __init__(self, c: int, a: int) -> None:\n        super().__init__()\n        self.c = c\n", "class A:\n    def __init__(self, a: int, b: int = 0) -> None: ...\n\n\nclass B(A):\n    def __init__(self, c: int, a: int) -> None:\n        super().__init__(a)\n        self.c = c\n"},
		{"mypy", "return-value", "def f(xs: list[str]) -> list[str]:\n    \"\"\"Each once, in order of the alphabet.\"\"\"\n    return {x for x in xs}\n", "def f(xs: list[str]) -> list[str]:\n    \"\"\"Each once, in order of the alphabet.\"\"\"\n    return sorted({x for x in xs})\n"},
		{"mypy", "name-defined", "class A:\n    def fee(self) -> int:\n        return 1\n\n    def f(self) -> int:\n        return 2 + fee()\n", "class A:\n    def fee(self) -> int:\n        return 1\n\n    def f(self) -> int:\n        return 2 + self.fee()\n"},
		{"mypy", "union-attr", "def f(ws: list[str]) -> dict[int, list[str]]:\n    d: dict[int, list[str]] = {}\n    for w in ws:\n        d.get(len(w)).append(w)\n    return d\n", "def f(ws: list[str]) -> dict[int, list[str]]:\n    d: dict[int, list[str]] = {}\n    for w in ws:\n        d.setdefault(len(w), []).append(w)\n    return d\n"},
		{"mypy", "str-unpack", "def f(d: dict[str, int]) -> int:\n    t = 0\n    for k, v in d:\n        t += len(k)\n    return t\n", "def f(d: dict[str, int]) -> int:\n    t = 0\n    for k, v in d.items():\n        t += len(k)\n    return t\n"},
		{"mypy", "arg-type", "def f(ns: list[int]) -> str:\n    return \", \".join(ns)\n", "def f(ns: list[int]) -> str:\n    return \", \".join(map(str, ns))\n"},
		{"ruff", "RUF065", "import logging\nlogging.info('%s', str(f(1)))\n", "import logging\nlogging.info('%s', f(1))\n"},
		{"ruff", "S501", "import requests\nrequests.get(u, verify=False)\n", "import requests\nrequests.get(u, verify=True)\n"},
		{"ruff", "T100", "import pdb; pdb.set_trace()\nx = 1\n", "x = 1\n"},
		{"bandit", "B501", "import requests\nrequests.get(u, verify=False, timeout=1)\n", "import requests\nrequests.get(u, verify=True, timeout=1)\n"},
		{"mypy", "assignment", "def f(x: int = None) -> None: ...\n", "from typing import Optional\n\ndef f(x: Optional[int] = None) -> None: ...\n"},
		{"mypy", "assignment", "x: int = None\n", "from typing import Optional\n\nx: Optional[int] = None\n"},
		{"mypy", "no-untyped-def", "# mypy: disallow-untyped-defs\ndef f():\n    print(1)\n", "# mypy: disallow-untyped-defs\ndef f() -> None:\n    print(1)\n"},
		{"mypy", "unused-ignore", "# mypy: warn-unused-ignores\nx = '🎉'  # type: ignore[misc]  # noqa: E501\n", "# mypy: warn-unused-ignores\nx = '🎉'  # noqa: E501\n"},
		{"mypy", "unused-ignore", "# mypy: warn-unused-ignores\nx: int = ''  # type: ignore[assignment,misc]\n", "# mypy: warn-unused-ignores\nx: int = ''  # type: ignore[assignment]\n"},
		{"ruff", "D205", "\"\"\"Do it.\nIt helps.\n\"\"\"\n", "\"\"\"Do it.\n\nIt helps.\n\"\"\"\n"},
		{"ruff", "D401", "def f():\n    \"\"\"Returns it. 🎉\"\"\"\n", "def f():\n    \"\"\"Return it. 🎉\"\"\"\n"},
		{"mypy", "name-defined", "def f(x: Optional[int]) -> None: ...\n", "from typing import Optional\n\ndef f(x: Optional[int]) -> None: ...\n"},
	} {
		if c.tool != "ruff" { // of which each case has its own settings
			byTool[c.tool] = append(byTool[c.tool], scriptCase{name: c.code, tool: c.tool, file: "a.py", code: c.code, in: c.in, want: c.want, unsaid: c.want == ""})
			continue
		}
		t.Run(c.tool+"/"+c.code, func(t *testing.T) {
			t.Parallel()
			program := testkit.Tool(t, c.tool)
			argv := []string{program, "--isolated", "--config", "preview=true", "--config", fmt.Sprintf("lint.select=[%q]", c.code)}
			dir := t.TempDir()
			l, err := linter.New(c.tool, linter.Options{Argv: argv, Root: dir, Trust: linter.Trusted, CacheDir: t.TempDir()})
			if err != nil {
				t.Fatal(err)
			}
			p := reported(t, l, filepath.Join(dir, "a.py"), c.in, c.code)
			if p.Diagnostic.Code == "" {
				if c.want == "" {
					return
				}
				t.Fatalf("%s does not report %s: %v", c.tool, c.code, p.Others)
			}
			got, err := applyRule(t, p)
			if c.want == "" {
				if err == nil {
					t.Errorf("offered %q", got)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
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
	if err != nil {
		t.Fatal(err)
	}
	p := Problem{Snapshot: s, File: syntax.Parse(s.Lang, s.Text()), Others: known}
	if i := slices.IndexFunc(known, func(d signal.Diagnostic) bool { return d.Code == code }); i >= 0 {
		p.Diagnostic = known[i]
	}
	return p
}
