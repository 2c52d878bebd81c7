package syntax

import (
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/internal/lex"
	"github.com/fettle-dev/fettle/internal/limits"
	"github.com/fettle-dev/fettle/internal/text"
)

// scopedNames are the names of a JavaScript or TypeScript text by its scopes: which it declares anywhere, and which of
// those that it uses no scope around them declares. A type and a value of one name count as one. A function that is
// declared in a block counts in both places.
type scopedNames struct {
	declared map[string]bool
	free     map[string]Identifier // the first use
}

// scopeKinds are the nodes of the grammars that names are declared in, and whether var is.
var scopeKinds = map[string]bool{
	"program": true, "function_declaration": true, "function_expression": true, "generator_function": true,
	"generator_function_declaration": true, "arrow_function": true, "method_definition": true, "class_static_block": true,
	"internal_module": true, "module": true, "class_declaration": false, "class": false,
	"abstract_class_declaration": false,
	"interface_declaration":      false, "type_alias_declaration": false, "enum_declaration": false,
	"statement_block": false,
	"for_statement":   false, "for_in_statement": false, "catch_clause": false, "switch_body": false,
	"function_signature": false, "function_type": false, "method_signature": false, "abstract_method_signature": false,
	"call_signature": false, "construct_signature": false, "constructor_type": false, "conditional_type": false,
	"object_type": false, "interface_body": false,
}

// namedOutside are the nodes whose name is declared in the scope around them.
var namedOutside = []string{
	"function_declaration", "generator_function_declaration", "class_declaration", "abstract_class_declaration",
	"interface_declaration", "type_alias_declaration", "enum_declaration", "internal_module", "module",
	"function_signature",
}

// nameScope is one scope of a text.
type nameScope struct {
	around int // -1: none
	lifts  bool
	names  map[string]bool
}

// scoping reads the scopes of a tree.
type scoping struct {
	Tree
	scopes []nameScope
	at     []int // node → the scope that it lies in
	inner  []int // node → that of its children
	kinds  map[int]string
}

// scopesOf reads the scopes of a text, nil where it has no tree, or a damaged one.
func scopesOf(lang, src string) *scopedNames {
	s, ok := scopingOf(lang, src)
	if !ok {
		return nil
	}
	out := &scopedNames{declared: map[string]bool{}, free: map[string]Identifier{}}
	var uses []int
	for i := range s.Nodes {
		if !s.names(i) {
			continue
		}
		where := s.declares(i)
		if where < 0 {
			uses = append(uses, i)
			continue
		}
		s.declare(where, s.Text(i))
		out.declared[s.Text(i)] = true
	}
	for _, i := range uses {
		name := s.Text(i)
		if _, known := out.free[name]; !known && name != "arguments" && !s.bound(s.at[i], name) {
			out.free[name] = Identifier{name, s.Nodes[i].Span}
		}
	}
	return out
}

// scopingOf finds the scopes of a text, and in which of them each node of its tree lies.
func scopingOf(lang, src string) (*scoping, bool) {
	t, ok := TreeOf(lang, src)
	if !ok || len(t.Nodes) == 0 || t.Nodes[0].Kind != "program" {
		return nil, false
	}
	s := &scoping{Tree: t, at: make([]int, len(t.Nodes)), inner: make([]int, len(t.Nodes)), kinds: map[int]string{}}
	for i, n := range t.Nodes {
		if n.Error {
			return nil, false
		}
		around := -1
		if n.Parent >= 0 {
			around = s.inner[n.Parent]
		}
		s.at[i], s.inner[i] = around, around
		if lifts, opens := scopeKinds[n.Kind]; opens && n.Named {
			s.scopes = append(s.scopes, nameScope{around, lifts, map[string]bool{}})
			s.inner[i] = len(s.scopes) - 1
		}
		if n.Field == "kind" {
			s.kinds[n.Parent] = n.Kind
		}
	}
	return s, true
}

// names reports whether a node is a name of the file: one that is declared or used in it.
func (s *scoping) names(i int) bool {
	switch n := s.Nodes[i]; n.Kind {
	case "shorthand_property_identifier":
		return true
	case "identifier", "type_identifier", "shorthand_property_identifier_pattern":
		return n.Named && !s.noName(i)
	case "property_identifier": // a member of an enum is a name for those behind it
		return s.up(i) == "enum_body" || s.up(i) == "enum_assignment"
	}
	return false
}

// up is the kind of the node around one.
func (s *scoping) up(i int) string {
	if p := s.Nodes[i].Parent; p >= 0 {
		return s.Nodes[p].Kind
	}
	return ""
}

