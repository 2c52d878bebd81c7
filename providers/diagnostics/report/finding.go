package report

import (
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/signal"
)

// Unit is what a tool counts columns in.
type Unit uint8

// The units of columns.
const (
	Runes       Unit = iota // characters
	Bytes                   // of UTF-8
	UTF16                   // code units, as JavaScript counts
	Offset                  // no line: Column is a byte offset from the start, 0-based
	Offset16                // no line: Column is an offset in UTF-16 code units behind a byte order mark, 0-based
	OffsetRunes             // the same in characters
)

// Point is a place as a tool writes it: line and column from 1. Line 0 means
// that the tool has none, which is read as the first; column 0 means the whole
// line. A line below 0 is no place: a report's finding is dropped with it; of a
// tool that was run it is read as the first line, so that a fix is held against
// everything that the tool has said.
type Point struct{ Line, Column int }

// EndOfLine as a column is the end of the point's line.
const EndOfLine = 1 << 30

// Finding is a diagnostic in the tool's own coordinates.
type Finding struct {
	Tool     string
	Path     string // as the tool wrote it; may be relative to its folder
	Code     string
	Message  string
	Level    string // the tool's own word for the severity, where it has one
	Severity signal.Severity
	Unit     Unit
	Start    Point
	End      Point // exclusive; zero: not given
	Tags     []signal.Tag
	Doc      string
	Related  []Related
	Fix      *Fix
	// Loose marks columns that cannot be trusted behind a character beyond
	// ASCII; such a finding covers its line.
	Loose bool
	// NoMark says that columns do not count a byte order mark.
	NoMark bool
}

// Related is a further place of a finding.
type Related struct {
	Path    string
	Line    int // from 1
	EndLine int // inclusive; 0: Line
	Message string
}

// Fix is a tool's own fix in the tool's own coordinates.
type Fix struct {
	Title         string
	Applicability signal.Applicability
	Suggestion    bool // for a person to choose: see [signal.ToolFix]
	Unit          Unit
	Edits         []Edit
}

// Edit replaces a range of one file.
type Edit struct {
	Path       string // "" = the finding's
	Start, End Point
	New        string
}

// Mapping says under which names a tool knows the document.
type Mapping struct {
	Snapshot text.Snapshot
	Dir      string   // folder that relative paths refer to
	Aliases  []string // besides the snapshot's path: a shadow file, "<stdin>"
	// Mirror is a private tree that stands for Root in what the tool writes.
	Mirror, Root string
	// Version is put into the diagnostics.
	Version int32
	Origin  signal.Origin
}

// Is reports whether a path means the document.
func (m Mapping) Is(path string) bool {
	if path == "" {
		return false
	}
	for _, a := range m.Aliases {
		if path == a {
			return true
		}
	}
	p := filepath.FromSlash(strings.TrimPrefix(path, "file://"))
	if !filepath.IsAbs(p) && m.Dir != "" {
		p = filepath.Join(m.Dir, p)
	}
	for _, a := range append([]string{m.Snapshot.Path}, m.Aliases...) {
		if a != "" && samePath(p, a) {
			return true
		}
	}
	return false
}

// Real returns the absolute path that a tool means.
func (m Mapping) Real(path string) string {
	p := filepath.FromSlash(path)
	if !filepath.IsAbs(p) && m.Dir != "" {
		p = filepath.Join(m.Dir, p)
	}
	if m.Mirror != "" {
		if rel, err := filepath.Rel(m.Mirror, p); err == nil && filepath.IsLocal(rel) {
			return filepath.Join(m.Root, rel)
		}
	}
	return p
}

// unmirrored returns a message that names files of the root where the tool named
// those of its mirror.
func (m Mapping) unmirrored(message string) string {
	if m.Mirror == "" {
		return message
	}
	sep := string(filepath.Separator)
	if rel, err := filepath.Rel(m.Dir, m.Mirror); err == nil && filepath.IsLocal(rel) && rel != "." {
		message = strings.ReplaceAll(message, rel+sep, "")
	}
	return strings.ReplaceAll(message, m.Mirror+sep, m.Root+sep)
}

// samePath compares names, then what links they go through.
func samePath(a, b string) bool {
	a, b = filepath.Clean(a), filepath.Clean(b)
	if a == b || (runtime.GOOS == "windows" || runtime.GOOS == "darwin") && strings.EqualFold(a, b) {
		return true
	}
	if filepath.Base(a) != filepath.Base(b) {
		return false
	}
	ra, errA := filepath.EvalSymlinks(a)
	rb, errB := filepath.EvalSymlinks(b)
	return errA == nil && errB == nil && ra == rb
}

