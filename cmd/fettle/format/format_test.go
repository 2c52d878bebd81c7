package format

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/fettle-dev/fettle/edits/diff"
	"github.com/fettle-dev/fettle/internal/testkit/must"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/signal"
)

const (
	before = "import os\r\ns = \"é𐐀\" == None\r\nprint(x)"
	after  = "s = \"é𐐀\" is None\r\nprint(x)"
	alone  = "import os\r\ns = \"é𐐀\" is None\r\nprint(x)" // the second fix by itself
)

// sample has foreign words that each form could trip over.
func sample() Run {
	return Run{Version: "1.2.3", Files: []File{{Path: "a b/c,d%.py", Before: before, After: after, Findings: []Finding{
		{Line: 2, Column: 10, Tool: "ruff", Code: "E711", Message: "use `is`|not ==\n::error::[x](command:y) @team 100%", Severity: signal.Error,
			Doc: "https://docs.astral.sh/ruff/rules/none-comparison", Fixed: true, Title: "replace", Verdict: "verified",
			Edits: diff.Minimal(before, alone)},
		{Line: 3, Column: 7, Tool: "ruff", Code: "F821", Message: "undefined\u202e name", Severity: signal.Warning, Doc: "command:boo", Reason: "needs a model"},
		{Line: 3, Column: 7, Tool: "ruff", Code: "F821", Message: "undefined\u202e name", Severity: signal.Hint, Reason: "needs a model"},
	}}}}
}

func written(t *testing.T, name string, r Run) string {
	t.Helper()
	var b bytes.Buffer
	must.OK(t, Write(&b, name, r))
	if strings.ContainsRune(b.String(), '\u202e') {
		t.Errorf("%s lets a hidden character through", name)
	}
	return b.String()
}

// strict decodes JSON that may have no member the type lacks.
func strict(t *testing.T, data string, to any) {
	t.Helper()
	d := json.NewDecoder(strings.NewReader(data))
	d.DisallowUnknownFields()
	if err := d.Decode(to); err != nil {
		t.Fatalf("%v in %s", err, data)
	}
}

func TestSARIF(t *testing.T) {
	var log sarifLog
	strict(t, written(t, "sarif", sample()), &log)
	run := log.Runs[0]
	if log.Version != "2.1.0" || run.Tool.Driver.Version != "1.2.3" || len(run.Tool.Driver.Rules) != 2 || len(run.Results) != 3 {
		t.Fatalf("%+v", log)
	}
	if rules := run.Tool.Driver.Rules; rules[0].HelpURI == "" || rules[1].HelpURI != "" {
		t.Errorf("only addresses of the web are links: %+v", rules)
	}
	r := run.Results[0]
	place := r.Locations[0].Physical
	if r.RuleID != "ruff/E711" || r.Level != "error" || place.Artifact.URI != "a%20b/c,d%25.py" || place.Region.StartLine != 2 || place.Region.StartColumn != 10 {
		t.Errorf("%+v", r)
	}
	if strings.Contains(string(r.Message.Text), "](command:") {
		t.Errorf("a link in %q", r.Message.Text)
	}
	for i, want := range []string{"error", "warning", "note"} {
		if got := run.Results[i]; got.Level != want || run.Tool.Driver.Rules[got.RuleIndex].ID != got.RuleID || (len(got.Fixes) == 1) != (i == 0) {
			t.Errorf("result %d: %+v", i, got)
		}
	}
	s := text.New(before)
	at := func(line, column int) int {
		return s.Offset(text.Position{Line: line - 1, Character: column - 1}, text.UTF32)
	}
	got := before
	for _, c := range r.Fixes[0].Changes[0].Replacements {
		got = got[:at(c.Deleted.StartLine, c.Deleted.StartColumn)] + c.Inserted.Text + got[at(c.Deleted.EndLine, c.Deleted.EndColumn):]
	}
	if got != alone {
		t.Errorf("the fix makes %q", got)
	}
}