// noName reports whether what looks like a name is none of this file: of what others export, of an element that
// the language has, behind a dot.
func (s *scoping) noName(i int) bool {
	n := s.Nodes[i]
	switch s.up(i) {
	case "import_specifier":
		return n.Field == "name" && s.Child(n.Parent, "alias") >= 0
	case "export_specifier":
		statement := s.Nodes[s.Nodes[n.Parent].Parent].Parent
		return n.Field == "alias" || s.Child(statement, "source") >= 0
	case "jsx_opening_element", "jsx_closing_element", "jsx_self_closing_element":
		return strings.ToLower(s.Text(i)[:1]) == s.Text(i)[:1]
	case "jsx_namespace_name":
		return true
	case "nested_type_identifier":
		return n.Field == "name"
	}
	return false
}

// declaring are the nodes whose names, or those in a field, are declared in the scope that they stand in.
var declaring = map[string]string{
	"required_parameter": "pattern", "optional_parameter": "pattern", "formal_parameters": "",
	"arrow_function": "parameter",
	"catch_clause":   "parameter", "import_clause": "", "namespace_import": "", "import_specifier": "",
	"import_require_clause": "",
	"infer_type":            "", "enum_body": "", "enum_assignment": "name", "type_parameter": "name",
	"mapped_type_clause": "name",
	"index_signature":    "name", "function_expression": "name", "generator_function": "name", "class": "name",
}

// declares is the scope that a name is declared in where it stands, -1 where it is used.
func (s *scoping) declares(i int) int {
	at, top := s.at[i], s.pattern(i)
	p, field := s.Nodes[top].Parent, s.Nodes[top].Field
	if p < 0 {
		return -1
	}
	kind := s.Nodes[p].Kind
	if of, ok := declaring[kind]; ok && (of == "" || of == field) {
		return at
	}
	switch kind {
	case "variable_declarator", "for_in_statement":
		return s.variable(p, at, field)
	case "import_alias":
		if s.Children(p)[1] == top {
			return at
		}
		return -1
	case "nested_identifier":
		if up := s.up(p); field == "object" && (up == "internal_module" || up == "module") {
			return s.at[s.Nodes[p].Parent]
		}
		return -1
	}
	if field != "name" || !slices.Contains(namedOutside, kind) {
		return -1
	}
	if strings.Contains(kind, "function") {
		s.declare(s.lifted(s.at[p]), s.Text(i))
	}
	return s.at[p]
}

// variable is the scope in which a field of a declarator or a loop is declared, -1 where it is none that is.
func (s *scoping) variable(p, at int, field string) int {
	declarator := s.Nodes[p].Kind == "variable_declarator"
	switch {
	case declarator && field != "name", !declarator && (field != "left" || s.kinds[p] == ""):
		return -1
	case s.up(p) == "variable_declaration", s.kinds[p] == "var":
		return s.lifted(at)
	}
	return at
}

// pattern is the whole of what a name is given its value in: [a, {b: c}] for c.
func (s *scoping) pattern(i int) int {
	for {
		switch up, field := s.up(i), s.Nodes[i].Field; {
		case up == "array_pattern", up == "object_pattern", up == "rest_pattern",
			up == "pair_pattern" && field == "value",
			(up == "object_assignment_pattern" || up == "assignment_pattern") && field == "left":
			i = s.Nodes[i].Parent
		default:
			return i
		}
	}
}

// lifted is the scope that var declares in.
func (s *scoping) lifted(at int) int {
	for !s.scopes[at].lifts {
		at = s.scopes[at].around
	}
	return at
}

func (s *scoping) declare(at int, name string) { s.scopes[at].names[name] = true }

func (s *scoping) bound(at int, name string) bool {
	for ; at >= 0; at = s.scopes[at].around {
		if s.scopes[at].names[name] {
			return true
		}
	}
	return false
}

// Lost are names that a JavaScript or TypeScript text uses and does not declare there, as the text before did: what
// had its meaning and has none now. What it has never declared is the surroundings'. Of a text without a tree, or a
// damaged one, there are none.
func Lost(was, now text.Snapshot) (out []Identifier) {
	before, after := scoped(was), scoped(now)
	if before == nil || after == nil {
		return nil
	}
	for name, id := range after.free {
		if _, free := before.free[name]; !free && before.declared[name] {
			out = append(out, id)
		}
	}
	slices.SortFunc(out, func(a, b Identifier) int { return a.Span.Start - b.Span.Start })
	return out
}

// scoped are the names of a text, read once.
func scoped(s text.Snapshot) *scopedNames {
	type key struct{}
	return s.Fact(key{}, func() any {
		if dialect := lex.For(s.Lang); dialect.Family != lex.Script || s.Len() > limits.ContextFile {
			return (*scopedNames)(nil)
		}
		return scopesOf(s.Lang, s.Text())
	}).(*scopedNames)
}