// Resolve turns findings into diagnostics of the mapping's snapshot. Findings
// for other files are dropped, as are those whose line the text does not have;
// columns are clamped to their line.
func Resolve(findings []Finding, m Mapping) []signal.Diagnostic {
	s := m.Snapshot
	known := map[string]bool{}
	is := func(path string) bool {
		v, ok := known[path]
		if !ok {
			v = m.Is(path)
			known[path] = v
		}
		return v
	}
	list := make([]signal.Diagnostic, 0, len(findings))
	for i := range findings {
		f := &findings[i]
		if !is(f.Path) {
			continue
		}
		f, span, ok := f.placed(s)
		if !ok {
			continue
		}
		d := signal.Diagnostic{
			Tool: signal.Tool(f.Tool), Code: CleanCode(f.Code), Severity: f.Severity,
			Span: span, Origin: m.Origin, Version: m.Version, Tags: f.Tags, Doc: f.Doc,
		}
		d.Message, d.Brief = CleanLines(m.unmirrored(f.Message))
		if d.Severity == 0 {
			d.Severity = signal.Warning
		}
		for _, r := range f.Related {
			rel := signal.Related{Message: CleanMessage(r.Message)}
			if r.Line > 0 {
				rel.Lines = text.Lines{Start: r.Line - 1, End: max(r.Line, r.EndLine)}
			}
			if !is(r.Path) && r.Path != "" {
				rel.Path = m.Real(r.Path)
			}
			d.Related = append(d.Related, rel)
		}
		d.Fix = f.Fix.resolve(s, f.Path, is)
		list = append(list, d)
	}
	return list
}

// placed returns a finding in the coordinates of the snapshot, and where it lies;
// false if there is no such place.
func (f *Finding) placed(s text.Snapshot) (*Finding, text.Span, bool) {
	if f.Unit < Offset && OtherLines(signal.Tool(f.Tool), s) {
		return f, text.Span{}, false
	}
	if f.NoMark && strings.HasPrefix(s.Text(), mark) {
		f = f.behindMark()
	}
	span, ok := f.span(s)
	return f, span, ok
}

// mark is the byte order mark.
const mark = "\ufeff"

// behindMark counts the columns of the first line from behind the mark.
func (f *Finding) behindMark() *Finding {
	out := *f
	out.Start, out.End = f.Start.behindMark(f.Unit), f.End.behindMark(f.Unit)
	if f.Fix != nil {
		fix := *f.Fix
		fix.Edits = slices.Clone(f.Fix.Edits)
		for i, e := range fix.Edits {
			fix.Edits[i].Start, fix.Edits[i].End = e.Start.behindMark(fix.Unit), e.End.behindMark(fix.Unit)
		}
		out.Fix = &fix
	}
	return &out
}

func (p Point) behindMark(u Unit) Point {
	if u >= Offset || p.Line != 1 || p.Column <= 0 || p.Column == EndOfLine {
		return p
	}
	p.Column++
	if u == Bytes {
		p.Column += len(mark) - 1
	}
	return p
}

// Nowhere reports whether a finding has a place that no text has.
func (f Finding) Nowhere() bool { return f.Unit < Offset && f.Start.Line < 0 }

// Outside returns how many findings of a file have no place in its text: their line is behind its end, none at all, or
// one of [OtherLines].
func Outside(findings []Finding, s text.Snapshot) (n int) {
	for i := range findings {
		f := &findings[i]
		if _, _, ok := f.placed(s); !ok || f.Nowhere() {
			n++
		}
	}
	return n
}

// span returns where a finding lies in the text.
func (f *Finding) span(s text.Snapshot) (text.Span, bool) {
	start, ok := offsetOf(s, f.Start, f.Unit)
	if !ok {
		return text.Span{}, false
	}
	if f.Unit < Offset {
		if f.Start.Column <= 0 || f.Loose && loose(s, f.Start, f.End) {
			return trimmed(s, f.Start.Line, max(f.Start.Line, f.End.Line)), true
		}
		if f.End == (Point{}) || f.End == f.Start {
			return text.Span{Start: start, End: start + wordAt(s, start)}, true
		}
	}
	end, ok := offsetOf(s, f.End, f.Unit)
	if !ok || end < start {
		end = start + wordAt(s, start)
	}
	return text.Span{Start: start, End: end}, true
}

