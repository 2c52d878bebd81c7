package e2e

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/fettle-dev/fettle/internal/testkit"
	"github.com/fettle-dev/fettle/internal/testkit/must"
)

// TestReadmeCommands runs every command of the README's shell blocks, and every
// one of its table of commands, in a small project: none is refused.
func TestReadmeCommands(t *testing.T) {
	page := must.Read(t, "../../../README.md")
	if n := strings.Count(page, "\n"); n > 120 {
		t.Errorf("the README has %d lines, at most 120", n)
	}
	var commands []string
	for _, m := range regexp.MustCompile("(?s)```sh\n(.*?)```").FindAllStringSubmatch(page, -1) {
		for line := range strings.Lines(m[1]) {
			command, _, _ := strings.Cut(line, "  #")
			commands = append(commands, strings.TrimSpace(command))
		}
	}
	for _, m := range regexp.MustCompile("(?m)^\\| `(fettle [^`]*)` \\|").FindAllStringSubmatch(page, -1) {
		commands = append(commands, m[1])
	}
	if len(commands) < 15 {
		t.Fatalf("%d commands", len(commands))
	}
	dir := t.TempDir()
	files := map[string]string{
		"app.py": "import os\n" + strings.Repeat("\n", 9) + "def label(x):\n    return 'item ' + itme\n", "src/a.py": "import os\n", "tests/test_a.py": "def test_a():\n    assert 1 == 1\n",
		"report.json": `[{"code":"F401","message":"m","filename":"app.py","location":{"row":1,"column":8},"end_location":{"row":1,"column":10},"fix":null}]`,
	}
	must.WriteAll(t, dir, files)
	path := filepath.Dir(binary(t)) + string(os.PathListSeparator) + filepath.Dir(testkit.Tool(t, "ruff")) + string(os.PathListSeparator) + os.Getenv("PATH")
	env := append(os.Environ(), "HOME="+dir, "XDG_CONFIG_HOME="+dir+"/.config", "XDG_CACHE_HOME="+dir+"/.cache", "XDG_STATE_HOME="+dir+"/.state", "PATH="+path)
	for _, git := range []string{"init -q -b main", "add .", "-c user.name=a -c user.email=a@b commit -qm one", "update-ref refs/remotes/origin/main HEAD"} {
		cmd := exec.Command("git", strings.Fields(git)...)
		cmd.Dir, cmd.Env = dir, env
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("git %s: %v\n%s", git, err, out)
		}
	}
	for _, command := range commands {
		cmd := exec.Command("sh", "-c", command)
		cmd.Dir, cmd.Env = dir, env
		installs := strings.HasPrefix(command, "go install")
		if installs {
			cmd.Dir, cmd.Env = "../../..", append(cmd.Env, "GOBIN="+filepath.Join(dir, "bin"))
		}
		out, err := cmd.CombinedOutput()
		if installs && err == nil {
			out, err = exec.Command(filepath.Join(dir, "bin", "fettle"), "version").CombinedOutput()
		}
		var exit *exec.ExitError
		if errors.As(err, &exit) && exit.ExitCode() == 1 && (strings.HasPrefix(command, "fettle fix") || strings.HasPrefix(command, "fettle context") || command == "fettle check") {
			err = nil // findings remain, or nothing was found
		}
		if err != nil || len(out) == 0 && command != "fettle mcp" {
			t.Errorf("%s: %v\n%s", command, err, out)
		}
	}
}

// TestReadmeNumbers runs the demo's Python project through ruff's own fixer and
// through fettle: the README's table says what is left.
func TestReadmeNumbers(t *testing.T) {
	page := must.Read(t, "../../../README.md")
	rows := regexp.MustCompile(`(?m)^\| (?:the Python part|the same)[^|]*\| (\d+) \| (\d+) [^|]*\| (\d+)`).
		FindAllStringSubmatch(page, -1)
	if len(rows) != 2 {
		t.Fatalf("%d rows", len(rows))
	}
	ruff := testkit.Tool(t, "ruff")
	for i, row := range rows {
		own, ours := []string{"check", "-q", "--no-cache", "--fix"}, []string{"fix", "--no-model", "--write", "--run", "ruff"}
		if i == 1 {
			own, ours = append(own, "--unsafe-fixes"), append(ours, "--unsafe")
		}
		for column, fix := range [][]string{1: nil, 2: append([]string{ruff}, own...), 3: append([]string{binary(t)}, ours...)} {
			if column == 0 {
				continue
			}
			dir := t.TempDir()
			must.OK(t, os.CopyFS(dir, os.DirFS("../testdata/demo/python")))
			run := func(argv []string) []byte {
				if len(argv) == 0 {
					return nil
				}
				cmd := exec.Command(argv[0], argv[1:]...)
				home := t.TempDir()
				cmd.Dir, cmd.Env = dir, append(os.Environ(), "HOME="+home, "XDG_CONFIG_HOME="+home, "XDG_CACHE_HOME="+home, "XDG_STATE_HOME="+home, "PATH="+filepath.Dir(ruff)+string(os.PathListSeparator)+os.Getenv("PATH"))
				out, err := cmd.Output()
				if err != nil && !errors.As(err, new(*exec.ExitError)) {
					t.Fatal(err)
				}
				return out
			}
			run(fix)
			var left []any
			must.OK(t, json.Unmarshal(run([]string{ruff, "check", "--no-cache", "--output-format=json"}), &left))
			if got := strconv.Itoa(len(left)); got != row[column] {
				t.Errorf("row %d, column %d: %s are left, the README says %s", i+1, column, got, row[column])
			}
		}
	}
}

