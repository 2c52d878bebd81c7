package main

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	sysio "io"
	"path/filepath"
	"strings"

	"github.com/fettle-dev/fettle/cmd/fettle/app"
	"github.com/fettle-dev/fettle/edits/diff"
	"github.com/fettle-dev/fettle/edits/review"
	"github.com/fettle-dev/fettle/internal/files"
	"github.com/fettle-dev/fettle/internal/limits"
)

// checkBaseline judges the whole project against a baseline, or writes it where there is
// none.
func checkBaseline(ctx context.Context, io streams, w *app.App, o checkOptions, said func(string)) (app.Judged, error) {
	var v app.Judged
	path, err := filepath.Abs(o.baseline)
	if err != nil {
		return v, err
	}
	said("looking at all files")
	list, seen, err := w.Reported(ctx, o.Changes)
	if err != nil {
		return v, err
	}
	v.Verdict, v.After = seen, map[string]string{}
	for _, f := range list {
		v.Changed = append(v.Changed, f.Name)
		v.After[f.Name] = f.After.Text()
	}
	now := review.BaselineOf(list)
	f, err := files.Read(path, limits.ChildListing)
	switch {
	case errors.Is(err, files.ErrMissing):
		if v.Blind() {
			return v, app.WithHint(errors.New("no baseline was written: a tool did not look"),
				v.Unlooked[0].Tool+": "+v.Unlooked[0].Why)
		}
		if err := files.WriteNew(path, []byte(now.String())); err != nil {
			return v, fmt.Errorf("write %s: %w", o.baseline, app.ReasonOf(err))
		}
		fmt.Fprintf(io.err, "fettle: wrote %s: it holds %s back from now on\n", app.Clean(o.baseline),
			app.Counted(now.Size(), "finding"))
		v.Old = now.Size()
		return v, nil
	case err != nil:
		return v, fmt.Errorf("read %s: %w", o.baseline, app.ReasonOf(err))
	}
	was, err := review.ParseBaseline(string(f.Data))
	if err != nil {
		return v, app.WithHint(fmt.Errorf("read %s: %w", o.baseline, err), "remove it to have it written anew")
	}
	gone := 0
	v.New, v.Old, gone = was.Sift(list)
	if committed := app.Before(ctx, path); committed != "" {
		if former, err := review.ParseBaseline(committed); err == nil {
			if more := was.Raised(former); len(more) > 0 {
				v.Loosened = append(v.Loosened, review.Loosened{File: filepath.ToSlash(o.baseline),
					Text: "holds back " + strings.Join(more, ", ") + " than in the last commit"})
			}
		}
	}
	fmt.Fprintf(io.err, "fettle: %s holds %s back\n", app.Clean(o.baseline), app.Counted(v.Old, "finding"))
	switch {
	case gone == 0:
	case !o.write:
		fmt.Fprintf(io.err, "fettle: hint: %s of it are gone: --write lowers it\n", app.Counted(gone, "finding"))
	case len(v.New) == 0 && !v.Blind():
		c := files.Change{Read: sha256.Sum256(f.Data), Edits: diff.Minimal(string(f.Data), now.String()), After: now.String(),
			Fixes: []files.Fixed{{Tool: "fettle", Code: "baseline"}}}
		if err := files.Apply(path, filepath.Dir(path), c); err != nil {
			return v, fmt.Errorf("write %s: %w", o.baseline, app.ReasonOf(err))
		}
		fmt.Fprintf(io.err, "fettle: lowered %s by %d\n", app.Clean(o.baseline), gone)
	}
	return v, nil
}

// printSuppressions lists the directives of the project.
func printSuppressions(ctx context.Context, out sysio.Writer, w *app.App, o checkOptions) error {
	list, err := w.Suppressions(ctx, o.Changes)
	if err != nil {
		return err
	}
	if o.json {
		for _, s := range list {
			if err := app.PrintLine(out, s); err != nil {
				return err
			}
		}
		return nil
	}
	fmt.Fprintf(out, "%s, %d without a reason\n", app.Counted(len(list), "suppression"), review.Reasonless(list))
	for _, s := range list {
		what, age := s.Rules, ""
		if what == "" {
			what = "everything"
		}
		if s.Days != nil {
			age = fmt.Sprintf(", %s old", app.Counted(*s.Days, "day"))
		}
		why := s.Reason
		if why == "" {
			why = "no reason"
		}
		fmt.Fprintf(out, "%s:%d  %s %s%s: %s\n", app.Clean(s.File), s.Line, s.Tool, app.Clean(what), age, app.Clean(why))
	}
	return nil
}
