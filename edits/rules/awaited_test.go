package rules

import "testing"

func TestAwaitResult(t *testing.T) {
	const lacks = `"Coroutine[Any, Any, str]" has no attribute "upper"`
	of := func(name, in, want string) ruleCase {
		return ruleCase{name: name, signal: "mypy/attr-defined", message: lacks, in: in, want: want}
	}
	declines := func(name, in, why string) ruleCase {
		return ruleCase{name: name, signal: "mypy/attr-defined", message: lacks, in: in, why: why}
	}
	runCases(t, "python", []ruleCase{
		of("a call", "async def f():\n    g(«fetch(1)».upper())\n", "async def f():\n    g((await fetch(1)).upper())\n"),
		of("a method", "async def f(c):\n    return «c.get(a)(b)».upper()\n", "async def f(c):\n    return (await c.get(a)(b)).upper()\n"),
		of("a name", "async def f(n):\n    for i in n:\n        page = fetch(i)\n        out(«page».upper())\n",
			"async def f(n):\n    for i in n:\n        page = await fetch(i)\n        out(page.upper())\n"),
		{name: "iterated", signal: "mypy/attr-defined", message: `"Coroutine[Any, Any, list[str]]" has no attribute "__iter__" (not iterable)`,
			in: "async def f():\n    for q in «fetch(4)»:\n        g(q)\n", want: "async def f():\n    for q in await fetch(4):\n        g(q)\n"},
		{name: "an operand", signal: "mypy/operator", message: `Unsupported operand types for + ("str" and "Coroutine[Any, Any, str]")`,
			in: "async def f(x):\n    return x + «fetch(5)»\n", want: "async def f(x):\n    return x + await fetch(5)\n"},
		{name: "pyright", signal: "pyright/reportAttributeAccessIssue", message: `Cannot access attribute "upper" for class "CoroutineType[Any, Any, str]"`,
			in: "async def f():\n    return «fetch(1)».upper()\n", want: "async def f():\n    return (await fetch(1)).upper()\n"},
		declines("not asynchronous", "def f():\n    return «fetch(1)».upper()\n", "outside of an async function"),
		declines("a function inside", "async def f():\n    def g():\n        return «fetch(1)».upper()\n", "outside of an async function"),
		declines("in a lambda", "async def f():\n    return h(lambda: «fetch(1)».upper())\n", "a lambda cannot wait"),
		declines("a parameter", "async def f(page):\n    return «page».upper()\n", "nothing gives page its value"),
		declines("two values", "async def f():\n    page = fetch(1)\n    page = fetch(2)\n    return «page».upper()\n", "more than one value"),
		declines("waited for later", "async def f():\n    page = fetch(1)\n    g(«page».upper())\n    return await page\n", "waited for elsewhere"),
		declines("gathered later", "async def f():\n    page = fetch(1)\n    g(«page».upper())\n    return await asyncio.gather(page)\n", "waited for elsewhere"),
		declines("more than a call", "async def f():\n    page = fetch(1) or fetch(2)\n    return «page».upper()\n", "not given the result of one call"),
		{name: "another class", signal: "mypy/attr-defined", message: `"Page" has no attribute "uper"`, in: "async def f():\n    return «fetch(1)».uper()\n", why: "not about a coroutine"},
	})
}

func TestTextOperand(t *testing.T) {
	const joins = `Unsupported operand types for + ("str" and "int")`
	of := func(name, in, want string) ruleCase {
		return ruleCase{name: name, signal: "mypy/operator", message: joins, in: in, want: want}
	}
	declines := func(name, in, why string) ruleCase {
		return ruleCase{name: name, signal: "mypy/operator", message: joins, in: in, why: why}
	}
	runCases(t, "python", []ruleCase{
		of("a name", "def f(n):\n    return \"[\" + b + \"] \" + «n» + \"%\"\n", "def f(n):\n    return \"[\" + b + \"] \" + str(n) + \"%\"\n"),
		of("a call", "x = g(\"n: \" + «len(a[1:])», 2)\n", "x = g(\"n: \" + str(len(a[1:])), 2)\n"),
		of("a product", "x = 'a' + «n» * 2 + y\n", "x = 'a' + str(n * 2) + y\n"),
		of("behind a call", "x = 'a' + b(1, 'c') + «n»\n", "x = 'a' + b(1, 'c') + str(n)\n"),
		declines("no text", "x = a + «n»\n", "written out"),
		declines("a text of another operand", "x = g('a') + «n»\n", "written out"),
		declines("a text before", "x = ('a', b + «n»)\n", "written out"),
		declines("elsewhere", "«x = 'a' + n»\n", "no operand of +"),
		{name: "bytes", signal: "mypy/operator", message: `Unsupported operand types for + ("bytes" and "int")`, in: "x = b'a' + «n»\n", why: "not about a number"},
	})
}
