package semantic

import (
	"slices"
	"strings"
	"testing"

	"github.com/fettle-dev/fettle/providers/signal"
)

// TestNamed: the context of a fix is what its message and its statement name, each with
// the reason, and nothing that is merely spelled like it or like the place.
func TestNamed(t *testing.T) {
	m := Memory{
		"go.mod":         "module example.com/app\n",
		"conf/config.go": "package conf\n\n// Config is what the user has set.\ntype Config struct {\n\tHost string\n\tPort int\n}\n\n// Load reads it.\nfunc Load(path string) (*Config, error) {\n\treturn nil, nil\n}\n",
		"main.go":        "package main\n\nimport \"example.com/app/conf\"\n\nfunc start(path string) {\n\tc, err := conf.Load(path)\n\tprintln(c.Hots, err)\n}\n",
		"other.go":       "package main\n\n// retry starts again, with the path of the config and the host.\nfunc retry(path string) {\n\tstart(path)\n}\n",
		"bag.py":         "class Bag:\n    def extend(self, other):\n        return other\n\n    def pack(self, size: int) -> None:\n        pass\n",
		"wide.py":        "class Wide:\n    \"\"\"Long.\"\"\"\n\n    def __init__(self, depth: int):\n        self.depth = depth\n\n" + strings.Repeat("    def many(self):\n        return 1\n\n", 20),
		"make.py":        "from wide import Wide\n\n\ndef make():\n    return Wide('x')\n",
		"use.py":         "from bag import Bag\n\n\ndef fill(items: list, bag: Bag):\n    items.extend(3)\n    bag.pack('x')\n",
	}
	p := built(t, Options{Source: m})
	for _, c := range []struct {
		path, message string
		line          int
		want, never   []string
	}{
		{"main.go", "c.Hots undefined (type *conf.Config has no field or method Hots, but does have field Host)", 7,
			[]string{"type Config struct", "Port int"}, []string{"func retry", "func start"}},
		{"main.go", "not enough arguments in call to conf.Load\n\thave ()\n\twant (string)", 6, []string{"func Load(path string) (*Config, error)"}, []string{"retry"}},
		{"use.py", `Argument 1 to "extend" of "list" has incompatible type "int"; expected "Iterable[Any]"`, 5, nil, []string{"def extend"}},
		{"make.py", `Argument 1 to "Wide" has incompatible type "str"; expected "int"`, 5, []string{"def __init__(self, depth: int)"}, []string{"from wide"}},
		{"use.py", `Argument 1 to "pack" of "Bag" has incompatible type "str"; expected "int"`, 6, []string{"def pack(self, size: int)"}, []string{"def extend"}},
	} {
		req := fix(m, c.path, c.line)
		req.Diagnostics = []signal.Diagnostic{{Message: c.message}}
		sec := provide(t, p, req)
		out := markdown(sec)
		for _, want := range c.want {
			if !strings.Contains(out, want) {
				t.Errorf("%s: %q is not in\n%s", c.message, want, out)
			}
		}
		for _, never := range c.never {
			if strings.Contains(out, never) {
				t.Errorf("%s: %q is in\n%s", c.message, never, out)
			}
		}
		for _, sn := range sec.Snippets {
			if len(sn.Why) == 0 || sn.Why[0].Text == "" {
				t.Errorf("%s: no reason for\n%s", c.message, sn.Body)
			}
		}
	}
}

// TestStatementUses: the names of a statement over several lines, with what they are
// members of, and none of strings and comments.
func TestStatementUses(t *testing.T) {
	m := Memory{"a.py": "def f(x):\n    return self.build(  # a comment\n        x.name, 'text of it',\n        Shape(),\n    )\n"}
	req := fix(m, "a.py", 2)
	var got []string
	for _, u := range statementUses(req.Snapshot, req.Snapshot.LinesOf(req.Target)) {
		got = append(got, u.on+"."+u.name)
	}
	if !slices.Equal(got, []string{"self.build", "x.name", ".Shape"}) {
		t.Errorf("%q", got)
	}
}
