package e2e

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/fettle-dev/fettle/internal/testkit"
	"github.com/fettle-dev/fettle/internal/testkit/must"
)

// undo puts the problem of the source back by hand.
func (p *project) undo(t *testing.T) {
	t.Helper()
	const with = `"😀", cond`
	until(t, "the edit", func() bool { return strings.Contains(p.doc.Text(), with) })
	at := strings.Index(p.doc.Text(), with) + len(with)
	p.Type(p.doc, at-len("cond"), at, "undefined")
}

// TestAnswersAreRemembered: a fix that was undone is in the menu with its edit;
// when other lines change it is placed and checked anew; when another file
// changes the model is asked again.
func TestAnswersAreRemembered(t *testing.T) {
	p := newProject(t, source, answer("undefined", `    défini = "😀", cond`, 0), "")
	calls := func() int { return len(p.model.Requests()) }
	_, it := p.WaitMenu(p.doc, 4, nil, titled(`^AI fix: F821`))
	p.Choose(it)
	p.undo(t)
	items, it := p.WaitMenu(p.doc, 4, nil, titled(`^AI fix: F821 .* \(ready, \+1 -1\)$`))
	if it.Edit == nil || it.Command != nil || it.Preferred || len(it.Tags) != 1 || len(fixes(items)) != 1 {
		t.Errorf("menu: %+v", items)
	}
	p.Choose(it)
	p.undo(t)

	p.Type(p.doc, 0, 0, "# typed\n")
	_, it = p.WaitMenu(p.doc, 5, nil, titled(`^AI fix: F821`))
	if it.Edit != nil {
		t.Errorf("an edit that was not checked in this text: %+v", it)
	}
	p.Choose(it)
	p.undo(t)
	if calls() != 1 {
		t.Errorf("%d calls", calls())
	}

	other := filepath.Join(filepath.Dir(p.path), "other.py")
	must.OK(t, os.WriteFile(other, []byte("x = 1\n"), 0o600))
	p.Notify("workspace/didChangeWatchedFiles", map[string]any{"changes": []any{map[string]any{"uri": testkit.FileURI(other), "type": 1}}})
	_, it = p.WaitMenu(p.doc, 5, nil, func(it testkit.MenuItem) bool { return strings.HasPrefix(it.Title, "AI fix: F821") && it.Edit == nil })
	p.Choose(it)
	until(t, "a second call", func() bool { return calls() == 2 })
}

// fixes are the entries of a menu but those that ignore a problem, which are the last.
func fixes(items []testkit.MenuItem) []testkit.MenuItem {
	return slices.DeleteFunc(slices.Clone(items), titled(`^Ignore here: `))
}

// several answers each call with one value more.
func several() func(testkit.ModelRequest) (testkit.Reply, bool) {
	var n atomic.Int64
	return func(r testkit.ModelRequest) (testkit.Reply, bool) {
		return answer("undefined", `    défini = "😀", cond`+strings.Repeat(", cond", int(n.Add(1))), 0)(r)
	}
}

// TestSeveralCandidates: three answers at once, of which the menu has those
// that pass the checks.
func TestSeveralCandidates(t *testing.T) {
	p := newProject(t, source, several(), "")
	p.WaitMenu(p.doc, 4, nil, titled(`^AI fix: F821`))
	from := p.Seen()
	p.Execute("fettle.fix", []any{map[string]any{"uri": p.doc.URI, "lines": []int{5, 5}, "candidates": 3}})
	until(t, "a message", func() bool { return len(p.messages(from)) > 0 })
	if got := p.messages(from); len(got) != 1 || got[0] != "fettle: 3 fixes of F821 are in the menu now" {
		t.Errorf("messages: %q", got)
	}
	items := p.Menu(p.doc, 4, nil)
	texts := map[string]bool{}
	for _, it := range items {
		if it.Edit != nil && strings.HasSuffix(it.Title, "(ready, +1 -1)") {
			texts[it.Edit.DocumentChanges[0].Edits[0].NewText] = true
		}
	}
	if len(texts) != 3 || len(fixes(items)) != 3 || p.doc.Text() != source {
		t.Errorf("menu: %q, %v", testkit.Titles(items), texts)
	}
	p.Choose(items[2])
	if strings.Contains(p.doc.Text(), "undefined") || len(p.model.Requests()) != 3 {
		t.Errorf("%d calls\n%s", len(p.model.Requests()), p.doc.Text())
	}
}

func TestSeveralCandidatesOnTheCommandLine(t *testing.T) {
	m := testkit.ServeModel(func(r testkit.ModelRequest) (testkit.Reply, bool) {
		if strings.Contains(string(r.Body), `"temperature":0.7`) {
			return answer("box", "        print(items)", 0)(r)
		}
		return answer("box", "        print(item)", 0)(r)
	})
	t.Cleanup(m.Close)
	dir := modelProject(t, m.URL+"/v1", map[string]string{"app.py": undefinedName})
	out, _ := fixIn(t, dir, "--set", "fix.candidates=3", "app.py")
	// Nothing tells the two apart but that two answers of three agree.
	if len(out) != 1 || len(out[0].Alternatives) != 1 || !strings.Contains(out[0].Diff, "print(items)") || !strings.Contains(out[0].Alternatives[0].Diff, "print(item)") {
		t.Errorf("outcome: %+v", out)
	}
	if n := len(m.Requests()); n != 3 {
		t.Errorf("%d calls", n)
	}
}
