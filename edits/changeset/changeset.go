// Package changeset fixes many diagnostics of a project at once. A change set is
// new texts for any number of its files; everything else is as the user has it.
// All sure fixes of a round are one set, and each tool that has a say runs once
// over it. What it no longer reports is proven for all of them together; what is
// new or still there is attributed to the fixes that caused it, which are taken
// out, and the set is checked again.
//
//   - The set is the unit: a fix whose only fault is a finding that another fix
//     of the set removes is not refused. A set also grows along what it newly
//     causes, if that can be fixed for sure (a few times, see [growth]): of text that the
//     run itself has added that is also a tool's fix which may change behaviour.
//   - Files of which each tool says what it says whatever is in others are fixed each by itself, all of them step by
//     step: one run of a tool is about the sets of all (see parts.go).
//   - What cannot be attributed is found by halving the set.
//   - Fixes that overlap, and findings that appear when others are gone, get the
//     next round. The check of one round is the baseline of the next.
//   - At the end what was refused is tried once more, as long as other fixes were
//     made since: it may have been refused for what they caused. Where tools look at
//     the whole project, only as long as that pays.
//   - Where a tool says the same again of the place that its own fix has mended, it
//     means the next thing there, which the next round mends (see [checked.goesOn]).
//   - A round runs each tool at most 2 + 2·log2(n) times for n fixes. What is proven by
//     then is kept; the last run is for the files of which nothing new was found.
//
// Where the time of a run is over, it ends with what is proven, and says so of the rest.
//
// The package starts nothing itself: tools and rungs are functions of [Options].
package changeset

import (
	"context"
	"crypto/sha256"
	"maps"
	"slices"

	"github.com/fettle-dev/fettle/edits/diff"
	"github.com/fettle-dev/fettle/edits/evidence"
	"github.com/fettle-dev/fettle/edits/fixer"
	"github.com/fettle-dev/fettle/internal/syntax"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/signal"
)

// File is one file of a project with what each tool reports of it. A tool
// without an entry has not looked at it.
type File struct {
	Snapshot text.Snapshot
	Reports  map[string][]signal.Diagnostic
	// Found are the diagnostics to fix; nil = those of all reports.
	Found []signal.Diagnostic
}

// Options are the surroundings of a run.
type Options struct {
	// Root is the folder that paths are shown from.
	Root string
	// Trees are those of the rungs, which parse the same texts; nil: each is parsed anew.
	Trees *syntax.Trees
	// Propose returns for each of some diagnostics of a document the fixes that need no model, unchecked but for
	// their text, best first and at most so many; without one, why.
	Propose func(ctx context.Context, d *Document, found []signal.Diagnostic, most int) []fixer.Proposed
	// Cause returns what a finding about a use says of a document that defines what is
	// used, as its tool would speak of that place; false where it says nothing. It may
	// be nil.
	Cause func(found signal.Diagnostic, in *Document) (signal.Diagnostic, bool)
	// Check runs a tool over texts, of which some are not as on the disk. A file
	// without an entry was not looked at.
	Check func(ctx context.Context, tool string, all []text.Snapshot,
		changed map[string]bool) (map[string][]signal.Diagnostic, error)
	// Silent returns what tools say of the files as they are that have a say in fixes and
	// do not report, by tool and path, and which of them could not say: it is asked
	// once, when there is something to check. nil: there are none.
	Silent func(ctx context.Context, all []text.Snapshot) (map[string]map[string][]signal.Diagnostic, map[string]error)
	// Worst is the worst grade that is accepted: unchecked are fixes that a tool could not look
	// at which has a say in them.
	Worst evidence.Grade
	// Whole reports whether what a tool says of a file depends on others.
	Whole func(tool string) bool
	// Counts reports whether a new finding refuses a fix for another tool.
	Counts func(signal.Diagnostic) bool
	// Owner is the name under which a tool's findings stand in the reports.
	Owner func(tool string) string
	// Judges reports whether a tool has a say in fixes for other tools.
	Judges func(tool string) bool
	// Version is that of a tool, as evidence names it; it may be nil.
	Version func(tool string) string
	// Said hears what a run is doing: "checking 40 fixes with mypy".
	Said func(string)
	// Late reports that the time of the run is over: what is proven by then is kept.
	// It may be nil.
	Late func() bool
}

// Document is a file of a run as it stands in the present round.
type Document struct {
	text.Snapshot
	Reports map[string][]signal.Diagnostic
	Others  []signal.Diagnostic // everything known of it

	original text.Snapshot
	had      map[[sha256.Size]byte]bool // texts of former rounds
	circles  bool                       // its fixes lead back to one of them
	entire   [sha256.Size]byte          // the text for which all of its fixes were last proposed
	silent   map[string]bool            // tools whose findings are not to be fixed
	first    int                        // findings of the original
	only     map[signal.Named]int       // findings to fix, by name, where not all are
	times    map[signal.Named]int       // how often a report says each of them
	outcomes []fixer.Outcome            // of applied fixes
	out      map[signal.Named]refused   // findings of which fixes were taken out
	left     []fixer.Outcome
	passed   map[rule]map[[sha256.Size]byte]bool // texts from which its findings were mended again
	proposed map[proposedFor]proposed            // for this text and what the sets of the round make of it
}

// refused is what became of the fixes of a finding that were taken out: how many were since all were last proposed,
// why the last one was, of which text of its file, and after how many sets of the run that were accepted.
type refused struct {
	times int
	why   fault
	text  [sha256.Size]byte
	takes int
}

// proposedFor is a finding of one text of a document.
type proposedFor struct {
	text [sha256.Size]byte
	name signal.Named
	at   int
}

type proposed struct {
	fixer.Proposed
	asked int // how many were asked for
}

// Result is what became of a run.
type Result struct {
	Files []FileResult
	Runs  map[string]int // tool → how often it ran
	// Failed are tools that could not check, with the reason.
	Failed map[string]error
	// Bounded says that a round was ended by its bound on runs.
	Bounded bool
}

// FileResult is what became of one file: applied fixes in the order in which
// they were applied, then what is left.
type FileResult struct {
	Final    text.Snapshot
	Outcomes []fixer.Outcome
	Reports  map[string][]signal.Diagnostic // on Final
	// Beside is how many more findings are gone than were fixed; negative where fixed
	// ones were not there at first.
	Beside int
}

// rounds bounds how often a project is looked at again: as often as ruff looks at a
// file. Imports that move into one block each take a round of their own, since their
// fixes touch; a round looks only at the files that it changes, where the tool does.
const rounds = 100

// growth bounds how often a set grows along what it causes in a project, and
// growthInFile what costs little: along findings that depend on their file alone.
// Of an import statement one name goes at a time.
const (
	growth       = 3
	growthInFile = 20
)

// project is what the parts of a run share.
type project struct {
	Options
	runs   map[string]int
	failed map[string]error
	seen   map[seenKey][]signal.Diagnostic // by tools that look at a file by itself
	late   bool                            // the time is over
	made   int                             // fixes that were made
}

// run is the state of [Run] for documents that are fixed together: one where each tool that has looked at it says
// of a file what it says whatever is in others, else all of those of which that is not so.
type run struct {
	*project
	docs   []*Document
	put    func(*question) // has tools asked; returns when they have answered
	set    []member        // of the first round
	budget int             // runs of each tool that are left in this round
	out    int             // fixes that were taken out
	takes  int             // sets that were made
	made   int             // fixes that were made of these documents
	// waiting says that some fixes of this round were left for the next.
	waiting  bool
	dark     map[*Document]bool // whose members have waited for the others: see [run.putOff]
	ended    bool
	outlines map[seenKey]*syntax.Outline
}

