package tokens

import (
	"strings"
	"testing"
)

func TestCount(t *testing.T) {
	for _, c := range []struct {
		bytes int
		ratio float64
		want  int
	}{{0, 3, 0}, {-5, 3, 0}, {1, 3, 1}, {3, 3, 1}, {4, 3, 2}, {8000, 4, 2000}, {10, 0, 4}, {10, 2.5, 4}} {
		if got := Count(c.bytes, c.ratio); got != c.want {
			t.Errorf("Count(%d, %v) = %d, want %d", c.bytes, c.ratio, got, c.want)
		}
	}
	if got := Estimate(strings.Repeat("x", 7)); got != 3 {
		t.Errorf("Estimate of 7 bytes = %d, want 3", got)
	}
}

func TestMeter(t *testing.T) {
	var m Meter
	if r, ok := m.Ratio("a"); r != DefaultRatio || ok {
		t.Errorf("before any report: %v, %v", r, ok)
	}
	m.Report("a", 0, 10)
	m.Report("a", 10, 0)
	if _, ok := m.Ratio("a"); ok {
		t.Error("a report without a count was believed")
	}
	m.Report("a", 3400, 1000)
	m.Report("a", 3000, 1000)
	if r, ok := m.Ratio("a"); !ok || r < 3.19 || r > 3.21 {
		t.Errorf("mean of 3.4 and 3.0 = %v", r)
	}
	m.Report("b", 100, 1000)
	m.Report("c", 10_000, 1)
	if r, _ := m.Ratio("b"); r != MinRatio {
		t.Errorf("low report gives %v, want %v", r, MinRatio)
	}
	if r, _ := m.Ratio("c"); r != MaxRatio {
		t.Errorf("high report gives %v, want %v", r, MaxRatio)
	}
	for range 1000 {
		m.Report("a", 2000, 1000)
	}
	if r, _ := m.Ratio("a"); r > 2.01 {
		t.Errorf("old reports still weigh: %v", r)
	}
}

func TestMeterIsBounded(t *testing.T) {
	var m Meter
	for i := range 10_000 {
		m.Report(strings.Repeat("m", i%500), 300, 100)
	}
	if len(m.ratios) > maxModels {
		t.Errorf("%d models remembered", len(m.ratios))
	}
}

func BenchmarkEstimate(b *testing.B) {
	text := strings.Repeat("x", 100_000)
	for b.Loop() {
		Estimate(text)
	}
}
