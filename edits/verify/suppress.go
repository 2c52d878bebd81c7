package verify

import (
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/edits"
	"github.com/fettle-dev/fettle/edits/diff"
	"github.com/fettle-dev/fettle/edits/verify/token"
	"github.com/fettle-dev/fettle/internal/lazyre"
	"github.com/fettle-dev/fettle/internal/syntax"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/signal"
)

// bareExcept is an except clause that swallows everything.
var bareExcept = lazyre.New(`(?m)\bexcept\s*(?:\(?\s*(?:Base)?Exception\s*\)?\s*)?:\s*(?:#.*)?\s*(?:pass|\.\.\.)\s*(?:#.*)?$`)

// suppressed is G8: the tool was not silenced and the code not simply deleted.
func suppressed(c *check) outcome {
	if c.in.Source == ToolSafe {
		return skip("the tool calls its fix safe")
	}
	before, after := c.changed()
	if name := c.silenced(); name != "" {
		c.trick = Suppression
		return fail(edits.RejectSuppress, "adds %q: the problem would be hidden, not fixed", name)
	}
	if c.family() == python && c.in.Source == Model &&
		len(bareExcept.FindAllStringIndex(after, -1)) > len(bareExcept.FindAllStringIndex(before, -1)) {
		c.trick = Suppression
		return fail(edits.RejectSuppress, "adds an except clause that swallows every error")
	}
	if c.in.Source == Model {
		for _, t := range tricks() {
			if what := t.find(c); what != "" {
				c.trick = Suppression
				return fail(edits.RejectSuppress, t.says, what)
			}
		}
	}
	if c.in.Source == Model {
		if why := c.testsTouched(); why != "" {
			c.doubts = append(c.doubts, why)
		}
		if why := c.fitted(); why != "" {
			c.doubts = append(c.doubts, why)
		}
		c.doubts = append(c.doubts, c.doubtful()...)
	}
	if c.in.Source != Model || removes(c) {
		return pass()
	}
	if l, ok := c.deleted(); ok {
		c.trick = Deletion
		return fail(edits.RejectSuppress, "line %d (%q) was deleted, not fixed", l+1, clip(strings.TrimSpace(c.before.Line(l)), 50))
	}
	return pass()
}

// trick is one way to make a tool silent without fixing anything.
type trick struct {
	find func(*check) string // what was found, "" if nothing
	says string
}

func tricks() []trick {
	const hidden = ": the problem would be hidden, not fixed"
	return []trick{
		{(*check).deadBranch, "puts code where a constant decides whether it runs (%s)" + hidden},
		{(*check).cutOff, "line %s leaves the block before code that stands behind it" + hidden},
		{(*check).textOnly, "turns the code into text (%s)" + hidden},
		{(*check).unreached, "puts code into %s" + hidden},
		{(*check).respelled, "adds %s" + hidden},
		{(*check).swallowed, "adds %s" + hidden},
		{(*check).widened, "uses %s" + hidden},
		{(*check).madeUp, "leaves %s" + hidden},
		{(*check).importsAll, "adds %s" + hidden},
		{(*check).idle, "adds %s" + hidden},
		{(*check).assembled, "uses %s" + hidden},
		{(*check).rerouted, "uses %s" + hidden},
		{(*check).unchanged, "adds %s round code that stands as it was" + hidden},
		{(*check).failing, "puts %s" + hidden},
		{(*check).misbound, "puts a choice beside an operator without brackets: %s binds only one value"},
		{(*check).unreturned, "line %s returns nothing where a value was returned" + hidden},
		{(*check).lostTest, "removes the test %s"},
		{(*check).uncalled, "adds the function %s, which nobody calls" + hidden},
	}
}

// removes reports whether removing code is what the signal asks for.
func removes(c *check) bool {
	if c.in.Requirement.Removal {
		return true
	}
	for _, t := range c.in.Target.Tags {
		if t == signal.Unnecessary {
			return true
		}
	}
	return needless.MatchString(c.in.Target.Message)
}

// needless are the words by which tools say that some code has no use.
var needless = lazyre.New("(?i)\\b(?:un(?:used|reachable|necessary|needed)|redundant|needless|useless|superfluous|duplicated?|redefinition|never used|dead code|is empty|empty (?:`?[\\w-]+`? )?(?:block|branch|body|clause|suite))\\b|^remove |\\bcan be removed\\b")

// deleted finds a statement that is gone without anything in its place: a
// changed range whose new side holds no code, or, at the diagnostic, fewer
// statements of which none resembles the one complained about.
func (c *check) deleted() (int, bool) {
	moved := map[string]int{}
	for _, l := range c.addedLines() {
		moved[c.code(c.after.Line(l))]++
	}
	target := c.before.LinesOf(c.in.Target.Span)
	if zero(c.in.Target) || c.in.Instructed {
		target = text.Lines{Start: -1, End: -1}
	}
	imports := importLines(c.oldFile())
	if simpler.MatchString(c.in.Target.Message) && slices.ContainsFunc(c.addedLines(), func(l int) bool { return c.code(c.after.Line(l)) != "" }) {
		return 0, false // several statements are one now: other rules ask for what is lost
	}
	for _, h := range c.hunks {
		if h.Old.Len() == 0 {
			continue
		}
		empty := true
		for l := h.New.Start; l < h.New.End; l++ {
			if code := c.code(c.after.Line(l)); code != "" && !noise.MatchString(code) {
				empty = false
			}
		}
		hit := h.Old.Overlaps(target)
		if !empty && !hit {
			continue
		}
		if !empty && (c.resembles(h.Old, h.New, target) || c.rewritten(h, target) || statements(c.oldFile(), h.Old) <= c.newStatements(h.New)) {
			continue
		}
		for l := h.Old.Start; l < h.Old.End; l++ {
			code := c.code(c.before.Line(l))
			if !empty && !target.Contains(l) || code == "" || code == "..." || noise.MatchString(code) || imports[l] && !target.Contains(l) {
				continue
			}
			if moved[code] > 0 {
				moved[code]--
				continue
			}
			if c.merged(code) {
				continue
			}
			// The line diff kept another line in its place.
			if target.Contains(l) && c.replaced(h.Old, target) {
				continue
			}
			// A continuation line: the first line of its statement tells.
			if !c.startsStatement(l) {
				continue
			}
			return l, true
		}
	}
	return 0, false
}

