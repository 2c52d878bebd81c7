package effect

import "strings"

// role is what a node of a tree is, in all languages alike.
type role uint8

const (
	none role = iota
	call
	argument
	literal
	operator
	condition
	branch
	loop
	leave // break and continue
	result
	raise
	handler
	assertion
	wait
	subscript
	slice
	annotation
	cast
	parameter
	bound
	imported
	decorator
	comment
	statement
	defined
	member
	outer // global and nonlocal
)

// grammar is the table of one grammar: what its kinds of nodes mean. Conditions and
// operators are found by the names of fields, which are the same in all of them.
type grammar struct {
	roles map[string]role
	// named are the kinds of leaves that are identifiers.
	named map[string]bool
	// inert are nodes whose literals are no values: import paths, annotations.
	inert map[string]bool
	// suites hold statements, one below the other.
	suites map[string]bool
}

// table is a grammar as it is written down: kinds, separated by spaces.
type table struct {
	call, literal, branch, loop, leave, result, raise, handler, assertion, wait    string
	subscript, slice, annotation, cast, parameter, imported, decorator, comment    string
	statement, defined, outer, named, inert, suites, bound, member, argumentHolder string
}

func (t table) grammar() grammar {
	g := grammar{roles: map[string]role{}}
	for _, row := range []struct {
		kinds string
		role  role
	}{
		{t.statement, statement}, {t.call, call}, {t.literal, literal}, {t.branch, branch}, {t.loop, loop}, {t.leave, leave},
		{t.result, result}, {t.raise, raise}, {t.handler, handler}, {t.assertion, assertion}, {t.wait, wait},
		{t.subscript, subscript}, {t.slice, slice}, {t.annotation, annotation}, {t.cast, cast},
		{t.parameter, parameter}, {t.imported, imported}, {t.decorator, decorator}, {t.comment, comment},
		{t.defined, defined}, {t.outer, outer}, {t.bound, bound}, {t.member, member}, {t.argumentHolder, argument},
	} {
		for kind := range strings.FieldsSeq(row.kinds) {
			g.roles[kind] = row.role
		}
	}
	g.named, g.inert, g.suites = set(t.named), set(t.inert), set(t.suites)
	return g
}

func set(words string) map[string]bool {
	out := map[string]bool{}
	for w := range strings.FieldsSeq(words) {
		out[w] = true
	}
	return out
}

var scriptTable = table{
	call: "call_expression new_expression", argumentHolder: "arguments",
	literal: "number string template_string regex true false null undefined",
	branch:  "if_statement else_clause switch_case switch_default ternary_expression",
	loop:    "for_statement for_in_statement while_statement do_statement",
	leave:   "break_statement continue_statement", result: "return_statement", raise: "throw_statement",
	handler: "catch_clause",
	wait:    "await_expression", subscript: "subscript_expression", annotation: "type_annotation",
	cast:      "as_expression satisfies_expression non_null_expression type_assertion",
	parameter: "required_parameter optional_parameter rest_pattern", imported: "import_statement",
	decorator: "decorator", comment: "comment html_comment",
	statement: "expression_statement lexical_declaration variable_declaration debugger_statement empty_statement",
	defined:   "function_declaration generator_function_declaration method_definition class_declaration",
	named:     "identifier property_identifier shorthand_property_identifier private_property_identifier",
	inert:     "import_statement type_annotation literal_type", suites: "statement_block program class_body switch_case",
	bound: "variable_declarator", member: "member_expression",
}

// grammars are the tables by language.
var grammars = func() map[string]grammar {
	script := scriptTable.grammar()
	return map[string]grammar{
		"python": table{
			call: "call", argumentHolder: "argument_list",
			literal: "integer float string concatenated_string true false none ellipsis",
			branch:  "if_statement elif_clause else_clause case_clause conditional_expression",
			loop:    "for_statement while_statement",
			leave:   "break_statement continue_statement", result: "return_statement", raise: "raise_statement",
			handler: "except_clause except_group_clause", assertion: "assert_statement", wait: "await",
			subscript: "subscript", slice: "slice", annotation: "type",
			parameter: "default_parameter typed_parameter typed_default_parameter list_splat_pattern dictionary_splat_pattern",
			imported:  "import_statement import_from_statement", decorator: "decorator", comment: "comment",
			statement: "expression_statement delete_statement pass_statement", outer: "global_statement nonlocal_statement",
			defined: "function_definition class_definition", named: "identifier", inert: "type import_from_statement",
			suites: "block module", bound: "assignment named_expression", member: "attribute",
		}.grammar(),
		"go": table{
			call: "call_expression type_conversion_expression", argumentHolder: "argument_list",
			literal: "int_literal float_literal imaginary_literal rune_literal interpreted_string_literal raw_string_literal " +
				"true false nil iota",
			branch: "if_statement expression_case default_case type_case communication_case", loop: "for_statement",
			leave: "break_statement continue_statement goto_statement fallthrough_statement", result: "return_statement",
			subscript: "index_expression", slice: "slice_expression", cast: "type_assertion_expression",
			parameter: "parameter_declaration variadic_parameter_declaration", imported: "import_spec", comment: "comment",
			statement: "expression_statement assignment_statement short_var_declaration var_declaration const_declaration " +
				"inc_statement dec_statement send_statement go_statement defer_statement",
			defined: "function_declaration method_declaration type_spec",
			named:   "identifier field_identifier package_identifier", inert: "import_spec field_declaration",
			suites: "block statement_list source_file expression_case default_case type_case communication_case",
			bound:  "short_var_declaration var_spec", member: "selector_expression",
		}.grammar(),
		"rust": table{
			call: "call_expression macro_invocation", argumentHolder: "arguments token_tree",
			literal: "integer_literal float_literal string_literal raw_string_literal char_literal boolean_literal",
			branch:  "if_expression else_clause match_arm", loop: "for_expression while_expression loop_expression",
			leave: "break_expression continue_expression", result: "return_expression", wait: "await_expression",
			subscript: "index_expression", cast: "type_cast_expression unsafe_block", parameter: "parameter self_parameter",
			imported: "use_declaration", decorator: "attribute_item", comment: "line_comment block_comment",
			statement: "expression_statement let_declaration",
			defined:   "function_item struct_item enum_item impl_item trait_item",
			named:     "identifier field_identifier", inert: "use_declaration attribute_item", suites: "block source_file",
			bound: "let_declaration", member: "field_expression",
		}.grammar(),
		"javascript": script, "javascriptreact": script, "typescript": script, "typescriptreact": script,
	}
}()
