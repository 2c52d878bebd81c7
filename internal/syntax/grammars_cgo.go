//go:build cgo

package syntax

import (
	"strings"
	"sync"
	"unsafe"

	ts "github.com/tree-sitter/go-tree-sitter"
	golang "github.com/tree-sitter/tree-sitter-go/bindings/go"
	javascript "github.com/tree-sitter/tree-sitter-javascript/bindings/go"
	python "github.com/tree-sitter/tree-sitter-python/bindings/go"
	rust "github.com/tree-sitter/tree-sitter-rust/bindings/go"
	typescript "github.com/tree-sitter/tree-sitter-typescript/bindings/go"
)

// action is what the walker does at a kind of node.
type action uint8

const (
	actNone action = iota
	actBody
	actFunction
	actClosure // a function only where it is bound to a name
	actClass
	actImport
	actAttribute // decorator, attribute, annotation
	actBlock
	actClause
	actStatement
	actWrapper // passes its start to the definition inside
	actString
	actComment
	actError
)

// grammar is one language's node kinds, by number.
type grammar struct {
	lang    *ts.Language
	acts    []action
	words   []string          // keyword of each kind
	binder  map[uint16]string // nodes that name a closure, and their field
	header  map[string]bool   // fields that belong to the header of a compound
	exports bool
}

func (g *grammar) rule(id uint16) (action, string) {
	if int(id) >= len(g.acts) {
		return actNone, ""
	}
	return g.acts[id], g.words[id]
}

// plainExport reports whether an export wraps no declaration.
func (g *grammar) plainExport(t string) bool {
	if !g.exports {
		return false
	}
	t = strings.TrimSpace(strings.TrimPrefix(t, "export"))
	t = strings.TrimSpace(strings.TrimPrefix(t, "type"))
	if d, ok := strings.CutPrefix(t, "default"); ok {
		d = strings.TrimPrefix(strings.TrimSpace(d), "abstract ")
		return !strings.HasPrefix(d, "class") && !strings.HasPrefix(d, "function") &&
			!strings.HasPrefix(d, "async function") && !strings.HasPrefix(d, "interface")
	}
	return strings.HasPrefix(t, "{") || strings.HasPrefix(t, "*") || strings.HasPrefix(t, "=")
}

func grammarOf(lang string) *grammar {
	switch lang {
	case "python", "starlark":
		return pythonGrammar()
	case "go":
		return goGrammar()
	case "javascript", "javascriptreact":
		return javascriptGrammar()
	case "typescript":
		return typescriptGrammar()
	case "typescriptreact":
		return tsxGrammar()
	case "rust":
		return rustGrammar()
	}
	return nil
}

// The tables are built on first use and never change.
var (
	pythonGrammar     = sync.OnceValue(func() *grammar { return newGrammar(python.Language(), pythonKinds) })
	goGrammar         = sync.OnceValue(func() *grammar { return newGrammar(golang.Language(), goKinds) })
	javascriptGrammar = sync.OnceValue(func() *grammar { return newGrammar(javascript.Language(), scriptKinds) })
	typescriptGrammar = sync.OnceValue(func() *grammar { return newGrammar(typescript.LanguageTypescript(), scriptKinds) })
	tsxGrammar        = sync.OnceValue(func() *grammar { return newGrammar(typescript.LanguageTSX(), scriptKinds) })
	rustGrammar       = sync.OnceValue(func() *grammar { return newGrammar(rust.Language(), rustKinds) })
)

// kinds says what the kinds of a grammar mean. Each entry is a list of
// "kind" or "kind=keyword".
type kinds struct {
	body, function, closure, class, imports, attribute string
	block, clause, statement, wrapper, str, comment    string
	binder, header                                     string
}

func newGrammar(p unsafe.Pointer, k kinds) *grammar {
	plainAllocator()
	lang := ts.NewLanguage(p)
	n := int(lang.NodeKindCount())
	g := &grammar{lang: lang, acts: make([]action, n), words: make([]string, n), binder: map[uint16]string{},
		header: map[string]bool{}}
	byName := map[string][]uint16{}
	for id := range n {
		if !lang.NodeKindIsNamed(uint16(id)) {
			continue
		}
		name := lang.NodeKindForId(uint16(id))
		byName[name] = append(byName[name], uint16(id))
		for _, suffix := range [...]string{"_statement", "_declaration", "_definition", "_signature", "_spec", "_item"} {
			if strings.HasSuffix(name, suffix) {
				g.acts[id] = actStatement
			}
		}
	}
	set := func(list string, a action) {
		for word := range strings.FieldsSeq(list) {
			kind, keyword, _ := strings.Cut(word, "=")
			for _, id := range byName[kind] {
				g.acts[id], g.words[id] = a, keyword
			}
		}
	}
	set(k.statement, actStatement)
	set(k.body, actBody)
	set(k.function, actFunction)
	set(k.closure, actClosure)
	set(k.class, actClass)
	set(k.imports, actImport)
	set(k.attribute, actAttribute)
	set(k.block, actBlock)
	set(k.clause, actClause)
	set(k.wrapper, actWrapper)
	set(k.str, actString)
	set(k.comment, actComment)
	for word := range strings.FieldsSeq(k.binder) {
		kind, field, _ := strings.Cut(word, "=")
		for _, id := range byName[kind] {
			g.binder[id] = field
		}
	}
	for field := range strings.FieldsSeq(k.header) {
		g.header[field] = true
	}
	g.exports = strings.Contains(k.wrapper, "export_statement")
	return g
}

