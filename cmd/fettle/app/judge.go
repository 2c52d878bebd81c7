package app

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/edits/diff"
	"github.com/fettle-dev/fettle/edits/review"
	"github.com/fettle-dev/fettle/internal/engine"
	"github.com/fettle-dev/fettle/internal/files"
)

// Judged is the verdict on a change.
type Judged struct {
	review.Verdict
	Changed []string          // files that the change touches, as shown
	After   map[string]string // texts of the files that are spoken of, as shown
	edits   []engine.Edit
}

// Judge judges a change. said hears what is going on.
func (w *App) Judge(ctx context.Context, o Changes, said func(string)) (Judged, error) {
	list, v, err := w.review(ctx, o, said)
	out := Judged{Verdict: v, After: map[string]string{}, edits: list}
	if err != nil {
		return out, err
	}
	for _, c := range list {
		for _, f := range c.Files {
			if f.Changed() {
				out.Changed = append(out.Changed, f.Name)
			}
			out.After[f.Name] = f.After.Text()
		}
		for config := range c.Configs {
			out.Changed = append(out.Changed, Here(config))
		}
	}
	for i, u := range out.Unlooked {
		if u.Held {
			out.Unlooked[i].Why = w.held(u, list)
		}
	}
	mended, err := w.mend(ctx, out, out.New, said)
	if err != nil {
		return out, err
	}
	titles := map[string]string{}
	for _, m := range mended {
		for i, d := range m.Fixed {
			titles[key(d)] = m.Titles[i]
		}
	}
	for _, g := range review.Groups(out.New) {
		fix := review.Fix{ID: fmt.Sprintf("f%d", len(out.Fixes)+1)}
		for _, d := range g.Findings {
			if title, ok := titles[key(d)]; ok {
				fix.Of, fix.Title = append(fix.Of, d), title
			}
		}
		if len(fix.Of) > 0 {
			out.Fixes = append(out.Fixes, fix)
		}
	}
	return out, nil
}

// review has the tools judge a change, in each root that it touches.
func (w *App) review(ctx context.Context, o Changes, said func(string)) ([]engine.Edit, review.Verdict, error) {
	var v review.Verdict
	list, err := w.Edits(ctx, o)
	if err != nil {
		return nil, v, err
	}
	for _, c := range list {
		one, err := w.Engine.Review(ctx, c, said)
		if err != nil {
			return nil, v, err
		}
		v.Add(one)
	}
	return list, v, nil
}

// held says why a tool waits for trust, and what lets it look. Where the change itself has ended the trust, as it
// changes what tools run, that is the cause.
func (w *App) held(u review.Unlooked, list []engine.Edit) string {
	for _, c := range list {
		if _, changes, _ := w.Process.Judge(w.Settings).Grant(c.Root); len(changes) > 0 {
			return changes[0] + " since you trusted the folder: look at that, then run " + TrustHere() + ", or name the tool " +
				"(--run " + u.Tool + ")"
		}
	}
	return u.Why + ": trust it (" + TrustHere() + ") or name the tool (--run " + u.Tool + ")"
}

func key(d review.Finding) string {
	return fmt.Sprintf("%s\x00%v\x00%s\x00%s\x00%s", d.File, d.Span, d.Tool, d.Code, d.Message)
}

// mend makes the sure fixes of some of the new findings, in memory.
func (w *App) mend(ctx context.Context, v Judged, list []review.Finding,
	said func(string)) (out []engine.Mended, err error) {
	for _, c := range v.edits {
		some, err := w.Engine.Mend(ctx, c, list, said)
		if err != nil {
			return nil, err
		}
		out = append(out, some...)
	}
	return out, nil
}

// Fix writes the sure fixes of a verdict with these ids; all where none is named. A file is
// written whole or not at all, and only as it was when it was judged. It returns the names
// of the files that were written.
func (w *App) Fix(ctx context.Context, v Judged, ids []string, said func(string)) (written []string, err error) {
	var list []review.Finding
	for _, f := range v.Fixes {
		if len(ids) == 0 || slices.Contains(ids, f.ID) {
			list = append(list, f.Of...)
		}
	}
	for _, id := range ids {
		if !slices.ContainsFunc(v.Fixes, func(f review.Fix) bool { return f.ID == id }) {
			return nil, WithHint(fmt.Errorf("there is no fix %s", id), knownFixes(v.Fixes))
		}
	}
	mended, err := w.mend(ctx, v, list, said)
	if err != nil {
		return nil, err
	}
	for _, m := range mended {
		c := files.Change{Read: m.Before.Hash(), Edits: diff.Minimal(m.Before.Text(), m.Final.Text()), After: m.Final.Text()}
		for _, d := range m.Fixed {
			c.Fixes = append(c.Fixes, files.Fixed{Tool: d.Tool, Code: d.Code})
		}
		root := w.Engine.Root(m.Before.Path)
		if failed := files.Apply(m.Before.Path, root, c); failed != nil {
			err = errors.Join(err, WithHint(fmt.Errorf("write %s: %w", m.Name, ReasonOf(failed)),
				"it was left as it is; check again to have what is there now judged"))
			continue
		}
		written = append(written, m.Name)
		w.Engine.Changed(m.Before.Path)
	}
	return written, err
}

// knownFixes names the ids that there are.
func knownFixes(list []review.Fix) string {
	if len(list) == 0 {
		return "nothing that is new here can be fixed for sure"
	}
	var ids []string
	for _, f := range list {
		ids = append(ids, f.ID)
	}
	return "there are " + strings.Join(ids, ", ")
}
