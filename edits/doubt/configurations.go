package doubt

import (
	"fmt"
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/internal/lazyre"
	"github.com/fettle-dev/fettle/internal/syntax"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/signal"
)

// A tool looks at one configuration of a program. What is not used in it may be used in
// another one, that of a feature or a system, and a compiler that has stopped at an
// error has not come to what it looks at later.

// cfgAttribute begins what only some configurations of a Rust crate have
// (https://doc.rust-lang.org/reference/conditional-compilation.html,
// https://github.com/rust-lang/rust-clippy/issues/14278).
var cfgAttribute = lazyre.New(`#!?\[cfg(_attr)?\s*\(`)

// otherConfiguration is why edits may break another configuration: they remove a name, or
// that it can be changed, and it is used where a configuration is asked for.
func (c Change) otherConfiguration() string {
	s, file, edits := c.Snapshot, c.File, c.Edits
	if s.Lang != "rust" {
		return ""
	}
	names := takenNames(s, file, edits)
	if len(names) == 0 {
		return ""
	}
	for _, at := range cfgAttribute.FindAllStringIndex(s.Text(), -1) {
		if len(file.NonCode(text.Span{Start: at[0], End: at[1]})) > 0 {
			continue
		}
		region := text.Span{Start: at[0], End: itemEnd(s.Text(), at[0], file)}
		for _, id := range file.Identifiers(region) {
			if names[id.Name] && !touches(edits, id.Span) {
				return fmt.Sprintf("%s is used in line %d, which another configuration compiles", id.Name,
					s.LineAt(id.Span.Start)+1)
			}
		}
	}
	return ""
}

func touches(edits []text.Edit, span text.Span) bool {
	return slices.ContainsFunc(edits, func(e text.Edit) bool { return e.Span.Overlaps(span) })
}

// takenNames returns the names that edits remove, and those whose mut they remove.
func takenNames(s text.Snapshot, file *syntax.File, edits []text.Edit) map[string]bool {
	names := map[string]bool{}
	for _, e := range edits {
		lines := s.LinesSpan(s.LinesOf(e.Span))
		was := s.Slice(lines)
		now := was[:max(0, e.Span.Start-lines.Start)] + e.New + was[min(len(was), e.Span.End-lines.Start):]
		left := map[string]int{}
		for _, id := range syntax.Lexed(s.Lang, now).Identifiers(text.Span{End: len(now)}) {
			left[id.Name]++
		}
		for _, id := range file.Identifiers(lines) {
			if left[id.Name]--; left[id.Name] < 0 {
				names[id.Name] = true
			}
			before := s.Slice(text.Span{Start: lines.Start, End: id.Span.Start})
			if strings.HasSuffix(strings.TrimRight(before, " \t"), "mut") &&
				strings.Count(now, "mut ") < strings.Count(was, "mut ") {
				names[id.Name] = true
			}
		}
	}
	return names
}

// itemEnd returns where what an attribute stands before ends: at the brace that closes it, or
// at its semicolon or comma.
func itemEnd(src string, at int, file *syntax.File) int {
	quiet := file.NonCode(text.Span{Start: at, End: len(src)})
	depth, q, opened := 0, 0, false
	for i := at; i < len(src); i++ {
		for q < len(quiet) && quiet[q].End <= i {
			q++
		}
		if q < len(quiet) && quiet[q].Contains(i) {
			i = quiet[q].End - 1
			continue
		}
		switch src[i] {
		case '(', '[':
			depth++
		case ')', ']':
			depth--
		case '{':
			depth++
			opened = true
		case '}':
			if depth--; depth <= 0 && opened || depth < 0 {
				return i + 1
			}
		case ';', ',':
			if depth == 0 {
				return i + 1
			}
		}
	}
	return len(src)
}

// directives are comments that the compiler reads behind the check of types: one that
// needs an import is seen only where that has ended well
// (https://github.com/golang/go/issues/50414).
var directives = []string{"//go:embed", "//go:linkname", "//go:wasmimport", "//go:wasmexport", "//go:cgo_"}

// masked is why nobody knows whether a fix is right as long as another finding stays, ""
// if there is none.
func (c Change) masked() string {
	s := c.Snapshot
	has := func(directive string) bool { return strings.Contains(s.Text(), "\n"+directive) }
	if s.Lang != "go" || !slices.ContainsFunc(directives, has) {
		return ""
	}
	takes := slices.ContainsFunc(c.Edits, func(e text.Edit) bool {
		return slices.ContainsFunc(slices.Collect(c.File.Imports()), func(i int) bool {
			return c.File.Nodes[i].Span.Overlaps(e.Span)
		})
	})
	if !takes {
		return ""
	}
	for _, o := range c.Others {
		if o.Tool == "go" && o.Severity == signal.Error && o.Code != c.Finding.Code {
			return fmt.Sprintf("the compiler stops at line %d before it looks at the directives of the file, which may need "+
				"the import", s.LineAt(o.Span.Start)+1)
		}
	}
	return ""
}
