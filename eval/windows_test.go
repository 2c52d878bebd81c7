package main

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/fettle-dev/fettle/edits/window"
	"github.com/fettle-dev/fettle/internal/text"
)

// dataDir is a data directory with one source of three records: two
// diagnostics with one fix, and one whose fix lies outside its window.
func dataDir(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	before := "import os\n\n\ndef f():\n    x = f\"a\"\n    return x"
	after := strings.Replace(before, `f"a"`, `"a"`, 1)
	sum := sha256.Sum256([]byte(after))
	write := func(name string, rows ...any) {
		var b strings.Builder
		for _, r := range rows {
			line, err := json.Marshal(r)
			if err != nil {
				t.Fatal(err)
			}
			b.Write(line)
			b.WriteByte('\n')
		}
		if err := os.WriteFile(filepath.Join(dir, name), []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	fix := map[string]any{
		"id": "1", "lang": "python", "tool": "ruff", "code": "F541", "message": "no placeholders", "file_name": "a.py",
		"line": 5, "end_line": 5, "column": 9, "fix_ranges": [][2]int{{5, 5}}, "before_ref": "r1",
		"edits": []map[string]any{{"start": 5, "end": 5, "text": "    x = \"a\"\n"}}, "after_sha256": hex.EncodeToString(sum[:]),
	}
	far := map[string]any{
		"id": "2", "lang": "python", "tool": "ruff", "code": "F541", "message": "no placeholders", "file_name": "a.py",
		"line": 5, "end_line": 5, "column": nil, "fix_ranges": [][2]int{{1, 0}}, "before_ref": "r1",
		"edits": []map[string]any{{"start": 1, "end": 0, "text": "import sys\n"}},
	}
	none := map[string]any{"id": "3", "lang": "python", "tool": "ruff", "code": "F821", "line": 1, "fix_ranges": nil, "before_ref": "r1"}
	write("ruff.test.jsonl", fix, fix, far, none)
	write("ruff.files.test.jsonl", map[string]any{"ref": "r1", "file_name": "a.py", "text": before})
	return dir
}

func TestLoad(t *testing.T) {
	records, err := Load(dataDir(t), "ruff", "test")
	if err != nil || len(records) != 4 {
		t.Fatal(len(records), err)
	}
	r := records[0]
	if !r.HasText || r.Before.Lang != "python" || r.Source != "ruff" {
		t.Errorf("%+v", r)
	}
	d := r.Diagnostic()
	if got := r.Before.Slice(d.Span); got != `f"a"` && got != `= f"a"` {
		t.Errorf("the diagnostic is at %q", got)
	}
	after, err := r.After()
	if err != nil {
		t.Fatal(err)
	}
	if sum := sha256.Sum256([]byte(after)); hex.EncodeToString(sum[:]) != r.AfterSHA256 {
		t.Errorf("after the fix: %q", after)
	}
	if _, err := Load(t.TempDir(), "ruff", "test"); err == nil {
		t.Error("a source that is not there was loaded")
	}
}

func TestApplyChanges(t *testing.T) {
	s := text.New("a\nb")
	for _, c := range []struct {
		changes []Change
		want    string
	}{
		{[]Change{{Start: 1, End: 1, Text: "x\n"}}, "x\nb"},
		{[]Change{{Start: 1, End: 0, Text: "x\n"}, {Start: 2, End: 2}}, "x\na\n"},
		{[]Change{{Start: 3, End: 2, Text: "c"}}, "a\nb\nc"},
	} {
		if got, err := applyChanges(s, c.changes); err != nil || got != c.want {
			t.Errorf("%v: %q, %v, want %q", c.changes, got, err, c.want)
		}
	}
}

func TestMeasureWindows(t *testing.T) {
	records, err := Load(dataDir(t), "ruff", "test")
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]float64{}
	for _, r := range measureWindows(records).rows("ruff") {
		if r.Code == "ALL" {
			got[r.Metric] = r.Value
		}
	}
	// Two fixes: one covered by a window of one line, one missed in a file of
	// six lines.
	want := map[string]float64{"coverage": 0.5, "mean_lines": 1, "expected_lines": 4}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestCoversFix(t *testing.T) {
	set := window.Set{Runs: []window.Run{{Lines: text.Lines{Start: 2, End: 5}}}} // lines 3-5
	for _, c := range []struct {
		fix  [][2]int
		want bool
	}{
		{[][2]int{{3, 5}}, true},
		{[][2]int{{3, 6}}, false},
		{[][2]int{{3, 2}}, true}, // an insertion before the first line
		{[][2]int{{6, 5}}, true}, // and after the last
		{[][2]int{{7, 6}}, false},
		{[][2]int{{2, 1}}, false},
		{[][2]int{{4, 4}, {9, 9}}, false},
	} {
		if got := coversFix(set, c.fix); got != c.want {
			t.Errorf("%v: %v", c.fix, got)
		}
	}
}
