package rules

import "testing"

func TestDeferCancel(t *testing.T) {
	in := func(results, body string) string {
		return "package a\n\nfunc f(ctx context.Context, list []string) " + results + "{\n\t" + body + "\n}\n"
	}
	const said = "the cancel function returned by context.WithTimeout should be called, not discarded, to avoid a context leak"
	const made, kept = "ctx, «_» := context.WithTimeout(ctx, 5)", "ctx, cancel := context.WithTimeout(ctx, 5)\n\tdefer cancel()"
	lost := func(name, results, body, why string) ruleCase {
		c := ruleCase{name: name, signal: "go vet/lostcancel", message: said, in: in(results, body), why: why}
		if why == "" {
			c.want = in(results, replaced(replaced(body, made+" // soon", "ctx, cancel := context.WithTimeout(ctx, 5) // soon\n\tdefer cancel()"), made, kept))
		}
		return c
	}
	unused := func(results, body string) ruleCase {
		return ruleCase{name: "as the compiler says it", signal: "go/UnusedVar", message: "declared and not used: cancel", in: in(results, body)}
	}
	c := unused("error ", "ctx, «cancel» := context.WithCancel(ctx)\n\treturn g(ctx)")
	c.want = in("error ", "ctx, cancel := context.WithCancel(ctx)\n\tdefer cancel()\n\treturn g(ctx)")
	longer := unused("context.Context ", "ctx, «cancel» := context.WithCancel(ctx)\n\treturn ctx")
	longer.name, longer.why = "as the compiler says it of one that is given", "may need the context"
	runCases(t, "go", []ruleCase{
		lost("called", "error ", made+"\n\treturn g(ctx)", ""),
		lost("with a comment", "", made+" // soon\n\tg(ctx)", ""),
		lost("with values", "([]string, bool, error) ", made+"\n\treturn g(ctx)", ""),
		c, longer,
		lost("the context is given", "(context.Context, error) ", made+"\n\treturn ctx, nil", "may need the context"),
		lost("something that may hold it is given", "(*exec.Cmd, error) ", made+"\n\treturn command(ctx), nil", "may need the context"),
		lost("anything is given", "any ", made+"\n\treturn command(ctx)", "may need the context"),
		lost("at the same time", "", made+"\n\tgo g(ctx)", "longer than the function"),
		lost("by another function", "", made+"\n\tlater(func() { g(ctx) })", "longer than the function"),
		lost("in a value", "", made+"\n\tkeep(T{ctx: ctx})", "longer than the function"),
		lost("in a field", "", made+"\n\ts.ctx = ctx", "longer than the function"),
		lost("in a loop", "", "for range list {\n\t\tctx, «_» := context.WithTimeout(ctx, 5)\n\t\tg(ctx)\n\t}", "a loop"),
		lost("of a variable that is there", "error ", "ctx, «_» = context.WithTimeout(ctx, 5)\n\treturn g(ctx)", "no free name"),
	})
	inner := lost("in a function of a loop", "", "for range list {\n\t\tfunc() {\n\t\t\tctx, «_» := context.WithTimeout(ctx, 5)\n\t\t\tg(ctx)\n\t\t}()\n\t}", "")
	inner.want = in("", "for range list {\n\t\tfunc() {\n\t\t\tctx, cancel := context.WithTimeout(ctx, 5)\n\t\t\tdefer cancel()\n\t\t\tg(ctx)\n\t\t}()\n\t}")
	runCases(t, "go", []ruleCase{inner})
}
