package decode

import (
	"path"
	"strings"

	"github.com/fettle-dev/fettle/edits"
	"github.com/fettle-dev/fettle/edits/window"
	"github.com/fettle-dev/fettle/internal/text"
)

// The caps of the decoder itself. They bound its memory and lie far above what
// a script may hold, which is checked where it is applied.
const (
	maxAnswerLines = 50_000
	maxAnswerOps   = 1_000
)

// decoder reads one answer.
type decoder struct {
	c     edits.Candidates
	body  string
	lines []string
	keyed map[found]string
}

// found is a part of the document at a level.
type found struct {
	run   text.Lines
	level level
}

// A level is one of the ways in which quoted old code may equal the document. They
// are tried in order; similarity is none of them.
type level uint8

const (
	levelExact level = iota
	levelTrailing
	levelOffset // all lines indented alike by some constant
	levelBare   // no indentation compared at all; for anchors only
)

// placed makes an operation on lines that were found, not addressed.
func placed(at text.Lines, lines []string) edits.Op {
	kind := edits.Replace
	switch {
	case at.Len() == 0:
		kind = edits.InsertBefore
	case len(lines) == 0:
		kind = edits.Delete
	}
	return edits.Op{Kind: kind, Lines: lines, Faithful: true, Place: &at}
}

// inWindows reports whether a line of the windows passes.
func (d *decoder) inWindows(pass func(line string) bool) bool {
	for _, r := range d.c.Windows.Runs {
		for l := r.Lines.Start; l < r.Lines.End; l++ {
			if pass(d.c.Line(l)) {
				return true
			}
		}
	}
	return false
}

// ownFile reports whether a file name, if any, can mean the document: one of
// the two paths must end in the other.
func (d *decoder) ownFile(name string) bool {
	return name == "" || sameFile(name, d.c.Snapshot)
}

func sameFile(name string, s text.Snapshot) bool {
	path := s.Path
	if path == "" {
		path = s.URI
	}
	if path == "" {
		return true
	}
	path = strings.ReplaceAll(path, "\\", "/")
	name = strings.ReplaceAll(strings.TrimSpace(name), "\\", "/")
	name = strings.TrimLeft(strings.TrimPrefix(name, "./"), "/")
	path = strings.TrimLeft(path, "/")
	return name == path || strings.HasSuffix(path, "/"+name) || strings.HasSuffix(name, "/"+path)
}

// fileName reports whether a word looks like the name of a file.
func fileName(s string) bool {
	if s == "" || len(s) > 300 || strings.ContainsAny(s, " \t<>|?*(){}=;,") {
		return false
	}
	ext := strings.TrimPrefix(path.Ext(path.Base(s)), ".")
	if ext == "" {
		return strings.Contains(s, "/")
	}
	return len(ext) <= 10 && idChars(ext)
}

func (d *decoder) primary() (window.Run, bool) {
	for _, r := range d.c.Windows.Runs {
		if r.Role == window.Primary {
			return r, true
		}
	}
	return window.Run{}, false
}

// spanOf returns the range of lines that an op addresses, as far as its ids exist.
func (d *decoder) spanOf(op edits.Op) text.Lines {
	from, r := d.c.Lookup(op.From)
	if r != nil {
		return text.Lines{Start: -1, End: -1}
	}
	if to, r := d.c.Lookup(op.To); r == nil {
		return from.Lines.Union(to.Lines)
	}
	return from.Lines
}
