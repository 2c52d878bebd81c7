package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestOneWriter: the user's files are written by files.Apply alone, which six doors
// call. All other code that changes anything on disk is listed here, with what it
// changes, and that is fettle's own.
func TestOneWriter(t *testing.T) {
	doors := []string{"cmd/fettle/fix_run.go", "cmd/fettle/fix_repos.go", "cmd/fettle/app/judge.go", "cmd/fettle/agent.go", "cmd/fettle/fix_with.go", "cmd/fettle/check_ledger.go"} // --write and the fleet's merge; --branch; check's --write and --apply; AGENTS.md; fix --with; a baseline
	own := map[string]string{
		"cmd/fettle/agent.go":                     "files that it has made itself",
		"cmd/fettle/app/kept.go":                  "the cache",
		"cmd/fettle/fix_repos.go":                 "a patch of an earlier run that there is no more",
		"cmd/fettle/man.go":                       "pages, in a folder that is named for them",
		"internal/bug/bug.go":                     "reports of panics",
		"internal/child/vcs.go":                   "the cache",
		"internal/egress/audit.go":                "the audit log",
		"internal/files/announce.go":              "notes and files of our own, whole or not at all",
		"internal/files/claim/claim.go":           "private folders",
		"internal/files/copy.go":                  "private copies",
		"internal/files/inplace.go":               "part of Apply",
		"internal/files/mirror.go":                "private copies",
		"internal/files/write.go":                 "part of Apply; new settings",
		"internal/files/open_unix.go":             "part of Apply",
		"internal/files/place.go":                 "the tree of a worker",
		"lsp/show.go":                             "private files for an editor to show",
		"providers/diagnostics/linter/apart.go":   "private copies",
		"providers/diagnostics/linter/floor.go":   "private copies",
		"providers/diagnostics/linter/mypy.go":    "private copies",
		"providers/diagnostics/linter/pytest.go":  "private copies",
		"providers/diagnostics/linter/ruff.go":    "private copies",
		"providers/diagnostics/linter/run.go":     "private copies",
		"providers/diagnostics/linter/session.go": "private copies",
		"providers/semantic/journal/journal.go":   "the journal",
		"providers/semantic/store/store.go":       "the index",
	}
	writes := []string{"WriteFile", "Create", "CreateTemp", "Rename", "Truncate", "Remove", "RemoveAll", "Symlink", "Link", "Chmod", "Chown", "Lchown", "CopyFS"}
	seen, called := map[string]bool{}, map[string]bool{}
	for _, p := range listPackages(t) {
		if within(p.ImportPath, "internal/testkit") {
			continue
		}
		for _, name := range append(p.GoFiles, p.CgoFiles...) {
			file, err := parser.ParseFile(token.NewFileSet(), filepath.Join(p.Dir, name), nil, 0)
			if err != nil {
				t.Fatal(err)
			}
			path := strings.TrimPrefix(p.ImportPath, module+"/") + "/" + name
			ast.Inspect(file, func(n ast.Node) bool {
				sel, ok := n.(*ast.SelectorExpr)
				if !ok {
					return true
				}
				from, ok := sel.X.(*ast.Ident)
				if !ok {
					return true
				}
				flag := slices.Contains([]string{"O_WRONLY", "O_RDWR", "O_TRUNC", "O_CREATE", "O_APPEND"}, sel.Sel.Name)
				switch {
				case from.Name == "os" && (flag || slices.Contains(writes, sel.Sel.Name)):
					seen[path] = true
					if own[path] == "" {
						t.Errorf("%s uses os.%s: the user's files are written by files.Apply only", path, sel.Sel.Name)
					}
				case from.Name == "files" && sel.Sel.Name == "Apply":
					if called[path] = true; !slices.Contains(doors, path) {
						t.Errorf("%s writes to the user's files: is it a door?", path)
					}
				}
				return true
			})
		}
	}
	for path := range own {
		if !seen[path] {
			t.Errorf("%s writes nothing any more", path)
		}
	}
	if len(called) != len(doors) {
		t.Errorf("files.Apply is called in %v", called)
	}
}