// simpler are complaints that ask for less code that does the same.
var simpler = lazyre.New(`(?i)\b(?:be simplified|should merge|be modernized|manual implementation|identical bodies|^replace .* (?:with|by) |returning the result of a|use of .* filter)`)

// rewritten reports whether a new line of a changed range takes up a name of the
// statement complained about that it did not have before: it is not an old line in
// another place, and the lines beside the statement that are like it do not have the
// name. A loop that became a call is fixed, not deleted.
func (c *check) rewritten(h diff.Hunk, target text.Lines) bool {
	whole := target
	for _, n := range c.oldFile().Nodes {
		if n.Kind != syntax.Decorator && (target.Contains(n.Lines.Start) || h.Old.Covers(n.Lines) && n.Lines.Covers(target)) {
			whole = whole.Union(n.Lines)
		}
	}
	old, known := map[string]bool{}, map[string]bool{}
	var beside []string
	for l := h.Old.Start; l < h.Old.End; l++ {
		code := c.code(c.before.Line(l))
		old[code] = true
		if !whole.Contains(l) {
			beside = append(beside, code)
			continue
		}
		for _, w := range names(code) {
			known[w] = true
		}
	}
	for l := h.New.Start; l < h.New.End; l++ {
		code := c.code(c.after.Line(l))
		if code == "" || noise.MatchString(code) || old[code] {
			continue
		}
		for _, w := range token.Words(code) {
			if known[w] && !slices.ContainsFunc(beside, func(b string) bool { return alike(b, code) && containsWord(b, w) }) {
				return true
			}
		}
	}
	return false
}

// merged reports whether every name of a line that is gone stands in one of the
// new lines: what it did was joined with something else.
func (c *check) merged(code string) bool {
	was := names(code)
	if len(was) == 0 {
		return false
	}
	for _, l := range c.addedLines() {
		now := token.Words(c.code(c.after.Line(l)))
		if !slices.ContainsFunc(was, func(w string) bool { return !slices.Contains(now, w) }) {
			return true
		}
	}
	return false
}

// names are the words of a line without keywords.
func names(code string) []string {
	return slices.DeleteFunc(token.Words(code), func(w string) bool { return keywords[w] })
}

// keywords are words that two unrelated lines share.
var keywords = func() map[string]bool {
	set := map[string]bool{}
	for _, w := range strings.Fields(`and as assert async await break case catch class const continue def default del do elif else
		except false False finally fn for func function go goto if import in is lambda let loop match mut new nil None not null or pass
		raise range return self static switch throw true True try type use var void while with yield`) {
		set[w] = true
	}
	return set
}()

// statements counts the statements that start in the lines.
func statements(f *syntax.File, l text.Lines) int {
	s := f.Doc()
	n := 0
	for _, node := range f.Nodes {
		switch node.Kind {
		case syntax.Decorator, syntax.Clause:
			continue
		}
		if l.Contains(s.LineAt(node.Span.Start)) {
			n++
		}
	}
	return n
}

func (c *check) newStatements(l text.Lines) int {
	p := c.changedPart()
	return statements(p.file, text.Lines{Start: l.Start - p.now.Start, End: l.End - p.now.Start})
}

// startsStatement reports whether a statement of the old text begins on the
// line.
func (c *check) startsStatement(line int) bool {
	return statements(c.oldFile(), text.Lines{Start: line, End: line + 1}) > 0
}

// replaced reports whether any added line resembles the target.
func (c *check) replaced(old, target text.Lines) bool {
	for _, h := range c.hunks {
		if c.resembles(old, h.New, target) {
			return true
		}
	}
	return false
}

// resembles reports whether one of the new lines is like one of the old lines
// that the diagnostic stands on.
func (c *check) resembles(old, added, target text.Lines) bool {
	for o := max(old.Start, target.Start); o < min(old.End, target.End); o++ {
		for l := added.Start; l < added.End; l++ {
			if alike(c.code(c.before.Line(o)), c.code(c.after.Line(l))) {
				return true
			}
		}
	}
	return false
}

// alike reports whether a new line begins as an old one, or shares more than
// half of its words.
func alike(old, added string) bool {
	was, now := token.Words(old), token.Words(added)
	if len(was) == 0 {
		return false
	}
	have := map[string]bool{}
	for _, w := range now {
		have[w] = true
	}
	same := 0
	for _, w := range was {
		if have[w] {
			same++
		}
	}
	return 2*same > len(was) || len(now) > 0 && now[0] == was[0]
}
