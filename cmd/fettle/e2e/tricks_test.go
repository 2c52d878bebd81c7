package e2e

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
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

// sampled are the answers to a tool's findings in a fixed order from all over the list,
// by a sum of each: one more answer moves none of the others in or out but the last.
func sampled(all []testkit.Answer, tool string) []testkit.Answer {
	var of []testkit.Answer
	for _, a := range all {
		if a.Tool == tool {
			of = append(of, a)
		}
	}
	sum := func(a testkit.Answer) [sha256.Size]byte { return sha256.Sum256([]byte(a.Why + a.After)) }
	slices.SortStableFunc(of, func(a, b testkit.Answer) int {
		x, y := sum(a), sum(b)
		return bytes.Compare(x[:], y[:])
	})
	return of
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
// offered as verified by the program, with the tools themselves at work. Some answers
// for each tool; FETTLE_TRICKS=all (make tricks) tries all, FETTLE_TRICKS=seventh.txt:147
// those of one place.
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
			answers := sampled(all, tool)
			switch which := os.Getenv("FETTLE_TRICKS"); which {
			case "":
				answers = answers[:min(p.most, len(answers))]
			case "all":
			default:
				answers = slices.DeleteFunc(answers, func(a testkit.Answer) bool { return a.At != which })
			}
			of := 0
			for part := range slices.Chunk(answers, p.most) {
				of += tryTricks(t, p, part)
			}
			if of == 0 {
				t.Error("nothing was tried")
			}
			tried += of
		})
	}
	if tried < 60 && skipped == 0 { // a tool that is missing says so
		t.Errorf("only %d answers were tried", tried)
	}
}

// tryTricks gives each answer to the program, in one project, and reports how many it asked for.
func tryTricks(t *testing.T, p trickProject, part []testkit.Answer) int {
	files, answers := maps.Clone(p.beside), map[string]testkit.Answer{}
	for i, a := range part {
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
	defer model.Close()
	dir := modelProject(t, model.URL+"/v1", files)
	out, _ := fixIn(t, dir, "--run", p.run, "--set", "fix.calls=1", "--set", "timeouts.fix=120", ".")
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
	t.Logf("%s: %d tried of %d", p.run, len(asked), len(answers))
	return len(asked)
}
