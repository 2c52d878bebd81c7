package ecma

import (
	"regexp"
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/edits/rules/rule"
	"github.com/fettle-dev/fettle/internal/lazyre"
	"github.com/fettle-dev/fettle/internal/lex"
	"github.com/fettle-dev/fettle/internal/syntax"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/signal"
)

// Doubt says why a fix that the reporting tool itself calls unsafe breaks the
// code, "" if nothing is known against it. The tool accepts the result, so that
// no gate would find this out.
func Doubt(p rule.Problem, fix *signal.ToolFix) string {
	switch tool, code := signal.Normal(p.Diagnostic); {
	case fix == nil:
		return ""
	case strictNull(p.Snapshot, fix.Edits):
		return "undefined is equal to null by == alone"
	case tool != "tsc" && strings.HasPrefix(signal.Cause(p.Diagnostic), "unused ") &&
		removesReact(p.Snapshot, fix.Edits):
		return "JSX may need React"
	case tool != "eslint" || !strings.HasSuffix(code, "no-unused-vars"):
		return ""
	}
	name := rule.Quoted(p.Diagnostic.Message)
	for _, e := range fix.Edits {
		if why := doubtRemoval(p, e.Span, name); why != "" {
			return why
		}
	}
	return ""
}

var (
	// effects are what an expression may do besides having a value.
	effects = lazyre.New("[(`]|\\+\\+|--|\\b(?:new|await|yield|delete)\\b")
	// defines begins what only defines a function.
	defines = lazyre.New(`^(?:(?:const|let|var)\s+)?(?:[\p{L}\p{N}_$]+\s*=\s*)?(?:async\b\s*)?(?:function\b` +
		`|(?:\([^()]*\)|[\p{L}\p{N}_$]+)\s*=>)`)
	// runs is what a class does when it is defined.
	runs = lazyre.New(`\bstatic\b|@|\bextends\b[^{]*\(`)
)

// removesReact reports whether a fix removes the import of what elements are made with, of which only the compiler
// knows whether it needs one.
func removesReact(s text.Snapshot, edits []text.Edit) bool {
	return strings.HasSuffix(s.Lang, "react") && slices.ContainsFunc(edits, func(e text.Edit) bool {
		line := s.Slice(s.LinesSpan(s.LinesOf(e.Span)))
		return strings.HasPrefix(line, "import") && lex.HasWord(s.Slice(e.Span), "React") && !lex.HasWord(e.New, "React")
	})
}

// strictNull reports whether a fix makes a comparison with null strict.
func strictNull(s text.Snapshot, edits []text.Edit) bool {
	for _, e := range edits {
		before := strings.TrimRight(s.Slice(text.Span{End: e.Span.Start}), "=!")
		operator := s.Slice(text.Span{Start: len(before), End: e.Span.Start}) + e.New
		behind := s.Text()[e.Span.End:]
		rest := strings.TrimLeft(behind, "=!")
		if operator += behind[:len(behind)-len(rest)]; operator != "===" && operator != "!==" {
			continue
		}
		if nullBefore.MatchString(before) || nullBehind.MatchString(rest) {
			return true
		}
	}
	return false
}

var (
	nullBefore = lazyre.New(`(?:^|[^.\w$])null\s*$`)
	nullBehind = lazyre.New(`^\s*null(?:[^\w$]|$)`)
)

// doubtRemoval is for ESLint's removal of a name that nothing uses: it asks
// neither what else the code does, nor for elements, nor for places that count.
func doubtRemoval(p rule.Problem, sp text.Span, name string) string {
	src := p.Snapshot.Text()
	removed := strings.Trim(src[sp.Start:sp.End], " \t\r\n,;")
	element := regexp.MustCompile(`</?` + regexp.QuoteMeta(name) + `[\s/>.]`)
	if element.MatchString(src) {
		return name + " may be used by an element"
	}
	switch {
	case strings.HasPrefix(removed, "import"), defines.MatchString(removed):
	case strings.HasPrefix(removed, "class") && runs.MatchString(removed),
		!strings.HasPrefix(removed, "class") && effects.MatchString(removed):
		return "what would go does more than to define " + name
	}
	if strings.HasPrefix(removed, "var") && elsewhere(p, name, sp) {
		return "without this declaration " + name + " is another variable"
	}
	open, behind := opening(src[:sp.Start]), strings.TrimLeft(src[sp.End:], " \t\r\n")
	switch {
	case open == '(' && strings.HasSuffix(strings.TrimSpace(src[sp.Start:sp.End]), ",") && !strings.HasPrefix(behind, ")"):
		return "the parameters behind " + name + " would change their places"
	case open == '{' && restElement(behind):
		return "the rest would then hold " + name + " too"
	}
	return ""
}

// elsewhere reports whether a name stands outside of a span too.
func elsewhere(p rule.Problem, name string, except text.Span) bool {
	for _, id := range syntax.Lexed(p.Snapshot.Lang, p.Snapshot.Text()).Identifiers(text.Span{End: p.Snapshot.Len()}) {
		if id.Name == name && !except.Contains(id.Span.Start) {
			return true
		}
	}
	return false
}

// opening returns the bracket that is open at the end of a text, 0 for none.
func opening(before string) byte {
	depth := 0
	for i := len(before) - 1; i >= 0; i-- {
		switch before[i] {
		case ')', ']', '}':
			depth++
		case '(', '[', '{':
			if depth == 0 {
				return before[i]
			}
			depth--
		}
	}
	return 0
}

// restElement reports whether "..." follows before the bracket closes.
func restElement(behind string) bool {
	depth := 0
	for i := range len(behind) {
		switch behind[i] {
		case '(', '[', '{':
			depth++
		case ')', ']', '}':
			if depth--; depth < 0 {
				return false
			}
		case '.':
			if depth == 0 && strings.HasPrefix(behind[i:], "...") {
				return true
			}
		}
	}
	return false
}
