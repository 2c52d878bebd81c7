package testkit

import (
	"sort"
	"strings"
	"unicode/utf8"
)

// documentChange is what a workspace edit says of one document.
type documentChange struct {
	uri   string
	named *int // version
	edits []TextEdit
}

func changesOf(edit WorkspaceEdit) []documentChange {
	var out []documentChange
	for uri, edits := range edit.Changes {
		out = append(out, documentChange{uri, nil, edits})
	}
	for _, c := range edit.DocumentChanges {
		out = append(out, documentChange{c.TextDocument.URI, c.TextDocument.Version, c.Edits})
	}
	return out
}

// piece is one edit of a text, in bytes.
type piece struct {
	start, end int
	text       string
}

// piecesOf returns edits in bytes, each of the text before all of them.
func piecesOf(edits []TextEdit, offset func(line, character int) int) []piece {
	var out []piece
	for _, e := range edits {
		out = append(out, piece{offset(e.Range.Start.Line, e.Range.Start.Character),
			offset(e.Range.End.Line, e.Range.End.Character), e.NewText})
	}
	return out
}

// inOrder reports whether pieces come one behind the other.
func inOrder(list []piece) bool {
	for i, p := range list {
		if p.start > p.end || i > 0 && p.start < list[i-1].end {
			return false
		}
	}
	return true
}

// sorted puts pieces in the order of their places.
func sorted(list []piece) []piece {
	sort.SliceStable(list, func(i, j int) bool { return list[i].start < list[j].start })
	return list
}

// units counts the columns of a character.
type units func(r rune) int

// offsetOf returns the byte offset of a position, and whether the position lies
// beyond its line.
func offsetOf(text string, line, character int, of units) (at int, beyond bool) {
	for ; line > 0; line-- {
		i := strings.IndexAny(text[at:], "\r\n")
		if i < 0 {
			return len(text), character > 0
		}
		at += i + 1
		if text[at-1] == '\r' && at < len(text) && text[at] == '\n' {
			at++
		}
	}
	for character > 0 && at < len(text) && text[at] != '\n' && text[at] != '\r' {
		r, n := utf8.DecodeRuneInString(text[at:])
		character -= of(r)
		at += n
	}
	return at, character > 0
}

// positionOf returns the position of a byte offset.
func positionOf(text string, offset int, of units) map[string]int {
	line, start := 0, 0
	for i := range offset {
		if text[i] == '\n' || text[i] == '\r' && !(i+1 < len(text) && text[i+1] == '\n') {
			line, start = line+1, i+1
		}
	}
	n := 0
	for _, r := range text[start:offset] {
		n += of(r)
	}
	return map[string]int{"line": line, "character": n}
}
