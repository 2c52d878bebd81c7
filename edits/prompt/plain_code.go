package prompt

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/fettle-dev/fettle/internal/syntax"
	"github.com/fettle-dev/fettle/internal/text"
)

// file shows the file once and plainly; of a long one its imports and some ranges
// near the part.
func file(b *strings.Builder, in Input, part text.Lines, near ...text.Lines) []text.Lines {
	s := in.Candidates.Snapshot
	if s.Len() <= cmp.Or(in.Whole, Whole) {
		all := text.Lines{End: s.LineCount()}
		fmt.Fprintf(b, "File %s:\n", in.Path)
		code(b, in, all)
		return []text.Lines{all}
	}
	var out []text.Lines
	show := func(l text.Lines) {
		if len(out) > 0 && l.Start < out[len(out)-1].End {
			l.Start = out[len(out)-1].End
		}
		if l.Len() <= 0 {
			return
		}
		fmt.Fprintf(b, "File %s, %s:\n", in.Path, l)
		code(b, in, l)
		out = append(out, l)
	}
	if f := in.Candidates.File; f != nil {
		top := firstLines(f)
		show(text.Lines{Start: top.Start, End: min(top.End, part.Start)})
	}
	for _, l := range near {
		show(text.Lines{Start: max(0, l.Start), End: min(s.LineCount(), l.End)})
	}
	return out
}

// headLines bounds what is shown of the beginning of a long file, and licence is
// how many lines above its imports are left out: they are no code.
const (
	headLines = 40
	licence   = 5
)

// firstLines returns the import block of a long file, with the few lines above it. It does
// not depend on the problem, so that a server has read it for the next one.
func firstLines(f *syntax.File) text.Lines {
	block, ok := f.ImportBlock()
	if !ok {
		return text.Lines{}
	}
	if block.Start <= licence {
		block.Start = 0
	}
	block.End = min(block.End, block.Start+headLines)
	return block
}

// notes shows what the rest of the file and other files say of the names at
// hand, as far as it is not shown yet; it returns all lines that are shown then.
func notes(b *strings.Builder, in Input, seen []text.Lines) []text.Lines {
	all, list := unshown(in, seen)
	for _, n := range list {
		section(b, "From the same file, "+n.Title+":", n.Text(in.Candidates.Snapshot)+n.Note)
	}
	if in.Context != "" {
		section(b, "Other files, for reference:", in.Context)
	}
	return all
}

// code shows lines in a fence that none of them closes.
func code(b *strings.Builder, in Input, l text.Lines) {
	rows := in.Candidates.Snapshot.LinesSpan(l)
	body := strings.TrimPrefix(in.Candidates.Snapshot.Slice(rows), "\ufeff")
	body = strings.ReplaceAll(body, "\r\n", "\n")
	mark := "```"
	for strings.Contains(body, mark) {
		mark += "`"
	}
	fmt.Fprintf(b, "%s%s\n%s", mark, in.Candidates.Snapshot.Lang, body)
	if !strings.HasSuffix(body, "\n") {
		b.WriteString("\n")
	}
	b.WriteString(mark + "\n\n")
}

// kindOf returns the word for a part.
func kindOf(in Input, part text.Lines) string {
	if f := in.Candidates.File; f != nil {
		for _, n := range f.Nodes {
			switch {
			case n.Lines != part:
			case n.Kind == syntax.Function:
				return "function"
			case n.Kind == syntax.Class && (in.Candidates.Snapshot.Lang == "go" || in.Candidates.Snapshot.Lang == "rust"):
				return "type"
			case n.Kind == syntax.Class:
				return "class"
			}
		}
	}
	return "part"
}