// TestReadmeGo: the row of the demo's Go part, whose tools fix nothing on the
// command line.
func TestReadmeGo(t *testing.T) {
	testkit.Tool(t, "staticcheck")
	findings, left := readmeRow(t, "the Go part")
	dir, home := t.TempDir(), t.TempDir()
	must.OK(t, os.CopyFS(dir, os.DirFS("../testdata/demo/go")))
	// The time that a tool has is for a machine that does nothing else.
	cmd := exec.Command(binary(t), "fix", "--no-model", "--unsafe", "--json", "--set", "timeouts.compiler=300", "--set", "timeouts.linter=120")
	var said bytes.Buffer
	cmd.Stderr = &said
	path := strings.Join(append(testkit.ToolFolders(), os.Getenv("PATH")), string(os.PathListSeparator))
	cmd.Dir, cmd.Env = dir, append(os.Environ(), "HOME="+home, "XDG_CONFIG_HOME="+home, "XDG_CACHE_HOME="+home, "XDG_STATE_HOME="+home, "PATH="+path, "GOFLAGS=-mod=mod", "GOTOOLCHAIN=local")
	out, err := cmd.Output()
	if err != nil && !errors.As(err, new(*exec.ExitError)) {
		t.Fatal(err)
	}
	all, fixed := strings.Count(string(out), "\n"), strings.Count(string(out), `"verdict":"verified"`)
	if strconv.Itoa(all) != findings[0] || strconv.Itoa(all) != findings[1] || strconv.Itoa(all-fixed) != left {
		t.Errorf("%d findings, %d fixed; the README says %q and %s left\n%s%s", all, fixed, findings, left, out, said.String())
	}
}

// TestReadmePackages: the row of four packages from the package index, which
// docs/custom-linters.md has installed.
func TestReadmePackages(t *testing.T) {
	ruff, installed := testkit.Tool(t, "ruff"), filepath.Join(filepath.Dir(testkit.ToolFolders()[0]), "linters")
	findings, left := readmeRow(t, "yamllint")
	home := t.TempDir()
	count := func(dir string, fix ...string) string {
		for _, name := range []string{"yamllint", "flake8", "codespell_lib", "pycodestyle.py"} {
			if name == "pycodestyle.py" {
				data, err := os.ReadFile(filepath.Join(installed, name))
				if err == nil {
					err = os.WriteFile(filepath.Join(dir, name), data, 0o600)
				}
				must.OK(t, err)
				continue
			}
			must.OK(t, os.CopyFS(filepath.Join(dir, name), os.DirFS(filepath.Join(installed, name))))
		}
		must.Write(t, filepath.Join(dir, "ruff.toml"),
			`[lint]
select = ["E", "F", "W", "B", "UP", "SIM", "C4", "PIE", "RET", "PT", "PERF", "FURB", "RUF"]
`)
		run := func(argv ...string) []byte {
			cmd := exec.Command(argv[0], argv[1:]...)
			cmd.Dir, cmd.Env = dir, append(os.Environ(), "HOME="+home, "XDG_CONFIG_HOME="+home, "XDG_CACHE_HOME="+home, "XDG_STATE_HOME="+home, "PATH="+filepath.Dir(ruff)+string(os.PathListSeparator)+os.Getenv("PATH"))
			out, err := cmd.Output()
			if err != nil && !errors.As(err, new(*exec.ExitError)) {
				t.Fatal(err)
			}
			return out
		}
		if len(fix) > 0 {
			run(fix...)
		}
		var list []any
		must.OK(t, json.Unmarshal(run(ruff, "check", "--no-cache", "--output-format=json"), &list))
		return strconv.Itoa(len(list))
	}
	got := []string{count(t.TempDir()), count(t.TempDir(), ruff, "check", "-q", "--no-cache", "--fix"), count(t.TempDir(), binary(t), "fix", "--no-model", "--write", "--run", "ruff", ".")}
	if got[0] != findings[0] || got[1] != findings[1] || got[2] != left {
		t.Errorf("found, left by ruff, left by fettle: %q; the README says %q and %s", got, findings, left)
	}
}

// readmeRow is a row of the README's table of numbers: what is found and what the
// tool's own fixer leaves, and what fettle leaves.
func readmeRow(t *testing.T, name string) (findings []string, left string) {
	t.Helper()
	page := must.Read(t, "../../../README.md")
	m := regexp.MustCompile(`(?m)^\| ` + name + `[^|]*\| (\d+) \| (\d+) [^|]*\| (\d+)`).FindStringSubmatch(page)
	if m == nil {
		t.Fatalf("the README has no row of %s", name)
	}
	return m[1:3], m[3]
}
