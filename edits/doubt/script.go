package doubt

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/internal/lazyre"
	"github.com/fettle-dev/fettle/internal/lex"
	"github.com/fettle-dev/fettle/internal/syntax"
	"github.com/fettle-dev/fettle/internal/text"
)

// typeImport is an import of nothing but types, with its module.
var typeImport = lazyre.New(`\bimport\s+type\b[^"';]*(["'][^"']+["'])`)

// tree returns the syntax tree of a text, false in a build without grammars.
func tree(s text.Snapshot) (t syntax.Tree, ok bool) {
	type parsed struct{}
	t = s.Fact(parsed{}, func() any {
		t, _ := syntax.TreeOf(s.Lang, s.Text())
		return t
	}).(syntax.Tree)
	return t, len(t.Nodes) > 0
}

// field returns the source of what stands in a field of a node, "" where nothing does.
func field(t syntax.Tree, i int, name string) string {
	if c := t.Child(i, name); c >= 0 {
		return t.Text(c)
	}
	return ""
}

// after returns the tree of the text behind the edits.
func (c Change) after() (t syntax.Tree, ok bool) {
	s, err := c.Snapshot.Apply(c.Edits)
	if err != nil {
		return t, false
	}
	return tree(s)
}

// brokenScript says which use of a name in a script the edits break.
func (c Change) brokenScript() string {
	if !c.isScript() {
		return ""
	}
	was, now := c.lines()
	before, known := tree(c.Snapshot)
	if strings.Contains(was+now, "__proto__") {
		if after, ok := c.after(); !ok || prototypes(before) != prototypes(after) {
			return "__proto__ with a colon sets the prototype, and is a property in any other way of writing it"
		}
	}
	if c.joined() {
		return "the line would go on with the statement above it, which no semicolon ends"
	}
	if !known && strings.Count(was, "function") > strings.Count(now, "function") {
		return "fettle was built without a parser, and cannot see whether objects are made with the function"
	}
	for _, f := range c.wordless() {
		if line := c.makes(f.name); line > 0 {
			return fmt.Sprintf("line %d makes objects with %s%s", line, f.name, asFunction)
		}
	}
	if strings.Contains(was, "import") {
		for _, q := range c.File.Comments(text.Span{End: c.Snapshot.Len()}) {
			pragma, name := jsxPragma(c.Snapshot.Slice(q))
			if name != "" && lex.HasWord(was, name) && !lex.HasWord(now, name) {
				return "elements are made with " + name + ", as the comment " + pragma + " " + name + " says"
			}
		}
	}
	return ""
}

// jsxPragma returns the name in a comment that says what elements are made with
// (https://www.typescriptlang.org/tsconfig/#jsxFactory).
func jsxPragma(comment string) (pragma, name string) {
	words := strings.Fields(comment)
	for i, w := range words[:max(0, len(words)-1)] {
		if w == "@jsx" || w == "@jsxFrag" {
			return w, strings.TrimSuffix(words[i+1], "*/")
		}
	}
	return "", ""
}

// prototypes returns how often objects of a tree set their prototype; as a shorthand, a method or a computed key the
// name is a property's (https://tc39.es/ecma262/#sec-__proto__-property-names-in-object-initializers).
func prototypes(t syntax.Tree) (n int) {
	for i, node := range t.Nodes {
		if node.Kind == "pair" && strings.Trim(field(t, i, "key"), `"'`) == "__proto__" {
			n++
		}
	}
	return n
}

const asFunction = ", which only a function that is written with the word does"

// written is a function that is written with the word: what has it as its value, or what it is passed to.
type written struct {
	name   string
	passed bool
}

// wordless returns the functions that the edits write without the word: an arrow function and a method are none that
// new makes objects with (https://tc39.es/ecma262/#sec-arrow-function-definitions-runtime-semantics-evaluation).
func (c Change) wordless() (out []written) {
	was, now := c.lines()
	if strings.Count(was, "function") <= strings.Count(now, "function") {
		return nil
	}
	t, _ := tree(c.Snapshot)
	for _, n := range t.Nodes {
		if n.Kind != "function" || n.Named || !touches(c.Edits, n.Span) ||
			t.Nodes[n.Parent].Kind != "function_expression" {
			continue
		}
		f := n.Parent
		p := t.Nodes[f].Parent
		if t.Nodes[p].Kind == "arguments" {
			out = append(out, written{lastName(field(t, t.Nodes[p].Parent, "function")), true})
		} else if of := t.Children(p)[0]; of != f {
			out = append(out, written{lastName(t.Text(of)), false})
		}
	}
	return out
}

// lastName returns the name behind the last dot.
func lastName(s string) string { return strings.Trim(s[strings.LastIndexByte(s, '.')+1:], `"'`) }