func TestRDJSONL(t *testing.T) {
	lines := strings.Split(strings.TrimSpace(written(t, "rdjsonl", sample())), "\n")
	if len(lines) != 3 {
		t.Fatalf("%q", lines)
	}
	var d rdDiagnostic
	strict(t, lines[0], &d)
	// é has two bytes and 𐐀 four.
	if d.Location.Path != "a b/c,d%.py" || d.Location.Range.Start != (rdPosition{2, 14}) || d.Severity != "ERROR" || d.Code.Value != "E711" || len(d.Suggestions) != 1 {
		t.Fatalf("%+v", d)
	}
	r, line := d.Suggestions[0].Range, strings.Split(before, "\r\n")[1]
	if r.Start.Line != 2 || r.End.Line != 2 {
		t.Fatalf("%+v", r)
	}
	if got := line[:r.Start.Column-1] + d.Suggestions[0].Text + line[r.End.Column-1:]; got != strings.Split(alone, "\r\n")[1] {
		t.Errorf("the suggestion makes %q", got)
	}
	if !strings.Contains(lines[1], "not fixed: needs a model") || !strings.Contains(lines[1], `"WARNING"`) || !strings.Contains(lines[2], `"INFO"`) {
		t.Errorf("%s\n%s", lines[1], lines[2])
	}
}

// TestGitHub holds the commands against what the runner's toolkit writes.
func TestGitHub(t *testing.T) {
	want := "::error file=a b/c%2Cd%25.py,line=2,col=10,title=ruff E711::use `is`|not ==%0A::error::[x] (command: y) @team 100%25 (fettle has a fix: replace; verified)\n" +
		"::warning file=a b/c%2Cd%25.py,line=3,col=7,title=ruff F821::undefined name (not fixed: needs a model)\n" +
		"::notice file=a b/c%2Cd%25.py,line=3,col=7,title=ruff F821::undefined name (not fixed: needs a model)\n"
	if got := written(t, "github", sample()); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if got := property("a:b\r"); got != "a%3Ab%0D" {
		t.Errorf("%q", got)
	}
}

func TestGitLab(t *testing.T) {
	var list []gitlabIssue
	strict(t, written(t, "gitlab", sample()), &list)
	if len(list) != 3 || list[0].CheckName != "ruff/E711" || list[0].Severity != "major" || list[1].Severity != "minor" || list[2].Severity != "info" ||
		list[0].Location.Path != "a b/c,d%.py" || list[0].Location.Lines.Begin != 2 || list[1].Fingerprint == list[2].Fingerprint {
		t.Errorf("%+v", list)
	}
	moved := sample()
	moved.Files[0].Findings[0].Line = 99
	var again []gitlabIssue
	strict(t, written(t, "gitlab", moved), &again)
	if again[0].Fingerprint != list[0].Fingerprint {
		t.Error("a finding that moves is taken for another")
	}
	if got := written(t, "gitlab", Run{}); got != "[]\n" {
		t.Errorf("nothing found gives %q", got)
	}
}

// TestPatchIsTakenByGit applies the patch, with odd names and line ends.
func TestPatchIsTakenByGit(t *testing.T) {
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("needs git")
	}
	dir := t.TempDir()
	r := sample()
	r.Files = append(r.Files, File{Path: "q\"\\.py", Before: "a\n", After: "b"}, File{Path: "same.py", Before: "a\n", After: "a\n"})
	for _, f := range r.Files {
		path := filepath.Join(dir, filepath.FromSlash(f.Path))
		must.Write(t, path, f.Before)
	}
	for _, args := range [][]string{{"apply", "--check", "-"}, {"apply", "-"}} {
		cmd := exec.Command("git", args...)
		cmd.Dir, cmd.Stdin = dir, strings.NewReader(written(t, "patch", r))
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("git %s: %v\n%s", args, err, out)
		}
	}
	for _, f := range r.Files {
		if got, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(f.Path))); err != nil || string(got) != f.After {
			t.Errorf("%s: %q, %v", f.Path, got, err)
		}
	}
	for _, path := range []string{"../x.py", "/x.py"} {
		if err := Write(&bytes.Buffer{}, "patch", Run{Files: []File{{Path: path, After: "x\n"}}}); err == nil {
			t.Errorf("a patch for %s", path)
		}
	}
}

