package signal

import (
	"fmt"
	"slices"
	"strings"
	"sync"
)

// Row is one line of the table, in the form in which people write and read it.
type Row struct {
	// Signal is "tool/code"; the code may end in "*".
	Signal string
	// Rule is the tool's own name of the rule where the code is a number:
	// "unused-import".
	Rule   string
	Window string // window expression, see [ParseWindow]
	Needs  []Need
	Rungs  string // letters in the order of trial: T tool fix, R rule, M model
	Why    string // why this window, one sentence
	Docs   string // what the rule is about, one sentence
	Traits Traits
}

// Traits are the rare properties of a signal.
type Traits struct {
	OnRequest  bool // not offered unless asked for
	Characters bool // about white space or characters
	Secret     bool // about hard-coded secrets
	Removal    bool // removing statements is the fix
}

// Table finds the requirement of a signal. The zero value is the built-in
// table.
type Table struct {
	own []Row // of the user; they come first
	cut map[string]narrowing
}

// Require looks a diagnostic up in the built-in table.
func Require(d Diagnostic) Requirement { return Table{}.Require(d) }

// Require looks a diagnostic up: the user's rows first, then the built-in ones.
func (t Table) Require(d Diagnostic) Requirement {
	tool, code := Normal(d)
	row := t.find(tool, code, d)
	req := row.Requirement()
	for _, key := range [...]string{row.Signal, tool + "/" + code} {
		if n, ok := t.cut[key]; ok {
			req = n.apply(req)
		}
	}
	return req.forMessage(d)
}

// Row returns the row that answers for a signal such as "ruff/F401" or
// "pyright/reportArgumentType"; false if only a default row does.
func (t Table) Row(signal string) (Row, bool) {
	tool, code, _ := strings.Cut(signal, "/")
	tool, code = Normal(Diagnostic{Tool: tool, Code: code})
	row := t.find(tool, code, Diagnostic{})
	return row, !strings.HasSuffix(row.Signal, "/*") && !strings.HasPrefix(row.Signal, "*/") || row.Signal == signal
}

// find picks the most exact row, the user's before the built-in one at each
// step.
func (t Table) find(tool, code string, d Diagnostic) Row {
	index := builtinIndex()
	for _, key := range keys(tool, code, d) {
		for _, r := range t.own {
			if r.Signal == key {
				return r
			}
		}
		if i, ok := index[key]; ok {
			return builtin()[i]
		}
	}
	return builtin()[index["*/error"]]
}

// keys returns the signals to look for, most exact first.
func keys(tool, code string, d Diagnostic) []string {
	var out []string
	exact := func(tool, code string) {
		out = append(out, tool+"/"+code)
		for i := len(code) - 1; i > 0; i-- {
			out = append(out, tool+"/"+code[:i]+"*")
		}
	}
	switch {
	case code != "" && ChecksTypes(tool):
		exact(tool, code)
		if m := TypeRule(tool, code); m != "" {
			out = append(out, "mypy/"+m)
		}
		out = append(out, "mypy/"+code, tool+"/*", "mypy/*")
	case ChecksTypes(tool):
		out = append(out, tool+"/*", "mypy/*")
	case code != "":
		exact(tool, code)
		out = append(out, tool+"/*")
	default:
		out = append(out, tool+"/*")
	}
	if d.Severity > Error {
		return append(out, "*/warning")
	}
	return append(out, "*/error")
}

// ChecksTypes reports whether a tool is a type checker for Python.
func ChecksTypes(tool string) bool {
	return tool == "mypy" || tool == "pyright" || tool == "pyre" || tool == "pyrefly" || tool == "ty"
}

// Requirement returns the row's machine-readable form. Rows are checked when a table
// is made, so that parsing cannot fail here.
func (r Row) Requirement() Requirement {
	w, _ := ParseWindow(r.Window)
	rungs, _ := parseRungs(r.Rungs)
	return Requirement{
		Signal: r.Signal, Window: w, Needs: slices.Clone(r.Needs), Rungs: rungs, Offer: !r.Traits.OnRequest, Why: r.Why,
		Docs:       r.Docs,
		Characters: r.Traits.Characters, Secret: r.Traits.Secret, Removal: r.Traits.Removal,
	}
}

// forMessage adds what depends on the message: needs that follow from it.
func (r Requirement) forMessage(d Diagnostic) Requirement {
	tool, _ := Normal(d)
	if ChecksTypes(tool) && strings.Contains(d.Message, "self.") && !slices.Contains(r.Needs, NeedClass) {
		r.Needs = append(r.Needs, NeedClass)
	}
	return r
}

// rungLetters are how rows write the rungs, in the order of [Rung].
const rungLetters = "TRM"

func parseRungs(s string) ([]Rung, error) {
	var out []Rung
	for _, c := range s {
		i := strings.IndexRune(rungLetters, c)
		if i < 0 || slices.Contains(out, Rung(i+1)) {
			return nil, fmt.Errorf("who may fix, %q: want letters of T, R, M, each once", s)
		}
		out = append(out, Rung(i+1))
	}
	return out, nil
}

// builtin is every built-in row.
var builtin = sync.OnceValue(func() []Row {
	return slices.Concat(ruffRows(), pyupgradeRows(), mypyRows(), banditRows(), goRows(), scriptRows(), rustRows(),
		genericRows())
})

var builtinIndex = sync.OnceValue(func() map[string]int {
	m := map[string]int{}
	for i, r := range builtin() {
		m[r.Signal] = i
	}
	return m
})
