package app

import "errors"

// Far is a finding as it travels from one machine or run to another.
type Far struct {
	Finding
	Inner   `json:"inner"`
	Written [2]int // line and column once the fixes are written
}

// Outcome is what a run made of a file, as it travels to another machine or run.
type Outcome struct {
	Path     string     `json:"path"`
	After    *string    `json:"after,omitempty"` // nil = as it was
	Error    string     `json:"error,omitempty"`
	Beside   int        `json:"beside,omitempty"` // more findings are gone than were fixed
	Findings []Far      `json:"findings"`
	Looked   []string   `json:"looked,omitempty"`
	Unlooked []Unlooked `json:"unlooked,omitempty"`
}

// Outcome returns what is known of a result.
func (w *App) Outcome(r Result) Outcome {
	out := Outcome{Path: r.Path, Beside: r.beside, Looked: r.Looked, Unlooked: r.Unlooked}
	switch {
	case r.Err != nil:
		out.Error = r.Err.Error()
		return out
	case r.After != r.Before:
		out.After = &r.After
	}
	out.Findings = w.far(r)
	return out
}

// Result returns what another machine or run made of a file, as if this one had.
func (o Outcome) Result(t Target) Result {
	r := t.unchanged()
	r.beside, r.far, r.Looked = o.Beside, append([]Far{}, o.Findings...), o.Looked
	if o.After != nil {
		r.After = *o.After
	}
	if o.Error != "" {
		r.Err = errors.New(o.Error)
	}
	for _, u := range o.Unlooked {
		u.File = t.Shown
		r.Unlooked = append(r.Unlooked, u)
	}
	return r
}

// far returns the findings of a result, for another machine or run.
func (w *App) far(r Result) []Far {
	if r.far != nil {
		return r.far
	}
	list := r.List(w.Ladder.Model)
	r.Written = true
	out, known := make([]Far, len(list)), r.ways()
	for i, f := range list {
		at := known.place(r.outcomes[i])
		out[i] = Far{f, f.Inner, [2]int{at.Line + 1, at.Character + 1}}
	}
	return out
}

// arrived returns the findings of another machine, where they stand now.
func (r Result) arrived() []Finding {
	out := make([]Finding, len(r.far))
	for i, f := range r.far {
		one := f.Finding
		one.File, one.Inner = r.Path, f.Inner
		if r.Written {
			one.Line, one.Column = f.Written[0], f.Written[1]
		}
		out[i] = one
	}
	return out
}

// Shared is an error that many files have in common: it is said once.
type Shared struct {
	Reason string
}

func (s *Shared) Error() string { return s.Reason }
