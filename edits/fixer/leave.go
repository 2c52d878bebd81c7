package fixer

import (
	"cmp"
	"context"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"unicode"

	"github.com/fettle-dev/fettle/edits"
	"github.com/fettle-dev/fettle/edits/prompt"
	"github.com/fettle-dev/fettle/edits/window"
	"github.com/fettle-dev/fettle/internal/egress"
	"github.com/fettle-dev/fettle/internal/lazyre"
	"github.com/fettle-dev/fettle/internal/model"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/internal/tokens"
	"github.com/fettle-dev/fettle/providers/signal"
)

// prompt gathers context, redacts what leaves, and renders the messages about what is
// offered. It notes the placeholders that stand for what was redacted.
func (k *run) prompt(ctx context.Context) prompt.Messages {
	in := k.input(k.offered)
	k.placeholders = nil
	if in.Requirement.Docs = k.docs(ctx); in.Because != nil {
		in.Because.Requirement.Docs = in.Requirement.Docs
		in.Requirement.Docs = "" // it is about another rule
	}
	if k.ladder.Gatherer != nil && (k.gathered == nil || len(k.focus) > 0) {
		k.stage(Stage{Name: "collecting context"})
		bare := prompt.Build(in)
		got := k.ladder.Gatherer.Gather(ctx,
			Gathering{Problem: k.p, Windows: k.set, Needs: crossFile(k.req.Needs), Focus: k.focus,
				Most: k.readable(ctx, bare), Slow: k.ladder.Model.slow(),
				System: tokens.Estimate(bare.System), Instruction: tokens.Estimate(k.p.Diagnostic.Message),
				Selection: tokens.Estimate(bare.User), Completion: bare.MaxTokens})
		k.gathered, k.focus = &got, nil
	}
	if k.gathered != nil {
		in.Context = k.gathered.Text
		if in.Because != nil {
			in.Because.Context = in.Context
		}
	}
	if k.ladder.Gate != nil {
		known := k.known()
		in.Redact = func(s string) string {
			for _, l := range known {
				if next := strings.ReplaceAll(s, l.shown, l.hidden); next != s {
					s, k.placeholders = next, append(k.placeholders, l.marks...)
				}
			}
			return egress.Snippets(s, func(s string) string {
				out, marks := k.ladder.Gate.Redact(k.p.Snapshot.Path, s)
				k.placeholders = append(k.placeholders, marks...)
				return out
			})
		}
	}
	return prompt.Build(in)
}

// secretLine is a line of the document that contains a secret, and what is shown of it.
type secretLine struct {
	shown, hidden string
	marks         []string
}

// known returns the lines of the document that contain a secret. Parts of it that are shown
// alone no longer say what their values are given to. It is the lines that are
// replaced, not the values: a weak password may be an ordinary name elsewhere.
func (k *run) known() []secretLine {
	before := k.p.Snapshot
	gate := k.ladder.Gate
	spans := gate.Secrets(before.Path, before.Text())
	_, marks := gate.Redact(before.Path, before.Text())
	if len(spans) != len(marks) {
		return nil
	}
	list := secretLines(before, spans, marks)
	for i, sp := range spans { // tools quote values in what they say
		if value := before.Slice(sp); len(value) >= shortestShown && !ordinary(value) {
			list = append(list, secretLine{value, marks[i], marks[i : i+1]})
		}
	}
	// The longest first: a line may stand inside another one.
	slices.SortStableFunc(list, func(a, b secretLine) int { return cmp.Compare(len(b.shown), len(a.shown)) })
	return list
}

// secretLines returns the lines on which secrets stand.
func secretLines(before text.Snapshot, spans []text.Span, marks []string) (list []secretLine) {
	byLine := map[int]*secretLine{}
	for i, sp := range slices.Backward(spans) { // a line's last one first: what is before it stays in place
		for n := before.LineAt(sp.Start); n < before.LineCount() && before.LineStart(n) < sp.End; n++ {
			if byLine[n] == nil {
				byLine[n] = &secretLine{shown: before.Line(n), hidden: before.Line(n)}
			}
			byLine[n].hide(text.Span{Start: sp.Start - before.LineStart(n), End: sp.End - before.LineStart(n)}, marks[i])
		}
	}
	for _, n := range slices.Sorted(maps.Keys(byLine)) {
		l := byLine[n]
		l.shown, l.hidden = strings.TrimSpace(l.shown), strings.TrimSpace(l.hidden)
		if len(l.shown) >= shortestShown && l.shown != l.hidden {
			list = append(list, *l)
		}
	}
	return list
}

// hide puts a mark over a part of the line.
func (l *secretLine) hide(part text.Span, mark string) {
	from, to := max(0, part.Start), min(len(l.shown), part.End)
	if from < to {
		l.hidden = l.hidden[:from] + mark + l.hidden[to:]
		l.marks = append(l.marks, mark)
	}
}

