package rules

import (
	"strings"
	"testing"
)

func TestAbsentMember(t *testing.T) {
	const said = "Property 'tags' is missing in type '{ title: string; body: string; }' but required in type 'Note'."
	of := func(typed, says, object string) string {
		return "export interface Note {\n  title: string;\n  tags: " + typed + ";\n  body: string;\n}\n\n/** " + says + " */\nexport function note(title: string, lines: string[]): Note {\n  const n = { title };\n  «return» " + object + ";\n}\n"
	}
	const one = `{ title, body: lines.join("}, {") }`
	is := func(name, typed, says, object, want, why string) ruleCase {
		c := ruleCase{name: name, signal: "tsc/2741", message: said, in: of(typed, says, object), why: why}
		if want != "" {
			c.want = strings.NewReplacer("«", "", "»", "").Replace(of(typed, says, want))
		}
		return c
	}
	runCases(t, "typescript", []ruleCase{
		is("a list", "string[]", "A new note has no tags.", one, `{ title, body: lines.join("}, {"), tags: [] }`, ""),
		is("a set", "Set<string>", "A note without tags.", one, `{ title, body: lines.join("}, {"), tags: new Set() }`, ""),
		is("a text", "string", "A note; its tags are empty.", one, `{ title, body: lines.join("}, {"), tags: "" }`, ""),
		is("a number", "number", "A note with 0 tags.", one, `{ title, body: lines.join("}, {"), tags: 0 }`, ""),
		is("in rows", "string[]", "A new note has no tags.", "{\n    title,\n    body: \"\",\n  }", "{\n    title,\n    body: \"\",\n    tags: [],\n  }", ""),
		is("in rows without a comma", "string[]", "A new note has no tags.", "{\n    title,\n    body: \"\"\n  }", "{\n    title,\n    body: \"\",\n    tags: []\n  }", ""),
		is("remarks in rows", "string[]", "A new note has no tags.", "{\n    title, // as it's given, {\n    body: \"\"\n    // that's all, really\n  }", "{\n    title, // as it's given, {\n    body: \"\",\n    tags: []\n    // that's all, really\n  }", ""),
		is("a template", "string[]", "A new note has no tags.", "{ title, body: `${title}, \\`` }", "{ title, body: `${title}, \\``, tags: [] }", ""),
		is("a pattern", "string[]", "A new note has no tags.", "{ title, body: /[\"},]/.source }", "{ title, body: /[\"},]/.source, tags: [] }", ""),
		is("nothing is said", "string[]", "A new note.", one, "", "nothing says"),
		is("a truth of which nothing is said", "boolean", "A note has no tags.", one, "", "nothing says"),
		is("a truth", "boolean", "A note that is not yet tags.", one, `{ title, body: lines.join("}, {"), tags: false }`, ""),
		is("either", "string[] | null", "A new note has no tags.", one, "", "nothing says"),
		is("of its own", "Tags", "A new note has no tags.", one, "", "nothing says"),
		is("spread", "string[]", "A new note has no tags.", "{ ...n, body: \"\" }", "", "which object"),
		is("two of them", "string[]", "A new note has no tags.", "ok ? { title, body: \"\" } : { title, body: \"a\" }", "", "which object"),
	})
}

func TestOwnConversion(t *testing.T) {
	const arithmetic = "The left-hand side of an arithmetic operation must be of type 'any', 'number', 'bigint' or an enum type."
	const head = "type Cell = number | string;\n\nfunction value(cell: Cell): number {\n  return typeof cell === \"number\" ? cell : Number(cell);\n}\n\n"
	is := func(name, message, in, want, why string) ruleCase {
		c := ruleCase{name: name, signal: "tsc/2362", message: message, in: head + in, why: why}
		if want != "" {
			c.want = head + want
		}
		return c
	}
	runCases(t, "typescript", []ruleCase{
		is("a factor", arithmetic, "function sum(rows: [price: Cell, n: number][]): number {\n  let s = 0;\n  for (const [price, n] of rows) {\n    s += «price» * n;\n  }\n  return s;\n}\n",
			"function sum(rows: [price: Cell, n: number][]): number {\n  let s = 0;\n  for (const [price, n] of rows) {\n    s += value(price) * n;\n  }\n  return s;\n}\n", ""),
		is("an argument", "Argument of type 'Cell' is not assignable to parameter of type 'number'.\n  Type 'string' is not assignable to type 'number'.", "function f(c: Cell): number {\n  return Math.abs(«c»);\n}\n", "function f(c: Cell): number {\n  return Math.abs(value(c));\n}\n", ""),
		is("of another type", arithmetic, "function f(c: string): number {\n  return «c» * 2;\n}\n", "", "not plain to see"),
		is("no union", arithmetic, "type Word = string;\nfunction f(c: Word): number {\n  return «c» * 2;\n}\n", "", "no union"),
		is("two of them", arithmetic, "function size(cell: Cell): number {\n  return 1;\n}\nfunction f(c: Cell): number {\n  return «c» * 2;\n}\n", "", "no one function"),
		is("to a text", "Argument of type 'Cell' is not assignable to parameter of type 'string'.", "function f(c: Cell): void {\n  log(«c»);\n}\n", "", "no one function"),
	})
	runCases(t, "typescript", []ruleCase{{name: "in itself", signal: "tsc/2362", message: arithmetic, in: "type Cell = number | string;\nfunction value(cell: Cell): number {\n  return «cell» * 1;\n}\n", why: "no one function"}})
}
