package app

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"

	"github.com/fettle-dev/fettle/edits/diff"
	"github.com/fettle-dev/fettle/edits/fixer"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/lsp/notebook"
	"github.com/fettle-dev/fettle/providers/diagnostics/linter"
	"github.com/fettle-dev/fettle/providers/signal"
)

// Notebooks are fixed as the text of their Python cells. ruff looks at them, which knows the
// rules of notebooks; each is fixed by itself.

// ruff is the tool that looks at notebooks.
const ruff = "ruff"

func isNotebook(path string) bool { return filepath.Ext(path) == ".ipynb" }

// asNotebook makes a target of a notebook's own text.
func (w *App) asNotebook(t Target, raw string) (Target, error) {
	book, err := notebook.Parse(raw)
	if errors.Is(err, notebook.ErrNoPython) {
		return t, notOurs("it has no Python cells")
	}
	if err != nil {
		return t, err
	}
	t.notebook, t.Snapshot = book, text.File(t.Snapshot.Path, "python", book.Python())
	t.Lint = func(ctx context.Context, s text.Snapshot) ([]signal.Diagnostic, error) {
		return w.lintNotebook(ctx, ruff, s)
	}
	return t, nil
}

// text returns the text of the file itself.
func (t Target) text() string {
	if t.notebook != nil {
		return t.notebook.Raw()
	}
	return t.Snapshot.Text()
}

// lintNotebook returns what ruff says of the Python of a notebook.
func (w *App) lintNotebook(ctx context.Context, tool string, s text.Snapshot) ([]signal.Diagnostic, error) {
	if tool != ruff || !slices.Contains(w.Engine.Names(s), tool) {
		return nil, &linter.Error{Tool: tool, Kind: linter.ErrUnsuitable, Detail: "it is a notebook"}
	}
	found, err := w.Engine.Lint(ctx, tool, s)
	return notebook.Keep(s.Text(), found), err
}

// lintWritten returns lintNotebook for texts that fixes have made: one that cannot be written back, as it
// touches what only IPython understands, has an error more. So that fix is refused, and no other one.
func (w *App) lintWritten(book *notebook.File) func(context.Context, string,
	text.Snapshot) ([]signal.Diagnostic, error) {
	return func(ctx context.Context, tool string, s text.Snapshot) ([]signal.Diagnostic, error) {
		found, err := w.lintNotebook(ctx, tool, s)
		if _, unfit := book.Write(s.Text()); err == nil && unfit != nil {
			found = append(found, signal.Diagnostic{Tool: tool, Message: unfit.Error(), Severity: signal.Error,
				Origin: signal.FromLinter})
		}
		return found, err
	}
}

// fixNotebook fixes one notebook in memory.
func (w *App) fixNotebook(ctx context.Context, t Target, o Options) Result {
	r := t.unchanged()
	found, err := t.Lint(ctx, t.Snapshot)
	if errors.Is(err, linter.ErrUnsuitable) {
		return r // ruff is not among the tools that were named
	}
	if err != nil {
		w.note(ctx, err, t.Snapshot.Path)
		r.Err = fmt.Errorf("%s: %w", t.Shown, err)
		return r
	}
	r.first, r.Looked = o.chosen(t.Snapshot, found), []string{ruff}
	l := w.ladder(o)
	l = l.InNotebook(wholeNotebook{}, fixer.LintOnly(w.lintWritten(t.notebook)), l.Gatherer)
	p := fixer.Problem{Root: t.Root, Snapshot: t.Snapshot, Others: found}
	outcomes, final, err := l.File(ctx, p, func(ctx context.Context, now text.Snapshot) ([]signal.Diagnostic, error) {
		found, err := t.Lint(ctx, now)
		return o.chosen(now, found), err
	}, w.choice(o), o.Stage)
	r.outcomes, r.Err = outcomes, err
	if err == nil {
		if _, err = t.notebook.Write(final.Text()); err != nil {
			r.Err = fmt.Errorf("%s: %w", t.Shown, err)
			return r
		}
		r.After = final.Text()
	}
	return r
}

// wholeNotebook says that a text contains all cells.
type wholeNotebook struct{}

func (wholeNotebook) Beside(text.Snapshot) string { return "" }

// Texts returns the texts of the file itself before and after; of a notebook another text is fixed.
func (r Result) Texts() (before, after string) {
	if r.notebook == nil {
		return r.Before, r.After
	}
	before = r.notebook.Raw()
	if after, err := r.notebook.Write(r.After); err == nil {
		return before, after
	}
	return before, before // looked at when the fix was made: does not happen
}

// Diff shows what has changed, of a notebook by cell.
func (r Result) Diff() string {
	path := filepath.ToSlash(r.Path)
	if r.notebook != nil {
		return r.notebook.Diff(path, r.Before, r.After)
	}
	return diff.Unified(path, r.Before, r.After)
}

// inCell has a finding say where it is in the notebook.
func (r Result) inCell(f Finding) Finding {
	if r.notebook == nil {
		return f
	}
	text := r.Before
	if r.Written {
		text = r.After
	}
	f.Cell, f.Line = notebook.Place(text, f.Line-1)
	f.About.Line, f.About.Edits = r.notebook.RawLine(f.Cell, f.Line), nil
	return f
}
