package rules

import (
	"slices"
	"testing"

	"github.com/fettle-dev/fettle/internal/testkit/must"
	"github.com/fettle-dev/fettle/internal/testkit/ruletest"
	"github.com/fettle-dev/fettle/providers/signal"
)

// A name that the message suggests is written where the reported one is a slip of it, whatever tool says so, and not
// where it is another word.
func TestSuggestedName(t *testing.T) {
	for name, c := range map[string]struct {
		lang, signal, message, in, want string
	}{
		"mypy, a member": {"python", "mypy/attr-defined", `"Mail" has no attribute "by_sender"; maybe "_by_sender"?`,
			"class Mail:\n    def _by_sender(self): ...\n\n\ndef f(m):\n    return «m.by_sender»()\n",
			"class Mail:\n    def _by_sender(self): ...\n\n\ndef f(m):\n    return m._by_sender()\n"},
		"mypy, a module": {"python", "mypy/attr-defined", `Module has no attribute "dunps"; maybe "dumps"?`,
			"import json\njson.dumps(«json.dunps»(1))\n", "import json\njson.dumps(json.dumps(1))\n"},
		"mypy, an import": {"python", "mypy/attr-defined", `Module "os" has no attribute "pth"; maybe "path"?`,
			"«from os import pth»\n", "from os import path\n"},
		"mypy, a parameter": {"python", "mypy/call-arg",
			`Unexpected keyword argument "vlaue" for "f"; did you mean "value"?`, "«f(a, vlaue=1)»\n", "f(a, value=1)\n"},
		"mypy, a name": {"python", "mypy/name-defined", `Name "receivd" is not defined; did you mean "received"?`,
			"received = 1\nprint(«receivd»)\n", "received = 1\nprint(received)\n"},
		"ty": {"python", "ty/unresolved-reference",
			"Name `lengh` used when not defined: Did you mean `length`?", "length = 1\n«lengh»\n", "length = 1\nlength\n"},
		"pyrefly": {"python", "pyrefly/unknown-name", "Could not find name `lengh` Did you mean `length`?",
			"length = 1\n«lengh»\n", "length = 1\nlength\n"},
		"pyrefly, a member": {"python", "pyrefly/missing-attribute",
			"Object of class `C` has no attribute `coumt` Did you mean `count`?",
			"class C:\n    count = 0\n\n    def f(self):\n        return «self.coumt»\n",
			"class C:\n    count = 0\n\n    def f(self):\n        return self.count\n"},
		"of another file": {"python", "mypy/attr-defined", `"Cart" has no attribute "itms"; maybe "items"?`,
			"def f(c):\n    return «c.itms»\n", ""},
		"of a subclass": {"python", "mypy/attr-defined", `"Cart" has no attribute "itms"; maybe "items"?`,
			"class Cart(Base):\n    pass\n\n\ndef f(c):\n    return «c.itms»\n",
			""},
		"given elsewhere": {"python", "mypy/attr-defined", `"Cart" has no attribute "itms"; maybe "items"?`,
			"class Cart:\n    pass\n\n\ndef f(c):\n    c.itms = 1\n    return «c.itms»\n",
			""},
		"a builtin type": {"python", "mypy/attr-defined", `"list[str]" has no attribute "apend"; maybe "append"?`,
			"def f(c):\n    «c.apend»(1)\n", "def f(c):\n    c.append(1)\n"},
		"another module": {"python", "mypy/attr-defined",
			`Module has no attribute "_create_connection"; maybe "create_connection"?`,
			"from x import api\n«api._create_connection»()\n", ""},
		"two words": {"python", "mypy/attr-defined", `"Cart" has no attribute "price"; maybe "prices_of_all"?`,
			"def f(c):\n    return «c.price»\n", ""},
		"one of several": {"python", "mypy/attr-defined", `"Cart" has no attribute "item"; maybe "items"?`,
			"def f(c):\n    return «c.item»\n", ""},
		"two names": {"python", "mypy/attr-defined", `"Cart" has no attribute "iten"; maybe "item" or "items"?`,
			"def f(c):\n    return «c.iten»\n", ""},
		"in a text": {"python", "mypy/name-defined", `Name "receivd" is not defined; did you mean "received"?`,
			"print(«\"receivd\")»\n", ""},
		"tsc": {"typescript", "tsc/2551",
			"Property 'lengh' does not exist on type 'string'. Did you mean 'length'?",
			"export const f = (s: string) => s.«lengh»;\n", "export const f = (s: string) => s.length;\n"},
		"rustc": {"rust", "rustc/E0425",
			"cannot find value `cuont` in this scope; help: a local variable with a similar name exists: `count`",
			"fn f(count: u8) -> u8 { «cuont» }\n", "fn f(count: u8) -> u8 { count }\n"},
		"Go, a field": {"go", "go/MissingFieldOrMethod",
			"t.UserID undefined (type T has no field or method UserID, but does have field userID)",
			"package a\n\nfunc f(t T) int { return «t.UserID» }\n", "package a\n\nfunc f(t T) int { return t.userID }\n"},
		"Go, an export": {"go", "go/UndeclaredImportedName", "undefined: strings.toUpper (but have ToUpper)",
			"package a\n\nvar x = «strings.toUpper»(`a`)\n", "package a\n\nvar x = strings.ToUpper(`a`)\n"},
		"Go, a literal": {"go", "go/MissingLitField", "unknown field name in struct literal of type T, but does have Name",
			"package a\n\nvar x = T{«name»: 1}\n", "package a\n\nvar x = T{Name: 1}\n"},
	} {
		t.Run(name, func(t *testing.T) {
			p := ruletest.Case{Signal: c.signal, Message: c.message, In: c.in}.Problem(t, c.lang)
			var got string
			var by []string
			for _, r := range For(p.Diagnostic) {
				if r.Name == "neighbour-name" {
					continue // needs no message
				}
				if edits, err := r.Fix(p); err == nil {
					s, err := p.Snapshot.Apply(edits)
					must.OK(t, err)
					got, by = s.Text(), append(by, r.Name)
				}
			}
			if got != c.want || len(by) > 1 {
				t.Errorf("got %q by %v, want %q", got, by, c.want)
			}
		})
	}
}

// No message of a rule's own finding is taken for one that suggests a name.
func TestSuggestsNothing(t *testing.T) {
	for _, message := range []string{"maybe you forgot to use await?", "Did you mean to return it?",
		"x may be undefined, did you forget an import?", "you have errors"} {
		if slices.Contains(Signals(signal.Diagnostic{Tool: "x", Code: "y", Message: message}), "*/suggested") {
			t.Errorf("%q suggests a name", message)
		}
	}
}
