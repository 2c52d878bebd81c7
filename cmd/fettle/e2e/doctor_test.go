package e2e

import (
	"encoding/json"
	"errors"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
)

// checkOf runs fettle doctor and gives one of its checks.
func checkOf(t *testing.T, id string, env, args []string) (level, message, advice string) {
	t.Helper()
	return doctorIn(t, t.TempDir(), id, env, args)
}

// doctorIn is checkOf in a folder.
func doctorIn(t *testing.T, dir, id string, env, args []string) (level, message, advice string) {
	t.Helper()
	cmd := inProject(t, dir, t.TempDir(), append([]string{"doctor", "--json"}, args...)...)
	cmd.Env = append(cmd.Env, env...)
	out, err := cmd.Output()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	var all struct {
		Checks []struct {
			ID, Level, Message string
			Advice             []string
		}
	}
	if err := json.Unmarshal(out, &all); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	for _, c := range all.Checks {
		if c.ID == id {
			return c.Level, c.Message, strings.Join(c.Advice, "\n")
		}
	}
	t.Fatalf("no check %s in %s", id, out)
	return "", "", ""
}

// TestDoctorWaiting: of tools that can run a folder's code the doctor says whether
// they are installed, a tool of the user's own too, and starts none.
func TestDoctorWaiting(t *testing.T) {
	bin := t.TempDir()
	put(t, bin, "mycheck", "#!/bin/sh\ntouch "+filepath.Join(bin, "started")+"\n")
	own := []string{"--set", `linters.custom.mine.command=["mycheck"]`, "--set", `linters.custom.mine.languages=["python"]`, "--set", "linters.custom.mine.format=gcc"}
	for path, want := range map[string]string{bin: "mine: installed", t.TempDir(): ", mine: not installed"} {
		_, message, _ := checkOf(t, "trust", []string{"PATH=" + path}, own)
		if !strings.Contains(message, want) {
			t.Errorf("no %q in %q", want, message)
		}
	}
	if _, err := os.Stat(filepath.Join(bin, "started")); err == nil {
		t.Error("the tool was started")
	}
}

// TestDoctorUnasked: of a tool that is there and may run, but is not run by itself as
// nothing sets it up, the doctor says so and how to run it; a project that sets it up
// hears nothing of it.
func TestDoctorUnasked(t *testing.T) {
	bin := t.TempDir()
	put(t, bin, "bandit", "#!/bin/sh\necho bandit 1.9.4\n")
	env := []string{"PATH=" + bin + string(os.PathListSeparator) + "/usr/bin:/bin"}
	level, message, advice := checkOf(t, "bandit", env, nil)
	want := "bandit 1.9.4; runs unasked only where a project sets it up, and nothing here does: .bandit, bandit.yaml, bandit.yml, ..."
	if level != "info" || !strings.HasSuffix(message, want) || advice != "fettle fix --run bandit" {
		t.Errorf("%s: %s\n%s", level, message, advice)
	}
	level, message, advice = checkOf(t, "bandit", env, []string{"--set", "linters.bandit.enabled=true"})
	if level != "ok" || !strings.HasSuffix(message, "bandit 1.9.4") || advice != "" {
		t.Errorf("%s: %s\n%s", level, message, advice)
	}
}

// TestDoctorFailed: where a tool fails, the doctor says what it said.
func TestDoctorFailed(t *testing.T) {
	bin, work := t.TempDir(), t.TempDir()
	put(t, bin, "ruff", "#!/bin/sh\n[ \"$1\" = --version ] && { echo ruff 0.17.5; exit; }\necho boom >&2; exit 101\n")
	put(t, work, "app.py", "import os\n")
	level, message, _ := doctorIn(t, work, "here", []string{"PATH=" + bin + string(os.PathListSeparator) + "/usr/bin:/bin"}, nil)
	if level != "warn" || !strings.Contains(message, "1 file could not be looked at: app.py: ruff failed: exit code 101: boom") {
		t.Errorf("%s: %s", level, message)
	}
}

