package main

import (
	"encoding/json"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/mod/modfile"

	"github.com/fettle-dev/fettle/internal/child"
	"github.com/fettle-dev/fettle/internal/testkit/must"
)

const module = "github.com/fettle-dev/fettle"

// listed is what go list says of one package.
type listed struct {
	ImportPath string
	Dir        string
	Imports    []string
	GoFiles    []string
	CgoFiles   []string
}

func listPackages(t *testing.T) []listed {
	t.Helper()
	cmd := exec.Command("go", "list", "-json=ImportPath,Dir,Imports,GoFiles,CgoFiles", "./...")
	cmd.Dir = moduleRoot(t)
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	var packages []listed
	dec := json.NewDecoder(strings.NewReader(string(out)))
	for dec.More() {
		var p listed
		must.OK(t, dec.Decode(&p))
		packages = append(packages, p)
	}
	if len(packages) < 20 {
		t.Fatalf("go list found only %d packages", len(packages))
	}
	return packages
}

func moduleRoot(t *testing.T) string {
	t.Helper()
	dir, err := filepath.Abs("../..")
	must.OK(t, err)
	return dir
}

// within reports whether a package path lies in one of the rooms.
func within(pkg string, rooms ...string) bool {
	pkg = strings.TrimPrefix(strings.TrimPrefix(pkg, module), "/")
	return slices.ContainsFunc(rooms, func(r string) bool { return pkg == r || strings.HasPrefix(pkg, r+"/") })
}

// TestArrows keeps the arrows of the house: cmd → lsp → internal/engine → {edits,
// aggregator} → providers → internal.
func TestArrows(t *testing.T) {
	// Rooms, from the top down. A package may import rooms below its own, and
	// its own room unless a rule below says otherwise.
	rooms := [][]string{{"cmd"}, {"lsp"}, {"internal/engine"}, {"internal/config"}, {"edits", "aggregator"}, {"providers"}, {"internal"}}
	level := func(pkg string) int {
		return slices.IndexFunc(rooms, func(r []string) bool { return within(pkg, r...) })
	}
	for _, p := range listPackages(t) {
		from := level(p.ImportPath)
		if within(p.ImportPath, "editors") {
			continue // tests only
		}
		if from < 0 {
			t.Errorf("%s stands outside of the house", p.ImportPath)
			continue
		}
		if within(p.ImportPath, "internal/testkit") {
			continue // doubles of the outside, imported by tests only
		}
		for _, imp := range p.Imports {
			if !strings.HasPrefix(imp, module) {
				continue
			}
			to := level(imp)
			if to < from {
				t.Errorf("%s imports %s, which stands above it", p.ImportPath, imp)
			}
			if within(imp, "internal/testkit") {
				t.Errorf("%s imports %s outside of its tests", p.ImportPath, imp)
			}
			if within(p.ImportPath, "edits") && within(imp, "aggregator") || within(p.ImportPath, "aggregator") && within(imp, "edits") {
				t.Errorf("%s imports %s: edits and aggregator do not know each other", p.ImportPath, imp)
			}
			if !providerMayImport(p.ImportPath, imp) {
				t.Errorf("%s imports %s: providers do not know each other", p.ImportPath, imp)
			}
		}
	}
}

// providerMayImport allows the contract, signal, and a provider's own parts.
func providerMayImport(from, to string) bool {
	if !within(from, "providers") || !within(to, "providers") {
		return true
	}
	if strings.TrimPrefix(to, module+"/") == "providers" || within(to, "providers/signal") {
		return true
	}
	for _, own := range []string{"providers/diagnostics", "providers/history", "providers/semantic"} {
		if within(from, own) && within(to, own) {
			return true
		}
	}
	return false
}