var pythonKinds = kinds{
	body:      "module block",
	function:  "function_definition=def",
	class:     "class_definition=class",
	imports:   "import_statement=import import_from_statement=from future_import_statement=from",
	attribute: "decorator=@",
	block: "if_statement=if for_statement=for while_statement=while with_statement=with try_statement=try " +
		"match_statement=match",
	clause: "elif_clause=elif else_clause=else except_clause=except except_group_clause=except " +
		"finally_clause=finally case_clause=case",
	wrapper: "decorated_definition",
	str:     "string",
	comment: "comment",
}

var goKinds = kinds{
	body:     "source_file block statement_list field_declaration_list import_spec_list var_spec_list interface_type",
	function: "function_declaration=func method_declaration=func",
	closure:  "func_literal=func",
	class:    "type_spec=type type_alias=type",
	imports:  "import_declaration=import import_spec=import",
	block: "if_statement=if for_statement=for expression_switch_statement=switch type_switch_statement=switch " +
		"select_statement=select",
	clause: "expression_case=case default_case=default type_case=case communication_case=case",
	statement: "field_declaration method_elem const_spec var_spec inc_statement dec_statement assignment_statement " +
		"short_var_declaration send_statement go_statement defer_statement",
	wrapper: "type_declaration",
	str:     "raw_string_literal interpreted_string_literal",
	comment: "comment",
	binder:  "short_var_declaration=left assignment_statement=left var_spec=name keyed_element=key",
	header:  "initializer condition value communication",
}

var scriptKinds = kinds{
	body: "program statement_block class_body switch_body interface_body enum_body object_type class_static_block",
	function: "function_declaration=function generator_function_declaration=function method_definition=method " +
		"function_signature=function method_signature=method abstract_method_signature=method",
	closure: "arrow_function=function function_expression=function generator_function=function",
	class: "class_declaration=class abstract_class_declaration=class interface_declaration=interface " +
		"enum_declaration=enum " +
		"type_alias_declaration=type internal_module=namespace module=module",
	imports:   "import_statement=import import_alias=import",
	attribute: "decorator=@",
	block: "if_statement=if for_statement=for for_in_statement=for while_statement=while do_statement=do " +
		"with_statement=with " +
		"try_statement=try switch_statement=switch labeled_statement=label",
	clause: "else_clause=else catch_clause=catch finally_clause=finally switch_case=case switch_default=default",
	statement: "lexical_declaration variable_declaration expression_statement field_definition public_field_definition " +
		"property_signature index_signature enum_assignment",
	wrapper: "export_statement ambient_declaration",
	str:     "template_string string",
	comment: "comment html_comment",
	binder: "variable_declarator=name assignment_expression=left pair=key field_definition=property " +
		"public_field_definition=name",
	header: "initializer condition increment left right value parameter",
}

var rustKinds = kinds{
	body:     "source_file block declaration_list field_declaration_list enum_variant_list match_block",
	function: "function_item=fn function_signature_item=fn macro_definition=macro_rules",
	closure:  "closure_expression=closure",
	class: "struct_item=struct enum_item=enum union_item=union trait_item=trait impl_item=impl mod_item=mod " +
		"type_item=type",
	imports:   "use_declaration=use extern_crate_declaration=extern",
	attribute: "attribute_item=# inner_attribute_item=#",
	block: "if_expression=if match_expression=match while_expression=while loop_expression=loop for_expression=for " +
		"unsafe_block=unsafe async_block=async try_block=try const_block=const",
	clause: "else_clause=else match_arm=arm",
	statement: "let_declaration expression_statement const_item static_item field_declaration enum_variant " +
		"macro_invocation",
	str:     "string_literal raw_string_literal",
	comment: "line_comment block_comment",
	binder:  "let_declaration=pattern const_item=name static_item=name",
	header:  "condition value pattern",
}
