package main

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/fettle-dev/fettle/internal/testkit"
)

// TestRules measures a small set with the real ruff: one diagnostic that the
// tool fixes, one that a rule fixes and one that nobody does.
func TestRules(t *testing.T) {
	ruff := testkit.Tool(t, "ruff")
	dir := t.TempDir()
	write := func(name string, rows ...string) {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(strings.Join(rows, "\n")+"\n"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write("ruff.files.dev.jsonl",
		`{"ref":"a","file_name":"p/a.py","text":"x = f'a'\n"}`,
		`{"ref":"b","file_name":"p/b.py","text":"try:\n    f()\nexcept:\n    pass\n"}`,
		`{"ref":"c","file_name":"p/c.py","text":"print(price)\n"}`)
	write("ruff.dev.jsonl",
		`{"id":"1","source":"ruff","lang":"python","tool":"ruff","code":"F541","file_name":"p/a.py","line":1,"before_ref":"a"}`,
		`{"id":"2","source":"ruff","lang":"python","tool":"ruff","code":"E722","file_name":"p/b.py","line":3,"before_ref":"b"}`,
		`{"id":"3","source":"ruff","lang":"python","tool":"ruff","code":"F821","file_name":"p/c.py","line":1,"before_ref":"c"}`,
		`{"id":"4","source":"ruff","lang":"python","tool":"ruff","code":"XYZ99","file_name":"p/c.py","line":1,"before_ref":"c"}`)
	var out bytes.Buffer
	o := rulesOptions{data: dir, split: "dev", source: "ruff", ruff: ruff, parallel: 2, json: true}
	if err := runRules(t.Context(), &out, o); err != nil {
		t.Fatal(err)
	}
	want := map[string]string{"F541": byTool, "E722": byRule, "F821": declined}
	for line := range strings.Lines(out.String()) {
		var row tally
		if err := json.Unmarshal([]byte(line), &row); err != nil {
			t.Fatal(err)
		}
		if row.Code == "total" {
			if row.Found != 3 || row.Recorded != 4 || row.Wrong != 0 || row.Fixed < 0.66 || row.Fixed > 0.67 {
				t.Errorf("total: %+v", row)
			}
			continue
		}
		if row.Code == "XYZ99" { // a code that this ruff does not have is a row, not the end
			if row.Found != 0 || row.Recorded != 1 || row.Outcomes[removed] != 1 {
				t.Errorf("removed: %+v", row)
			}
			continue
		}
		if row.Found != 1 || row.Outcomes[want[row.Code]] != 1 {
			t.Errorf("%s: %+v, want one %s", row.Code, row, want[row.Code])
		}
		delete(want, row.Code)
	}
	if len(want) > 0 {
		t.Errorf("no row for %v", want)
	}

	o.json, o.verbose = false, true
	out.Reset()
	if err := runRules(t.Context(), &out, o); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(out.String(), "declined F821 /p/c.py:1: renamed: declined: price was not renamed since the "+
		"last commit") {
		t.Errorf("the reason is missing:\n%s", out.String())
	}
}
