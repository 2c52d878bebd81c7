package lsp

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/fettle-dev/fettle/edits/evidence"
	"github.com/fettle-dev/fettle/edits/fixer"
	"github.com/fettle-dev/fettle/internal/testkit"
	"github.com/fettle-dev/fettle/providers/signal"
)

// TestOneProblemOneEntry: two tools that say the same of one place are one entry,
// and no two that could be fixed together.
func TestOneProblemOneEntry(t *testing.T) {
	w := newWorld(t, worldOptions{profile: vscode()})
	d := w.openSample()
	pyright := w.Problem(d, "undefined_name", "Pyright", "reportUndefinedVariable", `"undefined_name" is not defined`)
	for _, list := range [][]any{{w.f821(d), pyright}, {pyright, w.f821(d)}} {
		w.Push(d, list...)
		items := w.menuAt(d, "undefined_name", map[string]any{"diagnostics": list})
		if len(items) != 1 || !strings.HasPrefix(items[0].Title, "AI fix: ") {
			t.Errorf("%q", testkit.Titles(items))
		}
	}
	w = newWorld(t, worldOptions{profile: vscode(), linter: true})
	d = w.openSample()
	until(t, "ruff's run", func() bool { return w.server.diags.Ran(d.URI, "ruff") })
	w.Push(d, pyright)
	if items := w.menuAt(d, "undefined_name", map[string]any{"diagnostics": []any{pyright}}); len(items) != 1 || !strings.HasPrefix(items[0].Title, "AI fix: F821") {
		t.Errorf("the tool that can check it does not stand for it: %q", testkit.Titles(items))
	}
	other := w.Problem(d, "return", "Pyright", "reportUndefinedVariable", `"return" is not defined`)
	if items := w.menuAt(d, "undefined_name", map[string]any{"diagnostics": []any{w.f821(d), other}}); len(items) != 2 {
		t.Errorf("another place: %q", testkit.Titles(items))
	}
}

// TestToolFixes: a tool's own fix is offered where its server does not, says what
// is added to it, and takes the model's place.
func TestToolFixes(t *testing.T) {
	const own = "Fix F401: remove unused import: `string` (checked with ruff)"
	source := unusedLine + "x = 1\n"
	for _, c := range []struct {
		setting string
		server  bool // ruff's own server has told of it
		want    []string
	}{
		{"auto", false, []string{own}}, {"auto", true, nil}, {"never", false, nil}, {"never", true, nil}, {"always", true, []string{own}},
	} {
		t.Run(fmt.Sprint(c.setting, c.server), func(t *testing.T) {
			w := newWorld(t, worldOptions{profile: vscode(), linter: true, settings: `{"actions":{"toolFixes":"` + c.setting + `"}}`})
			d := w.Open("/w/a.py", "python", source)
			until(t, "the run", func() bool {
				doc, _ := w.server.docs.Get(d.URI)
				return len(w.server.prepared.All(doc.Snapshot, func(fixer.Fix) bool { return true })) > 0
			})
			list := []any{}
			if c.server {
				list = append(list, w.Problem(d, "string", "Ruff", "F401", "`string` imported but unused"))
			}
			items := w.menuAt(d, "string", map[string]any{"diagnostics": list, "triggerKind": 1})
			if got := testkit.Titles(items); !slices.Equal(got, c.want) {
				t.Errorf("%q", got)
			}
			all := w.Menu(d, 0, len(source), map[string]any{"diagnostics": list, "only": []string{"source.fixAll"}})
			if len(all) != len(c.want) {
				t.Errorf("fix all: %q", testkit.Titles(all))
			}
		})
	}
}

