package linter

import (
	"os"
	"slices"

	"github.com/fettle-dev/fettle/internal/files"
	"github.com/fettle-dev/fettle/internal/text"
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