// TestChokePoints says who may touch the world: one package each for
// processes, file reads, the network, the protocol library, the model library
// and the watcher.
func TestChokePoints(t *testing.T) {
	rules := []struct {
		imports string // path or prefix with /
		allowed []string
	}{
		{"github.com/tmc/langchaingo/", []string{"internal/model"}},
		{"go.lsp.dev/", []string{"lsp", "internal/langserver"}},
		{"github.com/fsnotify/fsnotify", []string{"lsp/watch"}},
		{"os/exec", []string{"internal/child"}},
		{"github.com/nats-io/", []string{"internal/fleet"}},
		{"net/http", []string{"internal/model"}},
	}
	for _, p := range listPackages(t) {
		if within(p.ImportPath, "internal/testkit") {
			continue
		}
		for _, imp := range p.Imports {
			for _, r := range rules {
				if imp != r.imports && !(strings.HasSuffix(r.imports, "/") && strings.HasPrefix(imp, r.imports)) {
					continue
				}
				if !within(p.ImportPath, r.allowed...) {
					t.Errorf("%s imports %s, which is for %s only", p.ImportPath, imp, strings.Join(r.allowed, ", "))
				}
			}
		}
	}
}

// TestAlone: the tests of all that makes engines forget first what models the
// developer's environment names.
func TestAlone(t *testing.T) {
	for _, p := range listPackages(t) {
		room := strings.TrimPrefix(p.ImportPath, module+"/")
		if room != "internal/engine" && !strings.HasSuffix(room, "/e2e") && !slices.Contains(p.Imports, module+"/internal/engine") {
			continue
		}
		tests, _ := filepath.Glob(filepath.Join(p.Dir, "*_test.go"))
		if !slices.ContainsFunc(tests, func(name string) bool {
			text, err := os.ReadFile(name)
			return err == nil && strings.Contains(string(text), "\ttestkit.Alone()\n")
		}) {
			t.Errorf("%s: no TestMain calls testkit.Alone", room)
		}
	}
}

// TestNoOtherCalls forbids dialling outside of internal/model and reading files
// outside of internal/files. Stores of fettle's own state open their own files,
// nothing of the user's.
func TestNoOtherCalls(t *testing.T) {
	allowed := []string{"internal/files", "internal/testkit", "internal/child"}
	own := map[string]string{
		"internal/egress":                "the audit log",
		"providers/semantic/index":       "the index store",
		"providers/semantic":             "the journal",
		"lsp/rpc":                        "the standard streams",
		"providers/diagnostics/linter":   "private copies for tools that read no standard input",
		"providers/semantic/index/store": "the index store",
	}
	readers := []string{"Open", "OpenFile", "ReadFile", "OpenRoot", "ReadDir", "DirFS"}
	dialers := []string{"Dial", "DialTimeout", "Dialer", "Listen", "ListenPacket", "LookupHost"}
	for _, p := range listPackages(t) {
		room := strings.TrimPrefix(p.ImportPath, module+"/")
		reads, dials := within(p.ImportPath, allowed...) || own[room] != "", within(p.ImportPath, "internal/model", "internal/testkit")
		for _, name := range append(p.GoFiles, p.CgoFiles...) {
			file, err := parser.ParseFile(token.NewFileSet(), filepath.Join(p.Dir, name), nil, 0)
			must.OK(t, err)
			ast.Inspect(file, func(n ast.Node) bool {
				sel, ok := n.(*ast.SelectorExpr)
				if !ok {
					return true
				}
				id, ok := sel.X.(*ast.Ident)
				if !ok {
					return true
				}
				if id.Name == "os" && !reads && slices.Contains(readers, sel.Sel.Name) {
					t.Errorf("%s/%s calls os.%s: files are read through internal/files", room, name, sel.Sel.Name)
				}
				if id.Name == "net" && !dials && slices.Contains(dialers, sel.Sel.Name) {
					t.Errorf("%s/%s uses net.%s: the network is for internal/model", room, name, sel.Sel.Name)
				}
				return true
			})
		}
	}
}

