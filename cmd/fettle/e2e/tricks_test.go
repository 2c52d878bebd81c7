package e2e

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/fettle-dev/fettle/internal/testkit"
)

// trickProject is how the answers to one tool are laid out as a project: where the
// file of each stands, and what stands beside them.
type trickProject struct {
	run    string // the tool by its name in --run
	file   string // of an answer, by its number
	most   int    // answers to try: each costs a run of the tool
	beside map[string]string
	needs  string // the program that must be installed
}

// trickProjects are the projects by the tool that an answer names.
func trickProjects() map[string]trickProject {
	module := map[string]string{"go.mod": "module example.invalid/tricks\n\ngo 1.24\n"}
	return map[string]trickProject{
		"ruff": {"ruff", "t%d.py", 46, map[string]string{"pyproject.toml": "[tool.ruff.lint]\nselect = [\"F\", \"E722\"]\n"}, "ruff"},
		"mypy": {"mypy", "t%d.py", 16, map[string]string{"pyproject.toml": "[tool.mypy]\ncheck_untyped_defs = true\n"}, "mypy"},
		"eslint": {"eslint", "t%d.js", 12, map[string]string{"package.json": "{\"name\": \"tricks\", \"private\": true}\n",
			"eslint.config.js": "module.exports = [{ languageOptions: { sourceType: \"module\", globals: { console: \"readonly\", module: \"writable\", require: \"readonly\" } },\n" +
				"  rules: { \"no-undef\": \"error\", \"no-unused-vars\": \"error\" } }];\n"}, "eslint"},
		"tsc":      {"tsc", "t%d.ts", 8, map[string]string{"tsconfig.json": "{\"compilerOptions\": {\"strict\": true, \"noEmit\": true, \"moduleDetection\": \"force\", \"target\": \"es2022\", \"types\": []}, \"include\": [\"*.ts\"]}\n"}, "tsc"},
		"go vet":   {"go vet", "t%d/app.go", 8, module, "go"},
		"compiler": {"go", "t%d/app.go", 8, module, "go"},
	}
}

// shownLine is a line of the document in a request, with its id.
var shownLine = regexp.MustCompile(`(?m)^(L(\d+):[a-z2-7]{2})\| ?(.*)$`)

// scripted is a model that turns the text before into the text after, whatever
// the harm: by one edit on the ids that it is shown, else by the whole text.
func scripted(a testkit.Answer, prompt string) string {
	was, now := strings.Split(a.Before, "\n"), strings.Split(a.After, "\n")
	from := 0
	for from < len(was) && from < len(now) && was[from] == now[from] {
		from++
	}
	end := 0
	for end < len(was)-from && end < len(now)-from && was[len(was)-1-end] == now[len(now)-1-end] {
		end++
	}
	ids := map[int]string{}
	for _, m := range shownLine.FindAllStringSubmatch(prompt, -1) {
		var n int
		_, _ = fmt.Sscan(m[2], &n)
		ids[n-1] = m[1]
	}
	first, last := ids[from], ids[len(was)-end-1]
	fence := func(lines []string) string { return "~~~~\n" + strings.Join(lines, "\n") + "\n~~~~\nEND\n" }
	switch added := now[from : len(now)-end]; {
	case from == len(was)-end && first != "":
		return "EDIT insert_before " + first + "\n" + fence(added)
	case from < len(was)-end && first != "" && last != "":
		return "EDIT replace " + first + " " + last + "\n" + fence(added)
	}
	return "```\n" + a.After + "```\n"
}

// spread is at most so many answers to a tool's findings, from all over the list,
// the later ones first.
func spread(all []testkit.Answer, tool string, most int) []testkit.Answer {
	var of, out []testkit.Answer
	for _, a := range all {
		if a.Tool == tool {
			of = append(of, a)
		}
	}
	for i := range min(most, len(of)) {
		out = append(out, of[len(of)-1-i*len(of)/min(most, len(of))])
	}
	return out
}

// brings reports whether a diff has all that an answer adds: what a tool's own fix takes
// out again, like an import that nothing uses, was no part of what is offered.
func brings(diff string, a testkit.Answer) bool {
	for line := range strings.Lines(a.After) {
		line = strings.TrimSpace(line)
		if line != "" && !strings.Contains(a.Before, line) && !strings.Contains(diff, line) {
			return false
		}
	}
	return true
}

// TestTricksThroughTheProgram: what silences a tool without fixing anything is not
// offered as verified by the program, with the tools themselves at work.
func TestTricksThroughTheProgram(t *testing.T) {
	all, err := testkit.Answers(filepath.Join("..", "..", "..", "edits", "verify", "testdata", "tricks", "*.txt"))
	if err != nil {
		t.Fatal(err)
	}
	tried, skipped := 0, 0
	for tool, p := range trickProjects() {
		t.Run(tool, func(t *testing.T) {
			defer func() {
				if t.Skipped() {
					skipped++
				}
			}()
			t.Setenv("PATH", filepath.Dir(testkit.Tool(t, p.needs))+string(os.PathListSeparator)+os.Getenv("PATH"))
			files, answers := map[string]string{}, map[string]testkit.Answer{}
			for name, body := range p.beside {
				files[name] = body
			}
			for i, a := range spread(all, tool, p.most) {
				name := fmt.Sprintf(p.file, i)
				files[name], answers[name] = a.Before, a
			}
			model := testkit.ServeModel(func(r testkit.ModelRequest) (testkit.Reply, bool) {
				for name, a := range answers {
					if strings.Contains(r.Prompt(), " "+name+" (") {
						return testkit.Reply{Text: scripted(a, r.Prompt())}, true
					}
				}
				return testkit.Reply{Text: "NO_FIX another file"}, true
			})
			t.Cleanup(model.Close)
			dir := modelProject(t, model.URL+"/v1", files)
			out, said := fixIn(t, dir, "--run", p.run, "--set", "fix.calls=1", "--set", "timeouts.fix=120", ".")
			asked := map[string]bool{}
			for _, o := range out {
				a, ok := answers[filepath.ToSlash(o.File)]
				if !ok || o.Asks == 0 {
					continue
				}
				asked[o.File] = true
				if o.Verdict == "verified" && brings(o.Diff, a) {
					t.Errorf("%s: %s is called verified:\n%s", a.At, a.Why, o.Diff)
				}
				t.Logf("%s: %s: %s %s %s", a.At, a.Why, o.Verdict, o.Rung, o.Reason)
			}
			tried += len(asked)
			if len(asked) == 0 {
				t.Errorf("nothing was tried: %s", said)
			}
			t.Logf("%s: %d tried of %d", tool, len(asked), len(answers))
		})
	}
	if tried < 60 && skipped == 0 { // a tool that is missing says so
		t.Errorf("only %d answers were tried", tried)
	}
}
