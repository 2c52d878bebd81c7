package main

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/fettle-dev/fettle/edits"
	"github.com/fettle-dev/fettle/edits/window"
	"github.com/fettle-dev/fettle/internal/syntax"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/signal"
)

// TestDecoders reads a block in prose and a bare one, one whose recorded result is
// another, and one that quotes lines far from the change.
func TestDecoders(t *testing.T) {
	const block = "<<<<<<< SEARCH\nb = 2\n=======\nb = 3\n>>>>>>> REPLACE\n"
	const rest = "a = 1\nc = 1\nd = 1\ne = 1\nf = 1\ng = 1\n"
	dir := t.TempDir()
	record := func(id, output, expected string) map[string]any {
		return map[string]any{"id": id, "format": "search_replace", "path": "a.py", "before": "a = 1\nb = 2\n", "model_output": output, "expected_after": expected}
	}
	writeLines(t, dir+"/edits.dev.jsonl",
		record("prose", "Here it is:\n\n"+block, "a = 1\nb = 3\n"),
		record("plain", block, "a = 1\nb = 3\n"),
		record("wrong", block, "a = 1\nb = 4\n"),
		map[string]any{
			"id": "far", "format": "search_replace", "path": "a.py", "before": rest + "b = 2\n", "expected_after": rest + "b = 3\n",
			"model_output": "<<<<<<< SEARCH\n" + rest + "b = 2\n=======\n" + rest + "b = 3\n>>>>>>> REPLACE\n",
		})
	writeLines(t, dir+"/pyty_llm.dev.jsonl")
	writeLines(t, dir+"/ruff.dev.jsonl")
	writeLines(t, dir+"/ruff.files.dev.jsonl")
	var out bytes.Buffer
	if err := decoders(&out, decodersOptions{applyOptions: applyOptions{data: dir, split: "dev", sources: "ruff", json: true}}); err != nil {
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
		"replay search_replace read": 3, "replay search_replace lost": 3,
		"replay prose read": 1, "replay prose lost": 1,
		"windowed search_replace read": 3, "windowed search_replace lost": 3,
		"windowed prose read": 1, "windowed prose lost": 1,
		"windowed quoted_beyond read": 1, "windowed quoted_beyond lost": 1,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

// TestDecodersOfLiveAnswers reads transcripts of one case, as live writes them:
// plain code, a script with the ids of the question, and a refusal.
func TestDecodersOfLiveAnswers(t *testing.T) {
	cases, err := liveCases()
	if err != nil {
		t.Fatal(err)
	}
	c := cases[slices.IndexFunc(cases, func(c liveCase) bool { return c.Lang == "python" && strings.Count(c.Text, "\n") < 60 })]
	s := text.File("/"+c.File, "python", c.Text)
	set := window.Set{Runs: []window.Run{{Index: 1, Lines: text.Lines{Start: 1, End: 4}}}}
	ids := edits.NewCandidates(s, set, syntax.Parse("python", c.Text), signal.Diagnostic{})
	script := liveResult{c: c, asks: []tapped{
		{User: "File " + c.File + ":\nmypy reports at line 3: no\n", Answer: "```python\n" + c.Right + "```"},
		{User: "PRIMARY " + c.File + " (python, lines 2-4, diagnostic at L3:aa)\n", Answer: "Here it is:\nEDIT insert_after " + string(ids.LineID(2)) + "\n~~~\nx = 1\n~~~\nEND\nThat is all.\n"},
		{User: "File " + c.File + ":\nmypy reports at line 3: no\n", Answer: "I cannot help with that."},
	}}
	dir := t.TempDir()
	if err := put(dir, "model/case.txt", script.transcript()); err != nil {
		t.Fatal(err)
	}
	if err := put(dir, "unknown.txt", "nobody/knows ruff: right\n"+script.transcript()); err != nil {
		t.Fatal(err)
	}
	all, err := decodersOptions{live: dir}.transcripts()
	if err != nil || len(all) != 3 {
		t.Fatalf("%d answers, %v", len(all), err)
	}
	got := decoderTable{}
	got.addLive(all)
	want := decoderTable{
		{"live", "plain"}: {read: 1},
		{"live", "text"}:  {read: 1, lost: 1},
		{"live", "prose"}: {read: 1, lost: 1},
	}
	if diff := cmp.Diff(want, got, cmp.AllowUnexported(formEarns{}, decodedBy{})); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}
