// Package rule is what rules of every language work on, and how they say no.
package rule

import (
	"fmt"
	"strings"

	"github.com/fettle-dev/fettle/internal/syntax"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/signal"
)

// Problem is one diagnostic on one snapshot.
type Problem struct {
	Snapshot   text.Snapshot
	File       *syntax.File // facts of the snapshot; nil where none are at hand
	Diagnostic signal.Diagnostic
	Others     []signal.Diagnostic // what else is reported for the snapshot
	// Homes are the places from which a name that the document does not bind can be imported, as the project's
	// own files show: see [Home]. nil: nothing is known of them.
	Homes   func(name string) []Home
	Project Project // the other files; nil where nothing is known of them
}

// Home is where a name can be imported from: the module itself, where Name is "".
type Home struct {
	Module, Name string
	Files        int // that import it from there; 0: it is only defined there
}

// Spelled returns the import statement that binds the name from there.
func (h Home) Spelled(bound string) string {
	switch {
	case h.Name == bound:
		return "from " + h.Module + " import " + bound
	case h.Name != "":
		return "from " + h.Module + " import " + h.Name + " as " + bound
	case h.Module == bound:
		return "import " + bound
	}
	return "import " + h.Module + " as " + bound
}

// Line returns the line on which the diagnostic starts, and at which byte of it. A
// place on the terminator is the end of the line.
func (p Problem) Line() (n int, line string, at int) {
	start := p.Diagnostic.Span.Start
	n = p.Snapshot.LineAt(start)
	line = p.Snapshot.Line(n)
	return n, line, min(start-p.Snapshot.LineStart(n), len(line))
}

// Facts returns the facts of the problem's document; without them, or where it is
// broken, it declines.
func Facts(p Problem) (*syntax.File, error) {
	f := p.File
	if f == nil {
		f = syntax.Parse(p.Snapshot.Lang, p.Snapshot.Text())
	}
	if len(f.Damage) > 0 {
		return nil, Decline("the file has a syntax error")
	}
	return f, nil
}

// Declined is the error of a rule that cannot be sure.
type Declined struct {
	Reason string
	// Aside says that the problem is not of the rule's kind: what the rule is about
	// would not help the user, and is not said.
	Aside bool
}

func (d Declined) Error() string { return "declined: " + d.Reason }

// Decline is a [Declined] with its reason.
func Decline(format string, a ...any) error { return Declined{Reason: fmt.Sprintf(format, a...)} }

// Quoted returns the first name that a message puts in quotes or backticks.
func Quoted(message string) string {
	start := strings.IndexAny(message, "`'\"‘“")
	if start < 0 {
		return ""
	}
	open := []rune(message[start:])[0]
	rest := message[start+len(string(open)):]
	end := strings.IndexAny(rest, "`'\"’”")
	if end < 0 {
		return ""
	}
	return rest[:end]
}
