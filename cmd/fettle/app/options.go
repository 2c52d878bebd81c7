package app

import (
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/edits/fixer"
	"github.com/fettle-dev/fettle/internal/model"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/signal"
)

// Options are the flags of fettle fix.
type Options struct {
	Write, Check, JSON, Verbose bool
	Interactive                 bool // ask before each fix; Write with it
	Unsafe, Unchecked, NoModel  bool
	// what is to be written is imported or compiled first, also where the folder is not trusted
	Prove              bool
	Tests              bool   // and the tests that reach it are run
	Input, InputFormat string // input: the reports' names; "" for none
	Format             string // of the output
	Inputs             []string
	Run                []string

	FixableOnly bool // what cannot be fixed does not fail a check

	With string // the command of another fixer; "" for our own

	Staged            bool
	Since             string // a commit; "" for all files
	MaxCalls, Rate    int
	MaxCost           float64
	Price             string
	NoResume, Summary bool
	NoCache           bool

	Preview, ExplainContext bool

	On     string // the server of a fleet; "" = this machine alone
	Creds  string
	CA     string
	Resume string // a run of a fleet that is resumed

	// Wanted are the findings that alone are fixed, of those that Rules name; nil = all.
	Wanted func(path string, d signal.Diagnostic, s text.Snapshot) bool
	Grade  string   // the worst that is accepted; "" = by the settings
	Rules  []string // findings of these alone are fixed; none = all
	Repos  string   // a list of repositories that are fixed in place of files here
	Patch  string   // folder for their patches
	Branch string   // that their fixes are made

	Model model.Completer // asked in place of that of the settings, within a budget; nil = that of the settings
	spent *account        // of several engines; nil = each has its own

	Stage func(fixer.Stage) // hears how far a file is
	Said  func(string)      // hears which tool looks at the fixes of a project
}

// Delivers reports whether the fixes of repositories become patches or branches.
func (o Options) Delivers() bool { return o.Patch != "" || o.Branch != "" }

// OneBudget has all engines of a run share its limits.
func (o Options) OneBudget() Options {
	o.spent = new(account)
	return o
}

// chosen keeps the findings of a text that are asked for.
func (o Options) chosen(s text.Snapshot, list []signal.Diagnostic) []signal.Diagnostic {
	if o.Wanted != nil {
		list = slices.DeleteFunc(slices.Clone(list), func(d signal.Diagnostic) bool { return !o.Wanted(s.Path, d, s) })
	}
	if len(o.Rules) == 0 {
		return list
	}
	out := []signal.Diagnostic{}
	for _, d := range list {
		if slices.ContainsFunc(o.Rules, func(rule string) bool {
			tool, code, whole := strings.Cut(rule, "/")
			return signal.Tool(tool) == d.Tool && (!whole || code == d.Code) || !whole && rule == d.Code
		}) {
			out = append(out, d)
		}
	}
	return out
}

// light reports whether the texts of the files stay on the disk until they are
// needed: other machines work on them.
func (o Options) light() bool { return o.On != "" && !o.narrowed() }

// Judges reports whether the change of the files is judged as a whole: what is new counts,
// wherever it is.
func (o Options) Judges() bool {
	return o.narrowed() && !o.FixableOnly && o.Input == "" && len(o.Rules) == 0 && o.On == "" &&
		o.Format != "patch"
}

// Changes returns the change that the files are of.
func (o Options) Changes(paths []string) Changes {
	return Changes{Since: o.Since, Staged: o.Staged, Paths: paths}
}

// narrowed reports whether only changed files are asked for.
func (o Options) narrowed() bool { return o.Staged || o.Since != "" }
