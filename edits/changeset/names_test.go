package changeset

import (
	"os"
	"strings"
	"testing"

	"github.com/fettle-dev/fettle/edits/fixer"
	"github.com/fettle-dev/fettle/internal/syntax"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/signal"
)

// change is a fix that writes new in place of the n-th old of a text.
func change(d *Document, code, old, new string, n int) member {
	at := -1
	for range n {
		at += 1 + strings.Index(d.Text()[at+1:], old)
	}
	return member{doc: d, found: signal.Diagnostic{Code: code}, fix: &fixer.Fix{Problem: fixer.Problem{Snapshot: d.Snapshot},
		Edits: []text.Edit{{Span: text.Span{Start: at, End: at + len(old)}, New: new}}}}
}

// TestGroups: of fixes that share a name those wait that would leave another one's
// name without its meaning; fixes of other functions do not wait.
func TestGroups(t *testing.T) {
	const src = "import os\n\n\ndef f(rows):\n    import os\n    for n, row in enumerate(rows):\n        print(n, rows[n], os)\n\n\ndef g(x):\n    row = x\n    return 1\n"
	d := &Document{Snapshot: text.File("/p/a.py", "python", src)}
	for _, tt := range []struct {
		name string
		list []member
		want string // codes in their order, those that wait in brackets
	}{
		{"use before rename", []member{change(d, "rename", "row in", "_row in", 1), change(d, "use", "rows[n]", "row", 1)}, "use [rename]"},
		{"in another function", []member{change(d, "gone", "    row = x\n", "", 1), change(d, "use", "rows[n]", "row", 1)}, "gone use"},
		{"two imports of a name", []member{change(d, "unused", "import os\n", "", 1), change(d, "again", "    import os\n", "", 1)}, "unused [again]"},
		{"two imports, one rule", []member{change(d, "unused", "import os\n", "", 1), change(d, "unused", "    import os\n", "", 1)}, "unused unused"},
		{"nothing shared", []member{change(d, "a", "enumerate", "zip", 1), change(d, "b", "return 1", "return 2", 1)}, "a b"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			order, waits := groups(tt.list, nil)
			var got []string
			for i, m := range order {
				code := m.found.Code
				if waits[i] {
					code = "[" + code + "]"
				}
				got = append(got, code)
			}
			if s := strings.Join(got, " "); s != tt.want {
				t.Errorf("%s, want %s", s, tt.want)
			}
		})
	}
}

// TestLostNames: a set that removes the declaration of a name which a script still uses has brought something new, in
// the place of the use; one that removes the uses, too, has not.
func TestLostNames(t *testing.T) {
	if _, ok := syntax.TreeOf("javascript", "x"); !ok {
		if os.Getenv("FETTLE_REQUIRE_TOOLS") == "1" {
			t.Fatal("the grammars are missing: this is a build without cgo")
		}
		t.Skip("no grammars here: this is a build without cgo")
	}
	d := &Document{Snapshot: text.File("/p/web/a.js", "javascript", "import { a } from 'x';\n\nf(a);\n")}
	r := (&project{Options: Options{Root: "/p"}}).run([]*Document{d})
	for now, want := range map[string]string{"f(a);\n": "fettle then reports undefined-name a is not declared any more " +
		"in web/a.js", "f();\n": ""} {
		c := &checked{texts: map[*Document]text.Snapshot{d: d.With(now)}}
		r.lost(c)
		got := ""
		for _, f := range c.fresh {
			got += f.words()
		}
		if got != want {
			t.Errorf("%q: %q", now, got)
		}
	}
}
