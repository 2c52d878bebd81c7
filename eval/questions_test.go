package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestQuestions asks one project of two files: the place of the answer, and
// what does not stand in it, are told.
func TestQuestions(t *testing.T) {
	dir := t.TempDir()
	write := func(name, body string) {
		t.Helper()
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(body), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write("sets/tiny.tsv", "# pypi tiny 1.0\nwhere is the path cleaned\ta.py::def clean_path\nwhere is the colour mixed\tb.py::def other\n")
	write("projects/tiny-1.0/a.py", "def clean_path(path):\n    return path.strip()\n")
	write("projects/tiny-1.0/b.py", "def mix_colour(colour):\n    return colour\n\n\ndef other():\n    return 1\n")
	o := questionOptions{sets: filepath.Join(dir, "sets"), projects: filepath.Join(dir, "projects")}
	sets, err := o.read()
	if err != nil || len(sets) != 1 || sets[0].version != "1.0" || len(sets[0].questions) != 2 {
		t.Fatalf("%+v %v", sets, err)
	}
	table := &questionTable{}
	if err := o.ask(t.Context(), sets[0], table, nil); err != nil {
		t.Fatal(err)
	}
	if len(table.list) != 2 || table.list[0].place != 1 || table.list[1].place != 0 {
		t.Errorf("%+v", table.list)
	}
	for _, r := range table.rows() {
		if r.Source == "ALL" && r.Metric == "first" && r.Value != 0.5 {
			t.Errorf("%+v", r)
		}
	}
	var out strings.Builder
	if err := table.print(&out); err != nil || !strings.Contains(out.String(), "tiny") {
		t.Errorf("%s %v", out.String(), err)
	}
	write("sets/tiny.tsv", "# pypi tiny 1.0\nwhere\ta.py::def gone\n")
	if sets, err = o.read(); err != nil {
		t.Fatal(err)
	}
	if err := o.ask(t.Context(), sets[0], table, nil); err == nil || !strings.Contains(err.Error(), "does not hold") {
		t.Errorf("a place that is not there: %v", err)
	}
}
