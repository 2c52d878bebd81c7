package e2e

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/fettle-dev/fettle/internal/testkit"
	"github.com/fettle-dev/fettle/internal/testkit/must"
)

// pipelineRepo is a git repository with a committed file, and the environment to
// run git and the built binary in.
func pipelineRepo(t *testing.T) (dir string, run func(wantFail string, argv ...string) string) {
	t.Helper()
	dir = t.TempDir()
	home := t.TempDir()
	env := append(os.Environ(), "HOME="+home, "XDG_CONFIG_HOME="+home, "XDG_CACHE_HOME="+home, "XDG_STATE_HOME="+home, "PRE_COMMIT_HOME="+home,
		"GOMODCACHE="+os.Getenv("GOMODCACHE"), "GOCACHE="+os.Getenv("GOCACHE"),
		"GIT_AUTHOR_NAME=a", "GIT_AUTHOR_EMAIL=a@b", "GIT_COMMITTER_NAME=a", "GIT_COMMITTER_EMAIL=a@b",
		"PATH="+filepath.Dir(binary(t))+string(os.PathListSeparator)+filepath.Dir(testkit.Tool(t, "ruff"))+string(os.PathListSeparator)+os.Getenv("PATH"))
	run = func(wantFail string, argv ...string) string {
		t.Helper()
		cmd := exec.Command(argv[0], argv[1:]...)
		cmd.Dir, cmd.Env = dir, env
		out, err := cmd.CombinedOutput()
		if (err != nil) != (wantFail != "") || !strings.Contains(string(out), wantFail) {
			t.Fatalf("%s: %v, want failure with %q\n%s", strings.Join(argv, " "), err, wantFail, out)
		}
		return string(out)
	}
	put(t, dir, "app.py", "print(1)\n")
	put(t, dir, "other.py", "import sys\n")
	run("", "git", "init", "-q")
	run("", "git", "add", ".")
	run("", "git", "commit", "-qm", "one")
	return dir, run
}

func put(t *testing.T, dir, name, body string) {
	t.Helper()
	mode := os.FileMode(0o600)
	if strings.HasPrefix(body, "#!") {
		mode = 0o700
	}
	must.OK(t, os.WriteFile(filepath.Join(dir, name), []byte(body), mode))
}

// TestStagedInCommit runs fettle fix --staged in the hook of git commit -a, which
// has an index of its own, and of git commit FILE.
func TestStagedInCommit(t *testing.T) {
	dir, run := pipelineRepo(t)
	put(t, dir, ".git/hooks/pre-commit", "#!/bin/sh\nexec fettle fix --check --no-model --staged\n")
	put(t, dir, "app.py", "import os\nprint(1)\n")
	out := run("1 fixed (1 proved)", "git", "commit", "-aqm", "two")
	if strings.Contains(out, "other.py") {
		t.Errorf("a file that is not part of the commit is looked at:\n%s", out)
	}
	run("1 fixed (1 proved)", "git", "commit", "-qm", "two", "app.py")
	put(t, dir, "app.py", "print(2)\n")
	run("", "git", "commit", "-aqm", "two")
}

// TestPreCommit runs the repository's hooks with the real pre-commit. Only how
// the program is built is left out: it is on PATH.
func TestPreCommit(t *testing.T) {
	tool := testkit.Tool(t, "pre-commit")
	manifest := must.Read(t, "../../../.pre-commit-hooks.yaml")
	dir, run := pipelineRepo(t)
	put(t, dir, "hooks.yaml", manifest)
	run("", tool, "validate-manifest", "hooks.yaml")
	indented := "      " + strings.ReplaceAll(strings.TrimSpace(strings.ReplaceAll(manifest,
		"language: golang", "language: system")), "\n", "\n      ")
	put(t, dir, ".pre-commit-config.yaml", "repos:\n  - repo: local\n    hooks:\n"+indented+"\n")
	put(t, dir, "app.py", "import os\nprint(1)\n")
	run("", "git", "add", "app.py", ".pre-commit-config.yaml")
	run("Failed", tool, "run", "fettle-check")
	run("files were modified by this hook", tool, "run", "fettle")
	if body, err := os.ReadFile(filepath.Join(dir, "app.py")); err != nil || strings.Contains(string(body), "import os") {
		t.Errorf("app.py has %q, %v", body, err)
	}
	run("", "git", "add", "app.py")
	run("", tool, "run", "fettle-check")
	if body, err := os.ReadFile(filepath.Join(dir, "other.py")); err != nil || !strings.Contains(string(body), "import sys") {
		t.Errorf("a file that is not staged was changed: %q, %v", body, err)
	}
}

