package main_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/fettle-dev/fettle/internal/testkit"
)

// TestLanguageServersCheckFixes: with no other tool that could, the configured
// server says whether a fix of its own diagnostic holds: one that mends it is
// verified, one that does not or brings something new is refused.
func TestLanguageServersCheckFixes(t *testing.T) {
	pyright := map[string]any{"message": "Type \"str\" is not assignable to declared type \"int\"", "code": "reportAssignmentType", "source": "Pyright", "severity": 1,
		"range": map[string]any{"start": map[string]int{"line": 4, "character": 14}, "end": map[string]int{"line": 4, "character": 17}}}
	const python = "import os\n\n\ndef café() -> int:\n    défini: int = \"é\"\n    return défini\n"
	for _, tt := range []struct {
		name, with string
		ends       string // of the progress
	}{
		{"mended", "    défini: int = 1", "applied, pyright clean"},
		{"still there", "    défini: int = \"ö\"", "not applied"},
		{"something new", "    défini: int = 1 + \"x\"", "not applied"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			server := testkit.Tool(t, "pyright-langserver")
			p := newProject(t, python, answer("défini: int", tt.with, 0), fmt.Sprintf(
				"[trust]\ntrusted = ['/']\n[timeouts]\nfix = 120\n[fix]\ncalls = 1\n[context.languageServers]\npython = [%q, '--stdio']\n", server))
			p.Notify("fettle/diagnostics", map[string]any{"uri": p.doc.URI, "version": 1, "diagnostics": []any{pyright}})
			_, it := p.WaitMenu(p.doc, 4, nil, titled(`^AI fix: reportAssignmentType`))
			from := p.Seen()
			p.Choose(it)
			if got := p.endedAtLast(t, from); got != tt.ends {
				t.Errorf("ended %q; %q", got, p.messages(from))
			}
			if applied := strings.Contains(p.doc.Text(), tt.with); applied != strings.HasPrefix(tt.ends, "applied") {
				t.Errorf("text:\n%s", p.doc.Text())
			}
		})
	}
}

func TestGoplsChecksFixes(t *testing.T) {
	server := testkit.Tool(t, "gopls")
	p := newProject(t, "x = 1\n", answer("undefinedName", "\treturn 1", 0), fmt.Sprintf(
		"[trust]\ntrusted = ['/']\n[timeouts]\nfix = 120\n[linters.go]\nenabled = false\n[linters.'go vet']\nenabled = false\n[context.languageServers]\ngo = [%q]\n", server))
	const source = "package m\n\nfunc F() int {\n\treturn undefinedName\n}\n"
	dir := filepath.Dir(p.path)
	for name, body := range map[string]string{"go.mod": "module m\n\ngo 1.24\n", "a.go": source} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(body), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	p.doc = p.Open(filepath.Join(dir, "a.go"), "go", source)
	p.Notify("fettle/diagnostics", map[string]any{"uri": p.doc.URI, "version": 1, "diagnostics": []any{map[string]any{
		"message": "undefined: undefinedName", "code": "UndeclaredName", "source": "compiler", "severity": 1,
		"range": map[string]any{"start": map[string]int{"line": 3, "character": 8}, "end": map[string]int{"line": 3, "character": 21}}}}})
	_, it := p.WaitMenu(p.doc, 3, nil, titled(`^AI fix: UndeclaredName`))
	from := p.Seen()
	p.Choose(it)
	if got := p.endedAtLast(t, from); got != "applied, go clean" {
		t.Errorf("ended %q; %q", got, p.messages(from))
	}
}

// endedAtLast is ended for servers that take long to start.
func (p *project) endedAtLast(t *testing.T, from int) string {
	t.Helper()
	if _, err := p.Await(from, 2*time.Minute, func(m testkit.Message) bool {
		return m.Method == "$/progress" && strings.Contains(string(m.Params), `"kind":"end"`)
	}); err != nil {
		t.Fatal(err)
	}
	return p.ended(from)
}
