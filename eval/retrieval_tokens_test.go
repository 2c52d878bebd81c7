package main

import (
	"strings"
	"testing"
)

func TestTokens(t *testing.T) {
	for prompt, over := range map[string]float64{
		strings.Repeat("the value of the next item\n", 20): 0,
		strings.Repeat("a+b*c/d-e%f\n", 20):                1, // a token each
	} {
		m := newMeasure()
		if err := m.tokens(retrievalCase{Kind: "query"}, "2000", prompt); err != nil {
			t.Fatal(err)
		}
		got := map[string]float64{}
		for _, r := range m.rows() {
			got[r.Metric] = r.Value
		}
		if got["over@2000"] != over || got["far_over@2000"] != over || (got["tokens@2000"] > 1) != (over > 0) || got["tokens@2000"] == 0 {
			t.Errorf("%.20q: %v", prompt, got)
		}
	}
}