// makes returns the line, from 1, that makes objects with what has a name, or asks for their kind; 0 if none does.
func (c Change) makes(name string) int {
	t, _ := tree(c.Snapshot)
	for i, n := range t.Nodes {
		of := -1
		switch n.Kind {
		case "new_expression":
			of = t.Child(i, "constructor")
		case "binary_expression":
			if field(t, i, "operator") == "instanceof" {
				of = t.Child(i, "right")
			}
		case "member_expression":
			if field(t, i, "property") == "prototype" {
				of = t.Child(i, "object")
			}
		}
		if of >= 0 && lastName(t.Text(of)) == name {
			return c.Snapshot.LineAt(t.Nodes[of].Span.Start) + 1
		}
	}
	return 0
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
		if tree, ok := c.after(); ok && !slices.ContainsFunc(tree.Nodes, func(n syntax.TreeNode) bool {
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
	src := c.Snapshot.Text()
	for _, f := range c.wordless() {
		switch {
		case f.name == "":
		case f.passed && c.makesOfParameter(f.name):
			return f.name + " makes objects with what it is passed" + asFunction
		case f.passed:
		case c.other(func(p Project) string { return p.Reads("new " + f.name) }) != "":
			return c.Project.Reads("new "+f.name) + " makes objects with " + f.name + asFunction
		case 'A' <= f.name[0] && f.name[0] <= 'Z' && (lex.HasWord(src, "export") || lex.HasWord(src, "exports")):
			return f.name + " may make objects in another file"
		}
	}
	if c.importsTypes() {
		if t, ok := tree(c.Snapshot); !ok && strings.Contains(src, "@") ||
			slices.ContainsFunc(t.Nodes, func(n syntax.TreeNode) bool { return n.Kind == "decorator" }) {
			return "the file has decorators, which may receive types at run time"
		}
		_, now := c.lines()
		m := typeImport.FindStringSubmatch(now)
		if m != nil && c.Finding.Tool != "tsc" && strings.Count(src, m[1]) == 1 {
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
	if strings.Count(was, ".test(") <= strings.Count(now, ".test(") {
		return ""
	}
	t, ok := tree(c.Snapshot)
	if !ok {
		return "what is tested may be no text, which test makes of it"
	}
	for i, n := range t.Nodes {
		if n.Kind != "call_expression" || !touches(c.Edits, n.Span) ||
			lastName(field(t, i, "function")) != "test" {
			continue
		}
		var of []int // with the parentheses
		if list := t.Child(i, "arguments"); list >= 0 {
			of = t.Children(list)
		}
		if len(of) != 3 || primitive(t, of[1]) || !strings.Contains(now, t.Text(of[1])+".") {
			continue
		}
		declared := func(n syntax.TreeNode) bool {
			return n.Kind == "type_annotation" && strings.HasSuffix(c.Snapshot.Slice(n.Span), " string") &&
				t.Text(t.Children(n.Parent)[0]) == t.Text(of[1])
		}
		if !slices.ContainsFunc(t.Nodes, declared) {
			return t.Text(of[1]) + " may be no text, which test makes of it"
		}
	}
	return ""
}

// importsTypes reports whether the edits leave an import, or a name of one, to the compiler alone.
func (c Change) importsTypes() bool {
	was, now := c.lines()
	types := func(code string) (n int) {
		for _, w := range strings.FieldsFunc(code, func(r rune) bool { return r < 0x80 && !lex.IsWord(byte(r)) }) {
			if w == "type" {
				n++
			}
		}
		return n
	}
	return types(now) > types(was) && slices.ContainsFunc(slices.Collect(c.File.Imports()), func(i int) bool {
		return touches(c.Edits, text.Span{Start: c.File.Nodes[i].Span.Start, End: c.File.Nodes[i].Span.End + 1})
	})
}

// makesOfParameter reports whether a function of the text makes objects with one of its parameters.
func (c Change) makesOfParameter(function string) bool {
	t, _ := tree(c.Snapshot)
	for i, n := range t.Nodes {
		of := t.Child(i, "constructor")
		if n.Kind != "new_expression" || of < 0 {
			continue
		}
		const functions = "function_declaration function_expression arrow_function method_definition"
		for f := t.Up(i, functions); f >= 0; f = t.Up(f, functions) {
			name, p := t.Child(f, "name"), t.Nodes[f].Parent
			if name < 0 && t.Children(p)[0] < f {
				name = t.Children(p)[0]
			}
			list := max(t.Child(f, "parameters"), t.Child(f, "parameter"))
			if name >= 0 && list >= 0 && lastName(t.Text(name)) == function && lex.HasWord(t.Text(list), t.Text(of)) {
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
	const why = "an object that has valueOf is converted in another way"
	t, ok := c.after()
	if !ok {
		return why
	}
	for i, n := range t.Nodes {
		if n.Kind == "template_substitution" && n.Next > i+2 && strings.Contains(now, t.Text(i)) &&
			!primitive(t, i+2) { // behind "${"
			return why + ": " + t.Text(i+2)
		}
	}
	return ""
}

// primitive reports whether any reader sees that an expression is no object.
func primitive(t syntax.Tree, i int) bool {
	switch t.Nodes[i].Kind {
	case "number", "string", "template_string":
		return true
	case "unary_expression":
		return syntax.IsKind(field(t, i, "operator"), "typeof -")
	case "member_expression":
		return field(t, i, "property") == "length"
	case "call_expression":
		return syntax.IsKind(lastName(field(t, i, "function")),
			"String Number toString toFixed join toISOString toLowerCase toUpperCase trim stringify")
	}
	return false
}

// converts is converted for a file that has such objects.
func (c Change) converts() string {
	src := c.Snapshot.Text()
	if why := c.converted(); lex.HasWord(src, "valueOf") || lex.HasWord(src, "toPrimitive") {
		return why
	}
	return ""
}
