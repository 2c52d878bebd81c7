package e2e

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/fettle-dev/fettle/internal/testkit"
	"github.com/fettle-dev/fettle/internal/testkit/must"
)

// sarif is a report of one tool: for each file an undefined name on line 3, and
// something else on the same line, which no fix is known for.
func sarif(names ...string) string {
	var results []string
	for _, name := range names {
		for _, rule := range []string{"F821", "H001"} {
			message := "Undefined name `box`"
			if rule == "H001" {
				message = "the pears of " + name + " are green"
			}
			results = append(results, fmt.Sprintf(`{"ruleId":%q,"level":"warning","message":{"text":%q},
				"locations":[{"physicalLocation":{"artifactLocation":{"uri":%q},"region":{"startLine":3}}}]}`, rule, message, name))
		}
	}
	return `{"version":"2.1.0","runs":[{"tool":{"driver":{"name":"ruff"}},"results":[` + strings.Join(results, ",") + `]}]}`
}

// TestReportOfSeveralFiles: a model is shown what the report says of the file it
// fixes, whichever file of the report that is, and nothing of another one.
func TestReportOfSeveralFiles(t *testing.T) {
	m := testkit.ServeModel(answer("box", "        print(item)", 0))
	t.Cleanup(m.Close)
	files := manyFiles(3)
	files["report.sarif"] = sarif("m0.py", "m1.py", "m2.py")
	dir := modelProject(t, m.URL+"/v1", files)
	fixIn(t, dir, "--input", filepath.Join(dir, "report.sarif"))
	asked := map[int]bool{}
	for _, r := range m.Requests() {
		for i := range 3 {
			if !strings.Contains(r.User, fmt.Sprintf("| def show%d(", i)) {
				continue
			}
			asked[i] = true
			for other := range 3 {
				said := strings.Contains(r.User, fmt.Sprintf("the pears of m%d.py are green", other))
				if said != (other == i) {
					t.Errorf("the prompt for m%d.py speaks of m%d.py: %v\n%s", i, other, said, r.User)
				}
			}
		}
	}
	if len(asked) != 3 {
		t.Errorf("asked about %v", asked)
	}
}

// TestRulesOfOtherSettings: what an editor shows or a report says may be of rules that
// the project's own settings leave out. The fix is checked by a run that looks for
// them; what is ignored in a file is left.
func TestRulesOfOtherSettings(t *testing.T) {
	const source, fixed = "def show():\n    print((\"x\"))\n", "def show():\n    print(\"x\")\n"
	finding := map[string]any{"message": "Avoid extraneous parentheses", "code": "UP034", "source": "Ruff", "severity": 2,
		"range": map[string]any{"start": map[string]int{"line": 1, "character": 10}, "end": map[string]int{"line": 1, "character": 15}}}
	t.Run("editor", func(t *testing.T) {
		p := newProject(t, source, answer("print", "    print('no')", 0), "")
		p.Notify("fettle/diagnostics", map[string]any{"uri": p.doc.URI, "version": 1, "diagnostics": []any{finding}})
		from := p.Seen()
		p.Execute("fettle.fix", []any{map[string]any{"uri": p.doc.URI, "version": 1, "range": finding["range"]}})
		if got := p.ended(from); !strings.Contains(got, "UP034 fixed · ruff is content") || p.doc.Text() != fixed {
			t.Errorf("%q\n%s", got, p.doc.Text())
		}
	})
	for name, verdict := range map[string]string{"": "verified", "[lint.per-file-ignores]\n\"a.py\" = [\"UP034\"]\n": "needs_model"} {
		t.Run("report, "+verdict, func(t *testing.T) {
			dir := modelProject(t, "http://127.0.0.1:9/v1", map[string]string{"a.py": source, "ruff.toml": "lint.select = [\"F\"]\n" + name, "report.txt": "a.py:2:11: UP034 [*] Avoid extraneous parentheses\n"})
			out, said := fixIn(t, dir, "--no-model", "--input", "report.txt", "--write")
			if len(out) != 1 || out[0].Verdict != verdict {
				t.Errorf("%+v\n%s", out, said)
			}
		})
	}
}

// TestReportOfAnUndefinedTool: a tool that nothing is known of cannot check, and the
// way to change that is said.
func TestReportOfAnUndefinedTool(t *testing.T) {
	dir := modelProject(t, "http://127.0.0.1:9/v1", map[string]string{"a.py": "import os\n", "report.txt": "a.py:1:1: F401 'os' imported but unused\n"})
	out, said := fixIn(t, dir, "--no-model", "--input", "report.txt", "--input-format", "flake8")
	if len(out) != 1 || out[0].Verdict == "verified" || !strings.Contains(out[0].Reason, "linters.custom.flake8") {
		t.Errorf("%+v\n%s", out, said)
	}
}

// TestReportsOfRuff: whichever of its formats ruff writes, what comes of a report is
// the same. Reports for the logs of GitHub and Azure and JUnit are refused.
func TestReportsOfRuff(t *testing.T) {
	ruff := testkit.Tool(t, "ruff")
	help, err := exec.Command(ruff, "check", "--help").Output()
	must.OK(t, err)
	_, values, _ := strings.Cut(string(help), "--output-format <")
	_, values, _ = strings.Cut(values, "[possible values: ")
	values, _, _ = strings.Cut(values, "]")
	formats := strings.Split(strings.Join(strings.Fields(values), " "), ", ")
	if len(formats) < 12 {
		t.Fatalf("ruff has the formats %q", formats)
	}
	for _, format := range formats {
		t.Run(format, func(t *testing.T) {
			dir := modelProject(t, "http://127.0.0.1:9/v1", map[string]string{"a.py": "import os\n\n\ndef show():\n    return f\"x\", itme\n", "b.py": "def g(\n", "n.ipynb": notebookOf("import os\\n")})
			cmd := exec.Command(ruff, "check", "--no-cache", "--output-format", format, "a.py", "b.py", "n.ipynb")
			cmd.Dir = dir
			report, _ := cmd.Output() // there are findings
			must.OK(t, os.WriteFile(filepath.Join(dir, "report"), report, 0o600))
			if slices.Contains([]string{"junit", "github", "azure"}, format) {
				said, err := fixCommandIn(t, dir, "fix", "--no-model", "--input", "report").CombinedOutput()
				if err == nil || !strings.Contains(string(said), "fettle: error: report: ") {
					t.Errorf("%v\n%s", err, said)
				}
				return
			}
			out, said := fixIn(t, dir, "--no-model", "--input", "report", "--write")
			var got []string
			for _, o := range out {
				got = append(got, o.Code+" "+o.Verdict)
			}
			if got, want := strings.Join(got, ", "), "F401 verified, F541 verified, F821 needs_model, invalid-syntax needs_model"; got != want {
				t.Errorf("%s, want %s\n%s\n%.2000s", got, want, said, report)
			}
			if data, err := os.ReadFile(filepath.Join(dir, "a.py")); err != nil || string(data) != "def show():\n    return \"x\", itme\n" {
				t.Errorf("%v\n%s", err, data)
			}
		})
	}
}

func notebookOf(source string) string {
	return `{"cells":[{"cell_type":"code","execution_count":null,"metadata":{},"outputs":[],"source":["` + source + `"]}],"metadata":{},"nbformat":4,"nbformat_minor":5}`
}
