package linter

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/fettle-dev/fettle/internal/child"
	"github.com/fettle-dev/fettle/internal/files"
	"github.com/fettle-dev/fettle/internal/limits"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/diagnostics/linter/decode"
)

// Floor is the tool that says what holds of a Python file whatever its project
// selects: it parses, and its names are bound. It is ruff without the project's
// settings, reports to nobody, and is asked about fixes alone: two fixes that are
// right each may leave a name without its meaning, where nobody has selected F821
// (https://github.com/astral-sh/ruff/issues/9010, https://github.com/astral-sh/ruff/issues/10905).
const Floor = "ruff floor"

// floorRules are those of ruff that speak of a program that cannot run, or that runs
// another definition than it did. A noqa of the project hides none of them.
const floorRules = "E9,F811,F821,F822,F823"

var floorSpec = sync.OnceValue(func() Spec {
	return Spec{Name: Floor, Languages: python, Class: ClassA, Binary: "ruff", Timeout: limits.LinterTime,
		Hint: "pip install ruff", plan: (*job).floor, decode: floorFindings}
})

func floorArgs() []string {
	return []string{"check", "--isolated", "--ignore-noqa", "--select", floorRules, "--output-format", "json", "--no-fix",
		"--no-cache"}
}

// floor is the run over one text.
func (j *job) floor() (child.Command, error) {
	return child.Command{Argv: j.args(append(floorArgs(), "--stdin-filename", j.snapshot.Path, "-")...), Dir: j.folder(),
		Stdin: []byte(j.snapshot.Text())}, nil
}

// floorFindings leaves out what a version of Python does not have: without the
// project's settings ruff knows of none, and a gate of its own looks at that.
func floorFindings(out []byte) ([]Finding, error) {
	list, err := decode.Ruff(out)
	return slices.DeleteFunc(list, func(f Finding) bool { return strings.Contains(f.Message, " on Python 3.") }), err
}

// floorTexts has the changed texts stand in a private folder: nothing next to them
// counts.
func (b *batch) floorTexts(how survey, paths []string) (child.Command, error) {
	dir, err := b.private()
	if err != nil {
		return child.Command{}, err
	}
	b.renamed = map[string]string{}
	for i, p := range paths {
		at := slices.IndexFunc(b.changed, func(s text.Snapshot) bool { return s.Path == p })
		if at < 0 {
			continue
		}
		rel, inside := files.Below(b.root, p)
		if !inside {
			return child.Command{}, b.cannot("a file lies outside its root")
		}
		file := filepath.Join(dir, rel)
		if err = os.MkdirAll(filepath.Dir(file), 0o700); err == nil {
			err = os.WriteFile(file, []byte(b.changed[at].Text()), 0o600)
		}
		if err != nil {
			return child.Command{}, &Error{Tool: b.spec.Name, Kind: ErrFailed, Detail: "no private copy", Err: err}
		}
		paths[i], b.renamed[file] = file, p
	}
	return how.command(b.job, b.dir, paths), nil
}
