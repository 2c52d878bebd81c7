package assemble

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/internal/lex"
	"github.com/fettle-dev/fettle/providers/semantic/index"
	"github.com/fettle-dev/fettle/providers/semantic/index/scan"
)

// Code is a piece of source to be shortened.
type Code struct {
	Text  string
	Lang  string
	First int // the number of its first line in the file, for the markers; 0: they count lines
	// Match says how much a line says of each word of the question; nil: nothing is known.
	Match func(line string) []float64
}

// Strategy shortens code to whole lines, with a marker for each run of lines that is
// left out.
type Strategy struct {
	Name string
	keep func(c *cutting, most int) bool
}

// The strategies.
var (
	// Matches keeps the signature and the lines that match the question, each with the
	// heads of the branches round it and with the lines next to it, as far as there is
	// room.
	Matches = Strategy{"matches", keepMatches}
	// SignatureFirst keeps the first line of documentation, decorators, the whole
	// signature and the first lines of the body; of a class the signatures of its members.
	SignatureFirst = Strategy{"signature-first", keepSignature}
	// Bookend keeps lines of both ends, about half the bytes each, and always the closing
	// line.
	Bookend = Strategy{"bookend", keepEnds}
)

// Strategies returns those to try for a type of entity, in order.
func Strategies(name, entityType string) []Strategy {
	switch {
	case name == SignatureFirst.Name:
		return []Strategy{SignatureFirst}
	case name == Bookend.Name:
		return []Strategy{Bookend}
	case entityType == string(scan.Gap):
		return []Strategy{Matches, Bookend}
	}
	return []Strategy{Matches, SignatureFirst, Bookend}
}

// Truncate shortens code to at most so many bytes with its markers, and reports which of
// its lines are kept. Code that fits is returned as it is; ok is false where nothing
// meaningful fits.
func (s Strategy) Truncate(code Code, most int) (short string, kept []bool, ok bool) {
	c := newCutting(code)
	if len(code.Text) <= most {
		for i := range c.kept {
			c.kept[i] = true
		}
		return code.Text, c.kept, true
	}
	if !s.keep(c, most) || c.size() > most {
		return "", nil, false
	}
	return c.render(), c.kept, true
}

// cutting is code of which some lines are kept.
type cutting struct {
	Code
	lines []string
	kept  []bool
	defs  []index.Def // in its lines; the first is what the code defines
	eol   string
}

func newCutting(c Code) *cutting {
	lines := slices.Collect(strings.Lines(c.Text))
	defs := index.Extract(c.Lang, c.Text).Defs
	slices.SortStableFunc(defs, func(a, b index.Def) int { return a.Start - b.Start })
	eol := "\n"
	if strings.Contains(c.Text, "\r\n") {
		eol = "\r\n"
	}
	if len(defs) > 0 && defs[0].Start >= len(lines) {
		defs = nil
	}
	return &cutting{c, lines, make([]bool, len(lines)), defs, eol}
}

// gaps yields the runs of lines that are not kept, but for what is left out in front of
// all others: a heading says where the code begins.
func (c *cutting) gaps(yield func(from, to int)) {
	for i := max(0, slices.Index(c.kept, true)); i < len(c.kept); i++ {
		if c.kept[i] {
			continue
		}
		from := i
		for i < len(c.kept) && !c.kept[i] {
			i++
		}
		yield(from, i)
	}
}

// marker says which lines are missing.
func (c *cutting) marker(from, to int) string {
	mark := lex.For(c.Lang).LineComment()
	indent := ""
	for _, l := range c.lines[from:to] {
		if strings.TrimSpace(l) != "" {
			indent = l[:len(l)-len(strings.TrimLeft(l, " \t"))]
			break
		}
	}
	switch {
	case c.First > 0 && to-from > 1:
		return fmt.Sprintf("%s%s … lines %d-%d omitted%s", indent, mark, c.First+from, c.First+to-1, c.eol)
	case c.First > 0:
		return fmt.Sprintf("%s%s … line %d omitted%s", indent, mark, c.First+from, c.eol)
	}
	return fmt.Sprintf("%s%s … %d lines omitted%s", indent, mark, to-from, c.eol)
}

