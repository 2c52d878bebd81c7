package decode

import (
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/edits"
	"github.com/fettle-dev/fettle/edits/lines"
	"github.com/fettle-dev/fettle/internal/text"
)

// fitting compares code with the document: which of its lines are lines of the
// document, in order.
type fitting struct {
	c    edits.Candidates
	part text.Lines
	code []string
	came []string // code with its imports, as it came
	head []string // imports that stand before the code and are none of the part's
}

func newFitting(c edits.Candidates, part text.Lines, code []string) fitting {
	f := fitting{c: c, part: part, code: code, came: code}
	f.code, f.head = f.imports()
	return f
}

// reading is one way to read the code: these lines of the document become those.
type reading struct {
	at    text.Lines
	lines []string
	from  []int // for each of lines the document's line it keeps, or -1
	head  []string
}

// imports splits the import lines off the beginning of code for a part that does
// not begin with imports itself.
func (f fitting) imports() (code, head []string) {
	lang := f.c.Snapshot.Lang
	if f.part.Len() > 0 && edits.ImportLine(lang, f.firstOf(f.part)) {
		return f.code, nil
	}
	all := single(lang, f.code)
	n := 0
	for i, l := range all {
		if strings.TrimSpace(l) == "" {
			continue
		}
		if !edits.ImportLine(lang, l) {
			break
		}
		n = i + 1
	}
	if n == 0 || n == len(all) {
		return f.code, nil
	}
	for _, l := range all[:n] {
		if strings.TrimSpace(l) != "" {
			head = append(head, l)
		}
	}
	return lines.TrimBlank(all[n:]), head
}

// single writes a block of Go's imports at the beginning of code as single ones.
func single(lang string, code []string) []string {
	if lang != "go" || len(code) == 0 || strings.TrimSpace(code[0]) != "import (" {
		return code
	}
	for i, l := range code[1:] {
		if strings.TrimSpace(l) != ")" {
			continue
		}
		var out []string
		for _, path := range code[1 : i+1] {
			if path = strings.TrimSpace(path); path != "" {
				out = append(out, "import "+path)
			}
		}
		return append(out, code[i+2:]...)
	}
	return code
}

func (f fitting) firstOf(l text.Lines) string {
	for i := l.Start; i < l.End; i++ {
		if t := f.c.Line(i); strings.TrimSpace(t) != "" {
			return t
		}
	}
	return ""
}

// readings lists the ways to read the code, the most likely one first.
func (f fitting) readings() []reading {
	all := text.Lines{End: f.c.Snapshot.LineCount()}
	opens := f.opensLike(f.part, f.code)
	further := f.kept(all, f.full()) > f.kept(f.part, f.code)+1
	wide := f
	wide.code, wide.head = f.full(), nil
	switch {
	case f.beyond() || further && !opens || f.holdsRest():
		return wide.more(all) // the file, or what surrounds the part
	case opens:
		out := f.lay(f.part, f.code)
		if less, ok := f.less(); ok && !f.closesLike() {
			out = append(out, f.lay(less, f.code)...)
		}
		return out
	}
	if less, ok := f.less(); ok {
		return f.lay(less, f.code)
	}
	return nil
}

// beyond reports whether the code defines what the document defines outside of
// the part.
func (f fitting) beyond() bool {
	inside, outside := map[string]bool{}, map[string]bool{}
	for i := range f.c.Snapshot.LineCount() {
		if name := definition(f.c.Line(i)); name != "" && f.part.Contains(i) {
			inside[name] = true
		} else if name != "" {
			outside[name] = true
		}
	}
	least := -1
	for _, l := range f.code {
		name := definition(l)
		if name == "" {
			continue
		}
		// What stands deeper is a part of what the code defines: another class may
		// have a method of that name.
		if deep := len(l) - len(strings.TrimLeft(l, " \t")); least < 0 || deep <= least {
			least = deep
		} else {
			continue
		}
		if outside[name] && !inside[name] {
			return true
		}
	}
	return false
}

// holdsRest reports whether the code repeats all that stands above and below the
// part: it is the document, however little of it lies outside the part.
func (f fitting) holdsRest() bool {
	n, code := 0, f.full()
	for _, l := range []text.Lines{{End: f.part.Start}, {Start: f.part.End, End: f.c.Snapshot.LineCount()}} {
		rest := 0
		for i := l.Start; i < l.End; i++ {
			if strings.TrimSpace(f.c.Line(i)) != "" {
				rest++
			}
		}
		if f.kept(l, code) < rest {
			return false
		}
		n += rest
	}
	return n > 0
}

// full returns the code with its imports, as it came.
func (f fitting) full() []string { return f.came }

// opensLike reports whether the code begins as some lines do: with the same
// line, or with what became of it. Decorators and comments before it may come.
func (f fitting) opensLike(l text.Lines, code []string) bool {
	first := strings.TrimSpace(f.firstOf(l))
	if first == "" {
		return true
	}
	for _, l := range code {
		t := strings.TrimSpace(l)
		if t == first || sameHeader(t, first) {
			return true
		}
		if t != "" && !strings.HasPrefix(t, "@") && !strings.HasPrefix(t, "#") && !strings.HasPrefix(t, "//") {
			return lines.Alike(first, t)
		}
	}
	return false
}

