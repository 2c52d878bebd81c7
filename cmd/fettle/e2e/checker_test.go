package e2e

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/fettle-dev/fettle/internal/testkit"
	"github.com/fettle-dev/fettle/internal/testkit/must"
)

// TestLanguageServersCheckFixes: with no other tool that could, the configured
// server says whether a fix of its own diagnostic holds: one that mends it is
// verified, one that does not or brings something new is refused.
func TestLanguageServersCheckFixes(t *testing.T) {
	t.Parallel()
	pyright := map[string]any{"message": "Type \"str\" is not assignable to declared type \"int\"", "code": "reportAssignmentType", "source": "Pyright", "severity": 1,
		"range": map[string]any{"start": map[string]int{"line": 4, "character": 14}, "end": map[string]int{"line": 4, "character": 20}}}
	const python = "import os\n\n\ndef café() -> int:\n    défini: int = os.sep\n    return défini\n"
	for _, tt := range []struct {
		name, with string
		ends       string // of the progress
	}{
		{"mended", "    défini: int = int(os.sep)", "fixed · pyright and ruff are content"},
		{"still there", "    défini: int = \"ö\"", "not applied"},
		{"something new", "    défini: int = 1 + \"x\"", "not applied"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			server := testkit.Tool(t, "pyright-langserver")
			p := newProject(t, python, answer("défini: int", tt.with, 0), fmt.Sprintf(
				"[trust]\ntrusted = ['/']\n[timeouts]\nfix = 120\n[fix]\ncalls = 1\n[context.languageServers]\npython = [%q, '--stdio']\n", server))
			p.Notify("fettle/diagnostics", map[string]any{"uri": p.doc.URI, "version": 1, "diagnostics": []any{pyright}})
			p.fixed(t, 4, `^AI fix: type str is not assignable`, tt.with, tt.ends)
		})
	}
}

// TestServersThatFailCheckNothing: a server that is slow to start is waited for;
// one that crashes or speaks nonsense leaves a fix unverified, and is asked again
// after a pause.
func TestServersThatFailCheckNothing(t *testing.T) {
	t.Parallel()
	if runtime.GOOS == "windows" {
		t.Skip("SKIPPED: the servers are shell scripts")
	}
	gopls := testkit.Tool(t, "gopls")
	for _, tt := range []struct{ name, script, ends, next string }{
		{"slow", "sleep 2; exec %[1]s", "fixed · go is content", "fixed · go is content"},
		{"crashes at first", "if test ! -e %[2]s; then exit 3; fi; exec %[1]s", "changed, unchecked: ",
			"fixed · go is content"},
		{"nonsense at first", "if test ! -e %[2]s; then echo nonsense; echo; exec sleep 9; fi; exec %[1]s",
			"changed, unchecked: ", "fixed · go is content"},
		{"crashes always", "exit 3", "changed, unchecked: ", "changed, unchecked: "},
	} {
		t.Run(tt.name, func(t *testing.T) {
			script := filepath.Join(t.TempDir(), "gopls")
			body := fmt.Sprintf("#!/bin/sh\n"+tt.script+"\n", "'"+gopls+"'", "'"+script+".mark'")
			must.OK(t, os.WriteFile(script, []byte(body), 0o700))
			p := goplsProject(t, script)
			p.fixed(t, 3, `^AI fix: UndeclaredName`, "return definedName", tt.ends)
			// Not at the script's first start: the context of a fix starts a server, too.
			must.OK(t, os.WriteFile(script+".mark", nil, 0o600))
			for i, end := 0, time.Now().Add(time.Minute); ; i++ { // it is left alone for a second first
				p.broken(t, fmt.Sprintf("b%d.go", i), fmt.Sprintf("package m\n\nfunc G%d() int {\n\treturn undefinedName\n}\n", i))
				got := p.tried(t, 3, `^AI fix: UndeclaredName`)
				if strings.Contains(got, tt.next) {
					break
				}
				if time.Now().After(end) {
					t.Fatalf("later: %q", got)
				}
			}
		})
	}
}

func TestGoplsChecksFixes(t *testing.T) {
	p := goplsProject(t, testkit.Tool(t, "gopls"))
	p.fixed(t, 3, `^AI fix: UndeclaredName`, "return definedName", "fixed · go is content")
}

