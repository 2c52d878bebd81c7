package fixer

import (
	"cmp"
	"context"
	"slices"

	"github.com/fettle-dev/fettle/edits/diff"
	"github.com/fettle-dev/fettle/edits/effect"
	"github.com/fettle-dev/fettle/edits/evidence"
	"github.com/fettle-dev/fettle/edits/rules"
	"github.com/fettle-dev/fettle/edits/verify"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/signal"
)

// witnessed returns a fix as the gates' report has it, with all that speaks for it, of which the report is one part:
// the versions of the tools, the reason of a rule or a tool, what else the edit does, and
// what is known of a model's answer. Its verdict follows.
func (a *task) witnessed(ctx context.Context, f Fix, r verify.Report, more ...evidence.Evidence) Fix {
	f.Edits, f.Gates, f.Proof = diff.Minimal(a.p.Snapshot.Text(), r.Text), r.Results, nil
	version := func(tool, known string) string {
		if known == "" && a.ladder.Info != nil {
			return a.ladder.Info.Version(ctx, tool, a.p.Root)
		}
		return known
	}
	f.Evidence = slices.Clone(r.Evidence)
	for i, w := range f.Evidence {
		if w.Kind == evidence.Tool && w.Holds == evidence.For {
			f.Evidence[i].Version = version(w.Who, w.Version)
		}
	}
	if r.Verdict == verify.Verified && r.Proof != nil {
		f.Proof = r.Proof
		for i, t := range f.Proof.Tools {
			f.Proof.Tools[i].Version = version(t.Name, t.Version)
		}
	}
	f.Evidence = append(f.Evidence, reasons(f)...)
	f.Evidence = append(f.Evidence, a.besides(f, r.Text)...)
	f.Evidence = append(f.Evidence, more...)
	return f
}

// reasons are why a fix without a model is right: its tool calls it safe, or its rule's row
// says what the result does to the program.
func reasons(f Fix) []evidence.Evidence {
	tool, rule := cmp.Or(f.Tool, f.Problem.Diagnostic.Tool), "rule "+f.Rule
	switch {
	case f.Rung == signal.RungModel:
		return nil
	case f.Follows != nil:
		return []evidence.Evidence{{Kind: evidence.Preserves, Holds: evidence.Against, Who: tool, What: waits(f).Reason}}
	case f.Rung == signal.RungTool && f.Safe:
		return []evidence.Evidence{evidence.Preserving(tool, tool+" calls its own fix safe")}
	case f.Rung == signal.RungRule && f.Class == rules.Preserves:
		return []evidence.Evidence{evidence.Preserving(rule, f.Why)}
	case f.Rung == signal.RungRule && f.Class == rules.Restores:
		return []evidence.Evidence{evidence.Restoring(rule, f.Why)}
	}
	return nil
}

// Witness adds to a fix without a model, which was checked together with others, the evidence
// of that check: the tools of a proof, or why there is none.
func (f *Fix) Witness(p *verify.Proof, missing string) {
	f.Evidence = []evidence.Evidence{evidence.Standing("it parses, its names are bound, and what others use is there")}
	if p == nil {
		f.Evidence = append(f.Evidence, evidence.NotLooked(f.Problem.Diagnostic.Tool, missing))
	} else {
		for _, t := range p.Tools {
			f.Evidence = append(f.Evidence, evidence.Looked(t.Name, t.Version))
		}
	}
	f.Evidence = append(f.Evidence, reasons(*f)...)
}

// besides says what else a model's edit does. Each effect weighs what was measured for it,
// in parts of the threshold of that measurement. What tools and rules do is theirs to say.
func (a *task) besides(f Fix, after string) []evidence.Evidence {
	if f.Rung != signal.RungModel {
		return nil
	}
	d := f.Problem.Diagnostic
	s := f.Problem.Snapshot
	about := effect.About{Message: d.Message, Spans: []text.Span{d.Span}}
	for _, o := range a.siblings() {
		about.Spans = append(about.Spans, o.Span)
	}
	var out []evidence.Evidence
	for _, e := range effect.Of(s.Text(), after, s.Lang, about) {
		weight := 0.0
		// Weights were measured on findings of checkers, which name what is wrong. A failing
		// test and a person's instruction name none of it: there an effect is said, and weighs
		// nothing.
		named := d.Tool != "pytest" && f.Problem.Instruction == ""
		if most := effect.Table().Threshold; most > 0 && named {
			weight = e.Weight / most * evidence.Threshold
		}
		if named && (e.Class == "literal" || e.Class == "operator") {
			// A literal or operator of the old text stays, unless the finding names it: whoever
			// changes one is asked once, and is not believed by itself.
			weight = max(weight, evidence.Threshold)
		}
		out = append(out, evidence.Also(e.Text, weight))
	}
	return out
}

// answered returns what is known of a model's answer besides its text: how likely the model held
// it, and that it is one.
func (k *run) answered() []evidence.Evidence {
	name := k.ladder.Model.Name
	if k.p.Instruction != "" {
		return nil
	}
	out := []evidence.Evidence{evidence.Agreeing(name, 1, 1)}
	if k.likely > 0 && k.plainly() {
		out = append(out, evidence.Held(name, k.likely, k.ladder.Model.Sure))
	}
	return out
}
