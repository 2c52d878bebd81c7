package paths

import (
	"testing"

	"github.com/fettle-dev/fettle/edits/verify/power"
)

func TestMoved(t *testing.T) {
	python := func(body string) string { return "def f(a, b, c):\n" + body }
	golang := func(body string) string { return "package p\n\nfunc f(a, b, c bool) bool {\n" + body + "}\n" }
	for _, x := range []struct {
		name     string
		family   power.Family
		was, now string
		leaves   bool
		says     string
	}{
		{"nested conditions joined", power.Python, python("    if a:\n        if b or c:\n            go()\n"), python("    if a and (b or c):\n        go()\n"), false, ""},
		{"brackets lost", power.Python, python("    if a:\n        if b or c:\n            go()\n"), python("    if a and b or c:\n        go()\n"), false, "go ( )"},
		{"a part lost", power.Python, python("    if a:\n        if b or c:\n            go()\n"), python("    if a and b:\n        go()\n"), false, "go ( )"},
		{"else after return", power.Python, python("    if a:\n        return 1\n    else:\n        go()\n        return 2\n"), python("    if a:\n        return 1\n    go()\n    return 2\n"), false, ""},
		{"before the question", power.Python, python("    if a:\n        return 1\n    else:\n        go()\n        return 2\n"), python("    go()\n    if a:\n        return 1\n    return 2\n"), false, "go ( )"},
		{"turned round", power.Python, python("    if not a:\n        go()\n    else:\n        stay()\n"), python("    if a:\n        stay()\n    else:\n        go()\n"), false, ""},
		{"a bound", power.Python, python("    return a > b\n"), python("    return a >= b\n"), false, "return true"},
		{"a condition as value", power.Python, python("    if a > b:\n        return True\n    return False\n"), python("    return a > b\n"), false, ""},
		{"the opposite as value", power.Python, python("    if a > b:\n        return True\n    return False\n"), python("    return a <= b\n"), false, "return true"},
		{"an assertion raised", power.Python, python("    assert a, 'no'\n    go()\n"), python("    if not a:\n        raise ValueError('no')\n    go()\n"), false, ""},
		{"leaves earlier", power.Python, python("    x = b()\n    go()\n"), python("    x = b()\n    if x:\n        return\n    go()\n"), false, "go ( )"},
		{"may leave earlier", power.Python, python("    x = b()\n    go()\n"), python("    x = b()\n    if x:\n        return\n    go()\n"), true, ""},
		{"another spelling", power.Python, python("    if a == None:\n        go()\n"), python("    if a is None:\n        go()\n"), false, ""},
		{"the opposite in another spelling", power.Python, python("    if a == None:\n        go()\n"), python("    if a is not None:\n        go()\n"), false, "go ( )"},
		{"lifted into a loop's condition", power.Golang, golang("\tfor {\n\t\tif a {\n\t\t\tbreak\n\t\t}\n\t\tstep()\n\t}\n\treturn b\n"), golang("\tfor !a {\n\t\tstep()\n\t}\n\treturn b\n"), false, ""},
		{"compared with false", power.Golang, golang("\tif a == false {\n\t\tstep()\n\t}\n\treturn b\n"), golang("\tif !a {\n\t\tstep()\n\t}\n\treturn b\n"), false, ""},
		{"compared with false, wrongly", power.Golang, golang("\tif a == false {\n\t\tstep()\n\t}\n\treturn b\n"), golang("\tif a {\n\t\tstep()\n\t}\n\treturn b\n"), false, "step ( )"},
		{"more is asked", power.Golang, golang("\tif !a {\n\t\tstep()\n\t}\n\treturn b\n"), golang("\tif !a && c {\n\t\tstep()\n\t}\n\treturn b\n"), false, "step ( )"},
		{"said twice", power.Golang, golang("\treturn (a == b || a == b) && c != a\n"), golang("\treturn a == b && c != a\n"), false, ""},
		{"said twice, always", power.Golang, golang("\treturn (a == b || a == b) && c != a\n"), golang("\treturn c != a\n"), false, "return true"},
	} {
		t.Run(x.name, func(t *testing.T) {
			lang := "python"
			if x.family == power.Golang {
				lang = "go"
			}
			if got := Moved(x.family, lang, x.was, x.now, x.leaves); got != x.says {
				t.Errorf("%q, want %q", got, x.says)
			}
		})
	}
}

func TestGone(t *testing.T) {
	const was = "function f(list) {\n  list.sort();\n  return list;\n}\n"
	for now, want := range map[string]string{
		"function f(list) {\n  return list;\n}\n":             "sort",
		"function f(list) {\n  return list.toSorted();\n}\n":  "sort",
		"function f(list) {\n  return [...list].sort();\n}\n": "",
		"function g(list) {\n  return list;\n}\n":             "",
	} {
		if got := Gone(power.Script, "javascript", was, now); got != want {
			t.Errorf("%s: %q, want %q", now, got, want)
		}
	}
}
