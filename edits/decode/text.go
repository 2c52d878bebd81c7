package decode

import (
	"strings"

	"github.com/fettle-dev/fettle/edits"
	"github.com/fettle-dev/fettle/edits/lines"
)

// text reads EDIT … END blocks, the default encoding:
//
//	REASON one line
//	EDIT replace L41:2c L43:xe
//	~~~
//	    new lines, raw
//	~~~
//	END
//
// or NO_FIX with a reason. Lines between blocks are prose; so are the marks of
// a code fence round the whole.
func (d *decoder) text() (edits.Script, *edits.Reject, bool) {
	s := edits.Script{Shape: edits.ShapeText}
	refusal, refused := "", false
	for i := 0; i < len(d.lines); i++ {
		line := strings.Trim(d.lines[i], " \t*`")
		rest, isRefusal := strings.CutPrefix(line, "NO_FIX")
		why, isReason := strings.CutPrefix(line, "REASON")
		h, isEdit := d.header(i)
		switch {
		case isEdit:
			op, next, r := d.block(h, i, len(s.Ops))
			if r == nil && len(s.Ops) == maxAnswerOps {
				r = rejectf(edits.RejectTooLarge, "the answer has more than %d edits", maxAnswerOps)
			}
			if r != nil {
				return s, r, true
			}
			s.Ops = append(s.Ops, op)
			i = next - 1
		case isRefusal && strings.IndexAny(rest+" ", " \t:.-") == 0:
			if !refused {
				refusal, refused = strings.TrimLeft(rest, ": \t"), true
			}
		case isReason && strings.IndexAny(why, " :") == 0:
			if len(s.Ops) == 0 && s.Reason == "" {
				s.Reason = reason(why)
			}
		}
	}
	switch {
	case len(s.Ops) > 0 && refused:
		return s, rejectf(edits.RejectDecodeAmbiguous, "the answer holds both EDIT blocks and NO_FIX"), true
	case refused:
		return noFix(refusal, edits.ShapeText), nil, true
	case len(s.Ops) == 0:
		return s, nil, false
	}
	if len(s.Ops) == 1 && s.Ops[0].Kind == edits.Rewrite {
		s.Shape = edits.ShapeRewrite
	}
	for _, op := range s.Ops {
		if op.Place != nil {
			s.Shape = edits.ShapeAnchored
		}
	}
	s.Status = edits.StatusFix
	return s, nil, true
}

// header is the first line of a block.
type header struct {
	kind     edits.OpKind
	from, to edits.AnchorID
	text     string // old code in place of an id
	unknown  string // an operation that does not exist
	excess   bool
}

// blockHead returns a line without the marks that Markdown puts round it, if it begins
// with EDIT.
func blockHead(line string) (rest string, ok bool) {
	s := strings.TrimRight(strings.ReplaceAll(line, "\u00a0", " "), " \t*`#")
	s = strings.TrimLeft(s, " \t*`#-.)0123456789")
	if len(s) > 4 && strings.EqualFold(s[:4], "EDIT") && (s[4] == ' ' || s[4] == ':') {
		return strings.TrimSpace(s[5:]), true
	}
	return "", false
}

// header reads a line as the first line of a block. A line of prose that begins with EDIT
// is none: an id must follow the operation, or a fence the line.
func (d *decoder) header(at int) (h header, ok bool) {
	rest, ok := blockHead(d.lines[at])
	if !ok {
		return h, false
	}
	name, rest, _ := strings.Cut(rest, " ")
	kind, known := operation(name)
	ids := idFields(rest)
	word, _, _ := strings.Cut(strings.TrimSpace(rest), " ")
	run := edits.AnchorID(strings.ToUpper(strings.Trim(word, idMarks)))
	_, named := d.runNamed(run)
	next := d.skipBlank(at + 1)
	fenced := next < len(d.lines) && isFence(d.lines[next])
	h.kind = kind
	switch {
	case !known:
		h.unknown = name
		return h, named || len(ids) > 0
	case kind == edits.Rewrite, kind == edits.Replace && named:
		h.kind, h.from = edits.Rewrite, run
		ok = named || run == "" || fenced
	case len(ids) > 0:
		h.from, h.to, h.excess = ids[0], ids[min(1, len(ids)-1)], len(ids) > 2
	default:
		h.text = strings.TrimSpace(rest)
		ok = fenced || kind == edits.Delete && next < len(d.lines) && isEnd(d.lines[next])
	}
	return h, ok
}

