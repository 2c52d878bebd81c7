package verify

import (
	"cmp"
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/edits/verify/complaint"
	"github.com/fettle-dev/fettle/edits/verify/effect"
	"github.com/fettle-dev/fettle/edits/verify/evasion"
	"github.com/fettle-dev/fettle/edits/verify/pairs"
	"github.com/fettle-dev/fettle/edits/verify/power"
	"github.com/fettle-dev/fettle/internal/lazyre"
	"github.com/fettle-dev/fettle/internal/syntax"
	"github.com/fettle-dev/fettle/providers/signal"
)

// goesRound finds what is complained about in a form that the tool does not look
// at.
func (c *check) goesRound(was, now []tok) string {
	if s := evasion.Idle(evasion.Change{Family: c.family(), Was: was, Now: now}); s != "" || zero(c.in.Target) || c.in.Instructed {
		return s
	}
	for _, change := range c.change(was, now).Readings() {
		if s := cmp.Or(evasion.Find(change), effect.Find(change)); s != "" {
			return s
		}
	}
	return ""
}

// change is the answer as package evasion takes it.
func (c *check) change(was, now []tok) evasion.Change {
	f, at := c.oldFile(), c.in.Target.Span
	own, body, target := "", "", c.before.Slice(at)
	where := c.before.LineSpan(c.before.LineAt(at.Start))
	line := c.before.Slice(where)
	if strings.TrimSpace(line) == strings.TrimSpace(target) {
		target = complaint.Named(c.in.Target.Message, line)
	}
	if i := f.Enclosing(c.before.LineAt(at.Start), syntax.Function); i >= 0 {
		own, body = f.Nodes[i].Name, c.before.Slice(c.before.LinesSpan(f.Nodes[i].Lines))
	}
	var uses []string
	for _, n := range power.Names(c.family(), now, c.aliasesOf(now, c.aliases())) {
		uses = append(uses, n.Text)
	}
	lang, tool := c.before.Lang, c.in.Target.Tool
	return evasion.Change{
		Family: c.family(), Lang: lang, Shown: c.in.Project.Shown, Shell: lang == "shellscript" || lang == "bash" || lang == "sh",
		Types: typeChecker(tool), Compiles: judgesTypes(tool), Fails: pairs.RunsTests(tool), Removal: removes(c) && !(c.family() == golang && ignoredError.MatchString(c.in.Target.Message)), Code: c.in.Target.Code, Message: c.in.Target.Message, Notes: notes(c.in.Target),
		Target: target, Meant: complaint.Meant(c.in.Target.Message, line, at.Start-where.Start, at.End-where.Start), Missing: c.subject(undefinedMessage), Unused: c.subject(unusedMessage), Own: own, Body: body,
		Before: c.before.Text(), After: c.in.After, Was: was, Now: now, Line: tokens(f, c.before.LinesOf(at), 0), Uses: uses,
	}
}

// notes are what a tool says of other places with a finding.
func notes(d signal.Diagnostic) string {
	var all strings.Builder
	for _, r := range d.Related {
		all.WriteString("\n" + r.Message)
	}
	return all.String()
}

// judgesTypes reports whether a tool compiles code or compares its types, and has
// nothing to say of style.
func judgesTypes(tool string) bool {
	return typeChecker(tool) || slices.Contains([]string{"go", "gopls", "compiler", "typecheck", "rustc", "cargo", "javac", "gcc", "clang"}, tool)
}

// ignoredError are complaints about an error that nobody looks at, in the words that
// also stand for what has no use.
var ignoredError = lazyre.New(`(?i)ineffectual assignment to \w*err\b|value of \w*err is never used|declared and not used: \w*err\b`)
