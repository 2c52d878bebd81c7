package review

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/fettle-dev/fettle/internal/syntax"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/signal"
)

// file makes one with findings at the lines that hold a marked word: "tool code word".
func file(name, before, after string, was, now []string) *File {
	lang := syntax.Language(name)
	f := &File{Name: name, Before: text.File("/w/"+name, lang, before), After: text.File("/w/"+name, lang, after), Came: before == "", Went: after == ""}
	report := func(s text.Snapshot, list []string) map[string][]signal.Diagnostic {
		out := map[string][]signal.Diagnostic{}
		for _, said := range list {
			tool, rest, _ := strings.Cut(said, " ")
			code, word, _ := strings.Cut(rest, " ")
			word, message, ok := strings.Cut(word, "|")
			if !ok {
				message = "about " + word
			}
			if _, looked := out[tool]; !looked {
				out[tool] = nil
			}
			if code == "" {
				continue
			}
			at := strings.Index(s.Text(), word)
			if at < 0 {
				panic("no " + word)
			}
			out[tool] = append(out[tool], signal.Diagnostic{Tool: tool, Code: code, Message: message, Severity: signal.Error, Span: text.Span{Start: at, End: at + len(word)}})
		}
		return out
	}
	if !f.Came {
		f.Was = report(f.Before, was)
	}
	if !f.Went {
		f.Now = report(f.After, now)
	}
	return f
}

func short(list []Finding) (out []string) {
	for _, d := range list {
		s := fmt.Sprintf("%s:%d %s", d.File, d.Line, d.Code)
		if d.Cause != nil {
			s += ": " + d.Cause.String()
		}
		out = append(out, s)
	}
	return out
}

// TestNew: a finding is the same one wherever its line went, and one in a file that nobody
// has touched is new where its tool looked before.
func TestNew(t *testing.T) {
	for name, c := range map[string]struct {
		files      []*File
		want       []string
		old, fixed int
	}{
		"lines moved down": {files: []*File{file("a.py", "x = bad\n", "import os\n\n\nx = bad\n", []string{"ruff F1 bad"}, []string{"ruff F1 bad"})}, old: 1},
		"a line moved to another file": {files: []*File{
			file("a.py", "y = 1\nx = bad\n", "y = 1\n", []string{"ruff F1 bad"}, []string{"ruff "}),
			file("b.py", "z = 1\n", "z = 1\nx = bad\n", []string{"ruff "}, []string{"ruff F1 bad"}),
		}, old: 1},
		"a file renamed": {files: []*File{
			file("a.py", "x = bad\n", "", []string{"ruff F1 bad"}, nil), file("b.py", "", "x = bad\n", nil, []string{"ruff F1 bad"}),
		}, old: 1},
		"the same again at another place": {files: []*File{file("a.py", "x = bad\n", "x = bad\n\n\ny = worse\n", []string{"ruff F1 bad|m"}, []string{"ruff F1 bad|m", "ruff F1 worse|m"})},
			want: []string{"a.py:4 F1"}, old: 1},
		"fixed": {files: []*File{file("a.py", "x = bad\n", "x = 1\n", []string{"ruff F1 bad"}, []string{"ruff "})}, fixed: 1},
		"another file": {files: []*File{
			file("a.go", "package a\n\nfunc legacyArgs() {}\n", "package a\n\nfunc oldArgs() {}\n", []string{"go "}, []string{"go "}),
			file("b.go", "package a\n\nvar _ = legacyArgs\n", "package a\n\nvar _ = legacyArgs\n", []string{"go "}, []string{"go undefined legacyArgs|undefined: legacyArgs"}),
		}, want: []string{"b.go:3 undefined: legacyArgs is gone, renamed oldArgs in a.go"}},
		"a file that a tool had not looked at": {files: []*File{
			file("a.py", "x = 1\n", "x = 2\n", nil, []string{"mypy "}), file("b.py", "y = bad\n", "y = bad\n", nil, []string{"mypy e bad"}),
		}, old: 1},
		"behind what could not be read": {files: []*File{file("a.py", "def f(:\nx = bad\n", "def f(): pass\nx = bad\n", []string{"ruff invalid-syntax (|Expected"}, []string{"ruff F1 bad"})}, old: 1, fixed: 1},
		"behind what did not compile": {files: []*File{
			file("a.go", "package a\n\nvar x int = \"\"\n\nvar y = bad\n", "package a\n\nvar x int\n\nvar y = bad\n", []string{"go e \"\"", "staticcheck "}, []string{"go ", "staticcheck SA1 bad"}),
		}, old: 1, fixed: 1},
	} {
		t.Run(name, func(t *testing.T) {
			r := Of(c.files)
			if got := short(r.New); !slices.Equal(got, c.want) || r.Old != c.old || r.Fixed != c.fixed {
				t.Errorf("new %q, %d old, %d fixed", got, r.Old, r.Fixed)
			}
		})
	}
}

