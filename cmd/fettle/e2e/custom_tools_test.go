package e2e

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/fettle-dev/fettle/internal/testkit"
	"github.com/fettle-dev/fettle/internal/testkit/must"
)

// A problem that a tool of docs/custom-linters.md finds, and what a model answers
// to it: the file or function, corrected.
type customCase struct {
	file, text, code, fixed string
	rung                    string // who is to fix it: a rule, the tool, or the model
}

func customCases() map[string]customCase {
	return map[string]customCase{
		"flake8": {"app.py", "import os\n\n\ndef names(items):\n    if items == None:\n        return []\n" +
			"    return [itme.name for item in items]\n", "E711",
			"def names(items):\n    if items is None:\n        return []\n    return [item.name for item in items]\n", "tool"},
		"pylint":     {"app.py", "\"\"\"Doc.\"\"\"\n\n\ndef first(items):\n    \"\"\"Say the first.\"\"\"\n    if len(items) == 0:\n        return None\n    else:\n        return items[0]\n", "no-else-return", "\"\"\"Doc.\"\"\"\n\n\ndef first(items):\n    \"\"\"Say the first.\"\"\"\n    if len(items) == 0:\n        return None\n    return items[0]\n", "model"},
		"shellcheck": {"run.sh", "#!/bin/sh\nrm -r $1\n", "SC2086", "#!/bin/sh\nrm -r \"$1\"\n", "tool"},
		"yamllint":   {"conf.yaml", "---\na: 1\nb:   2\n", "colons", "---\na: 1\nb: 2\n", "model"},
		"hadolint":   {"Dockerfile", "FROM debian:12\nWORKDIR /w\nADD c d\n", "DL3020", "FROM debian:12\nWORKDIR /w\nCOPY c d\n", "model"},
		"pymarkdown": {"doc.md", "# Title\n\n### Sub\n\ntext\n", "MD001", "# Title\n\n## Sub\n\ntext\n", "model"},
		"sqlfluff":   {"q.sql", "SELECT a FROM t WHERE a=1\n", "LT14", "SELECT a FROM t\nWHERE a = 1\n", "tool"},
		"cppcheck":   {"m.c", "int f(void) {\n    int x;\n    return x;\n}\n", "unassignedVariable", "int f(void) {\n    int x = 0;\n    return x;\n}\n", "model"},
		"codespell":  {"note.md", "# Note\n\nt" + "eh end\n", "", "# Note\n\nthe end\n", "model"},
	}
}

// knownRows are the rows that fettle has, of which the page has no block, with a file that they need and its text.
func knownRows() map[string]string {
	return map[string]string{"shellcheck": "", "yamllint": "", "hadolint": "",
		"sqlfluff": ".sqlfluff\n[sqlfluff]\ndialect = ansi\n"}
}

// TestCustomTools runs each block of docs/custom-linters.md with the real tool: it
// finds a problem, and the fix passes its checks.
func TestCustomTools(t *testing.T) {
	page, err := os.ReadFile("../../../docs/custom-linters.md")
	must.OK(t, err)
	blocks := regexp.MustCompile("(?s)```toml\n(\\[linters\\.custom\\.([^\\]]+)\\].*?)```").FindAllStringSubmatch(string(page), -1)
	cases, texts := customCases(), map[string]string{}
	for _, b := range blocks {
		texts[b[2]] = b[1]
	}
	for name := range knownRows() {
		texts[name] = ""
	}
	if len(texts) != len(cases) || len(blocks) < 5 {
		t.Fatalf("%d blocks, %d cases", len(blocks), len(cases))
	}
	for name, block := range texts {
		t.Run(name, func(t *testing.T) {
			c, ok := cases[name]
			if !ok {
				t.Fatal("a block without a case")
			}
			program := testkit.Tool(t, name)
			model := testkit.ServeModel(func(testkit.ModelRequest) (testkit.Reply, bool) {
				answer := c.fixed
				if i := strings.Index(answer, "def "); i > 0 {
					answer = answer[i:] // of Python a function is asked for
				}
				return testkit.Reply{Text: "```\n" + answer + "```\n"}, true
			})
			defer model.Close()
			settings := fmt.Sprintf("[model]\nbackend = 'openai'\nurl = %q\nname = 'scripted'\napiKeyEnv = 'TEST_KEY'\nprofile = 'weak'\nshape = 'file'\n[timeouts]\nlinter = 60\n", model.URL)
			dir := modelProject(t, model.URL, map[string]string{"config/fettle/config.toml": settings + block, c.file: c.text, ".git/HEAD": ""})
			if file, body, ok := strings.Cut(knownRows()[name], "\n"); ok {
				must.OK(t, os.WriteFile(filepath.Join(dir, file), []byte(body), 0o600))
			}
			run := func(args ...string) string {
				cmd := fixCommandIn(t, dir, append([]string{"fix", "--json", "--unsafe", "--no-resume", "--run", name, c.file}, args...)...)
				cmd.Env = append(cmd.Env, "PATH="+filepath.Dir(program)+string(os.PathListSeparator)+os.Getenv("PATH"))
				out, err := cmd.CombinedOutput()
				if err != nil && !errors.As(err, new(*exec.ExitError)) {
					t.Fatal(err)
				}
				return string(out)
			}
			// Of the tool's findings, in a table as the page has it: all, what is fixed
			// and verified without and with the model, and what the tool says at last.
			count := func(out, verdict string) (n int) {
				for line := range strings.Lines(out) {
					if strings.Contains(line, fmt.Sprintf(`"tool":%q,`, name)) && strings.Contains(line, verdict) {
						n++
					}
				}
				return n
			}
			alone, out, left := run("--no-model"), run("--write"), run("--no-model")
			row := fmt.Sprintf("| %s | %d | %d | %d | %d |", name, count(alone, ""), count(alone, `"verdict":"verified"`), count(out, `"verdict":"verified"`), count(left, ""))
			if !strings.Contains(string(page), row+"\n") {
				t.Errorf("the page's table does not have\n%s\n%s", row, alone+out+left)
			}
			want := fmt.Sprintf(`"tool":%q,`, name)
			if c.code != "" {
				want += fmt.Sprintf(`"code":%q`, c.code)
			}
			for line := range strings.Lines(out) {
				if strings.Contains(line, want) && strings.Contains(line, fmt.Sprintf(`"fixedBy":%q`, c.rung)) && strings.Contains(line, `"verdict":"verified"`) && strings.Contains(line, `"written":true`) {
					if data, err := os.ReadFile(filepath.Join(dir, c.file)); err != nil || string(data) == c.text || c.fixed != "" && string(data) != c.fixed {
						t.Errorf("the file has %q, %v", data, err)
					}
					return
				}
			}
			t.Errorf("no verified fix of %s by the %s:\n%s", want, c.rung, out)
		})
	}
}
