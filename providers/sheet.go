package providers

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"
)

// Sheet lays a section out as Markdown and knows, before a snippet is added,
// exactly how many bytes it would cost. The aggregator fits with it, and so
// does every provider that packs for itself, so that both count the same.
//
// Code (sections of priority [Semantic]) is shown file by file with ascending
// lines, the most relevant file last: next to the edit window, and at the end
// that survives when a backend drops the beginning of a prompt. Ranges that
// touch are merged and share one heading. Other sections keep the order given.
type Sheet struct {
	title   string
	byFile  bool
	kept    []Snippet
	files   map[string][]int // path → indices in kept
	content int              // bytes without the title
}

// NewSheet starts the sheet of a section; the section's own snippets are not
// added.
func NewSheet(s Section) *Sheet {
	return &Sheet{title: s.Title, byFile: s.Priority == Semantic, files: map[string][]int{}}
}

// Size returns the length of the text in bytes; 0 while nothing is added.
func (s *Sheet) Size() int {
	if len(s.kept) == 0 {
		return 0
	}
	return s.content + len(s.heading())
}

// Snippets returns the added snippets in the order of their adding.
func (s *Sheet) Snippets() []Snippet { return slices.Clone(s.kept) }

// Cost is by how many bytes the text grows with the snippet.
func (s *Sheet) Cost(sn Snippet) int {
	n := s.delta(sn, -1)
	if len(s.kept) == 0 {
		n += len(s.heading())
	}
	return n
}

// Add adds a snippet and returns its number.
func (s *Sheet) Add(sn Snippet) int {
	s.content += s.delta(sn, -1)
	s.kept = append(s.kept, sn)
	s.files[sn.Place.Path] = append(s.files[sn.Place.Path], len(s.kept)-1)
	return len(s.kept) - 1
}

// CostInstead is by how many bytes the text grows when the snippet replaces an added one for the same path.
func (s *Sheet) CostInstead(number int, sn Snippet) int { return s.delta(sn, number) }

// Replace puts a snippet in the place of an added one for the same path.
func (s *Sheet) Replace(number int, sn Snippet) {
	s.content += s.delta(sn, number)
	s.kept[number] = sn
}

// delta returns the growth of the content when sn is added, or put in the place of
// the numbered snippet.
func (s *Sheet) delta(sn Snippet, instead int) int {
	if !s.byFile {
		n := measure(block(sn, true))
		if instead >= 0 {
			return n - measure(block(s.kept[instead], true)) + gap(sn) - gap(s.kept[instead])
		}
		if len(s.kept) > 0 {
			n += gap(sn)
		}
		return n
	}
	group := s.group(sn.Place.Path)
	before := measure(merge(group)...)
	if instead >= 0 {
		i := slices.Index(s.files[sn.Place.Path], instead)
		group[i] = sn
	} else {
		group = append(group, sn)
	}
	return measure(merge(group)...) - before
}

func (s *Sheet) group(path string) []Snippet {
	var out []Snippet
	for _, i := range s.files[path] {
		out = append(out, s.kept[i])
	}
	return out
}

// gap returns the blank line in front of a snippet that is more than one line.
func gap(sn Snippet) int {
	if sn.Role == RoleChange {
		return 1
	}
	return 0
}

func (s *Sheet) heading() string {
	if s.title == "" {
		return ""
	}
	return "## " + s.title + "\n\n"
}

// String returns the section's text. It ends in one newline, or is empty.
func (s *Sheet) String() string {
	if len(s.kept) == 0 {
		return ""
	}
	var b strings.Builder
	b.Grow(s.Size())
	b.WriteString(s.heading())
	if !s.byFile {
		for i, sn := range s.kept {
			if i > 0 && gap(sn) > 0 {
				b.WriteByte('\n')
			}
			block(sn, true).write(&b)
		}
		return b.String()
	}
	for _, path := range s.order() {
		for _, bl := range merge(s.group(path)) {
			bl.write(&b)
		}
	}
	return b.String()
}

// order returns the paths with the best one last.
func (s *Sheet) order() []string {
	best := map[string]float64{}
	paths := make([]string, 0, len(s.files))
	for path, ids := range s.files {
		paths = append(paths, path)
		best[path] = s.kept[ids[0]].Score
		for _, i := range ids {
			best[path] = max(best[path], s.kept[i].Score)
		}
	}
	slices.SortFunc(paths, func(a, b string) int {
		if best[a] != best[b] {
			if best[a] < best[b] {
				return -1
			}
			return 1
		}
		return strings.Compare(b, a)
	})
	return paths
}

// shown is a snippet as it is written: heading, fence, bodies.
type shown struct {
	head   string
	fence  string // "" for plain Markdown
	lang   string
	bodies []string
	sn     Snippet // place of the merged range, label of its best part
}

// block returns the form of one snippet; first says that the file has not been
// named yet.
func block(sn Snippet, first bool) shown {
	sh := shown{head: headingOf(sn, first), lang: sn.Lang, sn: sn}
	if sn.Body != "" {
		sh.bodies = []string{sn.Body}
	}
	if sn.Lang != "" && sn.Body != "" {
		sh.fence = Fence(sn.Body)
	}
	return sh
}

