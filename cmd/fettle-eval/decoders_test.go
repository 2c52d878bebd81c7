package main

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestDecoders reads a block in prose and a bare one, and one whose recorded
// result is another.
func TestDecoders(t *testing.T) {
	const block = "<<<<<<< SEARCH\nb = 2\n=======\nb = 3\n>>>>>>> REPLACE\n"
	dir := t.TempDir()
	record := func(id, output, expected string) map[string]any {
		return map[string]any{"id": id, "format": "search_replace", "path": "a.py", "before": "a = 1\nb = 2\n", "model_output": output, "expected_after": expected}
	}
	writeLines(t, dir+"/edits.dev.jsonl",
		record("prose", "Here it is:\n\n"+block, "a = 1\nb = 3\n"),
		record("plain", block, "a = 1\nb = 3\n"),
		record("wrong", block, "a = 1\nb = 4\n"))
	writeLines(t, dir+"/pyty_llm.dev.jsonl")
	writeLines(t, dir+"/ruff.dev.jsonl")
	writeLines(t, dir+"/ruff.files.dev.jsonl")
	var out bytes.Buffer
	if err := decoders(&out, applyOptions{data: dir, split: "dev", sources: "ruff", json: true}); err != nil {
		t.Fatal(err)
	}
	got := map[string]float64{}
	for line := range strings.Lines(out.String()) {
		var r row
		if err := json.Unmarshal([]byte(line), &r); err != nil {
			t.Fatal(err)
		}
		if r.Value > 0 {
			got[r.Source+" "+r.Format+" "+r.Metric] = r.Value
		}
	}
	want := map[string]float64{
		"replay search_replace read": 2, "replay search_replace lost": 2,
		"replay prose read": 1, "replay prose lost": 1,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got)\n%s\n%s", diff, out.String())
	}
}
