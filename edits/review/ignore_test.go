package review

import (
	"strings"
	"testing"

	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/signal"
)

// TestIgnore: a directive stands where its tool reads it, joins one that is there, and is
// not written where it would be no comment. The ledger counts each.
func TestIgnore(t *testing.T) {
	for _, c := range []struct{ tool, code, path, before, after string }{
		{"ruff", "F401", "a.py", "import os¦\n", "import os  # noqa: F401\n"},
		{"ruff", "F401", "a.py", "import os¦  # why\r\n", "import os  # noqa: F401  # why\r\n"},
		{"ruff", "F401", "a.py", "import os¦  # noqa: E402\n", "import os  # noqa: E402, F401\n"},
		{"ruff", "F401", "a.py", "import os¦  # noqa\n", ""},
		{"ruff", "F401", "a.py", "import os¦  # noqa: F401\n", ""},
		{"ruff", "E501", "a.py", "x = '''¦a\nb'''\ny = 1\n", "x = '''a\nb'''  # noqa: E501\ny = 1\n"},
		{"ruff", "E501", "a.py", "x = 1 + \\¦\n  2\n", ""},
		{"mypy", "arg-type", "a.py", "f(1)¦  # old\n", "f(1)  # type: ignore[arg-type]  # old\n"},
		{"mypy", "arg-type", "a.py", "f(1)¦  # type: ignore[misc]\n", "f(1)  # type: ignore[misc, arg-type]\n"},
		{"mypy", "arg-type", "a.py", "f('#')¦\n", "f('#')  # type: ignore[arg-type]\n"},
		{"basedpyright", "reportAny", "a.py", "f(1)¦", "f(1)  # pyright: ignore[reportAny]"},
		{"pylint", "unused-import", "a.py", "import os¦\n", "import os  # pylint: disable=unused-import\n"},
		{"bandit", "B101", "a.py", "assert x¦\n", "assert x  # nosec B101\n"},
		{"golangci-lint", "errcheck", "a.go", "package a\n\nfunc f() {\n\tg()¦ // old\n}\n",
			"package a\n\nfunc f() {\n\tg() //nolint:errcheck // old\n}\n"},
		{"eslint", "no-console", "a.ts", "f();\n  ¦g();\n", "f();\n  // eslint-disable-next-line no-console\n  g();\n"},
		{"eslint", "no-console", "a.ts", "// eslint-disable-next-line eqeqeq\n¦g();\n",
			"// eslint-disable-next-line eqeqeq, no-console\ng();\n"},
		{"tsc", "2322", "a.ts", "const s: string =¦ 1;\n", "// @ts-expect-error TS2322\nconst s: string = 1;\n"},
		{"tsc", "2322", "a.ts", "const s = `a\n${¦x}`;\n", ""},
		{"tsc", "2322", "a.ts", "// @ts-ignore\n¦g();\n", ""},
		{"clippy", "needless_return", "a.rs", "fn f() -> i32 {\n    ¦return 1;\n}\n",
			"fn f() -> i32 {\n    #[allow(clippy::needless_return)]\n    return 1;\n}\n"},
		{"clippy", "needless_return", "a.rs", "fn f() {\n    g(\n        ¦1,\n    );\n}\n", ""},
		{"staticcheck", "SA1019", "a.go", "package a¦\n", ""},
		{"ruff", "", "a.py", "import os¦\n", ""},
	} {
		at := strings.Index(c.before, "¦")
		lang := map[string]string{"py": "python", "go": "go", "ts": "typescript", "rs": "rust"}[c.path[2:]]
		s := text.File("/w/"+c.path, lang, strings.Replace(c.before, "¦", "", 1))
		e, directive := Ignore(s, signal.Diagnostic{Tool: c.tool, Code: c.code, Span: text.Span{Start: at, End: at}})
		if (directive == "") != (c.after == "") {
			t.Errorf("%s: %q: directive %q", c.tool, c.before, directive)
		}
		if directive == "" {
			continue
		}
		after, err := s.Apply([]text.Edit{e})
		if err != nil || after.Text() != c.after {
			t.Errorf("%s: %v %q, want %q", c.tool, err, after.Text(), c.after)
		}
		counted := false
		for _, one := range Suppressions(&File{Name: c.path, After: after}) {
			tool, _ := signal.Normal(signal.Diagnostic{Tool: c.tool})
			counted = counted || one.Tool == tool && (strings.Contains(one.Rules, c.code) || tool == "tsc")
		}
		if !counted {
			t.Errorf("%s: not in the ledger: %q", c.tool, after.Text())
		}
	}
}
