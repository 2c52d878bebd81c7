package decode

import (
	"cmp"
	"encoding/json"
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/edits"
	"github.com/fettle-dev/fettle/edits/lines"
	"github.com/fettle-dev/fettle/internal/syntax"
	"github.com/fettle-dev/fettle/internal/text"
)

// quotedAnchor is the anchor of the anchored form: old code in place of an id.
type quotedAnchor struct {
	Type     string `json:"type"`
	Selected string `json:"selected"`
	Pattern  string `json:"pattern"`
	Name     string `json:"name"`
	Line     int    `json:"line"` // 1-based; a hint for selected code
}

// anchored places an edit of the anchored form. The quoted code must equal whole
// lines of the windows exactly once.
func (d *decoder) anchored(kind edits.OpKind, raw json.RawMessage, code []string, n int) (edits.Op, *edits.Reject) {
	a := quotedAnchor{Selected: jsonText(raw)}
	if a.Selected == "" && json.Unmarshal(raw, &a) != nil {
		return edits.Op{}, opReject(n, edits.RejectDecodeNone, "the anchor is not well formed")
	}
	if a.Selected == "" {
		a.Line = 0
	}
	at, r := d.wholeLines(lines.Split(cmp.Or(a.Selected, a.Pattern, a.Name)), a.Line, n)
	if r != nil {
		return edits.Op{}, r
	}
	op := insertedAt(kind, d.anchorSpan(kind, a.Type, at, code), code)
	op.Faithful = false
	return op, nil
}

// insertedAt is [placed] for any operation: insertions go to an end of the lines.
func insertedAt(kind edits.OpKind, at text.Lines, code []string) edits.Op {
	switch kind {
	case edits.InsertBefore:
		at.End = at.Start
	case edits.InsertAfter:
		at.Start = at.End
	}
	return placed(at, code)
}

// anchorSpan widens the anchor of a definition, an import or a decorator to what the
// operation means: inserts go outside the definition, a replacement with a body covers all of it, one without only the
// signature.
func (d *decoder) anchorSpan(kind edits.OpKind, typ string, at text.Lines, code []string) text.Lines {
	want, ok := map[string]syntax.Kind{
		"function_definition": syntax.Function, "class_definition": syntax.Class, "import_statement": syntax.Import,
	}[typ]
	if !ok {
		return at
	}
	node, ok := d.nodeAt(want, at)
	code = lines.TrimBlank(code)
	decorated := len(code) > 0 && slices.ContainsFunc([]string{"@", "#", "//", "/*"}, func(mark string) bool {
		return strings.HasPrefix(strings.TrimSpace(code[0]), mark)
	})
	own := node.Lines // without decorators and comments above, which stay
	if ok && !decorated {
		own.Start = min(d.c.Snapshot.LineAt(node.Span.Start), at.Start)
	}
	switch {
	case !ok:
		return at
	case want == syntax.Import:
		return node.Lines.Union(at)
	case kind != edits.Replace:
		return node.Lines
	case headerOnly(code):
		own.End = max(node.Header.End, own.Start+1)
	}
	return own
}

// nodeAt returns the innermost definition whose header contains the first line.
func (d *decoder) nodeAt(kind syntax.Kind, at text.Lines) (best syntax.Node, ok bool) {
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

// headerOnly reports whether code ends with the header of a definition.
func headerOnly(code []string) bool {
	if len(code) == 0 {
		return false
	}
	last, _, _ := strings.Cut(code[len(code)-1], " #")
	last = strings.TrimSpace(last)
	return strings.HasSuffix(last, ":") || strings.HasSuffix(last, "{")
}

// jsonText returns a JSON string; "" for anything else.
func jsonText(raw json.RawMessage) string {
	var s string
	if json.Unmarshal(raw, &s) != nil {
		return ""
	}
	return s
}
