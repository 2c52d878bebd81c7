package linter

import (
	_ "embed"
	"encoding/json"
	"os"
	"path/filepath"
	"unicode/utf8"

	"github.com/fettle-dev/fettle/internal/child"
	"github.com/fettle-dev/fettle/internal/files"
)

// tscCheck asks the project's own compiler, as a library, for the diagnostics
// of texts: the command itself can neither read text from memory nor say where
// a problem ends, and starts anew for each of them.
//
//go:embed tsc.js
var tscCheck string

// tscFixes are the functions of tscCheck about the compiler's own fixes.
//
//go:embed tscfix.js
var tscFixes string

// tscFar are those about what a text does to other files.
//
//go:embed tscfar.js
var tscFar string

// tscAsked is what the script is asked.
type tscAsked struct {
	Files []string `json:"files"`
	// Given are texts that stand for those on disk.
	Given map[string]string `json:"given,omitempty"`
	// Was are those that given ones are compared with, in place of the disk's.
	Was map[string]string `json:"was,omitempty"`
	// Laid are texts that are on disk for all that it knows.
	Laid map[string]string `json:"laid,omitempty"`
}

// tsc checks files as they are on disk, all of a project at once.
func (j *job) tsc(dir string, paths []string) (child.Command, error) {
	return j.tscScript(tscAsked{Files: paths}, dir)
}

// tscTexts has one start of the compiler check all files, with the changed texts in memory. What these newly break
// in other files it reports too: of a candidate for a fix, against the text before; of a document alone, nothing.
func (j *job) tscTexts(paths []string) (child.Command, error) {
	a := tscAsked{Files: paths, Given: map[string]string{}}
	for _, s := range j.changed {
		if !utf8.ValidString(s.Text()) {
			return child.Command{}, j.cannot("a text is not UTF-8")
		}
		a.Given[s.Path] = s.Text()
	}
	switch {
	case j.base != nil:
		a.Was = map[string]string{j.base.Path: j.base.Text()}
	case j.fixes:
		a.Was = a.Given
	}
	return j.tscScript(a, j.dir)
}

func (j *job) tscScript(a tscAsked, dir string) (child.Command, error) {
	lib := j.typescriptLibrary()
	if lib == "" {
		return child.Command{}, &Error{Tool: j.spec.Name, Kind: ErrMissing, Detail: "no typescript library next to " +
			filepath.Base(j.argv[0]), Hint: j.spec.Hint}
	}
	if len(j.opts.Laid) > 0 {
		a.Laid = map[string]string{}
	}
	for _, s := range j.opts.Laid {
		a.Laid[s.Path] = s.Text()
	}
	look := j.look()
	node, err := child.Look("node", look)
	if err != nil {
		return child.Command{}, childError(&j.spec, err, child.Result{})
	}
	stdin, err := json.Marshal(a)
	if err != nil {
		return child.Command{}, &Error{Tool: j.spec.Name, Kind: ErrFailed, Detail: "the text could not be handed over",
			Err: err}
	}
	j.stays = &staying{argv: []string{node, heap, "-e", tscFixes + tscFar + tscCheck, "--", lib, "stay"}, dir: j.root,
		question: a}
	return child.Command{Argv: []string{node, "-e", tscFixes + tscFar + tscCheck, "--", lib}, Dir: dir, Stdin: stdin}, nil
}

// typescriptLibrary returns the compiler that belongs to the found program, else
// the project's.
func (j *job) typescriptLibrary() string {
	var candidates []string
	if real, err := filepath.EvalSymlinks(j.argv[0]); err == nil {
		candidates = append(candidates,
			filepath.Join(filepath.Dir(real), "..", "lib", "typescript.js"),
			filepath.Join(filepath.Dir(real), "..", "typescript", "lib", "typescript.js"))
	}
	if dir := files.NearestWith(j.folder(), j.root, "node_modules"); dir != "" {
		candidates = append(candidates, filepath.Join(dir, "node_modules", "typescript", "lib", "typescript.js"))
	}
	for _, c := range candidates {
		if info, err := os.Stat(c); err == nil && info.Mode().IsRegular() {
			return c
		}
	}
	return ""
}
