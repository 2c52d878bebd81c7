// Package fixer runs the ladder of fixes for one diagnostic: the tool's own fix, a
// deterministic rule, a language model. It returns a [Fix], or a [Decline] with a
// reason if no rung yields one that may be offered. Every rung passes the same
// gates.
//
// The model rung asks at most Calls times; each ask is a fresh request with the
// last answer and what was wrong with it. What leaves passes the egress gate, and
// statements that hold a secret are cut out of the windows. The files: ladder.go
// runs the ladder, twin.go finds what ruff mends for other linters; attempt.go is the
// table of attempts at a model and the loop over it, lines.go chooses the lines that
// may change, leave.go makes the prompt, run.go makes one attempt, answer.go judges
// what comes of it; several.go and file.go fix many diagnostics, tools.go says what is
// asked of tools, alternatives.go returns several answers to choose from, cache.go
// remembers.
//
// A [Ladder] is made once from settings. It holds no state but the cache it may
// be given, and reaches the outside only through its interfaces.
package fixer

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/fettle-dev/fettle/edits"
	"github.com/fettle-dev/fettle/edits/evidence"
	"github.com/fettle-dev/fettle/edits/prompt"
	"github.com/fettle-dev/fettle/edits/pyload"
	"github.com/fettle-dev/fettle/edits/rules"
	"github.com/fettle-dev/fettle/edits/rules/rule"
	"github.com/fettle-dev/fettle/edits/verify"
	"github.com/fettle-dev/fettle/edits/window"
	"github.com/fettle-dev/fettle/internal/limits"
	"github.com/fettle-dev/fettle/internal/model"
	"github.com/fettle-dev/fettle/internal/syntax"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/signal"
)

// Problem is one diagnostic of one snapshot.
type Problem struct {
	Root       string // absolute workspace root, "" if none
	Snapshot   text.Snapshot
	File       *syntax.File // of Snapshot; nil = parse
	Diagnostic signal.Diagnostic
	Others     []signal.Diagnostic // everything known of the document
	// Was is the document as its user has it, where Snapshot has other fixes already; else the zero Snapshot.
	Was         text.Snapshot
	Rungs       []signal.Rung // nil = as the signal's row says
	Unsafe      bool          // a tool's unsafe fixes may be used, labelled
	Suggestions bool          // what a tool suggests may be offered: to a person who chooses
	Mode        model.Mode    // who waits for a model's answer
	// Instruction is what the user wants done with a selection, in words;
	// [Selected] makes such a problem. There is no diagnostic then, and the
	// result is held against Tools.
	Instruction string
	Tools       []string
	// Candidates is how many answers a model is asked for at once, at most
	// [Alternatives]; up to 1 it is asked for one, and again with the reason
	// when that fails.
	Candidates int
	// Again says that the user asks for it himself: a refusal that is remembered
	// does not count, the prompt says so.
	Again bool
	// Digest stands for what a model would see besides the windows. Cached fixes
	// are found again only under the same digest.
	Digest string
}

// Fix is an edit that may be offered, with the record of its checks.
type Fix struct {
	Problem Problem
	Title   string // "remove unused import os"
	Rung    signal.Rung
	Tool    string // whose own fix it is, on the tool's rung: what one linter reports another may fix
	Rule    string // the rule's name, on its rung
	Safe    bool   // deterministic, and its tool or rule calls it safe
	// Class is what the rule says of its result, and Why its reason; of other rungs the zero value.
	Class   rules.Class
	Why     string
	Edits   []text.Edit // minimal, on Problem.Snapshot
	Windows window.Set
	Gates   []verify.Result
	// Follows is another finding that may be why there is something to fix at all:
	// the fix is then not safe, and waits where nobody asks for it by itself.
	Follows *signal.Diagnostic
	Asks    int // model calls
	Shape   edits.Shape
	Likely  float64 // how likely the model held its answer, 0 where that is not known
	Usage   model.Usage
	Left    []signal.Diagnostic // findings of the same cause that stay
	Votes   int                 // of several candidates: how many answers agree
	Others  []Fix               // the other candidates, best first
	Cached  bool                // no model was asked this time
	Fixed   []signal.Diagnostic // of [Ladder.Several]: what the edits fix
	Proof   *verify.Proof       // who has looked, where nobody who should have has not
	// Evidence is what speaks for the fix, and what else it does.
	Evidence []evidence.Evidence
}

