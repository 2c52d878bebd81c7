package main

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// writeLines writes values as JSON lines.
func writeLines(t *testing.T, path string, values ...any) {
	t.Helper()
	var b bytes.Buffer
	for _, v := range values {
		line, err := json.Marshal(v)
		if err != nil {
			t.Fatal(err)
		}
		b.Write(append(line, '\n'))
	}
	if err := os.WriteFile(path, b.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
}

// metrics reads the JSON rows that a command printed.
func metrics(t *testing.T, out string) map[string]float64 {
	t.Helper()
	got := map[string]float64{}
	for line := range strings.Lines(out) {
		var r row
		if err := json.Unmarshal([]byte(line), &r); err != nil {
			t.Fatalf("%q: %v", line, err)
		}
		got[strings.Trim(r.Set+" "+r.Format+r.Model+" "+r.Metric, " ")] = r.Value
	}
	return got
}

func TestReplay(t *testing.T) {
	dir := t.TempDir()
	block := func(old, new string) string {
		return "<<<<<<< SEARCH\n" + old + "\n=======\n" + new + "\n>>>>>>> REPLACE\n"
	}
	before := "a = 1\r\nb = 2\r\nb = 2"
	rec := func(id, output string, before, after any, verdict string) map[string]any {
		return map[string]any{"id": id, "format": "search_replace", "path": "x.py", "before": before,
			"model_output": output, "expected_after": after, "note": "", "tool_verdict": verdict}
	}
	writeLines(t, filepath.Join(dir, "edits.mine.jsonl"),
		rec("equal", "x.py\n"+block("a = 1", "a = 3")+"y.py\n"+block("z", "y"), before, "a = 3\r\nb = 2\r\nb = 2", "applied"),
		rec("ambiguous", block("b = 2", "b = 3"), before, "a = 1\r\nb = 3\r\nb = 2", "applied"),
		rec("wrong", block("a = 1", "a = 3"), before, "a = 4\r\nb = 2\r\nb = 2", "applied"),
		rec("no file", block("a = 1", "a = 3"), nil, nil, "unknown"),
		rec("failed", block("  a = 1", "  a = 3"), before, nil, "failed"),
	)
	var out bytes.Buffer
	if err := replay(&out, setOptions{data: dir, split: "mine", json: true}); err != nil {
		t.Fatal(err)
	}
	want := map[string]float64{}
	for _, format := range []string{"ALL", "search_replace"} {
		want["replay "+format+" equal"] = 1.0 / 3
		want["replay "+format+" refused"] = 1.0 / 3
		want["replay "+format+" wrong"] = 1.0 / 3
		want["replay "+format+" crashed"] = 0
	}
	if diff := cmp.Diff(want, metrics(t, out.String())); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestPytyLLM(t *testing.T) {
	dir := t.TempDir()
	text := "import os\n\n\ndef f(x):\n    if x:\n        y = None\n        return y\n    return x\n"
	writeLines(t, filepath.Join(dir, "pyty.files.mine.jsonl"), map[string]any{"ref": "r", "file_name": "a.py", "text": text})
	writeLines(t, filepath.Join(dir, "pyty_llm.mine.jsonl"), map[string]any{
		"id": "1", "line": 6, "message": "m", "before_ref": "r", "hunk_start": 5, "hunk_len": 3,
		"hunk_old": "    if x:\n        y = None\n        return y\n", "hunk_new": "    if x:\n        y = 0\n        return y\n",
		"llm_outputs": map[string]any{"m": []any{
			map[string]any{"text": "if x:\n    y = 0\n    return y", "n": 5, "exact_ignoring_space": true},
			map[string]any{"text": "<IND>if x:\n    return 0", "n": 2},
			map[string]any{"text": "if x:\n    y = (", "n": 2},
			map[string]any{"text": "nothing", "n": 1},
		}},
	})
	var out bytes.Buffer
	if err := pytyLLM(context.Background(), &out, setOptions{data: dir, split: "mine", json: true}); err != nil {
		t.Fatal(err)
	}
	got := metrics(t, out.String())
	if got["pyty-llm m exact_back"] != 1 {
		t.Errorf("the exact answer did not come back: %v", got)
	}
	if got["pyty-llm m parses"] < 0.7 || got["pyty-llm m kept"] < 0.5 || got["pyty-llm m kept"] > got["pyty-llm m parses"] {
		t.Errorf("got %v", got)
	}
}

func TestKeptLines(t *testing.T) {
	a := []string{"a", "b", "c", "d", "b"}
	b := []string{"x", "b", "c", "y", "b"}
	if diff := cmp.Diff([]string{"b", "c", "b"}, keptLines(a, b)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