// goplsProject is a module with a problem that only a server can check.
func goplsProject(t *testing.T, server string) *project {
	t.Helper()
	p := newProject(t, "x = 1\n", answer("undefinedName", "\treturn definedName", 0), fmt.Sprintf(
		"[trust]\ntrusted = ['/']\n[timeouts]\nfix = 120\n[linters.go]\nenabled = false\n[linters.'go vet']\nenabled = false\n[context.languageServers]\ngo = [%q]\n", server))
	p.put(t, map[string]string{"go.mod": "module m\n\ngo 1.24\n", "names.go": "package m\n\nconst definedName = 1\n"})
	p.broken(t, "a.go", "package m\n\nfunc F() int {\n\treturn undefinedName\n}\n")
	return p
}

// broken opens a Go file with a problem in its fourth line.
func (p *project) broken(t *testing.T, name, source string) {
	t.Helper()
	p.put(t, map[string]string{name: source})
	p.doc = p.Open(filepath.Join(filepath.Dir(p.path), name), "go", source)
	p.Notify("fettle/diagnostics", map[string]any{"uri": p.doc.URI, "version": 1, "diagnostics": []any{map[string]any{
		"message": "undefined: undefinedName", "code": "UndeclaredName", "source": "compiler", "severity": 1,
		"range": map[string]any{"start": map[string]int{"line": 3, "character": 8}, "end": map[string]int{"line": 3, "character": 21}}}}})
}

// TestRustAnalyzerChecksFixes: where cargo is not asked, the server checks its
// own diagnostics, however long it takes to load the crate: until then it
// reports none. Nothing is written into the crate.
func TestRustAnalyzerChecksFixes(t *testing.T) {
	testkit.OtherProcesses(t)
	server := testkit.Tool(t, "rust-analyzer")
	const source = "mod helper;\nuse helper::area;\n\nfn main() {\n    let wide: u32 = \"é\";\n    println!(\"{}\", area(wide, 2));\n}\n"
	mismatch := map[string]any{"message": "expected u32, found &'static str", "code": "E0308", "source": "rust-analyzer", "severity": 1,
		"range": map[string]any{"start": map[string]int{"line": 4, "character": 20}, "end": map[string]int{"line": 4, "character": 23}}}
	for _, tt := range []struct {
		name, with string
		ends       string // of the progress
	}{
		{"mended", "    let wide: u32 = area(1, 1);", "fixed · rustc is content"},
		{"still there", "    let wide: u32 = \"ö\";", "not applied"},
		{"something new", "    let wide: u32 = area(1);", "not applied"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			p := newProject(t, "x = 1\n", answer("let wide: u32", tt.with, 0), fmt.Sprintf(
				"[trust]\ntrusted = ['/']\n[timeouts]\nfix = 120\n[fix]\ncalls = 1\n[linters.clippy]\nenabled = false\n[context.languageServers]\nrust = [%q]\n", server))
			dir := filepath.Dir(p.path)
			p.put(t, map[string]string{"Cargo.toml": "[package]\nname = \"demo\"\nversion = \"0.1.0\"\nedition = \"2021\"\n", "src/main.rs": source,
				"src/helper.rs": "pub fn area(wide: u32, high: u32) -> u32 {\n    wide * high\n}\n"})
			p.doc = p.Open(filepath.Join(dir, "src/main.rs"), "rust", source)
			p.Notify("fettle/diagnostics", map[string]any{"uri": p.doc.URI, "version": 1, "diagnostics": []any{mismatch}})
			p.fixed(t, 4, `^AI fix: E0308`, tt.with, tt.ends)
			for _, name := range []string{"target", "Cargo.lock"} {
				if _, err := os.Stat(filepath.Join(dir, name)); err == nil {
					t.Errorf("the server left %s in the crate", name)
				}
			}
		})
	}
}

// put writes files beside the first one.
func (p *project) put(t *testing.T, list map[string]string) {
	t.Helper()
	must.WriteAll(t, filepath.Dir(p.path), list)
}

// fixed chooses an entry of a line, and checks how its progress ends and whether
// the model's words are in the text.
func (p *project) fixed(t *testing.T, line int, entry, with, ends string) {
	t.Helper()
	from := p.Seen()
	if got := p.tried(t, line, entry); !strings.Contains(got, ends) {
		t.Errorf("ended %q; %q", got, p.messages(from))
	}
	if applied := strings.Contains(p.doc.Text(), with); applied != (strings.HasPrefix(ends, "fixed") ||
		strings.HasPrefix(ends, "changed")) {
		t.Errorf("text:\n%s", p.doc.Text())
	}
}

// tried chooses an entry of a line; it gives how its progress ends.
func (p *project) tried(t *testing.T, line int, entry string) string {
	t.Helper()
	_, it := p.WaitMenu(p.doc, line, nil, titled(entry))
	from := p.Seen()
	p.Choose(it)
	return p.ended(from)
}
