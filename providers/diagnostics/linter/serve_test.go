package linter

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/fettle-dev/fettle/internal/testkit"
	"github.com/fettle-dev/fettle/internal/testkit/must"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/signal"
)

// Tools whose reports hold no fixes have them from their language servers, graded as the tool grades them.
func TestServerFixes(t *testing.T) {
	for _, c := range []struct {
		tool, file, body, code, want string
		sure                         signal.Applicability
	}{
		{"ty", "a.py", "def f() -> None:\n    raise NotImplemented\n", "invalid-raise",
			"def f() -> None:\n    raise NotImplementedError\n", signal.Unsafe},
		{"oxlint", "a.ts", "/* é */ export const f = (x: object, y: string) => !y in x;\n", "eslint/no-unsafe-negation",
			"/* é */ export const f = (x: object, y: string) => !(y in x);\n", signal.Safe},
		{"oxlint", "a.ts", "export function f() { debugger; }\n", "eslint/no-debugger",
			"export function f() {  }\n", signal.Unsafe},
	} {
		t.Run(c.tool+" "+c.code, func(t *testing.T) {
			spec, _ := Find(c.tool)
			dir, servers := t.TempDir(), &Servers{}
			defer servers.Close()
			path := filepath.Join(dir, c.file)
			must.OK(t, os.WriteFile(path, nil, 0o600))
			l, err := New(c.tool, Options{Argv: []string{testkit.Tool(t, spec.Binary)}, Root: dir, Trust: Trusted,
				CacheDir: t.TempDir(), Timeout: patient, Servers: servers})
			must.OK(t, err)
			s := text.File(path, langOf(c.file), c.body)
			list, err := l.Lint(t.Context(), s)
			must.OK(t, err)
			fixed(t, s, list, c.code, c.want, c.sure)
		})
	}
}

func fixed(t *testing.T, s text.Snapshot, list []signal.Diagnostic, code, want string, sure signal.Applicability) {
	t.Helper()
	for _, d := range list {
		if d.Code != code || d.Fix == nil {
			continue
		}
		after, err := s.Apply(d.Fix.Edits)
		if err != nil || after.Text() != want || d.Fix.Applicability != sure {
			t.Errorf("%q (%v), %v; want %q (%v)", after.Text(), d.Fix.Applicability, err, want, sure)
		}
		return
	}
	t.Errorf("no fix for %s in %v", code, list)
}

// A language server that the user names is a tool: what it says are findings, what it offers for one is its own fix.
func TestServerAsTool(t *testing.T) {
	program := testkit.Tool(t, "gopls")
	set, err := NewSet([]Custom{{Name: "gopls", Command: []string{program}, Languages: []string{"go"}, Server: true}})
	must.OK(t, err)
	if s, _ := set.Find("compiler"); s.Name != "go" {
		t.Errorf("the compiler is %q", s.Name)
	}
	spec, ok := set.Find("gopls")
	if !ok || spec.Class != ClassB {
		t.Fatalf("%v, class %s", ok, spec.Class)
	}
	dir, servers := t.TempDir(), &Servers{}
	defer servers.Close()
	must.OK(t, os.WriteFile(filepath.Join(dir, "go.mod"), []byte("module example.com/m\n\ngo 1.26\n"), 0o600))
	l, err := spec.Linter(Options{Root: dir, Trust: Trusted, CacheDir: t.TempDir(), Timeout: patient, Servers: servers})
	must.OK(t, err)
	path := filepath.Join(dir, "a.go")
	const body = "package m\n\ntype I interface{ M() int }\n\ntype T struct{}\n\nvar _ I = T{}\n"
	const want = "package m\n\ntype I interface{ M() int }\n\ntype T struct{}\n\n" +
		"// M implements [I].\nfunc (t T) M() int {\n\tpanic(\"unimplemented\")\n}\n\nvar _ I = T{}\n"
	must.OK(t, os.WriteFile(path, []byte(body), 0o600))
	s := text.File(path, "go", body)
	list, err := l.Lint(t.Context(), s)
	must.OK(t, err)
	fixed(t, s, list, "InvalidIfaceAssign", want, signal.Unsafe)
	if list, err = l.Recheck(t.Context(), s, text.File(path, "go", want)); err != nil || len(list) != 0 {
		t.Errorf("of the fixed text: %v, %v", list, err)
	}
}
