package egress

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/fettle-dev/fettle/internal/testkit"
	"github.com/fettle-dev/fettle/internal/testkit/must"
)

// root is a temporary folder with its links resolved.
func root(t *testing.T) string {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	must.OK(t, err)
	return dir
}

func TestBuiltinDenials(t *testing.T) {
	dir := root(t)
	g := New(Options{Roots: []string{dir}})
	for name, denied := range map[string]bool{
		".env": true, ".ENV": true, ".env.local": true, "a/.envrc": true, "prod.env": true, "x/server.PEM": true, "tls.key": true,
		"id_rsa": true, "deep/id_ed25519.pub": true, ".ssh/config": true, "home/.AWS/credentials": true, ".kube/config": true,
		"main.tfvars": true, "terraform.tfstate": true, "terraform.tfstate.backup": true, ".npmrc": true, ".pypirc": true, "_netrc": true,
		"gcp-credentials-prod.json": true, "service-account-1.json": true, ".envs/django": true,
		"env.py": false, "environment.py": false, "keys.py": false, "key.go": false, "credentials.py": false, "src/main.go": false, "monkey": false,
		"identity_rsa.py": false, "ssh/client.py": false,
	} {
		reason, got := g.DeniedPath(filepath.Join(dir, name))
		if got != denied || got != (reason != "") {
			t.Errorf("%s: denied %v (%s), want %v", name, got, reason, denied)
		}
	}
}

func TestDeniedThroughLinks(t *testing.T) {
	dir := root(t)
	must.Write(t, filepath.Join(dir, ".env"), "x")
	must.Write(t, filepath.Join(dir, "build", "gen.py"), "x")
	must.Write(t, filepath.Join(dir, ".gitignore"), "build/\n")
	for link, target := range map[string]string{"ok.py": ".env", "gen.py": "build/gen.py", "loop.py": "loop.py", "b2": "build", "gone.py": "nowhere"} {
		if err := os.Symlink(target, filepath.Join(dir, link)); err != nil {
			t.Skip("no links here:", err)
		}
	}
	g := New(Options{Roots: []string{dir}})
	for _, name := range []string{"ok.py", "gen.py", "loop.py", "b2/gen.py", "gone.py"} {
		if _, denied := g.DeniedPath(filepath.Join(dir, name)); !denied {
			t.Errorf("%s is not denied", name)
		}
	}
}

func TestIgnoreFilesDeny(t *testing.T) {
	dir := root(t)
	must.Write(t, filepath.Join(dir, ".gitignore"), "*.log\n/private/\n!keep.log\n")
	must.Write(t, filepath.Join(dir, "sub", ".gitignore"), "!sub.log\nlocal.py\n")
	must.Write(t, filepath.Join(dir, ".aiignore"), "legacy/\n")
	must.Write(t, filepath.Join(dir, ".cursorignore"), "keep.log\n")
	g := New(Options{Roots: []string{dir}, Deny: []string{"vendor/**", "*.sql", "!a.py"}})
	for name, denied := range map[string]bool{
		"a.log": true, "keep.log": true, "sub/sub.log": false, "sub/a.log": true, "private/x.py": true, "sub/private/x.py": false,
		"sub/local.py": true, "local.py": false, "legacy/old.py": true, "vendor/x/y.go": true, "q.sql": true, "a.py": true, "b.py": false,
	} {
		if reason, got := g.DeniedPath(filepath.Join(dir, name)); got != denied {
			t.Errorf("%s: denied %v (%s), want %v", name, got, reason, denied)
		}
	}
}

// TestNestedRootsDeny: to open a folder of a root beside it takes no rule away,
// and the settings of either count as they are written.
func TestNestedRootsDeny(t *testing.T) {
	dir := root(t)
	must.Write(t, filepath.Join(dir, ".aiignore"), "legacy.py\n/top.py\n")
	must.Write(t, filepath.Join(dir, "in", ".aiignore"), "own.py\n")
	for _, roots := range [][]string{{dir}, {dir, filepath.Join(dir, "in")}, {filepath.Join(dir, "in"), dir}} {
		g := New(Options{Roots: roots, Deny: []string{"/set.py"}})
		for name, want := range map[string]bool{
			"legacy.py": true, "in/legacy.py": true, "in/deep/legacy.py": true, "top.py": true, "in/top.py": false,
			"in/own.py": true, "in/deep/own.py": true, "own.py": false,
			"set.py": true, "in/set.py": len(roots) > 1, "in/deep/set.py": false,
		} {
			if why, denied := g.DeniedPath(filepath.Join(dir, name)); denied != want {
				t.Errorf("%d roots, %s: denied %v (%s)", len(roots), name, denied, why)
			}
		}
	}
}

func TestDenyPatternsOfTheSettings(t *testing.T) {
	dir := root(t)
	home := root(t)
	t.Setenv("HOME", home)
	g := New(Options{Roots: []string{dir, home}, Deny: []string{filepath.ToSlash(dir) + "/private/**", "~/work/client", "/top.py", "# note", " "}})
	for path, denied := range map[string]bool{
		filepath.Join(dir, "private", "a", "x.py"): true, filepath.Join(dir, "x.py"): false, filepath.Join(dir, "top.py"): true, filepath.Join(dir, "sub", "top.py"): false,
		filepath.Join(home, "work", "client", "a.go"): true, filepath.Join(home, "work", "other", "a.go"): false,
	} {
		if reason, got := g.DeniedPath(path); got != denied {
			t.Errorf("%s: denied %v (%s), want %v", path, got, reason, denied)
		}
	}
	for _, bad := range []string{"a[", "x\\", "!", "/"} {
		if ValidGlob(bad) {
			t.Errorf("%q is valid", bad)
		}
		if _, denied := New(Options{Roots: []string{dir}, Deny: []string{bad}}).DeniedPath(filepath.Join(dir, "x.py")); !denied {
			t.Errorf("%q: not denied", bad)
		}
	}
}