// TestCauses: what a change did to a definition explains what is new about its users.
func TestCauses(t *testing.T) {
	user := func(message string) *File {
		return file("use.py", "import m\nm.f(1)\n", "import m\nm.f(1)\n", []string{"mypy "}, []string{"mypy e m.f|" + message})
	}
	body := "    a = x + 1\n    b = a * 2\n    return b\n"
	for name, c := range map[string]struct {
		before, after, message, want string
	}{
		"renamed":          {"def f(x):\n" + body, "def g(x):\n" + body, `Module has no attribute "f"`, "f is gone, renamed g in m.py"},
		"renamed, touched": {"def f(x):\n" + body, "def g(x):\n" + strings.Replace(body, "2", "3", 1), `Module has no attribute "f"`, "f is gone, renamed g in m.py"},
		"gone":             {"def f(x):\n" + body, "def other():\n    print('something else entirely', 1, 2, 3)\n", `Module has no attribute "f"`, "f is gone from m.py"},
		"parameters":       {"def f(x):\n" + body, "def f(x, y):\n" + body, `Missing positional argument "y" in call to "f"`, "f has other parameters now, m.py:1"},
		"a constant":       {"LIMIT = 3\n", "MOST = 3\n", `Module has no attribute "LIMIT"`, "LIMIT is gone, renamed MOST in m.py"},
		"an import":        {"from o import LIMIT\n", "\n", `Module has no attribute "LIMIT"`, "LIMIT is gone from m.py"},
		"a method":         {"class C:\n    def run(self):\n    " + body, "class C:\n    def go(self):\n    " + body, `"C" has no attribute "run"`, "run is gone, renamed go in m.py"},
		"a file":           {"x = 1\n", "", `Cannot find module named "m"`, "m is gone from m.py"},
	} {
		t.Run(name, func(t *testing.T) {
			r := Of([]*File{file("m.py", c.before, c.after, []string{"mypy "}, []string{"mypy "}), user(c.message)})
			if len(r.New) != 1 || r.New[0].Cause == nil || r.New[0].Cause.String() != c.want {
				t.Errorf("%q", short(r.New))
			}
		})
	}
	moved := Of([]*File{file("m.py", "def f(x):\n"+body, "", nil, nil), file("n.py", "", "def f(x):\n"+body, nil, []string{"mypy "}), user(`Module has no attribute "f"`)})
	if len(moved.New) != 1 || moved.New[0].Cause.String() != "f is gone from m.py, moved to n.py" {
		t.Errorf("%q", short(moved.New))
	}
}

// TestHide: a directive hides what tools say of the text without it, and no more than came
// with the change.
func TestHide(t *testing.T) {
	for name, c := range map[string]struct {
		name, before, after string
		was, now            []string // of the muted texts
		visible             []string // before
		want                []string
	}{
		"fresh on an old finding": {"a.py", "x = bad\n", "x = bad  # noqa: F1\n", []string{"ruff F1 bad"}, []string{"ruff F1 bad"}, []string{"ruff F1 bad"}, []string{"a.py:1 # noqa: F1 hides F1"}},
		"fresh with new code":     {"a.py", "", "x = bad  # type: ignore\n", nil, []string{"ruff F1 bad"}, nil, []string{"a.py:1 # type: ignore hides F1"}},
		"hides nothing":           {"a.py", "x = 1\n", "x = 1  # noqa\n", []string{"ruff "}, []string{"ruff "}, []string{"ruff "}, nil},
		"wider than before":       {"a.py", "x = bad + worse  # noqa: F1\n", "x = bad + worse  # noqa\n", []string{"ruff F1 bad", "ruff F2 worse"}, []string{"ruff F1 bad", "ruff F2 worse"}, []string{"ruff F2 worse"}, []string{"a.py:1 # noqa hides F2"}},
		"for the next line":       {"a.ts", "let x = bad;\n", "// @ts-ignore\nlet x = bad;\n", []string{"tsc 1 bad"}, []string{"tsc 1 bad"}, []string{"tsc 1 bad"}, []string{"a.ts:1 // @ts-ignore hides 1"}},
		"for the file":            {"a.ts", "let x = bad;\n", "/* eslint-disable */\n\n\nlet x = bad;\n", []string{"eslint 1 bad"}, []string{"eslint 1 bad"}, []string{"eslint 1 bad"}, []string{"a.ts:1 /* eslint-disable */ hides 1"}},
		"a word of its own": {"a.py", "x = bad\n", "x = bad  # nosemgrep\n", []string{"semgrep r bad"},
			[]string{"semgrep r bad"}, []string{"semgrep r bad"}, []string{"a.py:1 # nosemgrep hides r"}},
		"an attribute": {"a.rs", "fn f() { bad }\n", "#[allow(dead_code)]\nfn f() { bad }\n", []string{"clippy 1 bad"},
			[]string{"clippy 1 bad"}, []string{"clippy 1 bad"}, []string{"a.rs:1 #[allow(dead_code)] hides 1"}},
	} {
		t.Run(name, func(t *testing.T) {
			f := file(c.name, c.before, c.after, c.visible, nil)
			for tool := range file(c.name, c.before, c.after, nil, c.now).Now {
				f.Now = map[string][]signal.Diagnostic{tool: nil}
			}
			came, before, after := f.Muted()
			if len(after.Text()) != len(c.after) {
				t.Errorf("the muted text is %q", after.Text())
			}
			var got []string
			m := file(c.name, c.before, c.after, c.was, c.now)
			for tool, now := range m.Now {
				for _, h := range f.Hide(came, Said{tool, m.Was[tool], now}, before) {
					for _, d := range h.Findings {
						got = append(got, fmt.Sprintf("%s:%d %s hides %s", h.File, h.Line, h.Text, d.Code))
					}
				}
			}
			if !slices.Equal(got, c.want) {
				t.Errorf("%q", got)
			}
		})
	}
	for name, c := range map[string][2]string{
		"a line that moved": {"a = 1\nx = bad  # noqa\n", "x = bad  # noqa\na = 1\n"},
		"beside a change":   {"x = bad  # noqa\n", "xs = bad  # noqa\n"},
		"words":             {"x = 1\n", "x = 1  # the first one\n"},
	} {
		f := file("a.py", c[0], c[1], nil, nil)
		if came, _, _ := f.Muted(); len(came) > 0 {
			t.Errorf("%s: %v", name, came)
		}
	}
}

