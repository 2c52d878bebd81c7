package signal

import "github.com/fettle-dev/fettle/internal/text"

// Severity of a diagnostic, numbered as in the protocol.
type Severity uint8

// The severities, most severe first.
const (
	Error Severity = iota + 1
	Warning
	Information
	Hint
)

func (s Severity) String() string {
	switch s {
	case Error:
		return "error"
	case Warning:
		return "warning"
	case Hint:
		return "hint"
	}
	return "information"
}

// Origin says who delivered a diagnostic.
type Origin uint8

// The origins. Among diagnostics of one version the lower one wins.
const (
	FromContext Origin = iota // the client's code action request
	FromPush                  // a fettle/diagnostics notification
	FromLinter                // a linter run of our own
	FromInput                 // a report given on the command line
)

// Diagnostic is what a tool says is wrong at one place of one snapshot.
type Diagnostic struct {
	Tool     string // normalised: "ruff", "mypy", "go vet", "go" (compiler), "pyright" …
	Code     string // the tool's rule, "" if it has none
	Message  string // one clean line
	Brief    int    // how much of Message says it, in bytes: the rest explains it on lines of its own; 0 for all
	Severity Severity
	Span     text.Span // in the snapshot it was reported for
	Origin   Origin
	Version  int32
	Related  []Related
	Tags     []Tag
	Fix      *ToolFix // the tool's own fix, when it sent one
	Doc      string   // link to the rule's documentation
	Server   string   // the source as an editor has it: Tool is the same for pyright and Pylance
	Times    int      // how often a report says it, 0 for once
}

// Words are what a diagnostic says, wherever it stands.
type Words struct{ Tool, Code, Message string }

// Words returns what the diagnostic says.
func (d Diagnostic) Words() Words { return Words{d.Tool, d.Code, d.Message} }

// Named is what a diagnostic says and of which line: it is the same finding wherever the line moves.
type Named struct {
	Words
	Line string
}

// Named returns the name of a diagnostic of a text.
func (d Diagnostic) Named(s text.Snapshot) Named {
	return Named{d.Words(), s.Line(s.LineAt(d.Span.Start))}
}

// Headline returns what says the diagnostic where there is no room for what explains it.
func (d Diagnostic) Headline() string {
	if d.Brief <= 0 || d.Brief > len(d.Message) {
		return d.Message
	}
	return d.Message[:d.Brief]
}

// Weighs reports whether a finding that a fix causes counts against it: a tool
// fails for it. A hint is no more than advice, and the notes of a type checker or a
// compiler explain their errors.
func (d Diagnostic) Weighs() bool {
	if d.Severity == Information {
		return !ChecksTypes(d.Tool) && d.Tool != "tsc" && d.Tool != "rustc" && d.Tool != "clippy"
	}
	return d.Severity <= Warning
}

// Related is a further place that explains a diagnostic.
type Related struct {
	Path    string     // absolute; "" means the same document
	Lines   text.Lines // zero-based
	Message string
}

// Tag marks a diagnostic as about unused or deprecated code.
type Tag uint8

// The tags, numbered as in the protocol.
const (
	Unnecessary Tag = iota + 1
	Deprecated
)

// Applicability is how sure a tool is of its own fix.
type Applicability uint8

// The applicabilities, surest first.
const (
	Safe Applicability = iota
	Unsafe
	DisplayOnly
)

// ToolFix is the reporting tool's own fix.
type ToolFix struct {
	Title         string
	Applicability Applicability
	// Suggestion says that the tool offers it to a person who chooses it for this one finding.
	Suggestion bool
	Edits      []text.Edit
}