// TestPureCore keeps I/O and clocks out of the edit engine.
func TestPureCore(t *testing.T) {
	pure := []string{"edits", "edits/decode", "edits/lines", "edits/diff", "edits/evidence", "edits/window",
		"internal/text", "providers/signal"}
	for _, p := range listPackages(t) {
		if room := strings.TrimPrefix(p.ImportPath, module+"/"); !slices.Contains(pure, room) {
			continue
		}
		for _, imp := range p.Imports {
			if slices.Contains([]string{"os", "io/fs", "net", "time", "math/rand", "math/rand/v2", "log", "log/slog"}, imp) {
				t.Errorf("%s imports %s", p.ImportPath, imp)
			}
		}
	}
}

// TestParts says which of its parts the edit engine may use: decoding stands on
// scripts, scripts on lines, and lines on nothing of the engine.
func TestParts(t *testing.T) {
	below := map[string][]string{
		"edits":        {"edits/lines", "edits/diff", "edits/window", "edits/rules/pytree"},
		"edits/decode": {"edits", "edits/lines", "edits/window"},
		"edits/lines":  {},
	}
	found := 0
	for _, p := range listPackages(t) {
		room := strings.TrimPrefix(p.ImportPath, module+"/")
		allowed, ok := below[room]
		if !ok {
			continue
		}
		found++
		for _, imp := range p.Imports {
			if to := strings.TrimPrefix(imp, module+"/"); within(imp, "edits") && !slices.Contains(allowed, to) {
				t.Errorf("%s imports %s", room, to)
			}
		}
	}
	if found != len(below) {
		t.Errorf("%d of the rooms %v found", found, below)
	}
}

// TestFilesPointDown keeps files of the edit engine in an order: one that uses
// another is not used by it, not by a detour either. So each can be read with
// those below it, and none with all.
func TestFilesPointDown(t *testing.T) {
	seen := 0
	for _, p := range listPackages(t) {
		switch strings.TrimPrefix(p.ImportPath, module+"/") {
		case "edits", "edits/decode", "edits/lines":
			seen++
			if circle := circleOf(usesOfFiles(t, p)); circle != nil {
				t.Errorf("%s: files use each other: %s", p.ImportPath, strings.Join(circle, " → "))
			}
		}
	}
	if seen != 3 {
		t.Errorf("%d packages looked at", seen)
	}
	if circle := circleOf(map[string][]string{"a": {"b"}, "b": {"c"}, "c": {"a"}, "d": {"a"}}); len(circle) != 4 {
		t.Errorf("a circle of three files is %v", circle)
	}
}

// usesOfFiles lists for each file of a package those with the declarations that
// it uses.
func usesOfFiles(t *testing.T, p listed) map[string][]string {
	t.Helper()
	fset := token.NewFileSet()
	var files []*ast.File
	for _, name := range p.GoFiles {
		file, err := parser.ParseFile(fset, filepath.Join(p.Dir, name), nil, parser.SkipObjectResolution)
		must.OK(t, err)
		files = append(files, file)
	}
	info := types.Info{Uses: map[*ast.Ident]types.Object{}}
	// Other packages are not looked at; what is of this one is resolved without.
	check := types.Config{Importer: noImports{}, Error: func(error) {}}
	pkg, _ := check.Check(p.ImportPath, fset, files, &info)
	uses := map[string][]string{}
	for id, obj := range info.Uses {
		if obj.Pkg() != pkg || obj.Parent() != nil && obj.Parent() != pkg.Scope() {
			continue // of another package, or local
		}
		from, to := filepath.Base(fset.Position(id.Pos()).Filename), filepath.Base(fset.Position(obj.Pos()).Filename)
		if from != to && !slices.Contains(uses[from], to) {
			uses[from] = append(uses[from], to)
		}
	}
	if len(files) > 3 && len(uses) < len(files)/2 {
		t.Fatalf("%s: only %d of %d files use another: nothing was resolved", p.ImportPath, len(uses), len(files))
	}
	return uses
}

