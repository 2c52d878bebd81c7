package verify

import (
	"strings"

	"github.com/fettle-dev/fettle/edits/verify/directive"
	"github.com/fettle-dev/fettle/internal/text"
)

// silenced names a directive of the new text that the old one did not have at
// that place, "" if there is none. One that moves with its code, or that says
// less than the one it replaces, is none.
func (c *check) silenced() string {
	p := c.lexedPart()
	var gone []directive.Found
	for _, h := range c.hunks {
		gone = append(gone, directive.In(c.before.Lang, c.oldFile(), h.Old)...)
	}
	for _, h := range c.hunks {
		if h.New.Len() == 0 {
			continue
		}
		was := directive.In(c.before.Lang, c.oldFile(), h.Old)
		for _, d := range directive.In(c.before.Lang, p.file, text.Lines{Start: h.New.Start - p.now.Start, End: h.New.End - p.now.Start}) {
			if take(&was, func(o directive.Found) bool { return directive.Covers(o, d) }) {
				take(&gone, func(o directive.Found) bool { return directive.Covers(o, d) })
				continue
			}
			if take(&was, func(o directive.Found) bool { return directive.Retyped(o, d) }) {
				c.retyped = true
				continue
			}
			if d.Code != "" && take(&gone, func(o directive.Found) bool { return o.Code == d.Code && directive.Covers(o, d) }) {
				continue
			}
			if d.Name == "suppress" && strings.Contains(c.in.Target.Message, "contextlib.suppress") {
				continue // what the tool itself asks for
			}
			return d.Name
		}
		for _, d := range was { // an end that is gone lets a region grow
			if directive.Ends(d) {
				return "end of " + d.Name
			}
		}
	}
	return ""
}

// take removes the first that fits from a list.
func take(list *[]directive.Found, fits func(directive.Found) bool) bool {
	for i, d := range *list {
		if fits(d) {
			*list = append((*list)[:i:i], (*list)[i+1:]...)
			return true
		}
	}
	return false
}
