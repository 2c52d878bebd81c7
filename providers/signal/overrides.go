package signal

import (
	"errors"
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

// With returns the table with the user's overrides, which may do anything. One that
// is wrong is left out and named in the error; the others hold.
func (t Table) With(user Overrides) (Table, error) {
	out := Table{own: slices.Clone(t.own), cut: t.cut}
	var errs []error
	for _, signal := range slices.Sorted(maps.Keys(user)) {
		o := user[signal]
		tool, code, ok := strings.Cut(signal, "/")
		if !ok || tool == "" || code == "" {
			errs = append(errs, fmt.Errorf("rule %q: want tool/code", signal))
			continue
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
			errs = append(errs, err)
			continue
		}
		out.own = append([]Row{row}, out.own...)
	}
	return out, errors.Join(errs...)
}

// check reports what is wrong with a row.
func (r Row) check() error {
	if _, err := ParseWindow(r.Window); err != nil {
		return fmt.Errorf("rule %q: %w", r.Signal, err)
	}
	if _, err := parseRungs(r.Rungs); err != nil {
		return fmt.Errorf("rule %q: %w", r.Signal, err)
	}
	for _, n := range r.Needs {
		if !slices.Contains(allNeeds[:], n) {
			return fmt.Errorf("rule %q: nothing is known to look up as %q", r.Signal, n)
		}
	}
	return nil
}

var allNeeds = [...]Need{NeedClass, NeedTypes, NeedConstants, NeedRelated, NeedPrevious, NeedDict, NeedSideEffects,
	NeedParent,
	NeedFixtures, NeedFlow, NeedSchema, NeedDocs, NeedFunction, NeedLookup, NeedLate}

// narrowing is what the workspace asks of a row: never more than the row allows.
type narrowing struct {
	window *Window
	rungs  []Rung
	hide   bool
}

// Narrowed returns the table with the workspace's overrides. The workspace is data:
// it can make a window provably narrower, remove rungs and hide a signal.
// Everything else is left out and named in the error.
func (t Table) Narrowed(workspace Overrides) (Table, error) {
	out := Table{own: t.own, cut: maps.Clone(t.cut)}
	if out.cut == nil {
		out.cut = map[string]narrowing{}
	}
	var errs []error
	for _, signal := range slices.Sorted(maps.Keys(workspace)) {
		n, err := out.narrowing(signal, workspace[signal])
		if err != nil {
			errs = append(errs, fmt.Errorf("rule %q: %w", signal, err))
			continue
		}
		tool, code, _ := strings.Cut(signal, "/")
		tool, code = Normal(Diagnostic{Tool: tool, Code: code})
		out.cut[tool+"/"+code] = n
	}
	return out, errors.Join(errs...)
}

// narrowing reads what the workspace asks of one signal.
func (t Table) narrowing(signal string, o Override) (narrowing, error) {
	var n narrowing
	row, ok := t.Row(signal)
	if !ok {
		return n, errors.New("the workspace can set this only for a rule that fettle knows")
	}
	if len(o.Needs) > 0 {
		return n, errors.New("the workspace cannot change what is gathered")
	}
	if o.Window != "" {
		w, err := ParseWindow(o.Window)
		if err != nil {
			return n, err
		}
		have, _ := ParseWindow(row.Window)
		if !w.Within(have) {
			return n, fmt.Errorf("the workspace cannot allow a fix more than %q, and wants %q", row.Window, o.Window)
		}
		n.window = &w
	}
	if o.Rungs != "" {
		rungs, err := parseRungs(o.Rungs)
		if err != nil {
			return n, err
		}
		n.rungs = rungs
	}
	if o.Offer != nil {
		if *o.Offer && row.Traits.OnRequest {
			return n, errors.New("the workspace cannot offer what is hidden")
		}
		n.hide = !*o.Offer
	}
	return n, nil
}

// Effective returns the row that answers for a signal as it holds in this workspace,
// and in words what the workspace removes from it.
func (t Table) Effective(signal string) (row Row, taken []string) {
	row, _ = t.Row(signal)
	for _, key := range cutKeys(row, signal) {
		n, ok := t.cut[key]
		if !ok {
			continue
		}
		if n.window != nil && n.window.String() != row.Window {
			have, _ := ParseWindow(row.Window)
			taken = append(taken, "it allowed "+have.Words())
			row.Window = n.window.String()
		}
		if n.rungs != nil {
			kept := strings.Map(func(letter rune) rune {
				if slices.Contains(n.rungs, Rung(strings.IndexRune(rungLetters, letter)+1)) {
					return letter
				}
				return -1
			}, row.Rungs)
			if kept != row.Rungs {
				had, _ := parseRungs(row.Rungs)
				taken = append(taken, "its fixes came from "+InOrder(had))
				row.Rungs = kept
			}
		}
		if n.hide && !row.Traits.OnRequest {
			taken = append(taken, "it was offered")
			row.Traits.OnRequest = true
		}
	}
	return row, taken
}

// cutKeys returns the names under which a narrowing of a signal is kept: that of
// its row, and its own.
func cutKeys(row Row, signal string) []string {
	tool, code, _ := strings.Cut(signal, "/")
	tool, code = Normal(Diagnostic{Tool: tool, Code: code})
	return slices.Compact([]string{row.Signal, tool + "/" + code})
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
