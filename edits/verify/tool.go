package verify

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/fettle-dev/fettle/edits"
	"github.com/fettle-dev/fettle/edits/diff"
	"github.com/fettle-dev/fettle/edits/verify/pairs"
	"github.com/fettle-dev/fettle/internal/bug"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/diagnostics/linter"
	"github.com/fettle-dev/fettle/providers/signal"
)

// answers is what the tool's second run said.
type answers struct {
	syntax, gone, nothing outcome
	fresh                 []signal.Diagnostic // new errors and warnings, on the new text
	was                   []signal.Diagnostic // of those that were asked, on the old text
	now                   []signal.Diagnostic // of the finding's tool, on the new text; nil = it has not looked
	tools                 []ProofTool         // that have looked at the new text
	doubts                []string            // judges that could not
}

// looked notes a witness. The floor is none: it stands for no tool of the project.
func (a *answers) looked(tool string, at Looked) {
	if tool == linter.Floor {
		return
	}
	a.tools = append(a.tools, ProofTool{Name: tool, Files: max(1, at.Files)})
}

// refused returns the part of the answers that speaks against the text, if one does.
func (a *answers) refused() *outcome {
	for _, o := range []*outcome{&a.syntax, &a.gone, &a.nothing} {
		if o.state == Fail {
			return o
		}
	}
	return nil
}

// askTool asks whether the problem is gone and nothing is new, and for the part of parsing that only the tool can see.
func askTool(ctx context.Context, c *check) answers {
	if c.in.Instructed {
		return askTools(ctx, c)
	}
	if zero(c.in.Target) {
		s := skip("no diagnostic to look for")
		return answers{gone: s, nothing: s}
	}
	if c.in.Lint == nil {
		u := unsure("no tool to ask")
		return answers{gone: u, nothing: u}
	}
	tool := c.in.Target.Tool
	before, after, err := c.lint(ctx, tool, c.in.Known)
	if err != nil {
		u := unsure(tool + " could not check the result: " + oneLine(err.Error()))
		return answers{gone: u, nothing: u}
	}
	c.untold = c.unsaid(ctx, tool, before)
	p := c.pair(before, after.Here)
	a := answers{gone: c.gone(p), was: before, now: append([]signal.Diagnostic{}, after.Here...)}
	a.add(c, tool, p.Fresh(), after.Elsewhere)
	a.looked(tool, after)
	if a.gone.state != Fail && a.refused() == nil {
		askJudges(ctx, c, &a, tool)
	}
	return a
}

// askTools asks for what is new in a text without a target: none of the tools may report
// anything new. A tool that says nothing of the old text either has no word in
// this.
func askTools(ctx context.Context, c *check) answers {
	a := answers{gone: skip("no diagnostic to look for"), nothing: unsure("no tool could check the result")}
	if c.in.Lint == nil {
		return a
	}
	var lost *outcome
	for _, tool := range c.in.Tools {
		before, after, err := c.lint(ctx, tool, nil)
		switch {
		case ctx.Err() != nil:
			return a
		case errors.As(err, new(*afterError)):
			u := unsure(tool + " could not check the result: " + oneLine(err.Error()))
			lost = &u
		case err == nil:
			a.nothing, a.was = pass(), append(a.was, before...)
			a.looked(tool, after)
			if a.add(c, tool, c.pair(before, after.Here).Fresh(), after.Elsewhere); len(a.fresh) > 0 {
				return a
			}
		}
	}
	if lost != nil {
		a.nothing = *lost
	}
	askJudges(ctx, c, &a, c.in.Tools...)
	return a
}

// add notes what a tool newly reports, in the document and elsewhere.
func (a *answers) add(c *check, tool string, fresh []signal.Diagnostic, elsewhere []Away) {
	a.fresh = fresh
	for _, d := range fresh {
		if syntaxError(d) {
			line := c.after.LineAt(d.Span.Start)
			a.syntax = fail(edits.RejectParse, "%s cannot parse line %d: %s: %s", tool, line+1, clip(d.Message, 80),
				excerpt(c, line))
			return
		}
	}
	if len(fresh) > 0 {
		a.nothing = fail(edits.RejectNew, "%s reports something new: %s", tool, list(c, fresh))
		return
	}
	for _, e := range elsewhere {
		if !e.Weighs() {
			continue
		}
		d := e.Diagnostic
		d.Fix, d.Span = nil, text.Span{} // it is about another text
		a.fresh = append(a.fresh, d)
		a.nothing = fail(edits.RejectNew, "%s reports something new in %s, line %d: %s", tool, e.File, e.Line,
			oneLine(name(d)+" "+d.Message))
		return
	}
}

// afterError is the error of a tool that answered for the old text and not for
// the new one.
type afterError struct{ error }

func (e *afterError) Unwrap() error { return e.error }

var errPanic = errors.New("the check failed inside")

// judge is [check.lint] for a tool that seldom has anything to say of the new text: what it
// says of the old one is asked for where it has.
func (c *check) judge(ctx context.Context, tool string) (before []signal.Diagnostic, after Looked, err error) {
	if _, after, err = c.lint(ctx, tool, []signal.Diagnostic{}); err == nil && len(after.Here)+len(after.Elsewhere) == 0 {
		return nil, after, nil
	}
	return c.lint(ctx, tool, nil) // the first run is kept
}