// merge sorts the snippets of one file by line, joins those that touch, and leaves
// out the blank lines that each ends with: its heading names the last line of code.
func merge(group []Snippet) []shown {
	out := joined(group)
	for i := range out {
		out[i].trim(i == 0)
	}
	return out
}

// trim leaves out the blank lines at the end.
func (sh *shown) trim(first bool) {
	if len(sh.bodies) == 0 || !sh.sn.Exact() {
		return
	}
	body := &sh.bodies[len(sh.bodies)-1]
	blank := 0
	for {
		text := strings.TrimSuffix(*body, "\n")
		i := strings.LastIndexByte(text, '\n')
		if i < 0 || strings.TrimSpace(text[i:]) != "" {
			break
		}
		*body = text[:i+1]
		blank++
	}
	if blank > 0 {
		sh.sn.Place.Last -= blank
		sh.head = headingOf(sh.sn, first)
	}
}

// joined returns the snippets of one file by line, those that touch as one.
func joined(group []Snippet) []shown {
	if len(group) == 1 {
		return []shown{block(group[0], true)}
	}
	group = slices.Clone(group)
	slices.SortStableFunc(group, func(a, b Snippet) int {
		if a.Place.First != b.Place.First {
			return a.Place.First - b.Place.First
		}
		return a.Place.Last - b.Place.Last
	})
	var out []shown
	for _, sn := range group {
		if n := len(out); n > 0 && touches(out[n-1].sn, sn) {
			last := &out[n-1]
			last.bodies = append(last.bodies, sn.Body)
			if f := Fence(sn.Body); len(f) > len(last.fence) {
				last.fence = f
			}
			if sn.Score > last.sn.Score {
				last.sn.Label, last.sn.Score = sn.Label, sn.Score
			}
			last.sn.Place.Last = sn.Place.Last
			last.head = headingOf(last.sn, n == 1)
			continue
		}
		out = append(out, block(sn, len(out) == 0))
	}
	return out
}

// touches reports whether the second snippet continues the first.
func touches(a, b Snippet) bool {
	return a.Exact() && b.Exact() && a.Lang == b.Lang && a.Place.Last+1 == b.Place.First
}

// headingOf returns the line above a body.
func headingOf(sn Snippet, first bool) string {
	if sn.Head != "" || sn.Place.Path == "" || sn.Lang == "" {
		return sn.Head
	}
	var b strings.Builder
	if first {
		b.WriteString("**File**: ")
		b.WriteString(CodeSpan(sn.Place.Path))
		b.WriteByte(' ')
	}
	b.WriteString("(lines ")
	b.WriteString(strconv.Itoa(sn.Place.First))
	b.WriteByte('-')
	b.WriteString(strconv.Itoa(sn.Place.Last))
	if sn.Note != "" {
		b.WriteString(", ")
		b.WriteString(sn.Note)
	}
	b.WriteByte(')')
	if sn.Label != "" {
		b.WriteString(" - ")
		b.WriteString(sn.Label)
	}
	return b.String()
}

// measure returns the number of bytes the blocks are written in.
func measure(blocks ...shown) int {
	n := 0
	for _, sh := range blocks {
		if sh.head != "" {
			n += len(sh.head) + 1
		}
		if sh.fence != "" {
			n += 2*len(sh.fence) + len(sh.lang) + 2
		}
		for _, body := range sh.bodies {
			n += len(body)
			if !strings.HasSuffix(body, "\n") {
				n++
			}
		}
	}
	return n
}

func (sh shown) write(b *strings.Builder) {
	if sh.head != "" {
		b.WriteString(sh.head)
		b.WriteByte('\n')
	}
	if sh.fence != "" {
		b.WriteString(sh.fence)
		b.WriteString(sh.lang)
		b.WriteByte('\n')
	}
	for _, body := range sh.bodies {
		b.WriteString(body)
		if !strings.HasSuffix(body, "\n") {
			b.WriteByte('\n')
		}
	}
	if sh.fence != "" {
		b.WriteString(sh.fence)
		b.WriteByte('\n')
	}
}

// Fence returns a run of backticks longer than any in the body, at least three.
func Fence(body string) string { return strings.Repeat("`", max(3, ticks(body)+1)) }

// CodeSpan shows a name or path as Markdown code, whatever it holds: control
// and formatting characters are escaped, backticks are outnumbered.
func CodeSpan(s string) string {
	s = visible(s)
	n := ticks(s)
	if n == 0 {
		return "`" + s + "`"
	}
	mark := strings.Repeat("`", n+1)
	return mark + " " + s + " " + mark
}

// visible escapes what would not show or would end the line.
func visible(s string) string {
	odd := func(r rune) bool { return !unicode.IsPrint(r) }
	if strings.IndexFunc(s, odd) < 0 {
		return s
	}
	var b strings.Builder
	for _, r := range s {
		if odd(r) {
			fmt.Fprintf(&b, "\\u{%x}", r)
		} else {
			b.WriteRune(r)
		}
	}
	return b.String()
}

// ticks returns the length of the longest run of backticks.
func ticks(s string) int {
	longest, run := 0, 0
	for i := strings.IndexByte(s, '`'); i >= 0 && i < len(s); i++ {
		if s[i] != '`' {
			run = 0
			continue
		}
		run++
		longest = max(longest, run)
	}
	return longest
}
