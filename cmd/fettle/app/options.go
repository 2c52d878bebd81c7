package app

import "github.com/fettle-dev/fettle/edits/fixer"

// Options are the flags of fettle fix.
type Options struct {
	Write, Check, JSON, Verbose bool
	Unsafe, Unverified, NoModel bool
	Input, InputFormat          string // input: the reports' names; "" for none
	Format                      string // of the output
	Inputs                      []string
	Run                         []string

	Shard             string
	Staged            bool
	Since             string // a commit; "" for all files
	Candidates        int
	MaxCalls, Rate    int
	MaxCost           float64
	Price             string
	NoResume, Summary bool
	NoCache           bool

	Preview, ExplainContext bool

	On     string // the server of a fleet; "" = this machine alone
	Creds  string
	CA     string
	Resume string // a run of a fleet that is taken up

	Stage func(fixer.Stage) // hears how far a file is
}

// light reports whether the texts of the files stay on the disk until they are
// needed: other machines work on them.
func (o Options) light() bool { return o.On != "" && !o.narrowed() }

// narrowed reports whether only changed files are asked for.
func (o Options) narrowed() bool { return o.Staged || o.Since != "" }
