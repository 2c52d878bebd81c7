package verify

import (
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/edits/diff"
	"github.com/fettle-dev/fettle/edits/lines"
	"github.com/fettle-dev/fettle/edits/verify/token"
	"github.com/fettle-dev/fettle/internal/lazyre"
	"github.com/fettle-dev/fettle/internal/syntax"
	"github.com/fettle-dev/fettle/internal/text"
)

// swallowed says how the new text drops errors that the old one let through.
func (c *check) swallowed() string {
	was, now := c.allTokens()
	more := func(words ...string) bool {
		a, b := 0, 0
		for _, w := range words {
			a, b = a+token.Count(was, w), b+token.Count(now, w)
		}
		return b > a
	}
	if more("except", "catch", "recover", "rescue") {
		for i := range now {
			switch {
			case is(now, i, "recover") && c.family() == golang:
				return "a recover that drops every panic"
			case is(now, i, "catch") && emptyCatch(now, i):
				return "a catch clause that drops the error"
			case is(now, i, "except") && c.stands() && passes(now, i):
				return "an except clause round the same code"
			}
		}
	}
	return ""
}

// emptyCatch reports whether a catch clause has no statement.
func emptyCatch(ts []tok, i int) bool {
	j := i + 1
	if is(ts, j, "(") {
		depth := 0
		for ; j < len(ts); j++ {
			if is(ts, j, "(") {
				depth++
			}
			if is(ts, j, ")") {
				if depth--; depth == 0 {
					break
				}
			}
			if is(ts, j, "{") && is(ts, j+1, "}") {
				return true // .catch(() => {})
			}
		}
		j++
	}
	return is(ts, j, "{") && is(ts, j+1, "}")
}

// passes reports whether an except clause goes on without a word.
func passes(ts []tok, i int) bool {
	for j := i; j < len(ts); j++ {
		if is(ts, j, ":") {
			return j+1 >= len(ts) || is(ts, j+1, "pass", "...", "return", "continue", "break")
		}
	}
	return false
}

// stands reports whether the statement complained about is still there, word
// for word.
func (c *check) stands() bool {
	if zero(c.in.Target) || c.in.Instructed {
		return false
	}
	at := c.before.LinesOf(c.in.Target.Span)
	if !slices.ContainsFunc(c.hunks, func(h diff.Hunk) bool { return h.Old.Overlaps(at) }) {
		return true
	}
	_, now := c.allTokens()
	target := joined(tokens(c.oldFile(), at, 0))
	return target != "" && strings.Contains(" "+joined(now)+" ", " "+target+" ")
}

// aboutComments are the words of messages that a comment may answer.
var aboutComments = lazyre.New(`(?i)comment|docstring|documentation|\bdoc(?:s|ument)?\b|jsdoc|javadoc|godoc|todo|fixme|copyright|licen[cs]e|header|directive|noqa|ignore|empty|line too long|shebang|spelling|misspell|\bblank|whitespace|newline|coding`)

// conditions are what a type checker decides by itself: what they guard is out of
// its sight on the system it checks for.
var conditions = lazyre.New(`\bTYPE_CHECKING\b|\bMYPY\b|\bsys\.platform\b|\bsys\.version_info\b|\bos\.name\b|\b__debug__\b|\bnameof\b|\bcfg\b|\bruntime\.GO(?:OS|ARCH)\b|\bprocess\.platform\b`)

// unchanged says how the statement complained about is left as it was and only
// put out of sight; "" if it was changed or something real came.
func (c *check) unchanged() string {
	if !c.stands() {
		return ""
	}
	was, now := c.allTokens()
	a, b := joined(was), joined(now)
	if a == b && c.inPlace() && !c.retyped && !c.movesOut() && !aboutComments.MatchString(c.in.Target.Message) && !c.in.Requirement.Characters && !c.inComment() && !c.blanks {
		return "nothing but comments"
	}
	_, after := c.changed()
	before, _ := c.changed()
	if n := len(conditions.FindAllString(after, -1)); n > len(conditions.FindAllString(before, -1)) && !c.in.Requirement.Removal && !strings.Contains(c.in.Target.Message, "TYPE_CHECKING") {
		if _, ok := c.importOnly(); !ok {
			return "a condition that only a checker decides"
		}
	}
	for _, w := range []string{"lambda", "=>", "macro_rules"} {
		if token.Count(now, w) > token.Count(was, w) && strings.HasPrefix(strings.TrimLeft(b, "( "), w) || w == "=>" && strings.HasPrefix(strings.Join(strings.Fields(b), " "), "( ) =>") && token.Count(now, w) > token.Count(was, w) {
			return "a function that nobody calls"
		}
	}
	return ""
}

// inPlace reports whether the code as a whole reads as before: what changed its
// place among other code, a call made before the goroutine that made it, did
// change something.
func (c *check) inPlace() bool {
	p := c.changedPart()
	now := tokens(p.file, text.Lines{End: p.file.Doc().LineCount()}, 0)
	return joined(tokens(c.oldFile(), p.old, 0)) == joined(now)
}

