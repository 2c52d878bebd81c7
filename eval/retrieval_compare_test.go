package main

import (
	"bytes"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

func values(list ...float64) []caseValue {
	out := make([]caseValue, len(list))
	for i, v := range list {
		out[i] = caseValue{"case-" + strconv.Itoa(i), "query", "mrr", v}
	}
	return out
}

func TestCompareIsPaired(t *testing.T) {
	before, after := make([]float64, 40), make([]float64, 40)
	for i := range before {
		before[i] = float64(i) / 40 // far apart: only pairs show the difference
		after[i] = before[i] + 0.05
	}
	d := compare(values(before...), values(after...))
	if len(d) != 1 || d[0].cases != 40 || d[0].mean < 0.049 || d[0].mean > 0.051 || d[0].low < 0.049 || d[0].top > 0.051 {
		t.Errorf("a steady gain: %+v", d)
	}
	for i := range after {
		after[i] = before[i] + float64(i%2*2-1)*0.1
	}
	if d = compare(values(before...), values(after...)); d[0].low >= 0 || d[0].top <= 0 {
		t.Errorf("noise: %+v", d)
	}
	if d = compare(values(1), []caseValue{{"other", "query", "mrr", 1}}); len(d) != 0 {
		t.Errorf("cases that are not the same: %+v", d)
	}
}

func TestCompareWithASavedRun(t *testing.T) {
	name := filepath.Join(t.TempDir(), "run.jsonl")
	if err := saveValues(name, values(0, 0.5)); err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if err := compareWith(&out, name, values(1, 0.5)); err != nil || !strings.Contains(out.String(), "2 cases  +0.500  [+0.000, +1.000]") {
		t.Errorf("%v\n%s", err, out.String())
	}
	if err := compareWith(&out, name, []caseValue{{"other", "query", "mrr", 1}}); err == nil {
		t.Error("a run of other cases is compared")
	}
}
