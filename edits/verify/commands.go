package verify

import "github.com/fettle-dev/fettle/edits/verify/power"

// commanded is what lines reach once more than those before them, "" if nothing.
func (c *check) commanded() string {
	before, after := c.changed()
	if !power.Scripted(c.before.Lang) {
		before, after = "", ""
		for _, h := range c.hunks {
			before, after = before+c.oldCode(h.Old), after+c.newCode(h.New)
		}
	}
	return power.Reached(c.before.Lang, c.before.Text(), before, after, c.in.Target.Message)
}