// size returns the number of bytes of the code as it is rendered.
func (c *cutting) size() int {
	n := 0
	for i, l := range c.lines {
		if c.kept[i] {
			n += len(l)
		}
	}
	c.gaps(func(from, to int) { n += len(c.marker(from, to)) })
	return n
}

func (c *cutting) render() string {
	var b strings.Builder
	at := max(0, slices.Index(c.kept, true))
	c.gaps(func(from, to int) {
		b.WriteString(strings.Join(c.lines[at:from], ""))
		b.WriteString(c.marker(from, to))
		at = to
	})
	b.WriteString(strings.Join(c.lines[at:], ""))
	return b.String()
}

// try keeps more lines if the result is not too long, and reports whether it is not.
// A marker in the place of one short line is not worth it.
func (c *cutting) try(most int, lines ...int) bool {
	before := slices.Clone(c.kept)
	for _, i := range lines {
		if i >= 0 && i < len(c.kept) {
			c.kept[i] = true
		}
	}
	for i := 1; i+1 < len(c.kept); i++ {
		if !c.kept[i] && c.kept[i-1] && c.kept[i+1] && len(c.lines[i]) <= len(c.marker(i, i+1)) {
			c.kept[i] = true
		}
	}
	if c.size() > most {
		copy(c.kept, before)
		return false
	}
	return true
}

// signature returns the lines that say what the code is: the first line of documentation, decorators, the signature.
func (c *cutting) signature() (lines []int, body int) {
	if len(c.defs) == 0 {
		return nil, 0
	}
	first, doc := c.defs[0], true
	for i, l := range c.lines[:first.Start] {
		t := strings.TrimSpace(l)
		if decorator := strings.HasPrefix(t, "@") || strings.HasPrefix(t, "#["); decorator || doc && t != "" {
			lines, doc = append(lines, i), doc && decorator
		}
	}
	body = min(max(first.Sig, first.Start+1), len(c.lines))
	for i := first.Start; i < body; i++ {
		lines = append(lines, i)
	}
	return lines, body
}

// nextTo is how many lines are shown at least on both sides of one that matches.
const nextTo = 2

// againWorth is what a word counts that a line before has said already.
const againWorth = 0.2

func keepMatches(c *cutting, most int) bool {
	if c.Match == nil {
		return false
	}
	head, _ := c.signature()
	if !c.try(most, head...) {
		return false
	}
	parts := make([][]float64, len(c.lines))
	for i, l := range c.lines {
		parts[i] = c.Match(l)
	}
	var picked []int
	said := map[int]float64{}
	done := make([]bool, len(c.lines))
	for {
		best, top := -1, 0.0
		for i, p := range parts {
			v := 0.0
			for word, w := range p {
				v += max(0, w-said[word]) + againWorth*w
			}
			if !done[i] && v > top {
				best, top = i, v
			}
		}
		if best < 0 {
			break
		}
		done[best] = true
		for word, w := range parts[best] {
			said[word] = max(said[word], w)
		}
		if c.kept[best] || c.try(most, append(c.around(best, nextTo), c.branches(best)...)...) ||
			c.try(most, append(c.around(best, 0), c.branches(best)...)...) {
			picked = append(picked, best)
		}
	}
	for reach := 2 * nextTo; len(picked) > 0 && reach < 2*len(c.lines); reach *= 2 {
		grown := false
		for _, i := range picked {
			grown = c.try(most, c.around(i, reach)...) || grown
		}
		if !grown {
			break
		}
	}
	return len(picked) > 0
}

// around returns the lines of a piece from one to as many on both sides.
func (c *cutting) around(line, reach int) (out []int) {
	for i := max(0, line-reach); i <= min(len(c.lines)-1, line+reach); i++ {
		out = append(out, i)
	}
	return out
}

// branches returns the heads of the branches that a line lies in, up to the signature.
func (c *cutting) branches(line int) (out []int) {
	_, body := c.signature()
	deep := depth(c.lines[line])
	for i := line - 1; i >= body && deep > 0; i-- {
		t := strings.TrimSpace(c.lines[i])
		if d := depth(c.lines[i]); t != "" && d < deep && len(strings.Trim(t, "(){}[];,")) > 0 {
			out, deep = append(out, i), d
			if continues(t) { // else: its if stands at the same depth
				deep = d + 1
			}
		}
	}
	return out
}

