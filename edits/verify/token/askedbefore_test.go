package token

import (
	"testing"

	"github.com/fettle-dev/fettle/internal/syntax"
	"github.com/fettle-dev/fettle/internal/text"
)

func TestAskedBefore(t *testing.T) {
	for src, want := range map[string]bool{
		"if (m.has(k)) {\n  m.set(k, m.get(k)! + 1);\n}\n":                      true,
		"if (this.m.has(a.b)) {\n  return this.m.get(a.b)!;\n}\n":               true,
		"if (m.has(k)) return m.get(k)!;\n":                                     true,
		"if (m.has(k)) return 1; else return m.get(k)!;\n":                      false,
		"if (!m.has(k)) {\n  m.set(k, m.get(k)! + 1);\n}\n":                     false,
		"if (m.has(k)) {\n}\nm.set(k, m.get(k)! + 1);\n":                        false,
		"if (n.has(k)) {\n  m.set(k, m.get(k)! + 1);\n}\n":                      false,
		"if (m.has(k)) {\n  m.set(k, m.get(j)! + 1);\n}\n":                      false,
		"if (m.has(k) || all) {\n  m.set(k, m.get(k)! + 1);\n}\n":               false,
		"if (m.has(k)) {\n  m.delete(k);\n  use(m.get(k)!);\n}\n":               false,
		"if (m.has(k)) {\n  k = next();\n  use(m.get(k)!);\n}\n":                false,
		"if (m.has(k)) {\n  later(() => use(m.get(k)!));\n}\n":                  false,
		"if (m.has(k)) {\n  use(1);\n} else {\n  m.set(k, m.get(k)! + 1);\n}\n": false,
		"use(m.get(k)!);\n": false,
	} {
		f := syntax.Parse("typescript", src)
		ts := Of(f, text.Lines{End: f.Doc().LineCount()}, 0)
		at := -1
		for i := range ts {
			if Is(ts, i, "!") && i > 0 && Is(ts, i-1, ")") {
				at = i
			}
		}
		if got := AskedBefore(ts, at); got != want {
			t.Errorf("%q: %v", src, got)
		}
	}
}
