package semantic

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/fettle-dev/fettle/providers"
	"github.com/fettle-dev/fettle/providers/semantic/assemble"
	"github.com/fettle-dev/fettle/providers/semantic/plan"
)

// TestPlanStrategies: each strategy brings the file that it is about further up
// than the words of the question alone.
//
// Covers R3-03.
func TestPlanStrategies(t *testing.T) {
	const question = "make authentication of users possible across the whole project and test it then"
	for _, c := range []struct {
		strategy plan.Strategy
		answer   string
		file     string
	}{
		{plan.StrategyFocused, `{"strategy":"focused","symbols_to_find":["colour"]}`, "src/paint.rs"},
		{plan.StrategySemantic, `{"strategy":"semantic","keywords":["colour"]}`, "src/paint.rs"},
		{plan.StrategyBroad, `{"strategy":"broad","file_patterns":["paint"]}`, "src/paint.rs"},
		{plan.StrategyEntry, `{"strategy":"entry_point_based"}`, "src/main.rs"},
	} {
		files := func(answer string) (string, []string) {
			p := built(t, Options{Source: shop(), Tuning: Tuning{Planner: &plan.Model{Complete: complete(answer)}}})
			pl := p.plan(t.Context(), question, false, "model")
			r := p.index.Rank(p.planned(question, pl, nil))
			var out []string
			for _, h := range r.Hits {
				out = append(out, h.Path)
			}
			return string(pl.Strategy) + " by " + pl.Origin, out
		}
		origin, with := files(c.answer)
		if origin != string(c.strategy)+" by model" || !slices.Contains(with, c.file) {
			t.Errorf("%s: %s is not in %v", origin, c.file, with)
		}
		_, without := files(`{"strategy":"semantic"}`)
		if i := slices.Index(without, c.file); i >= 0 && i <= slices.Index(with, c.file) {
			t.Errorf("%s: %s stands in %v, without it in %v", c.strategy, c.file, with, without)
		}
	}
}

// TestLowPriorityFilesAreNamed: files behind the best ones are one line each,
// within a tenth of the budget.
//
// Covers R3-08.
func TestLowPriorityFilesAreNamed(t *testing.T) {
	m := Memory{"app.py": "from lib import parse_order\n\n\ndef run(order):\n    return parse_order(order)\n"}
	for i := range 12 {
		m[fmt.Sprintf("lib/order_%02d.py", i)] = fmt.Sprintf("def parse_order_%d(order):\n%s    return order\n\n\ndef other_%d():\n    return 1\n", i, strings.Repeat("    order = parse(order, until=\"there is nothing left of it that could be parsed\")\n", 60), i)
	}
	p := built(t, Options{Source: m})
	req := fix(m, "app.py", 5)
	sec := provide(t, p, req)
	bytes, named := 0, 0
	code := map[string]bool{}
	for _, s := range sec.Snippets {
		if s.Role != providers.RoleSummary {
			code[s.Place.Path] = true
		}
	}
	for _, s := range sec.Snippets {
		if s.Role != providers.RoleSummary {
			continue
		}
		named++
		bytes += len(s.Body)
		if strings.Count(s.Body, "\n") != 1 || !strings.Contains(s.Body, "parse_order_") || code[s.Place.Path] || len(s.Why) == 0 {
			t.Errorf("%+v", s)
		}
	}
	if named == 0 || bytes > req.Bytes/10 {
		t.Errorf("%d files are named in %d of %d bytes\n%s", named, bytes, req.Bytes, shown(sec))
	}
}

// TestAnswersInTime: a planner that never answers is waited for two seconds,
// and the question is answered without it.
//
// Covers R3-14.
func TestAnswersInTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := built(t, Options{Source: shop(), Tuning: Tuning{Planner: &plan.Model{Complete: func(ctx context.Context, _ string) (string, error) {
			<-ctx.Done()
			return "", ctx.Err()
		}}}})
		start := time.Now()
		q := DefaultQuery("implement authentication of users")
		q.Explain = true
		res, err := p.Query(t.Context(), q)
		if took := time.Since(start); err != nil || len(res.Results) == 0 || res.PlanOrigin != "heuristic" || res.PlanReason == "" || took > 3*time.Second {
			t.Errorf("%d results in %v, plan by %s (%s), %v", len(res.Results), took, res.PlanOrigin, res.PlanReason, err)
		}
		// Nor is a disk that never answers waited for.
		slow := built(t, Options{Source: shop()})
		slow.texts.source = stuck{shop()}
		start = time.Now()
		res, err = slow.Query(t.Context(), q)
		if took := time.Since(start); err != nil || took > 3*time.Second {
			t.Errorf("%v after %v", err, took)
		}
		if !slices.ContainsFunc(res.Summary.Exclusions, func(e assemble.Exclusion) bool { return e.Reason == assemble.Deadline }) {
			t.Errorf("%+v", res.Summary)
		}
	})
}

// stuck is a source whose reads last as long as they may.
type stuck struct{ Memory }

func (stuck) Read(ctx context.Context, _ string) (string, error) {
	<-ctx.Done()
	return "", ctx.Err()
}