// Grade returns the grade of the fix by its evidence: what is done with it follows from that, by
// an [evidence.Policy].
func (f Fix) Grade() evidence.Grade { return evidence.Of(f.Evidence) }

// Checked reports whether tools have looked at the fix, and nothing speaks against it.
func (f Fix) Checked() bool { return f.Grade() <= evidence.Checked }

// Text returns the text after the fix's edits. It is made anew each time: hundreds of
// finished fixes of one large document are kept, not as many texts.
func (f Fix) Text() string {
	after, err := f.Problem.Snapshot.Apply(f.Edits)
	if err != nil {
		return "" // edits that are no diff of this text; nobody makes such
	}
	return after.Text()
}

// DeclineCode says on which ground nothing is offered.
type DeclineCode string

// The grounds.
const (
	DeclineNotOffered DeclineCode = "not_offered" // by the table or the user's settings
	DeclineDenied     DeclineCode = "denied"      // the path or the text must not leave
	DeclineNoModel    DeclineCode = "no_model"    // no rung without a model, and none is set
	DeclineModel      DeclineCode = "model"       // the endpoint failed
	DeclineNoFix      DeclineCode = "no_fix"      // the model says it cannot be fixed here
	DeclineRejected   DeclineCode = "rejected"    // no answer passed the gates
	DeclineLimits     DeclineCode = "limits"      // document or window too large
	DeclineCancelled  DeclineCode = "cancelled"
	DeclineTimeout    DeclineCode = "timeout"
)

// Step is what the user can do about a fix that was declined. Each front end says
// in its own words how.
type Step string

// The steps.
const (
	StepAllowUnsafe    Step = "allow_unsafe"    // fixes that may change behaviour
	StepAllowUnchecked Step = "allow_unchecked" // fixes of a worse grade than is accepted unasked
	StepExplain        Step = "explain"         // see what a request holds
	StepSetModel       Step = "set_model"       // none is set
	StepAllowModel     Step = "allow_model"     // the front end was asked to have none asked
)

// Decline is the error of a fix that is not offered. Its text is one line:
// cause and, where there is one, the next step.
type Decline struct {
	Code   DeclineCode
	Reason string
	Next   string // next step, "" if there is none or Step says it
	Step   Step   // the step by its code, in place of Next or completing it
	Waits  bool   // until another finding is mended
	// Withheld says that the tool has a fix of its own, which may change behaviour; a
	// model may know another one.
	Withheld bool
	Reject   *edits.Reject
	Gates    []verify.Result
	Doubts   []string // why a fix that is not accepted has no better grade
	Windows  window.Set
	Asks     int
	Likely   float64 // as of a [Fix], of the last answer
	Usage    model.Usage
	Err      error
}

func (d *Decline) Error() string {
	said := d.Reason
	if d.Step == StepAllowUnchecked {
		said += d.doubts()
	}
	if d.Next != "" {
		said += "; " + d.Next
	}
	return said
}

// doubts says why a fix has no better grade: what is in doubt, or why its tool has no word on it.
func (d *Decline) doubts() string {
	why := strings.Join(d.Doubts, ", ")
	for _, g := range d.Gates {
		if why == "" && g.State == verify.Unknown {
			why = g.Detail
		}
	}
	if why == "" {
		return ""
	}
	return " (" + why + ")"
}

