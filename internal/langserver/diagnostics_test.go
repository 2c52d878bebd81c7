package langserver

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/fettle-dev/fettle/internal/testkit"
	"github.com/fettle-dev/fettle/internal/testkit/must"
	"github.com/fettle-dev/fettle/internal/text"
)

// messagesOf are the errors that a server finds.
func messagesOf(list []Diagnostic) []string {
	var out []string
	for _, d := range list {
		out = append(out, d.Source+" "+d.Code)
	}
	slices.Sort(out)
	return out
}

// TestDiagnosticsOfRealServers: candidates are judged by their text, the file on
// the disk stays what it is, and a candidate is gone with its question.
func TestDiagnosticsOfRealServers(t *testing.T) {
	testkit.OtherProcesses(t)
	for _, tt := range []struct {
		tool, lang, name string
		argv             []string
		options          any
		setup            map[string]string
		bad, good        string
		want             string
	}{
		{"gopls", "go", "a.go", nil, map[string]any{"pullDiagnostics": true}, map[string]string{"go.mod": "module m\n\ngo 1.24\n"},
			"package m\n\nfunc F() int { return undefinedÉ }\n", "package m\n\nfunc F() int { return 1 }\n", "compiler UndeclaredName"},
		{"gopls", "go", "a.go", nil, nil, map[string]string{"go.mod": "module m\n\ngo 1.24\n"},
			"package m\n\nfunc F() int { return undefinedÉ }\n", "package m\n\nfunc F() int { return 1 }\n", "compiler UndeclaredName"},
		{"pyright-langserver", "python", "a.py", []string{"--stdio"}, nil, map[string]string{"pyrightconfig.json": "{}\n"},
			"x: int = 'é😀'\n", "x: int = 1\n", "Pyright reportAssignmentType"},
		{"typescript-language-server", "typescript", "a.ts", []string{"--stdio"}, nil, map[string]string{"tsconfig.json": "{\"compilerOptions\": {\"strict\": true}}\n"},
			"export const x: number = 'é😀'\n", "export const x: number = 1\n", "typescript 2322"},
		// Asked while it loads, it knows of no problem.
		{"rust-analyzer", "rust", "main.rs", nil, map[string]any{"checkOnSave": false},
			map[string]string{"Cargo.toml": "[package]\nname = \"m\"\nversion = \"0.1.0\"\nedition = \"2021\"\n\n[[bin]]\nname = \"m\"\npath = \"main.rs\"\n"},
			"fn main() {\n    let x: u32 = \"é😀\";\n    println!(\"{}\", x);\n}\n", "fn main() {\n    let x: u32 = 1;\n    println!(\"{}\", x);\n}\n", "rust-analyzer E0308"},
	} {
		t.Run(tt.tool, func(t *testing.T) {
			program := testkit.Tool(t, tt.tool)
			root := t.TempDir()
			if real, err := filepath.EvalSymlinks(root); err == nil {
				root = real
			}
			must.WriteAll(t, root, tt.setup)
			path := filepath.Join(root, tt.name)
			must.OK(t, os.WriteFile(path, []byte(tt.good), 0o600))
			s := New(Options{Argv: append([]string{program}, tt.argv...), Root: root, Initialize: tt.options,
				Inherit: []string{"GOCACHE", "GOPATH", "GOMODCACHE", "GOFLAGS"}})
			t.Cleanup(s.Close)
			ctx := within(t, 2*time.Minute)
			ask := func(body string) []string {
				list, err := s.Diagnostics(ctx, text.File(path, tt.lang, body))
				if err != nil {
					t.Error(err)
				}
				for _, d := range list {
					if d.Span.End > len(body) || d.Severity != 1 {
						t.Errorf("%+v", d)
					}
				}
				return messagesOf(list)
			}
			if got := ask(tt.bad); !slices.Equal(got, []string{tt.want}) {
				t.Errorf("bad text: %q", got)
			}
			if got := ask(tt.good); len(got) != 0 {
				t.Errorf("good text: %q", got)
			}
			var wg sync.WaitGroup
			for i := range 4 { // each question is about its own text
				wg.Go(func() {
					body, want := tt.good, 0
					if i%2 == 0 {
						body, want = tt.bad, 1
					}
					if got := ask(body); len(got) != want {
						t.Errorf("question %d: %q", i, got)
					}
				})
			}
			wg.Wait()
			if data, err := os.ReadFile(path); err != nil || string(data) != tt.good {
				t.Errorf("the file was changed: %v", err)
			}
		})
	}
}

// TestDiagnosticsPlayed: a server that only publishes, in its own time and about
// other versions too, and one that never does.
func TestDiagnosticsPlayed(t *testing.T) {
	s, root := faked(t, "publish", nil)
	doc := text.File(filepath.Join(root, "a.py"), "python", "é bad\n")
	list, err := s.Diagnostics(within(t, time.Minute), doc)
	if err != nil || len(list) != 1 || doc.Slice(list[0].Span) != "bad" || list[0].Code != "E7" || list[0].Source != "fake" {
		t.Errorf("%v: %+v", err, list)
	}
	if list, err := s.Diagnostics(within(t, time.Minute), text.File(doc.Path, "python", "good\n")); err != nil || len(list) != 0 {
		t.Errorf("%v: %+v", err, list)
	}
	// What it said may be of the text before: that nothing is wrong proves nothing.
	// So does an empty answer of a server that has not said that it answers.
	for mode, clean := range map[string]bool{"unversioned": false, "empty, unversioned, bad": false, "empty": false,
		"empty, unversioned": true, "empty, versioned": true, "empty, registers": true} {
		server, root := faked(t, mode, nil)
		doc := text.File(filepath.Join(root, "a.py"), "python", "fine\n")
		list, err := server.Diagnostics(within(t, time.Minute), doc)
		if (err == nil) != clean || len(list) > 0 {
			t.Errorf("%s: %+v, %v", mode, list, err)
		}
	}
	mute, root := faked(t, "fine", nil)
	if _, err := mute.Diagnostics(within(t, time.Second), text.File(filepath.Join(root, "a.py"), "python", "x\n")); err == nil || !strings.Contains(err.Error(), context.DeadlineExceeded.Error()) {
		t.Errorf("%v", err)
	}
}
