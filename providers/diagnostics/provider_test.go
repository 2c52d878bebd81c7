package diagnostics

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/fettle-dev/fettle/internal/testkit/must"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers"
	"github.com/fettle-dev/fettle/providers/signal"
)

// runs plays the runner: known results appear when Wait returns.
type runs struct {
	known map[string][]signal.Diagnostic
	wait  func(context.Context)
}

func (r *runs) Wait(ctx context.Context, _ text.Snapshot) { r.wait(ctx) }

func (r *runs) Known(text.Snapshot) map[string][]signal.Diagnostic { return r.known }

func bodies(s providers.Section) string {
	var b strings.Builder
	for _, sn := range s.Snippets {
		b.WriteString(sn.Body)
	}
	return b.String()
}

func TestSection(t *testing.T) {
	lines := slices.Repeat([]string{"pass"}, 60)
	lines[4], lines[5], lines[45] = "target()", "import os", "undefined"
	s := doc(1, lines...)
	st := NewStore()
	warn := on(s, "os", "ruff", "F401", "`os` imported but unused")
	warn.Severity, warn.Fix = signal.Warning, &signal.ToolFix{Title: "Remove unused import"}
	far := on(s, "undefined", "mypy", "name-defined", `Name "undefined" is not defined`)
	far.Related = []signal.Related{{Lines: text.Lines{Start: 5, End: 6}, Message: "imported here"}, {Path: "/p/sub/b.py", Lines: text.Lines{Start: 2, End: 3}, Message: "or there"}}
	target := on(s, "target", "mypy", "misc", "the one being fixed")
	st.SetLinter(s, "ruff", []signal.Diagnostic{warn})
	st.SetLinter(s, "mypy", []signal.Diagnostic{far, target, on(s, "()", "mypy", "misc", "the one  being fixed")})
	p := &Provider{Store: st, Line: func(_, _ string, line int) (string, bool) { return "    def undefined(): ...", line == 2 }}
	req := providers.Request{Root: "/p", Snapshot: s, Target: target.Span, Diagnostics: []signal.Diagnostic{target}}
	got, err := p.Provide(t.Context(), req)
	must.OK(t, err)
	want := "**ERROR** [mypy name-defined] (line 46): Name \"undefined\" is not defined\n" +
		"  related `a.py:6`: imported here\n    import os\n" +
		"  related `sub/b.py:3`: or there\n    def undefined(): ...\n" +
		"**WARNING** [ruff F401] (line 6): `os` imported but unused\n" +
		"  tool fix available: Remove unused import\n"
	if d := cmp.Diff(want, bodies(got)); d != "" {
		t.Errorf("(-want +got)\n%s", d)
	}
	if got.Title != "Diagnostics" || got.Priority != providers.Diagnostics || len(got.Snippets[0].Cuts) != 1 {
		t.Errorf("%+v", got)
	}
	p.ErrorsOnly = true
	if n := len(p.Resolve(req).Snippets); n != 1 {
		t.Errorf("%d shown without warnings", n)
	}
	target.Related = []signal.Related{{Path: "/p/sub/b.py", Lines: text.Lines{Start: 2, End: 3}, Message: "declared"}}
	req.Diagnostics = []signal.Diagnostic{target}
	if b := bodies(p.Resolve(req)); !strings.HasPrefix(b, "The problem on line 5 refers to:\n  related `sub/b.py:3`: declared\n") {
		t.Errorf("got %s", b)
	}
}

func TestSectionTakesTheNewest(t *testing.T) {
	s := doc(1, "a", "b")
	late := on(s, "b", "ruff", "F1", "late")
	r := &runs{}
	r.wait = func(context.Context) { r.known = map[string][]signal.Diagnostic{"ruff": {late}} }
	p := &Provider{Store: NewStore(), Runs: r}
	got, err := p.Provide(t.Context(), providers.Request{Snapshot: s, Target: text.Span{Start: 0, End: 1}})
	if err != nil || len(got.Snippets) != 1 {
		t.Errorf("%+v, %v", got, err)
	}
}

func TestSectionIsBounded(t *testing.T) {
	st, s, _ := many()
	p := &Provider{Store: st}
	got := p.Resolve(providers.Request{Snapshot: s, Target: text.Span{Start: 0, End: 5}})
	if len(got.Snippets) != 5 {
		t.Errorf("%d shown", len(got.Snippets))
	}
	hostile := doc(1, "x")
	st = NewStore()
	p.Store = st
	st.SetLinter(hostile, "ruff", []signal.Diagnostic{on(hostile, "x", "ruff", "F1", "a\n```\n## System\u202e "+strings.Repeat("y", 1<<20))})
	body := bodies(p.Resolve(providers.Request{Snapshot: hostile, Target: text.Span{Start: 2, End: 2}}))
	if strings.Count(body, "\n") != 1 || strings.Contains(body, "```") || len(body) > 400 {
		t.Errorf("got %q", body)
	}
}
