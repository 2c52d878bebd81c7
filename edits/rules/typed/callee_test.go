package typed

import (
	"testing"

	"github.com/fettle-dev/fettle/edits/rules/rule"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/signal"
)

// TestCallee: the parameter that is None by default is found by the words about a
// call, and nothing else is.
func TestCallee(t *testing.T) {
	const src = `class Jar:
    def update(self, a: int, cookies: Cookies = None) -> None: ...
    @staticmethod
    def of(a: str, b: str = None): ...
    def __init__(self, size: int = None): ...
class Box:
    def update(self, a: int, cookies: Cookies): ...
    def put(self, *rest: int, a: int = None): ...
def update(cookies: Cookies, x: int = 3, y: Optional[int] = None, z: int = None):
    def inner(q: int = None): ...
`
	const tail = ` has incompatible type "X | None"; expected "X"`
	for message, want := range map[string]string{
		`Argument 2 to "update" of "Jar"` + tail:                                         "cookies: Cookies = None",
		`Argument "cookies" to "update" of "Jar"` + tail:                                 "cookies: Cookies = None",
		`Argument 1 to "update" of "Jar"` + tail:                                         "",
		`Argument 2 to "update" of "Box"` + tail:                                         "",
		`Argument 2 to "of" of "Jar"` + tail:                                             "b: str = None",
		`Argument 1 to "of" of "Jar"` + tail:                                             "",
		`Argument 1 to "Jar"` + tail:                                                     "size: int = None",
		`Argument 1 to "put" of "Box"` + tail:                                            "",
		`Argument "a" to "put" of "Box"` + tail:                                          "a: int = None",
		`Argument 4 to "update"` + tail:                                                  "z: int = None",
		`Argument 3 to "update"` + tail:                                                  "",
		`Argument 2 to "update"` + tail:                                                  "",
		`Argument 1 to "inner"` + tail:                                                   "",
		`Argument 2 to "update" of "Jar" has incompatible type "Y | None"; expected "X"`: "",
		`Argument 2 to "update" of "Jar" has incompatible type "X"; expected "Y"`:        "",
	} {
		c, ok := CalleeOf(signal.Diagnostic{Tool: "mypy", Code: "arg-type", Message: message})
		got := ""
		if ok {
			s := text.File("/w/a.py", "python", src)
			if d, found := c.Default(s); found {
				start := d.Span.Start
				for start > 0 && src[start-1] != '(' && src[start-1] != ',' {
					start--
				}
				got = src[start:d.Span.End]
				for got != "" && got[0] == ' ' {
					got = got[1:]
				}
				if edits, err := OptionalDefault(rule.Problem{Snapshot: s, Diagnostic: d}); err != nil || len(edits) == 0 {
					t.Errorf("%s: no fix of the default: %v", message, err)
				}
			}
		}
		if got != want {
			t.Errorf("%s: got %q, want %q", message, got, want)
		}
	}
	if _, ok := CalleeOf(signal.Diagnostic{Tool: "pyright", Message: `Argument 2 to "f"` + tail}); ok {
		t.Error("another tool's words are not known")
	}
}
