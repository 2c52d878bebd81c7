package review

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// Unlooked is a tool that did not look, and why.
type Unlooked struct {
	Tool  string   `json:"tool"` // "": none did
	Why   string   `json:"reason"`
	Files []string `json:"files,omitempty"` // none: the whole change
	// Due says that it should have: the project's configuration or the user names it.
	Due bool `json:"due"`
	// Held says that only trust keeps it from looking.
	Held bool `json:"-"`
}

// Verdict is a report with what the tools did.
type Verdict struct {
	Report
	Looked   []string
	Unlooked []Unlooked
	Fixes    []Fix
	Known    int // what its reader knows already, and is left out
}

// Fix is a sure fix of what is new.
type Fix struct {
	ID    string
	Title string // what it does, in short
	Of    []Finding
}

// Sort sorts a verdict into one order, whatever tool answered first.
func (v *Verdict) Sort() {
	slices.Sort(v.Looked)
	slices.SortFunc(v.Unlooked, func(a, b Unlooked) int { return strings.Compare(a.Tool, b.Tool) })
	slices.SortFunc(v.Hidden, func(a, b Hidden) int { return cmp.Or(strings.Compare(a.File, b.File), a.Line-b.Line) })
	for _, h := range v.Hidden {
		slices.SortStableFunc(h.Findings, func(a, b Finding) int { return a.Line - b.Line })
	}
}

// Bad reports whether there is anything that the change has to answer for.
func (v Verdict) Bad() bool { return len(v.New)+len(v.Hidden)+len(v.Loosened) > 0 }

// Blind reports whether a tool that should have looked did not.
func (v Verdict) Blind() bool {
	for _, u := range v.Unlooked {
		if u.Due {
			return true
		}
	}
	return false
}

// TextOptions say how much is shown.
type TextOptions struct {
	Most    int // bytes of the answer, about; 0: all
	Effects int // changed functions that are shown
}

// Text returns the verdict for people and models: a line that sums up, then one for each
// problem. Fixes stand before the place with their id, and behind "->" with what they do.
func (v Verdict) Text(o TextOptions) string {
	var lines []string
	say := func(format string, args ...any) { lines = append(lines, fmt.Sprintf(format, args...)) }
	fixed := v.fixes()
	for _, g := range Groups(v.New) {
		first := g.Findings[0]
		id, then := "", ""
		for _, d := range g.Findings {
			if f, ok := fixed[at(d)]; ok && id == "" {
				id, then = f.ID, " -> "+f.Title
			}
		}
		where, why := some(places(g.Findings)), ""
		switch {
		case len(g.Findings) == 1:
			where = fmt.Sprintf("%s:%d:%d", first.File, first.Line, first.Col)
		case o.Most == 0 && !first.gone(): // a person goes to each of them
			where = strings.Join(places(g.Findings), ", ")
		}
		switch {
		case first.gone():
			say("%-2s %s  %s%s", id, some(places(g.Findings)), g.Cause, then)
			continue
		case g.Cause != nil:
			why = " (" + g.Cause.String() + ")"
		}
		say("%-2s %s  %s%s  [%s]%s", id, where, first.Headline(), why, toolOf(first), then)
	}
	for _, h := range v.Hidden {
		say("HIDDEN %s:%d  %s", h.File, h.Line, h.Sentence())
	}
	for _, l := range v.Loosened {
		say("LOOSENED %s  %s", place(l.File, l.Line), l.Text)
	}
	for i, e := range v.Effects {
		if i == o.Effects {
			say("also %d more changed functions do other things than before", len(v.Effects)-i)
			break
		}
		say("also %s %s: %s", place(e.File, e.Line), e.Function, strings.Join(e.Said[:min(len(e.Said), 3)], "; "))
	}
	said := slices.ContainsFunc(v.Unlooked, func(u Unlooked) bool { return u.Tool == "" })
	for _, u := range v.Unlooked {
		switch {
		case u.Tool == "":
			say("NOT CHECKED %s: %s", some(u.Files), u.Why)
		case u.Due || len(v.Looked) == 0 && !said:
			say("NOT CHECKED by %s: %s", u.Tool, u.Why)
		}
	}
	if v.Known > 0 {
		say("%s from before still there", counted(v.Known, "problem"))
	}
	if v.Old > 0 {
		say("%s left alone", counted(v.Old, "old problem"))
	}
	out := v.sum() + "\n"
	for i, l := range lines {
		if o.Most > 0 && len(out)+len(l) > o.Most {
			return out + fmt.Sprintf("%d more lines\n", len(lines)-i)
		}
		out += l + "\n"
	}
	return out
}

