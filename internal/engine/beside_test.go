package engine

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/fettle-dev/fettle/edits/rules/rule"
	"github.com/fettle-dev/fettle/internal/syntax"
	"github.com/fettle-dev/fettle/internal/testkit/must"
	"github.com/fettle-dev/fettle/internal/text"
)

// writeFiles writes files below a folder.
func writeFiles(t *testing.T, root string, all map[string]string) {
	t.Helper()
	must.WriteAll(t, root, all)
}

// project writes files below a new root and is the project of one of them.
func project(t *testing.T, of string, all map[string]string) rule.Project {
	t.Helper()
	root := t.TempDir()
	if _, marked := all["go.mod"]; !marked {
		all["pyproject.toml"] = ""
	}
	writeFiles(t, root, all)
	at := filepath.Join(root, filepath.FromSlash(of))
	p := (&Engine{sources: Sources{}.complete(nil)}).Beside(root, text.File(at, syntax.Language(of), all[of]))
	if p == nil {
		t.Fatal("no project")
	}
	return p
}

// TestPythonBeside: the files that define a name, and the one that is a module.
func TestPythonBeside(t *testing.T) {
	p := project(t, "app/main.py", map[string]string{
		"app/__init__.py": "", "app/main.py": "", "app/cart.py": "class Cart: pass\n",
		"tests/test_a.py": "class Cart: pass\n",
	})
	if got := p.Definers("Cart"); len(got) != 1 || filepath.Base(got[0].Path) != "cart.py" {
		t.Errorf("Cart is defined by %v", got)
	}
	if got := p.Module("app.cart"); len(got) != 1 || filepath.Base(got[0].Path) != "cart.py" {
		t.Errorf("app.cart is %v", got)
	}
}

// TestGoBeside: the files of a package, and packages by their path and name.
func TestGoBeside(t *testing.T) {
	p := project(t, "main.go", map[string]string{
		"go.mod": "module example.org/shop\n", "main.go": "package main\n", "more.go": "package main\n",
		"more_test.go": "package main\n",
		"cart/cart.go": "package cart\n", "cart/cart_test.go": "package cart\n",
		"cart/use.go": "package cart\n\nimport (\n\tstd \"strings\"\n\n\t\"example.org/tax/v2\"\n)\n",
	})
	for name, want := range map[string][]rule.Home{
		"cart": {{Module: "example.org/shop/cart"}}, "tax": {{Module: "example.org/tax/v2"}}, "std": {{Module: "strings"}},
		"none": nil,
	} {
		if d := cmp.Diff(want, p.(beside).Homes(p.(beside).root, filepath.Join(p.(beside).root, "main.go"), name)); d != "" {
			t.Errorf("%s: %s", name, d)
		}
	}
	names := func(list []text.Snapshot) (out []string) {
		for _, s := range list {
			out = append(out, filepath.Base(s.Path))
		}
		return out
	}
	if d := cmp.Diff([]string{"more.go"}, names(p.Package())); d != "" {
		t.Error(d)
	}
	if d := cmp.Diff([]string{"cart.go", "use.go"}, names(p.Module("example.org/shop/cart"))); d != "" {
		t.Error(d)
	}
	if got := names(p.Module("strings")); !slices.Contains(got, "replace.go") || slices.Contains(got, "replace_test.go") {
		t.Errorf("strings is %v", got)
	}
	if got := p.Module("../../etc"); got != nil {
		t.Errorf("a path that leaves the library: %v", got)
	}
}

// TestRenamedSince: a name of the last commit has the name that stands in its place today, if its line reads alike
// otherwise, or defines under it what it defined.
func TestRenamedSince(t *testing.T) {
	all := map[string]string{
		"a.py": "def total(x):\n    return x\n\n\ndef gone():\n    pass\n\n\ndef kept(a):\n    low = a\n    return low\n",
		"b.py": "from a import total\nx = total(1)\n", "c.txt": "total is text\n",
	}
	p := project(t, "b.py", all).(beside)
	git := func(args ...string) {
		t.Helper()
		cmd := exec.Command("git", append([]string{"-c", "user.name=a", "-c", "user.email=a@b", "-C", p.root}, args...)...)
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("git %v: %v\n%s", args, err, out)
		}
	}
	for _, format := range []string{"sha1", "sha256"} {
		must.OK(t, os.RemoveAll(filepath.Join(p.root, ".git")))
		git("init", "-q", "--object-format="+format)
		git("add", ".")
		git("commit", "-qm", "a")
		if got := p.sinceCommit(); len(got) > 0 {
			t.Errorf("before any change, by %s: %v", format, got)
		}
	}
	write := func(name, src string) {
		t.Helper()
		must.OK(t, os.WriteFile(filepath.Join(p.root, name), []byte(src), 0o600))
	}
	write("a.py", "def amount_due(x, rate=1):\n    return x\n\n\ndef kept(a):\n    high = a\n    return high\n")
	write("c.txt", "sum is text\n")
	for name, want := range map[string][]string{"total": {"amount_due"}, "gone": nil, "low": {"high"}, "kept": nil,
		"none": nil} {
		if d := cmp.Diff(want, p.Renamed(name)); d != "" {
			t.Errorf("%s: %s", name, d)
		}
	}
}
