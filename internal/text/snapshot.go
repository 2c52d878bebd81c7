package text

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
)

// Snapshot is one immutable version of one document. The zero value is an
// empty document without a name. Snapshots are values: copy them freely.
type Snapshot struct {
	// URI is the document's name in the spelling of whoever opened it.
	URI string
	// Path is the absolute file path, empty for documents that are no file.
	Path string
	// Lang is the LSP language identifier: "python", "go", "typescript",
	// "typescriptreact", "javascript", "javascriptreact", "rust" …
	Lang string
	// Version is the editor's version number; 0 for text read from disk.
	Version int32
	// Incarnation counts the openings of the document.
	Incarnation uint64

	body *body
}

type body struct {
	text   string
	starts []int32 // byte offset of the first byte of each line
	once   sync.Once
	hash   [sha256.Size]byte

	facts    sync.Map // see Fact
	measured sync.Once
	longest  int     // characters of the longest line
	lone     []int32 // those of starts that a lone "\r" stands before
}

// New makes a snapshot of text, which must be smaller than 2 GiB.
func New(text string) Snapshot { return Snapshot{body: &body{text: text, starts: lineStarts(text)}} }

// File makes a snapshot of a file's text, with its path and language set.
func File(path, lang, text string) Snapshot {
	s := New(text)
	s.Path, s.Lang = path, lang
	return s
}

// With returns the same document with another text and nothing else changed.
func (s Snapshot) With(text string) Snapshot {
	s.body = &body{text: text, starts: lineStarts(text)}
	return s
}

// Text returns the whole text.
func (s Snapshot) Text() string {
	if s.body == nil {
		return ""
	}
	return s.body.text
}

// Len returns the number of bytes.
func (s Snapshot) Len() int { return len(s.Text()) }

// Hash returns the SHA-256 of the text, computed on first use.
func (s Snapshot) Hash() [sha256.Size]byte {
	if s.body == nil {
		return sha256.Sum256(nil)
	}
	s.body.once.Do(func() { s.body.hash = sha256.Sum256([]byte(s.body.text)) })
	return s.body.hash
}

// Fact is something about a text that is worked out once, however many findings ask for
// it: it stays as long as the text does, or until [Snapshot.Forget]. The key is of a type
// of the caller's own.
func (s Snapshot) Fact(key any, make func() any) any {
	if s.body == nil {
		return make()
	}
	once, _ := s.body.facts.LoadOrStore(key, sync.OnceValue(make))
	return once.(func() any)()
}

// Forget drops the facts of a text that is kept longer than anybody asks about it: trees
// are many times larger than their texts. Who asks again has them worked out again.
func (s Snapshot) Forget() {
	if s.body != nil {
		s.body.facts.Clear()
	}
}

// LineCount returns the number of lines. A text that ends with a terminator has no
// further, empty line; the empty text has one empty line.
func (s Snapshot) LineCount() int {
	if s.body == nil {
		return 1
	}
	n := len(s.body.starts)
	if n > 1 && int(s.body.starts[n-1]) == len(s.body.text) {
		return n - 1
	}
	return n
}

// LineStart returns the offset of the line's first byte. Lines past the end start
// at the end of the text.
func (s Snapshot) LineStart(line int) int {
	if s.body == nil || line <= 0 {
		return 0
	}
	if line >= len(s.body.starts) {
		return len(s.body.text)
	}
	return int(s.body.starts[line])
}

// LineSpan returns the line without its terminator.
func (s Snapshot) LineSpan(line int) Span {
	full := s.FullLineSpan(line)
	t := s.Text()
	for full.End > full.Start && (t[full.End-1] == '\n' || t[full.End-1] == '\r') {
		full.End--
	}
	return full
}

// FullLineSpan returns the line with its terminator.
func (s Snapshot) FullLineSpan(line int) Span { return Span{s.LineStart(line), s.LineStart(line + 1)} }

// Line returns the text of a line without its terminator.
func (s Snapshot) Line(line int) string { return s.Slice(s.LineSpan(line)) }

// Terminator returns the line's own terminator: "\n", "\r\n", "\r" or "".
func (s Snapshot) Terminator(line int) string {
	return s.Text()[s.LineSpan(line).End:s.FullLineSpan(line).End]
}

// LinesSpan returns the byte span of whole lines, terminators included.
func (s Snapshot) LinesSpan(l Lines) Span { return Span{s.LineStart(l.Start), s.LineStart(l.End)} }

// Slice returns the text of a span. Spans out of range are clamped.
func (s Snapshot) Slice(sp Span) string {
	t := s.Text()
	sp.Start = max(0, min(sp.Start, len(t)))
	sp.End = max(sp.Start, min(sp.End, len(t)))
	return t[sp.Start:sp.End]
}

// LineAt returns the zero-based line that contains the offset; the end of the text
// belongs to the last line.
func (s Snapshot) LineAt(offset int) int {
	if s.body == nil {
		return 0
	}
	i := firstAbove(s.body.starts, offset) - 1
	return max(0, min(i, s.LineCount()-1))
}

// LinesOf returns the range of lines that a span touches. An empty span touches its
// own line. A span that ends at the start of a line does not touch it.
func (s Snapshot) LinesOf(sp Span) Lines {
	first := s.LineAt(sp.Start)
	if sp.End <= sp.Start {
		return Lines{first, first + 1}
	}
	return Lines{first, s.LineAt(sp.End-1) + 1}
}

// MajorityTerminator returns the terminator most lines have, "\n" if none has one.
func (s Snapshot) MajorityTerminator() string {
	t := s.Text()
	crlf := strings.Count(t, "\r\n")
	lf := strings.Count(t, "\n") - crlf
	cr := strings.Count(t, "\r") - crlf
	switch {
	case crlf > lf && crlf >= cr:
		return "\r\n"
	case cr > lf:
		return "\r"
	}
	return "\n"
}

// ErrOverlap is returned by [Snapshot.Apply] when edits overlap or leave the
// text.
var ErrOverlap = errors.New("edits overlap or lie outside the text")

func overlap(e Edit) error { return fmt.Errorf("%w: %v", ErrOverlap, e.Span) }

// Holds reports whether the edits lie in the text and do not overlap: whether Apply accepts them.
func (s Snapshot) Holds(edits []Edit) bool {
	sorted := inOrder(edits)
	last := 0
	for _, e := range sorted {
		if e.Span.Start < last || e.Span.End < e.Span.Start || e.Span.End > s.Len() {
			return false
		}
		last = e.Span.End
	}
	return true
}

func inOrder(edits []Edit) []Edit {
	sorted := slices.Clone(edits)
	slices.SortStableFunc(sorted, func(a, b Edit) int {
		if a.Span.Start != b.Span.Start {
			return a.Span.Start - b.Span.Start
		}
		return a.Span.End - b.Span.End
	})
	return sorted
}

// Apply makes the snapshot after the edits, which must not overlap. Several
// insertions at one place keep their order. The receiver is unchanged.
func (s Snapshot) Apply(edits []Edit) (Snapshot, error) {
	if len(edits) == 1 {
		return s.replace(edits[0])
	}
	sorted := inOrder(edits)
	t := s.Text()
	var b strings.Builder
	last := 0
	for _, e := range sorted {
		if e.Span.Start < last || e.Span.End < e.Span.Start || e.Span.End > len(t) {
			return s, overlap(e)
		}
		b.WriteString(t[last:e.Span.Start])
		b.WriteString(e.New)
		last = e.Span.End
	}
	b.WriteString(t[last:])
	return s.With(b.String()), nil
}
