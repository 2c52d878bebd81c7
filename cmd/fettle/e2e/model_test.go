package e2e

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/fettle-dev/fettle/internal/testkit"
	"github.com/fettle-dev/fettle/internal/testkit/must"
)

// outcome is a line of fettle fix --json.
type outcome struct {
	Code, Verdict, Reason, Diff string
	Rung                        string `json:"fixedBy"`
	File                        string
	Applied, Written            bool
	Alternatives                []struct{ Title, Verdict, Diff string }
	Asks, Tokens                int
	Signal, Host, System, User  string // of a preview
	Cost                        float64
}

// runFix runs the built binary on one Python file with a model at a URL.
func runFix(t *testing.T, text, url string, args ...string) (out []outcome, stderr, after string) {
	t.Helper()
	dir := modelProject(t, url, map[string]string{"app.py": text})
	out, stderr = fixIn(t, dir, append(args, "app.py")...)
	data := must.Read(t, filepath.Join(dir, "app.py"))
	return out, stderr, data
}

// modelProject is a folder with files, and with settings that name a model.
func modelProject(t *testing.T, url string, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	all := map[string]string{
		"pyproject.toml":            "[tool.ruff.lint]\nselect = [\"F\"]\n",
		"config/fettle/config.toml": fmt.Sprintf("[model]\nbackend = 'openai'\nurl = %q\nname = 'scripted'\napiKeyEnv = 'TEST_KEY'\nprofile = 'strong'\n[timeouts]\nfix = 5\n", url),
	}
	maps.Copy(all, files)
	must.WriteAll(t, dir, all)
	return dir
}

// fixIn runs fettle fix --json in a folder.
func fixIn(t *testing.T, dir string, args ...string) (out []outcome, stderr string) {
	t.Helper()
	cmd := fixCommandIn(t, dir, append([]string{"fix", "--json"}, args...)...)
	var stdout, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &errs
	err := cmd.Run()
	var exit *exec.ExitError
	if err != nil && (!errors.As(err, &exit) || exit.ExitCode() == 2) {
		t.Fatalf("%v\n%s", err, errs.String())
	}
	for line := range strings.Lines(stdout.String()) {
		var o outcome
		if err := json.Unmarshal([]byte(line), &o); err != nil {
			t.Fatalf("%q: %v", line, err)
		}
		if o.Verdict != "skipped" { // a link in the cache, which lies in the project here
			out = append(out, o)
		}
	}
	if strings.Contains(stdout.String()+errs.String(), "canary-4242") {
		t.Errorf("the key is in the output:\n%s%s", stdout.String(), errs.String())
	}
	return out, errs.String()
}

// fixCommandIn is fettle in a folder of [modelProject], with ruff on the PATH.
func fixCommandIn(t *testing.T, dir string, args ...string) *exec.Cmd {
	t.Helper()
	ruff := testkit.Tool(t, "ruff")
	cmd := exec.Command(binary(t), args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "PATH="+filepath.Dir(ruff)+string(os.PathListSeparator)+os.Getenv("PATH"), "TEST_KEY=canary-4242",
		"HOME="+dir, "XDG_CONFIG_HOME="+filepath.Join(dir, "config"), "XDG_STATE_HOME="+filepath.Join(dir, "state"), "XDG_CACHE_HOME="+filepath.Join(dir, "cache"))
	return cmd
}

const undefinedName = "def show(items):\n    for item in items:\n        print(box)\n"

func TestModelFixOnTheCommandLine(t *testing.T) {
	m := testkit.ServeModel(answer("box", "        print(item)", 0))
	t.Cleanup(m.Close)
	out, _, after := runFix(t, undefinedName, m.URL+"/v1", "--write")
	if len(out) == 0 || out[0].Rung != "model" || out[0].Verdict != "verified" || !out[0].Written {
		t.Fatalf("outcome: %+v", out)
	}
	if after != strings.Replace(undefinedName, "box", "item", 1) {
		t.Errorf("file:\n%s", after)
	}
}

// TestModelRetry answers wrongly first: the gate's reason must reach the second
// ask, and the second answer is taken.
func TestModelRetry(t *testing.T) {
	var prompts []string
	m := testkit.ServeModel(func(r testkit.ModelRequest) (testkit.Reply, bool) {
		prompts = append(prompts, r.Prompt())
		with := "        print(itms)"
		if len(prompts) > 1 {
			with = "        print(item)"
		}
		return answer("print", with, 0)(r)
	})
	t.Cleanup(m.Close)
	out, _, _ := runFix(t, undefinedName, m.URL+"/v1")
	if len(out) == 0 || out[0].Verdict != "verified" {
		t.Fatalf("outcome: %+v", out)
	}
	if len(prompts) != 2 || !strings.Contains(prompts[1], "IT WAS NOT ACCEPTED") || !strings.Contains(prompts[1], "itms") {
		t.Errorf("%d asks, the last:\n%s", len(prompts), prompts[len(prompts)-1])
	}
}

