package fixer

import (
	"github.com/fettle-dev/fettle/internal/lazyre"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/signal"
)

// Selected returns the problem of an instruction in words about a selection. Its
// windows are the selected statements and the place of imports; its result must
// pass every gate that needs no diagnostic, and none of the tools may report
// anything new.
func Selected(root string, s text.Snapshot, selected text.Span, instruction string, tools []string) Problem {
	return Problem{Root: root, Snapshot: s, Instruction: instruction, Tools: tools,
		Diagnostic: signal.Diagnostic{Span: selected, Message: instruction}}
}

// removal finds words that ask for code to go. Without one an answer that only
// deletes is not applied.
var removal = lazyre.New(`(?i)\b(remov|delet|drop|strip|eliminat|discard|get rid|clean|simplif|dead|unused|inline` +
	`|merge|dedup)`)

// asksForComments finds words of an instruction that ask for comments, or to change them:
// without one a model's comments are dropped, as in a fix.
var asksForComments = lazyre.New(`(?i)\b(comment|document|docs?\b|explain|describ|annotat|todo|fixme|translat|note` +
	`|remark|licen[cs]e|header|suppress|ignore|silence)`)

// requirement returns what the signal's row says, or, of an instruction, what holds
// for all of them.
func (e Ladder) requirement(p Problem) signal.Requirement {
	if p.Instruction == "" {
		return e.Table.Require(p.Diagnostic)
	}
	return signal.Requirement{Signal: "edit", Offer: true, Rungs: []signal.Rung{signal.RungModel},
		Needs:   []signal.Need{signal.NeedRelated, signal.NeedTypes, signal.NeedClass},
		Removal: removal.MatchString(p.Instruction)}
}

// checker names who checks the result, for progress.
func (k *run) checker() string {
	if k.p.Instruction != "" && len(k.p.Tools) > 0 {
		return k.p.Tools[0]
	}
	return k.p.Diagnostic.Tool
}
