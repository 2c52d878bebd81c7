// Package fleet is fettle fix on many machines. The coordinator plans jobs (a
// project, or a slice of the files where no tool looks beyond its file), puts the
// tree and the jobs into a server's store, and accepts each result once. A worker
// has the tree in a folder of its own and does a job as fettle fix does it there,
// with its own tools, model and trust.
//
// Nothing that comes from the server is believed: a job can name paths of its tree
// and what kinds of fixes are wanted, nothing that is run; a result can hold texts
// for the files of its job, which the coordinator's own tools then look at, all
// together, before one is written.
package fleet

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"path"
	"path/filepath"

	"github.com/fettle-dev/fettle/cmd/fettle/app"
	"github.com/fettle-dev/fettle/edits/prompt"
	"github.com/fettle-dev/fettle/internal/files"
	"github.com/fettle-dev/fettle/internal/fleet/tree"
	"github.com/fettle-dev/fettle/internal/limits"
)

// job is what a worker is asked for.
type job struct {
	Engine   string    `json:"engine"`
	Prompt   string    `json:"prompt"`
	Tree     string    `json:"tree"`  // the digest of its manifest
	Name     string    `json:"name"`  // of the folder of the tree: it can be a package's
	Root     string    `json:"root"`  // of the project, in the tree; "." = its top
	Tools    string    `json:"tools"` // the digest of their names and versions: a worker with others refuses
	Files    []jobFile `json:"files"`
	Unsafe   bool      `json:"unsafe,omitempty"`
	Grade    string    `json:"grade"` // the worst that is accepted
	NoModel  bool      `json:"noModel,omitempty"`
	Rules    []string  `json:"rules,omitempty"`
	Limited  bool      `json:"limited,omitempty"` // calls are reserved in the run's budget
	PriceIn  float64   `json:"priceIn,omitempty"`
	PriceOut float64   `json:"priceOut,omitempty"`
	Fresh    string    `json:"fresh,omitempty"` // makes it another job than that of former runs
}

// jobFile is one file of a job.
type jobFile struct {
	Path  string `json:"path"`  // in the tree
	Shown string `json:"shown"` // as the user of the coordinator would write it
	Sum   string `json:"sum"`
}

// versionOf returns the version that a worker has to have to do the jobs of an engine.
func versionOf(engine string) string {
	return fmt.Sprintf("fettle %s, prompts %s", engine, prompt.Version)
}

// errJob says that a job asks for what no job may ask for.
var errJob = errors.New("the job is refused")

// readJob decodes and checks a job. What it does not know, it does not accept: a
// program, a setting, a key.
func readJob(body []byte) (job, error) {
	var j job
	d := json.NewDecoder(bytes.NewReader(body))
	d.DisallowUnknownFields()
	if err := d.Decode(&j); err != nil {
		return j, fmt.Errorf("%w: %w", errJob, err)
	}
	if err := tree.Clean(j.Name); err != nil || j.Name == "." || path.Base(j.Name) != j.Name {
		return j, fmt.Errorf("%w: the name %q of its tree", errJob, j.Name)
	}
	if j.Root != "." {
		if err := tree.Clean(j.Root); err != nil {
			return j, fmt.Errorf("%w: its root: %w", errJob, err)
		}
	}
	seen := map[string]bool{}
	for _, f := range j.Files {
		if err := tree.Clean(f.Path); err != nil {
			return j, fmt.Errorf("%w: %w", errJob, err)
		}
		if _, below := files.Below(filepath.FromSlash(j.Root), filepath.FromSlash(f.Path)); !below || seen[f.Path] {
			return j, fmt.Errorf("%w: %s is not in its root %s, or stands twice", errJob, f.Path, path.Clean(j.Root))
		}
		seen[f.Path] = true
	}
	if len(j.Files) == 0 {
		return j, fmt.Errorf("%w: it has no files", errJob)
	}
	return j, nil
}

// result is what came of a job: its files, in its order.
type result struct {
	Files []app.Outcome `json:"files"`
}

// errResult says that a result is not one of its job.
var errResult = errors.New("the result is refused")

// readResult decodes a result and holds it against its job.
func readResult(body []byte, j job) (result, error) {
	var r result
	d := json.NewDecoder(bytes.NewReader(body))
	d.DisallowUnknownFields()
	if err := d.Decode(&r); err != nil {
		return r, fmt.Errorf("%w: %w", errResult, err)
	}
	if len(r.Files) != len(j.Files) {
		return r, fmt.Errorf("%w: it has %d files, the job has %d", errResult, len(r.Files), len(j.Files))
	}
	for i, f := range r.Files {
		if f.Path != j.Files[i].Path {
			return r, fmt.Errorf("%w: it names %q, which is not the job's", errResult, f.Path)
		}
		if f.After != nil && (len(*f.After) > limits.FixFile || !files.IsText([]byte(*f.After))) {
			return r, fmt.Errorf("%w: what it makes of %s is no text, or too large", errResult, f.Path)
		}
		if f.After != nil && f.Error != "" {
			return r, fmt.Errorf("%w: it changes %s, which has failed", errResult, f.Path)
		}
	}
	return r, nil
}
