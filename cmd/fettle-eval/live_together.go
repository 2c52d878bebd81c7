package main

import (
	"maps"
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/edits/diff"
	"github.com/fettle-dev/fettle/internal/text"
)

// together makes one case of all that damage the same file: real files have more than
// one defect. Those that touch the lines of an earlier one are left out.
func together(cases []liveCase) []liveCase {
	var out []liveCase
	edits := map[int][]text.Edit{}
	for _, c := range cases {
		name, defect, _ := strings.Cut(c.ID, "/")
		at := slices.IndexFunc(out, func(o liveCase) bool { return strings.HasPrefix(o.ID, name+":") && o.Right == c.Right })
		if at < 0 {
			at = len(out)
			first := c
			first.ID, first.Tool, first.Project = name+":", "", maps.Clone(c.Project)
			out = append(out, first)
		}
		whole := text.New(c.Right)
		own := diff.Minimal(c.Right, c.Text)
		lines := func(e text.Edit) text.Lines { return whole.LinesOf(e.Span) }
		if slices.ContainsFunc(own, func(e text.Edit) bool {
			return slices.ContainsFunc(edits[at], func(o text.Edit) bool { return lines(e).Touches(lines(o)) })
		}) {
			continue
		}
		edits[at] = append(edits[at], own...)
		slices.SortFunc(edits[at], func(a, b text.Edit) int { return a.Span.Start - b.Span.Start })
		if s, err := whole.Apply(edits[at]); err == nil {
			o := &out[at]
			maps.Copy(o.Project, c.Project) // tests come with the defects that they find
			o.ID, o.Text = strings.TrimPrefix(o.ID+"+"+defect, "+"), s.Text()
			if !slices.Contains(o.tools(), c.Tool) {
				o.Tool = strings.TrimPrefix(o.Tool+", "+c.Tool, ", ")
			}
		}
	}
	for i := range out {
		name, defects, _ := strings.Cut(out[i].ID, ":")
		out[i].ID = name + "/" + strings.TrimPrefix(defects, "+")
	}
	return out
}

// tools are those that report the defects of a case.
func (c liveCase) tools() []string { return strings.Split(c.Tool, ", ") }