// noImports stands for all other packages.
type noImports struct{}

func (noImports) Import(path string) (*types.Package, error) {
	pkg := types.NewPackage(path, filepath.Base(path))
	pkg.MarkComplete()
	return pkg, nil
}

// circleOf is a circle among files, its first one again at its end, or nil.
func circleOf(uses map[string][]string) []string {
	done := map[string]bool{}
	var path []string
	var walk func(file string) []string
	walk = func(file string) []string {
		if at := slices.Index(path, file); at >= 0 {
			return append(slices.Clone(path[at:]), file)
		}
		if done[file] {
			return nil
		}
		path = append(path, file)
		for _, next := range slices.Sorted(slices.Values(uses[file])) {
			if circle := walk(next); circle != nil {
				return circle
			}
		}
		path = path[:len(path)-1]
		done[file] = true
		return nil
	}
	for _, file := range slices.Sorted(maps.Keys(uses)) {
		if circle := walk(file); circle != nil {
			return circle
		}
	}
	return nil
}

// TestGoStatements forbids bare go statements in the server: rpc.Go recovers
// panics, a bare one does not.
func TestGoStatements(t *testing.T) {
	for _, p := range listPackages(t) {
		if !within(p.ImportPath, "lsp") || within(p.ImportPath, "lsp/rpc") {
			continue
		}
		for _, name := range p.GoFiles {
			fset := token.NewFileSet()
			file, err := parser.ParseFile(fset, filepath.Join(p.Dir, name), nil, 0)
			must.OK(t, err)
			ast.Inspect(file, func(n ast.Node) bool {
				if g, ok := n.(*ast.GoStmt); ok {
					t.Errorf("%s: a bare go statement; use Conn.Go", fset.Position(g.Pos()))
				}
				return true
			})
		}
	}
}

// TestPins guards the versions that tools would change by themselves: @latest
// of the protocol module is an older one.
func TestPins(t *testing.T) {
	data, err := os.ReadFile(filepath.Join(moduleRoot(t), "go.mod"))
	must.OK(t, err)
	mod, err := modfile.Parse("go.mod", data, nil)
	must.OK(t, err)
	have := map[string]string{}
	for _, r := range mod.Require {
		have[r.Mod.Path] = r.Mod.Version
	}
	for path, want := range map[string]string{
		"go.lsp.dev/protocol":                           "v1.0.1",
		"go.lsp.dev/jsonrpc2":                           "v1.0.1",
		"go.lsp.dev/uri":                                "v1.0.1",
		"github.com/tmc/langchaingo":                    "v0.1.14",
		"github.com/tree-sitter/go-tree-sitter":         "v0.25.0",
		"github.com/tree-sitter/tree-sitter-python":     "v0.25.0",
		"github.com/tree-sitter/tree-sitter-go":         "v0.25.0",
		"github.com/tree-sitter/tree-sitter-rust":       "v0.24.0",
		"github.com/tree-sitter/tree-sitter-javascript": "v0.25.0",
		"github.com/tree-sitter/tree-sitter-typescript": "v0.23.2",
	} {
		if have[path] != want {
			t.Errorf("go.mod has %s %q, want %s", path, have[path], want)
		}
	}
}

// TestSourcesOnly: a built program that git tracks would be in every clone for good.
func TestSourcesOnly(t *testing.T) {
	root := moduleRoot(t)
	if _, err := os.Stat(filepath.Join(root, ".git")); err != nil {
		t.Skip("an archive of the sources, no checkout")
	}
	list, err := child.Git(t.Context(), child.GitOptions{Dir: root}, "ls-files", "-z")
	if err != nil || list.ExitCode != 0 {
		t.Fatalf("git ls-files: %v, %s", err, list.Stderr)
	}
	for _, name := range strings.Split(strings.TrimSuffix(string(list.Stdout), "\x00"), "\x00") {
		info, err := os.Stat(filepath.Join(root, name))
		if err == nil && info.Size() > 1<<20 {
			t.Errorf("git tracks %s of %d bytes: is it built?", name, info.Size())
		}
	}
}