// TestModelFaults: whatever goes wrong with the endpoint, one line names the
// cause and nothing changes.
func TestModelFaults(t *testing.T) {
	t.Parallel()
	good := func(r testkit.ModelRequest) testkit.Reply {
		reply, _ := answer("box", "        print(item)", 0)(r)
		return reply
	}
	with := func(change func(*testkit.Reply)) func(testkit.ModelRequest) (testkit.Reply, bool) {
		return func(r testkit.ModelRequest) (testkit.Reply, bool) {
			reply := good(r)
			change(&reply)
			return reply, true
		}
	}
	for _, c := range []struct {
		name, want string
		model      func(testkit.ModelRequest) (testkit.Reply, bool)
	}{
		{"key rejected", "key rejected by", with(func(r *testkit.Reply) { r.Status = 401; r.Body = `{"error":{"message":"bad key canary-4242"}}` })},
		{"unknown model", "unknown at", with(func(r *testkit.Reply) { r.Status = 404 })},
		{"rate limited", "rate limited", with(func(r *testkit.Reply) { r.Status = 429; r.Header = map[string][]string{"Retry-After": {"60"}} })},
		{"server error", "server error 503", with(func(r *testkit.Reply) { r.Status = 503 })},
		{"redirect", "redirect", with(func(r *testkit.Reply) {
			r.Status = 307
			r.Header = map[string][]string{"Location": {"http://127.0.0.1:9/"}}
		})},
		{"truncated", "incomplete", with(func(r *testkit.Reply) { r.Fault = testkit.CutMidway })},
		{"hang", "timed out", with(func(r *testkit.Reply) { r.Fault = testkit.HangAtStart })},
		{"too long", "too long", with(func(r *testkit.Reply) { r.Stop = "length" })},
		{"HTML", "not understood", with(func(r *testkit.Reply) { r.Body = "<html>login</html>" })},
		{"prose", "", func(testkit.ModelRequest) (testkit.Reply, bool) {
			return testkit.Reply{Text: "You should rename it."}, true
		}},
		{"outside the windows", "", func(testkit.ModelRequest) (testkit.Reply, bool) {
			return testkit.Reply{Text: "EDIT delete L999:zz\nEND\n"}, true
		}},
		{"suppression", "change the code, and add no comments", func(r testkit.ModelRequest) (testkit.Reply, bool) {
			return answer("box", "        print(box)  # noqa", 0)(r)
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			m := testkit.ServeModel(c.model)
			t.Cleanup(m.Close)
			start := time.Now()
			out, stderr, after := runFix(t, undefinedName, m.URL+"/v1", "--write")
			if time.Since(start) > time.Minute {
				t.Errorf("took %v", time.Since(start))
			}
			if after != undefinedName {
				t.Errorf("file changed:\n%s", after)
			}
			if len(out) != 1 || out[0].Applied || out[0].Reason == "" || strings.Contains(out[0].Reason, "\n") || !strings.Contains(out[0].Reason, c.want) {
				t.Errorf("outcome %+v\n%s", out, stderr)
			}
			t.Logf("%s: %s", c.name, out[0].Reason)
		})
	}
}

func TestModelUnreachable(t *testing.T) {
	out, _, after := runFix(t, undefinedName, "http://127.0.0.1:9/v1", "--write")
	if after != undefinedName || len(out) != 1 || !strings.Contains(out[0].Reason, "cannot reach 127.0.0.1:9") {
		t.Errorf("outcome: %+v", out)
	}
}

// TestSaidByAll: what the compiler says comes from each of Go's tools, and is one
// finding, also after another one was fixed.
func TestSaidByAll(t *testing.T) {
	testkit.Tool(t, "staticcheck")
	m := testkit.ServeModel(func(r testkit.ModelRequest) (testkit.Reply, bool) {
		if strings.Contains(r.User, "o.M undefined") {
			return testkit.Reply{Text: "```go\nfunc Price(o Order) int {\n\treturn o.N\n}\n```"}, true
		}
		return testkit.Reply{Text: "I cannot."}, true
	})
	t.Cleanup(m.Close)
	const text = "package m\n\ntype Order struct{ N int }\n\nfunc (o Order) Total() (int, error) { return o.N, nil }\n\n" +
		"func Best(o Order) int {\n\ttotal := o.Total()\n\treturn total\n}\n\nfunc Price(o Order) int {\n\treturn o.M\n}\n"
	dir := t.TempDir()
	must.WriteAll(t, dir, map[string]string{"go.mod": "module m\n\ngo 1.24\n", "a.go": text})
	home := t.TempDir()
	out, err := inProject(t, dir, home, "fix", "--json", "--no-resume", "--set", "model.backend=ollama", "--set", "model.url="+m.URL, "--set", "model.name=qwen2.5-coder:1.5b", "a.go").Output()
	if n := strings.Count(string(out), `"verdict":"verified"`); n != 1 || strings.Count(string(out), "assignment mismatch") != 1 {
		t.Errorf("%v\n%s", err, out)
	}
}
