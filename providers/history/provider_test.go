package history

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers"
)

func provide(t *testing.T, y *typist, req providers.Request) []providers.Snippet {
	t.Helper()
	sec, err := y.r.Provider().Provide(t.Context(), req)
	if err != nil || sec.Title != "Recent Changes" || sec.Priority != providers.History {
		t.Fatalf("%+v, %v", sec, err)
	}
	return sec.Snippets
}

func TestShows(t *testing.T) {
	y := newTypist(t, Options{})
	y.open("auth/login.py", "def login(name):\n    return find(name)\n")
	y.edit("auth/login.py", 2, "    try:", "        return find(name)", "    except KeyError:", "        return None")
	y.now = y.now.Add(2 * time.Minute)
	got := provide(t, y, request(y, "auth/login.py", 1))
	if len(got) != 1 {
		t.Fatalf("%d snippets", len(got))
	}
	sheet := providers.NewSheet(providers.Section{Title: "Recent Changes", Priority: providers.History})
	sheet.Add(got[0])
	want := "## Recent Changes\n\n**File**: `auth/login.py` (2 minutes ago)\n**Change**: Added try/except in `login`\n" +
		"```diff\n-    return find(name)\n+    try:\n+        return find(name)\n+    except KeyError:\n+        return None\n```\n"
	if s := sheet.String(); s != want {
		t.Errorf("got\n%s\nwant\n%s", s, want)
	}
	if len(got[0].Cuts) != 2 || strings.Count(got[0].Cuts[0].Body, "\n+") != 3 || got[0].Cuts[1].Body != "" {
		t.Errorf("cuts %+v", got[0].Cuts)
	}
}

// TestSummaryReadsTheSyntax: text that looks like code is none, and code is
// named by the function it stands in, in every language.
func TestSummaryReadsTheSyntax(t *testing.T) {
	for _, c := range []struct {
		name, lang, body string
		line             int
		now              []string
		want             string
	}{
		{"docstring", "python", "def login(name):\n    \"\"\"Log in.\n\n    old words here\n    \"\"\"\n    return name\n", 4, []string{"    try to find the name first"}, "Changed 1 line in `login`"},
		{"comment", "python", "def login(name):\n    x = 1\n    # old words\n    return name\n", 3, []string{"    # import more than that"}, "Changed 1 line in `login`"},
		{"python", "python", "class Auth:\n    def login(self, name):\n        return find(name)\n", 3,
			[]string{"        try:", "            return find(name)", "        except KeyError:", "            return None"}, "Added try/except in `login`"},
		{"typescript", "typescript", "export class Auth {\n  login(name: string) {\n    return find(name);\n  }\n}\n", 3,
			[]string{"    try {", "      return find(name);", "    } catch (e) {", "      return null;", "    }"}, "Added try/catch in `login`"},
		{"go", "go", "package a\n\nfunc (a *Auth) login(name string) error {\n\tfind(name)\n\treturn nil\n}\n", 4,
			[]string{"\tif err := find(name); err != nil {", "\t\treturn err", "\t}"}, "Added error check in `login`"},
		{"rust", "rust", "impl Auth {\n    fn login(&self, n: u8) -> u8 {\n        if n > 1 { return 2; }\n        n\n    }\n}\n", 3,
			[]string{"        if n > 1 && self.ok { return 2; }"}, "Changed condition in `login`"},
	} {
		t.Run(c.name, func(t *testing.T) {
			y := newTypist(t, Options{})
			y.open("f", c.body)
			s := y.docs["f"]
			s.Lang = c.lang
			y.docs["f"] = s
			y.edit("f", c.line, c.now...)
			got := provide(t, y, request(y, "f", 1))
			if len(got) != 1 || !strings.HasSuffix(got[0].Head, "**Change**: "+c.want) {
				t.Errorf("%+v, want %s", got, c.want)
			}
		})
	}
}

func TestRenameInTwoFilesIsOneEntry(t *testing.T) {
	y := newTypist(t, Options{})
	y.open("a.py", "count = 1\nprint(count)\n"+numbered(50)+"use(count)\n")
	y.open("b.py", "from a import count\n"+numbered(50)+"print(count)\n")
	y.edit("a.py", 1, "total = 1")
	y.edit("a.py", 2, "print(total)")
	y.edit("a.py", 53, "use(total)")
	y.edit("b.py", 1, "from a import total")
	y.edit("b.py", 52, "print(total)")
	got := provide(t, y, request(y, "a.py", 1))
	if len(got) != 1 || !strings.Contains(got[0].Head, "Renamed count to total (in 5 places)") {
		t.Errorf("%+v", got)
	}
}

