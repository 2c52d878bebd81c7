//go:build unix

package e2e

import (
	"errors"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// again is a project that is looked at again and again, by tools that can be broken.
type again struct {
	t         *testing.T
	base, dir string
	fettle    string
	env       []string
	files     map[string]string
	tools     []breakable
	args      []string
}

func newAgain(t *testing.T, files map[string]string) *again {
	t.Helper()
	base, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	a := &again{t: t, base: base, dir: filepath.Join(base, "in", "project"), fettle: binary(t), files: files, args: []string{"fix", "--no-model", "--set", "timeouts.compiler=300"}}
	a.env = []string{"HOME=" + base, "XDG_CACHE_HOME=" + filepath.Join(base, "cache"), "XDG_CONFIG_HOME=" + filepath.Join(base, "config"), "FETTLE_BUGS=fatal"}
	a.begin()
	return a
}

func (a *again) put(name, text string) {
	a.t.Helper()
	path := filepath.Join(a.dir, filepath.FromSlash(name))
	then := time.Unix(1e9, 0) // of what is installed times count
	if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o700), os.WriteFile(path, []byte(text), 0o600), os.Chtimes(path, then, then)); err != nil {
		a.t.Fatal(err)
	}
}

func (a *again) begin() {
	for name, text := range a.files {
		a.put(name, text)
	}
}

func (a *again) run(env string) (said string, ok bool) {
	cmd := exec.Command(a.fettle, a.args...)
	cmd.Dir, cmd.Env = a.dir, append(slices.Clone(a.env), env)
	out, _ := cmd.CombinedOutput()
	return string(out), cmd.ProcessState.ExitCode() < 2
}

// missing is the outermost part of a path that is not there, "" if all is.
func missing(path string) string {
	if _, err := os.Lstat(path); err == nil {
		return ""
	}
	if outer := missing(filepath.Dir(path)); outer != "" {
		return outer
	}
	return path
}

// holds sees that the second run says the same and starts no tool, and that each change
// has the tools started.
func (a *again) holds(want []string, changes map[string]map[string]string, env string) {
	a.t.Helper()
	for _, b := range a.tools {
		b.set(a.t, true)
	}
	first, ok := a.run("")
	for _, w := range want {
		ok = ok && strings.Contains(first, w)
	}
	if !ok {
		a.t.Fatal(first)
	}
	for _, b := range a.tools {
		b.set(a.t, false)
	}
	if said, ok := a.run(""); !ok || said != first {
		a.t.Fatalf("the second run says\n%s\nafter\n%s", said, first)
	}
	if env != "" {
		if said, ok := a.run(env); ok && said == first {
			a.t.Errorf("with %s no tool was started", env)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(changes)) {
		a.t.Run(name, func(t *testing.T) {
			var made []string
			for file, text := range changes[name] {
				made = append(made, missing(filepath.Join(a.dir, filepath.FromSlash(file))))
				a.put(file, text)
			}
			if said, ok := a.run(""); ok && said == first {
				t.Error("no tool was started")
			}
			for _, path := range made {
				if path != "" {
					_ = os.RemoveAll(path)
				}
			}
			a.begin()
			if said, ok := a.run(""); !ok || said != first {
				t.Errorf("undone, it says\n%s", said)
			}
		})
	}
}

// TestSecondRunOfGo: [TestSecondRun] for the go command.
func TestSecondRunOfGo(t *testing.T) {
	said, err := exec.Command("go", "env", "GOROOT", "GOCACHE").Output()
	places := strings.Fields(string(said))
	if err != nil || len(places) != 2 {
		t.Fatal(err)
	}
	a := newAgain(t, map[string]string{
		"go.mod": "module example.org/m\n\ngo 1.25\n", "a.go": "package m\n\nfunc A() int { return b() + unknown }\n",
		"b.go": "package m\n\nfunc b() int { return 1 }\n",
	})
	chain := filepath.Join(a.base, "go")
	a.tools = []breakable{{filepath.Join(chain, "bin", "go"), filepath.Join(places[0], "bin", "go")}}
	if err := errors.Join(os.MkdirAll(filepath.Join(chain, "bin"), 0o700), os.Symlink(filepath.Join(places[0], "src"), filepath.Join(chain, "src")),
		os.Symlink(filepath.Join(places[0], "pkg"), filepath.Join(chain, "pkg"))); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"VERSION", "go.env"} {
		text, err := os.ReadFile(filepath.Join(places[0], name))
		if err != nil {
			t.Fatal(err)
		}
		a.files["../../go/"+name] = string(text)
	}
	a.begin()
	a.env = append(a.env, "PATH="+filepath.Join(chain, "bin")+":/usr/bin:/bin", "GOCACHE="+places[1])
	a.holds([]string{"undefined: unknown"}, map[string]map[string]string{
		"a text":               {"a.go": "package m\n"},
		"another text":         {"b.go": "package m\n\nfunc b() string { return \"\" }\n"},
		"another file":         {"c.go": "package m\n\nconst unknown = 1\n"},
		"the module":           {"go.mod": "module example.org/m\n\ngo 1.24\n"},
		"a workspace above":    {"../go.work": "go 1.25\n\nuse ./project\n"},
		"settings of the user": {"../../config/go/env": "GOOS=windows\n"},
		"the version of Go":    {"../../go/VERSION": "go1.99.0\n"},
	}, "GOARCH=arm64")
}