// TestServedByItsServer: what tsserver mends itself has no entry beside it, nor one
// that asks a model, unless the user's own plugin reports it without a server.
func TestServedByItsServer(t *testing.T) {
	for setting, want := range map[string]int{"auto": 0, "never": 0, "always": 1} {
		w := newWorld(t, worldOptions{profile: vscode(), settings: `{"actions":{"toolFixes":"` + setting + `"}}`})
		d := w.Open("/w/a.ts", "typescript", "const o = { price: 1 };\nconsole.log(o.prise);\n")
		w.Push(d, w.Problem(d, "prise", "typescript", "2551", "Property 'prise' does not exist on type '{ price: number; }'. Did you mean 'price'?"))
		if got := w.menuAt(d, "prise", map[string]any{"triggerKind": 1}); len(got) != want {
			t.Errorf("%s: %q", setting, testkit.Titles(got))
		}
	}
}

// TestImportsOfServers: an import that gopls or basedpyright offers too is left to
// them; pyright has none.
func TestImportsOfServers(t *testing.T) {
	for _, c := range []struct {
		source, lang, text, at, code, message string
		want                                  int
	}{
		{"basedpyright", "python", "print(os.name)\n", "os", "reportUndefinedVariable", `"os" is not defined`, 0},
		{"Pyright", "python", "print(os.name)\n", "os", "reportUndefinedVariable", `"os" is not defined`, 1},
		{"compiler", "go", "package a\n\nvar X = strings.ToUpper(\"x\")\n", "strings", "UndeclaredName", "undefined: strings", 0},
		{"golangci-lint", "go", "package a\n\nvar X = strings.ToUpper(\"x\")\n", "strings", "typecheck", "undefined: strings", 1},
	} {
		w := newWorld(t, worldOptions{profile: vscode()})
		d := w.Open("/w/a", c.lang, c.text)
		w.Push(d, w.Problem(d, c.at, c.source, c.code, c.message))
		if got := w.menuAt(d, c.at, map[string]any{"triggerKind": 1}); len(got) != c.want {
			t.Errorf("%s: %q", c.source, testkit.Titles(got))
		}
	}
}

// TestTriedInVain: what no rule mended for one tool's report is not tried again for
// another's of the same problem.
func TestTriedInVain(t *testing.T) {
	w := newWorld(t, worldOptions{profile: vscode()})
	d := w.Open("/w/a.py", "python", "print(os.name)\n")
	ruff, pyright := w.Problem(d, "os", "Ruff", "F821", "Undefined name `os`"), w.Problem(d, "os", "Pyright", "reportUndefinedVariable", `"os" is not defined`)
	w.Push(d, ruff, pyright)
	if got := testkit.Titles(w.menuAt(d, "os", nil)); len(got) != 1 || !strings.Contains(got[0], ": import the missing name: os") {
		t.Fatalf("%q", got)
	}
	doc, _ := w.server.docs.Get(d.URI) // it is open, and has its reports: the menu came after them
	for _, known := range w.server.diags.For(doc.Snapshot, nil) {
		if known.Tool == "ruff" {
			w.server.prepared.AddFailed(doc.Snapshot, known)
		}
	}
	if got := testkit.Titles(w.menuAt(d, "os", nil)); len(got) != 1 || !strings.HasPrefix(got[0], "AI fix: ") {
		t.Errorf("%q", got)
	}
}

// TestTitlesTellEntriesApart: of two long titles neither loses what tells it from the
// other.
func TestTitlesTellEntriesApart(t *testing.T) {
	w := newWorld(t, worldOptions{profile: vscode()})
	d := w.Open("/w/a.py", "python", "def load(path, seen):\n    pass\n")
	for _, name := range []string{"path", "seen"} {
		w.Push(d, w.Problem(d, name, "basedpyright", "reportMissingParameterType", `Type annotation is missing for parameter "`+name+`"`))
		items := w.menuAt(d, name, map[string]any{"triggerKind": 1})
		if got := testkit.Titles(items); len(got) != 1 || got[0] != "AI fix: type annotation is missing for parameter "+name {
			t.Errorf("%q", got)
		}
	}
}

