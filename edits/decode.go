package edits

import (
	"github.com/fettle-dev/fettle/internal/limits"
)

// Decode turns the answer of a model into a script. The shapes it knows are
// tried from the most to the least trusted, and the first one that the answer
// has decides: an answer that begins as a script and is broken is rejected, and
// is not read again as something else. The reject names what the model should
// do instead; the script that comes with it tells the shape.
//
// Ids are not resolved here, with one exception: old code that stands in place
// of an id, or that a diff quotes, becomes an [Op.Place] when it is found by
// exactly one exact match inside the windows. Nothing is ever placed by
// similarity. Decoding is linear in the answer and needs memory of its order.
func Decode(answer string, c Candidates) (Script, *Reject) {
	return DecodeWith(answer, c, DecodeOptions{})
}

// DecodeWith is [Decode] with options.
func DecodeWith(answer string, c Candidates, o DecodeOptions) (Script, *Reject) {
	switch {
	case o.Cut:
		return Script{}, rejectf(RejectDecodeIncomplete, "the answer was cut off before its end")
	case len(answer) > limits.ModelAnswer:
		return Script{}, rejectf(RejectTooLarge, "the answer has %d bytes, at most %d are read", len(answer), limits.ModelAnswer)
	}
	body, repairs, open := stripThought(answer)
	if open {
		return Script{}, rejectf(RejectDecodeIncomplete, "the answer ends inside its <think> part")
	}
	if n := countLines(body); n > maxAnswerLines {
		return Script{}, rejectf(RejectTooLarge, "the answer has %d lines, at most %d are read", n, maxAnswerLines)
	}
	d := &decoder{c: c, o: o, body: body, lines: splitLines(body), repairs: repairs}
	for _, rung := range d.ladder() {
		s, r, mine := rung()
		if !mine {
			continue
		}
		if r == nil && len(s.Ops) > maxAnswerOps {
			r = rejectf(RejectTooLarge, "the answer has %d edits", len(s.Ops))
		}
		if r != nil {
			return Script{Shape: s.Shape}, r
		}
		s.Repairs = d.repairs
		return s, nil
	}
	return Script{}, rejectf(RejectDecodeNone, "the answer has no known form")
}

// A rung tells whether the answer has its shape at all; if it has, the script
// or the reject is final.
type rung func() (s Script, r *Reject, mine bool)

func (d *decoder) ladder() []rung {
	if d.o.Bare {
		return []rung{d.bare}
	}
	return []rung{
		d.text,
		d.json,
		d.patch,
		d.searchReplace,
		d.lineRange,
		d.code,
		d.prose,
	}
}
