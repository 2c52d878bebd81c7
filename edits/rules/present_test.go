package rules

import "testing"

func TestPresentValue(t *testing.T) {
	const said = "Object is possibly 'undefined'."
	is := func(name, in, want, why string) ruleCase {
		return ruleCase{name: name, signal: "tsc/2532", message: said, in: in, want: want, why: why}
	}
	runCases(t, "typescript", []ruleCase{
		is("asked", "if (m.has(k.n)) {\n  «m.get(k.n)».push(w);\n} else {\n  m.set(k.n, [w]);\n}\n", "if (m.has(k.n)) {\n  m.get(k.n)!.push(w);\n} else {\n  m.set(k.n, [w]);\n}\n", ""),
		is("put in", "if (!m.has(k)) {\n  m.set(k, []);\n}\n«m.get(k)».push(w);\n", "if (!m.has(k)) {\n  m.set(k, []);\n}\nm.get(k)!.push(w);\n", ""),
		is("put in at once", "if (!m.has(k)) m.set(k, []);\n// then\n«m.get(k)».push(w);\n", "if (!m.has(k)) m.set(k, []);\n// then\nm.get(k)!.push(w);\n", ""),
		is("and more", "} else if (this.m.has(\"{\") && ok) {\n  f(x);\n  g(«this.m.get(\"{\")».n);\n}\n", "} else if (this.m.has(\"{\") && ok) {\n  f(x);\n  g(this.m.get(\"{\")!.n);\n}\n", ""),
		is("or something else", "if (m.has(k) || ok) {\n  «m.get(k)».push(w);\n}\n", "", "nothing before it"),
		is("another key", "if (m.has(j)) {\n  «m.get(k)».push(w);\n}\n", "", "nothing before it"),
		is("taken out", "if (m.has(k)) {\n  m.delete(k);\n  «m.get(k)».push(w);\n}\n", "", "nothing before it"),
		is("a new key", "if (m.has(k)) {\n  k += 1;\n  «m.get(k)».push(w);\n}\n", "", "nothing before it"),
		is("not put in", "if (!m.has(k)) {\n  f(k);\n}\n«m.get(k)».push(w);\n", "", "nothing before it"),
		is("a function in between", "if (m.has(k)) {\n  later(() => {\n    «m.get(k)».push(w);\n  });\n}\n", "", "nothing before it"),
		is("never asked", "«m.get(k)».push(w);\n", "", "nothing before it"),
		is("no map", "«list[0]».push(w);\n", "", "not about a value of a map"),
	})
}

func TestKeyedObject(t *testing.T) {
	const said = "Element implicitly has an 'any' type because expression of type 'string' can't be used to index type '{}'.\n  No index signature with a parameter of type 'string' was found on type '{}'."
	is := func(name, in, want, why string) ruleCase {
		return ruleCase{name: name, signal: "tsc/7053", message: said, in: in, want: want, why: why}
	}
	runCases(t, "typescript", []ruleCase{
		is("gathered", "export function f(es: E[]): Record<string, number> {\n  return es.reduce((sums, e) => {\n    «sums[e.a]» = (sums[e.a] ?? 0) + e.n;\n    return sums;\n  }, {});\n}\n",
			"export function f(es: E[]): Record<string, number> {\n  return es.reduce<Record<string, number>>((sums, e) => {\n    sums[e.a] = (sums[e.a] ?? 0) + e.n;\n    return sums;\n  }, {});\n}\n", ""),
		is("a variable", "function f(ws: string[]): { [word: string]: number } {\n  const n = {};\n  for (const w of ws) {\n    «n[w]» = 1;\n  }\n  return n;\n}\n",
			"function f(ws: string[]): { [word: string]: number } {\n  const n: { [word: string]: number } = {};\n  for (const w of ws) {\n    n[w] = 1;\n  }\n  return n;\n}\n", ""),
		is("not the result", "function f(ws: string[]): Record<string, number> {\n  const n = {};\n  «n[ws[0]]» = 1;\n  return g(n);\n}\n", "", "not the function's result"),
		is("no such result", "function f(ws: string[]): number {\n  const n = {};\n  «n[ws[0]]» = 1;\n  return 1;\n}\n", "", "no function around it"),
		is("from elsewhere", "function f(ws: string[]): Record<string, number> {\n  «n[ws[0]]» = 1;\n  return n;\n}\n", "", "not made of {}"),
	})
}
