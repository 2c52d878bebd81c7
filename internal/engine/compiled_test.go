package engine

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/fettle-dev/fettle/internal/config"
	"github.com/fettle-dev/fettle/internal/text"
)

// TestVetted: go vet stands for the compiler where types are all that can be wrong. What
// its types refuse, in the file, in its tests and in a package that imports it, and what
// only a compiler sees, is told as by the compiler.
func TestVetted(t *testing.T) {
	if cache, err := os.UserCacheDir(); err == nil && os.Getenv("GOCACHE") == "" {
		t.Setenv("GOCACHE", filepath.Join(cache, "go-build")) // as the go command has it
	}
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	root := t.TempDir()
	writeFiles(t, root, map[string]string{
		"go.mod":      "module example.org/m\n\ngo 1.21\n",
		"a/a.go":      "package a\n\nfunc Size() int {\n\treturn missing\n}\n",
		"a/a_test.go": "package a\n\nimport \"testing\"\n\nfunc TestSize(t *testing.T) { var n int = Size(); _ = n }\n",
		"b/b.go":      "package b\n\nimport \"example.org/m/a\"\n\nvar N int = a.Size()\n",
	})
	settings, _ := config.Resolve()
	e := NewProcess(Options{Run: []string{"go", "go vet"}, Asked: true}).Engine(settings, []string{root}, Sources{}, quiet())
	path := filepath.Join(root, "a", "a.go")
	body, _ := os.ReadFile(path)
	before := text.File(path, "go", string(body))
	for _, tt := range []struct {
		name, from, to string
		vetted         bool
		want           string // in what is said, "" = nothing is
	}{
		{"well", "missing", "2", true, ""},
		{"still there", "missing", "missing + 1", false, "undefined: missing"},
		{"wrong in the file", "missing", `"two"`, false, "cannot use"},
		{"all that is wrong", "return missing", "x, y := 1, 2\n\treturn 3", false, "declared and not used: y"},
		{"wrong in its tests and users", "int {\n\treturn missing", "string {\n\treturn \"2\"", false, "b/b.go"},
		{"without a body", "missing\n}", "2\n}\n\nfunc other()", false, "missing function body"},
		{"a size", "missing", "cap(make(chan [1 << 17]byte))", false, "too large"},
		{"a directive in a function", "missing", "2\n\t//go:noinline", false, "misplaced compiler directive"},
		{"a directive", "missing\n}", "2\n}\n\n//go:linkname other other\nfunc other() {}", false, "go:linkname only allowed"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			after := text.File(path, "go", strings.Replace(before.Text(), tt.from, tt.to, 1))
			if _, ok := e.vetted(t.Context(), root, before, after, e.users(t.Context(), root, before, after)); ok != tt.vetted {
				t.Errorf("vetted: %t", ok)
			}
			now, err := e.Look(t.Context(), "go", before, after)
			said := fmt.Sprint(now.Here, now.Elsewhere)
			if err != nil || !strings.Contains(said, tt.want) || (tt.want == "") != (len(now.Here)+len(now.Elsewhere) == 0) {
				t.Errorf("%s, %v", said, err)
			}
		})
	}
	if s := text.File(path, "go", "package a\n\nimport \"C\"\n"); onlyTyped(before, s) {
		t.Error("what cgo makes is not only typed")
	}
}
