package fixer

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/fettle-dev/fettle/edits/evidence"
	"github.com/fettle-dev/fettle/internal/syntax"
	"github.com/fettle-dev/fettle/internal/testkit"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/signal"
)

// TestGrowthOfProposals: the fixes of all findings of a file, in one statement and in as
// many, by the tool's own fixes.
func TestGrowthOfProposals(t *testing.T) {
	repeated := func(head, line, tail string) func(n int) string {
		return func(n int) string {
			var b strings.Builder
			b.WriteString(head)
			for i := range n {
				b.WriteString(strings.ReplaceAll(line, "#", fmt.Sprint(i)))
			}
			return b.String() + tail
		}
	}
	proposing := func(file func(n int) string, found func(s text.Snapshot) []Problem, unsafe bool) func(n int) func() {
		return func(n int) func() {
			s := text.File("/w/a.py", "python", file(n))
			list := found(s)
			var others []signal.Diagnostic
			for _, p := range list {
				others = append(others, p.Diagnostic)
			}
			for i := range list {
				list[i].Others, list[i].Unsafe = others, unsafe
			}
			ladder := Ladder{Trees: &syntax.Trees{}}
			c := Choice{Worst: evidence.Checked, Deterministic: true, Unsafe: unsafe}
			return func() {
				ladder.Propose(context.Background(), list, c, 1)
			}
		}
	}
	own := func(s text.Snapshot) []Problem { return ownFixes(s, signal.Safe, func(int) string { return "1" }) }
	// Each import is one that nobody uses, and goes with its statement.
	unused := func(s text.Snapshot) []Problem {
		var list []Problem
		for line := range s.LineCount() - 1 {
			at, gone := s.LineSpan(line), s.FullLineSpan(line)
			if strings.HasPrefix(s.Text(), "from") { // one statement
				gone = text.Span{End: s.Len() - len("x = 1\n")}
			}
			list = append(list, Problem{Snapshot: s, Diagnostic: signal.Diagnostic{Tool: "ruff", Code: "F401", Message: "unused", Span: at,
				Origin: signal.FromLinter, Fix: &signal.ToolFix{Edits: []text.Edit{{Span: gone}}}}})
		}
		return list
	}
	// Each is one that only a model could fix.
	left := func(s text.Snapshot) []Problem {
		list := ownFixes(s, signal.Safe, func(int) string { return "1" })
		for i := range list {
			list[i].Diagnostic.Code, list[i].Diagnostic.Fix = "SIM103", nil
		}
		return list
	}
	for name, work := range map[string]func(n int) func(){
		"own fixes of one statement":   proposing(repeated("X = [\n", "    old, # \n", "]\n"), own, true),
		"own fixes of many statements": proposing(repeated("", "x# = old\n", ""), own, true),
		"imports":                      proposing(repeated("", "import os as m#\n", "x = 1\n"), unused, false),
		"imports of one statement":     proposing(repeated("from os import (\n", "    m#,\n", ")\nx = 1\n"), unused, false),
		"left for a model":             proposing(repeated("", "def f#(a):\n    if old:\n        return a\n    return False\n", ""), left, false),
		"imports that stay":            proposing(repeated("", "import m#\n", "x = 1\n"), unused, false),
	} {
		t.Run(name, func(t *testing.T) { testkit.Growth(t, 8000, work) })
	}
}
