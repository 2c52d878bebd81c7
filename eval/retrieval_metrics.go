package main

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"github.com/fettle-dev/fettle/aggregator"
	"github.com/fettle-dev/fettle/providers"
	"github.com/fettle-dev/fettle/providers/semantic"
	"github.com/fettle-dev/fettle/providers/semantic/assemble"
)

// measure collects the values of every metric.
type measure struct {
	values map[metricKey][]float64
	times  map[string][]time.Duration
	cases  []caseValue
}

// metricKey tells rows apart; group is "" for the mean over a kind, else a
// repository or language.
type metricKey struct{ kind, group, metric string }

func newMeasure() *measure {
	return &measure{values: map[metricKey][]float64{}, times: map[string][]time.Duration{}}
}

func (m *measure) time(what string, d time.Duration) { m.times[what] = append(m.times[what], d) }

func (m *measure) add(rc retrievalCase, metric string, v float64) {
	m.cases = append(m.cases, caseValue{rc.ID, rc.Kind, metric, v})
	for _, group := range []string{"", rc.Repo, rc.Lang} {
		if group != "" && metric != "recall@10" {
			continue
		}
		k := metricKey{rc.Kind, group, metric}
		m.values[k] = append(m.values[k], v)
	}
}

// ranking measures an order of files and returns its recall among the first
// ten.
func (m *measure) ranking(rc retrievalCase, order []string) float64 {
	if rc.Position != nil {
		order = slices.DeleteFunc(slices.Clone(order), func(p string) bool { return p == rc.Position.File })
	}
	recall := func(gold []string, k int) float64 {
		n := 0
		for _, p := range order[:min(k, len(order))] {
			if slices.Contains(gold, p) {
				n++
			}
		}
		return float64(n) / float64(max(1, len(gold)))
	}
	first := slices.IndexFunc(order, func(p string) bool { return slices.Contains(rc.GoldFiles, p) })
	mrr := 0.0
	if first >= 0 {
		mrr = 1 / float64(first+1)
	}
	found := recall(rc.GoldFiles, 10)
	all := 0.0
	if found == 1 {
		all = 1
	}
	m.add(rc, "recall@1", recall(rc.GoldFiles, 1))
	m.add(rc, "recall@5", recall(rc.GoldFiles, 5))
	m.add(rc, "recall@10", found)
	m.add(rc, "all@10", all)
	m.add(rc, "mrr", mrr)
	m.add(rc, "recall@10t", recall(slices.Concat(rc.GoldFiles, rc.GoldTests), 10))
	return found
}

// packing measures what a prompt holds.
func (m *measure) packing(rc retrievalCase, name string, budget int, c aggregator.Context) {
	shown := map[string][]providers.Place{}
	for _, s := range c.Sections {
		for _, sn := range s.Snippets {
			if sn.Role != providers.RoleSummary && (rc.Position == nil || sn.Place.Path != rc.Position.File) {
				shown[sn.Place.Path] = append(shown[sn.Place.Path], sn.Place)
			}
		}
	}
	inGold := 0
	for p := range shown {
		if slices.Contains(rc.GoldFiles, p) {
			inGold++
		}
	}
	needed, hit := 0, 0
	for _, g := range rc.Gold {
		if g.Test {
			continue
		}
		needed++
		end := g.End
		if rc.Kind == "fix_defs" {
			end = g.Start
		}
		if slices.ContainsFunc(shown[g.File], func(p providers.Place) bool { return p.First <= end && g.Start <= p.Last }) {
			hit++
		}
	}
	m.add(rc, "lines@"+name, float64(hit)/float64(max(1, needed)))
	m.add(rc, "precision@"+name, float64(inGold)/float64(max(1, len(shown))))
	m.add(rc, "files@"+name, float64(inGold)/float64(max(1, len(rc.GoldFiles))))
	m.add(rc, "nfiles@"+name, float64(len(shown)))
	m.add(rc, "fill@"+name, float64(c.Bytes)/float64(budget))
}

// answered measures what the answer to a question shows of the lines that are needed, as
// its user gets it.
func (m *measure) answered(rc retrievalCase, budget string, res semantic.QueryResult) {
	needed, hit := 0, 0
	for _, g := range rc.Gold {
		if g.Test {
			continue
		}
		needed++
		shows := func(r semantic.Result) bool {
			lines := r.Shown
			if len(lines) == 0 && r.Cut == "" {
				lines = []assemble.Range{{StartLine: r.Location.StartLine, EndLine: r.Location.EndLine}}
			}
			return r.Location.FilePath == g.File &&
				slices.ContainsFunc(lines, func(l assemble.Range) bool { return l.StartLine <= g.End && g.Start <= l.EndLine })
		}
		if slices.ContainsFunc(res.Results, shows) {
			hit++
		}
	}
	m.add(rc, "answered@"+budget, float64(hit)/float64(max(1, needed)))
}

// rows are the means, and the percentiles of the times.
func (m *measure) rows() []row {
	var out []row
	for k, vs := range m.values {
		sum := 0.0
		for _, v := range vs {
			sum += v
		}
		out = append(out, row{Set: "retrieval", Kind: k.kind, Source: k.group, Metric: k.metric,
			Value: sum / float64(len(vs))})
	}
	for what, ds := range m.times {
		slices.Sort(ds)
		ms := func(share float64) float64 {
			return float64(ds[min(len(ds)-1, int(share*float64(len(ds))))].Microseconds()) / 1000
		}
		out = append(out, row{Set: "retrieval", Kind: what, Metric: "ms_p50", Value: ms(0.5)},
			row{Set: "retrieval", Kind: what, Metric: "ms_p95", Value: ms(0.95)})
	}
	slices.SortFunc(out, func(a, b row) int {
		return cmp.Or(strings.Compare(a.Source, b.Source), strings.Compare(a.Kind, b.Kind),
			strings.Compare(a.Metric, b.Metric))
	})
	return out
}
