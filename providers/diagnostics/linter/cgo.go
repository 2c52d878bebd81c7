package linter

import (
	"context"
	"go/build"
	"go/parser"
	"go/token"
	"path/filepath"
	"strings"

	"github.com/fettle-dev/fettle/internal/child"
	"github.com/fettle-dev/fettle/internal/lazyre"
	"github.com/fettle-dev/fettle/internal/limits"
)

// lacking are the words by which the compiler misses what a package defines.
var lacking = lazyre.New(`undefined: (\w+)\.|\(type \*?(?:[\w.-]+/)*(\w+)\.\w+ has no (?:field or )?method|build ` +
	`constraints exclude all Go files in (\S+)`)

// needsCgo is the error of a run that misses what a package defines in files of cgo.
// No C compiler runs for a folder that nobody trusts (package child), so that the go
// command leaves such files out: nothing need be wrong where their names are used.
func (j *job) needsCgo(output []byte) error {
	if j.opts.Trust == Trusted || !build.Default.CgoEnabled || j.spec.Name != "go" && !vets(j.spec.Name) {
		return nil
	}
	missed := map[string]bool{}
	for _, m := range lacking.FindAllSubmatch(output, -1) {
		missed[string(m[1])+string(m[2])] = true
		if len(m[3]) > 0 {
			missed[filepath.Base(strings.TrimRight(string(m[3]), `",\`))] = true
		}
	}
	if len(missed) == 0 {
		return nil
	}
	res, err := child.Run(context.Background(), child.Command{
		Argv: []string{j.argv[0], "list", "-e", "-deps", "-f",
			"{{if not .Standard}}{{.Name}}\t{{.Dir}}\t{{join .IgnoredGoFiles \"\t\"}}{{end}}", "./..."},
		Dir: j.folder(), Env: j.goEnvironment(), Hidden: j.opts.Hidden, Timeout: limits.LinterTime,
		MaxOutput: limits.ChildListing,
	})
	if err != nil {
		return nil
	}
	for line := range strings.Lines(string(res.Stdout)) {
		fields := strings.Split(strings.TrimSpace(line), "\t")
		if len(fields) < 3 || !missed[fields[0]] && !missed[filepath.Base(fields[1])] {
			continue
		}
		for _, name := range fields[2:] {
			if usesCgo(filepath.Join(fields[1], name)) {
				return &Error{Tool: j.spec.Name, Kind: ErrUnsuitable, Detail: "the C code of package " + fields[0] +
					" is not compiled in a folder that is not trusted",
					Step: StepTrust}
			}
		}
	}
	return nil
}

// usesCgo reports whether a Go file imports C.
func usesCgo(path string) bool { return importsC(path, nil) }

// importsC is usesCgo for a text, nil: that of the file.
func importsC(path string, src any) bool {
	f, _ := parser.ParseFile(token.NewFileSet(), path, src, parser.ImportsOnly)
	if f == nil {
		return false
	}
	for _, i := range f.Imports {
		if i.Path.Value == `"C"` {
			return true
		}
	}
	return false
}
