package edits

import (
	"fmt"
	"strings"

	"github.com/fettle-dev/fettle/internal/limits"
	"github.com/fettle-dev/fettle/internal/text"
)

// DecodeOptions say what the caller knows about an answer beside its text. The
// zero value is an answer that ended by itself.
type DecodeOptions struct {
	// Cut marks an answer that the backend ended, for length or by a broken
	// connection. Such an answer never gives an edit.
	Cut bool
	// OtherFiles says what to do with blocks that name another file.
	OtherFiles OtherFiles
	// Bare marks an answer that holds the new text of the PRIMARY run and
	// nothing else, as completion endpoints and recorders give it: it is not
	// tried as any other shape.
	Bare bool
}

// OtherFiles is a policy for blocks of diffs that name another file.
type OtherFiles uint8

// The policies. Rejecting is the default, as one script edits one document.
const (
	RejectOtherFiles OtherFiles = iota
	DropOtherFiles
)

// The caps of the decoder itself. They bound its memory and lie far above what
// a script may hold, which is checked where it is applied.
const (
	maxAnswerLines = 50_000
	maxAnswerOps   = 1_000
)

// The repairs a decoder makes.
const (
	RepairBOM         Repair = "bom"
	RepairThink       Repair = "think"
	RepairProse       Repair = "prose"
	RepairOuterFence  Repair = "outer_fence"
	RepairBacktick    Repair = "backtick_fence"
	RepairOpName      Repair = "op_name"
	RepairMissingEnd  Repair = "missing_end"
	RepairIDForm      Repair = "id_form"
	RepairBareID      Repair = "bare_id"
	RepairTextAnchor  Repair = "text_anchor"
	RepairEmptyOp     Repair = "empty_replace"
	RepairEchoedID    Repair = "echoed_id"
	RepairDress       Repair = "dressed_code"
	RepairIndented    Repair = "indented_answer"
	RepairTokens      Repair = "special_tokens"
	RepairWideQuote   Repair = "quoted_beyond"
	RepairJSON        Repair = "json_syntax"
	RepairJSONStatus  Repair = "json_status"
	RepairSplitLines  Repair = "split_lines"
	RepairUnescape    Repair = "unescape"
	RepairTwice       Repair = "sent_twice"
	RepairOpenFence   Repair = "open_fence"
	RepairTrailing    Repair = "trailing_blanks"
	RepairOffset      Repair = "indent_offset"
	RepairNoMarker    Repair = "context_marker"
	RepairOtherFile   Repair = "other_file"
	RepairCutToWindow Repair = "cut_to_window"
	RepairLineHint    Repair = "line_hint"
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

// decoder holds one answer and what was mended in it so far.
type decoder struct {
	c       Candidates
	o       DecodeOptions
	body    string
	lines   []string
	repairs []Repair
	idx     *index
	beyond  *index
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

// repair records a repair once.
func (d *decoder) repair(r Repair) {
	for _, have := range d.repairs {
		if have == r {
			return
		}
	}
	d.repairs = append(d.repairs, r)
}

// match is the index of the windows, built on first use.
func (d *decoder) match() *index {
	if d.idx == nil {
		d.idx = newIndex(d.c)
	}
	return d.idx
}

// matchBeyond is the index of the whole document.
func (d *decoder) matchBeyond() *index {
	if d.beyond == nil {
		d.beyond = &index{c: d.c, runs: []text.Lines{{End: d.c.Snapshot.LineCount()}}}
	}
	return d.beyond
}

// placed makes an operation on lines that were found, not addressed.
func placed(at text.Lines, lines []string) Op {
	kind := Replace
	switch {
	case at.Len() == 0:
		kind = InsertBefore
	case len(lines) == 0:
		kind = Delete
	}
	return Op{Kind: kind, Lines: lines, Faithful: true, Place: &at}
}

func rejectf(code RejectCode, format string, args ...any) *Reject {
	return &Reject{Code: code, Op: -1, Detail: fmt.Sprintf(format, args...)}
}

// opReject is a reject of one operation.
func opReject(op int, code RejectCode, format string, args ...any) *Reject {
	return &Reject{Code: code, Op: op, Detail: fmt.Sprintf(format, args...)}
}

func blank(s string) bool { return strings.TrimLeft(s, " \t\f\v\u00a0") == "" }
