package verify

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/fettle-dev/fettle/edits"
	"github.com/fettle-dev/fettle/edits/diff"
	"github.com/fettle-dev/fettle/internal/bug"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/signal"
)

// answers is what the tool's second run said.
type answers struct {
	syntax, gone, nothing outcome
	fresh                 []signal.Diagnostic // new errors and warnings, on the new text
	was                   []signal.Diagnostic // of those that were asked, on the old text
	tools                 []ProofTool         // that have looked at the new text
	doubts                []string            // judges that could not
}

func (a *answers) looked(tool string, at Looked) {
	a.tools = append(a.tools, ProofTool{Name: tool, Files: max(1, at.Files)})
}

// refused is the part of the answers that speaks against the text, if one does.
func (a *answers) refused() *outcome {
	for _, o := range []*outcome{&a.syntax, &a.gone, &a.nothing} {
		if o.state == Fail {
			return o
		}
	}
	return nil
}

// askTool runs G3 and G4, and the part of G2 that only the tool can see.
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
	p := pair(c, before, after.Here)
	a := answers{gone: p.gone(c), was: before}
	a.add(c, tool, p.fresh(), after.Elsewhere)
	a.looked(tool, after)
	if a.gone.state != Fail && a.refused() == nil {
		askJudges(ctx, c, &a, tool)
	}
	return a
}

// askTools runs G4 for a text without a target: none of the tools may report
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
			if a.add(c, tool, pair(c, before, after.Here).fresh(), after.Elsewhere); len(a.fresh) > 0 {
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
			a.syntax = fail(edits.RejectParse, "%s cannot parse line %d: %s: %s", tool, line+1, clip(d.Message, 80), excerpt(c, line))
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
		a.nothing = fail(edits.RejectNew, "%s reports something new in %s, line %d: %s", tool, e.File, e.Line, oneLine(name(d)+" "+d.Message))
		return
	}
}

// afterError is the error of a tool that answered for the old text and not for
// the new one.
type afterError struct{ error }

func (e *afterError) Unwrap() error { return e.error }

var errPanic = errors.New("the check failed inside")

