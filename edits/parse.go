package edits

import (
	"errors"
	"go/parser"
	"go/scanner"
	"go/token"
	"strings"

	"github.com/fettle-dev/fettle/edits/rules/pytree"
	"github.com/fettle-dev/fettle/internal/syntax"
	"github.com/fettle-dev/fettle/internal/text"
)

// NoWorse makes the test whether a new text of a document parses at least as
// well as the old one did, for [Options.Parse]: it has no more damage, and in
// Go and Python, which have a second parser here, no more errors of that. (The
// indentation of Python, which the grammar is lenient about, [Apply] checks
// itself.) Without a file every text passes.
func NoWorse(before *syntax.File) func(newText string) bool {
	if before == nil {
		return func(string) bool { return true }
	}
	goErrors := -1
	return func(next string) bool {
		if before.Lang == "go" {
			if SoundGo(before, next) {
				return true
			}
			if goErrors < 0 {
				goErrors = countGoErrors(before.Doc().Text())
			}
			return countGoErrors(next) <= goErrors
		}
		if before.Lang == "python" && !soundPython(before, next) {
			return false
		}
		damage, ok := before.Damages(next)
		if !ok {
			damage = syntax.Parse(before.Lang, next).Damage
		}
		return len(damage) <= len(before.Damage)
	}
}

func countGoErrors(src string) int {
	_, err := parser.ParseFile(token.NewFileSet(), "", src, parser.AllErrors|parser.SkipObjectResolution)
	var list scanner.ErrorList
	_ = errors.As(err, &list)
	return len(list)
}

// SoundGo reports whether the declarations that differ from those of a sound
// text parse for themselves, so that all of the new text does. False says nothing:
// the whole must be parsed.
func SoundGo(before *syntax.File, next string) bool {
	if len(before.Damage) > 0 || before.Engine != syntax.TreeSitter {
		return false
	}
	was, now := changedTop(before, next)
	if strings.Contains(now, "import") || strings.Contains(was, "package") || strings.Contains(now, "package") {
		return false // both have their place at the top
	}
	return countGoErrors("package p\n"+was) == 0 && countGoErrors("package p\n"+now) == 0
}

// soundPython reports whether the top-level statements that differ can be read,
// if they could before.
func soundPython(before *syntax.File, next string) bool {
	if len(before.Damage) > 0 {
		return true
	}
	was, now := changedTop(before, next)
	if _, err := pytree.Parse(now); err == nil {
		return true
	}
	_, err := pytree.Parse(was)
	return err != nil
}

// changedTop returns the text of the top-level nodes that differ, before and after.
func changedTop(before *syntax.File, next string) (was, now string) {
	doc := before.Doc()
	old := doc.Text()
	core := doc.LinesOf(differing(old, next))
	// What is new may begin behind blank lines and still belong to the block above them.
	for core.Start > 0 && strings.TrimSpace(doc.Line(core.Start-1)) == "" {
		core.Start--
	}
	lines := core
	for _, n := range before.Nodes {
		if n.Parent < 0 && n.Lines.Touches(core) {
			lines = lines.Union(n.Lines)
		}
	}
	at := doc.LinesSpan(lines)
	return old[at.Start:at.End], next[at.Start : len(next)-(len(old)-at.End)]
}

// differing returns the part of the old text outside of which the new one is equal.
func differing(old, next string) text.Span {
	n := min(len(old), len(next))
	start := 0
	for start < n && old[start] == next[start] {
		start++
	}
	end := 0
	for end < n-start && old[len(old)-1-end] == next[len(next)-1-end] {
		end++
	}
	return text.Span{Start: start, End: len(old) - end}
}
