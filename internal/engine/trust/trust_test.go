//go:build unix

package trust

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

func put(t testing.TB, root string, list map[string]string) {
	t.Helper()
	for name, text := range list {
		path := filepath.Join(root, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// clock is a time that tests set.
type clock struct{ time.Time }

func (c *clock) now() time.Time { return c.Time }

// given is a folder with a grant, and a judge of it.
func given(t testing.TB, list map[string]string) (root, store string, j *Judge, c *clock) {
	t.Helper()
	top := Real(t.TempDir())
	root, store = filepath.Join(top, "w"), filepath.Join(top, "config", "trusted.json")
	put(t, root, list)
	c = &clock{time.Now()}
	if _, err := Grant(store, root, c.Time); err != nil {
		t.Fatal(err)
	}
	return root, store, New(Policy{Store: store, Now: c.now}), c
}

// project is a folder with what tools run in it.
func project() map[string]string {
	return map[string]string{
		".gitignore": "*\n", "app.py": "", "sub/app.py": "", "pyproject.toml": "[tool.mypy]\nplugins = [\"tools.plugin\", 'other.py']\n", "tools/plugin.py": "import tools.helper\n", "tools/helper.py": "", "other.py": "",
		"setup.cfg": "[tool:pytest]\naddopts = -q -p checks.report\n", "checks/report.py": "", "conftest.py": "pytest_plugins = [\"fixtures.db\"]\n", "fixtures/db.py": "",
		"web/eslint.config.js": "import rules from './rules/mine'\n",
		"web/rules/mine.js":    "require('./deep.cjs')\n", "web/rules/deep.cjs": "",
		"web/tsconfig.json": `{"extends": "../base.json", "include": ["./src"],
			"compilerOptions": {"plugins": [{"exclude": [], "name": "./mine/ts.js"}]}}`,
		"web/mine/ts.js": "", "web/package.json": `{"name": "x"}`, "base.json": "{}", "web/src/x.ts": "",
		"web/node_modules/.bin/eslint": "#!/bin/sh\n", ".venv/pyvenv.cfg": "", ".venv/bin/ruff": "#!/bin/sh\n", ".venv/lib/python3.12/site-packages/a.pth": "", ".venv/lib/python3.12/site-packages/lib.py": "",
		".cargo/config": "[build]\nrustc-wrapper = \"bin/wrap\"\n", "bin/wrap": "", "member/Cargo.toml": "[package]\nbuild = \"make.rs\"\n", "member/make.rs": "", "go.mod": "module m\n",
		".custom-gcl.yml": "plugins:\n  - module: x\n    path: ./lint\n", "lint/lint.go": "package lint\n",
	}
}

// TestGrantGoesStale: each change of what tools may run is noticed and named, at
// once and by a process that starts later; changes of other files are not.
func TestGrantGoesStale(t *testing.T) {
	write := func(name, text string) func(string) error {
		return func(root string) error {
			path := filepath.Join(root, name)
			if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
				return err
			}
			return os.WriteFile(path, []byte(text), 0o755)
		}
	}
	link := func(name, to string) func(string) error {
		return func(root string) error {
			_ = os.Remove(filepath.Join(root, name))
			return os.Symlink(to, filepath.Join(root, name))
		}
	}
	for name, c := range map[string]struct {
		change func(root string) error
		want   string // "": the grant holds
	}{
		"nothing":                   {func(string) error { return nil }, ""},
		"source":                    {write("sub/app.py", "import os\n"), ""},
		"new source":                {write("sub/new.py", "import os\n"), ""},
		"source that is included":   {write("web/src/x.ts", "let x\n"), ""},
		"a package":                 {write(".venv/lib/python3.12/site-packages/lib.py", "1"), ""},
		"settings":                  {write("pyproject.toml", "[tool.mypy]\n"), "pyproject.toml has changed"},
		"a conftest below":          {write("sub/conftest.py", "1"), "sub/conftest.py is new"},
		"an eslint config below":    {write("sub/eslint.config.mjs", "1"), "sub/eslint.config.mjs is new"},
		"an ignored one":            {write("build/deep/conftest.py", "1"), "build/deep/conftest.py is new"},
		"a build script":            {write("member/build.rs", "1"), "member/build.rs is new"},
		"a build script of a name":  {write("member/make.rs", "1"), "member/make.rs has changed"},
		"cargo's settings":          {write(".cargo/config", "1"), ".cargo/config has changed"},
		"more of them":              {write("member/.cargo/config.toml", "1"), "member/.cargo/config.toml is new"},
		"a wrapper":                 {write("bin/wrap", "1"), "bin/wrap has changed"},
		"a mypy plugin":             {write("tools/plugin.py", "1"), "tools/plugin.py has changed"},
		"a mypy plugin by its path": {write("other.py", "1"), "other.py has changed"},
		"what a plugin imports":     {write("tools/helper.py", "1"), "tools/helper.py has changed"},
		"a pytest plugin":           {write("checks/report.py", "1"), "checks/report.py has changed"},
		"pytest_plugins":            {write("fixtures/db.py", "1"), "fixtures/db.py has changed"},
		"sitecustomize":             {write("sub/sitecustomize.py", "1"), "sub/sitecustomize.py is new"},
		"a .pth file":               {write(".venv/lib/python3.12/site-packages/b.pth", "import os"), ".venv/lib/python3.12/site-packages/b.pth is new"},
		"a program of node":         {write("web/node_modules/.bin/tsc", "1"), "web/node_modules/.bin has changed"},
		"a program of python":       {write(".venv/bin/ruff", "#!/bin/sh\ntrue\n"), ".venv/bin has changed"},
		"a new environment":         {write("sub/venv/bin/mypy", "1"), "sub/venv/bin is new"},
		"go.mod":                    {write("go.mod", "module m\n\ntool x\n"), "go.mod has changed"},
		"golangci-lint's modules":   {write(".custom-gcl.yml", ""), ".custom-gcl.yml has changed"},
		"a linter's source":         {write("lint/lint.go", "package lint\n\nfunc init() {}\n"), "lint/lint.go has changed"},
		"an eslint rule":            {write("web/rules/mine.js", "1"), "web/rules/mine.js has changed"},
		"what a rule requires":      {write("web/rules/deep.cjs", "1"), "web/rules/deep.cjs has changed"},
		"a plugin of tsconfig":      {write("web/mine/ts.js", "1"), "web/mine/ts.js has changed"},
		"what tsconfig extends":     {write("base.json", "{ }"), "base.json has changed"},
		"removed":                   {func(root string) error { return os.Remove(filepath.Join(root, "conftest.py")) }, "conftest.py was removed"},
		"a link out":                {link("go.mod", "/etc/hostname"), "go.mod has changed"},
		"a link to nothing":         {link("go.mod", "none"), "go.mod does not exist"},
		"a linked folder":           {link("elsewhere", "/tmp"), "elsewhere is new"},
		"too large": {func(root string) error {
			return os.Truncate(filepath.Join(root, "go.mod"), 1<<30)
		}, "go.mod is too large"},
		"a pipe": {func(root string) error {
			return syscall.Mkfifo(filepath.Join(root, "sub", "conftest.py"), 0o600)
		}, "sub/conftest.py is not a regular file"},
	} {
		t.Run(name, func(t *testing.T) {
			root, store, j, now := given(t, project())
			if got := j.Root(root); got != Trusted {
				_, changes, _ := j.Grant(root)
				t.Fatalf("at first: %v %v", got, changes)
			}
			if err := c.change(root); err != nil {
				t.Fatal(err)
			}
			now.Time = now.Add(2 * checkMemory)
			for who, judge := range map[string]*Judge{"the same process": j, "a later one": New(Policy{Store: store, Now: now.now})} {
				want := Trusted
				if c.want != "" {
					want = Unknown
				}
				got := judge.Root(root)
				_, changes, _ := judge.Grant(root)
				if got != want || c.want != "" && !strings.Contains(strings.Join(changes, "\n"), c.want) {
					t.Errorf("%s: %v, %q; want %v, %q", who, got, changes, want, c.want)
				}
			}
			_, err := Grant(store, root, now.Time.Add(time.Hour))
			readable := !strings.Contains(c.want, "not a regular") && !strings.Contains(c.want, "too large") && !strings.Contains(c.want, "not exist")
			if (err == nil) != readable {
				t.Errorf("granted again: %v", err)
			}
			now.Time = now.Add(2 * checkMemory)
			if got := j.Root(root); (got == Trusted) != readable {
				t.Errorf("after a new grant: %v", got)
			}
		})
	}
}

// TestDeniedBelow: a denied folder below a trusted root is denied.
func TestDeniedBelow(t *testing.T) {
	root := Real(t.TempDir())
	put(t, root, map[string]string{"vendor/x.py": "", "app.py": ""})
	link := filepath.Join(root, "linked")
	if err := os.Symlink(filepath.Join(root, "vendor"), link); err != nil {
		t.Fatal(err)
	}
	j := New(Policy{Trusted: []string{root}, Denied: []string{filepath.Join(root, "vendor")}})
	for path, want := range map[string]State{"app.py": Trusted, "vendor/x.py": Denied, "linked/x.py": Denied, "vendor/new/y.py": Denied, "vendored.py": Trusted} {
		if got := j.Document(root, filepath.Join(root, path)); got != want {
			t.Errorf("%s: %v, want %v", path, got, want)
		}
	}
}

// TestHidden: programs of projects around a document, and of other workspace
// folders, do not count, up to the home folder; a trusted root may use those of
// trusted folders.
func TestHidden(t *testing.T) {
	top := Real(t.TempDir())
	home := filepath.Join(top, "home")
	t.Setenv("HOME", home)
	put(t, home, map[string]string{"package.json": "", "repo/.git/HEAD": "", "repo/a/go.mod": "", "repo/a/plain/pkg/pyproject.toml": "", "other/x": ""})
	put(t, top, map[string]string{"outside/.hg/hgrc": "", "outside/pkg/x.py": ""})
	at := func(names ...string) (list []string) {
		for _, n := range names {
			list = append(list, filepath.Join(top, n))
		}
		return list
	}
	for _, c := range []struct {
		root    string
		trusted []string
		want    []string
	}{
		{"home/repo/a/plain/pkg", nil, at("home/repo/a/plain/pkg", "home/other", "home/repo/a", "home/repo")},
		{"home/repo/a/plain/pkg", at("home/repo"), at("home/other")},
		{"home/other", at("home/repo"), at("home/other")},
		{"outside/pkg", nil, at("outside/pkg", "home/other", "outside")},
	} {
		got := New(Policy{Trusted: c.trusted}).Hidden(filepath.Join(top, c.root), at("home/other"))
		if fmt.Sprint(got) != fmt.Sprint(c.want) {
			t.Errorf("%s, %v trusted: %v, want %v", c.root, c.trusted, got, c.want)
		}
	}
}

// TestNoteOnce: the user is told once which files changed.
func TestNoteOnce(t *testing.T) {
	root, store, _, now := given(t, map[string]string{"go.mod": "module m\n"})
	notes := make(chan Stale, 9)
	j := New(Policy{Store: store, Now: now.now, Note: func(s Stale) { notes <- s }})
	put(t, root, map[string]string{"conftest.py": ""})
	for range 3 {
		j.Root(root)
		now.Time = now.Add(2 * checkMemory)
		put(t, root, map[string]string{"go.mod": now.String()})
	}
	first := <-notes
	if got := first.String(); !strings.Contains(got, "conftest.py is new") || !strings.HasPrefix(got, root+" is not trusted any more: ") {
		t.Error(got)
	}
	select {
	case again := <-notes:
		t.Errorf("told again: %v", again)
	case <-time.After(50 * time.Millisecond):
	}
}

// BenchmarkState is the cost of asking for the state of a granted folder of 3,000
// files: anew, when the last look is a while ago, and within its memory.
func BenchmarkState(b *testing.B) {
	list := project()
	for i := range 3000 {
		list[fmt.Sprintf("pkg%02d/sub%d/m%d.py", i%60, i%5, i)] = "x = 1\n"
	}
	root, store, j, now := given(b, list)
	b.Run("new", func(b *testing.B) {
		for b.Loop() {
			if New(Policy{Store: store}).Root(root) != Trusted {
				b.Fatal()
			}
		}
	})
	b.Run("later", func(b *testing.B) {
		for b.Loop() {
			now.Time = now.Add(2 * checkMemory)
			if j.Root(root) != Trusted {
				b.Fatal()
			}
		}
	})
	b.Run("menu", func(b *testing.B) {
		for b.Loop() {
			if j.Root(root) != Trusted {
				b.Fatal()
			}
		}
	})
}