// lint runs the tool on the new text, and on the old one where its report is
// not known, side by side. It does not wait for a tool that ignores the end of
// its context.
func (c *check) lint(ctx context.Context, tool string, was []signal.Diagnostic) (before []signal.Diagnostic, after Looked, err error) {
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

// pairs says which diagnostic after the change is which one before it.
type pairs struct {
	before, after []signal.Diagnostic
	of            []int // index into before for each one after, or unmatched, or untold
	taken         []bool
}

const (
	unmatched = -1 // it is new
	untold    = -2 // it was so before, and nobody came to say it
)

// pair matches diagnostics of equal key: first those that stand where known edits
// put their place, then those on lines that did not change, then those within two
// lines of where the change put their line, then those whose line moved as a whole.
// A diagnostic that is left over is new.
func pair(c *check, before, after []signal.Diagnostic) pairs {
	p := pairs{before, after, make([]int, len(after)), make([]bool, len(before))}
	byKey := map[string][]int{}
	for i, d := range before {
		k := key(d)
		byKey[k] = append(byKey[k], i)
	}
	keys := make([]string, len(after))
	for j, d := range after {
		p.of[j], keys[j] = unmatched, key(d)
	}
	line := func(d signal.Diagnostic) int { return c.after.LineAt(d.Span.Start) }
	was := func(i int) int { return c.before.LineAt(before[i].Span.Start) }
	match := func(fits func(d signal.Diagnostic, i int) int) {
		for k, list := range byKey {
			byKey[k] = slices.DeleteFunc(list, func(i int) bool { return p.taken[i] })
		}
		for best := range 3 {
			for j, d := range after {
				if p.of[j] != unmatched {
					continue
				}
				for _, i := range byKey[keys[j]] {
					if !p.taken[i] && fits(d, i) == best {
						p.of[j], p.taken[i] = i, true
						break
					}
				}
			}
		}
	}
	p.along(c.way, byKey, keys)
	const no = 99
	match(func(d signal.Diagnostic, i int) int {
		if to, kept := diff.Image(c.hunks, was(i)); kept && to == line(d) {
			return 0
		}
		return no
	})
	p.leave(c.untold)
	match(func(d signal.Diagnostic, i int) int {
		to, kept := diff.Image(c.hunks, was(i))
		from, same := diff.Source(c.hunks, line(d))
		if kept && same {
			return no // both lines stand unchanged: two different problems
		}
		if same && diff.Replaced(c.hunks, was(i)) && !c.oldFile().Statement(text.Lines{Start: was(i), End: was(i) + 1}).Contains(from) {
			return no // one has become another line, the other one is that of another statement and as it was
		}
		return max(to-line(d), line(d)-to)
	})
	match(func(d signal.Diagnostic, i int) int {
		if strings.TrimSpace(c.before.Line(was(i))) == strings.TrimSpace(c.after.Line(line(d))) && (c.way == nil || diff.Replaces(c.hunks, was(i), line(d)) || c.only(was(i))) {
			return 0
		}
		return no
	})
	// Lines that were sorted anew stand anywhere among the changed ones, and are
	// sorted within themselves: what is said of them in the same words is not new.
	match(func(d signal.Diagnostic, i int) int {
		_, kept := diff.Image(c.hunks, was(i))
		if _, same := diff.Source(c.hunks, line(d)); !kept && !same && d.Message == before[i].Message && (c.way == nil || diff.Replaces(c.hunks, was(i), line(d))) {
			return 0
		}
		return no
	})
	return p
}

// along matches what stands where known edits put its place.
func (p pairs) along(way diff.Way, byKey map[string][]int, keys []string) {
	if way == nil {
		return
	}
	type place struct {
		key string
		at  int
	}
	went := map[place][]int{}
	for k, list := range byKey {
		for _, i := range list {
			if at, kept := way.Offset(p.before[i].Span.Start); kept {
				went[place{k, at}] = append(went[place{k, at}], i)
			}
		}
	}
	for j, d := range p.after {
		at := place{keys[j], d.Span.Start}
		if list := went[at]; len(list) > 0 {
			p.of[j], p.taken[list[0]], went[at] = list[0], true, list[1:]
		}
	}
}

// leave takes out what was so before, though nobody came to say it.
func (p pairs) leave(said func(signal.Diagnostic) bool) {
	for j, d := range p.after {
		if p.of[j] == unmatched && said != nil && said(d) {
			p.of[j] = untold
		}
	}
}

// only reports whether no other line of the old text reads like one: "else:" is
// found again anywhere.
func (c *check) only(line int) bool {
	if c.times == nil {
		c.times = map[string]int{}
		for i := range c.before.LineCount() {
			c.times[strings.TrimSpace(c.before.Line(i))]++
		}
	}
	return c.times[strings.TrimSpace(c.before.Line(line))] == 1
}

// key is what makes two diagnostics the same one: code and message without
// numbers, since those count lines and columns. The name of a test is one with its
// numbers: they are its parameters.
func key(d signal.Diagnostic) string {
	if test, said, named := strings.Cut(d.Message, ": "); named && runsTests(d.Tool) {
		return d.Code + "\x00" + test + ": " + digitless(said)
	}
	return d.Code + "\x00" + digitless(d.Message)
}

func digitless(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsDigit(r) {
			return -1
		}
		return r
	}, s)
}

