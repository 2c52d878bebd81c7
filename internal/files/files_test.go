package files

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/fettle-dev/fettle/internal/testkit/must"
)

func put(t *testing.T, dir, name, text string) string {
	t.Helper()
	path := filepath.Join(dir, filepath.FromSlash(name))
	must.Write(t, path, text)
	return path
}

func link(t *testing.T, target, path string) {
	t.Helper()
	if err := os.Symlink(target, path); err != nil {
		t.Skip("no symbolic links here")
	}
}

func TestReadStaysInside(t *testing.T) {
	away, dir := t.TempDir(), t.TempDir()
	secret := put(t, away, "secret.txt", "secret")
	put(t, dir, "a.py", "x = 1\n")
	put(t, dir, "sub/b.py", "y = 1\n")
	put(t, dir, "latin.py", "# caf\xe9\n")
	put(t, dir, "utf16.py", "\xff\xfex\x00")
	put(t, dir, "big.py", strings.Repeat("x", 101))
	link(t, secret, filepath.Join(dir, "out.py"))
	link(t, "a.py", filepath.Join(dir, "in.py"))
	link(t, away, filepath.Join(dir, "outdir"))
	link(t, "loop.py", filepath.Join(dir, "loop.py"))
	root, err := Open(dir)
	must.OK(t, err)
	defer root.Close()
	for _, c := range []struct {
		path, want string
		err        error
	}{
		{"a.py", "x = 1\n", nil},
		{"sub/b.py", "y = 1\n", nil},
		{filepath.Join(dir, "a.py"), "x = 1\n", nil},
		{"in.py", "x = 1\n", nil},
		{"sub/../a.py", "x = 1\n", nil},
		{"out.py", "", ErrOutside},
		{"outdir/secret.txt", "", ErrOutside},
		{"../" + filepath.Base(away) + "/secret.txt", "", ErrOutside},
		{secret, "", ErrOutside},
		{"a.py\x00", "", ErrOutside},
		{"", "", ErrOutside},
		{"loop.py", "", ErrIO},
		{"sub", "", ErrNotRegular},
		{"none.py", "", ErrMissing},
		{"big.py", "", ErrTooLarge},
		{"latin.py", "", ErrNotText},
		{"utf16.py", "", ErrNotText},
	} {
		got, err := root.ReadText(c.path, 100)
		if got != c.want || !errors.Is(err, c.err) {
			t.Errorf("%q: got %q, %v; want %q, %v", c.path, got, err, c.want, c.err)
		}
	}
	if got, err := root.Resolve("in.py"); got != "a.py" || err != nil {
		t.Errorf("in.py resolves to %q, %v", got, err)
	}
	if _, err := root.Resolve("out.py"); !errors.Is(err, ErrOutside) {
		t.Errorf("out.py: %v", err)
	}
}

func TestUnreadable(t *testing.T) {
	dir := t.TempDir()
	path, other := put(t, dir, "a.py", ""), put(t, dir, "b.py", "")
	for of, mode := range map[string]os.FileMode{path: 0, other: 0o644, dir: 0o755, filepath.Dir(dir): 0o755} {
		must.OK(t, os.Chmod(of, mode))
	}
	boundByModes(t)
	if _, err := Read(path, 0); !errors.Is(err, ErrDenied) {
		t.Errorf("got %v", err)
	}
	if _, err := Read(other, 0); err != nil {
		t.Errorf("the file beside it: %v", err)
	}
}

func TestProjectRoot(t *testing.T) {
	dir, err := filepath.EvalSymlinks(t.TempDir())
	must.OK(t, err)
	put(t, dir, ".git/HEAD", "")
	put(t, dir, "web/package.json", "{}")
	for _, c := range []struct{ path, want string }{
		{"a/b/c.py", ""}, {"web/src/x.ts", "web"}, {"web", "web"}, {"a.py", ""},
	} {
		put(t, dir, "a/b/c.py", "")
		if got := ProjectRoot(filepath.Join(dir, c.path)); got != filepath.Join(dir, c.want) {
			t.Errorf("%s: got %s", c.path, got)
		}
	}
}