func TestUnreadableIgnoreFileDenies(t *testing.T) {
	if os.Getuid() == 0 {
		t.Log("running as root: the mode does not hinder; an oversized file stands in")
	}
	dir := root(t)
	must.Write(t, filepath.Join(dir, ".gitignore"), strings.Repeat("#\n", 1<<20))
	g := New(Options{Roots: []string{dir}})
	if _, denied := g.DeniedPath(filepath.Join(dir, "a.py")); !denied {
		t.Error("not denied")
	}
	must.Write(t, filepath.Join(dir, ".gitignore"), "\n")
	g.Forget()
	if reason, denied := g.DeniedPath(filepath.Join(dir, "a.py")); denied {
		t.Error("still denied:", reason)
	}
}

// TestIgnoreAgreesWithGit compares with git itself, over hand-written patterns
// and over random ones.
func TestIgnoreAgreesWithGit(t *testing.T) {
	git := testkit.Tool(t, "git")
	dir := root(t)
	if out, err := exec.Command(git, "-C", dir, "init", "-q").CombinedOutput(); err != nil {
		t.Fatalf("%s: %v", out, err)
	}
	paths := []string{"b", "b.py", "a/b.py", "a/b/c.py", "dir/x", "dir/sub/x.txt", "foo.log", "dir/foo.log", "[x]", "a b", "a b ", "#c", "!d", "é.py", "dir/é/x",
		"x.tar.gz", "build/out.o", "src/build/out.o", "a-b", "ab", "abc", "aXc", "a\\c", "**", "dir/**", "Makefile", "deep/er/and/deeper.py", "a.b.c"}
	for _, p := range paths {
		must.Write(t, filepath.Join(dir, "t", p), "")
	}
	sets := []string{
		"*.py", "/a", "a/", "a/b", "a/*", "a/**", "**/b", "**/b.py", "dir/**/x.txt", "**", "*", "*\n!*.py", "*\n!*/\n!*.py", "dir/\n!dir/x", "\\#c\n\\!d", "#c\n!d",
		"a\\ b", "a b ", "a b\\ ", "[ab]", "[!a]b", "[a-z]?c", "a[", "[]x]", "[[]x[]]", "[\\]]", "a[/]b", "a?b", "[[:alpha:]]b", "[[:digit:]]", "*.tar.*", "**/build/**", "build", "/build/", "src/**/out.o",
		"é.*", "?.py", "d*/s*", "**a", "a**", "a**b", "***", "a/***/c.py", "/**/c.py", "\\*\\*", "x\\", "//a", "a//b", "/", "!", "./a", "a/./b", "[a-]b", "[--0]b", "[^b]b*", "dir/*\n!dir/sub", "dir/*\n!dir/sub/\ndir/sub/*\n!dir/sub/x.txt",
		"deep/**", "deep/*/and", "*/er", "**/er/**", "*.[ot]*", "A", "MAKEFILE", "*\r\n!*.py\r", "  a", "\ta",
	}
	rng := rand.New(rand.NewPCG(1, 2))
	alphabet := []string{"a", "b", "c", "*", "**", "?", "/", "[ab]", "[!a]", "!", "x", ".py", "dir", "\\", "sub", "**/", "/**"}
	for range 120 {
		var b strings.Builder
		for range 1 + rng.IntN(3) {
			for range 1 + rng.IntN(4) {
				b.WriteString(alphabet[rng.IntN(len(alphabet))])
			}
			b.WriteByte('\n')
		}
		sets = append(sets, b.String())
	}
	g := New(Options{Roots: []string{dir}})
	wrong := 0
	for _, set := range sets {
		must.Write(t, filepath.Join(dir, "t", ".gitignore"), set)
		g.Forget()
		cmd := exec.Command(git, "-C", filepath.Join(dir, "t"), "-c", "core.excludesFile=/dev/null", "check-ignore", "--no-index", "-z", "--stdin")
		cmd.Stdin = strings.NewReader(strings.Join(paths, "\x00"))
		out, err := cmd.Output()
		var exit *exec.ExitError
		if err != nil && (!errors.As(err, &exit) || exit.ExitCode() != 1) {
			t.Fatalf("git check-ignore: %v", err)
		}
		want := map[string]bool{}
		for _, p := range strings.Split(string(out), "\x00") {
			want[p] = true
		}
		for _, p := range paths {
			if got := strings.HasPrefix(g.judge(filepath.Join(dir, "t", p)), ".gitignore"); got != want[p] {
				wrong++
				t.Errorf("patterns %q, path %q: ignored %v, git says %v", set, p, got, want[p])
			}
		}
	}
	t.Logf("%d pattern sets × %d paths, %d differences", len(sets), len(paths), wrong)
}

func BenchmarkDeniedPath(b *testing.B) {
	dir := b.TempDir()
	deep := filepath.Join(dir, "src", "pkg", "sub", "deeper")
	must.OK(b, os.MkdirAll(deep, 0o755))
	must.Write(b, filepath.Join(dir, ".gitignore"), strings.Repeat("build/\n*.pyc\n/dist\n**/cache/**\n", 10))
	g := New(Options{Roots: []string{dir}})
	i := 0
	for b.Loop() {
		i++
		g.DeniedPath(filepath.Join(deep, fmt.Sprintf("f%d.py", i)))
	}
}