// gone is G3. Of several equal diagnostics on the target's line one fewer is
// enough; a problem that stands elsewhere now is not gone.
func (p pairs) gone(c *check) outcome {
	t := p.own(c)
	row := c.before.LineAt(t.Span.Start)
	found, left := 0, 0
	for i, d := range p.before {
		if key(d) == key(t) && c.before.LineAt(d.Span.Start) == row {
			found++
			if p.taken[i] {
				left++
			}
		}
	}
	if c.in.Source >= ToolUnsafe && found > 0 && p.fewer(t) {
		return pass() // the tool works from the inside out, or in several rounds
	}
	if found == 0 {
		// The tool words it differently today, or the report is an old one:
		// then nothing like it may stand near its place now.
		to, _ := diff.Image(c.hunks, row)
		for _, d := range p.after {
			if at := c.after.LineAt(d.Span.Start); key(d) == key(t) && at >= to-2 && at <= to+2 {
				return stillThere(t, d, at)
			}
		}
		return unsure(fmt.Sprintf("%s does not report %s on the text before the fix", t.Tool, name(t)))
	}
	for j, d := range p.after {
		at := c.after.LineAt(d.Span.Start)
		if p.of[j] >= 0 && left == found && key(d) == key(t) && c.before.LineAt(p.before[p.of[j]].Span.Start) == row {
			return stillThere(t, d, at)
		}
		if p.of[j] == unmatched && key(d) == key(t) && !p.movedOn(j) {
			return fail(edits.RejectTarget, "%s now reports %s in line %d: the problem moved", t.Tool, name(t), at+1)
		}
	}
	return pass()
}

// stillThere fails a text of which the tool says at a line what it said before.
func stillThere(t, d signal.Diagnostic, at int) outcome {
	o := fail(edits.RejectTarget, "%s still reports %s in line %d: %s", t.Tool, name(t), at+1, clip(d.Message, 100))
	o.left = &d
	return o
}

// own is the target in the tool's own words of today. An editor may have shown
// it with another message, without its code, or with the code's prefix.
func (p pairs) own(c *check) signal.Diagnostic {
	t := c.in.Target
	row := c.before.LineAt(t.Span.Start)
	like := []func(signal.Diagnostic) bool{
		func(d signal.Diagnostic) bool { return key(d) == key(t) },
		func(d signal.Diagnostic) bool { return bare(d.Code) == bare(t.Code) && d.Code != "" },
		func(d signal.Diagnostic) bool {
			a, b := digitless(d.Message), digitless(t.Message)
			return (d.Code == "" || t.Code == "") && a != "" && b != "" && (strings.Contains(a, b) || strings.Contains(b, a))
		},
	}
	for _, same := range like {
		for _, d := range p.before {
			if same(d) && c.before.LineAt(d.Span.Start) == row {
				d.Tool = t.Tool
				return d
			}
		}
	}
	return t
}

// bare is a code without what editors put before it.
func bare(code string) string {
	return strings.ToLower(strings.TrimPrefix(strings.TrimPrefix(code, "TS"), "clippy::"))
}

// fewer reports whether the document holds fewer diagnostics like the target
// than before.
func (p pairs) fewer(t signal.Diagnostic) bool {
	n := 0
	for _, d := range p.before {
		if key(d) == key(t) {
			n++
		}
	}
	for _, d := range p.after {
		if key(d) == key(t) {
			n--
		}
	}
	return n > 0
}

// fresh is what G4 counts: new findings, but for hints and notes.
func (p pairs) fresh() []signal.Diagnostic {
	var out []signal.Diagnostic
	for j, d := range p.after {
		if p.of[j] == unmatched && d.Weighs() && !p.movedOn(j) {
			out = append(out, d)
		}
	}
	return out
}

// movedOn reports whether what seems new says of its file what was said of it
// before at another place, of which a formatter names the first one only.
func (p pairs) movedOn(j int) bool {
	d := p.after[j]
	if !d.OfFile() {
		return false
	}
	for i, was := range p.before {
		if !p.taken[i] && was.Tool == d.Tool && key(was) == key(d) {
			return true
		}
	}
	return false
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
		parts = append(parts, strings.TrimSpace(fmt.Sprintf("%s in line %d: %s", name(d), c.after.LineAt(d.Span.Start)+1, clip(oneLine(d.Message), 100))))
	}
	return strings.Join(parts, "; ")
}

func oneLine(s string) string { return clip(strings.Join(strings.Fields(s), " "), 160) }