// TestReviewdog has the real reviewdog read what --format rdjsonl writes: it finds
// each line, and each suggestion where it was put.
func TestReviewdog(t *testing.T) {
	tool := testkit.Tool(t, "reviewdog")
	dir, run := pipelineRepo(t)
	put(t, dir, "app.py", "def show(value):\n    \"\"\"shows é😀 of a value\"\"\"\n    if not 'é😀' in value:\n        return 'é😀', f'é'\n    return undefined\n")
	put(t, dir, "pyproject.toml", "[tool.ruff.lint]\nselect = [\"F\", \"E7\", \"D4\"]\nignore = [\"D415\"]\n")
	run("", "sh", "-c", "fettle fix --no-model --unsafe --format rdjsonl app.py >report.jsonl; code=$?; echo \"exit $code\"; test $code = 1")
	type found struct {
		Message     string
		Location    struct{ Range any }
		Code        struct{ Value string }
		Suggestions []struct {
			Range any
			Text  string // left out where it is empty
		}
	}
	var read struct{ Diagnostics []found }
	must.OK(t, json.Unmarshal([]byte(run("", "sh", "-c",
		tool+" -f=rdjsonl -reporter=rdjson -filter-mode=nofilter <report.jsonl 2>&1")), &read))
	report, err := os.ReadFile(filepath.Join(dir, "report.jsonl"))
	must.OK(t, err)
	lines := bytes.Split(bytes.TrimSpace(report), []byte("\n"))
	if len(read.Diagnostics) != len(lines) || len(lines) < 3 {
		t.Fatalf("%d lines, of which reviewdog reads %d", len(lines), len(read.Diagnostics))
	}
	var suggested []string
	for i, line := range lines {
		var said found
		must.OK(t, json.Unmarshal(line, &said))
		got := read.Diagnostics[i]
		if !reflect.DeepEqual(got, said) {
			t.Errorf("reviewdog reads %s as %+v", line, got)
		}
		if len(said.Suggestions) > 0 {
			suggested = append(suggested, said.Code.Value)
		}
	}
	// Those of the docstring get into each other's way: not all are of the first round.
	if slices.Sort(suggested); !slices.Equal(suggested, []string{"D400", "D401", "D403", "E713", "F541"}) {
		t.Errorf("suggested are %v", suggested)
	}
}

// TestOwnReports: what one job has written, another one fixes as if it had run the
// tools itself.
func TestOwnReports(t *testing.T) {
	dir, run := pipelineRepo(t)
	put(t, dir, "app.py", "import os\n\n\ndef show(é):\n    if not 'é😀' in é:\n        return 'é😀', f'é'\n    return undefined\n")
	// Each object, up to what the order of the fixes decides.
	seen := func(argv ...string) (list []string) {
		for line := range strings.Lines(run("", "sh", "-c", strings.Join(append([]string{"fettle fix --no-model --unsafe --json app.py"}, argv...), " ")+"; test $? = 1")) {
			var f struct {
				Line, Column        int
				Tool, Code, Verdict string
			}
			if err := json.Unmarshal([]byte(line), &f); err != nil {
				t.Fatalf("%v: %s", err, line)
			}
			list = append(list, fmt.Sprint(f))
		}
		slices.Sort(list)
		return list
	}
	want := seen()
	if len(want) != 3 {
		t.Fatalf("%q", want)
	}
	for _, format := range []string{"sarif", "rdjsonl", "gitlab"} {
		run("", "sh", "-c", "fettle fix --no-model --unsafe --format "+format+" app.py >report; test $? = 1")
		if got := seen("--input", "report"); !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", format, got, want)
		}
	}
}

// TestPipelineFiles holds the action and the template against the schemas that
// check-jsonschema brings along, and runs the script that both share.
func TestPipelineFiles(t *testing.T) {
	tool := testkit.Tool(t, "check-jsonschema")
	template := must.Read(t, "../../../templates/fettle.yml")
	// The schema is for the second document; the inputs are filled in by GitLab.
	_, job, ok := strings.Cut(template, "\n---\n")
	if !ok {
		t.Fatal("the template has no inputs")
	}
	dir, run := pipelineRepo(t)
	put(t, dir, "job.yml", strings.NewReplacer("$[[ inputs.stage ]]", "test", "$[[ inputs.image ]]", "golang").Replace(job))
	action, err := filepath.Abs("../../../action.yml")
	must.OK(t, err)
	script, err := filepath.Abs("../../../templates/fettle.sh")
	must.OK(t, err)
	run("", tool, "--builtin-schema", "vendor.github-actions", action)
	run("", tool, "--builtin-schema", "vendor.gitlab-ci", "job.yml")

	put(t, dir, "app.py", "import os\nprint(undefined)\n")
	// OASIS's schema of SARIF comes with gosec's sources.
	module := run("", "go", "mod", "download", "-json", "github.com/securego/gosec/v2@v2.29.0")
	var at struct{ Dir string }
	must.OK(t, json.Unmarshal([]byte(module), &at))
	run("", "env", "FORMAT=sarif", "ARGS=--no-model", "FAIL=false", "OUTPUT=fixes.sarif", "bash", script)
	run("", tool, "--schemafile", filepath.Join(at.Dir, "report/sarif/testdata/sarif-schema-2.1.0.json"), "fixes.sarif")
	run("", "env", "FORMAT=patch", "ARGS=--no-model", "FAIL=false", "OUTPUT=fixes.patch", "bash", script)
	run("", "git", "apply", "--check", "fixes.patch")
	run("::", "env", "FORMAT=github", "ARGS=--no-model", "bash", script)
	if out := run("", "env", "FORMAT=github", "ARGS=--no-model", "FAIL=false", "PATHS=app.py other.py", "GITHUB_OUTPUT="+filepath.Join(dir, "out"), "bash", script); !strings.Contains(out, "F821") {
		t.Errorf("no annotation:\n%s", out)
	}
	if code, err := os.ReadFile(filepath.Join(dir, "out")); err != nil || string(code) != "code=1\n" {
		t.Errorf("the action's output is %q, %v", code, err)
	}
	run("::", "env", "COMMAND=check", "FORMAT=github", "bash", script)
	run("is fix or check", "env", "COMMAND=rm", "bash", script)
	run("no such file", "env", "FORMAT=text", "ARGS=--no-model", "FAIL=false", "PATHS=app.py; touch pwned", "bash", script, "x")
	if _, err := os.Stat(filepath.Join(dir, "pwned")); err == nil {
		t.Error("an input became code")
	}
}
