// Package encode writes scripts of edits as models are asked to write them: tests and the
// evaluation answer with them.
package encode

import (
	"cmp"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/fettle-dev/fettle/edits"
)

// Text writes a script in the text encoding, as models are asked to: blocks of EDIT, a fence and END.
func Text(s edits.Script) string {
	var b strings.Builder
	if s.Reason != "" {
		fmt.Fprintf(&b, "REASON %s\n", s.Reason)
	}
	for _, op := range s.Ops {
		fmt.Fprintf(&b, "EDIT %s %s %s\n", op.Kind, op.From, op.To)
		if code := strings.Join(op.Lines, "\n"); op.Kind != edits.Delete {
			fence := "~~~"
			for strings.Contains(code, fence) {
				fence += "~"
			}
			b.WriteString(fence + "\n")
			if len(op.Lines) > 0 {
				b.WriteString(code + "\n")
			}
			b.WriteString(fence + "\n")
		}
		b.WriteString("END\n")
	}
	return b.String()
}

// JSON writes a script in the JSON encoding, which has no rewrite of a run: that becomes a replacement from its
// first to its last line, where both have ids.
func JSON(c edits.Candidates, s edits.Script) string {
	type item struct {
		Op    string         `json:"op"`
		From  edits.AnchorID `json:"from"`
		To    edits.AnchorID `json:"to"`
		Lines []string       `json:"lines"`
	}
	list := []item{}
	for _, op := range s.Ops {
		one := item{op.Kind.String(), op.From, cmp.Or(op.To, op.From), append([]string{}, op.Lines...)}
		for _, r := range c.Windows.Runs {
			if op.Kind == edits.Rewrite && r.Name() == string(op.From) && r.Lines.Len() > 0 {
				one.Op = edits.Replace.String()
				one.From, one.To = c.LineID(r.Lines.Start), c.LineID(r.Lines.End-1)
			}
		}
		list = append(list, one)
	}
	out, _ := json.Marshal(map[string]any{"status": "fix", "reason": s.Reason, "edits": list}) // strings always encode
	return string(out)
}
