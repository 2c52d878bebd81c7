package linter

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/internal/child"
	"github.com/fettle-dev/fettle/providers/diagnostics/report"
)

// goCompile asks go list to compile the package and its tests: all errors of
// the compiler, where go vet stops at the first, and nothing is linked.
func (j *job) goCompile() (child.Command, error) {
	return j.goCommand(goCompileArgs()...)
}

func goCompileArgs() []string {
	return []string{"list", "-e", "-export", "-test", "-gcflags=-e", "-json=ImportPath,Error,DepsErrors,GoFiles,CgoFiles,TestGoFiles,XTestGoFiles"}
}

func goCompileOutput(j *job, res child.Result) ([]byte, error) {
	if res.ExitCode != 0 {
		return nil, goFailure(j, res)
	}
	if err := j.needsModules(res.Stdout); err != nil {
		return nil, err
	}
	// A listing that does not have the document says nothing of it.
	base, err := json.Marshal(filepath.Base(j.snapshot.Path))
	if err != nil || !bytes.Contains(res.Stdout, base) && !j.mentioned(res.Stdout) {
		return nil, &Error{Tool: j.spec.Name, Kind: ErrUnsuitable, Detail: "it belongs to no package that the go command lists"}
	}
	return res.Stdout, nil
}

type listedPackage struct {
	ImportPath string
	Error      *listedError
	DepsErrors []*listedError
}

type listedError struct {
	Pos string
	Err string
}

// decodeGoList reads the errors of go list -e -json: compiler output in Err,
// or one error with its position.
func decodeGoList(output []byte) ([]Finding, error) {
	var list []Finding
	seen := map[string]bool{}
	dec := json.NewDecoder(bytes.NewReader(output))
	for {
		var p listedPackage
		if err := dec.Decode(&p); errors.Is(err, io.EOF) {
			return list, nil
		} else if err != nil {
			return nil, malformed("go", err)
		}
		if p.ImportPath == "" {
			return nil, malformed("go", errors.New("a package without import path"))
		}
		for _, e := range append([]*listedError{p.Error}, p.DepsErrors...) {
			if e == nil {
				continue
			}
			found := report.GoText("go", e.Err)
			if len(found) == 0 && e.Pos != "" {
				found = report.GoText("go", e.Pos+": "+strings.TrimSpace(e.Err))
			}
			for _, f := range found {
				// Packages and their test variants say the same.
				if key := fmt.Sprint(f.Path, f.Start, f.Message); !seen[key] {
					seen[key] = true
					list = append(list, f)
				}
			}
		}
	}
}

// splitJSON separates objects that begin a line with "{" and end one with "}",
// or stand on one line, from the text round them.
func splitJSON(output []byte) (text string, objects [][]byte, err error) {
	var b, object strings.Builder
	for line := range strings.SplitSeq(string(output), "\n") {
		switch {
		case object.Len() == 0 && strings.HasPrefix(line, "{"):
			object.WriteString(line + "\n")
		case object.Len() > 0:
			object.WriteString(line + "\n")
		default:
			b.WriteString(line + "\n")
		}
		if object.Len() > 0 && strings.HasPrefix(line, "}") || strings.HasPrefix(line, "{") && json.Valid([]byte(line)) {
			objects = append(objects, []byte(object.String()))
			object.Reset()
		}
	}
	if object.Len() > 0 {
		return "", nil, io.ErrUnexpectedEOF
	}
	return b.String(), objects, nil
}

func withoutComments(text string) string {
	var b strings.Builder
	for line := range strings.SplitSeq(text, "\n") {
		if !strings.HasPrefix(line, "#") {
			b.WriteString(line + "\n")
		}
	}
	return b.String()
}

func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }
