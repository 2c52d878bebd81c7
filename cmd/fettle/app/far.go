package app

import "slices"

// Far is a finding as it travels from one machine or run to another.
type Far struct {
	Finding
	Inner   `json:"inner"`
	Written [2]int // line and column once the fixes are written
}

// Travel returns the findings of a result, for another machine.
func (w *App) Travel(r Result) []Far {
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

// Beside returns how many more findings are gone than were fixed.
func (r Result) Beside() int { return r.beside }

// Arrived returns a result that another machine has found.
func Arrived(r Result, list []Far, beside int) Result {
	r.far, r.beside = slices.Clip(list), beside
	return r
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