// TestTitleOfSeveralLines: a title is the first line of a message; what explains it on
// the next ones is for the prompt.
func TestTitleOfSeveralLines(t *testing.T) {
	w := newWorld(t, worldOptions{profile: vscode()})
	d := w.Open("/w/a.py", "python", "def load(path: int) -> str:\n    return path\n")
	w.Push(d, w.Problem(d, "return path", "Pyright", "reportReturnType", "Type \"int\" is not assignable to return type \"str\"\r\n\u00a0\u00a0\"int\" is not assignable to \"str\"\n    third"))
	items := w.menuAt(d, "return path", map[string]any{"triggerKind": 1})
	if got := testkit.Titles(items); len(got) != 1 || got[0] != "AI fix: reportReturnType type int is not assignable to return type str" {
		t.Errorf("%q", got)
	}
}

// TestPlacesStay: an entry whose job runs, was cancelled or has ended stands where
// it stood, with the kind and the links by which editors sort.
func TestPlacesStay(t *testing.T) {
	each(t, worldOptions{linter: true, cache: true, gate: make(chan struct{})}, func(t *testing.T, w *world) {
		d := w.Open("/w/a.py", "python", "def f(a):\n    if a: return 1, undefined_name, b1\n")
		b1 := w.Problem(d, "b1", "Ruff", "F821", "Undefined name `b1`")
		w.Push(d, w.f821(d), b1)
		places := func(on string) (out []string) {
			for _, it := range w.menuAt(d, "undefined_name", nil) {
				what := it.Title
				for _, code := range []string{"E701", "undefined_name", "b1", "cancel F821", "all"} {
					if strings.Contains(it.Title, code) {
						what = code
					}
				}
				if what == "cancel F821" {
					what = on
				}
				out = append(out, fmt.Sprint(what, it.Kind, len(it.Diagnostics)))
			}
			return out
		}
		until(t, "all entries", func() bool {
			p := places("")
			return len(p) == 4 &&
				strings.Contains(strings.Join(p, " "), "E701")
		})
		before := places("")
		for _, on := range []string{"undefined_name", "b1"} {
			entry := func() *testkit.MenuItem {
				items := w.menuAt(d, "undefined_name", nil)
				i := slices.IndexFunc(items, func(it testkit.MenuItem) bool { return strings.Contains(it.Title, on) })
				return &items[i]
			}
			w.Choose(*entry())
			until(t, "the job", func() bool { return titled(w.menuAt(d, "undefined_name", nil), "AI fix: cancel") != nil })
			if got := places(on); !slices.Equal(got, before) {
				t.Errorf("%s runs: %q, before %q", on, got, before)
			}
			w.Execute("fettle.cancel", nil)
			w.settled()
			if got := places(on); !slices.Equal(got, before) {
				t.Errorf("%s cancelled: %q, before %q", on, got, before)
			}
		}
	})
}

// TestAskingAgainAsksAgain: a refusal is remembered for nobody who asks himself,
// and the model is told what it said.
func TestAskingAgainAsksAgain(t *testing.T) {
	for name, answer := range map[string]string{
		"no fix": "NO_FIX it is meant so",
		"wrong":  "",
	} {
		t.Run(name, func(t *testing.T) {
			var prompts []string
			w := newWorld(t, worldOptions{profile: vscode(), linter: true, cache: true, answer: func(p string) string {
				prompts = append(prompts, p)
				switch {
				case len(prompts) > 1:
					return replaces("undefined_name", "__name__")(p)
				case answer == "":
					return replaces("undefined_name", "undefined_name + 1")(p)
				}
				return answer
			}})
			d := w.openSample()
			w.fixSample(d)
			if len(prompts) != 1 || w.Text(d) != sample {
				t.Fatalf("%d prompts, %q", len(prompts), w.Text(d))
			}
			w.fixSample(d)
			if len(prompts) != 2 || w.Text(d) != fixedSample {
				t.Fatalf("%d prompts, %q", len(prompts), w.Text(d))
			}
			if !strings.Contains(prompts[1], "IT WAS NOT ACCEPTED") {
				t.Errorf("the model is not told:\n%s", prompts[1])
			}
		})
	}
}

