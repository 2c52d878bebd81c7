package main

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/fettle-dev/fettle/edits"
	"github.com/fettle-dev/fettle/edits/prompt"
	"github.com/fettle-dev/fettle/edits/window"
	"github.com/fettle-dev/fettle/internal/testkit"
	"github.com/fettle-dev/fettle/internal/text"
)

// TestSpread takes records from all over a list, not its first ones.
func TestSpread(t *testing.T) {
	list := make([]Record, 10)
	for i := range list {
		list[i].Line = i
	}
	var lines []int
	for _, r := range spread(list, 4) {
		lines = append(lines, r.Line)
	}
	if len(lines) != 4 || lines[0] != 0 || lines[3] < 7 {
		t.Errorf("lines %v of 0 to 9", lines)
	}
	if len(spread(list, 0)) != 10 || len(spread(list, 11)) != 10 {
		t.Error("all records are not all")
	}
}

// TestUnsaidInJSON counts scripts that an encoding cannot say where programs read
// the counts, too.
func TestUnsaidInJSON(t *testing.T) {
	table := newVerdicts("apply")
	table.add("own", "text", isEqual)
	table.addUnsaid("own", "text")
	table.addUnsaid("own", "json")
	var out strings.Builder
	if err := writeRows(&out, table.rows()); err != nil {
		t.Fatal(err)
	}
	found := map[string]float64{}
	for line := range strings.Lines(out.String()) {
		var r row
		if err := json.Unmarshal([]byte(line), &r); err != nil {
			t.Fatal(err)
		}
		if r.Source == "own" && r.Metric == "unsaid" {
			found[r.Format] = r.Value
		}
	}
	if found["text"] != 0.5 || found["json"] != 1 {
		t.Errorf("unsaid: %v, want half of text and all of json", found)
	}
}

// TestForcedRewrites sends a run as a rewrite of which the last line, which is not
// the diagnostic's, goes: the script uses ids for it, and says so.
func TestForcedRewrites(t *testing.T) {
	before := "def f(a):\n    b = a\n    print(b)\n    log(a)\n"
	r := Record{ID: "1", Lang: "python", Tool: "ruff", Code: "X1", FileName: "src/a.py", Line: 2, EndLine: 2,
		Before: text.File("/src/a.py", "python", before), HasText: true, Edits: []Change{{Start: 4, End: 4}}}
	p, ok := newOracle(r, problemOf(r).File)
	if !ok {
		t.Fatal("no script says the fix")
	}
	for _, s := range p.scripts() {
		forced, ok := p.forced(s)
		if ok != (s.format == "rewrite") {
			t.Errorf("%s: forced %v", s.format, ok)
		}
		if ok && (!strings.Contains(forced.text, "EDIT window PRIMARY") || strings.Contains(s.text, "EDIT window")) {
			t.Errorf("asked:\n%s\nforced:\n%s", s.text, forced.text)
		}
	}
}

// TestWindowsOfPrompt reads the windows that the product asks about off its
// prompt, not off a calculation of its own.
func TestWindowsOfPrompt(t *testing.T) {
	for _, r := range ownRecords(t) {
		p := problemOf(r)
		a := &asking{record: r, p: p, set: window.Set{Runs: []window.Run{{Lines: text.Lines{End: 1}, Index: 9}}}}
		line := p.Snapshot.LineAt(p.Diagnostic.Span.Start)
		asked := window.Set{Runs: []window.Run{
			{Role: window.Imports, Index: 1, Lines: text.Lines{}}, {Role: window.Primary, Index: 1, Lines: text.Lines{Start: line, End: line + 1}},
			{Role: window.Names, Index: 2, Lines: text.Lines{Start: line + 1, End: p.Snapshot.LineCount()}}}}
		if asked.Runs[2].Lines.Len() == 0 {
			asked.Runs = asked.Runs[:2]
		}
		c := edits.NewCandidates(p.Snapshot, asked, p.File, p.Diagnostic)
		messages := prompt.Build(prompt.Input{Candidates: c, Path: r.FileName, Diagnostic: p.Diagnostic})
		got := a.windows(testkit.ModelRequest{User: messages.User})
		if len(got.Runs) != len(asked.Runs) {
			t.Fatalf("%s: windows %+v, want %+v, of\n%s", r.Code, got.Runs, asked.Runs, messages.User)
		}
		for i, run := range asked.Runs {
			if g := got.Runs[i]; g.Name() != run.Name() || g.Lines != run.Lines {
				t.Errorf("%s: %s %v, want %s %v", r.Code, g.Name(), g.Lines, run.Name(), run.Lines)
			}
		}
	}
}