// block reads the EDIT block whose header stands at lines[at].
func (d *decoder) block(h header, at, n int) (op edits.Op, next int, r *edits.Reject) {
	switch {
	case h.unknown != "":
		return op, 0, opReject(n, edits.RejectOpUnknown,
			"there is no operation %q; there are %s", lines.Clip(h.unknown, 20), operationNames)
	case h.excess:
		return op, 0, opReject(n, edits.RejectDecodeAmbiguous, "an EDIT line names at most two ids")
	}
	code, next, fenced, r := d.blockCode(h, at, n)
	switch {
	case r != nil:
		return op, 0, r
	case h.kind == edits.Delete:
		code = nil
	case !fenced:
		return op, 0, opReject(n, edits.RejectDecodeIncomplete, "the EDIT block has no fence")
	}
	op, r = d.operation(h, code, n)
	return op, next, r
}

// blockCode returns the fenced code of a block and the line behind the block.
func (d *decoder) blockCode(h header, at, n int) (code []string, next int, fenced bool, r *edits.Reject) {
	i := d.skipBlank(at + 1)
	if i < len(d.lines) {
		// Behind a delete, a lone mark of backticks may belong to an outer fence.
		if f, ok := openFence(d.lines[i]); ok && (h.kind != edits.Delete || f.mark == '~') {
			if code, i, fenced = f.body(d.lines, i); !fenced {
				return nil, 0, false, opReject(n, edits.RejectDecodeIncomplete, "the fence of the EDIT block does not end")
			}
		}
	}
	end := d.skipBlank(i)
	if end < len(d.lines) && isEnd(d.lines[end]) {
		return code, end + 1, fenced, nil
	}
	if !fenced && (end == len(d.lines) || !d.blockStarts(end)) {
		return nil, 0, false, opReject(n, edits.RejectDecodeIncomplete, "the EDIT block has no END")
	}
	// Behind a closed fence END may be missing. But where an END follows later on, or
	// another fence, the fence ended too early: the code held its mark.
	for j := end; j < len(d.lines) && !d.blockStarts(j); j++ {
		if isEnd(d.lines[j]) {
			return nil, 0, false, opReject(n, edits.RejectDecodeAmbiguous,
				"text stands between the fence and END; use a longer fence than any in the code")
		}
	}
	return code, i, fenced, nil
}

func (d *decoder) blockStarts(i int) bool {
	_, ok := blockHead(d.lines[i])
	return ok
}

// isEnd reports whether a line ends a block.
func isEnd(line string) bool {
	s := strings.Trim(line, " \t*`#")
	return s == "END" || s == "END EDIT"
}

func (d *decoder) skipBlank(i int) int {
	for i < len(d.lines) && lines.Blank(d.lines[i]) {
		i++
	}
	return i
}

// operation makes the op of a header and its code.
func (d *decoder) operation(h header, code []string, n int) (edits.Op, *edits.Reject) {
	if h.kind == edits.Rewrite {
		return d.rewrite(h.from, code, n)
	}
	if h.text != "" { // old code in place of an id
		at, r := d.wholeLines([]string{h.text}, 0, n)
		if r != nil {
			return edits.Op{}, r
		}
		return insertedAt(h.kind, at, code), nil
	}
	op := edits.Op{Kind: h.kind, From: d.fullID(h.from), To: d.fullID(h.to), Lines: code, Faithful: true}
	if op.Kind == edits.Replace && len(code) == 0 {
		op.Kind = edits.Delete
	}
	lines, r := d.undress(code, d.spanOf(op), n)
	op.Lines = d.withoutNeighbours(op, lines)
	return op, r
}

// fullID completes a bare line number, "L41", where the line has an id. The
// model did name the line, but nothing checks that it counted right.
func (d *decoder) fullID(id edits.AnchorID) edits.AnchorID {
	kind, line, code, ok := edits.SplitID(id)
	if !ok || code != "" || kind != edits.Line {
		return id
	}
	if full := d.c.LineID(line); full != "" {
		return full
	}
	return id
}
