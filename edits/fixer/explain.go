package fixer

import (
	"cmp"
	"context"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/fettle-dev/fettle/edits"
	"github.com/fettle-dev/fettle/edits/prompt"
	"github.com/fettle-dev/fettle/edits/rules"
	"github.com/fettle-dev/fettle/internal/tokens"
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
	NoModel     string // why nobody
}

// Explain computes everything that comes before the first call, and calls
// nothing.
func (e Ladder) Explain(ctx context.Context, p Problem) (Explanation, error) {
	a, decline := e.begin(p, nil)
	if decline != nil {
		return Explanation{}, decline
	}
	x := Explanation{Problem: a.p, Requirement: a.req, Rungs: a.rungs(), NoModel: e.Model.Why}
	if e.Model.Completer != nil {
		x.Model = fmt.Sprintf("%s at %s", e.Model.Name, e.Model.Host)
	}
	k, refused := a.newAsk()
	if refused != nil {
		x.Candidates = edits.NewCandidates(p.Snapshot, a.set, a.file, p.Diagnostic)
		x.Denied = refused.Error()
		return x, nil
	}
	x.Candidates = edits.NewCandidates(p.Snapshot, k.set, a.file, p.Diagnostic)
	x.Messages, _ = k.prompt(ctx, x.Candidates)
	if k.context != nil {
		x.Context = *k.context
	}
	return x, nil
}

// Markdown renders the explanation.
func (x Explanation) Markdown() string {
	var b strings.Builder
	d, s := x.Problem.Diagnostic, x.Problem.Snapshot
	at := s.LineAt(d.Span.Start)
	fmt.Fprintf(&b, "# %s %s, line %d\n\n%s\n", d.Tool, d.Code, at+1, d.Message)
	if rel, err := filepath.Rel(x.Problem.Root, s.Path); err == nil && filepath.IsLocal(rel) {
		fmt.Fprintf(&b, "\nin `%s`\n", filepath.ToSlash(rel))
	}
	fmt.Fprintf(&b, "\n## Requirement\n\n- row: %s\n- window: %s\n- needs: %s\n- rungs: %s\n- why: %s\n", x.Requirement.Signal,
		x.Requirement.Window, names(x.Requirement.Needs), names(x.Rungs), x.Requirement.Why)
	if x.Requirement.Docs != "" {
		fmt.Fprintf(&b, "- about: %s\n", x.Requirement.Docs)
	}
	for _, r := range rules.For(d) {
		fmt.Fprintf(&b, "- rule: %s (%s)\n", r.Name, r.Title(d))
	}
	if d.Fix != nil {
		fmt.Fprintf(&b, "- %s's own fix: %s\n", d.Tool, d.Fix.Title)
	}
	b.WriteString("\n## Windows\n\n")
	for _, r := range x.Candidates.Windows.Runs {
		fmt.Fprintf(&b, "- %s: %s\n", r.Name(), r.Lines)
	}
	fmt.Fprintf(&b, "\n## Candidates\n\n%d addresses", len(x.Candidates.List))
	for _, c := range x.Candidates.Listed() {
		fmt.Fprintf(&b, "\n- %s %s, %s", c.ID, c.Name, c.Lines)
	}
	b.WriteString("\n")
	if x.Denied != "" {
		fmt.Fprintf(&b, "\n## Nothing would be sent\n\n%s\n", x.Denied)
		return b.String()
	}
	if x.Context.Report != nil {
		fmt.Fprintf(&b, "\n## Context\n\n%s", x.Context.Report)
	}
	system, user := tokens.Estimate(x.Messages.System), tokens.Estimate(x.Messages.User)
	fmt.Fprintf(&b, "\n## Tokens (estimate)\n\n- instructions %d\n- data %d, of it context %d\n- reserve for the answer %d\n- together %d\n",
		system, user, tokens.Estimate(x.Context.Text), x.Messages.MaxTokens, system+user+x.Messages.MaxTokens)
	b.WriteString("\n## Prompt\n\n")
	if x.Model != "" {
		fmt.Fprintf(&b, "for %s; it is sent only when no rung above a model fixes the problem\n\n", x.Model)
	} else {
		fmt.Fprintf(&b, "not sent: %s\n\n", cmp.Or(x.NoModel, "no model is set"))
	}
	fmt.Fprintf(&b, "### system\n\n%s\n### user\n\n%s", x.Messages.System, x.Messages.User)
	return b.String()
}

func names[T any](list []T) string {
	if len(list) == 0 {
		return "none"
	}
	out := make([]string, len(list))
	for i, x := range list {
		out[i] = fmt.Sprint(x)
	}
	return strings.Join(out, ", ")
}
