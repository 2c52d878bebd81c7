package rules

import "testing"

func TestMessageOfThrown(t *testing.T) {
	const msg = "'e' is of type 'unknown'."
	f := func(body string) string { return "try { f(); } catch (e) {\n" + body + "}\n" }
	runCases(t, "typescript", []ruleCase{
		{name: "returned", signal: "tsc/18046", message: msg, in: f("  return «e».message;\n"), want: f("  return e instanceof Error ? e.message : String(e);\n")},
		{name: "argument", signal: "tsc/18046", message: msg, in: f("  log(1, «e».message);\n"), want: f("  log(1, e instanceof Error ? e.message : String(e));\n")},
		{name: "assigned", signal: "tsc/18046", message: msg, in: f("  const m = «e».message;\n"), want: f("  const m = e instanceof Error ? e.message : String(e);\n")},
		{name: "in a template", signal: "tsc/18046", message: msg, in: f("  log(`no: ${«e».message}`);\n"), want: f("  log(`no: ${e instanceof Error ? e.message : String(e)}`);\n")},
		{name: "of an older compiler", signal: "tsc/2571", message: "Object is of type 'unknown'.", in: f("  log(\"no: \" + «e».message);\n"), want: f("  log(\"no: \" + (e instanceof Error ? e.message : String(e)));\n")},
		{name: "compared", signal: "tsc/18046", message: msg, in: f("  if (a == «e».message) g();\n"), want: f("  if (a == (e instanceof Error ? e.message : String(e))) g();\n")},
		{name: "a member of the message", signal: "tsc/18046", message: msg, in: f("  log(«e».message.length);\n"), want: f("  log((e instanceof Error ? e.message : String(e)).length);\n")},
		{name: "without a semicolon", signal: "tsc/18046", message: msg, in: f("  return «e».message\n"), want: f("  return e instanceof Error ? e.message : String(e)\n")},
		{name: "another member", signal: "tsc/18046", message: msg, in: f("  log(«e».code);\n"), why: "something else than the message"},
		{name: "a longer name", signal: "tsc/18046", message: msg, in: f("  log(«e».messages);\n"), why: "something else than the message"},
		{name: "written", signal: "tsc/18046", message: msg, in: f("  «e».message = 'a';\n"), why: "not only read"},
		{name: "a call", signal: "tsc/2571", message: "Object is of type 'unknown'.", in: f("  log(«g»().message);\n"), why: "something else than the message"},
	})
}