// movesOut reports whether the import complained about stands further out now, as
// it was: it is needed when the program runs.
func (c *check) movesOut() bool {
	if _, ok := c.importOnly(); !ok {
		return false
	}
	line := c.before.Line(c.before.LineAt(c.in.Target.Span.Start))
	code := c.code(line)
	for _, l := range c.addedLines() {
		if now := c.after.Line(l); c.code(now) == code && len(lines.Lead(now)) < len(lines.Lead(line)) {
			return true
		}
	}
	return false
}

// importOnly reports whether the statement complained about is an import.
func (c *check) importOnly() (int, bool) {
	i := c.oldFile().Enclosing(c.before.LineAt(c.in.Target.Span.Start), syntax.Import)
	return i, i >= 0
}

// inComment reports whether the diagnostic stands in a comment.
func (c *check) inComment() bool {
	for _, q := range c.oldFile().Comments(c.before.LineSpan(c.before.LineAt(c.in.Target.Span.Start))) {
		if q.Start <= c.in.Target.Span.Start && c.in.Target.Span.Start < q.End {
			return true
		}
	}
	return false
}

// rerouted finds the function that the diagnostic is about under another name:
// "p := fmt.Printf", and the call of it as p.
func (c *check) rerouted() string {
	if zero(c.in.Target) || c.in.Instructed {
		return ""
	}
	old := tokens(c.oldFile(), c.before.LinesOf(c.in.Target.Span), 0)
	_, now := c.allTokens()
	for i := range old {
		if !is(old, i+1, "(") || !isName(old, i) || is(old, i-1, "def", "func", "fn", "function", "class") {
			continue
		}
		first := i
		for is(old, first-1, ".", "::") && isName(old, first-2) {
			first -= 2
		}
		callee := joined(old[first : i+1])
		for j := range now {
			if !is(now, j, "=", ":=") || j+1 >= len(now) {
				continue
			}
			end := j + 1
			for end < len(now) && (isName(now, end) || is(now, end, ".", "::")) && now[end].Line == now[j].Line {
				end++
			}
			if joined(now[j+1:end]) == callee && !is(now, end, "(", "[", "=", ".") && !is(now, j-1, ")") && token.Count(now, callee) >= 0 && !strings.Contains(joined(old), "= "+callee+" ") {
				return "another name for " + strings.ReplaceAll(callee, " ", "")
			}
		}
	}
	return ""
}

// assembled finds a member whose name is put together from pieces of text, which
// no tool can look up.
func (c *check) assembled() string {
	was, now := c.allTokens()
	n := func(ts []tok) (n int) {
		for i, t := range ts {
			if t.Kind == tokString && is(ts, i-1, "[", "(") && is(ts, i+1, "+") && i+2 < len(ts) && ts[i+2].Kind == tokString && is(ts, i+3, "]", ")") && isName(ts, i-2) {
				n++
			}
		}
		return n
	}
	if n(now) > n(was) {
		return "a name put together from pieces"
	}
	return ""
}

// failing says that the new text fails where the old one did something.
func (c *check) failing() string {
	was, now := c.allTokens()
	for _, w := range []string{"todo", "unimplemented", "NotImplementedError", "unreachable"} {
		if token.Count(now, w) > token.Count(was, w) && !strings.Contains(c.in.Target.Message, w) {
			return w + " in place of code"
		}
	}
	if zero(c.in.Target) || c.in.Instructed || strings.Contains(c.in.Target.Message, "rais") || strings.Contains(c.in.Target.Message, "panic") {
		return ""
	}
	at := c.before.LinesOf(c.in.Target.Span)
	for _, h := range c.hunks {
		if !h.Old.Overlaps(at) {
			continue
		}
		old, fresh := c.hunkTokens(h)
		if len(old) == 0 && slices.ContainsFunc([]string{"empty", "Empty", "`pass`"}, func(w string) bool { return strings.Contains(c.in.Target.Message, w) }) {
			continue // a handler that did nothing
		}
		if is(fresh, 0, "panic", "raise", "throw", "exit", "abort") && !is(old, 0, "panic", "raise", "throw") && fresh[0].Line == fresh[len(fresh)-1].Line &&
			!c.change(old, fresh).FailsAsDescribed(fresh) {
			return "an error in place of code"
		}
		if is(fresh, 0, "std", "process", "sys", "os", "System") && exits.MatchString(joined(fresh)) && !is(old, 0, "exit", "quit") && !exits.MatchString(joined(old)) {
			return "the program's end in place of code"
		}
	}
	return ""
}

var exits = lazyre.New(`^(?:std :: )?(?:process|sys|os|System) (?:::|\.) (?:exit|_exit|abort|Exit) \(`)
