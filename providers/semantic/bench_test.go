package semantic

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/fettle-dev/fettle/internal/testkit/must"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers"
)

// corpus is n files of about 8 kB.
func corpus(n int) Memory {
	r := rand.New(rand.NewPCG(1, 2))
	m := Memory{}
	for i := range n {
		var b strings.Builder
		fmt.Fprintf(&b, "from pkg%d.module_%d import thing\n", r.IntN(30), r.IntN(n))
		for b.Len() < 8000 {
			k := r.IntN(5000)
			fmt.Fprintf(&b, "def compute_value_%d(argument_%d, other):\n    \"\"\"Compute the thing number %d.\"\"\"\n    return module_%d.handle_%d(argument_%d) + other.attr_%d\n\n\n", k, k%70, k, r.IntN(n), r.IntN(5000), k%70, k%300)
		}
		m[fmt.Sprintf("pkg%d/module_%d.py", i%30, i)] = b.String()
	}
	return m
}

func BenchmarkBuild3000(b *testing.B) {
	m := corpus(3000)
	for b.Loop() {
		must.OK(b, New(Options{Source: m}).Build(b.Context(), nil))
	}
}

func BenchmarkProvide3000(b *testing.B) {
	m := corpus(3000)
	p := New(Options{Source: m})
	must.OK(b, p.Build(b.Context(), nil))
	s := text.File("/root/pkg0/module_0.py", "python", m["pkg0/module_0.py"])
	req := providers.Request{Kind: providers.Fix, Root: "/root", Snapshot: s, Target: s.LineSpan(40), Bytes: 8000}
	timed(b, func() error {
		_, err := p.Provide(b.Context(), req)
		return err
	})
}

// timed reports the time that 95 of 100 calls keep to beside the mean.
func timed(b *testing.B, call func() error) {
	var took []time.Duration
	for b.Loop() {
		start := time.Now()
		must.OK(b, call())
		took = append(took, time.Since(start))
	}
	slices.Sort(took)
	p95 := took[min(len(took)-1, len(took)*95/100)]
	b.ReportMetric(float64(p95.Microseconds())/1000, "p95-ms")
}

func BenchmarkQuery3000(b *testing.B) {
	p := New(Options{Source: corpus(3000)})
	must.OK(b, p.Build(b.Context(), nil))
	timed(b, func() error {
		_, err := p.Query(b.Context(), DefaultQuery("where is compute_value_17 handled"))
		return err
	})
}

func BenchmarkUpdate3000(b *testing.B) {
	m := corpus(3000)
	p := New(Options{Source: m})
	must.OK(b, p.Build(b.Context(), nil))
	body, i := m["pkg0/module_0.py"], 0
	for b.Loop() {
		i++
		p.Open("pkg0/module_0.py", text.New(fmt.Sprintf("%s# %d\n", body, i)))
	}
}