// sum returns the first line.
func (v Verdict) sum() string {
	var parts []string
	n := 0
	for i, d := range v.New {
		if d.gone() || !d.repeats(v.New[:i]) {
			n++
		}
	}
	if n > 0 {
		parts = append(parts, counted(n, "new problem"))
	}
	if n := len(v.Hidden); n > 0 {
		parts = append(parts, fmt.Sprintf("%d hidden by this edit", n))
	}
	if n := len(v.Loosened); n > 0 {
		parts = append(parts, counted(n, "check")+" loosened")
	}
	if len(parts) == 0 {
		parts = append(parts, "nothing new")
	}
	if v.Fixed > 0 {
		parts = append(parts, fmt.Sprintf("%d gone", v.Fixed))
	}
	said := strings.Join(parts, ", ") + "; "
	if len(v.Looked) == 0 {
		said += "no tool looked"
	} else {
		said += strings.Join(v.Looked, ", ") + " looked"
	}
	var not []string
	for _, u := range v.Unlooked {
		if u.Tool != "" {
			not = append(not, u.Tool)
		}
	}
	if len(not) > 0 {
		said += " (not run: " + strings.Join(not, ", ") + ")"
	}
	return said
}

// fixes returns the sure ones by what they fix.
func (v Verdict) fixes() map[string]Fix {
	out := map[string]Fix{}
	for _, f := range v.Fixes {
		for _, d := range f.Of {
			out[at(d)] = f
		}
	}
	return out
}

// Add adds the verdict on another part of the change.
func (v *Verdict) Add(o Verdict) {
	v.New, v.Hidden, v.Loosened, v.Effects = append(v.New, o.New...), append(v.Hidden, o.Hidden...),
		append(v.Loosened, o.Loosened...), append(v.Effects, o.Effects...)
	v.Old, v.Fixed = v.Old+o.Old, v.Fixed+o.Fixed
	v.Looked = append(v.Looked, o.Looked...)
	v.Unlooked, v.Fixes = Joined(v.Unlooked, o.Unlooked...), append(v.Fixes, o.Fixes...)
	v.Sort()
	v.Looked = slices.Compact(v.Looked)
}

// Joined adds who did not look to a list, the files of one reason together.
func Joined(list []Unlooked, more ...Unlooked) []Unlooked {
	for _, u := range more {
		i := slices.IndexFunc(list, func(o Unlooked) bool { return o.Tool == u.Tool && o.Why == u.Why })
		if i < 0 {
			list = append(list, u)
			continue
		}
		list[i].Files = append(list[i].Files, u.Files...)
	}
	return list
}

func at(d Finding) string {
	return fmt.Sprintf("%s\x00%d\x00%d\x00%s", d.File, d.Line, d.Col, toolOf(d))
}

// Sentence says what a directive hides.
func (h Hidden) Sentence() string {
	return fmt.Sprintf("adds %q; without it %s", h.Text, without(h.Findings))
}

func without(list []Finding) string {
	if len(list) == 1 {
		return fmt.Sprintf("%s says at line %d: %s", toolOf(list[0]), list[0].Line, list[0].Headline())
	}
	var at []string
	for i, d := range list {
		if i == 3 {
			at = append(at, "…")
			break
		}
		at = append(at, fmt.Sprint(d.Line))
	}
	return fmt.Sprintf("%s (%s)", counted(len(list), "problem"), strings.Join(at, ", "))
}

func place(file string, line int) string {
	if line == 0 {
		return file
	}
	return fmt.Sprintf("%s:%d", file, line)
}

func counted(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}
