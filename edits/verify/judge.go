package verify

import (
	"context"
	"errors"
	"slices"

	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/diagnostics/linter"
	"github.com/fettle-dev/fettle/providers/signal"
)

// Look runs one tool on the text of a fix: on the document, and for tools that
// see more than one file also on the files that use it.
type Look func(ctx context.Context, tool string, before, after text.Snapshot) (Looked, error)

// Looked is what a tool says of the text of a fix.
type Looked struct {
	Here      []signal.Diagnostic // of the document
	Elsewhere []Away              // what is new in other files
	Files     int                 // that it looked at; 0 = the document alone
}

// Away is a finding in another file than the document. Its span is that
// file's.
type Away struct {
	signal.Diagnostic
	File string // as shown: relative to the root
	Line int    // from 1
}

// Judges are the tools that have a say in every fix of a language, where they
// run in the project: a fix for one tool never makes a judge report an error
// that it did not report.
type Judges struct {
	Tools []string
	// Counts reports whether a judge's finding is about an error, not about
	// taste.
	Counts func(signal.Diagnostic) bool
}

// look has a tool look at the new text.
func (c *check) look(ctx context.Context, tool string) (Looked, error) {
	if c.in.Look != nil {
		return c.in.Look(ctx, tool, c.before, c.after)
	}
	list, err := c.in.Lint(ctx, tool, c.after)
	return Looked{Here: list}, err
}

// askJudges is the part of "nothing new" that belongs to the tools that were not asked yet. A
// judge that says nothing of the old text either does not run here and has no
// word in this; one that falls silent for the new text makes it unverified.
func askJudges(ctx context.Context, c *check, a *answers, asked ...string) {
	for _, tool := range c.in.Judges.Tools {
		if slices.ContainsFunc(asked, func(a string) bool { return ownerOf(a) == tool }) {
			continue
		}
		before, after, err := c.judge(ctx, tool)
		switch {
		case ctx.Err() != nil:
			return
		case errors.As(err, new(*afterError)):
			if errors.Is(err, ErrNotLooked) && slices.ContainsFunc(before,
				func(d signal.Diagnostic) bool { return linter.OfCompiler(tool, d) }) {
				continue // it stopped at an error before, and stops at the next one now: the compiler goes on
			}
			a.doubts = append(a.doubts, tool+" could not check the result: "+oneLine(err.Error()))
			continue
		case err != nil:
			continue
		}
		a.looked(tool, after)
		taste := func(d signal.Diagnostic) bool { return !c.in.Judges.Counts(d) || a.known(c, d) }
		c.untold = c.unsaid(ctx, tool, before, a.was)
		fresh := slices.DeleteFunc(c.pair(before, after.Here).Fresh(), taste)
		a.was = append(a.was, before...)
		elsewhere := slices.DeleteFunc(after.Elsewhere, func(e Away) bool { return taste(e.Diagnostic) })
		if a.add(c, tool, fresh, elsewhere); a.refused() != nil {
			return
		}
	}
}

// known reports whether a tool that was asked said of the same line of the old text
// what a judge says of the new one. go vet ends at the first error: with that
// mended it repeats what the compiler has said all along.
func (a *answers) known(c *check, d signal.Diagnostic) bool {
	return slices.ContainsFunc(a.was, func(w signal.Diagnostic) bool {
		return w.Code == d.Code && w.Message == d.Message &&
			c.before.Line(c.before.LineAt(w.Span.Start)) == c.after.Line(c.after.LineAt(d.Span.Start))
	})
}

// ownerOf returns the tool whose run returns another one's findings: clippy's those of
// rustc.
func ownerOf(tool string) string {
	if spec, ok := linter.Find(tool); ok {
		return spec.Name
	}
	return tool
}