// TestDoctorPlanner: the doctor says whether the planner of searches can be
// reached and has its model, and which step of setting it up is missing.
//
// Covers R3-04.
func TestDoctorPlanner(t *testing.T) {
	var asked atomic.Int32
	list := `{"models":[{"name":"qwen2.5-coder:7b"},{"name":"tiny:latest"}]}`
	ollama := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked.Add(1)
		switch r.URL.Path {
		case "/api/tags":
			_, _ = w.Write([]byte(list))
		case "/v1/models":
			_, _ = w.Write([]byte(`{"data":[{"id":"big"}]}`))
		default:
			http.NotFound(w, r)
		}
	}))
	t.Cleanup(ollama.Close)
	broken := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte("<html>")) }))
	t.Cleanup(broken.Close)
	mine := []string{"--set", "models.mine.backend=openai", "--set", "models.mine.url=" + ollama.URL + "/v1", "--set", "models.mine.name=big", "--set", "context.plan.backend=mine"}
	for _, c := range []struct {
		name           string
		env, args      []string
		level, message string
		advice, never  string // in the next steps, or not
		silent         bool   // nobody is asked
	}{
		{name: "ready", env: []string{"OLLAMA_HOST=" + ollama.URL}, level: "ok", message: "qwen2.5-coder:7b at 127.0.0.1:"},
		{name: "another model", env: []string{"OLLAMA_HOST=" + ollama.URL, "OLLAMA_MODEL=tiny"}, level: "ok", message: "tiny at 127.0.0.1:"},
		{name: "model not pulled", env: []string{"OLLAMA_HOST=" + ollama.URL, "OLLAMA_MODEL=absent:1b"}, level: "info", message: "planned without a model",
			advice: "fetch the model: ollama pull absent:1b", never: "ollama serve"},
		{name: "setting above environment", env: []string{"OLLAMA_HOST=" + ollama.URL, "OLLAMA_MODEL=absent"}, args: []string{"--set", "context.plan.model=tiny"}, level: "ok", message: "tiny at"},
		{name: "not installed", env: []string{"OLLAMA_HOST=127.0.0.1:1", "PATH=" + t.TempDir()}, level: "info", message: "cannot reach 127.0.0.1:1",
			advice: "install Ollama: https://ollama.com/download\nstart it: ollama serve\nfetch the model: ollama pull qwen2.5-coder:7b"},
		{name: "wanted and not there", env: []string{"OLLAMA_HOST=127.0.0.1:1"}, args: []string{"--set", "context.plan.mode=model"}, level: "warn", message: "cannot reach 127.0.0.1:1"},
		{name: "elsewhere", env: []string{"OLLAMA_HOST=planner.example:11434"}, level: "info", message: "OLLAMA_HOST", silent: true},
		{name: "not Ollama", env: []string{"OLLAMA_HOST=" + broken.URL}, level: "info", message: "planned without a model", never: "ollama pull", silent: true},
		{name: "bad address", env: []string{"OLLAMA_HOST=ftp://x"}, level: "info", message: "planned without a model", silent: true},
		{name: "not wanted", env: []string{"OLLAMA_HOST=" + ollama.URL}, args: []string{"--set", "context.plan.mode=heuristic"}, level: "info", message: "context.plan.mode", silent: true},
		{name: "another backend", args: mine, level: "ok", message: "big at 127.0.0.1:"},
		{name: "unknown backend", args: []string{"--set", "context.plan.backend=nobody"}, level: "info", message: "no model of that name", never: "ollama", silent: true},
	} {
		t.Run(c.name, func(t *testing.T) {
			before := asked.Load()
			level, message, advice := checkOf(t, "search", c.env, c.args)
			if level != c.level || !strings.Contains(message, c.message) || !strings.Contains(advice, c.advice) || c.never != "" && strings.Contains(advice, c.never) {
				t.Errorf("%s: %s\n%s", level, message, advice)
			}
			if level != "ok" && !strings.Contains(message, "without a model") {
				t.Errorf("not said that it works without one: %s", message)
			}
			if c.silent && asked.Load() != before {
				t.Error("a server was asked")
			}
		})
	}
}

// TestDoctorWords: what a new user reads first.
func TestDoctorWords(t *testing.T) {
	if level, message, _ := checkOf(t, "root", nil, nil); level != "info" || !strings.Contains(message, "not trusted yet") {
		t.Errorf("%s: %s", level, message)
	}
	if level, message, _ := checkOf(t, "index", nil, nil); level != "ok" || !strings.HasSuffix(message, filepath.Join("fettle", "index")) {
		t.Errorf("%s: %s", level, message)
	}
	for _, off := range []string{"context.index.enabled", "context.index.persist", "context.enabled"} {
		if level, message, _ := checkOf(t, "index", nil, []string{"--set", off + "=false"}); level != "info" || !strings.Contains(message, off) {
			t.Errorf("%s: %s", level, message)
		}
	}
	if level, message, advice := checkOf(t, "model", nil, nil); level != "info" || !strings.Contains(message, "work without one") || !strings.Contains(advice, "config.toml") {
		t.Errorf("%s: %s %s", level, message, advice)
	}
}

// TestDoctorStartsToolsNowhere: a tool that is asked for its version starts in no
// folder where somebody could leave code for it.
func TestDoctorStartsToolsNowhere(t *testing.T) {
	bin, temp := t.TempDir(), t.TempDir()
	fake := filepath.Join(bin, "ruff")
	if err := os.WriteFile(fake, []byte("#!/bin/sh\nprintf 'ruff 1.0 in %s\\n' \"$PWD\"\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	level, message, _ := checkOf(t, "ruff", []string{"PATH=" + bin, "TMPDIR=" + temp}, nil)
	if level != "ok" || !strings.HasSuffix(message, "ruff 1.0 in /") {
		t.Errorf("%s: %s", level, message)
	}
}