// lint runs the tool on the new text, and on the old one where its report is
// not known, side by side. It does not wait for a tool that ignores the end of
// its context.
func (c *check) lint(ctx context.Context, tool string,
	was []signal.Diagnostic) (before []signal.Diagnostic, after Looked, err error) {
	type result struct {
		list Looked
		err  error
	}
	start := func(look func() (Looked, error)) chan result {
		ch := make(chan result, 1)
		go func() {
			defer func() {
				if p := recover(); p != nil {
					_ = bug.Report("the check by "+tool, p)
					ch <- result{err: errPanic}
				}
			}()
			list, err := look()
			ch <- result{list, err}
		}()
		return ch
	}
	known := make(chan result, 1)
	known <- result{list: Looked{Here: was}}
	if was == nil {
		known = start(func() (Looked, error) {
			list, err := c.in.Lint(ctx, tool, c.before)
			return Looked{Here: list}, err
		})
	}
	fresh := start(func() (Looked, error) { return c.look(ctx, tool) })
	var failed error // for the new text
	for range 2 {
		select {
		case r := <-known:
			known, before, err = nil, r.list.Here, r.err
		case r := <-fresh:
			fresh, after, failed = nil, r.list, r.err
		case <-ctx.Done():
			return nil, Looked{}, ctx.Err()
		}
	}
	if err == nil && failed != nil {
		err = &afterError{failed}
	}
	return before, after, err
}

// gone is the gate for the problem itself. Of several equal diagnostics on the target's line one fewer is
// enough; a problem that stands elsewhere now is not gone.
func (c *check) gone(p pairs.Pairs) outcome {
	t := p.Own(c.in.Target)
	row := c.before.LineAt(t.Span.Start)
	found, left := 0, 0
	for i, d := range p.Before {
		if pairs.Key(d) == pairs.Key(t) && c.before.LineAt(d.Span.Start) == row {
			found++
			if p.Taken[i] {
				left++
			}
		}
	}
	if c.in.Source >= ToolUnsafe && found > 0 && p.Fewer(t) {
		return pass() // the tool works from the inside out, or in several rounds
	}
	if found == 0 {
		// The tool words it differently today, or the report is an old one:
		// then nothing like it may stand near its place now.
		to, _ := diff.Image(c.hunks, row)
		for _, d := range p.After {
			if at := c.after.LineAt(d.Span.Start); pairs.Key(d) == pairs.Key(t) && at >= to-2 && at <= to+2 {
				return stillThere(t, d, at)
			}
		}
		return unsure(fmt.Sprintf("%s does not report %s on the text before the fix", t.Tool, name(t)))
	}
	for j, d := range p.After {
		at := c.after.LineAt(d.Span.Start)
		if p.Of[j] >= 0 && left == found && pairs.Key(d) == pairs.Key(t) &&
			c.before.LineAt(p.Before[p.Of[j]].Span.Start) == row {
			if c.in.Source >= ToolUnsafe && c.shrinks(row) && c.cuts(d.Fix) {
				return pass() // of several things in one place it names one at a time, in the same words
			}
			return stillThere(t, d, at)
		}
		if p.Of[j] == pairs.New && pairs.Key(d) == pairs.Key(t) && !p.MovedOn(j) {
			return fail(edits.RejectTarget, "%s now reports %s in line %d: the problem moved", t.Tool, name(t), at+1)
		}
	}
	return pass()
}

// shrinks reports whether a line of the old text, with those that changed next to it, has become shorter.
func (c *check) shrinks(row int) bool {
	for _, h := range c.hunks {
		if h.Old.Contains(row) {
			return c.before.LinesSpan(h.Old).Len() > c.after.LinesSpan(h.New).Len()
		}
	}
	return false
}

// cuts reports whether a tool's own fix, of which it is as sure as of the one that is checked, makes a text shorter.
func (c *check) cuts(f *signal.ToolFix) bool {
	less := 0
	if f != nil && (f.Applicability == signal.Safe || f.Applicability == signal.Unsafe && c.in.Source == ToolUnsafe) {
		for _, e := range f.Edits {
			less += e.Span.Len() - len(e.New)
		}
	}
	return less > 0
}

// stillThere fails a text of which the tool says at a line what it said before.
func stillThere(t, d signal.Diagnostic, at int) outcome {
	o := fail(edits.RejectTarget, "%s still reports %s in line %d: %s", t.Tool, name(t), at+1, clip(d.Message, 100))
	o.left = &d
	return o
}

// syntaxError recognises a tool's own words for a text it cannot parse.
func syntaxError(d signal.Diagnostic) bool {
	switch d.Code {
	case "invalid-syntax", "E999", "E0001", "syntax", "syntax-error", "SyntaxError":
		return true
	}
	if n, err := strconv.Atoi(strings.TrimPrefix(d.Code, "TS")); err == nil && d.Tool == "tsc" {
		return n >= 1000 && n < 2000
	}
	m := strings.ToLower(d.Message)
	return d.Severity <= signal.Error && (strings.HasPrefix(m, "syntax error") || strings.HasPrefix(m, "syntaxerror") ||
		strings.HasPrefix(m, "parsing error"))
}

func name(d signal.Diagnostic) string {
	if d.Code == "" {
		return "the problem"
	}
	return d.Code
}

// list names at most three diagnostics in one line.
func list(c *check, ds []signal.Diagnostic) string {
	var parts []string
	for i, d := range ds {
		if i == 3 {
			parts = append(parts, fmt.Sprintf("and %d more", len(ds)-3))
			break
		}
		parts = append(parts, strings.TrimSpace(fmt.Sprintf("%s in line %d: %s", name(d), c.after.LineAt(d.Span.Start)+1,
			clip(oneLine(d.Message), 100))))
	}
	return strings.Join(parts, "; ")
}

func oneLine(s string) string { return clip(strings.Join(strings.Fields(s), " "), 160) }