func TestMarkdown(t *testing.T) {
	got := written(t, "markdown", sample())
	for _, want := range []string{
		"### fettle: 1 fixed, 2 left\n",
		"| `a b/c,d%.py:2` | `ruff E711` | ``use `is`\\|not == ::error::[x] (command: y) @team 100%`` | `replace` | `verified` |\n",
		"| `a b/c,d%.py:3` | `ruff F821` | `undefined name` | `needs a model` |\n",
		"\n```diff\n--- a/a b/c,d%.py",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in\n%s", want, got)
		}
	}
	long := sample()
	for range 500 {
		long.Files[0].Findings = append(long.Files[0].Findings, long.Files[0].Findings[0])
		long.Files[0].After += strings.Repeat("x", 200) + "\n"
	}
	got = written(t, "markdown", long)
	if len(got) > 65_536 || !strings.Contains(got, "more.") || !strings.Contains(got, "too long to be shown") {
		t.Errorf("%d bytes", len(got))
	}
	if f := (File{Path: "f.py", After: "```\n"}); !strings.Contains(written(t, "markdown", Run{Files: []File{f}}), "\n````diff\n") {
		t.Error("the text of a file can close its fence")
	}
}

// TestWrittenFixesAreNoFindings: the forms that list findings speak of the files
// as they are.
func TestWrittenFixesAreNoFindings(t *testing.T) {
	r := sample()
	r.Files[0].Written = true
	for _, name := range []string{"sarif", "rdjsonl", "github", "gitlab"} {
		if got := written(t, name, r); strings.Contains(got, "E711") || !strings.Contains(got, "F821") {
			t.Errorf("%s: %s", name, got)
		}
	}
	if err := Write(&bytes.Buffer{}, "xml", r); err == nil {
		t.Error("an unknown format")
	}
}

// TestUnlooked: every form says which tool did not answer for a file, and an empty
// patch stays empty.
func TestUnlooked(t *testing.T) {
	r := sample()
	r.Files = append(r.Files, File{Path: "slow.go", Unlooked: []Unlooked{{"staticcheck", "timed out\ndiff --git a/x b/x"}}})
	for _, name := range Names() {
		if got := written(t, name, r); !strings.Contains(got, "staticcheck") || !strings.Contains(got, "slow.go") {
			t.Errorf("%s does not say it:\n%s", name, got)
		}
	}
	if got := written(t, "patch", r); strings.Contains(got, "\ndiff --git a/x") || strings.Index(got, "# slow.go") > strings.Index(got, "---") {
		t.Errorf("patch: %s", got)
	}
	if got := written(t, "patch", Run{Files: r.Files[1:]}); got != "" {
		t.Errorf("a patch without a change is %q", got)
	}
	var log sarifLog
	strict(t, written(t, "sarif", r), &log)
	if in := log.Runs[0].Invocations; len(in) != 1 || in[0].Successful || len(in[0].Notifications) != 1 {
		t.Errorf("SARIF: %+v", in)
	}
}

// TestSkipped: every form that has a place for it says what was left out, and a run that
// left something out has not failed.
func TestSkipped(t *testing.T) {
	r := sample()
	r.Skipped = []Skipped{{Path: "no.ipynb", Why: "a notebook"}, {Path: "docs/conf.py", Tool: "ruff", Why: "its settings\nleave it out"}}
	for _, name := range []string{"sarif", "github", "patch", "markdown"} {
		if got := written(t, name, r); !strings.Contains(got, "no.ipynb") || !strings.Contains(got, "docs/conf.py") {
			t.Errorf("%s does not say it:\n%s", name, got)
		}
	}
	if got := written(t, "patch", Run{Skipped: r.Skipped}); got != "" {
		t.Errorf("a patch without a change is %q", got)
	}
	var log sarifLog
	strict(t, written(t, "sarif", r), &log)
	if in := log.Runs[0].Invocations; len(in) != 1 || !in[0].Successful || len(in[0].Notifications) != 2 || in[0].Notifications[0].Level != "note" {
		t.Errorf("SARIF: %+v", in)
	}
}
