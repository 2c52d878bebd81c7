package workspace

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/fettle-dev/fettle/internal/testkit"
	"github.com/fettle-dev/fettle/internal/testkit/must"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers"
	"github.com/fettle-dev/fettle/providers/semantic"
)

// TestDefinitions asks a configured server in a trusted root, and nobody in
// another; a late answer is there the next time.
//
// Covers R3-12.
func TestDefinitions(t *testing.T) {
	for _, tt := range []struct {
		tool, lang, name, body string
		files                  map[string]string
		want                   string // the file that defines the name helper
	}{
		{"gopls", "go", "a.go", "package m\n\nfunc use() int { return helper() }\n",
			map[string]string{"go.mod": "module example.com/m\n\ngo 1.22\n", "b.go": "package m\n\nfunc helper() int { return 1 }\n"}, "b.go"},
		{"rust-analyzer", "rust", "src/main.rs", "mod near;\n\nfn main() {\n    println!(\"{}\", near::helper());\n}\n",
			map[string]string{"Cargo.toml": "[package]\nname = \"m\"\nversion = \"0.1.0\"\nedition = \"2021\"\n",
				"src/near.rs": "pub fn helper() -> u32 {\n    1\n}\n"}, "src/near.rs"},
	} {
		t.Run(tt.tool, func(t *testing.T) {
			server := testkit.Tool(t, tt.tool)
			if tt.lang == "go" {
				t.Setenv("PATH", filepath.Dir(testkit.Tool(t, "go"))+string(os.PathListSeparator)+os.Getenv("PATH"))
			}
			root, err := filepath.EvalSymlinks(t.TempDir())
			must.OK(t, err)
			for name, text := range tt.files {
				writeFile(t, filepath.Join(root, name), text)
			}
			writeFile(t, filepath.Join(root, tt.name), tt.body)
			q := semantic.Lookup{Kind: semantic.Definitions,
				Snapshot: text.File(filepath.Join(root, tt.name), tt.lang, tt.body), Offset: strings.Index(tt.body, "helper")}
			argv := map[string][]string{tt.lang: {server}}
			l := newLanguageServers()
			t.Cleanup(l.close)
			for name, trusted := range map[string]func(_, path string) bool{
				"in a root that is not trusted": func(_, _ string) bool { return false },
				"of a denied document":          func(_, path string) bool { return path != q.Snapshot.Path },
			} {
				l.use(argv, trusted)
				got := l.lookup(root)(t.Context(), q)
				checker, _ := (&Set{servers: l}).checker(root, q.Snapshot)
				if len(got)+len(l.running) > 0 || checker != nil {
					t.Fatalf("asked %s: %v", name, got)
				}
			}
			l.use(argv, func(_, _ string) bool { return true })
			ask := l.lookup(root)
			for end := time.Now().Add(3 * time.Minute); ; time.Sleep(20 * time.Millisecond) {
				got := ask(t.Context(), q)
				if slices.ContainsFunc(got, func(p providers.Place) bool { return p.Path == tt.want }) {
					break
				}
				if time.Now().After(end) {
					t.Fatalf("no answer: %v", got)
				}
			}
			l.keep(func(string) bool { return true })
			if len(l.running) != 1 {
				t.Errorf("%d servers", len(l.running))
			}
			if tt.lang == "go" {
				l.use(nil, func(_, _ string) bool { return true })
			} else {
				l.keep(func(string) bool { return false })
			}
			if len(l.running) > 0 {
				t.Error("a server runs on after its setting or its folder is gone")
			}
		})
	}
}

func writeFile(t *testing.T, path, body string) {
	t.Helper()
	must.Write(t, path, body)
}

// TestLookup asks a real server who uses a function, and what its type is.
//
// Covers R3-12.
func TestLookup(t *testing.T) {
	gopls := testkit.Tool(t, "gopls")
	t.Setenv("PATH", filepath.Dir(testkit.Tool(t, "go"))+string(os.PathListSeparator)+os.Getenv("PATH"))
	root, err := filepath.EvalSymlinks(t.TempDir())
	must.OK(t, err)
	body := "package m\n\ntype Shape interface{ Area() int }\n\nfunc Helper(s Shape) int { return s.Area() }\n"
	for name, text := range map[string]string{"go.mod": "module example.com/m\n\ngo 1.22\n", "a.go": body,
		"b.go": "package m\n\ntype Square struct{}\n\nfunc (Square) Area() int { return 1 }\n", "c.go": "package m\n\nfunc use() int {\n\treturn Helper(Square{})\n}\n"} {
		must.OK(t, os.WriteFile(filepath.Join(root, name), []byte(text), 0o600))
	}
	l := newLanguageServers()
	t.Cleanup(l.close)
	l.use(map[string][]string{"go": {gopls}}, func(_, _ string) bool { return true })
	ask := l.lookup(root)
	for _, c := range []struct {
		kind semantic.LookupKind
		name string
		want providers.Place
	}{
		{semantic.References, "Helper", providers.Place{Path: "c.go", First: 4, Last: 4}},
		{semantic.Implementations, "Shape", providers.Place{Path: "b.go", First: 3, Last: 3}},
		{semantic.TypeDefinitions, "s Shape", providers.Place{Path: "a.go", First: 3, Last: 3}},
	} {
		q := semantic.Lookup{Kind: c.kind, Snapshot: text.File(filepath.Join(root, "a.go"), "go", body), Offset: strings.Index(body, c.name)}
		for end := time.Now().Add(3 * time.Minute); ; time.Sleep(20 * time.Millisecond) {
			got := ask(t.Context(), q)
			if slices.Contains(got, c.want) {
				break
			}
			if time.Now().After(end) {
				t.Fatalf("%s: %v, want %v", c.name, got, c.want)
			}
		}
	}
}
