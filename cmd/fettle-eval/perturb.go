package main

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/edits"
	"github.com/fettle-dev/fettle/edits/diff"
	"github.com/fettle-dev/fettle/edits/lines"
	"github.com/fettle-dev/fettle/edits/window"
	"github.com/fettle-dev/fettle/internal/syntax"
	"github.com/fettle-dev/fettle/internal/text"
)

// maxPerturbed is the length up to which runs are put back in other forms.
const maxPerturbed = 60

// renderings are the forms in which models send the text of a run.
var renderings = []struct {
	name     string
	faithful bool
	render   func(lines []string) []string
}{
	{"dedented", true, dedented},
	{"absolute", true, func(l []string) []string { return l }},
	{"shifted", true, func(l []string) []string { return lines.Indent(dedented(l), "  ") }},
	{"stripped-absolute", false, strip},
	{"stripped-dedented", false, func(l []string) []string { return strip(dedented(l)) }},
}

func dedented(code []string) []string {
	out, _ := lines.Dedent(code)
	return out
}

// strip takes the indentation of the first line with text, as recorders do.
func strip(lines []string) []string {
	out := slices.Clone(lines)
	for i, l := range out {
		if t := strings.TrimLeft(l, " \t"); t != "" {
			out[i] = t
			break
		}
	}
	return out
}

// perturb puts the new text of the lines round a fix that people made back in
// several forms, and counts how often the recorded text comes out.
func perturb(w io.Writer, o applyOptions, source string, records []Record, files map[string]*syntax.File, t *verdictTable) {
	seen := map[string]bool{}
	for _, r := range records {
		f := files[r.BeforeRef]
		if r.Source != "pyty" || !r.HasText || len(r.Edits) != 1 || f == nil || strings.Contains(r.Before.Text(), "\r") {
			continue
		}
		change := lineChanges(r)[0]
		key := r.BeforeRef + "\x00" + change.old.String() + "\x00" + strings.Join(change.new, "\n")
		after, err := r.After()
		if seen[key] || err != nil || len(f.Damage) > 0 || len(syntax.Parse(f.Lang, after).Damage) > 0 ||
			lines.LayoutErrors(r.Before.Text())+lines.LayoutErrors(after) > 0 {
			continue
		}
		seen[key] = true
		for _, margin := range []int{1, 3} {
			perturbRun(r, f, change, after, margin, func(form string, v verdict, why string) {
				t.add(source, form, v)
				if o.verbose && v != isEqual {
					fmt.Fprintf(w, "%s %s %s margin %d %s: %s\n", v, r.Code, r.ID, margin, form, why)
				}
			})
		}
	}
}

func perturbRun(r Record, f *syntax.File, change lineChange, after string, margin int, report func(form string, v verdict, why string)) {
	run := text.Lines{Start: max(0, change.old.Start-margin), End: min(r.Before.LineCount(), change.old.End+margin)}
	set := window.Set{Runs: []window.Run{{Role: window.Primary, Index: 1, Lines: run}}}
	p := &oracle{record: r, after: after, changes: []lineChange{change}, candidates: edits.NewCandidates(r.Before, set, f, r.Diagnostic())}
	lines, _ := p.newRun(0)
	if run.Len() > maxPerturbed || len(lines) > maxPerturbed {
		return
	}
	parse := noWorse(f)
	for _, form := range renderings {
		s := edits.Script{Status: edits.StatusFix, Shape: edits.ShapeRewrite, Ops: []edits.Op{
			{Kind: edits.Rewrite, From: "PRIMARY", Lines: form.render(lines), Faithful: form.faithful}}}
		res, rejects := edits.Apply(p.candidates, s, edits.Options{Parse: parse, Unlimited: true})
		switch {
		case len(rejects) > 0:
			report(form.name, isRefused, rejects[0].Error())
		case res.Rival != nil:
			report(form.name, isRefused, "it can be read in two ways, and no tool decides here")
		case res.Text != after:
			report(form.name, isWrong, "another text:\n"+diff.Unified("expected and applied", after, res.Text))
		default:
			report(form.name, isEqual, "")
		}
	}
}
