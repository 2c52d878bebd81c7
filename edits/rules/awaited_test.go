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
		of("not asynchronous", "import asyncio\n\ndef f():\n    return «fetch(1)».upper()\n",
			"import asyncio\n\ndef f():\n    return asyncio.run(fetch(1)).upper()\n"),
		of("nor imported", "import os\n\nx = «fetch(1)».upper()\n", "import asyncio\nimport os\n\nx = asyncio.run(fetch(1)).upper()\n"),
		of("called by one that can wait", "def f(n):\n    page = fetch(n)\n    return «page».upper()\n\nasync def g():\n    return f(1)[0] + f(2)\n",
			"async def f(n):\n    page = await fetch(n)\n    return page.upper()\n\nasync def g():\n    return (await f(1))[0] + await f(2)\n"),
		of("a method called by one that can wait", "class C:\n    def f(self):\n        return «self.get()».upper()\n\n    async def g(self):\n        return self.f()\n",
			"class C:\n    async def f(self):\n        return (await self.get()).upper()\n\n    async def g(self):\n        return await self.f()\n"),
		declines("called by both", "def f():\n    return «fetch(1)».upper()\n\nasync def g():\n    return f()\n\ndef h():\n    return f()\n", "others that cannot"),
		of("called through another by one that can wait", "def f():\n    return «fetch(1)».upper()\n\ndef g():\n    return f()\n\nasync def h():\n    return g()\n",
			"async def f():\n    return (await fetch(1)).upper()\n\nasync def g():\n    return await f()\n\nasync def h():\n    return await g()\n"),
		of("called in an f-string", "def f(n):\n    return «fetch(n)».upper()\n\nasync def g():\n    return f'{1}: {f(2)!r:>5} {f(f(3))}'\n",
			"async def f(n):\n    return (await fetch(n)).upper()\n\nasync def g():\n    return f'{1}: {await f(2)!r:>5} {await f(await f(3))}'\n"),
		of("called in a comprehension", "def f(n):\n    return «fetch(n)».upper()\n\nasync def g(xs):\n    return [f(x) for x in xs], sum(y for y in f(1))\n",
			"async def f(n):\n    return (await fetch(n)).upper()\n\nasync def g(xs):\n    return [await f(x) for x in xs], sum(y for y in await f(1))\n"),
		of("called in what is waited for", "def f(n):\n    return «fetch(n)».upper()\n\nasync def g():\n    return await h(f(1))\n",
			"async def f(n):\n    return (await fetch(n)).upper()\n\nasync def g():\n    return await h(await f(1))\n"),
		of("said to be a coroutine", "def f(n):\n    \"\"\"The page; a coroutine, as it asks a server.\"\"\"\n    return «fetch(n)».upper()\n",
			"async def f(n):\n    \"\"\"The page; a coroutine, as it asks a server.\"\"\"\n    return (await fetch(n)).upper()\n"),
		of("called by one that is said to be", "def f(n):\n    return «fetch(n)».upper()\n\ndef g():\n    \"\"\"To be awaited.\"\"\"\n    return f(1)\n",
			"async def f(n):\n    return (await fetch(n)).upper()\n\nasync def g():\n    \"\"\"To be awaited.\"\"\"\n    return await f(1)\n"),
		of("said to be none", "import asyncio\n\ndef f(n):\n    \"\"\"The page, without async.\"\"\"\n    return «fetch(n)».upper()\n",
			"import asyncio\n\ndef f(n):\n    \"\"\"The page, without async.\"\"\"\n    return asyncio.run(fetch(n)).upper()\n"),
		of("called by others that no loop calls", "import asyncio\n\ndef f(n):\n    return «fetch(n)».upper()\n\ndef g():\n    return f(1)\n\nprint(f'{f(2)} {g()}')\n",
			"import asyncio\n\ndef f(n):\n    return asyncio.run(fetch(n)).upper()\n\ndef g():\n    return f(1)\n\nprint(f'{f(2)} {g()}')\n"),
		of("one that calls itself", "def f(n):\n    return «fetch(n)».upper() or f(n)\n\nasync def g():\n    return f(1)\n", "async def f(n):\n    return (await fetch(n)).upper() or await f(n)\n\nasync def g():\n    return await f(1)\n"),
		of("a private method", "class C:\n    def __f(self):\n        return «self.get()».upper()\n\n    async def g(self):\n        return self.__f()\n",
			"class C:\n    async def __f(self):\n        return (await self.get()).upper()\n\n    async def g(self):\n        return await self.__f()\n"),
		of("async, and called in a lambda", "async def f(n):\n    return «fetch(n)».upper()\n\nshow = lambda n: f(n)\n", "async def f(n):\n    return (await fetch(n)).upper()\n\nshow = lambda n: f(n)\n"),
		declines("called in a lambda", "def f(n):\n    return «fetch(n)».upper()\n\nshow = lambda n: f(n)\n\nasync def g():\n    return show(1)\n", "a lambda cannot wait"),
		declines("called in an f-string in a lambda", "def f(n):\n    return «fetch(n)».upper()\n\nasync def g(xs):\n    return map(lambda n: f'{f(n)}', xs)\n", "a lambda cannot wait"),
		declines("called lazily", "def f(n):\n    return «fetch(n)».upper()\n\nasync def g(xs):\n    return ', '.join(f(x) for x in xs)\n", "made lazily"),
		declines("called in two comprehensions", "def f(n):\n    return «fetch(n)».upper()\n\nasync def g(xs):\n    return [[f(x) for x in y] for y in xs]\n", "made lazily"),
		declines("called in a default", "def f(n):\n    return «fetch(n)».upper()\n\nasync def g(x=f(1)):\n    return x\n", "a definition's head"),
		declines("a decorator", "def f(n):\n    return «fetch(n)».upper()\n\n@f\nasync def g():\n    return 1\n", "something else"),
		declines("handed to another", "def f(n):\n    return «fetch(n)».upper()\n\ndef g(xs):\n    return map(f, xs)\n", "something else"),
		declines("said to be a coroutine, and called where no loop runs", "def f():\n    \"\"\"A coroutine.\"\"\"\n    return «fetch(1)».upper()\n\nprint(f())\n", "others that cannot"),
		declines("called by a generator that a loop calls", "def f():\n    return «fetch(1)».upper()\n\ndef g():\n    yield f()\n\nasync def h():\n    return list(g())\n", "generator"),
		declines("named in an f-string", "def f(n):\n    return «fetch(n)».upper()\n\nasync def g():\n    return f'{f(1)=}'\n", "cannot be read"),
		declines("decorated", "@register\ndef f(n):\n    return «fetch(n)».upper()\n", "whoever else calls"),
		declines("in a default of its own", "async def g():\n    def f(x=«fetch(1)».upper()):\n        return x\n    return f\n", "a definition's head"),
		declines("waits lazily", "async def g(xs):\n    return ','.join(«fetch(x)».upper() for x in xs)\n", "made lazily"),
		declines("handed over", "def f():\n    return «fetch(1)».upper()\n\nasync def g():\n    await asyncio.to_thread(f)\n", "something else is done with it"),
		declines("a generator", "def f():\n    yield «fetch(1)».upper()\n", "generator"),
		declines("a property", "class C:\n    @property\n    def f(self):\n        return «fetch(1)».upper()\n\n    async def g(self):\n        return self.f()\n", "whoever else calls"),
		declines("called by the language", "class C:\n    def __str__(self):\n        return «self.get()».upper()\n\n    async def g(self):\n        return self.__str__()\n", "cannot be seen"),
		{name: "wanted", signal: "mypy/arg-type", message: `Argument 1 to "run" has incompatible type "str"; expected "Coroutine[Any, Any, str]"`,
			in: "async def f():\n    run(«load()»)\n", why: "not about a coroutine"},
		{name: "an argument", signal: "mypy/arg-type", message: `Argument 1 to "show" has incompatible type "Coroutine[Any, Any, str]"; expected "str"`,
			in: "async def f():\n    show(«load()»)\n", want: "async def f():\n    show(await load())\n"},
		{name: "indexed", signal: "mypy/index", message: `Value of type "Coroutine[Any, Any, list[str]]" is not indexable`,
			in: "async def f():\n    g(«load()[0]»)\n", want: "async def f():\n    g((await load())[0])\n"},
		{name: "not used", signal: "mypy/unused-coroutine", message: `Value of type "Coroutine[Any, Any, str]" must be used`,
			in: "async def f():\n    «load()»\n", want: "async def f():\n    await load()\n"},
		{name: "not used, by pyright", signal: "pyright/reportUnusedCoroutine", message: `Result of async function call is not used; use "await" or assign result to variable`,
			in: "async def f():\n    «load()»\n", want: "async def f():\n    await load()\n"},
		declines("in a lambda", "async def f():\n    return h(lambda: «fetch(1)».upper())\n", "a lambda cannot wait"),
		declines("a parameter", "async def f(page):\n    return «page».upper()\n", "nothing gives page its value"),
		declines("two values", "async def f():\n    page = fetch(1)\n    page = fetch(2)\n    return «page».upper()\n", "more than one value"),
		declines("waited for later", "async def f():\n    page = fetch(1)\n    g(«page».upper())\n    return await page\n", "waited for elsewhere"),
		declines("gathered later", "async def f():\n    page = fetch(1)\n    g(«page».upper())\n    return await asyncio.gather(page)\n", "waited for elsewhere"),
		declines("more than a call", "async def f():\n    page = fetch(1) or fetch(2)\n    return «page».upper()\n", "not given the result of one call"),
		{name: "another class", signal: "mypy/attr-defined", message: `"Page" has no attribute "uper"`, in: "async def f():\n    return «fetch(1)».uper()\n", why: "not about a coroutine"},
	})
}

