package e2e

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/fettle-dev/fettle/internal/egress"
)

func (p *project) save() {
	p.Notify("textDocument/didSave", map[string]any{"textDocument": map[string]any{"uri": p.doc.URI}})
}

// TestPrefetchOnSave: by the user's setting a save has the model asked, and the
// menu has the fix with its edit.
func TestPrefetchOnSave(t *testing.T) {
	p := newProject(t, source, answer("undefined", `    défini = "😀", cond`, 0), "[fix]\nprefetch = 'onSave'\n")
	p.WaitMenu(p.doc, 4, nil, titled(`^AI fix: F821`))
	if n := len(p.model.Requests()); n != 0 {
		t.Fatalf("%d calls before the save", n)
	}
	p.save()
	_, it := p.WaitMenu(p.doc, 4, nil, titled(`^AI fix: F821 .* \(ready, \+1 -1\)$`))
	if it.Edit == nil {
		t.Fatalf("entry: %+v", it)
	}
	p.save() // what is known is not asked again
	p.Choose(it)
	if n := len(p.model.Requests()); n != 1 || strings.Contains(p.doc.Text(), "undefined") {
		t.Errorf("%d calls\n%s", n, p.doc.Text())
	}
	// A request is written down before it leaves and again when it has ended; readers get it once.
	log, err := egress.ReadAudit(filepath.Join(filepath.Dir(filepath.Dir(p.path)), "state", "fettle", "audit.jsonl"))
	log = withoutPings(log)
	if err != nil || len(log) != 1 || log[0].Kind != "prefetch" || log[0].Outcome != "ok" {
		t.Errorf("%v: %+v", err, log)
	}
}

// TestPrefetchRightBehindTheStart: a save that comes before the settings are read counts.
func TestPrefetchRightBehindTheStart(t *testing.T) {
	p := newProject(t, source, answer("undefined", `    défini = "😀", cond`, 0), "[fix]\nprefetch = 'onSave'\n")
	p.save()
	until(t, "the model is asked", func() bool { return len(p.model.Requests()) > 0 })
}

// TestNoPrefetch: without the setting, and in a workspace that is not trusted, a
// save asks nobody. The call of the fix that follows is the only one.
func TestNoPrefetch(t *testing.T) {
	for name, settings := range map[string]string{
		"off":       "",
		"untrusted": "untrustedWorkspace = true\n[fix]\nprefetch = 'onSave'\n",
	} {
		t.Run(name, func(t *testing.T) {
			p := newProject(t, source, answer("undefined", `    défini = "😀", cond`, 0), settings)
			p.Notify("fettle/diagnostics", map[string]any{"uri": p.doc.URI, "version": 1, "diagnostics": []any{map[string]any{
				"range":   map[string]any{"start": map[string]int{"line": 4, "character": 19}, "end": map[string]int{"line": 4, "character": 28}},
				"message": "Undefined name `undefined`", "code": "F821", "source": "Ruff", "severity": 1}}})
			p.save()
			_, it := p.WaitMenu(p.doc, 4, nil, titled(`^AI fix: F821`))
			if it.Edit != nil {
				t.Errorf("entry: %+v", it)
			}
			p.Choose(it)
			until(t, "the edit", func() bool { return !strings.Contains(p.doc.Text(), "undefined") })
			if n := len(p.model.Requests()); n != 1 {
				t.Errorf("%d calls", n)
			}
		})
	}
}
