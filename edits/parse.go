package edits

import (
	"errors"
	"fmt"
	"go/parser"
	"go/scanner"
	"go/token"
	"strings"

	"github.com/fettle-dev/fettle/edits/rules/pytree"
	"github.com/fettle-dev/fettle/internal/syntax"
	"github.com/fettle-dev/fettle/internal/text"
)

// NoWorse makes the test of [Worse] for [Options.Parse]. Without a file every text passes.
func NoWorse(before *syntax.File) func(newText string) bool {
	return func(next string) bool {
		if before == nil {
			return true
		}
		fault, _ := Worse(before, next)
		return fault == nil
	}
}

// Fault is what does not parse in a text.
type Fault struct {
	Words string // "a missing ) near line 3"
	Line  int    // from 0
}

// Worse returns what a new text of a document has that does not parse, and that the old text did not have: damage, and
// in Go and Python, which have a second parser here, errors of that. A text that was broken may stay broken. known is
// false where there is no parser for the language.
func Worse(before *syntax.File, next string) (fault *Fault, known bool) {
	switch before.Lang {
	case "go": // its own parser needs no second opinion
		return worseGo(before, next), true
	case "python": // what the grammar lets pass: a header without a suite, an indentation that fits no block
		if fault := worsePython(before, next); fault != nil {
			return fault, true
		}
	}
	damage, known := before.Damages(next)
	type key struct{ kind, enclosing string }
	had := map[key]int{}
	for _, d := range before.Damage {
		had[key{d.Kind, d.Enclosing}]++
	}
	for _, d := range damage {
		k := key{d.Kind, d.Enclosing}
		if had[k]--; had[k] >= 0 {
			continue
		}
		what := "a syntax error"
		if m, ok := strings.CutPrefix(d.Kind, "MISSING "); ok {
			what = "a missing " + m
		}
		line := text.New(next).LineAt(d.Span.Start)
		return &Fault{fmt.Sprintf("%s near line %d", what, line+1), line}, true
	}
	return nil, known
}

// worseGo compares the errors of Go's own parser by number: one that was there before moves with its line.
func worseGo(before *syntax.File, next string) *Fault {
	if was, now, _ := changedTop(before, next); !strings.Contains(now, "import") &&
		!strings.Contains(was+now, "package") && // both have their place at the top
		len(goErrors("package p\n"+was))+len(goErrors("package p\n"+now)) == 0 && len(before.Damage) == 0 {
		return nil
	}
	after := goErrors(next)
	if len(after) == 0 {
		return nil
	}
	had := goErrors(before.Doc().Text())
	if len(after) <= len(had) {
		return nil
	}
	i := 0
	for i < len(had) && after[i].Msg == had[i].Msg {
		i++
	}
	msg := strings.Join(strings.Fields(after[i].Msg), " ") // it quotes a raw string with its line breaks
	return &Fault{fmt.Sprintf("syntax error in line %d: %s", after[i].Pos.Line, msg), after[i].Pos.Line - 1}
}

func goErrors(src string) scanner.ErrorList {
	_, err := parser.ParseFile(token.NewFileSet(), "", src, parser.AllErrors|parser.SkipObjectResolution)
	var list scanner.ErrorList
	_ = errors.As(err, &list)
	return list
}

// worsePython reads the top-level statements that differ, if they could be read before.
func worsePython(before *syntax.File, next string) *Fault {
	was, now, start := changedTop(before, next)
	_, err := pytree.Parse(now)
	var e *pytree.Error
	if !errors.As(err, &e) {
		return nil
	}
	if _, err := pytree.Parse(was); err != nil {
		return nil
	}
	line := text.New(next).LineAt(start + e.Offset)
	return &Fault{fmt.Sprintf("%s in line %d", e.What, line+1), line}
}

// changedTop returns the text of the top-level nodes that differ, before and after, and where it begins; all of it
// where the text has damage, or no tree.
func changedTop(before *syntax.File, next string) (was, now string, start int) {
	doc := before.Doc()
	old := doc.Text()
	if len(before.Damage) > 0 || before.Engine != syntax.TreeSitter {
		return old, next, 0
	}
	from, end := text.Common(old, next)
	core := doc.LinesOf(text.Span{Start: from, End: len(old) - end})
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
	return old[at.Start:at.End], next[at.Start : len(next)-(len(old)-at.End)], at.Start
}
