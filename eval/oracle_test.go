package main

import (
	"encoding/json"
	"strings"
	"testing"
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
