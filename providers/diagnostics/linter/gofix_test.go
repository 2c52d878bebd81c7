package linter

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/fettle-dev/fettle/internal/testkit"
	"github.com/fettle-dev/fettle/internal/testkit/must"
	"github.com/fettle-dev/fettle/internal/text"
)

// go fix stops at code that does not compile, which is the compiler's to say, and is not the failure of a tool.
func TestGoFixUncompiled(t *testing.T) {
	dir := t.TempDir()
	must.OK(t, os.WriteFile(filepath.Join(dir, "go.mod"), []byte("module example.com/m\n\ngo 1.26\n"), 0o600))
	l, err := New(goFix, Options{Argv: []string{testkit.Tool(t, "go")}, Root: dir, Trust: Trusted,
		CacheDir: t.TempDir(), Timeout: patient})
	must.OK(t, err)
	list, err := l.Lint(t.Context(), text.File(filepath.Join(dir, "a.go"), "go", "package m\n\nvar x interface{} = y\n"))
	if err != nil || len(list) != 1 || list[0].Tool != "go" || list[0].Code != "UndeclaredName" {
		t.Errorf("%v, %v", list, err)
	}
}
