package lazyre_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"reflect"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/fettle-dev/fettle/internal/lazyre"
	"github.com/fettle-dev/fettle/internal/testkit/must"
)

// TestAllParse looks at every expression of the repository that is written where
// New is called: it would panic only when it is first used.
func TestAllParse(t *testing.T) {
	n, quick := 0, 0
	err := sources(func(fset *token.FileSet, _ string, file *ast.File) {
		ast.Inspect(file, func(node ast.Node) bool {
			call, ok := node.(*ast.CallExpr)
			if !ok || len(call.Args) != 1 || !isNew(call.Fun) {
				return true
			}
			if expr, constant := text(call.Args[0]); constant {
				n++
				if _, err := regexp.Compile(expr); err != nil {
					t.Errorf("%s: %v", fset.Position(call.Pos()), err)
				}
				if len(lazyre.Needed(expr)) > 0 {
					quick++
				}
			}
			return true
		})
	})
	if err != nil || n < 250 || quick < n/4 {
		t.Errorf("%d expressions, %d with words that they need: %v", n, quick, err)
	}
}

// TestNeeded: no expression of the program finds less where it is looked for the words
// first that its matches hold.
func TestNeeded(t *testing.T) {
	for expr, want := range map[string]string{
		`\b(subprocess|socket|os\.(?:system|popen))\b`: "subprocess socket os.system os.popen",
		`(?i)warning: (.+)`:                            "",
		`(?:^|[^\w.])(eval)\(`:                         "eval(",
		`\b(get_(?:hints|all)|get_one)\b\s*\(`:         "get_hints get_all get_one",
		`a(?:b|c+)d`:                                   "",
		`a*(bcd)+x?`:                                   "bcd",
		`(?:ab)?c{2,}(?:de){2}`:                        "de",
		`ab|c`:                                         "",
		`ab|\d+`:                                       "",
		`\x{FFFD}\x{FFFD}`:                             "",
	} {
		if got := strings.Join(lazyre.Needed(expr), " "); got != want {
			t.Errorf("%s: %q, want %q", expr, got, want)
		}
	}
}

// FuzzFoundAsEver: of every expression of the program, a text has the matches that it
// has without [lazyre].
func FuzzFoundAsEver(f *testing.F) {
	type pair struct {
		lazy  *lazyre.Regexp
		plain *regexp.Regexp
	}
	var all []pair
	must.OK(f, sources(func(_ *token.FileSet, _ string, file *ast.File) {
		ast.Inspect(file, func(node ast.Node) bool {
			if call, ok := node.(*ast.CallExpr); ok && len(call.Args) == 1 && isNew(call.Fun) {
				if expr, constant := text(call.Args[0]); constant && len(lazyre.Needed(expr)) > 0 {
					all = append(all, pair{lazyre.New(expr), regexp.MustCompile(expr)})
				}
			}
			return true
		})
	}))
	for _, p := range all {
		for range 16 {
			p.lazy.MatchString("")
		}
	}
	for _, s := range []string{"import subprocess\nsubprocess.run(x)  # noqa\n", "error: \"f\" is not defined [name-defined]", "a.go:3:4: undefined: \xff x", "types-requests"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		for _, p := range all {
			want := p.plain.FindAllStringSubmatchIndex(s, -1)
			if got := p.lazy.FindAllStringSubmatchIndex(s, -1); !reflect.DeepEqual(got, want) {
				t.Fatalf("%s finds %v, want %v", p.plain, got, want)
			}
		}
	})
}

// sources gives every file of the repository that is no test.
func sources(each func(fset *token.FileSet, path string, file *ast.File)) error {
	return filepath.WalkDir("../..", func(path string, d fs.DirEntry, err error) error {
		if d != nil && d.IsDir() && (strings.HasPrefix(d.Name(), ".") && len(d.Name()) > 2 || d.Name() == "node_modules" || d.Name() == "testdata") {
			return fs.SkipDir
		}
		if err != nil || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		fset := token.NewFileSet()
		file, err := parser.ParseFile(fset, path, nil, parser.SkipObjectResolution)
		if err == nil {
			each(fset, path, file)
		}
		return err
	})
}

func isNew(e ast.Expr) bool {
	sel, ok := e.(*ast.SelectorExpr)
	if !ok || sel.Sel.Name != "New" {
		return false
	}
	pkg, ok := sel.X.(*ast.Ident)
	return ok && pkg.Name == "lazyre"
}

// text is the value of a literal, or of several added up.
func text(e ast.Expr) (string, bool) {
	switch e := e.(type) {
	case *ast.BasicLit:
		s, err := strconv.Unquote(e.Value)
		return s, err == nil
	case *ast.BinaryExpr:
		a, ok := text(e.X)
		b, also := text(e.Y)
		return a + b, ok && also
	}
	return "", false
}

func TestCompiledOnce(t *testing.T) {
	re := lazyre.New(`(a)(?P<b>b*)`)
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			if got := re.FindStringSubmatch("xabb"); len(got) != 3 || got[re.SubexpIndex("b")] != "bb" {
				t.Errorf("%q", got)
			}
		})
	}
	all.Wait()
}

// TestNoneAtStart allows no expression that is compiled before main runs: each
// costs every start of the program, of which most need none of them.
func TestNoneAtStart(t *testing.T) {
	n := 0
	err := sources(func(fset *token.FileSet, path string, file *ast.File) {
		if strings.HasPrefix(filepath.ToSlash(path), "../../eval/") || strings.Contains(filepath.ToSlash(path), "/testkit/") {
			return // no part of the program
		}
		n++
		for _, d := range file.Decls {
			vars, ok := d.(*ast.GenDecl)
			if !ok || vars.Tok != token.VAR {
				continue
			}
			ast.Inspect(vars, func(node ast.Node) bool {
				if _, ok := node.(*ast.FuncLit); ok {
					return false
				}
				if sel, ok := node.(*ast.SelectorExpr); ok && sel.Sel.Name == "MustCompile" {
					t.Errorf("%s: use lazyre.New", fset.Position(sel.Pos()))
				}
				return true
			})
		}
	})
	if err != nil || n < 300 {
		t.Errorf("%d files: %v", n, err)
	}
}