// Run fixes what can be fixed for sure in some files of one project, in memory.
// Its error is the context's: the result is then what was proven before, and says
// nothing of the rest.
func Run(ctx context.Context, files []File, o Options) (Result, error) {
	if o.Said == nil {
		o.Said = func(string) {}
	}
	if o.Version == nil {
		o.Version = func(string) string { return "" }
	}
	p := &project{Options: o, runs: map[string]int{}, failed: map[string]error{}, seen: map[seenKey][]signal.Diagnostic{}}
	var docs []*Document
	for _, f := range files {
		d := &Document{Snapshot: f.Snapshot, original: f.Snapshot, Reports: f.Reports, out: map[signal.Named]refused{},
			proposed: map[proposedFor]proposed{},
			passed:   map[rule]map[[sha256.Size]byte]bool{}}
		if f.Found != nil {
			d.only, d.times = map[signal.Named]int{}, map[signal.Named]int{}
			for _, found := range f.Found {
				d.only[found.Named(d.Snapshot)]++
				d.times[found.Named(d.Snapshot)] = found.Times
			}
		}
		docs = append(docs, d)
		d.entire, d.had = d.Hash(), map[[sha256.Size]byte]bool{d.Hash(): true}
		d.first = len(d.found())
		for tool, list := range d.Reports {
			p.seen[seenKey{tool, d.Path, d.Hash()}] = list
		}
	}
	all := p.run(docs)
	if p.isLate() {
		err := all.stop(ctx, overtime())
		return p.result(docs, all), err
	}
	set, err := all.propose(ctx)
	if err != nil || len(set) == 0 {
		return p.result(docs, all), err
	}
	p.hear(ctx, docs)
	parts, err := p.together(ctx, p.parts(docs, set))
	return p.result(docs, parts...), err
}

func (p *project) run(docs []*Document) *run {
	return &run{project: p, docs: docs, dark: map[*Document]bool{}, outlines: map[seenKey]*syntax.Outline{}}
}

// rounds looks at the documents of a run until nothing more can be fixed for sure.
func (r *run) rounds(ctx context.Context) error {
	var last retry
	for range rounds {
		if r.isLate() {
			return r.stop(ctx, overtime())
		}
		again, err := r.round(ctx)
		if err == nil && !again && r.takes > last.takes && last.paid(r.made) {
			last = retry{takes: r.takes, made: r.made}
			last.dear, again = r.anew()
		}
		if err != nil {
			r.forgetLeft()
			return err
		}
		if !again {
			return nil
		}
	}
	return r.stop(ctx, circling("run it once more"))
}

// stop ends a run that could go on, and says why of the fixes that are not tried.
func (r *run) stop(ctx context.Context, why *fixer.Decline) error {
	r.ended = true
	set, err := r.propose(ctx)
	for _, m := range set {
		r.leave(m, why)
	}
	return err
}

// leave leaves a finding whose fix was not refused by anybody.
func (r *run) leave(m member, why *fixer.Decline) {
	for _, found := range append([]signal.Diagnostic{m.found}, m.also...) {
		m.doc.left = append(m.doc.left, fixer.Outcome{Diagnostic: found, Snapshot: m.doc.Snapshot, Decline: why})
	}
}

// forgetLeft drops what the round has said of the findings that it leaves: it came to
// no end.
func (r *run) forgetLeft() {
	for _, d := range r.docs {
		d.left = nil
	}
}

func (p *project) isLate() bool {
	p.late = p.late || p.Late != nil && p.Late()
	return p.late
}

// retry is when what was refused was last tried again: after how many sets and fixes,
// and how many of those that were tried are for tools that look at the whole project.
type retry struct{ takes, made, dear int }

// paid reports whether it was worth its runs: one of four that were tried was made.
func (t retry) paid(made int) bool { return 4*(made-t.made) >= t.dear }

// result is what became of documents in some runs.
func (p *project) result(docs []*Document, runs ...*run) Result {
	out := Result{Runs: p.runs, Failed: p.failed,
		Bounded: slices.ContainsFunc(runs, func(r *run) bool { return r.ended })}
	for _, d := range docs {
		slices.SortStableFunc(d.left, func(a,
			b fixer.Outcome) int {
			return a.Diagnostic.Span.Start - b.Diagnostic.Span.Start
		})
		d.Forget()
		more := d.first - len(d.found()) - len(d.outcomes)
		out.Files = append(out.Files, FileResult{Final: d.Snapshot, Outcomes: append(d.outcomes, d.left...),
			Reports: d.Reports, Beside: more})
	}
	return out
}

