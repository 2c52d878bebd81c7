package linter

import (
	"context"
	"os"
	"slices"

	"github.com/fettle-dev/fettle/internal/files"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/signal"
)

// Laid texts stand for files of the disk in all runs of a runner: of what is staged,
// where the working folder has something else. A tool that looks at other files besides
// the one it is asked about sees them too.

// lays reports whether a laid text stands for a file.
func (t *tool) lays(path string) bool {
	return slices.ContainsFunc(t.opts.Laid, func(s text.Snapshot) bool { return s.Path == path })
}

// laidBeside returns the laid texts that a run in a root has to see besides the files that it
// is asked about: all those of its language, where it looks at more than a file. The
// TypeScript compiler has them in place of the disk's ([tscAsked.Laid]).
func (t *tool) laidBeside(root string, asked []text.Snapshot) (out []text.Snapshot) {
	if !t.spec.Project || t.spec.Name == "tsc" {
		return nil
	}
	for _, s := range t.opts.Laid {
		_, inside := files.Below(root, s.Path)
		if inside && slices.Contains(t.spec.Languages, s.Lang) &&
			!slices.ContainsFunc(asked, func(a text.Snapshot) bool { return a.Path == s.Path }) {
			out = append(out, s)
		}
	}
	return out
}

// overLaid reports whether a tool is led to laid texts as to a change set: it looks at
// more than the file that it is asked about, and can see several texts at once.
func (r *Runner) overLaid(spec Spec) bool {
	_, many := surveys()[spec.Name]
	return many && spec.Project && len(r.opts.Laid) > 0
}

// lintLaid is lint over laid texts. It waits for its turn by itself.
func (r *Runner) lintLaid(ctx context.Context, spec Spec, root string, s text.Snapshot) ([]signal.Diagnostic, error) {
	h := r.Session(root)
	defer h.Close()
	said, err := h.Together(ctx, spec.Name, Texts{Root: root, Files: []text.Snapshot{s}})
	if err != nil {
		return nil, err
	}
	list, looked := said[s.Path]
	if !looked {
		return nil, &Error{Tool: spec.Name, Kind: ErrUnsuitable, Detail: "it did not look at the file"}
	}
	return list, nil
}

// surveyLaid is [Runner.Survey] over laid texts: one run of each tool in each root. What
// fails is left to the runs file by file, which say why.
func (r *Runner) surveyLaid(ctx context.Context, list []text.Snapshot, names func(text.Snapshot) []string) {
	groups := map[toolKey][]text.Snapshot{}
	for _, s := range list {
		for _, name := range names(s) {
			if spec, _ := r.opts.Set.Find(name); r.overLaid(spec) {
				key := r.key(spec.Name, r.Root(s.Path))
				groups[key] = append(groups[key], s)
			}
		}
	}
	for key, some := range groups {
		if len(some) < 2 {
			continue
		}
		h := r.Session(key.root)
		said, err := h.Together(ctx, key.name, Texts{Root: key.root, Files: some})
		h.Close()
		for _, s := range some {
			if found, looked := said[s.Path]; looked && err == nil {
				r.surveyedAs(runKey{key, s.Path, s.Hash()}, found)
			}
		}
	}
}

// asOnDisk reports whether a text is what lies on the disk. That of another time may be
// as long: `git add` of one text and an edit that changes a letter.
func asOnDisk(s text.Snapshot) bool {
	info, err := os.Stat(s.Path)
	if err != nil || info.Size() != int64(s.Len()) {
		return false
	}
	f, err := files.Read(s.Path, int64(s.Len()))
	return err == nil && string(f.Data) == s.Text()
}