// Files that no tool looked at are named with the reason, those of one reason together; of tools that did not look,
// where others did, only those that should have.
func TestWhyNobodyLooked(t *testing.T) {
	missing := Unlooked{Tool: "ruff", Why: "is not installed", Files: []string{"a.py"}}
	var v Verdict
	for _, name := range []string{"a", "b", "c", "d", "e", "f", "g", "h"} {
		v.Add(Verdict{Unlooked: []Unlooked{missing,
			{Why: "ruff: is not installed", Files: []string{name + ".py"}, Due: true}}})
	}
	want := "nothing new; no tool looked (not run: ruff)\n" +
		"NOT CHECKED a.py, b.py, c.py, d.py, e.py, f.py, 2 more: ruff: is not installed\n"
	if got := v.Text(TextOptions{}); got != want {
		t.Errorf("got  %q\nwant %q", got, want)
	}
	v = Verdict{Looked: []string{"mypy"}, Unlooked: []Unlooked{missing}}
	if got, want := v.Text(TextOptions{}), "nothing new; mypy looked (not run: ruff)\n"; got != want {
		t.Errorf("got  %q\nwant %q", got, want)
	}
}

// Findings of the same words are one line with their places: all for a person, some for a model. A fix of any of them
// is offered.
func TestSameWordsAreOneLine(t *testing.T) {
	var v Verdict
	for line := range 8 {
		d := signal.Diagnostic{Tool: "ruff", Code: "F821", Message: "Undefined name `x`"}
		v.New = append(v.New, Finding{Diagnostic: d, File: "a.py", Line: line + 1, Col: 5})
	}
	other := signal.Diagnostic{Tool: "ruff", Code: "F821", Message: "Undefined name `y`"}
	v.New = append(v.New, Finding{Diagnostic: other, File: "a.py", Line: 9, Col: 1})
	v.Fixes = []Fix{{ID: "f1", Title: "y", Of: v.New[1:2]}}
	for most, want := range map[int]string{
		0: "f1 a.py:1, a.py:2, a.py:3, a.py:4, a.py:5, a.py:6, a.py:7, a.py:8  Undefined name `x`  [ruff F821] -> y\n" +
			"   a.py:9:1  Undefined name `y`  [ruff F821]\n",
		1000: "f1 a.py:1, a.py:2, a.py:3, a.py:4, a.py:5, a.py:6, 2 more  Undefined name `x`  [ruff F821] -> y\n",
	} {
		if got := v.Text(TextOptions{Most: most}); !strings.Contains(got, want) {
			t.Errorf("%d: %s", most, got)
		}
	}
}

// What two tools say of one place is one problem, with the fix of either of them; what they say of other places, and
// other things of one place, are problems of their own.
func TestSaidByTwoTools(t *testing.T) {
	at := func(tool, code, message string, col int) Finding {
		d := signal.Diagnostic{Tool: tool, Code: code, Message: message, Span: text.Span{Start: col, End: col + 3}}
		return Finding{Diagnostic: d, File: "a.py", Line: 1, Col: col}
	}
	v := Verdict{Report: Report{New: []Finding{at("mypy", "name-defined", "Name \"abc\" is not defined", 5),
		at("ruff", "F821", "Undefined name `abc`", 5), at("ruff", "F841", "abc is never used", 5),
		at("ruff", "F821", "Undefined name `xyz`", 20)}}}
	v.Fixes = []Fix{{ID: "f1", Title: "abd", Of: v.New[1:2]}}
	want := "3 new problems; no tool looked\nf1 a.py:1  Name \"abc\" is not defined  [mypy name-defined] -> abd\n" +
		"   a.py:1:5  abc is never used  [ruff F841]\n   a.py:1:20  Undefined name `xyz`  [ruff F821]\n"
	if got := v.Text(TextOptions{}); got != want {
		t.Errorf("got  %q\nwant %q", got, want)
	}
}
