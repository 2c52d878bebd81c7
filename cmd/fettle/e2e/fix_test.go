package e2e

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/fettle-dev/fettle/internal/testkit"
	"github.com/fettle-dev/fettle/internal/testkit/must"
)

// manyFiles are files with one problem each that needs a model.
func manyFiles(n int) map[string]string {
	files := map[string]string{}
	for i := range n {
		files[fmt.Sprintf("m%d.py", i)] = strings.ReplaceAll(undefinedName, "show", fmt.Sprint("show", i))
	}
	return files
}

// A run that hits its limit is taken up by the next one: no file is asked about
// twice, whether it was fixed or could not be.
func TestFixResumes(t *testing.T) {
	m := testkit.ServeModel(func(r testkit.ModelRequest) (testkit.Reply, bool) {
		if strings.Contains(r.User, "| def show1(") {
			return testkit.Reply{Text: "NO_FIX it depends\n"}, true
		}
		return answer("box", "        print(item)", 0)(r)
	})
	t.Cleanup(m.Close)
	dir := modelProject(t, m.URL+"/v1", manyFiles(4))
	first, _ := fixIn(t, dir, "--max-calls", "2", ".")
	if n := len(m.Requests()); n != 2 {
		t.Fatalf("%d calls, want 2", n)
	}
	limited := 0
	for _, o := range first {
		if strings.Contains(o.Reason, "--max-calls") {
			limited++
		}
	}
	if len(first) != 4 || limited != 2 {
		t.Errorf("%d outcomes, %d over the limit: %+v", len(first), limited, first)
	}
	second, _ := fixIn(t, dir, ".")
	if n := len(m.Requests()); n != 4 {
		t.Errorf("%d calls after the second run, want 4", n)
	}
	third, said := fixIn(t, dir, "--write", ".")
	if n := len(m.Requests()); n != 4 {
		t.Errorf("%d calls after the third run, want 4", n)
	}
	written := 0
	for i := range third {
		if third[i].Written {
			written++
		}
		if third[i].Reason != second[i].Reason || third[i].Diff != second[i].Diff {
			t.Errorf("another outcome of a former run: %+v, %+v", second[i], third[i])
		}
	}
	data, err := os.ReadFile(filepath.Join(dir, "m0.py"))
	if err != nil || written != 3 || !strings.Contains(string(data), "print(item)") {
		t.Errorf("%d written, %v, %+v\n%s\n%s", written, err, third, said, data)
	}
	if fixIn(t, dir, "--no-resume", "m1.py"); len(m.Requests()) != 5 {
		t.Errorf("%d calls with --no-resume, want 5", len(m.Requests()))
	}
	must.Write(t, filepath.Join(dir, "pyproject.toml"), "[tool.ruff.lint]\nselect = [\"F8\"]\n")
	if fixIn(t, dir, "m1.py"); len(m.Requests()) != 6 {
		t.Errorf("%d calls after the configuration changed, want 6", len(m.Requests()))
	}
}

func TestFixCost(t *testing.T) {
	m := testkit.ServeModel(func(r testkit.ModelRequest) (testkit.Reply, bool) {
		reply, ok := answer("box", "        print(item)", 0)(r)
		reply.Usage = [2]int{1_000_000, 500_000}
		return reply, ok
	})
	t.Cleanup(m.Close)
	dir := modelProject(t, m.URL+"/v1", manyFiles(4))
	// A call costs 3 + 7.5; one more may be in flight when the limit is reached.
	fixIn(t, dir, "--max-cost", "10", "--price", "3/15", ".")
	if n := len(m.Requests()); n < 1 || n > 2 {
		t.Errorf("%d calls", n)
	}
}

