package ecma

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/fettle-dev/fettle/internal/lazyre"
	"github.com/fettle-dev/fettle/internal/text"
)

// What follows holds for the edits of tools and of rules alike: they are right in the lines
// that they change, and wrong because of others, of which no tool speaks.

var (
	// valued is a name that is given a function with that word: an arrow function and a method are none that new
	// makes objects with (https://tc39.es/ecma262/#sec-arrow-function-definitions-runtime-semantics-evaluation).
	valued = lazyre.New(`([\w$]+)\s*[:=]\s*(?:async\s+)?function\b`)
	// pragma names what elements are made with (https://www.typescriptlang.org/tsconfig/#jsxFactory).
	pragma = lazyre.New(`@jsx(?:Frag)?\s+([\w$]+)`)
	// forTypes begins an import, or a name of one, that is not there when the program runs.
	forTypes  = lazyre.New(`\bimport\s+type\b|[{,]\s*type\s+[\w$]`)
	exports   = lazyre.New(`\bexports?\b`)
	decorator = lazyre.New(`(?m)^[ \t]*@[A-Za-z_$]`)
)

// Broken says which use of a name in a script edits break, "" if none is known.
func Broken(s text.Snapshot, edits []text.Edit) string {
	if !script(s) {
		return ""
	}
	was, now := changed(s, edits)
	for _, m := range valued.FindAllStringSubmatch(was, -1) {
		name := regexp.QuoteMeta(m[1])
		if strings.Count(was, "function") <= strings.Count(now, "function") {
			break
		}
		made := regexp.MustCompile(`\b(?:new|instanceof)\s+(?:[\w$]+\.)*` + name + `(?:[^\w$]|$)|(?:^|[^\w$])` +
			name + `\.prototype\b`)
		if at := made.FindStringIndex(s.Text()); at != nil {
			return fmt.Sprintf("line %d makes objects with %s, which only a function that is written with the word does",
				s.LineAt(at[1]-1)+1, m[1])
		}
	}
	if strings.Contains(was, "import") {
		for _, m := range pragma.FindAllStringSubmatch(s.Text(), -1) {
			word := regexp.MustCompile(`(?:^|[^\w$])` + regexp.QuoteMeta(m[1]) + `(?:[^\w$]|$)`)
			if word.MatchString(was) && !word.MatchString(now) {
				return "elements are made with " + m[1] + ", as the comment " + m[0] + " says"
			}
		}
	}
	return ""
}

// Doubtful says why edits of a script may change behaviour that are right where nobody uses what they change in
// another way. Where they leave imports to the compiler alone, a decorator may receive types
// (https://www.typescriptlang.org/tsconfig/#emitDecoratorMetadata,
// https://github.com/typescript-eslint/typescript-eslint/pull/8335); a function whose name begins as those of classes
// do (https://eslint.org/docs/latest/rules/new-cap), and that others may have from the file, may make objects.
func Doubtful(s text.Snapshot, edits []text.Edit) string {
	if !script(s) {
		return ""
	}
	was, now := changed(s, edits)
	fewer := strings.Count(was, "function") > strings.Count(now, "function")
	for _, m := range valued.FindAllStringSubmatch(was, -1) {
		if fewer && 'A' <= m[1][0] && m[1][0] <= 'Z' && exports.MatchString(s.Text()) {
			return m[1] + " may make objects in another file"
		}
	}
	if forTypes.MatchString(now) && !forTypes.MatchString(was) && decorator.MatchString(s.Text()) {
		return "the file has decorators, which may be told of types where the program runs"
	}
	return ""
}

func script(s text.Snapshot) bool {
	return strings.HasPrefix(s.Lang, "javascript") || strings.HasPrefix(s.Lang, "typescript")
}

// changed returns the lines that edits change, as they were and as they are.
func changed(s text.Snapshot, edits []text.Edit) (was, now string) {
	for _, e := range edits {
		lines := s.LinesSpan(s.LinesOf(e.Span))
		was += s.Slice(lines)
		rest := text.Span{Start: e.Span.End, End: max(lines.End, e.Span.End)}
		now += s.Slice(text.Span{Start: lines.Start, End: e.Span.Start}) + e.New + s.Slice(rest)
	}
	return was, now
}
