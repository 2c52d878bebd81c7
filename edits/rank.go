package edits

import (
	"strings"

	"github.com/fettle-dev/fettle/edits/window"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/signal"
)

// The scores of a candidate. They are data: change one only for a measured
// gain.
const (
	scoreUnique   = 10 // the first line's text stands once in the document
	scoreTwice    = 5
	scoreNear     = 10 // less one per line between candidate and diagnostic
	scoreComplex  = 5  // more than five tokens
	scoreSome     = 3  // more than three
	scoreContains = 5  // the span contains the diagnostic
	scoreQuoted   = 3  // the message quotes its name
	scoreImport   = 5  // an import, where the signal asks for imports
	tokensComplex = 5
	tokensSome    = 3
)

func score(s text.Snapshot, w window.Set, d signal.Diagnostic, list []Candidate) {
	count := lineCounts(s)
	at := s.LinesOf(d.Span)
	quoted := map[string]bool{}
	for _, name := range window.QuotedNames(d.Message) {
		quoted[lastName(name)] = true
	}
	imports := asksForImports(w)
	for i := range list {
		c := &list[i]
		if c.Lines.Len() == 0 {
			continue
		}
		head := s.Line(headLine(s, *c))
		n := 0
		switch count[head] {
		case 1:
			n += scoreUnique
		case 2:
			n += scoreTwice
		}
		n += max(0, scoreNear-gap(c.Lines, at))
		n += complexity(head)
		if c.Lines.Covers(at) {
			n += scoreContains
		}
		if c.Kind != Block && c.Name != "" && quoted[lastName(c.Name)] {
			n += scoreQuoted
		}
		if c.Kind == Import && imports {
			n += scoreImport
		}
		c.Score = n
	}
}

// headLine returns the line that stands for a candidate: the first of its lines that
// is neither blank nor a decorator, so that equal decorators do not hide
// different functions.
func headLine(s text.Snapshot, c Candidate) int {
	if c.Kind != Function && c.Kind != Class {
		return c.Lines.Start
	}
	for l := c.Lines.Start; l < c.Lines.End; l++ {
		if t := strings.TrimSpace(s.Line(l)); t != "" && t[0] != '@' && t[0] != '#' && !strings.HasPrefix(t, "//") &&
			t[0] != '*' && !strings.HasPrefix(t, "/*") {
			return l
		}
	}
	return c.Lines.Start
}

func lineCounts(s text.Snapshot) map[string]int {
	n := s.LineCount()
	count := make(map[string]int, n)
	for l := range n {
		count[s.Line(l)]++
	}
	return count
}

// gap returns the number of lines between two ranges, 0 if they overlap or touch
// from inside.
func gap(a, b text.Lines) int {
	switch {
	case a.End <= b.Start:
		return b.Start - a.End + 1
	case b.End <= a.Start:
		return a.Start - b.End + 1
	}
	return 0
}

func complexity(line string) int {
	if strings.Trim(line, " \t()[]{},;:") == "" {
		return 0
	}
	switch n := len(strings.Fields(line)); {
	case n > tokensComplex:
		return scoreComplex
	case n > tokensSome:
		return scoreSome
	}
	return 0
}

func asksForImports(w window.Set) bool {
	for _, r := range w.Runs {
		if r.Role == window.Imports || len(r.ImportOnly) > 0 {
			return true
		}
	}
	return false
}

func lastName(name string) string {
	name = strings.TrimRight(name, "()")
	return name[strings.LastIndexAny(name, ".:/")+1:]
}