func TestRank(t *testing.T) {
	related := func(root, a, b string) bool { return root == "/root" && a == "src/a.py" && b == "lib/dep.py" }
	y := newTypist(t, Options{Related: related})
	for _, f := range []string{"src/a.py", "src/b.py", "lib/dep.py", "far/c.py"} {
		y.open(f, numbered(300))
	}
	y.edit("far/c.py", 5, "first()")
	y.edit("src/b.py", 5, "second()")
	y.edit("lib/dep.py", 5, "third()")
	y.edit("src/a.py", 290, "fourth()")
	req := request(y, "src/a.py", 5)
	req.Max = 10
	var order []string
	for _, s := range provide(t, y, req) {
		order = append(order, s.Place.Path)
	}
	if got := strings.Join(order, " "); got != "lib/dep.py src/b.py far/c.py src/a.py" {
		t.Errorf("order %s", got)
	}
	// Shared identifiers count: the far file changed a name used at the target.
	y.now = y.now.Add(time.Minute)
	y.edit("far/c.py", 5, "line_5")
	if got := provide(t, y, req); got[2].Place.Path != "far/c.py" && got[0].Place.Path != "far/c.py" {
		t.Errorf("first is %s", got[0].Place.Path)
	}
	// Without a number, three are shown.
	req.Max = 0
	if n := len(provide(t, y, req)); n != DefaultMax {
		t.Errorf("%d shown", n)
	}
}

func TestHidden(t *testing.T) {
	gate := func(_, body string) (string, bool) { return strings.ReplaceAll(body, "hunter2", "«secret»"), true }
	y := newTypist(t, Options{Gate: gate})
	y.open("a.py", "password = 'hunter2'\n"+numbered(50))
	y.edit("a.py", 1, "password = env()")
	y.edit("a.py", 20, "    line_19 = 19")
	if got := provide(t, y, request(y, "a.py", 1)); len(got) != 0 {
		t.Errorf("shown: %+v", got)
	}
	// Our own fixes show only when nothing else does.
	s := y.docs["a.py"]
	next := s.With(strings.Replace(s.Text(), "line_40 = 40", "line_40 = 41", 1))
	y.change("a.py", Change{New: next, Origin: Fettle})
	got := provide(t, y, request(y, "a.py", 1))
	if len(got) != 1 || !strings.Contains(got[0].Head, "applied fix: Changed 1 line") {
		t.Errorf("%+v", got)
	}
	y.edit("a.py", 30, "user()")
	if got := provide(t, y, request(y, "a.py", 1)); len(got) != 1 || strings.Contains(got[0].Head, "applied fix") {
		t.Errorf("%+v", got)
	}
	y.now = y.now.Add(61 * time.Minute)
	if got := provide(t, y, request(y, "a.py", 1)); len(got) != 0 {
		t.Errorf("an hour later: %+v", got)
	}
}

// TestRoots: one root lies in another, and both hold a file of the same path.
func TestRoots(t *testing.T) {
	var asked []string
	r := NewRecorder(Options{Gate: func(path, body string) (string, bool) {
		asked = append(asked, path)
		return body, path != "/w/denied.py"
	}})
	for _, c := range []Change{{Root: "/w", Path: "a.py"}, {Root: "/w/in", Path: "a.py"}, {Root: "/w", Path: "denied.py"}} {
		c.Old = text.File(c.Root+"/"+c.Path, "python", numbered(9))
		c.New = c.Old.With(strings.Replace(c.Old.Text(), "line_3", fmt.Sprint("changed_", len(c.Root)), 1))
		c.Time = start
		r.Record(c)
	}
	for root, want := range map[string]string{"/w": "a.py 1.00, in/a.py 0.30", "/w/in": "a.py 1.00, ../a.py 0.30"} {
		s := text.File(root+"/a.py", "python", numbered(9))
		var got []string
		for _, e := range r.entries(providers.Request{Root: root, Snapshot: s, Target: s.FullLineSpan(2), Now: start}) {
			got = append(got, fmt.Sprintf("%s %.2f", e.path, e.why[1].Value))
		}
		if strings.Join(got, ", ") != want {
			t.Errorf("seen from %s: %q, want %s", root, got, want)
		}
	}
	if !slices.Contains(asked, "/w/in/a.py") || slices.Contains(asked, "a.py") {
		t.Errorf("asked about %q", asked)
	}
	for root, want := range map[string]string{"/w": "[a.py in/a.py]", "/w/in": "[a.py]", "/elsewhere": "[]"} {
		if got := fmt.Sprint(r.Edited(root, start.Add(-time.Second))); got != want {
			t.Errorf("edited in %s: %s, want %s", root, got, want)
		}
	}
}

func TestOddTexts(t *testing.T) {
	y := newTypist(t, Options{})
	y.open("a.py", "a = '😀'\r\nb = 2\r\nlast")
	y.edit("a.py", 1, "a = 'é😀'\r")
	y.edit("a.py", 3, "final")
	for _, sn := range provide(t, y, request(y, "a.py", 1)) {
		if strings.Contains(sn.Body, "\r") {
			t.Errorf("carriage return shown: %q", sn.Body)
		}
		for l := range strings.Lines(sn.Body) {
			if l[0] != '-' && l[0] != '+' || !strings.HasSuffix(l, "\n") {
				t.Errorf("not a whole diff line: %q", l)
			}
		}
	}
}