// A file that is changed while a model is asked stays as the user left it, and
// counts as failed only.
func TestFixOfAFileThatChanges(t *testing.T) {
	const mine = "# mine\n" + undefinedName
	folder := make(chan string, 1)
	m := testkit.ServeModel(func(r testkit.ModelRequest) (testkit.Reply, bool) {
		if err := os.WriteFile(filepath.Join(<-folder, "app.py"), []byte(mine), 0o600); err != nil {
			t.Error(err)
		}
		return answer("box", "        print(item)", 0)(r)
	})
	t.Cleanup(m.Close)
	dir := modelProject(t, m.URL+"/v1", map[string]string{"app.py": undefinedName})
	folder <- dir
	cmd := fixCommandIn(t, dir, "fix", "--write", "app.py")
	said, err := cmd.CombinedOutput()
	if code := cmd.ProcessState.ExitCode(); err == nil || code != 2 {
		t.Errorf("exit code %d", code)
	}
	data, err := os.ReadFile(filepath.Join(dir, "app.py"))
	if err != nil || string(data) != mine {
		t.Errorf("%v\n%s", err, data)
	}
	if strings.Contains(string(said), "+++ ") {
		t.Errorf("a diff of what was not written:\n%s", said)
	}
	for _, want := range []string{"fettle: error: write app.py: has changed since it was read\nfettle: hint: it was left as it is now; run it again to have that fixed\n", "fettle: 0 fixed, 0 need a model, 0 declined, 1 model call (", "1 file failed\n"} {
		if !strings.Contains(string(said), want) {
			t.Errorf("no %q in\n%s", want, said)
		}
	}
}

// TestWhatUnsafeWouldTake: whoever has no model is told how many findings wait for
// nothing but --unsafe, and not where it was given or nothing waits for it.
func TestWhatUnsafeWouldTake(t *testing.T) {
	t.Setenv("PATH", filepath.Dir(testkit.Tool(t, "ruff"))+string(os.PathListSeparator)+os.Getenv("PATH"))
	dir, home := t.TempDir(), home(t)
	put(t, dir, "ruff.toml", "lint.select = ['UP031', 'F401']\n")
	put(t, dir, "app.py", "def f(a):\n    return \"%s\" % a\n")
	put(t, dir, "sure.py", "import os\n")
	const hint = "fettle: hint: 1 finding left has a fix that may change behaviour: --unsafe takes it where it passes the checks\n"
	for _, tt := range []struct {
		args []string
		want bool
	}{
		{[]string{"."}, true},
		{[]string{"--no-model", "."}, true},
		{[]string{"--unsafe", "."}, false},
		{[]string{"sure.py"}, false},
	} {
		shown, _ := inProject(t, dir, home, append([]string{"fix"}, tt.args...)...).CombinedOutput()
		if strings.Contains(string(shown), hint) != tt.want || !tt.want && strings.Contains(string(shown), "may change behaviour") {
			t.Errorf("%q:\n%s", tt.args, shown)
		}
	}
}

// TestWayToAModel: the way on that is said where a finding needs a model leads to one.
func TestWayToAModel(t *testing.T) {
	without, with := "", "[model]\nbackend = 'openai'\nurl = 'http://127.0.0.1:9/v1'\nname = 'scripted'\napiKeyEnv = 'TEST_KEY'\n"
	for _, tt := range []struct{ name, settings, says string }{
		{"none is set", without, "hint: no model is set: run fettle init"},
		{"one is set", with, "hint: allow a model: leave --no-model out"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			dir := modelProject(t, "", map[string]string{"app.py": "print(box)\n", "config/fettle/config.toml": tt.settings})
			if said, _ := fixCommandIn(t, dir, "fix", "--no-model", "app.py").CombinedOutput(); !strings.Contains(string(said), tt.says) {
				t.Errorf("%s", said)
			}
		})
	}
}

// TestModelAfterUnsafe: where the only sure fix may change behaviour and is not allowed,
// the model is asked; what it has no better answer for is what the user may allow.
func TestModelAfterUnsafe(t *testing.T) {
	const source = "import json\n\n\ndef read(text):\n    try:\n        return json.loads(text)\n    except:\n        return None\n"
	for _, tt := range []struct {
		name, answer, reason string
		args                 []string
		asked                bool
	}{
		{"the model has one", "    except json.JSONDecodeError:", "", nil, true},
		{"it has none", "    except: ", "the fix may change behaviour, and no answer of the model holds; allow it with --unsafe", nil, true},
		{"allowed", "    except json.JSONDecodeError:", "", []string{"--unsafe"}, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			m := testkit.ServeModel(answer("except:", tt.answer, 0))
			t.Cleanup(m.Close)
			dir := modelProject(t, m.URL+"/v1", map[string]string{"app.py": source, "pyproject.toml": "[tool.ruff.lint]\nselect = [\"E722\"]\n"})
			out, said := fixIn(t, dir, append(tt.args, "app.py")...)
			if len(out) != 1 || out[0].Reason != tt.reason || out[0].Applied != (tt.reason == "") || (len(m.Requests()) > 0) != tt.asked {
				t.Errorf("%+v\n%s", out, said)
			}
		})
	}
}
