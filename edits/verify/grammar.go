package verify

import (
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/internal/syntax"
	"github.com/fettle-dev/fettle/internal/text"
)

// grammar says what the gates ask of syntax trees, in the node kinds of one tree-sitter
// grammar. Lists are separated by spaces. A language without one has no gate that reads
// trees: its tools and the other gates decide.
type grammar struct {
	functions string // definitions with the fields name, parameters and body
	clauses   string // parts of statements that look like statements
	chains    string // qualified names
	imports   string
	constants string // values in which nothing of the program stands
	empty     string // statements that do nothing
	raises    string // statements that end in an error
	diverging string // functions and macros that never return
	types     string // the places of types: one more of them has nothing to widen
	top       string // kinds of the type that fits everything
}

// grammars has a row for each family whose grammar is compiled in.
var grammars = map[family]grammar{
	python: {
		functions: "function_definition",
		clauses:   "else_clause elif_clause except_clause finally_clause case_clause",
		chains:    "attribute",
		imports:   "import_statement import_from_statement future_import_statement",
		constants: "none true false integer float string concatenated_string ellipsis list tuple dictionary",
		empty:     "pass_statement",
		raises:    "raise_statement",
		types:     "type",
	},
	golang: {
		functions: "function_declaration method_declaration",
		chains:    "selector_expression qualified_type",
		imports:   "import_declaration",
		constants: "nil true false int_literal float_literal imaginary_literal rune_literal " +
			"interpreted_string_literal raw_string_literal",
		empty:     "empty_statement",
		diverging: "panic",
		top:       "interface_type",
	},
	script: {
		functions: "function_declaration method_definition generator_function_declaration",
		clauses:   "else_clause catch_clause finally_clause",
		chains:    "member_expression nested_identifier",
		imports:   "import_statement",
		constants: "null undefined true false number string array object regex",
		empty:     "empty_statement",
		raises:    "throw_statement",
		types:     "type_annotation",
		top:       "predefined_type",
	},
	rust: {
		functions: "function_item",
		chains:    "scoped_identifier scoped_type_identifier",
		imports:   "use_declaration",
		constants: "boolean_literal integer_literal float_literal string_literal char_literal unit_expression " +
			"raw_string_literal",
		empty:     "empty_statement",
		diverging: "todo unimplemented unreachable panic",
	},
}

// parts are the trees of the changed top-level statements, before and after.
type parts struct {
	grammar  grammar
	old, now syntax.Tree
	oldLines text.Lines // where old stands in the old text
	nowLines text.Lines // where now stands in the new one
	oldDoc   text.Snapshot
	nowDoc   text.Snapshot
}

// trees returns the parts, worked out once; false where no grammar reads the language.
func (c *check) trees() (*parts, bool) {
	if c.parts != nil {
		return c.parts, c.parts.now.Nodes != nil
	}
	c.parts = &parts{grammar: grammars[c.family()]}
	p := c.parts
	p.oldLines, p.nowLines = c.statementsAround()
	p.oldDoc, p.nowDoc = text.New(c.before.Slice(c.before.LinesSpan(p.oldLines))),
		text.New(c.after.Slice(c.after.LinesSpan(p.nowLines)))
	if p.grammar.functions == "" {
		return p, false
	}
	old, ok := syntax.TreeOf(c.before.Lang, p.oldDoc.Text())
	now, both := syntax.TreeOf(c.before.Lang, p.nowDoc.Text())
	if !ok || !both {
		return p, false
	}
	p.old, p.now = old, now
	return p, true
}

// statement reports whether a node is a statement or a definition.
func (g grammar) statement(t syntax.Tree, i int) bool {
	n := t.Nodes[i]
	if !n.Named || n.Kind == "comment" || n.Kind == "statement_list" || syntax.IsKind(n.Kind, g.clauses) {
		return false
	}
	for _, end := range []string{"_statement", "_declaration", "_definition", "_item"} {
		if strings.HasSuffix(n.Kind, end) {
			return true
		}
	}
	return n.Parent >= 0 && t.Nodes[n.Parent].Kind == "block"
}

// hollow reports whether a statement does nothing of the program: it is empty, a
// constant, an error, or returns one of these.
func (g grammar) hollow(t syntax.Tree, i int) bool {
	switch n := t.Nodes[i]; {
	case syntax.IsKind(n.Kind, g.empty), syntax.IsKind(n.Kind, g.raises), g.constant(t, i):
		return true
	case n.Kind == "call_expression" || n.Kind == "macro_invocation":
		return syntax.IsKind(t.Text(i+1), g.diverging)
	case n.Kind == "expression_statement" || n.Kind == "return_statement" || n.Kind == "return_expression" ||
		n.Kind == "expression_list" || n.Kind == "statement_list": // Go's grammar puts the last one into blocks
		return g.hollowInside(t, i)
	}
	return false
}

// hollowInside reports whether nothing right below a node does anything.
func (g grammar) hollowInside(t syntax.Tree, i int) bool {
	return !slices.ContainsFunc(t.Children(i), func(c int) bool {
		return t.Nodes[c].Named && t.Nodes[c].Kind != "comment" && !g.hollow(t, c)
	})
}

// constant reports whether a node is a value in which nothing of the program stands:
// a literal, or a list of nothing.
func (g grammar) constant(t syntax.Tree, i int) bool {
	n := t.Nodes[i]
	if !syntax.IsKind(n.Kind, g.constants) {
		return false
	}
	for c := i + 1; c < n.Next; c++ {
		if k := t.Nodes[c].Kind; k == "identifier" || k == "interpolation" || k == "shorthand_property_identifier" {
			return false
		}
	}
	return true
}