// Original returns the text that the run began with: what it has added since, nobody has relied on.
func (d *Document) Original() text.Snapshot { return d.original }

// namesApart returns the names under which fixes of findings are refused. Many places of
// a file may have the same words and the same line (docstrings whose summary stands in
// their second line): those differ by the lines around them.
func (d *Document) namesApart(list []signal.Diagnostic) func(signal.Diagnostic) signal.Named {
	times := map[signal.Named]int{}
	for _, one := range list {
		times[one.Named(d.Snapshot)]++
	}
	return func(one signal.Diagnostic) signal.Named {
		name := one.Named(d.Snapshot)
		if times[name] < 2 {
			return name
		}
		at := d.LinesOf(one.Span)
		for _, line := range [...]int{at.Start - 1, at.Start + 1, at.End} {
			if line >= 0 && line < d.LineCount() {
				name.Line += "\x00" + d.Line(line)
			}
		}
		return name
	}
}

// found returns the diagnostics of a document that are to be fixed.
func (d *Document) found() []signal.Diagnostic {
	d.Others = d.said(func(string) bool { return true })
	all := d.Others
	if len(d.silent) > 0 {
		all = d.said(func(tool string) bool { return !d.silent[tool] })
	}
	if d.only == nil {
		return all
	}
	var out []signal.Diagnostic
	for _, one := range all {
		if name := one.Named(d.Snapshot); d.only[name] > 0 {
			one.Times = d.times[name]
			out = append(out, one)
		}
	}
	return out
}

// circling returns the decline of fixes that come to no end.
func circling(next string) *fixer.Decline {
	return &fixer.Decline{Code: fixer.DeclineLimits,
		Reason: "the fixes of this file cause new findings again and again", Next: next}
}

// said returns what some tools say of a document, in the order of the text.
func (d *Document) said(by func(tool string) bool) (out []signal.Diagnostic) {
	for tool, list := range d.Reports {
		if by(tool) {
			out = append(out, list...)
		}
	}
	slices.SortStableFunc(out, func(a, b signal.Diagnostic) int {
		if a.Span.Start != b.Span.Start {
			return a.Span.Start - b.Span.Start
		}
		return slices.Compare([]string{a.Tool, a.Code, a.Message}, []string{b.Tool, b.Code, b.Message})
	})
	// The go command, vet and staticcheck all pass on what the compiler says.
	return slices.CompactFunc(out, func(a, b signal.Diagnostic) bool { return identity(a) == identity(b) })
}

// hear asks the judges that do not report about the files as they are, once.
func (p *project) hear(ctx context.Context, docs []*Document) {
	if p.Silent == nil {
		return
	}
	all := make([]text.Snapshot, len(docs))
	for i, d := range docs {
		all[i] = d.Snapshot
	}
	said, failed := p.Silent(ctx, all)
	if ctx.Err() != nil {
		return
	}
	maps.Copy(p.failed, failed)
	for tool, by := range said {
		for _, d := range docs {
			list, looked := by[d.Path]
			if _, reports := d.Reports[tool]; !looked || reports {
				continue
			}
			d.hears(tool, list)
			p.seen[seenKey{tool, d.Path, d.Hash()}] = list
		}
	}
}

// hears adds what a judge says that does not report.
func (d *Document) hears(tool string, list []signal.Diagnostic) {
	if d.silent == nil {
		d.silent = map[string]bool{}
	}
	reports := map[string][]signal.Diagnostic{tool: list}
	maps.Copy(reports, d.Reports)
	d.silent[tool], d.Reports = true, reports
}

// follow has the findings that are to be fixed keep their names where fixes of
// others have changed the rest of their lines.
func (d *Document) follow(s text.Snapshot, way diff.Way) {
	if d.only == nil {
		return
	}
	for _, one := range d.found() {
		at, ok := way.Offset(one.Span.Start)
		if !ok || at > len(s.Text()) {
			continue
		}
		name, moved := one.Named(d.Snapshot), one
		moved.Span = text.Span{Start: at, End: at}
		if next := moved.Named(s); next != name {
			d.only[next], d.times[next] = max(d.only[next], d.only[name]), d.times[name]
		}
	}
}
