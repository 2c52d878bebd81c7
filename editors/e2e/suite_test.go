// Package e2e holds the tests that drive real editors: Neovim and Helix beside
// a real ruff, the built fettle, and a scripted model endpoint on loopback.
//
// Every test of an editor's behaviour is one scenario, named "kind: detail". At
// the end the package prints two tables: editor, scenario, result and seconds;
// and what each editor was asked, kind by kind. Editors come from
// FETTLE_EDITORS (the folder that get-editors.sh filled), else from PATH;
// without them the tests are skipped, unless FETTLE_EDITORS_REQUIRED is 1. No
// editor ever sees the developer's own configuration.
package e2e

import (
	"flag"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/fettle-dev/fettle/internal/testkit"
	"github.com/fettle-dev/fettle/internal/testkit/must"
)

// app has a diagnostic beside characters of two and four bytes, one for a rule
// and two for the tool's own fix.
const app = `import os


def café(cond):
    défini = "😀", undefined
    print(défini)
    if cond: return 1
    return f"nothing"
`

// fixedApp is app after the scripted model's fix.
var fixedApp = strings.Replace(app, "undefined", "cond", 1)

const project = "[tool.ruff.lint]\nselect = [\"F\", \"E7\"]\n"

// required is the environment variable that turns a missing editor, or any
// other skipped scenario, into a failure.
const required = "FETTLE_EDITORS_REQUIRED"

// patience is how long a test waits for what should come at once: long, for a
// machine that does much else.
const patience = 40 * time.Second

func TestMain(m *testing.M) {
	flag.Parse()
	testkit.Alone()
	// Editors mostly wait; more of them at a time than there are processors.
	if n := flag.Lookup("test.parallel"); n != nil {
		_ = flag.Set("test.parallel", "4")
	}
	code := m.Run()
	if path := os.Getenv(vscodeOutcomes); path != "" {
		if err := results.addVSCode(path); err != nil {
			fmt.Println(err)
			code = 1
		}
	}
	results.print()
	if selected := flag.Lookup("test.run"); code == 0 && selected != nil && selected.Value.String() == "" {
		if missing := results.missing(); len(missing) > 0 {
			fmt.Println("not every kind of scenario is there for each editor:", missing)
			code = 1
		}
	}
	if dir := built.dir; dir != "" {
		_ = os.RemoveAll(dir)
	}
	os.Exit(code)
}

// noteInputs looks at every file that other programs than this test read: go
// test gives a result from its cache only while what the test looked at is the
// same.
func noteInputs() {
	root := filepath.Join("..", "..")
	_ = filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return nil //nolint:nilerr // not there any more
		}
		name := d.Name()
		if d.IsDir() && path != root && (strings.HasPrefix(name, ".") && name != ".." || name == "node_modules" || name == "testdata") {
			return filepath.SkipDir
		}
		switch filepath.Ext(name) {
		case ".go", ".c", ".h", ".sum", ".lua", ".toml", ".txt", ".md":
			_, _ = os.Stat(path)
		}
		return nil
	})
}

// scenario runs one behaviour of one editor as a parallel subtest and records
// it in the tables.
func scenario(t *testing.T, editor, name string, f func(t *testing.T)) {
	t.Helper()
	t.Run(name, func(t *testing.T) {
		t.Parallel()
		start := time.Now()
		defer func() {
			result := "pass"
			switch {
			case t.Failed():
				result = "FAIL"
			case t.Skipped() && os.Getenv(required) == "1":
				t.Errorf("skipped, and %s=1", required)
				result = "FAIL"
			case t.Skipped():
				result = "skip"
			}
			results.add(outcome{editor, name, result, time.Since(start)})
		}()
		f(t)
	})
}

// program finds an editor, or a program its test needs, in FETTLE_EDITORS,
// else on PATH.
func program(t *testing.T, name string) string {
	t.Helper()
	for _, dir := range []string{
		filepath.Join(os.Getenv("FETTLE_EDITORS"), "bin"),
		filepath.Join("..", "..", ".tools", "editors", "bin"), // where make editors puts them
	} {
		if path, err := filepath.Abs(filepath.Join(dir, name)); err == nil {
			if _, err := exec.LookPath(path); err == nil {
				return path
			}
		}
	}
	path, err := exec.LookPath(name)
	if err == nil {
		return path
	}
	if os.Getenv(required) == "1" {
		t.Fatalf("%s is required and not there: run make editors", name)
	}
	t.Skipf("SKIPPED: %s is not installed: run make editors", name)
	return ""
}

// built is the server under test, built once a run; FETTLE_BINARY names one
// that is there, say of a release, to test instead. Its file name is fettle.
var built struct {
	once      sync.Once
	dir, path string
	err       error
}

func fettle(t *testing.T) string {
	t.Helper()
	built.once.Do(func() {
		noteInputs()
		if built.path = os.Getenv("FETTLE_BINARY"); built.path != "" {
			return
		}
		if built.dir, built.err = os.MkdirTemp("", "fettle-e2e"); built.err == nil {
			built.path, built.err = testkit.Build(built.dir, "github.com/fettle-dev/fettle/cmd/fettle")
		}
	})
	if built.err != nil {
		t.Fatal(built.err)
	}
	return built.path
}

// session is a workspace with an environment of its own.
type session struct {
	dir, workspace string
	env            []string
}

// newSession makes a workspace that holds app.py, and the user's settings.
func newSession(t *testing.T, config string) session {
	t.Helper()
	// Not t.TempDir: its name holds the test's, with commas, which Neovim's
	// paths do not bear.
	dir, err := os.MkdirTemp("", "fettle-e2e")
	must.OK(t, err)
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	must.OK(t, os.MkdirAll(filepath.Join(dir, "state", "nvim"), 0o700))
	s := session{dir: dir, workspace: filepath.Join(dir, "work space")}
	write(t, s.file("app.py"), app)
	write(t, s.file("pyproject.toml"), project)
	write(t, s.config(), config)
	path := filepath.Dir(fettle(t)) + ":" + filepath.Dir(testkit.Tool(t, "ruff")) + ":" + os.Getenv("PATH")
	s.env = append(os.Environ(), "PATH="+path, "HOME="+dir, "XDG_CONFIG_HOME="+filepath.Join(dir, "config"),
		"XDG_CACHE_HOME="+filepath.Join(dir, "cache"), "XDG_STATE_HOME="+filepath.Join(dir, "state"),
		"XDG_DATA_HOME="+filepath.Join(dir, "data"), "XDG_RUNTIME_DIR="+dir, "TERM=xterm-256color", "LC_ALL=C.UTF-8", "TMUX=")
	return s
}

func (s session) file(name string) string { return filepath.Join(s.workspace, name) }
func (s session) config() string          { return filepath.Join(s.dir, "config", "fettle", "config.toml") }

func write(t *testing.T, path, text string) {
	t.Helper()
	must.Write(t, path, text)
}

func read(t *testing.T, path string) string {
	t.Helper()
	data := must.Read(t, path)
	return data
}

// eventually waits until f holds; state says what there is instead.
func eventually(t *testing.T, what string, state func() string, f func() bool) {
	t.Helper()
	for deadline := time.Now().Add(patience); !f(); time.Sleep(30 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("timeout: %s\n%s", what, state())
		}
	}
}
