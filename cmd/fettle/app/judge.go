package app

import (
	"context"

	"github.com/fettle-dev/fettle/edits/review"
)

// Judged is the verdict on a change.
type Judged struct {
	review.Verdict
	Changed []string          // files that the change touches, as shown
	After   map[string]string // texts of the files that are spoken of, as shown
}

// Judge judges a change. said hears what is going on.
func (w *App) Judge(ctx context.Context, o Changes, said func(string)) (Judged, error) {
	out := Judged{After: map[string]string{}}
	list, err := w.Edits(ctx, o)
	if err != nil {
		return out, err
	}
	for _, c := range list {
		v, err := w.Engine.Review(ctx, c, said)
		if err != nil {
			return out, err
		}
		out.Add(v)
		for _, f := range c.Files {
			if f.Changed() {
				out.Changed = append(out.Changed, f.Name)
			}
			out.After[f.Name] = f.After.Text()
		}
	}
	for i, u := range out.Unlooked {
		if u.Held {
			out.Unlooked[i].Why += ": trust it (fettle trust .) or name the tool (--run " + u.Tool + ")"
		}
	}
	return out, nil
}