// ordinary reports whether a value could be a name in code.
func ordinary(value string) bool {
	return strings.IndexFunc(value, func(r rune) bool { return !unicode.IsLetter(r) && r != '_' }) < 0
}

// shortestShown is the shortest line or value that is looked for in other parts:
// what is shorter stands in ordinary code as well.
const shortestShown = 6

// source says where the text of a request is from.
func (k *run) source(msgs prompt.Messages) model.About {
	a := model.About{Signal: strings.TrimSpace(k.p.Diagnostic.Tool + " " + k.p.Diagnostic.Code)}
	for _, l := range msgs.Lines {
		a.Places = append(a.Places, model.Place{Path: k.path(), First: l.Start + 1, Last: l.End})
	}
	if k.gathered != nil {
		a.Places, a.Denied = append(a.Places, k.gathered.Places...), k.gathered.Denied
	}
	return a
}

// input is everything of a prompt but the context.
func (k *run) input(c edits.Candidates) prompt.Input {
	s, file, d := k.p.Snapshot, k.file(), k.p.Diagnostic
	d.Related = relatedOf(d)
	in := prompt.Input{
		Candidates: c, Path: k.path(), Diagnostic: d, Requirement: k.req, Notes: window.Needs(s, file, d, k.req),
		Instruction: k.p.Instruction, Python: k.oldPython(),
		Shape: k.at.shape, Weak: k.ladder.Model.Weak, Encoding: k.encoding, Nonce: k.ladder.Nonce,
		Feedback: k.hint, Whole: k.ladder.Model.whole(),
	}
	for _, o := range k.asked() {
		if line := s.LineAt(o.Span.Start); line != s.LineAt(d.Span.Start) && !slices.Contains(in.Same, line) {
			in.Same = append(in.Same, line)
		}
	}
	if m := k.about.draft; m != nil {
		was := in
		was.Candidates = edits.NewCandidates(s, k.set, file, d)
		in.Because, in.Diagnostic, in.Notes = &was, m.found, window.Needs(m.snapshot, m.file, m.found, k.req)
	}
	return in
}

// oldPython returns the oldest 3.minor that the code has to run on, where that is older
// than what a model writes for unasked; else 0.
func (a *task) oldPython() int {
	if a.ladder.Project == nil || a.p.Snapshot.Lang != "python" || a.p.Snapshot.Path == "" {
		return 0
	}
	if minor, _ := a.ladder.Project.Oldest(a.p.Root, a.p.Snapshot.Path); minor != 0 && minor < 10 {
		return max(minor, 1) // there is no word for Python 2
	}
	return 0
}

// docs says what the rule is about: in our words, else in the tool's, else by the
// page that describes it, whose address often names the rule.
func (k *run) docs(ctx context.Context) string {
	d, req := k.p.Diagnostic, k.req
	if req.Docs != "" || k.p.Instruction != "" || !slices.Contains(req.Needs, signal.NeedDocs) {
		return req.Docs
	}
	said := ""
	if info := k.ladder.Info; info != nil {
		said = info.Rationale(ctx, d.Tool, d.Code, k.p.Root)
	}
	return cmp.Or(said, d.Doc, signal.Link(d.Tool, d.Code))
}

// path returns how the prompt names the file: relative to the root, else its base
// name.
func (k *run) path() string {
	if rel, err := filepath.Rel(k.p.Root, k.p.Snapshot.Path); err == nil && k.p.Root != "" &&
		!strings.HasPrefix(rel, "..") {
		return filepath.ToSlash(rel)
	}
	return filepath.Base(k.p.Snapshot.Path)
}

// crossFile keeps the needs that another file may answer.
func crossFile(needs []signal.Need) []signal.Need {
	var out []signal.Need
	for _, n := range needs {
		switch n {
		case signal.NeedRelated, signal.NeedParent, signal.NeedFlow, signal.NeedFixtures, signal.NeedTypes,
			signal.NeedConstants, signal.NeedSchema, signal.NeedLookup, signal.NeedClass:
			out = append(out, n)
		}
	}
	return out
}

// relatedOf returns what the prompt says of other places: what the tool says of them, and the
// signature that an override has to have in so many words. Shown the two signatures as mypy
// puts them, Qwen2.5-Coder 1.5B sent the function back as it was.
func relatedOf(d signal.Diagnostic) []signal.Related {
	out := slices.Clone(d.Related)
	for i, r := range out {
		if m := ofSuperclass.FindStringSubmatch(r.Message); m != nil {
			out[i].Message = "it has to be " + m[1]
		}
	}
	return out
}

// ofSuperclass is what mypy notes below a signature that does not fit.
var ofSuperclass = lazyre.New(`(?s)^\s*Superclass:\s*(def .*?)\s*Subclass:`)