// closesLike reports whether the code ends as the part does.
func (f fitting) closesLike() bool {
	last := ""
	for i := f.part.End - 1; i >= f.part.Start && last == ""; i-- {
		last = strings.TrimSpace(f.c.Line(i))
	}
	for i := len(f.code) - 1; i >= 0; i-- {
		if t := strings.TrimSpace(f.code[i]); t != "" {
			return t == last || lines.Alike(last, t)
		}
	}
	return false
}

// sameHeader reports whether two lines define the same name.
func sameHeader(a, b string) bool {
	x, y := definition(a), definition(b)
	return x != "" && x == y
}

// definition returns the name that a line defines, with the word that says so.
func definition(line string) string {
	for _, word := range []string{"def ", "class ", "func ", "function ", "fn ", "impl ", "interface ", "struct ",
		"enum ", "type "} {
		if i := strings.Index(line, word); i >= 0 && i < 30 {
			rest := line[i+len(word):]
			if strings.HasPrefix(rest, "(") { // a method's receiver
				if j := strings.Index(rest, ")"); j > 0 {
					rest = strings.TrimSpace(rest[j+1:])
				}
			}
			if j := strings.IndexAny(rest, "([<{: "); j > 0 {
				return word + rest[:j]
			}
		}
	}
	return ""
}

// kept returns how many lines with text the code shares with a range, in order.
func (f fitting) kept(l text.Lines, code []string) int {
	n := 0
	for i, o := range align(f.c, l, code) {
		if o >= 0 && strings.TrimSpace(code[i]) != "" {
			n++
		}
	}
	return n
}

// more reads code that holds more than the part: from the first to the last
// line that it shares with the document.
func (f fitting) more(all text.Lines) []reading {
	match := align(f.c, all, f.code)
	start, end := -1, -1
	for i, o := range match {
		if o < 0 || strings.TrimSpace(f.code[i]) == "" || start >= 0 && !lines.HasWord(f.code[i]) && f.passes(end, o) {
			continue
		}
		if start < 0 {
			start = o
			for i > 0 && strings.TrimSpace(f.code[i-1]) != "" && start > 0 && match[i-1] < 0 &&
				strings.TrimSpace(f.c.Line(start-1)) != "" {
				start, i = start-1, i-1 // a changed line before the first one kept
			}
		}
		end = o + 1
	}
	if start < 0 {
		return nil
	}
	if f.opensLike(all, f.code) {
		start = 0
	}
	for last := len(f.code) - 1; last >= 0 && match[last] < 0 && end < all.End &&
		strings.TrimSpace(f.c.Line(end)) != ""; last-- {
		end++ // changed lines behind the last one kept
	}
	return f.lay(text.Lines{Start: start, End: end}, f.code)
}

// passes reports whether the lines [from, to) of the document define something that
// the code does not: a bracket behind them is none of the code's.
func (f fitting) passes(from, to int) bool {
	for i := from; i < to; i++ {
		if name := definition(f.c.Line(i)); name != "" &&
			!slices.ContainsFunc(f.code, func(l string) bool { return definition(l) == name }) {
			return true
		}
	}
	return false
}

// less finds the place of code that is less than the part: its lines that the
// document has stand at one place only, which holds the diagnostic.
func (f fitting) less() (text.Lines, bool) {
	match := align(f.c, f.part, f.code)
	first, last := -1, -1
	for i, o := range match {
		if o >= 0 && strings.TrimSpace(f.code[i]) != "" {
			if first < 0 {
				first = i
			}
			last = i
		}
	}
	at := f.c.At()
	if first < 0 {
		// Nothing is kept: one statement for another, where the diagnostic is.
		if f.part.Covers(at) && len(f.code) <= 2*at.Len()+1 {
			return at, true
		}
		return text.Lines{}, false
	}
	// Lines before the first kept one and behind the last stand for as many of
	// the document's.
	l := text.Lines{Start: max(f.part.Start, match[first]-first), End: min(f.part.End, match[last]+len(f.code)-last)}
	if !l.Covers(at) && !l.Overlaps(at) {
		return text.Lines{}, false
	}
	return l, true
}

// lay makes the readings of code that replaces a range.
func (f fitting) lay(at text.Lines, code []string) []reading {
	var out []reading
	for _, l := range f.c.Layouts(at, code) {
		r := reading{at: at, lines: l.Lines, from: l.Kept, head: f.head}
		for i, o := range r.from {
			switch {
			case o < 0 || r.lines[i] == f.c.Line(o):
			case lines.Blank(r.lines[i]):
				r.lines[i] = f.c.Line(o)
			default:
				r.from[i] = -1 // it moved
			}
		}
		out = append(out, r)
	}
	return out
}
