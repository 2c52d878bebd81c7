package fixer

import (
	"context"
	"fmt"
	"strings"

	"github.com/fettle-dev/fettle/edits"
	"github.com/fettle-dev/fettle/edits/verify"
)

// verify runs the gates on a text that an answer makes of the document.
func (k *run) verify(ctx context.Context, after string, placeholders []string) verify.Report {
	return k.climb.verify(ctx, k.judged(ctx, after, placeholders))
}

// judged returns the input of the gates for a text that an answer makes of the document.
func (k *run) judged(ctx context.Context, after string, placeholders []string) verify.Input {
	return verify.Input{
		After: after, Windows: k.set, Known: k.climb.reported(ctx), Source: verify.Model, Placeholders: placeholders,
		Instructed: k.climb.p.Instruction != "", Comments: asksForComments.MatchString(k.climb.p.Instruction),
		Tools: k.climb.p.Tools, Project: k.climb.project(ctx, k.gathered),
	}
}

// settle lets the checks decide between two readings of an answer that mean
// different programs: the one that passes is meant, if the other does not. If both
// do, or neither, the result keeps its rival, and the report says why there is none.
func (k *run) settle(ctx context.Context, r edits.Result, first verify.Report,
	placeholders []string) (edits.Result, verify.Report) {
	if first.Err != nil {
		r.Rival = nil
		return r, first
	}
	second := k.verify(ctx, r.Rival.Text, placeholders)
	passes := func(r verify.Report) bool { return r.Err == nil && r.Verdict <= verify.Unverified }
	switch {
	case second.Err != nil:
		r.Rival = nil
		return r, second
	case passes(first) && !passes(second):
		r.Rival = nil
		return r, first
	case passes(second) && !passes(first):
		return *r.Rival, second
	case !passes(first) && !passes(second):
		r.Rival = nil
		return r, first // both fail: what is wrong with the likelier one helps more
	}
	first.Reject = &edits.Reject{Code: edits.RejectDecodeAmbiguous, Op: -1,
		Detail: fmt.Sprintf("%q can stand in two blocks, and both pass: send all lines with their indentation, as the "+
			"window shows them", parting(r.Text, r.Rival.Text))}
	return r, first
}

// parting returns the first line that two texts indent differently.
func parting(a, b string) string {
	la, lb := strings.Split(a, "\n"), strings.Split(b, "\n")
	for i := range min(len(la), len(lb)) {
		if la[i] != lb[i] {
			return strings.TrimSpace(la[i])
		}
	}
	return ""
}