// TestProjectRootOfWorkspace: tools and their settings are at the top of a workspace, so
// its packages are one project.
func TestProjectRootOfWorkspace(t *testing.T) {
	for _, c := range []struct{ list, text, mark, want string }{
		{"package.json", `{"workspaces": ["packages/*"]}`, "package.json", "top"},
		{"package.json", `{"workspaces": {"packages": ["packages/*"]}}`, "package.json", "top"},
		{"pnpm-workspace.yaml", "packages:\n  - packages/*\n", "package.json", "top"},
		{"lerna.json", "{}", "package.json", "top"},
		{"pyproject.toml", "[tool.uv.workspace]\nmembers = [\"packages/*\"]\n", "pyproject.toml", "top"},
		{"Cargo.toml", "[workspace]\nmembers = [\"packages/*\"]\n", "Cargo.toml", "top"},
		{"package.json", `{"name": "top"}`, "package.json", "top/packages/a"},
		{"package.json", `{"workspaces":`, "package.json", "top/packages/a"},
		{"package.json", `{"workspaces": []}`, "package.json", "top/packages/a"},
		{"package.json", `{"workspaces": null}`, "package.json", "top/packages/a"},
		{"package.json", "\ufeff" + `{"workspaces": ["packages/*"]}`, "package.json", "top"},
		{"pnpm-workspace.yaml", "onlyBuiltDependencies: [esbuild]\n", "package.json", "top/packages/a"},
		{"pyproject.toml", "# no [tool.uv.workspace] here\n", "pyproject.toml", "top/packages/a"},
		{"pyproject.toml", "[tool.uv]\nworkspace = { members = [\"packages/*\"] }\n", "pyproject.toml", "top"},
		{"pnpm-workspace.yaml", "", "go.mod", "top/packages/a"},
		{"../package.json", `{"workspaces": ["*"]}`, "package.json", "top/packages/a"}, // another repository
	} {
		dir, err := filepath.EvalSymlinks(t.TempDir())
		must.OK(t, err)
		put(t, dir, "top/.git/HEAD", "")
		put(t, dir, filepath.Join("top", c.list), c.text)
		put(t, dir, filepath.Join("top/packages/a", c.mark), "{}")
		if got := ProjectRoot(filepath.Join(dir, "top/packages/a/src/x")); got != filepath.Join(dir, c.want) {
			t.Errorf("%+v: got %s", c, got)
		}
		put(t, dir, "top/packages/a/package.json", `{"workspaces": ["sub/*"]}`) // one of its own, of whatever kind
		put(t, dir, "top/packages/a/sub/q/package.json", "{}")
		for _, path := range []string{"top/packages/a/x", "top/packages/a/sub/q/x"} {
			if got := ProjectRoot(filepath.Join(dir, path)); got != filepath.Join(dir, "top/packages/a") {
				t.Errorf("%+v, %s: got %s", c, path, got)
			}
		}
		put(t, dir, filepath.Join("top/packages/a", OwnSettings), "")
		if got := ProjectRoot(filepath.Join(dir, "top/packages/a/src/x")); got != filepath.Join(dir, "top/packages/a") {
			t.Errorf("%+v, with settings of its own: got %s", c, got)
		}
	}
}

// TestProjectRootWithoutMarks: a Python package is one project, with all its
// subpackages, also where nothing marks it.
func TestProjectRootWithoutMarks(t *testing.T) {
	dir, err := filepath.EvalSymlinks(t.TempDir())
	must.OK(t, err)
	for _, name := range []string{"app/__init__.py", "app/web/__init__.py", "app/web/views.py", "app/data/x.py", "loose/y.py"} {
		put(t, dir, name, "")
	}
	for path, want := range map[string]string{"app/web/views.py": "app", "app/__init__.py": "app", "app/data/x.py": "app/data", "loose/y.py": "loose", "z.py": ""} {
		if got := ProjectRoot(filepath.Join(dir, path)); got != filepath.Join(dir, want) {
			t.Errorf("%s: got %s, want %s", path, got, want)
		}
	}
}
