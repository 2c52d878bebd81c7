package main

import (
	"regexp"
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/edits"
	"github.com/fettle-dev/fettle/edits/lines"
)

// slip is a habit of models that changes the text of an answer, in some
// encodings.
type slip struct {
	formats string // all if empty
	change  func(text string) string
}

var (
	lineID    = regexp.MustCompile(`\bL(\d+):[a-z2-7]{2}\b`)
	marked    = regexp.MustCompile(`(?m)^ `)
	quotation = regexp.MustCompile(`(?s)<<<<<<< SEARCH\n(.*?)=======`)
)

// slips are habits that [oracle.noises] leaves out: each is what one form of the
// decoder is there for.
var slips = []slip{
	{"", func(t string) string { return "\ufeff" + t }},
	{"", func(t string) string { return "<think>\nEDIT it?\n</think>\n" + t }},
	{"", func(t string) string { return t + "<|im_end|>\n" }},
	{"text rewrite", func(t string) string { return strings.TrimSuffix(t, "END\n") }},
	{"text rewrite", func(t string) string { return strings.ReplaceAll(t, "~~~", "```") }},
	{"text", func(t string) string { return lineID.ReplaceAllString(t, "L$1") }},
	{"text", func(t string) string { return strings.ReplaceAll(t, "EDIT replace", "EDIT Replace") }},
	{"json", func(t string) string { return strings.Replace(t, "]}", ",]}", 1) }},
	{"json", func(t string) string { return strings.Replace(t, `"fix"`, `"no_fix"`, 1) }},
	{"json", func(t string) string { return t + "\n" + t }},
	{"unified_diff", func(t string) string { return marked.ReplaceAllString(t, "") }},
	{"unified_diff search_replace", func(t string) string { return onEach(t, "    ") }},
	{"search_replace", func(t string) string {
		return quotation.ReplaceAllStringFunc(t, func(q string) string { return strings.ReplaceAll(q, "\n", "  \n") })
	}},
}

func onEach(text, lead string) string {
	return lead + strings.ReplaceAll(strings.TrimSuffix(text, "\n"), "\n", "\n"+lead) + "\n"
}

// slipped are the answers that the slips make of one: of its text, and of the new
// lines of its operations.
func (p *oracle) slipped(s scriptText) []string {
	var out []string
	for _, slip := range slips {
		if slip.formats != "" && !slices.Contains(strings.Fields(slip.formats), s.format) {
			continue
		}
		if text := slip.change(s.text); text != s.text {
			out = append(out, text)
		}
	}
	if s.format != "text" && s.format != "rewrite" {
		return out
	}
	name := "# " + p.record.FileName
	for _, dress := range []func(op edits.Op) []string{
		func(op edits.Op) []string { return slices.Concat([]string{"```"}, op.Lines, []string{"```"}) },
		func(op edits.Op) []string { return append([]string{name}, op.Lines...) },
		func(op edits.Op) []string { return lines.Indent(op.Lines, "+") },
		func(op edits.Op) []string { return append(slices.Clone(op.Lines), op.Lines...) },
		p.withNeighbours,
	} {
		next := s.script
		next.Ops = slices.Clone(next.Ops)
		for i, op := range next.Ops {
			if len(op.Lines) > 0 {
				next.Ops[i].Lines = dress(op)
			}
		}
		out = append(out, edits.EncodeText(next))
	}
	return out
}

// withNeighbours adds the lines round those that an operation replaces.
func (p *oracle) withNeighbours(op edits.Op) []string {
	from, r1 := p.candidates.Lookup(op.From)
	to, r2 := p.candidates.Lookup(op.To)
	if op.Kind != edits.Replace || r1 != nil || r2 != nil {
		return op.Lines
	}
	s := p.record.Before
	out := slices.Clone(op.Lines)
	if l := from.Lines.Start - 1; l >= 0 {
		out = slices.Insert(out, 0, s.Line(l))
	}
	if l := to.Lines.End; l < s.LineCount() {
		out = append(out, s.Line(l))
	}
	return out
}