// TestTitleKeepsWhatItDoes: what a title says of a fix leaves out who has looked before it cuts
// off what the fix does; a fix that waits for another problem is not called unsafe.
func TestTitleKeepsWhatItDoes(t *testing.T) {
	const short, long = "Fix X: os", "Fix UnusedImport: remove the unused import of something long"
	for _, tt := range []struct {
		title, want string
		safe        bool
		follows     *signal.Diagnostic
	}{
		{short, short + " (checked with go)", true, nil},
		{short, short + " (unsafe, checked with go)", false, nil},
		{short, short + " (checked with go)", false, &signal.Diagnostic{}},
		{long, long + " (checked)", true, nil},
	} {
		f := fixer.Fix{Evidence: []evidence.Evidence{evidence.Looked("go", ""), evidence.Standing("")}, Safe: tt.safe, Follows: tt.follows}
		f.Problem.Diagnostic = signal.Diagnostic{Tool: "go"}
		if got := remarked(tt.title, beside(f, tt.title)); got != tt.want {
			t.Errorf("got  %q\nwant %q", got, tt.want)
		}
	}
}

// TestIgnoreHere: the last entry has the tool leave the problem under the cursor alone, in its
// own words. It is never preferred, no save makes it, and none is there where the tool's own
// server has one.
func TestIgnoreHere(t *testing.T) {
	w := newWorld(t, worldOptions{profile: vscode(), linter: true})
	d := w.Open("/w/a.py", "python", sample)
	w.waitSure(d)
	at := w.at(d, ": return 1")
	items := w.Menu(d, at, at, nil)
	last := items[len(items)-1]
	if last.Title != "Ignore here: # noqa: E701" || last.Kind != quickFix || last.Preferred || len(last.Diagnostics) > 0 {
		t.Fatalf("%+v", items)
	}
	for _, context := range []map[string]any{{"triggerKind": triggerAuto}, {"only": []string{"source.fixAll"}},
		{"only": []string{aiKind}}} {
		if items := w.Menu(d, at, at, context); titled(items, "Ignore") != nil {
			t.Errorf("%v: %q", context, testkit.Titles(items))
		}
	}
	if items := w.Menu(d, 0, len(sample), map[string]any{"only": []string{quickFix}}); titled(items, "Ignore") != nil {
		t.Errorf("saving: %q", testkit.Titles(items))
	}
	w.Choose(last)
	if got := w.Text(d); got != strings.Replace(sample, "if a: return 1", "if a: return 1  # noqa: E701", 1) {
		t.Errorf("%q", got)
	}
	other := w.Open("/w/b.py", "python", "x = missing\n")
	there := w.Problem(other, "missing", "Ruff", "F821", "Undefined name `missing`")
	if items := w.Menu(other, 5, 5, map[string]any{"diagnostics": []any{there}}); titled(items, "Ignore") != nil {
		t.Errorf("beside ruff's own: %q", testkit.Titles(items))
	}
}

// TestFixAllOfOneRule: what one rule found in a document is fixed by one entry, and nothing else.
func TestFixAllOfOneRule(t *testing.T) {
	const twice = "def f(a):\n    if a: return 1\n\ndef g(a):\n    if a: return 1\n"
	w := newWorld(t, worldOptions{profile: vscode(), linter: true})
	d := w.Open("/w/a.py", "python", unusedLine+"x = 1\n"+twice)
	var it *testkit.MenuItem
	until(t, "the entry", func() bool {
		it = titled(w.menuAt(d, "if a: ", nil),
			"Fix all 2 E701 in this file")
		return it != nil
	})
	if it.Kind != quickFix || it.Preferred || it.Command == nil {
		t.Errorf("%+v", it)
	}
	if items := w.menuAt(d, "string", nil); titled(items, "Fix all") != nil {
		t.Errorf("for one finding: %q", testkit.Titles(items))
	}
	w.Choose(*it)
	until(t, "the end", func() bool { return len(w.Ends(0)) > 0 })
	w.settled()
	if got, want := w.Text(d), unusedLine+"x = 1\n"+strings.ReplaceAll(twice, "if a: return 1",
		"if a:\n        return 1"); got != want {
		t.Errorf("%q", got)
	}
}
