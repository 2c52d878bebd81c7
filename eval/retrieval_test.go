package main

import (
	"fmt"
	"testing"

	"github.com/fettle-dev/fettle/aggregator"
	"github.com/fettle-dev/fettle/providers"
	"github.com/fettle-dev/fettle/providers/semantic"
	"github.com/fettle-dev/fettle/providers/semantic/assemble"
)

// Covers R3-17.
func TestRetrievalMetrics(t *testing.T) {
	rc := retrievalCase{Kind: "fix_cochange", Repo: "o/n", Lang: "go", Position: &position{"a.go", 1}, GoldFiles: []string{"b.go", "c.go"}, GoldTests: []string{"b_test.go"},
		Gold: []goldenRange{{File: "b.go", Start: 10, End: 12}, {File: "c.go", Start: 5, End: 5}, {File: "b_test.go", Start: 1, End: 1, Test: true}}}
	m := newMeasure()
	if got := m.ranking(rc, []string{"x.go", "a.go", "b.go"}); got != 0.5 {
		t.Errorf("recall %v", got)
	}
	sec := providers.Section{Snippets: []providers.Snippet{
		{Role: providers.RoleChunk, Place: providers.Place{Path: "b.go", First: 1, Last: 10}},
		{Role: providers.RoleChunk, Place: providers.Place{Path: "x.go", First: 1, Last: 10}},
		{Role: providers.RoleSummary, Place: providers.Place{Path: "c.go", First: 5, Last: 5}},
	}}
	m.packing(rc, "2000", 8000, aggregator.Context{Bytes: 4000, Sections: []providers.Section{sec}})
	got := map[string]float64{}
	for _, r := range m.rows() {
		if r.Source == "" {
			got[r.Metric] = r.Value
		}
	}
	for metric, want := range map[string]float64{"recall@1": 0, "recall@5": 0.5, "recall@10": 0.5, "all@10": 0, "mrr": 0.5, "lines@2000": 0.5, "precision@2000": 0.5,
		"files@2000": 0.5, "nfiles@2000": 2, "fill@2000": 0.5} {
		if got[metric] != want {
			t.Errorf("%s = %v, want %v", metric, got[metric], want)
		}
	}
	// A definition counts by its first line only.
	rc.Kind, rc.Gold = "fix_defs", []goldenRange{{File: "b.go", Start: 9, End: 40}, {File: "b.go", Start: 11, End: 40}}
	m = newMeasure()
	m.packing(rc, "2000", 8000, aggregator.Context{Sections: []providers.Section{sec}})
	for _, r := range m.rows() {
		if r.Metric == "lines@2000" && r.Value != 0.5 {
			t.Errorf("fix_defs lines %v", r.Value)
		}
	}
}

func TestSelfCases(t *testing.T) {
	diff := "diff --git a/a.go b/a.go\n--- a/a.go\n+++ b/a.go\n@@ -3,2 +3 @@ func x\n-a\n-b\n+c\n@@ -9,0 +9 @@\n+d\n" +
		"diff --git a/new.go b/new.go\n--- /dev/null\n+++ b/new.go\n@@ -0,0 +1 @@\n+x\n--- a/b_test.go\n+++ b/b_test.go\n@@ -1 +1 @@\n-x\n+y\n--- a/c.go\n+++ b/c.go\n@@ -7 +7 @@\n-x\n+y\n--- a/README.md\n+++ b/README.md\n@@ -1 +1 @@\n"
	ranges := changedRanges(diff)
	if got := fmt.Sprint(ranges); got != "[{a.go 3 4 false } {a.go 9 9 false } {b_test.go 1 1 true } {c.go 7 7 false }]" {
		t.Errorf("%s", got)
	}
	cases := commitCases("0123456789", "p", "subject", ranges)
	if len(cases) != 2 || fmt.Sprint(cases[0].GoldFiles, cases[0].GoldTests) != "[a.go c.go] [b_test.go]" || *cases[1].Position != (position{"a.go", 3}) || len(cases[1].Gold) != 2 {
		t.Errorf("%+v", cases)
	}
	if commitCases("0123456789", "p", "s", nil) != nil {
		t.Error("a commit without code gives cases")
	}
}

// TestAnsweredLines: of what an answer shows only the lines that are left count, and
// nothing of a file that it merely sums up.
func TestAnsweredLines(t *testing.T) {
	at := func(start, end int) assemble.Location {
		return assemble.Location{FilePath: "a.py", StartLine: start, EndLine: end}
	}
	rc := retrievalCase{Kind: "query", Repo: "o/n", Lang: "py", Gold: []goldenRange{{File: "a.py", Start: 5, End: 6},
		{File: "a.py", Start: 50, End: 50}, {File: "t.py", Start: 1, End: 9, Test: true}}}
	around := []assemble.Range{{StartLine: 1, EndLine: 4}, {StartLine: 48, EndLine: 52}}
	for _, c := range []struct {
		name string
		res  semantic.Result
		want float64
	}{
		{"whole", semantic.Result{Location: at(1, 6)}, 0.5},
		{"cut round a match", semantic.Result{Location: at(1, 90), Cut: "matches", Shown: around}, 0.5},
		{"summed up", semantic.Result{Location: at(1, 90), Cut: "summary"}, 0},
		{"elsewhere", semantic.Result{Location: assemble.Location{FilePath: "b.py", StartLine: 1, EndLine: 90}}, 0},
	} {
		m := newMeasure()
		m.answered(rc, "2000", semantic.QueryResult{Results: []semantic.Result{c.res}})
		if got := m.values[metricKey{"query", "", "answered@2000"}]; len(got) != 1 || got[0] != c.want {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}
