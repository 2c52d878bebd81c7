package doubt

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/internal/lazyre"
	"github.com/fettle-dev/fettle/internal/syntax"
	"github.com/fettle-dev/fettle/internal/text"
)

var (
	// valued is a name that is given a function with that word: an arrow function and a method are none that new
	// makes objects with (https://tc39.es/ecma262/#sec-arrow-function-definitions-runtime-semantics-evaluation).
	valued = lazyre.New(`([\w$]+)\s*[:=]\s*(?:async\s+)?function\b`)
	// pragma names what elements are made with (https://www.typescriptlang.org/tsconfig/#jsxFactory).
	pragma = lazyre.New(`@jsx(?:Frag)?\s+([\w$]+)`)
	// forTypes begins an import, or a name of one, that is not there when the program runs.
	forTypes = lazyre.New(`\bimport\s+type\b|[{,]\s*type\s+[\w$]`)
	// typeImport is an import of nothing but types, with its module.
	typeImport = lazyre.New(`\bimport\s+type\b[^"';]*(["'][^"']+["'])`)
	// tested is what a regular expression is asked about.
	tested    = lazyre.New(`\.test\(([^()]*(?:\([^()]*\))?)\)`)
	exports   = lazyre.New(`\bexports?\b`)
	decorator = lazyre.New(`(?m)^[ \t]*@[A-Za-z_$]`)
	// passed is a function that is called with one that has no name.
	passed     = lazyre.New(`([\w$]+)\((?:[^()]*,)?\s*function\s*\(`)
	parameters = lazyre.New(`[\w$]+`)
	// placed is an expression in a template, and primitive one of which any reader sees that it is no object.
	placed    = lazyre.New(`\$\{([^{}]*)\}`)
	primitive = lazyre.New(`^\s*(?:typeof\b.*|-?[\d.]+|["'\x60].*|(?:String|Number)\(.*\)|[^(]*\.length` +
		`|.*\.(?:toString|toFixed|join|toISOString|toLowerCase|toUpperCase|trim|stringify)\([^()]*\))\s*$`)
	// prototype sets an object's prototype; as a shorthand, a method or a computed key the name is a property's
	// (https://tc39.es/ecma262/#sec-__proto__-property-names-in-object-initializers).
	prototype     = lazyre.New(`(?m)(?:^|[{,])[ \t]*["']?__proto__["']?\s*:`)
	ownConversion = lazyre.New(`\bvalueOf\b|\btoPrimitive\b`)
)

