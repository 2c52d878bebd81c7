package fixer

import (
	"context"
	"fmt"
	"strings"
	"testing"

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
	proposing := func(file func(n int) string, found func(s text.Snapshot) []Problem) func(n int) func() {
		return func(n int) func() {
			s := text.File("/w/a.py", "python", file(n))
			list := found(s)
			var others []signal.Diagnostic
			for _, p := range list {
				others = append(others, p.Diagnostic)
			}
			for i := range list {
				list[i].Others, list[i].Unsafe = others, true
			}
			ladder := Ladder{Trees: &syntax.Trees{}}
			return func() { ladder.ProposeAll(context.Background(), list, Choice{Deterministic: true, Unsafe: true}) }
		}
	}
	own := func(s text.Snapshot) []Problem { return ownFixes(s, signal.Safe, func(int) string { return "1" }) }
	for name, work := range map[string]func(n int) func(){
		"own fixes of one statement":   proposing(repeated("X = [\n", "    old, # \n", "]\n"), own),
		"own fixes of many statements": proposing(repeated("", "x# = old\n", ""), own),
	} {
		t.Run(name, func(t *testing.T) { testkit.Growth(t, 8000, work) })
	}
}
