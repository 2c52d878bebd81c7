package verify

import (
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/edits/diff"
	"github.com/fettle-dev/fettle/edits/verify/pairs"
	"github.com/fettle-dev/fettle/internal/lazyre"
	"github.com/fettle-dev/fettle/internal/syntax"
)

// A failing test is content with code that knows what the test expects. That is
// for a person to judge, who can see whether the value belongs there.

// saidValue finds numbers and quoted strings in what a test says.
var saidValue = lazyre.New(`\b\d[\d_]*(?:\.\d+)?\b|'[^']*'|"[^"]*"`)

// fitted says how the code under test was fitted to the test rather than mended:
// it holds the test's own values, asks whether a test is running, or no longer
// looks at what it is given. "" if it was not.
func (c *check) fitted() string {
	if !pairs.RunsTests(c.in.Target.Tool) || zero(c.in.Target) || c.in.Instructed {
		return ""
	}
	said := map[string]bool{}
	for _, l := range saidValue.FindAllString(c.in.Target.Message, -1) {
		said[bareLiteral(l)] = true
	}
	was, now := c.allTokens()
	for i, t := range now {
		if t.Kind != tokNumber && t.Kind != tokString || occurrences(now, t) <= occurrences(was, t) {
			continue
		}
		v := bareLiteral(t.Text)
		if t.Kind == tokString && strings.Contains(strings.ToLower(v), "pytest") {
			return "it asks whether a test is running"
		}
		common := v == "" || v == "0" || v == "1" // off by one, none, the first: in any code
		if said[v] && (!common || is(now, i-1, "return") && (i+1 == len(now) || now[i+1].Line != t.Line)) {
			return "it writes " + clip(t.Text, 30) + " into the code, a value of the test"
		}
	}
	if more(was, now, asksForOne) {
		return "it asks for one input"
	}
	if fn := c.deaf(); fn != "" {
		return fn + " no longer looks at what it is given"
	}
	return ""
}

// asksForOne reports whether a name is compared with a literal at token i that is not
// an end of a range: what is right for one input alone is the test's answer.
func asksForOne(ts []tok, i int) bool {
	return is(ts, i, "==", "===") && i > 0 && i+1 < len(ts) && isName(ts, i-1) && !is(ts, i-2, ".") &&
		ts[i+1].Kind == tokNumber && !slices.Contains([]string{"0", "1", "0.0", "1.0"}, ts[i+1].Text)
}

func bareLiteral(literal string) string {
	return strings.ReplaceAll(strings.Trim(literal, `"'`+"`"), "_", "")
}

func occurrences(ts []tok, like tok) (n int) {
	for _, t := range ts {
		if t.Kind == like.Kind && bareLiteral(t.Text) == bareLiteral(like.Text) {
			n++
		}
	}
	return n
}

// deaf names a changed function that used one of its parameters and uses none now.
func (c *check) deaf() string {
	old, p := c.oldFile(), c.changedPart()
	for i, n := range old.Nodes {
		if n.Kind != syntax.Function || n.Name == "" || !slices.ContainsFunc(c.hunks, func(h diff.Hunk) bool { return h.Old.Overlaps(n.Body) }) {
			continue
		}
		var names []string
		for _, t := range tokens(old, n.Header, 0) {
			if slices.ContainsFunc(old.Bindings(t.Text), func(b syntax.Binding) bool { return b.Kind == syntax.BindParameter && b.Node == i }) {
				names = append(names, t.Text)
			}
		}
		if !uses(tokens(old, n.Body, 0), names) {
			continue
		}
		for _, m := range p.file.Nodes {
			if m.Kind == syntax.Function && m.Name == n.Name && !uses(tokens(p.file, m.Body, 0), names) {
				return n.Name
			}
		}
	}
	return ""
}

func uses(ts []tok, names []string) bool {
	return slices.ContainsFunc(ts, func(t tok) bool { return t.Kind == tokName && slices.Contains(names, t.Text) })
}
