package lines

import (
	"slices"
	"strings"
)

// targets are the prefixes that may replace the common one of the given lines,
// in the order in which they are tried.
func (f Frame) targets(b Block, at []int, kept keptLines) []string {
	if len(at) == 0 {
		return []string{f.Prefix}
	}
	lines := pick(b.Lines, at)
	own := CommonLead(lines)
	shown := f.Prefix + own
	var list []string
	add := func(t string) {
		if !slices.Contains(list, t) {
			list = append(list, t)
		}
	}
	first := FirstText(f.Old)
	switch f.Mode {
	case ModeInsert:
		if !f.fits(lines[0], f.Prefix) && f.fits(lines[0], "") {
			add(own)
		}
		add(shown)
		add(own)
		return list
	case ModeRewrite:
		if slices.Contains(b.Fixed, true) { // the common prefix is one of a part
			add(shown)
		}
		add(f.Prefix)
		add(own)
	case ModeReplace:
		if first >= 0 && f.absolute(lines[0], f.Old[first]) && !f.fits(lines[0], f.Prefix) && f.disorder(Block{Lines: Indent(lines, f.Prefix), Literal: make([]bool, len(lines))}) > 0 {
			add(own)
		}
		add(shown)
		add(own)
	}
	for _, l := range lines {
		for _, indent := range kept.indents(l) {
			if t, ok := strings.CutSuffix(indent, Lead(l)[len(own):]); ok {
				add(t)
			}
		}
	}
	if first >= 0 {
		if t, ok := strings.CutSuffix(Lead(f.Old[first]), Lead(lines[0])[len(own):]); ok {
			add(t)
		}
	}
	if f.Mode == ModeReplace {
		add(CommonLead(f.Old))
	} else {
		add(shown)
	}
	return list
}

// shift replaces the common prefix of the given lines. Inside multi-line
// strings only what rendering removed is put back; a target that would need
// more for a new line there is no reading.
func (f Frame) shift(b Block, at []int, target string, match []int) ([]string, bool) {
	own := CommonLead(pick(b.Lines, at))
	out := slices.Clone(b.Lines)
	first := -1
	if !f.Trusted {
		first = FirstText(b.Lines)
	}
	for _, i := range at {
		out[i] = target + out[i][len(own):]
	}
	for i, l := range b.Lines {
		if !b.Literal[i] || b.Fixed[i] || Blank(l) {
			continue
		}
		kept := match[i] >= 0
		switch {
		case kept && i == first && Lead(l) == "": // stripped with the rest of the answer's start
			out[i] = Lead(f.Old[match[i]]) + l
		case kept && len(at) == 0 && !f.Aim.Contains(match[i]): // nothing else tells how the answer is indented
			out[i] = Lead(f.Old[match[i]]) + l[len(Lead(l)):]
		case target == f.Prefix+own:
			out[i] = f.Prefix + l
		case target == own:
		case kept:
			out[i] = Lead(f.Old[match[i]]) + l[len(Lead(l)):]
		default:
			return nil, false
		}
	}
	return out, true
}

// SameLeads reports whether all lines are indented as some old line is, in the
// document or as shown: then the answer kept what was there, odd as it may be.
func (f Frame) SameLeads(b Block) bool {
	known := map[string]bool{"": true}
	for _, l := range f.Old {
		if !Blank(l) {
			known[Lead(l)] = true
			known[strings.TrimPrefix(Lead(l), f.Prefix)] = true
		}
	}
	for i, l := range b.Lines {
		if !Blank(l) && !b.Literal[i] && !known[Lead(l)] {
			return false
		}
	}
	return true
}
