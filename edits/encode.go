package edits

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/fettle-dev/fettle/edits/lines"
)

// EncodeText writes a script in the text encoding, as models are asked to:
// blocks of EDIT, a fence and END. It is the inverse of decoding for scripts
// whose operations name ids and whose lines hold no terminators.
func EncodeText(s Script) string {
	var b strings.Builder
	if s.Status == StatusNoFix || s.Status == StatusNeeds {
		b.WriteString("NO_FIX ")
		if s.Status == StatusNeeds {
			fmt.Fprintf(&b, "needs L%d-L%d ", s.Needs[0], s.Needs[1])
		}
		return b.String() + s.Reason + "\n"
	}
	if s.Reason != "" {
		fmt.Fprintf(&b, "REASON %s\n", s.Reason)
	}
	for _, op := range s.Ops {
		writeBlock(&b, op)
	}
	return b.String()
}

func writeBlock(b *strings.Builder, op Op) {
	fmt.Fprintf(b, "EDIT %s %s", op.Kind, op.From)
	if op.To != "" && op.To != op.From {
		fmt.Fprintf(b, " %s", op.To)
	}
	b.WriteString("\n")
	if op.Kind != Delete {
		fence := Fence(op.Lines)
		b.WriteString(fence + "\n")
		for _, l := range op.Lines {
			b.WriteString(l + "\n")
		}
		b.WriteString(fence + "\n")
	}
	b.WriteString("END\n")
}

// Fence returns a run of "~" longer than any in the lines, three at least.
func Fence(lines []string) string {
	longest := 2
	for _, l := range lines {
		run := 0
		for i := range len(l) {
			if l[i] == '~' {
				run++
				longest = max(longest, run)
			} else {
				run = 0
			}
		}
	}
	return strings.Repeat("~", longest+1)
}

// jsonForm is the JSON script that models are asked for.
type jsonForm struct {
	Status string     `json:"status"`
	Edits  []jsonItem `json:"edits"`
	Reason string     `json:"reason"`
}

type jsonItem struct {
	Op    string   `json:"op"`
	From  AnchorID `json:"from"`
	To    AnchorID `json:"to"`
	Lines []string `json:"lines"`
}

// EncodeJSON writes a script in the JSON encoding, which has no rewrite of a
// run: the candidates turn one into a replacement from its first to its last
// line, where both have ids.
func EncodeJSON(c Candidates, s Script) string {
	form := jsonForm{Status: "fix", Edits: []jsonItem{}, Reason: s.Reason}
	if s.Status == StatusNoFix || s.Status == StatusNeeds {
		form.Status = "no_fix"
	}
	for _, op := range s.Ops {
		item := jsonItem{Op: op.Kind.String(), From: op.From, To: op.To, Lines: op.Lines}
		if op.Kind == Rewrite {
			item.Op = Replace.String()
			item.From, item.To = c.runEnds(string(op.From))
		}
		if item.To == "" {
			item.To = item.From
		}
		if item.Lines == nil {
			item.Lines = []string{}
		}
		form.Edits = append(form.Edits, item)
	}
	var b strings.Builder
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(form); err != nil {
		return "" // strings always encode
	}
	return b.String()
}

// runEnds returns the ids of the first and the last line of a run.
func (c Candidates) runEnds(name string) (first, last AnchorID) {
	for _, r := range c.Windows.Runs {
		if r.Name() == name && r.Lines.Len() > 0 {
			return c.LineID(r.Lines.Start), c.LineID(r.Lines.End - 1)
		}
	}
	return "", ""
}

// Shown returns the lines of a run as a model sees them: without terminators and
// byte order mark, and without the prefix of blanks that all of them share.
func (c Candidates) Shown(run int) (rows []string, prefix string) {
	return lines.Dedent(c.LinesOf(c.Windows.Runs[run].Lines))
}