// continues reports whether a line goes on with a branch that another one has begun.
func continues(line string) bool {
	line = strings.TrimLeft(line, "} ")
	for _, w := range []string{"else", "elif", "except", "finally", "catch", "case ", "default:"} {
		if strings.HasPrefix(line, w) {
			return true
		}
	}
	return false
}

func depth(line string) int {
	n := 0
	for _, r := range line {
		switch r {
		case ' ':
			n++
		case '\t':
			n += 4
		default:
			return n
		}
	}
	return n
}

func keepSignature(c *cutting, most int) bool {
	head, body := c.signature()
	if len(c.defs) == 0 || body >= len(c.lines) || !c.try(most, head...) {
		return false
	}
	members := false
	for _, d := range c.defs {
		if d.Container == c.defs[0].Name && d.Start > c.defs[0].Start && (d.Kind == scan.Method || d.Kind == scan.Field) &&
			d.Sig <= len(c.lines) {
			members = true
			lines := []int{}
			for i := d.Start; i < d.Sig; i++ {
				lines = append(lines, i)
			}
			if !c.try(most, lines...) {
				return true
			}
		}
	}
	for i := body; !members && i < len(c.lines) && c.try(most, i); i++ {
	}
	return true
}

func keepEnds(c *cutting, most int) bool {
	last := len(c.lines) - 1
	if last < 2 || !c.try(most, last) {
		return false
	}
	head := 0
	for used := 0; head < last && used+len(c.lines[head]) <= most/2 && c.try(most, head); head++ {
		used += len(c.lines[head])
	}
	for i := last - 1; i > head && c.try(most, i); i-- {
	}
	return head > 0
}

// The sizes of definitions that are shown without their bodies.
const (
	shortEnough = 14 // lines that are not worth being shortened
	initLines   = 12 // of a constructor, which shows the fields
	mostMembers = 40
)

// Outline returns a definition without the bodies of its functions: of a type, its fields
// and the signatures of its methods. What is short stays as it is. Some lines of a body
// are shown with the branches that they are in, by their number in the file.
func Outline(code Code, shown ...int) (string, []bool) {
	c := newCutting(code)
	all := slices.Repeat([]bool{true}, len(c.lines))
	if len(c.defs) == 0 || len(c.lines) <= 3 {
		return code.Text, all
	}
	first := c.defs[0]
	c.outline(first)
	for _, line := range shown {
		if i := line - code.First; i >= 0 && i < len(c.lines) {
			c.try(math.MaxInt, append(c.around(i, 1), c.branches(i)...)...)
		}
	}
	left := 0
	for _, k := range c.kept {
		if !k {
			left++
		}
	}
	simple := !slices.ContainsFunc(c.defs,
		func(d index.Def) bool { return d.Container == first.Name && d.Kind == scan.Method && d.HasBody() })
	if left <= 2 || len(c.lines) <= shortEnough && simple && !first.Kind.IsFunction() {
		return code.Text, all
	}
	return c.render(), c.kept
}

// outline keeps what others need to know of a definition.
func (c *cutting) outline(first index.Def) {
	mark := func(from, to int) {
		for i := max(0, from); i < min(to, len(c.kept)); i++ {
			c.kept[i] = true
		}
	}
	mark(first.Start-3, max(first.Sig, first.Start+1)) // with the end of the documentation, decorators
	if first.Kind.IsFunction() {
		if first.Sig < len(c.lines) && c.Lang == "python" && strings.Count(c.lines[first.Sig], `"""`) == 2 {
			mark(first.Sig, first.Sig+1)
		}
		return
	}
	inBody := make([]bool, len(c.lines))
	members := 0
	for _, d := range c.defs[1:] {
		if d.Start >= first.End || !d.Kind.IsFunction() {
			continue
		}
		for i := d.Doc; i < min(d.End, len(c.lines)); i++ {
			inBody[i] = true
		}
		if d.Container != first.Name || members >= mostMembers {
			continue
		}
		members++
		mark(d.Start, max(d.Sig, d.Start+1))
		if d.Name == "__init__" || d.Name == "constructor" {
			mark(d.Sig, min(d.End, d.Sig+initLines))
		}
	}
	for i := first.Sig; i < min(first.End, len(c.lines)); i++ {
		c.kept[i] = c.kept[i] || !inBody[i]
	}
}