// TestDependencies says what the program is made of, each with its purpose;
// what only tests and measures use is not in it.
func TestDependencies(t *testing.T) {
	purpose := map[string]string{
		"go.lsp.dev/jsonrpc2": "messages", "go.lsp.dev/protocol": "types of the protocol", "go.lsp.dev/uri": "URIs",
		"github.com/go-json-experiment/json": "of protocol", "github.com/segmentio/encoding": "of go-sdk", "github.com/segmentio/asm": "of encoding",
		"github.com/tmc/langchaingo": "backends of models", "github.com/pkoukk/tiktoken-go": "of langchaingo", "github.com/dlclark/regexp2": "of tiktoken-go",
		"github.com/fsnotify/fsnotify":          "changes on disk",
		"github.com/tree-sitter/go-tree-sitter": "trees", "github.com/mattn/go-pointer": "of go-tree-sitter",
		"github.com/tree-sitter/tree-sitter-go": "grammar", "github.com/tree-sitter/tree-sitter-javascript": "grammar", "github.com/tree-sitter/tree-sitter-python": "grammar",
		"github.com/tree-sitter/tree-sitter-rust": "grammar", "github.com/tree-sitter/tree-sitter-typescript": "grammar",
		"github.com/aymanbagabas/go-udiff": "diffs",
		"github.com/reviewdog/errorformat": "patterns of Vim's errorformat",
		"github.com/spf13/cobra":           "command line", "github.com/spf13/pflag": "of cobra", "github.com/inconshreveable/mousetrap": "of cobra, on Windows",
		"github.com/pelletier/go-toml/v2":        "settings",
		"github.com/modelcontextprotocol/go-sdk": "fettle mcp",
		"github.com/google/jsonschema-go":        "of go-sdk", "github.com/yosida95/uritemplate/v3": "of go-sdk", "golang.org/x/oauth2": "of go-sdk", "golang.org/x/time": "of go-sdk",
		"modernc.org/sqlite": "the index's store", "modernc.org/libc": "of sqlite", "modernc.org/mathutil": "of sqlite", "modernc.org/memory": "of sqlite",
		"github.com/dustin/go-humanize": "of sqlite", "github.com/google/uuid": "of libc", "github.com/mattn/go-isatty": "of libc",
		"github.com/ncruces/go-strftime": "of libc", "github.com/remyoudompheng/bigfft": "of mathutil",
		"github.com/nats-io/nats.go": "many machines on one run", "github.com/nats-io/nkeys": "of nats.go", "github.com/nats-io/nuid": "of nats.go",
		"github.com/klauspost/compress": "of nats.go", "golang.org/x/crypto": "of nkeys",
		"golang.org/x/mod": "the name in go.mod", "golang.org/x/sys": "process groups", "golang.org/x/text": "NFKC, so that no name is judged by its disguise", "golang.org/x/sync": "of langchaingo",
	}
	used := map[string]bool{}
	for _, system := range []string{"linux", "darwin", "windows"} {
		for _, cgo := range []string{"0", "1"} {
			cmd := exec.Command("go", "list", "-deps", "-f", "{{with .Module}}{{.Path}}{{end}}", "./cmd/fettle")
			cmd.Dir, cmd.Env = moduleRoot(t), append(os.Environ(), "GOOS="+system, "CGO_ENABLED="+cgo)
			out, err := cmd.Output()
			must.OK(t, err)
			for _, m := range strings.Fields(string(out)) {
				used[m] = true
			}
		}
	}
	delete(used, module)
	for m := range used {
		if purpose[m] == "" {
			t.Errorf("%s is in the program: say here what for, or do without", m)
		}
	}
	for m := range purpose {
		if !used[m] {
			t.Errorf("%s is not in the program any more", m)
		}
	}
}