func TestCancelled(t *testing.T) {
	y := newTypist(t, Options{})
	y.open("a.py", numbered(5))
	y.edit("a.py", 1, "x")
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	sec, err := y.r.Provider().Provide(ctx, request(y, "a.py", 1))
	if err != nil || !sec.Partial || y.r.Provider().Name() != "history" {
		t.Errorf("%+v %v", sec, err)
	}
}

func TestAgo(t *testing.T) {
	for d, want := range map[time.Duration]string{
		-time.Minute: "just now", 59 * time.Second: "just now", time.Minute: "1 minute ago", 119 * time.Second: "1 minute ago",
		2 * time.Minute: "2 minutes ago", 59 * time.Minute: "59 minutes ago", time.Hour: "1 hour ago", 2 * time.Hour: "2 hours ago",
	} {
		if got := Ago(d); got != want {
			t.Errorf("Ago(%v) = %q, want %q", d, got, want)
		}
	}
}

func TestSummaries(t *testing.T) {
	for _, c := range []struct{ old, now, want string }{
		{"a = foo(b)\n", "a = bar(b)\n", "Renamed foo to bar"},
		{"x = a + a\n", "x = b + b\n", "Renamed a to b (in 2 places)"},
		{"x = a + a\n", "x = b + a\n", "Changed 1 line in `f`"},
		{"", "import os\n", "Added import os"},
		{"import os\nimport sys\n", "import os\n", "Removed import sys"},
		{"", "use std::io;\n", "Added import std::io"},
		{"", "const x = require('fs')\n", "Added import fs"},
		{"", "import { a } from './b'\n", "Added import ./b"},
		{"", "def g(x):\n    return x\n", "Added function g"},
		{"", "pub struct Point {\n}\n", "Added struct Point"},
		{"func (s *T) Run() {\n}\n", "", "Removed function Run"},
		{"class A:\n    pass\n", "", "Removed class A"},
		{"def g(x):\n", "def g(x, y=1):\n", "Changed signature of g"},
		{"func g(a int) error {\n", "func g(a int) (int, error) {\n", "Changed signature of g"},
		{"    go()\n", "    try:\n        go()\n    except E:\n        pass\n", "Added try/except in `f`"},
		{"go()\n", "try { go() }\ncatch (e) {}\n", "Added try/catch in `f`"},
		{"x()\n", "err := x()\nif err != nil {\n\treturn err\n}\n", "Added error check in `f`"},
		{"if a > 1:\n", "if a > 1 and b:\n", "Changed condition in `f`"},
		{"", "a b\nc d\n", "Added 2 lines in `f`"},
		{"a b\n", "", "Removed 1 line in `f`"},
		{"a b\nc d e\n", "f(1)\n", "Changed 2 lines in `f`"},
	} {
		if got := summarize("python", linesOf(c.old), linesOf(c.now), "f"); got != c.want {
			t.Errorf("%q → %q: %q, want %q", c.old, c.now, got, c.want)
		}
	}
	long := shorten(strings.Repeat("é", 90))
	if len(long) > maxSummary || !strings.HasSuffix(long, "…") {
		t.Errorf("%d bytes: %s", len(long), long)
	}
}

func linesOf(s string) []string { return slices.Collect(strings.Lines(s)) }

// What is a string, and what is code, hangs on the language.
func TestSummariesOfLanguages(t *testing.T) {
	for _, c := range []struct{ lang, old, now, want string }{
		{"rust", "    g(&'a x, &'a y);\n", "    g(&'a z, &'a y);\n", "Renamed x to z"},
		{"python", "g('a', x)  # don't\n", "g('a', y)  # don't\n", "Renamed x to y"},
		{"python", "g(1)  # don't x\n", "g(1)  # don't y\n", "Renamed x to y"},
		{"python", "g(f'{x} of {n}')\n", "g(f'{y} of {n}')\n", "Renamed x to y"},
		{"python", "g(f'{x} of')\n", "g(f'{x} in')\n", "Changed 1 line in `f`"},
		{"go", "a := `\\` + x + `b`\n", "a := `\\` + y + `b`\n", "Renamed x to y"},
		{"typescript", "s.match(/ab/);\n", "s.match(/cd/);\n", "Changed 1 line in `f`"},
		{"rust", "g(x, 'a');\n", "g(x, 'b');\n", "Changed 1 line in `f`"},
	} {
		if got := summarize(c.lang, linesOf(c.old), linesOf(c.now), "f"); got != c.want {
			t.Errorf("%q → %q: %q, want %q", c.old, c.now, got, c.want)
		}
	}
}
