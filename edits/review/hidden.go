package review

import (
	"slices"
	"strings"
	"unicode"

	"github.com/fettle-dev/fettle/edits/diff"
	"github.com/fettle-dev/fettle/edits/verify/pairs"
	"github.com/fettle-dev/fettle/internal/lazyre"
	"github.com/fettle-dev/fettle/internal/syntax"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/signal"
)

// Directive is a comment that came with a change and may silence a tool.
type Directive struct {
	File string `json:"file"` // as shown
	Line int    `json:"line"` // from 1
	Text string `json:"directive"`
	span text.Span
}

// Hidden is a directive with what it hides.
type Hidden struct {
	Directive
	Findings []Finding
}

// mayDirect finds the comments that are worth a run of the tools without them, by the words of directives. It may
// find too many: what a comment hides is for the tools to say. Of those without such a word: semgrep.dev/docs
// (nosemgrep), docs.sonarsource.com (NOSONAR), jetbrains.com/help (noinspection).
var mayDirect = lazyre.New(`(?i)no ?qa|no-?(?:sec|lint|check|semgrep|sonar|inspection)|ignore|disable|suppress|allow` +
	`|expect|skip|pragma|\boff\b|type:|pylint|ruff:|mypy:|pyright:|flake8|eslint|biome|oxlint`)

// attribute finds Rust's directives, which are no comments
// (https://doc.rust-lang.org/reference/attributes/diagnostics.html).
var attribute = lazyre.New(`#!?\[(?:allow|expect)\([^\]]*\)\]`)

// bare returns the words of a text without its comments and directives.
func bare(s text.Snapshot) string {
	spans := syntax.Parse(s.Lang, s.Text()).Comments(text.Span{End: s.Len()})
	b := []byte(s.Text())
	if s.Lang == "rust" {
		for _, at := range attribute.FindAllStringIndex(s.Text(), -1) {
			spans = append(spans, text.Span{Start: at[0], End: at[1]})
		}
	}
	for _, c := range spans {
		for i := range b[c.Start:c.End] {
			b[c.Start+i] = ' '
		}
	}
	return strings.Join(strings.Fields(string(b)), " ")
}

// directives returns the directives of a text on some lines.
func directives(name string, s text.Snapshot, comments []text.Span) (out []Directive) {
	if s.Lang == "rust" {
		for _, at := range attribute.FindAllStringIndex(s.Text(), -1) {
			comments = append(comments, text.Span{Start: at[0], End: at[1]})
		}
	}
	for _, c := range comments {
		if said := s.Slice(c); mayDirect.MatchString(said) {
			out = append(out, Directive{File: name, Line: s.LineAt(c.Start) + 1, Text: strings.TrimSpace(said), span: c})
		}
	}
	return out
}

// Muted returns the file with the directives made meaningless that came with the change,
// and those that it was rid of: nothing else of a text moves, so that what tools say
// more of it is what they hide. The directives are none where nothing came.
func (f *File) Muted() (came []Directive, before, after text.Snapshot) {
	before, after = f.Before, f.After
	if !f.Changed() || f.Went {
		return nil, before, after
	}
	was, now := f.directives()
	stay := map[string]int{}
	for _, d := range was {
		stay[d.Text]++
	}
	for _, d := range now {
		if !f.fresh(d.Line - 1) {
			stay[d.Text]--
		}
	}
	for _, d := range now {
		if !f.fresh(d.Line - 1) {
			continue
		}
		if stay[d.Text] > 0 { // its line moved, or changed elsewhere
			stay[d.Text]--
			continue
		}
		came = append(came, d)
	}
	if len(came) == 0 {
		return nil, before, after
	}
	return came, before.With(mute(before.Text(),
			slices.DeleteFunc(was, func(d Directive) bool { return !f.removed(d.Line - 1) }))),
		after.With(mute(after.Text(), came))
}

// directives returns those of both texts.
func (f *File) directives() (was, now []Directive) {
	return directives(f.Name, f.Before, f.before().Comments(text.Span{End: f.Before.Len()})),
		directives(f.Name, f.After, f.after().Comments(text.Span{End: f.After.Len()}))
}

// Departed returns the directives that a change removed. Those of one text are the same.
func Departed(files []*File) (out []Directive) {
	for _, f := range files {
		if !f.Changed() {
			continue
		}
		was, now := f.directives()
		stay := map[string]int{}
		for _, d := range now {
			stay[d.Text]++
		}
		for _, d := range was {
			if stay[d.Text]--; stay[d.Text] < 0 {
				out = append(out, d)
			}
		}
	}
	return out
}

// removed reports whether the change removed a line of the old text.
func (f *File) removed(line int) bool {
	return slices.ContainsFunc(f.changes(), func(h diff.Hunk) bool { return h.Old.Contains(line) })
}

// mute makes directives meaningless in place. An attribute is none any more only where
// nothing of it is left.
func mute(s string, list []Directive) string {
	b := []byte(s)
	for _, d := range list {
		for i := d.span.Start; i < d.span.End; i++ {
			switch c := rune(b[i]); {
			case strings.HasPrefix(d.Text, "#[") || strings.HasPrefix(d.Text, "#!["):
				b[i] = ' '
			case c < unicode.MaxASCII && (unicode.IsLetter(c) || unicode.IsDigit(c)):
				b[i] = 'x'
			}
		}
	}
	return string(b)
}

// Said is what one tool says of muted texts.
type Said struct {
	Tool     string
	Was, Now []signal.Diagnostic
}

// Hide says what directives of a file hide from a tool: what it says of the muted text and
// not of the text, unless that was hidden before as well.
func (f *File) Hide(came []Directive, s Said, mutedBefore text.Snapshot) []Hidden {
	out := make([]Hidden, len(came))
	for i, d := range came {
		out[i].Directive = d
	}
	had := map[said]bool{}
	for _, d := range f.Now[s.Tool] {
		had[saidBy(d)] = true
	}
	muted := File{Before: mutedBefore, After: f.After, Came: f.Came, hunks: f.changes(), old: f.before()}
	p := muted.pair(s.Was, s.Now)
	for j, d := range s.Now {
		of := slices.ContainsFunc(came, func(c Directive) bool { return c.span.Contains(d.Span.Start) })
		if had[saidBy(d)] || of || !d.Weighs() || p.Of[j] >= 0 && !f.visible(s.Was[p.Of[j]], s.Tool) {
			continue
		}
		i := hider(came, f.After.LineAt(d.Span.Start))
		out[i].Findings = append(out[i].Findings, f.finding(d))
	}
	return slices.DeleteFunc(out, func(h Hidden) bool { return len(h.Findings) == 0 })
}

// Merge puts what tools say of the same directives together.
func Merge(a, b []Hidden) []Hidden {
	for _, h := range b {
		if i := slices.IndexFunc(a, func(o Hidden) bool { return o.Directive == h.Directive }); i >= 0 {
			a[i].Findings = append(a[i].Findings, h.Findings...)
		} else {
			a = append(a, h)
		}
	}
	return a
}

// visible reports whether a tool said of the old text what it says of the muted one.
func (f *File) visible(d signal.Diagnostic, tool string) bool {
	return slices.ContainsFunc(f.Was[tool], func(o signal.Diagnostic) bool {
		return pairs.Key(o) == pairs.Key(d) &&
			o.Span == d.Span
	})
}

// hider returns the directive that hides what is on a line: the nearest one on it or above it,
// else the first.
func hider(came []Directive, line int) int {
	best := 0
	for i, d := range came {
		if d.Line-1 <= line {
			best = i
		}
	}
	return best
}
