package e2e

import (
	"encoding/json"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/fettle-dev/fettle/internal/testkit"
)

// nested is a workspace of two folders, one inside the other, each with files,
// settings and ignore rules of its own; some files have the same path in both.
// What must not be shown says canary.
func nested(t *testing.T, git bool) (outer, inner string) {
	t.Helper()
	outer = filepath.Join(home(t), "w")
	inner = filepath.Join(outer, "service")
	writeAll(t, outer, map[string]string{
		"pyproject.toml":  "",
		".fettle.toml":    "[privacy]\ndeny = [\"kept_by_outer.py\"]\n",
		".gitignore":      "made_by_outer.py\n",
		".aiignore":       "/src/tax.py\nlocked_by_outer.py\n",
		"src/tax.py":      "def vat_rate_canary_outer(country):\n    return 1\n",
		"src/levy.py":     "def levy_of(amount):\n    return amount * vat_rate(amount)\n",
		"src/app.py":      "def show_outer():\n    return vat_rate_inner()\n",
		"kept_by_both.py": "def vat_rate_canary_both():\n    return 1\n",
		// The inner folder.
		"service/.fettle.toml":       "[privacy]\ndeny = [\"/kept_by_both.py\"]\n",
		"service/.aiignore":          "kept_by_inner.py\n",
		"service/src/tax.py":         "def vat_rate_inner(country):\n    return {\"de\": 19}[country]\n",
		"service/src/app.py":         nestedApp,
		"service/locked_by_outer.py": "def vat_rate_canary_e():\n    return 1\n",
		"service/kept_by_outer.py":   "def vat_rate_canary_a():\n    return 1\n",
		"service/kept_by_inner.py":   "def vat_rate_canary_b():\n    return 1\n",
		"service/kept_by_both.py":    "def vat_rate_canary_c():\n    return 1\n",
	})
	if git {
		writeAll(t, outer, map[string]string{"service/made_by_outer.py": "def vat_rate_canary_d():\n    return 1\n"})
		for _, args := range [][]string{{"init", "-q"}, {"add", "."}, {"-c", "user.name=t", "-c", "user.email=t@example.org", "commit", "-qm", "Begin"}} {
			if out, err := exec.Command("git", append([]string{"-C", outer}, args...)...).CombinedOutput(); err != nil {
				t.Fatalf("git %v: %v\n%s", args, err, out)
			}
		}
	}
	return outer, inner
}

const nestedApp = "from src.tax import vat_rate_inner\n\n\ndef show_rate(country):\n    return vat_rate_inner(country) - vat_rate_iner(country)\n"

// TestNestedRoots works in a workspace folder that lies inside another: each
// request is answered from the innermost folder of its file, nothing is shown
// that the rules of either forbid, no file has two names in one answer, and
// both indexes follow what is typed.
func TestNestedRoots(t *testing.T) {
	for name, git := range map[string]bool{"repository": true, "plain folders": false} {
		t.Run(name, func(t *testing.T) { testNestedRoots(t, git) })
	}
}

func testNestedRoots(t *testing.T, git bool) {
	outer, inner := nested(t, git)
	server := testkit.StartChild(t, inProject(t, outer, home(t), "serve"))
	start := time.Now() // not before: the first test of all builds the program
	e := testkit.NewFake(t, server.Wire, testkit.NamedProfile("helix"), outer, nil)
	folders := func(event string, paths ...string) {
		change := map[string]any{"added": []any{}, "removed": []any{}}
		for _, p := range paths {
			change[event] = append(change[event].([]any), map[string]string{"uri": testkit.FileURI(p), "name": filepath.Base(p)})
		}
		e.Notify("workspace/didChangeWorkspaceFolders", map[string]any{"event": change})
	}
	// found are the entities of a whole answer about a file: one that comes before
	// the index is built says that it is partial.
	var found func(path, query string) []string
	found = func(path, query string) []string {
		t.Helper()
		m := e.Call("workspace/executeCommand", map[string]any{"command": "fettle.contextQuery", "arguments": []any{
			map[string]any{"uri": testkit.FileURI(path), "query": query, "limit": 0, "minScore": 0, "maxContextFiles": 0}}})
		var got struct {
			Context, Partial string
			Results          []struct {
				Entity struct{ QualifiedName string }
			}
		}
		if err := json.Unmarshal(m.Result, &got); err != nil || m.Error != nil {
			t.Fatalf("%v %s", err, m.Raw)
		}
		if got.Partial != "" && time.Now().Before(start.Add(testkit.WireTimeout)) {
			time.Sleep(50 * time.Millisecond)
			return found(path, query)
		}
		if strings.Contains(got.Context, "canary") {
			t.Errorf("about %s, shown against the rules:\n%s", path, got.Context)
		}
		var names []string
		for _, r := range got.Results {
			names = append(names, r.Entity.QualifiedName)
		}
		return names
	}
	has := func(path, query, name string) func() bool {
		return func() bool { return slices.Contains(found(path, query), name) }
	}
	app, levy := filepath.Join(inner, "src/app.py"), filepath.Join(outer, "src/levy.py")

	folders("added", inner)
	doc := e.Open(app, "python", nestedApp)
	if names := found(app, "vat rate"); !slices.Contains(names, "src/tax.py::vat_rate_inner") || slices.ContainsFunc(names, func(n string) bool {
		return strings.HasPrefix(n, "service/") || strings.Contains(n, "levy")
	}) {
		t.Errorf("in the inner folder: %q", names)
	}
	names := found(levy, "vat rate levy")
	for _, want := range []string{"src/levy.py::levy_of", "service/src/tax.py::vat_rate_inner"} {
		if n := len(slices.DeleteFunc(slices.Clone(names), func(n string) bool { return n != want })); n != 1 {
			t.Errorf("in the outer folder: %d times %s in %q", n, want, names)
		}
	}
	if slices.Contains(names, "src/tax.py::vat_rate_inner") {
		t.Errorf("a file has two names: %q", names)
	}

	// What is typed is in both indexes, until the document is closed unsaved.
	e.Type(doc, len(nestedApp), len(nestedApp), "\n\ndef vat_rate_typed():\n    return 7\n")
	e.Flush()
	until(t, "what was typed, in the inner index", has(app, "vat rate typed", "src/app.py::vat_rate_typed"))
	until(t, "what was typed, in the outer index", has(levy, "vat rate typed", "service/src/app.py::vat_rate_typed"))
	e.Close(doc)
	until(t, "the file's own text, in the inner index", func() bool { return !has(app, "vat rate typed", "src/app.py::vat_rate_typed")() })
	until(t, "the file's own text, in the outer index", func() bool { return !has(levy, "vat rate typed", "service/src/app.py::vat_rate_typed")() })

	// A fix in the inner folder is shown the inner definition, and a change of
	// the outer file of the same path as what it is.
	doc = e.Open(app, "python", nestedApp)
	other := e.Open(filepath.Join(outer, "src/app.py"), "python", "def show_outer():\n    return vat_rate_inner()\n")
	prompt := ""
	shown := func() bool {
		e.Push(doc, e.Problem(doc, "vat_rate_iner(", "ruff", "F821", "Undefined name `vat_rate_iner`"))
		m := e.Call("workspace/executeCommand", map[string]any{"command": "fettle.showContext", "arguments": []any{map[string]any{"uri": doc.URI, "lines": []int{5, 5}}}})
		prompt = string(m.Result)
		return m.Error == nil && prompt != "null"
	}
	until(t, "the diagnostic", shown)
	at := strings.Index(e.Text(other), "vat_rate_inner")
	e.Type(other, at, at+len("vat_rate_inner"), "vat_rate_changed")
	e.Flush()
	until(t, "the change of the outer file", func() bool { return shown() && strings.Contains(prompt, "vat_rate_changed") })
	for _, want := range []string{"def vat_rate_inner(country)", "src/tax.py", "**File**: `../src/app.py`"} {
		if !strings.Contains(prompt, want) {
			t.Errorf("no %s in\n%s", want, prompt)
		}
	}
	for _, not := range []string{"**File**: `src/app.py`", "vat_rate_typed", "service/src", "canary"} {
		if strings.Contains(prompt, not) {
			t.Errorf("%s in\n%s", not, prompt)
		}
	}

	// The inner folder is closed, and opened again.
	folders("removed", inner)
	until(t, "the outer folder to answer for the inner files", has(app, "vat rate", "service/src/tax.py::vat_rate_inner"))
	if names := found(app, "vat rate"); slices.Contains(names, "src/tax.py::vat_rate_inner") {
		t.Errorf("the inner folder still answers: %q", names)
	}
	folders("added", inner)
	until(t, "the inner folder to answer again", has(app, "vat rate", "src/tax.py::vat_rate_inner"))
	if names := found(app, "vat rate"); slices.ContainsFunc(names, func(n string) bool { return strings.HasPrefix(n, "service/") }) {
		t.Errorf("in the inner folder, opened again: %q", names)
	}
}