// bounded bounds the context by the engine's total.
func (e Ladder) bounded(ctx context.Context) (context.Context, context.CancelFunc) {
	total := e.Total
	if total <= 0 {
		total = limits.FixTotal
	}
	return context.WithTimeout(ctx, total)
}

// Unwrap returns the cause, if another error is it.
func (d *Decline) Unwrap() error { return d.Err }

// Stage is what a running fix is doing, for progress.
type Stage struct {
	Name  string // "collecting context", "asking", "checking"
	Model string
	Ask   int
	Most  int // asks of the fix, 0 = not known
	Tool  string
	// Reading is how many tokens the model was sent, by estimate, while nothing of
	// its answer is there: a small machine needs a minute for some thousands.
	Reading int
}

// String returns the stage in words.
func (s Stage) String() string {
	switch {
	case s.Model != "":
		said := "asking " + s.Model
		if s.Ask > 1 && s.Most >= s.Ask {
			said += fmt.Sprintf(", ask %d of %d", s.Ask, s.Most)
		}
		if s.Reading > 0 {
			said += ", reading " + thousands(s.Reading) + " tokens"
		}
		return said
	case s.Tool != "":
		return "checking with " + s.Tool
	}
	return s.Name
}

// thousands writes a number as people read it, to two figures: "1,200".
func thousands(n int) string {
	unit := 1
	for n >= 100*unit {
		unit *= 10
	}
	if n = (n + unit/2) / unit * unit; n < 1000 {
		return strconv.Itoa(n)
	}
	return fmt.Sprintf("%d,%03d", n/1000, n%1000)
}

// Gathering is one request for context besides the windows.
type Gathering struct {
	Problem Problem
	Windows window.Set
	Needs   []signal.Need // the cross-file ones
	Focus   []string      // names a failed ask was missing
	// Most is how many tokens of context there is time to read, 0 where that is not known.
	// Slow says that the model reads so slowly that only what the problem names pays.
	Most int
	Slow bool
	// How many tokens the rest of the prompt has.
	System, Instruction, Selection, Completion int
}

// Gatherer gathers what a model is shown besides the windows.
type Gatherer interface {
	Gather(ctx context.Context, g Gathering) Context
}

// Context is what was gathered for a model.
type Context struct {
	Text   string
	Report fmt.Stringer // what happened to each source; nil = nothing was asked
	Places []model.Place
	Denied int // pieces that were left out because they must not leave
}

// Project is what is known of the files of a root: see [verify.Known].
type Project interface {
	Module(root, file, name string) bool
	Uses(ctx context.Context, root, path string, names []string) (name, file string)
	Oldest(root, path string) (minor int, says string)
}

// Modules are the Python modules that a file can import.
type Modules interface {
	// Program finds them, and the file's own name among them; nil where there are none.
	Program(root, path string) (p *pyload.Program, module string)
	// Looked is a file that looks a name of another one up by its spelling, "" if none
	// is known to.
	Looked(root, path, name string) string
	// Reading is another file that reads one of what programs say of themselves, "" if none is known to: see
	// [doubt.Project].
	Reading(root, path string, what ...string) string
	// Imported is another file that imports one, and Evaluates one that evaluates annotations besides; "" if none is
	// known to.
	Imported(root, path string) string
	Evaluates(root, path string) string
	// Chained is another file that uses a module as an attribute of its package, and does not import it.
	Chained(root, path, module string) string
	// Homes are the places from which the file can import a name that it does not bind, as other files do.
	Homes(root, path, name string) []rule.Home
}

// Notebook knows the other cells of the notebook of one.
type Notebook interface {
	Beside(cell text.Snapshot) string
}

// Gate is the egress gate as the fixer sees it.
type Gate interface {
	// Denied reports why a file must not leave, "" if it may.
	Denied(path string) string
	// Redact replaces secrets in text of that file by placeholders.
	Redact(path, text string) (redacted string, placeholders []string)
	// Secrets are the spans of a text that must not leave.
	Secrets(path, text string) []text.Span
}