// brokenScript says which use of a name in a script the edits break.
func (c Change) brokenScript() string {
	if !c.isScript() {
		return ""
	}
	s := c.Snapshot
	was, now := c.lines()
	if len(prototype.FindAllString(was, -1)) != len(prototype.FindAllString(now, -1)) {
		return "__proto__ with a colon sets the prototype, and is a property in any other way of writing it"
	}
	if c.joined() {
		return "the line would go on with the statement above it, which no semicolon ends"
	}
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

// goesOn begins a line that may go on with the one above.
var goesOn = lazyre.New(`^\s*(?:[(\[\x60+-]|/[^/*])`)

// joined reports whether a line begins with another sign after the edits, by which it is no statement of its own any
// more (https://tc39.es/ecma262/#sec-interesting-cases-of-automatic-semicolon-insertion,
// https://github.com/eslint/eslint/issues/21078).
func (c Change) joined() bool {
	s, moved := c.Snapshot, 0
	for _, e := range c.Edits {
		at := e.Span.Start + moved
		moved += len(e.New) - e.Span.Len()
		start := s.LineStart(s.LineAt(e.Span.Start))
		rest := text.Span{Start: e.Span.End, End: s.Len()}
		if strings.TrimSpace(s.Slice(text.Span{Start: start, End: e.Span.Start})) != "" ||
			goesOn.MatchString(s.Slice(text.Span{Start: e.Span.Start, End: s.Len()})) ||
			!goesOn.MatchString(e.New+s.Slice(rest)) {
			continue
		}
		after, err := s.Apply(c.Edits)
		if err != nil {
			continue
		}
		tree, ok := syntax.TreeOf(s.Lang, after.Text())
		if ok && !slices.ContainsFunc(tree.Nodes, func(n syntax.TreeNode) bool {
			return n.Span.Start == at && n.Kind == "expression_statement"
		}) {
			return true
		}
	}
	return false
}

// scriptMay says why edits of a script may change behaviour that are right where nobody uses what they change in
// another way. Where they leave imports to the compiler alone, a decorator may receive types
// (https://www.typescriptlang.org/tsconfig/#emitDecoratorMetadata,
// https://github.com/typescript-eslint/typescript-eslint/pull/8335); a function whose name begins as those of classes
// do (https://eslint.org/docs/latest/rules/new-cap), and that others may have from the file, may make objects, and so
// may one that another file makes some with, or that is passed to who does.
func (c Change) scriptMay() string {
	if !c.isScript() {
		return ""
	}
	s := c.Snapshot
	was, now := c.lines()
	if strings.Count(was, "function") > strings.Count(now, "function") {
		for _, m := range valued.FindAllStringSubmatch(was, -1) {
			if file := c.other(func(p Project) string { return p.Makes(m[1]) }); file != "" {
				return file + " makes objects with " + m[1] + ", which only a function that is written with the word does"
			}
			if 'A' <= m[1][0] && m[1][0] <= 'Z' && exports.MatchString(s.Text()) {
				return m[1] + " may make objects in another file"
			}
		}
		for _, m := range passed.FindAllStringSubmatch(was, -1) {
			if c.makesOfParameter(m[1]) {
				return m[1] + " makes objects with what it is passed, which only a function that is written with the word does"
			}
		}
	}
	if forTypes.MatchString(now) && !forTypes.MatchString(was) {
		if decorator.MatchString(s.Text()) {
			return "the file has decorators, which may receive types at run time"
		}
		m := typeImport.FindStringSubmatch(now)
		if m != nil && c.Finding.Tool != "tsc" && strings.Count(s.Text(), m[1]) == 1 {
			if file := c.other(func(p Project) string { return p.Reads("verbatimModuleSyntax") }); file != "" {
				return "by " + file + " a type import does not load " + m[1] + ", and nothing else here does"
			}
		}
	}
	return cmp.Or(c.tested(), c.converts())
}

// tested says which value a test by a regular expression converts to a text, and a method of its own does not: what is
// no text has none of that name (https://tc39.es/ecma262/#sec-regexp.prototype.test,
// https://github.com/sindresorhus/eslint-plugin-unicorn/blob/main/docs/rules/prefer-string-starts-ends-with.md).
func (c Change) tested() string {
	was, now := c.lines()
	for _, m := range tested.FindAllStringSubmatch(was, -1) {
		text := regexp.MustCompile(`(?:^|[^\w$])` + regexp.QuoteMeta(m[1]) + `\s*:\s*string\b`)
		if strings.Contains(now, m[1]+".") && !strings.Contains(now, m[0]) && !primitive.MatchString(m[1]) &&
			!text.MatchString(c.Snapshot.Text()) {
			return m[1] + " may be no text, which test makes of it"
		}
	}
	return ""
}

// makesOfParameter reports whether a function of the text makes objects with one of its parameters.
func (c Change) makesOfParameter(function string) bool {
	type makes struct{ function string }
	return c.Snapshot.Fact(makes{function}, func() any { return makesOfParameter(c.Snapshot.Text(), function) }).(bool)
}

func makesOfParameter(src, function string) bool {
	name := regexp.QuoteMeta(function)
	signature := regexp.MustCompile(`\bfunction\s+` + name + `\s*\(([^)]*)\)|\b` + name + `\s*[:=]\s*(?:async\s+)?` +
		`(?:function\b[^(]*)?\(([^)]*)\)|\b` + name + `\s*\(([\w$, ]*)\)\s*\{`)
	for _, m := range signature.FindAllStringSubmatch(src, -1) {
		for _, parameter := range parameters.FindAllString(m[1]+","+m[2]+","+m[3], -1) {
			if regexp.MustCompile(`\bnew\s+` + regexp.QuoteMeta(parameter) + `(?:[^\w$]|$)`).MatchString(src) {
				return true
			}
		}
	}
	return false
}

// converted says which operands of a + become parts of a template. The two are converted alike where they are no
// objects; an object's valueOf goes before its toString with + alone
// (https://tc39.es/ecma262/#sec-toprimitive, https://eslint.org/docs/latest/rules/prefer-template).
func (c Change) converted() string {
	if !c.isScript() {
		return ""
	}
	was, now := c.lines()
	if strings.Count(now, "${") <= strings.Count(was, "${") || strings.Count(now, "+") >= strings.Count(was, "+") {
		return ""
	}
	for _, m := range placed.FindAllStringSubmatch(now, -1) {
		if !primitive.MatchString(m[1]) {
			return "an object that has valueOf is converted in another way: " + strings.TrimSpace(m[1])
		}
	}
	return ""
}

// converts is converted for a file that has such objects.
func (c Change) converts() string {
	type own struct{}
	s, why := c.Snapshot, c.converted()
	if why != "" && s.Fact(own{}, func() any { return ownConversion.MatchString(s.Text()) }).(bool) {
		return why
	}
	return ""
}
