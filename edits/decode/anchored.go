package decode

import (
	"encoding/json"
	"strings"

	"github.com/fettle-dev/fettle/edits"
	"github.com/fettle-dev/fettle/edits/lines"

	"github.com/fettle-dev/fettle/internal/syntax"
	"github.com/fettle-dev/fettle/internal/text"
)

// quotedAnchor is the anchor of the anchored form: old code in place of an id.
type quotedAnchor struct {
	Type     string  `json:"type"`
	Selected *string `json:"selected"`
	Pattern  string  `json:"pattern"`
	Name     string  `json:"name"`
	Line     int     `json:"line"` // 1-based
}

// anchoredOp places an edit of the anchored form. The quoted code must equal whole
// lines of the windows exactly once; a line hint decides among several only if
// it is the line of one of them, never by being near.
func (d *decoder) anchoredOp(kind edits.OpKind, raw json.RawMessage, code []string, n int) (edits.Op, edits.Shape, *edits.Reject) {
	var a quotedAnchor
	if raw[0] == '"' {
		var s string
		if err := json.Unmarshal(raw, &s); err != nil {
			return edits.Op{}, edits.ShapeAnchored, opReject(n, edits.RejectDecodeNone, "the anchor is not well formed")
		}
		a.Selected = &s
	} else if err := json.Unmarshal(raw, &a); err != nil {
		return edits.Op{}, edits.ShapeAnchored, opReject(n, edits.RejectDecodeNone, "the anchor is not well formed: %s", lines.Clip(err.Error(), 80))
	}
	quoted := a.Pattern
	if quoted == "" {
		quoted = a.Name
	}
	if a.Selected != nil {
		quoted = *a.Selected
	}
	at, r := d.anchorLines(quoted, a, n)
	if r != nil {
		return edits.Op{}, edits.ShapeAnchored, r
	}
	at = d.anchorSpan(kind, a.Type, at, code)
	switch kind {
	case edits.InsertBefore:
		at = text.Lines{Start: at.Start, End: at.Start}
	case edits.InsertAfter:
		at = text.Lines{Start: at.End, End: at.End}
	}
	op := placed(at, code)
	op.Faithful = false
	return op, edits.ShapeAnchored, nil
}

// anchorLines finds the quoted lines.
func (d *decoder) anchorLines(quoted string, a quotedAnchor, n int) (text.Lines, *edits.Reject) {
	old := lines.Split(quoted)
	at, r := d.match().wholeLines(old, n)
	if r == nil {
		return at, nil
	}
	if r.Code == edits.RejectDecodeNone {
		r.Code = edits.RejectIDUnknown
		r.Detail += d.didYouMean(old)
		return at, r
	}
	if a.Line <= 0 || a.Selected == nil {
		return at, r
	}
	for _, l := range [...]level{levelExact, levelTrailing, levelBare} {
		hits := d.match().find(l, lines.TrimBlank(old), maxAnswerOps)
		for _, h := range hits {
			if h.at.Start == a.Line-1 {
				d.repair(edits.RepairLineHint)
				return h.at, nil
			}
		}
		if len(hits) > 0 {
			break
		}
	}
	return at, r
}

// anchorSpan widens the anchor of a definition, an import or a decorator to
// what the operation means: inserts go outside the definition, a replacement
// with a body takes all of it, one without only the signature.
func (d *decoder) anchorSpan(kind edits.OpKind, typ string, at text.Lines, code []string) text.Lines {
	var want syntax.Kind
	switch typ {
	case "function_definition":
		want = syntax.Function
	case "class_definition":
		want = syntax.Class
	case "import_statement":
		want = syntax.Import
	default:
		return at
	}
	node, ok := d.nodeAt(want, at)
	if !ok {
		return at
	}
	if want == syntax.Import {
		return node.Lines.Union(at)
	}
	own := text.Lines{Start: d.c.Snapshot.LineAt(node.Span.Start), End: node.Lines.End}
	if own.Start > at.Start {
		own.Start = at.Start
	}
	switch {
	case kind != edits.Replace:
		return node.Lines
	case !hasBody(code, node.Keyword):
		header := text.Lines{Start: own.Start, End: max(node.Header.End, own.Start+1)}
		if startsDecorated(code) {
			header.Start = node.Lines.Start
		}
		return header
	case startsDecorated(code):
		return node.Lines
	}
	return own // decorators and comments above stay
}

// nodeAt is the innermost definition whose header holds the first line.
func (d *decoder) nodeAt(kind syntax.Kind, at text.Lines) (syntax.Node, bool) {
	best, ok := syntax.Node{}, false
	if d.c.File == nil {
		return best, false
	}
	for _, n := range d.c.File.Nodes {
		head := n.Header
		if kind == syntax.Import || head.Len() == 0 {
			head = n.Lines
		}
		if n.Kind == kind && head.Contains(at.Start) && (!ok || n.Lines.Len() <= best.Lines.Len()) {
			best, ok = n, true
		}
	}
	return best, ok
}

func startsDecorated(code []string) bool {
	code = lines.TrimBlank(code)
	if len(code) == 0 {
		return false
	}
	t := strings.TrimSpace(code[0])
	for _, lead := range [...]string{"@", "#", "//", "/*"} {
		if strings.HasPrefix(t, lead) {
			return true
		}
	}
	return false
}

// hasBody reports whether the code goes on behind the header of a definition.
// The header ends where its brackets are closed.
func hasBody(code []string, keyword string) bool {
	depth := 0
	for i, l := range code {
		t := strings.TrimSpace(l)
		if t == "" || depth == 0 && (strings.HasPrefix(t, "@") || strings.HasPrefix(t, "#")) {
			continue
		}
		for _, c := range t {
			switch c {
			case '(', '[':
				depth++
			case ')', ']':
				depth--
			}
		}
		if depth > 0 {
			continue
		}
		if !strings.HasSuffix(t, ":") && !strings.HasSuffix(t, "{") && strings.ContainsAny(t, ":{") && endsInBody(t, keyword) {
			return true // def f(): return 1
		}
		return len(lines.TrimBlank(code[i+1:])) > 0
	}
	return false
}

// endsInBody tells a body on the header's own line from a return type.
func endsInBody(t, keyword string) bool {
	if keyword != "def" && keyword != "class" && keyword != "async def" {
		return strings.HasSuffix(t, "}")
	}
	if i := strings.Index(t, "#"); i >= 0 && strings.HasSuffix(strings.TrimSpace(t[:i]), ":") {
		return false
	}
	return strings.Contains(t, "):") || strings.Contains(t, ": ") && strings.Contains(t, "->")
}
