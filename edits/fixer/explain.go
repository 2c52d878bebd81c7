package fixer

import (
	"cmp"
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/edits"
	"github.com/fettle-dev/fettle/edits/diff"
	"github.com/fettle-dev/fettle/edits/prompt"
	"github.com/fettle-dev/fettle/edits/rules"
	"github.com/fettle-dev/fettle/edits/verify"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/internal/tokens"
	"github.com/fettle-dev/fettle/providers"
	"github.com/fettle-dev/fettle/providers/signal"
)

// Explanation is what a fix of one problem would see and send.
type Explanation struct {
	Problem     Problem
	Requirement signal.Requirement
	Rungs       []signal.Rung
	Candidates  edits.Candidates
	Context     Context
	Messages    prompt.Messages
	Denied      string // why nothing would be sent
	Model       string // who would be asked, "" if nobody
	NoModel     string // why nobody, in the words of the front end
	Fix         *Fix   // by the tool or a rule, checked; nil = there is none
	NoFix       string // why there is none, "" if neither was to be asked
}

// Explain computes everything that comes before the first call of a model, and
// calls none; the fix that needs none is made and checked.
func (e Ladder) Explain(ctx context.Context, p Problem) (Explanation, error) {
	ctx, cancel := e.bounded(ctx) // what is shown follows from the time that a fix has
	defer cancel()
	a, decline := e.begin(p, nil)
	if decline != nil {
		return Explanation{}, decline
	}
	x := Explanation{Problem: a.p, Requirement: a.req, Rungs: a.rungs(), NoModel: e.Model.Why}
	if e.Model.Asks() {
		x.Model = fmt.Sprintf("%s at %s", e.Model.Name, e.Model.Host)
	}
	if byHand := slices.DeleteFunc(slices.Clone(a.rungs()),
		func(r signal.Rung) bool { return r == signal.RungModel }); Deterministic(a.p.Diagnostic, byHand) {
		p := p
		p.Rungs = byHand
		if f, err := e.Fix(ctx, p, nil); err == nil {
			x.Fix = &f
		} else {
			x.NoFix = err.Error()
		}
	}
	a.ladder.Model.Learn = func(context.Context) prompt.Shape { return e.Model.Shape } // nobody is asked anything
	k, refused := a.newRun(ctx)
	if refused != nil {
		x.Candidates = edits.NewCandidates(p.Snapshot, a.windows(), a.file(), p.Diagnostic)
		x.Denied = refused.Error()
		return x, nil
	}
	k.offered = edits.NewCandidates(p.Snapshot, k.set, a.file(), p.Diagnostic)
	x.Candidates, x.Messages = k.offered, k.prompt(ctx)
	if k.gathered != nil {
		x.Context = *k.gathered
	}
	return x, nil
}

// Markdown renders the explanation. What others wrote stands on one line of
// prose or in a fence, so that it cannot end what it stands in.
func (x Explanation) Markdown() text.Markdown {
	var b strings.Builder
	d := x.Problem.Diagnostic
	x.heading(&b)
	fmt.Fprintf(&b, "\n## What fettle knows of it\n\n- known as: %s\n", x.Requirement.Signal)
	if x.Requirement.Docs != "" {
		fmt.Fprintf(&b, "- about: %s\n", oneLine(x.Requirement.Docs))
	}
	fmt.Fprintf(&b, "- a fix may change: %s\n- because: %s\n- looked up for it: %s\n- fixed by: %s\n",
		x.Requirement.Window.Words(), oneLine(x.Requirement.Why), signal.Gathered(x.Requirement.Needs),
		signal.InOrder(x.Rungs))
	for _, r := range rules.For(d) {
		fmt.Fprintf(&b, "- a rule of fettle: %s (%s)\n", r.Name, oneLine(r.Title(d)))
	}
	if d.Fix != nil {
		fmt.Fprintf(&b, "- %s's own fix: %s\n", oneLine(d.Tool), oneLine(d.Fix.Title))
	}
	x.fix(&b)
	b.WriteString("\n## Lines that may change, and their names in the prompt\n\n")
	for _, r := range x.Candidates.Windows.Runs {
		fmt.Fprintf(&b, "- %s: %s\n", r.Lines, r.Name())
	}
	fmt.Fprintf(&b, "\n## Places that an answer of a model may name\n\n%s", places(x.Candidates))
	for _, c := range x.Candidates.Listed() {
		fmt.Fprintf(&b, "\n- %s %s, %s", c.ID, oneLine(c.Name), c.Lines)
	}
	b.WriteString("\n")
	if x.Denied != "" {
		fmt.Fprintf(&b, "\n## Nothing would be sent\n\n%s\n", oneLine(x.Denied))
		return text.Markdown(b.String())
	}
	if x.Context.Report != nil {
		fmt.Fprintf(&b, "\n## Context\n\n%s", x.Context.Report)
	}
	system, user := tokens.Estimate(x.Messages.System), tokens.Estimate(x.Messages.User)
	fmt.Fprintf(&b, "\n## Tokens (estimate)\n\n- instructions %d\n- data %d, of it context %d\n- reserve for the answer "+
		"%d\n- together %d\n",
		system, user, tokens.Estimate(x.Context.Text), x.Messages.MaxTokens, system+user+x.Messages.MaxTokens)
	b.WriteString("\n## Prompt\n\n")
	if x.Model != "" {
		fmt.Fprintf(&b, "for %s; it is sent only where neither the tool nor a rule fixes the problem\n\n", oneLine(x.Model))
	} else {
		fmt.Fprintf(&b, "not sent: %s\n\n", cmp.Or(oneLine(x.NoModel), "no model is set"))
	}
	fmt.Fprintf(&b, "### system\n\n%s\n### user\n\n%s", fenced(x.Messages.System), fenced(x.Messages.User))
	return text.Markdown(b.String())
}

