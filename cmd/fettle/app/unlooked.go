package app

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/internal/files"
	"github.com/fettle-dev/fettle/internal/limits"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/lsp/words"
	"github.com/fettle-dev/fettle/providers/diagnostics/linter"
)

// NotLooked is the verdict of an [Unlooked] among the lines of --json.
const NotLooked = "not_looked"

// Unlooked is a file that a tool was to look at and did not: it timed out, crashed or
// answered with something that is not its own. Nothing is known of such a file, which
// is another thing than that nothing is wrong with it: the closing lines, --json and
// every format say it, and the exit code is not 0.
type Unlooked struct {
	File string `json:"file"` // as shown
	Tool string `json:"tool"`
	Why  string `json:"reason"`
	// LeftOut says that no tool looks at the file here, run it as often as you like: its
	// build leaves it out, or its folder has no configuration. It fails --check alone.
	LeftOut bool `json:"left_out,omitempty"`
}

// unlooked records which tools did not answer for which files of a run, by path and tool.
type unlooked map[string]map[string]Unlooked

// note records that a tool has failed on some files, or lacks something there that is not installed. An interruption is
// no failure of the tool; that it is not installed itself, or may not run here, is said in other words.
func (w *App) note(ctx context.Context, err error, paths ...string) {
	of := failureOf(err)
	if ctx.Err() != nil || of == nil || !linter.Passing(of) && !errors.Is(err, linter.ErrLacking) {
		return
	}
	why := strings.TrimPrefix(of.Error(), of.Tool+" ")
	switch {
	case errors.Is(of, linter.ErrTimeout):
		why = linter.ErrTimeout.Error() // the rest is what was made of it
	case errors.Is(err, linter.ErrLacking):
		why = of.Detail + "; " + of.Hint
	}
	for _, path := range paths {
		w.take(path, Unlooked{Tool: of.Tool, Why: why})
	}
}

// failureOf returns the error of a tool, of one that is left alone the one that it failed with; nil if it is none.
func failureOf(err error) (of *linter.Error) {
	if !errors.As(err, &of) || errors.Is(of.Kind, linter.ErrPaused) && !errors.As(of.Err, &of) {
		return nil
	}
	return of
}

// NotLookedAt returns what is known of a file on which a tool has failed, or that it could not start for.
func NotLookedAt(shown string, err error) []Unlooked {
	of := failureOf(err)
	if of == nil {
		return nil
	}
	return []Unlooked{{File: shown, Tool: of.Tool, Why: strings.TrimPrefix(of.Error(), of.Tool+" ")}}
}

// nobody records that no tool could look at a file: it is left out of the build, the
// folder has no configuration for the tool, or is not trusted. The first of the tools
// says why.
func (w *App) nobody(ctx context.Context, unsuited []error, path string) {
	var of *linter.Error
	if ctx.Err() != nil || len(unsuited) == 0 || errors.Is(unsuited[0], linter.ErrLacking) || // which [App.note] has
		!errors.As(unsuited[0], &of) {
		return
	}
	w.take(path, Unlooked{Tool: of.Tool, Why: cmp.Or(of.Detail, of.Kind.Error()), LeftOut: true})
}

// wrapped are kinds of files with code of a language among other things. Its tools read
// them by plugins of their own, and fettle does not show them any.
var wrapped = [...]string{".vue", ".svelte", ".astro"}

// unread records that nobody looks at a file of such a kind, where its project has a
// tool that would.
func (w *App) unread(shown string) {
	abs, err := filepath.Abs(shown)
	if err != nil || !w.Staged.has(abs) {
		return
	}
	like := text.File(abs+".ts", "typescript", "")
	tools := slices.Concat(w.Engine.Names(like), w.Engine.Held(like))
	if len(tools) == 0 {
		return
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.passed = append(w.passed, Unlooked{File: filepath.ToSlash(shown), Tool: tools[0],
		Why: "fettle does not take " + filepath.Ext(shown) + " files apart", LeftOut: true})
}

// changedUnread keeps those of these files that --since asks for.
func (w *App) changedUnread(ctx context.Context, o Options) error {
	if o.Since == "" {
		return nil
	}
	var list []Target
	for _, u := range w.passed {
		abs, err := filepath.Abs(u.File)
		if err != nil {
			continue
		}
		if f, err := files.Read(abs, limits.FixFile); err == nil {
			list = append(list, Target{Shown: u.File, Snapshot: text.File(abs, "", string(f.Data))})
		}
	}
	kept, err := changed(ctx, o, list)
	w.passed = slices.DeleteFunc(w.passed, func(u Unlooked) bool {
		return !slices.ContainsFunc(kept, func(t Target) bool { return t.Shown == u.File })
	})
	return err
}

// Unread returns the files of the run that nobody looks at, as fettle cannot show them.
func (w *App) Unread() []Unlooked { return w.passed }

// take records why a tool did not look at a file.
func (w *App) take(path string, u Unlooked) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.unlooked == nil {
		w.unlooked = unlooked{}
	}
	if w.unlooked[path] == nil {
		w.unlooked[path] = map[string]Unlooked{}
	}
	w.unlooked[path][u.Tool] = u
}

// unlookedAt returns the tools that did not answer for a file, by name.
func (w *App) unlookedAt(shown, path string) (out []Unlooked) {
	w.mu.Lock()
	defer w.mu.Unlock()
	by := w.unlooked[path]
	for _, tool := range slices.Sorted(maps.Keys(by)) {
		u := by[tool]
		u.File = shown
		out = append(out, u)
	}
	return out
}

// UnlookedLines say in a line for each reason which tools did not look at how many files.
func UnlookedLines(list []Unlooked) (lines []string) {
	type cause struct{ tool, why string }
	files := map[cause][]string{}
	for _, u := range list {
		files[cause{u.Tool, u.Why}] = append(files[cause{u.Tool, u.Why}], u.File)
	}
	tools := map[string][]string{} // by what they did not look at, and why
	for _, c := range slices.SortedFunc(maps.Keys(files), func(a, b cause) int { return cmp.Compare(a.tool, b.tool) }) {
		which := files[c][0]
		if n := len(files[c]); n > 1 {
			which = fmt.Sprintf("%s (%s, …)", Counted(n, "file"), which)
		}
		said := fmt.Sprintf("%s: %s", Clean(which), Clean(c.why))
		tools[said] = append(tools[said], Clean(c.tool))
	}
	for said, names := range tools {
		lines = append(lines, fmt.Sprintf("%s did not look at %s", words.Listed(names), said))
	}
	slices.Sort(lines)
	return lines
}

// Unanswered returns how many files a tool was asked about and did not answer for.
func (t *Tally) Unanswered() (n int) {
	for _, u := range t.Unlooked {
		if !u.LeftOut {
			n++
		}
	}
	return n
}
