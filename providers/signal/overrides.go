package signal

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// Override changes a row, or adds one. Fields left empty keep the row's value.
type Override struct {
	Window string `toml:"window" json:"window,omitempty"`
	Needs  []Need `toml:"needs" json:"needs,omitempty"`
	Rungs  string `toml:"rungs" json:"rungs,omitempty"` // letters of T, R, M
	Offer  *bool  `toml:"offer" json:"offer,omitempty"`
	Why    string `toml:"why" json:"why,omitempty"`
}

// Overrides are keyed by signal: "ruff/F401", "mytool/*".
type Overrides map[string]Override

// With is the table with the user's overrides, which may do anything.
func (t Table) With(user Overrides) (Table, error) {
	out := Table{own: slices.Clone(t.own), cut: t.cut}
	for _, signal := range slices.Sorted(maps.Keys(user)) {
		o := user[signal]
		tool, code, ok := strings.Cut(signal, "/")
		if !ok || tool == "" || code == "" {
			return t, fmt.Errorf("signal %q: want tool/code", signal)
		}
		row := out.find(Tool(tool), code, Diagnostic{})
		row.Signal = Tool(tool) + "/" + code
		if o.Window != "" {
			row.Window = o.Window
		}
		if o.Needs != nil {
			row.Needs = o.Needs
		}
		if o.Rungs != "" {
			row.Rungs = o.Rungs
		}
		if o.Offer != nil {
			row.Traits.OnRequest = !*o.Offer
		}
		row.Why = "Set by the user's configuration."
		if o.Why != "" {
			row.Why = o.Why
		}
		if err := row.check(); err != nil {
			return t, err
		}
		out.own = append([]Row{row}, out.own...)
	}
	return out, nil
}

// check reports what is wrong with a row.
func (r Row) check() error {
	if _, err := ParseWindow(r.Window); err != nil {
		return fmt.Errorf("signal %q: %w", r.Signal, err)
	}
	if _, err := parseRungs(r.Rungs); err != nil {
		return fmt.Errorf("signal %q: %w", r.Signal, err)
	}
	for _, n := range r.Needs {
		if !slices.Contains(allNeeds[:], n) {
			return fmt.Errorf("signal %q: unknown need %q", r.Signal, n)
		}
	}
	return nil
}

var allNeeds = [...]Need{NeedClass, NeedTypes, NeedConstants, NeedRelated, NeedPrevious, NeedDict, NeedSideEffects, NeedParent,
	NeedFixtures, NeedFlow, NeedSchema, NeedDocs, NeedFunction, NeedLookup}

// narrowing is what the workspace asks of a row: never more than the row gives.
type narrowing struct {
	window *Window
	rungs  []Rung
	hide   bool
}

// Narrowed is the table with the workspace's overrides. The workspace is data:
// it can make a window provably narrower, take rungs away and hide a signal;
// everything else is an error that names the signal.
func (t Table) Narrowed(workspace Overrides) (Table, error) {
	out := Table{own: t.own, cut: maps.Clone(t.cut)}
	if out.cut == nil {
		out.cut = map[string]narrowing{}
	}
	for _, signal := range slices.Sorted(maps.Keys(workspace)) {
		o := workspace[signal]
		row, ok := out.Row(signal)
		if !ok {
			return t, fmt.Errorf("signal %q: the workspace cannot add rows", signal)
		}
		var n narrowing
		if len(o.Needs) > 0 {
			return t, fmt.Errorf("signal %q: the workspace cannot change what is gathered", signal)
		}
		if o.Window != "" {
			w, err := ParseWindow(o.Window)
			if err != nil {
				return t, fmt.Errorf("signal %q: %w", signal, err)
			}
			have, _ := ParseWindow(row.Window)
			if !w.Within(have) {
				return t, fmt.Errorf("signal %q: the workspace cannot widen the window %q to %q", signal, row.Window, o.Window)
			}
			n.window = &w
		}
		if o.Rungs != "" {
			rungs, err := parseRungs(o.Rungs)
			if err != nil {
				return t, fmt.Errorf("signal %q: %w", signal, err)
			}
			n.rungs = rungs
		}
		if o.Offer != nil {
			if *o.Offer && row.Traits.OnRequest {
				return t, fmt.Errorf("signal %q: the workspace cannot offer what is hidden", signal)
			}
			n.hide = !*o.Offer
		}
		tool, code, _ := strings.Cut(signal, "/")
		tool, code = normal(Diagnostic{Tool: tool, Code: code})
		out.cut[tool+"/"+code] = n
	}
	return out, nil
}

func (n narrowing) apply(r Requirement) Requirement {
	if n.window != nil {
		r.Window = *n.window
	}
	if n.rungs != nil {
		r.Rungs = slices.DeleteFunc(r.Rungs, func(g Rung) bool { return !slices.Contains(n.rungs, g) })
	}
	if n.hide {
		r.Offer = false
	}
	return r
}