// offsetOf returns the byte offset of a point. A column past its line is clamped; a
// line past the text is refused, except for the one after the last.
func offsetOf(s text.Snapshot, p Point, u Unit) (int, bool) {
	switch u {
	case Offset:
		return p.Column, p.Column >= 0 && p.Column <= s.Len()
	case Offset16, OffsetRunes:
		return fromStart(s.Text(), p.Column, encoding(u))
	}
	line := max(p.Line, 1) - 1
	if line > s.LineCount() {
		return 0, false
	}
	return s.Offset(text.Position{Line: line, Character: max(p.Column, 1) - 1}, encoding(u)), true
}

// exactOffset is offsetOf for edits, where nothing may be clamped: a point the
// text does not have means that the tool saw another text.
func exactOffset(s text.Snapshot, p Point, u Unit) (int, bool) {
	at, ok := offsetOf(s, p, u)
	if !ok || u >= Offset {
		return at, ok
	}
	if p.Column == EndOfLine {
		return at, p.Line >= 1 && p.Line <= s.LineCount()
	}
	return at, p.Line >= 1 && p.Column >= 1 && s.Position(at, encoding(u)) == text.Position{Line: p.Line - 1,
		Character: p.Column - 1}
}

func encoding(u Unit) text.Encoding {
	switch u {
	case Bytes:
		return text.UTF8
	case UTF16, Offset16:
		return text.UTF16
	}
	return text.UTF32
}

// fromStart counts n units from the start of the text, behind its mark.
func fromStart(t string, n int, enc text.Encoding) (int, bool) {
	bom := len(t) - len(strings.TrimPrefix(t, mark))
	if n < 0 {
		return 0, n == -1 && bom > 0 // the mark's own place
	}
	for i, r := range t[bom:] {
		if n <= 0 {
			return bom + i, n == 0
		}
		if n--; r >= 0x10000 && enc == text.UTF16 {
			n--
		}
	}
	return len(t), n == 0
}

// wordAt returns the length of the identifier or of the one-line string at an
// offset, else of the character there, else 0 at the end of a line.
func wordAt(s text.Snapshot, at int) int {
	t := s.Text()
	n := 0
	for i, r := range t[min(at, len(t)):] {
		if r != '_' && !unicode.IsLetter(r) && !unicode.IsDigit(r) {
			break
		}
		n = i + utf8.RuneLen(r)
	}
	if n > 0 {
		return n
	}
	rest := ""
	if end := s.LineSpan(s.LineAt(at)).End; at < end {
		rest = t[at:end]
		_, n = utf8.DecodeRuneInString(rest)
	}
	if n == 1 && strings.IndexByte("\"'`", rest[0]) >= 0 {
		if i := strings.IndexByte(rest[1:], rest[0]); i >= 0 {
			n = i + 2
		}
	}
	return n
}

// trimmed returns the text of lines (from 1) without outer white space.
func trimmed(s text.Snapshot, first, last int) text.Span {
	a, b := s.LineSpan(max(first, 1)-1), s.LineSpan(max(last, 1)-1)
	sp := text.Span{Start: a.Start, End: max(a.Start, b.End)}
	if sp.Start == 0 && strings.HasPrefix(s.Text(), mark) {
		sp.Start = len(mark)
	}
	body := s.Slice(sp)
	sp.Start += len(body) - len(strings.TrimLeft(body, " \t\f"))
	sp.End = max(sp.Start, sp.End-(len(body)-len(strings.TrimRight(body, " \t\f"))))
	return sp
}

// loose reports whether a line of the range holds more than ASCII.
func loose(s text.Snapshot, start, end Point) bool {
	for line := max(start.Line, 1); line <= max(start.Line, min(end.Line, start.Line+200)); line++ {
		for _, c := range []byte(s.Line(line - 1)) {
			if c >= utf8.RuneSelf {
				return true
			}
		}
	}
	return false
}

// resolve turns a fix into edits of the snapshot; nil if any of them touches
// another file, cannot be placed, or overlaps another.
func (f *Fix) resolve(s text.Snapshot, path string, is func(string) bool) *signal.ToolFix {
	if f == nil || len(f.Edits) == 0 {
		return nil
	}
	out := &signal.ToolFix{Title: CleanMessage(f.Title), Applicability: f.Applicability, Suggestion: f.Suggestion}
	for _, e := range f.Edits {
		if p := e.Path; p != "" && p != path && !is(p) {
			return nil
		}
		start, ok1 := exactOffset(s, e.Start, f.Unit)
		end, ok2 := exactOffset(s, e.End, f.Unit)
		if !ok1 || !ok2 || end < start || !utf8.ValidString(e.New) {
			return nil
		}
		out.Edits = append(out.Edits, text.Edit{Span: text.Span{Start: start, End: end}, New: e.New})
	}
	if !s.Holds(out.Edits) {
		return nil
	}
	return out
}