func TestUnpackFewer(t *testing.T) {
	of := func(name, in, want string) ruleCase {
		return ruleCase{name: name, signal: "mypy/misc", message: "Need more than 2 values to unpack (3 expected)", in: in, want: want}
	}
	declines := func(name, in, why string) ruleCase {
		return ruleCase{name: name, signal: "mypy/misc", message: "Need more than 2 values to unpack (3 expected)", in: in, why: why}
	}
	runCases(t, "python", []ruleCase{
		of("in the middle", "def f():\n    a, b, c = «pair()»\n    return a + c\n", "def f():\n    a, c = pair()\n    return a + c\n"),
		of("the first", "def f():\n    (a, b, c) = «pair()»\n    return b + c\n", "def f():\n    (b, c) = pair()\n    return b + c\n"),
		of("of a loop", "def f():\n    for a, b, c in «pairs()»:\n        print(a, b)\n", "def f():\n    for a, b in pairs():\n        print(a, b)\n"),
		{name: "pyright", signal: "pyright/reportAssignmentType", in: "def f():\n    «a, b, c» = pair()\n    return a, b\n", want: "def f():\n    a, b = pair()\n    return a, b\n",
			message: "Expression with type \"tuple[str, str]\" cannot be assigned to target tuple\n  Tuple size mismatch; expected 3 but received 2"},
		declines("all are read", "def f():\n    a, b, c = «pair()»\n    return a + b + c\n", "not as many"),
		declines("two are not", "def f():\n    a, b, c = «pair()»\n    return a\n", "not as many"),
		declines("read before", "def f():\n    while True:\n        print(b)\n        a, b, c = «pair()»\n        print(a, c)\n", "not as many"),
		declines("of a module", "a, b, c = «pair()»\nprint(a, c)\n", "not as many"),
		declines("into an attribute", "def f(s):\n    s.a, b, c = «pair()»\n    return c\n", "something else than names"),
		{name: "one value", signal: "mypy/misc", message: "Need more than 1 value to unpack (2 expected)", in: "def f():\n    a, b = «one()»\n    return a\n", why: "no pair"},
		{name: "another count", signal: "mypy/misc", message: "Need more than 3 values to unpack (4 expected)", in: "def f():\n    a, b, c = «pair()»\n    return a, b\n", why: "not as many"},
		{name: "a type", signal: "mypy/misc", message: "Cannot infer type", in: "def f():\n    a, b = «pair()»\n", why: "not about names"},
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
