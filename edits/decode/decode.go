// Package decode reads the answers of models: it turns one into a script, or
// says what the model should send instead.
//
// Models answer in many forms, whatever they were asked for. [Answer] tries them
// from the most to the least trusted: blocks of EDIT (text.go), JSON (json.go),
// SEARCH/REPLACE blocks (quote.go) and diffs (diff.go), which quote old code that is
// looked for in the windows (place.go) and never guessed, code in a fence (code.go,
// fence.go), and prose (prose.go). [Plain] reads the plain code that small models are
// asked for (plain.go): where it stands (fitting.go), and what of it differs (hunks.go).
// What models put round and into code (echoed ids, fences) comes off where it cannot be
// code (dress.go, ids.go).
//
// What is not understood is refused, and the model is asked again.
//
// Files use each other in one direction: decode.go stands above the forms,
// decoder.go and fence.go below them. Everything is a pure function.
package decode

import (
	"github.com/fettle-dev/fettle/edits"
	"github.com/fettle-dev/fettle/edits/lines"
	"github.com/fettle-dev/fettle/internal/limits"
)

// Answer turns the answer of a model into a script. The shapes it knows are
// tried from the most to the least trusted, and the first one that the answer
// has decides: an answer that begins as a script and is broken is rejected, and
// is not read again as something else. The reject names what the model should
// do instead; the script that comes with it has the shape.
//
// Ids are not resolved here, with one exception: old code that stands in place
// of an id, or that a diff quotes, becomes an [edits.Op.Place] when it is found by
// exactly one exact match inside the windows. Nothing is ever placed by
// similarity. Decoding is linear in the answer and needs memory of its order.
func Answer(answer string, c edits.Candidates) (edits.Script, *edits.Reject) {
	if len(answer) > limits.ModelAnswer {
		return edits.Script{}, rejectf(edits.RejectTooLarge, "the answer has %d bytes, at most %d are read",
			len(answer), limits.ModelAnswer)
	}
	body, open := stripThought(answer)
	if open {
		return edits.Script{}, rejectf(edits.RejectDecodeIncomplete, "the answer ends inside its <think> part")
	}
	if n := lines.Count(body); n > maxAnswerLines {
		return edits.Script{}, rejectf(edits.RejectTooLarge,
			"the answer has %d lines, at most %d are read", n, maxAnswerLines)
	}
	d := &decoder{c: c, body: body, lines: lines.Split(body)}
	for _, rung := range []rung{d.text, d.json, d.searchReplace, d.diff, d.code, d.prose} {
		s, r, mine := rung()
		if !mine {
			continue
		}
		if r == nil && len(s.Ops) > maxAnswerOps {
			r = rejectf(edits.RejectTooLarge, "the answer has %d edits", len(s.Ops))
		}
		if r != nil {
			return edits.Script{Shape: s.Shape}, r
		}
		return s, nil
	}
	return edits.Script{}, rejectf(edits.RejectDecodeNone, "the answer has no known form")
}

// A rung says whether the answer has its shape at all; if it has, the script
// or the reject is final.
type rung func() (s edits.Script, r *edits.Reject, mine bool)