// heading names the problem and its file.
func (x Explanation) heading(b *strings.Builder) {
	d, s := x.Problem.Diagnostic, x.Problem.Snapshot
	fmt.Fprintf(b, "# %s %s, line %d\n\n%s\n", oneLine(d.Tool), oneLine(d.Code), s.LineAt(d.Span.Start)+1,
		oneLine(d.Message))
	if rel, err := filepath.Rel(x.Problem.Root, s.Path); err == nil && filepath.IsLocal(rel) {
		fmt.Fprintf(b, "\nin %s\n", providers.CodeSpan(filepath.ToSlash(rel)))
	}
}

// Seen renders what a fix would see besides the lines that it may change, as the
// model reads it, and how that was chosen.
func (x Explanation) Seen() text.Markdown {
	var b strings.Builder
	x.heading(&b)
	b.WriteString("\n## What a fix would see of other places\n\n")
	switch {
	case x.Denied != "":
		fmt.Fprintf(&b, "nothing: %s\n", oneLine(x.Denied))
		return text.Markdown(b.String())
	case x.Context.Text == "":
		b.WriteString("nothing: no other problem, and no related code\n")
	default:
		b.WriteString(fenced(x.Context.Text))
	}
	if x.Context.Report != nil {
		fmt.Fprintf(&b, "\n## How it was chosen\n\n%s", x.Context.Report)
	}
	return text.Markdown(b.String())
}

// fix writes the fix without a model, and what its verdict rests on.
func (x Explanation) fix(b *strings.Builder) {
	f := x.Fix
	if f == nil {
		if x.NoFix != "" {
			fmt.Fprintf(b, "\n## The fix without a model\n\nnone: %s\n", oneLine(x.NoFix))
		}
		return
	}
	fmt.Fprintf(b, "\n## The fix without a model\n\n%s: %s", oneLine(f.Title), f.Grade())
	if by := f.Proof.String(); by != "" {
		fmt.Fprintf(b, " by %s", oneLine(by))
	}
	switch {
	case f.Follows != nil:
		fmt.Fprintf(b, "; %s", oneLine(waits(*f).Reason))
	case !f.Safe:
		b.WriteString("; it may change behaviour")
	}
	b.WriteString("\n\n")
	if f.Proof != nil {
		for _, t := range f.Proof.Tools {
			files := "files"
			if t.Files == 1 {
				files = "file"
			}
			fmt.Fprintf(b, "- %s looked at %d %s\n", oneLine(t.Name+" "+t.Version), t.Files, files)
		}
		fmt.Fprintf(b, "- of the text with SHA-256 %s\n", f.Proof.Digests[x.Problem.Snapshot.Path])
	}
	for _, g := range f.Gates {
		if g.State != verify.Skipped {
			fmt.Fprintf(b, "- %s: %s\n", g.Gate, strings.TrimSuffix(g.State.String()+", "+oneLine(g.Detail), ", "))
		}
	}
	for _, e := range f.Evidence {
		fmt.Fprintf(b, "- %s: %s\n", e.Kind, oneLine(e.Sentence()))
	}
	fmt.Fprintf(b, "\n%s", fenced(diff.Unified(filepath.Base(x.Problem.Snapshot.Path), x.Problem.Snapshot.Text(),
		f.Text())))
}

func places(c edits.Candidates) string {
	if len(c.List) == 1 {
		return "one line"
	}
	return fmt.Sprintf("%d lines and definitions", len(c.List))
}

// fenced is text that is shown as it would be sent.
func fenced(s string) string {
	f := providers.Fence(s)
	return f + "\n" + strings.TrimSuffix(s, "\n") + "\n" + f + "\n"
}

func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }
