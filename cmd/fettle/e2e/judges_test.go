package e2e

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/fettle-dev/fettle/internal/testkit"
	"github.com/fettle-dev/fettle/internal/testkit/must"
)

// judged is a project that uses mypy. What ruff finds in its first lines can be
// answered with code that ruff likes and mypy does not: in the file itself, or in
// the one that imports from it. ruff's own fix of the last line is such code.
func judged() map[string]string {
	return map[string]string{
		"pyproject.toml": "[tool.ruff.lint]\nselect = [\"F\", \"B009\"]\n\n[tool.mypy]\nstrict = true\n",
		"app.py": "LIMIT = undefined_limit\nSIZE: int = undefined_size\n\n\nclass Box:\n    size = 1\n\n\n" +
			"def width(box: Box) -> int:\n    return int(getattr(box, \"widths\"))\n",
		"user.py": "from app import LIMIT\n\ntotal: int = LIMIT\n",
	}
}

// TestJudgesHaveASay: a fix for ruff that makes mypy report an error anew is refused
// in the editor, over MCP and on the command line alike; one that does not is
// verified by both.
func TestJudgesHaveASay(t *testing.T) {
	t.Setenv("PATH", filepath.Dir(testkit.Tool(t, "mypy"))+string(os.PathListSeparator)+os.Getenv("PATH"))
	const settings = "[trust]\ntrusted = ['/']\n[timeouts]\nfix = 120\n[fix]\ncalls = 1\n"
	for _, tt := range []struct {
		name, holds, answer string
		line                int // from 0
		good                bool
		why                 string
	}{
		{"wrong in the file that imports it", "undefined_limit", "LIMIT = \"many\"", 0, false, "mypy reports something new in user.py, line 3: assignment"},
		{"right for the file that imports it", "undefined_limit", "LIMIT = len(__name__)", 0, true, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			model := answer(tt.holds, tt.answer, 0)
			t.Run("editor", func(t *testing.T) {
				p := newProject(t, judged()["app.py"], model, settings)
				p.put(t, judged())
				from := p.Seen()
				got := p.tried(t, tt.line, `^AI fix: F821`)
				if good := regexp.MustCompile(` fixed · ruff and mypy are content$`); good.MatchString(got) != tt.good || tt.good != strings.Contains(p.doc.Text(), tt.answer) {
					t.Errorf("%q %q\n%s", got, p.messages(from), p.doc.Text())
				}
			})
			dir, home := t.TempDir(), home(t)
			writeAll(t, dir, judged())
			served := testkit.ServeModel(model)
			t.Cleanup(served.Close)
			t.Run("mcp", func(t *testing.T) {
				s, ctx := mcpIn(t, dir, served.URL+"/v1", nil, "--set", "trust.trusted=['/']")
				got, e := callTool(ctx, t, s, "fix", map[string]any{"path": "app.py", "line": tt.line + 1, "tool": "ruff"})
				if e != "" {
					t.Fatal(e)
				}
				if strings.Contains(partsOf(got).Diff, "+"+tt.answer) != tt.good || !strings.Contains(got, tt.why) {
					t.Errorf("%s", got)
				}
			})
			t.Run("command line", func(t *testing.T) {
				cmd := inProject(t, dir, home, "fix", "--json", "--run", "ruff", "--run", "mypy", "--set", "model.backend=openai",
					"--set", "model.url="+served.URL+"/v1", "--set", "model.name=scripted", "--set", "model.profile=strong", "app.py")
				out, err := cmd.Output()
				if strings.Contains(string(out), "+"+tt.answer) != tt.good || !strings.Contains(string(out), tt.why) ||
					tt.good && !regexp.MustCompile(`"verdict":"verified".*"name":"mypy","version":"[\d.]+","files":2`).Match(out) {
					t.Errorf("%v\n%s", err, out)
				}
			})
		})
	}
}

// TestJudgesThatDoNotReport: tools that were not named have a say in the fixes of the
// one that was, as far as the project uses them and they may run; where the folder is
// not trusted, that is said, with how to have them.
func TestJudgesThatDoNotReport(t *testing.T) {
	t.Setenv("PATH", filepath.Dir(testkit.Tool(t, "mypy"))+string(os.PathListSeparator)+os.Getenv("PATH"))
	const trusting = "trust.trusted=['/']"
	unasked := "fettle: hint: mypy was not asked about these fixes, as the folder is not trusted: trust it (fettle trust .)"
	for _, tt := range []struct {
		name     string
		args     []string
		applied  bool
		says     string // to people
		without  string
		verified string // by which tools, where it was applied
	}{
		{"trusted", []string{"--run", "ruff", "--set", trusting}, false, "mypy then reports attr-defined", "mypy was not asked", ""},
		{"not trusted", []string{"--run", "ruff"}, true, unasked + " or add --run mypy", "", `"name":"ruff"`},
		{"not trusted, none named", nil, true, unasked + "\n", "", `"name":"ruff"`},
		{"both named", []string{"--run", "ruff", "--run", "mypy"}, false, "mypy then reports attr-defined", "mypy was not asked", ""},
		{"switched off", []string{"--run", "ruff", "--set", trusting, "--set", "linters.mypy.enabled=false"}, true, "", "mypy", `"name":"ruff"`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			dir, home := t.TempDir(), home(t)
			writeAll(t, dir, judged())
			args := append([]string{"fix", "--no-model", "app.py"}, tt.args...)
			shown, _ := inProject(t, dir, home, append(args, "--verbose")...).CombinedOutput()
			if !strings.Contains(string(shown), tt.says) || tt.without != "" && strings.Contains(string(shown), tt.without) {
				t.Errorf("not as said:\n%s", shown)
			}
			told, _ := inProject(t, dir, home, append(args, "--json")...).Output()
			if applied := strings.Contains(string(told), `+    return int(box.widths)`); applied != tt.applied || !strings.Contains(string(told), tt.verified) {
				t.Errorf("applied %v\n%s", applied, told)
			}
			if reports := strings.Contains(string(told), `"tool":"mypy"`); reports && !strings.Contains(tt.name, "both") {
				t.Errorf("mypy was not to report\n%s", told)
			}
		})
	}
}

// TestToolsThatDidNotLook: what the user has set up, and only the trust of the folder
// keeps from looking, is named with how to have it; not where it is not there, or where
// tools were named for the run.
func TestToolsThatDidNotLook(t *testing.T) {
	t.Parallel()
	bin := t.TempDir()
	put(t, bin, "mycheck", "#!/bin/sh\ntouch "+filepath.Join(bin, "started")+"\n")
	put(t, bin, "ruff", "#!/bin/sh\necho '[]'\n")
	own := []string{"--set", `linters.custom.mine.command=["mycheck"]`, "--set", `linters.custom.mine.languages=["python"]`, "--set", "linters.custom.mine.format=gcc",
		"--set", `linters.custom.gone.command=["no-such-tool"]`, "--set", `linters.custom.gone.languages=["python"]`, "--set", "linters.custom.gone.format=gcc"}
	const said = "fettle: hint: mine did not look, as the folder is not trusted: trust it (fettle trust .) or name the tool: --run mine\n"
	for _, tt := range []struct {
		name string
		args []string
		want bool
	}{
		{"not trusted", nil, true},
		{"trusted", []string{"--set", "trust.trusted=['/']"}, false},
		{"another named", []string{"--run", "ruff"}, false},
		{"switched off", []string{"--set", "linters.mine.enabled=false"}, false},
	} {
		dir := t.TempDir()
		put(t, dir, "app.py", "x = 1\n")
		cmd := inProject(t, dir, t.TempDir(), slices.Concat([]string{"fix", "app.py"}, own, tt.args)...)
		cmd.Env = append(cmd.Env, "PATH="+bin+string(os.PathListSeparator)+"/usr/bin:/bin")
		shown, _ := cmd.CombinedOutput()
		if strings.Contains(string(shown), said) != tt.want || !tt.want && strings.Contains(string(shown), "did not look") {
			t.Errorf("%s:\n%s", tt.name, shown)
		}
		if _, err := os.Stat(filepath.Join(bin, "started")); (err == nil) != (tt.name == "trusted") {
			t.Errorf("%s: started: %v", tt.name, err)
		}
		_ = os.Remove(filepath.Join(bin, "started"))
	}
}

// TestCompilerJudgesUnnamed: Go's compiler, which runs no code of the project, judges
// the fixes of another tool in folders that nobody has decided about.
func TestCompilerJudgesUnnamed(t *testing.T) {
	dir, home := t.TempDir(), home(t)
	const wrong, right = "\tvar total int64 = int64(count)\n", "\tvar size int = int(count)\n"
	program := filepath.Join(home, "conversions")
	script := `#!/bin/sh
printf '{"version":"2.1.0","runs":[{"tool":{"driver":{"name":"conversions"}},"results":['
comma=
n=0
while IFS= read -r line; do
  n=$((n + 1))
  case $line in
  *'int64(count)') from=20 to=32 ;;
  *'int(count)') from=17 to=27 ;;
  *) continue ;;
  esac
  printf '%s{"ruleId":"C1","message":{"text":"unnecessary conversion"},"locations":[{"physicalLocation":{"artifactLocation":{"uri":"%s"},"region":{"startLine":%d,"startColumn":%d,"endColumn":%d}}}],"fixes":[{"artifactChanges":[{"artifactLocation":{"uri":"%s"},"replacements":[{"deletedRegion":{"startLine":%d,"startColumn":%d,"endColumn":%d},"insertedContent":{"text":"count"}}]}]}]}' "$comma" "$1" $n $from $to "$1" $n $from $to
  comma=,
done
printf ']}]}'
`
	writeAll(t, home, map[string]string{"conversions": script, "config/fettle/config.toml": "[linters.custom.conversions]\ncommand = [" + fmt.Sprintf("%q", program) + ", \"{file}\"]\nlanguages = [\"go\"]\nformat = \"sarif\"\nsafe = true\nsafeFixes = true\n"})
	must.OK(t, os.Chmod(program, 0o755))
	writeAll(t, dir, map[string]string{"go.mod": "module example.test/m\n\ngo 1.24\n",
		"m.go": "package m\n\nfunc Sum(count int) (int64, int) {\n" + wrong + right + "\treturn total, size\n}\n"})
	out, err := inProject(t, dir, home, "fix", "--no-model", "--write", "--json", "--run", "conversions", "m.go").CombinedOutput()
	now, readErr := os.ReadFile(filepath.Join(dir, "m.go"))
	if readErr != nil {
		t.Fatal(readErr)
	}
	if !strings.Contains(string(now), wrong) || strings.Contains(string(now), right) || !regexp.MustCompile(`"verdict":"verified".*"name":"conversions".*"name":"go",`).Match(out) {
		t.Errorf("%v\n%s\n%s", err, now, out)
	}
}
