package linter

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"sync"

	"github.com/fettle-dev/fettle/internal/child"
	"github.com/fettle-dev/fettle/internal/files"
	"github.com/fettle-dev/fettle/internal/limits"
	"github.com/fettle-dev/fettle/internal/pyversion"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/diagnostics/linter/decode"
)

// Floor is the tool that says what holds of a Python file whatever its project
// selects: it parses, and its names are bound. It is ruff without the project's
// settings, reports to nobody, and is asked about fixes alone: two fixes that are
// right each may leave a name without its meaning, where nobody has selected F821
// (https://github.com/astral-sh/ruff/issues/9010, https://github.com/astral-sh/ruff/issues/10905).
// It also says what the oldest Python of the project does not have.
const Floor = "ruff floor"

// floorRules are those of ruff that speak of a program that cannot run, or that runs
// another definition than it did, and FA102 of types that older versions cannot evaluate. A noqa of the project hides
// none of them.
const floorRules = "E9,F811,F821,F822,F823,FA102"

var floorSpec = sync.OnceValue(func() Spec {
	return Spec{Name: Floor, Languages: python, Class: ClassA, Binary: "ruff", Timeout: limits.LinterTime,
		Hint: "pip install ruff", folder: rootOf, command: (*job).floor, texts: (*job).floorTexts, files: ruffAtOnce,
		decode: decode.Ruff}
})

func (j *job) floorArgs() []string {
	minor, _ := pyversion.Oldest(j.root, filepath.Join(j.root, "x.py"))
	return []string{"check", "--isolated", "--ignore-noqa", "--select", floorRules, "--output-format", "json", "--no-fix",
		"--no-cache", "--target-version", ruffTarget(minor)}
}

// ruffTarget returns how ruff writes a version of Python, of those that it knows (ruff 0.17); 0 is none.
func ruffTarget(minor int) string {
	if minor == 0 {
		minor = newestTarget
	}
	return fmt.Sprintf("py3%d", min(max(minor, 7), newestTarget))
}

const newestTarget = 14

// floor is the run over files.
func (j *job) floor(dir string, paths []string) (child.Command, error) {
	return child.Command{Argv: append(append(j.args(j.floorArgs()...), "--"), paths...), Dir: dir}, nil
}

// floorTexts has one text come from standard input, and several stand in a private folder: nothing next to them
// counts.
func (j *job) floorTexts(paths []string) (child.Command, error) {
	if len(j.files) == 1 {
		return child.Command{Argv: j.args(append(j.floorArgs(), "--stdin-filename", j.snapshot.Path, "-")...),
			Dir: j.folder(), Stdin: []byte(j.snapshot.Text())}, nil
	}
	dir, err := j.private()
	if err != nil {
		return child.Command{}, err
	}
	j.renamed = map[string]string{}
	for i, p := range paths {
		at := slices.IndexFunc(j.changed, func(s text.Snapshot) bool { return s.Path == p })
		if at < 0 {
			continue
		}
		rel, inside := files.Below(j.root, p)
		if !inside {
			return child.Command{}, j.cannot("a file lies outside its root")
		}
		file := filepath.Join(dir, rel)
		if err = os.MkdirAll(filepath.Dir(file), 0o700); err == nil {
			err = os.WriteFile(file, []byte(j.changed[at].Text()), 0o600)
		}
		if err != nil {
			return child.Command{}, j.broke("no private copy", err)
		}
		paths[i], j.renamed[file] = file, p
	}
	return j.floor(j.dir, paths)
}