// Model describes the endpoint in use.
type Model struct {
	Completer model.Completer // nil = none
	Name      string
	Host      string
	Window    func() int         // context window in tokens, as far as it is known by now; 0 = it is not
	Speed     func() model.Speed // as measured so far; nil = it is not
	Local     bool               // on this computer: an ask costs time and nothing else
	Shape     prompt.Shape       // how it is asked
	// Learn asks the endpoint what its model is and how much it reads, and returns
	// the shape; nil: Shape holds.
	Learn    func(context.Context) prompt.Shape
	Weak     bool   // small or local: it rewrites windows
	Encoding string // auto, text, json, rewrite
	Why      string // why there is no completer: cause and next step
	Step     Step   // what helps against that, next to Why or in its place
	// Sure is how likely the model has to hold an answer for that to speak for it, as
	// calibration has measured; 0 if that is not known.
	Sure float64
	// What a million tokens cost, of prompts and of answers; 0 if that is not
	// known.
	PriceIn, PriceOut float64
}

// WithDefaults fills in what nobody has set about the model: its
// shape holds, and its window is not known.
func (m Model) WithDefaults() Model {
	if m.Learn == nil {
		m.Learn = func(context.Context) prompt.Shape { return m.Shape }
	}
	if m.Speed == nil {
		m.Speed = func() model.Speed { return model.Speed{} }
	}
	if m.Window == nil {
		m.Window = func() int { return 0 }
	}
	return m
}

// Asks reports whether there is a model to ask.
func (m Model) Asks() bool { return m.Completer != nil }

// Cost returns what tokens cost, in the currency of the prices.
func (m Model) Cost(u model.Usage) float64 {
	return (float64(u.Prompt)*m.PriceIn + float64(u.Completion)*m.PriceOut) / 1e6
}

// Bill says what calls cost: "812 tokens, cost 0.0041", "" if nothing is known.
func (m Model) Bill(u model.Usage) string {
	n := u.Prompt + u.Completion
	switch cost := m.Cost(u); {
	case n == 0:
		return ""
	case cost == 0:
		return fmt.Sprintf("%d tokens", n)
	default:
		return fmt.Sprintf("%d tokens, cost %.4f", n, cost)
	}
}

// Ladder is what is needed to run the ladder: the settings' choices, and ways to the outside.
type Ladder struct {
	Table    signal.Table
	Tools    Tools                                            // nil = none may run
	Info     ToolInfo                                         // nil = tools say nothing of themselves
	Project  Project                                          // nil = nothing is known besides the document
	Modules  Modules                                          // nil = only the standard library is known
	Beside   func(root string, s text.Snapshot) rules.Project // what rules know of other files; nil = nothing
	Notebook Notebook                                         // of which the document is a cell; nil = it is a file
	Gatherer Gatherer                                         // nil = nothing is gathered
	Gate     Gate                                             // nil only without a model
	Model    Model
	Calls    int // model calls for one fix
	Nonce    func(content string) string
	Now      func() time.Time
	// Total bounds one run of the ladder, the tools' runs included; 0 means
	// [limits.FixTotal]. An earlier deadline of the context holds as well.
	Total time.Duration
	Cache *Cache        // of model fixes; nil = none
	Trees *syntax.Trees // nil = every text is parsed from nothing
}

// InNotebook returns the ladder for cells of a notebook, with a way to the tools and a
// gatherer that see the other cells, in place of those that it has.
func (e Ladder) InNotebook(n Notebook, t Tools, g Gatherer) Ladder {
	e.Notebook = n
	if e.Tools != nil {
		e.Tools = t
	}
	if e.Gatherer != nil {
		e.Gatherer = g
	}
	return e
}

// lint runs a tool on a text that is no fix.
func (e Ladder) lint(ctx context.Context, tool string, s text.Snapshot) ([]signal.Diagnostic, error) {
	return e.Tools.Check(ctx, tool, text.Snapshot{}, s)
}
