package linter

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/fettle-dev/fettle/internal/testkit"
	"github.com/fettle-dev/fettle/internal/testkit/must"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/diagnostics/report"
	"github.com/fettle-dev/fettle/providers/signal"
)

// lineEnds are the characters that end a line for somebody.
const lineEnds = "\n\r\n\r\u2028\u2029\u0085\v\f\n\r"

// TestLineBreaks has real tools report something behind and next to all characters that may end a line, but for those
// at which the tool itself ends lines otherwise: our lines must be theirs. With those it says nothing of the text.
func TestLineBreaks(t *testing.T) {
	testkit.OtherProcesses(t)
	project := map[string]string{
		"go.mod": "module example.com/m\n\ngo 1.24\n", "tsconfig.json": `{"compilerOptions": {"strict": true, "noEmit": true, "types": []}, "include": ["*.ts"]}`,
		"eslint.config.js": "module.exports = [{ rules: { 'no-unused-vars': 2 } }];\n", "biome.json": "{}", "pyproject.toml": "[tool.mypy]\n",
	}
	for _, c := range []struct{ tool, file, code, in, want string }{
		{"eslint", "a.js", "no-unused-vars", "/* a%b */\n/* 😀 %*/ let wrong = 1;\n", "wrong"},
		{"biome", "a.js", "lint/correctness/noUnusedVariables", "/* a%b */\n/* 😀 %*/ let wrong = 1;\n", "wrong"},
		{"tsc", "a.ts", "TS2322", "/* a%b */\n/* 😀 %*/ let wrong: string = 1;\nexport {};\n", "wrong"},
		{"ruff", "a.py", "F401", "x = ''' a%b '''\ny = ''' 😀 %'''; import wrong\n", "wrong"},
		{"mypy", "a.py", "assignment", "x = ''' a%b '''\ny: int = 'wrong'\n", "'wrong'"},
		{"bandit", "a.py", "B102", "x = ''' a%b '''\ny = ''' é %'''; exec('wrong')\n", "exec('wrong')"},
		{"pyright", "a.py", "reportAssignmentType", "x = ''' a%b '''\ny = ''' 😀 %'''; z: int = 'wrong'\n", "'wrong'"},
		{"go", "a.go", "UndeclaredName", "package m\n\n/* a%b */\n/* 😀 %*/ var A = wrong\n", "wrong"},
		{"go vet", "a.go", "unusedresult", "package m\n\nimport \"fmt\"\n\n/* a%b */\nfunc F() { /* 😀 %*/ fmt.Sprint(1) }\n", "fmt.Sprint"},
		{"staticcheck", "a.go", "S1002", "package m\n\n/* a%b */\nfunc F(b bool) bool { /* 😀 %*/ return b == true }\n", "b == true"},
	} {
		t.Run(c.tool, func(t *testing.T) {
			spec, _ := Find(c.tool)
			program := testkit.Tool(t, spec.Binary)
			dir := t.TempDir()
			for name, data := range project {
				put(t, filepath.Join(dir, name), data)
			}
			every := text.File(filepath.Join(dir, c.file), langOf(c.file), strings.ReplaceAll(c.in, "%", lineEnds))
			s := every
			switch other := report.OtherLines(c.tool, every); {
			case other && strings.HasSuffix(c.file, "s"):
				s = every.With(strings.NewReplacer("\u2028", "", "\u2029", "").Replace(every.Text()))
			case other:
				s = every.With(strings.ReplaceAll(strings.ReplaceAll(every.Text(), "\r\n", "\n"), "\r", "\r\n"))
			}
			put(t, s.Path, s.Text())
			l, err := New(c.tool, Options{Argv: []string{program}, Root: dir, Trust: Trusted, CacheDir: t.TempDir()})
			must.OK(t, err)
			found, err := l.Lint(t.Context(), s)
			must.OK(t, err)
			wantAt(t, s, found, c.code, c.want)
			if _, err := l.Lint(t.Context(), every); s.Text() != every.Text() && !errors.Is(err, ErrUnsuitable) {
				t.Errorf("of a text with other ends of lines: %v", err)
			}
			if s.Text() != every.Text() && (&groups{root: dir}).add(l.(*tool), every, true) != nil {
				t.Error("a run over many files is asked about it")
			}
		})
	}
}

func put(t *testing.T, path, data string) {
	t.Helper()
	must.OK(t, os.WriteFile(path, []byte(data), 0o600))
}

// wantAt wants the one finding of a rule to lie on a text.
func wantAt(t *testing.T, s text.Snapshot, found []signal.Diagnostic, code, want string) {
	t.Helper()
	n := 0
	for _, d := range found {
		if d.Code != code {
			continue
		}
		n++
		if got := s.Slice(d.Span); !strings.Contains(got, want) {
			t.Errorf("on %q, want %q", got, want)
		}
	}
	if n != 1 {
		t.Errorf("%d findings of %s in %v", n, code, found)
	}
}
