// Package doubt says why edits may change what a program does though every tool is content: a reason in words, or
// nothing. It is asked about what tools and rules propose, which are right in the lines that they change, and may be
// wrong because of others, of which no tool speaks.
//
// There are three answers, by what is known:
//
//   - [Change.Broken]: the program is known to do something else then. Nothing allows such edits.
//   - [Change.May]: something in the project speaks for it. --unsafe allows them.
//   - [Change.Unproved]: nothing in the project speaks for it, but not every program behaves as before. The fix is
//     no proof of itself: it is at best checked.
//
// Each file is a kind: what is read in its order or taken apart where the program runs (readings.go), docstrings
// (docstring.go), methods of the project's own classes (members.go), arguments that a test sees (seen.go), comments
// that speak to tools (comments.go), what only another configuration has (configurations.go), functions that make
// objects and operands that are converted (script.go), values that may be nil (nil.go), names that a handler unbinds
// (handler.go), comparisons that build an expression (overloaded.go), a project that also runs on Python 2
// (pythontwo.go), exceptions that are handled (raised.go), collections that change while a loop goes through them
// (copied.go), objects that have another name (inplace.go), paths that are no text (path.go). What a change of imports
// does is another package's, edits/imports.
package doubt

import (
	"cmp"
	"strings"

	"github.com/fettle-dev/fettle/edits/rules/pycode"
	"github.com/fettle-dev/fettle/edits/rules/rule"
	"github.com/fettle-dev/fettle/internal/syntax"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/signal"
)

// Change is what a tool or a rule proposes.
type Change struct {
	Snapshot text.Snapshot
	File     *syntax.File // of Snapshot
	Finding  signal.Diagnostic
	Others   []signal.Diagnostic // everything known of the document
	Edits    []text.Edit
	Project  Project // nil: nothing is known of other files
	// Oldest is the oldest 3.minor on which the document has to run, and which file says so; nil: that is not known.
	Oldest func() (minor int, says string)
}

// Project knows what other files of the document's project do. Each answer is such a file, "" if none is known.
type Project interface {
	// Reads is a file that reads what a program says of itself: "f.__doc__" the docstring of what has that name,
	// "__doc__" one of anything, "__all__" or "__slots__" the names of such a list in their order, "get_args" and
	// other functions of typing an annotation, "verbatimModuleSyntax" the imports of TypeScript as they are written; or
	// one that makes objects with a name ("new Widget").
	Reads(what ...string) string
	// Defines is a file that the document loads, and where a class has a method of that name.
	Defines(method string) string
	// Replaces is a file that uses the document's name as an attribute of its module, as tests do that put another
	// object in its place.
	Replaces(name string) string
}

// Broken says what the edits are known to break, "" if nothing is known.
func (c Change) Broken() string {
	return cmp.Or(c.masked(), c.otherConfiguration(), c.brokenScript(), c.readAtRunTime(), c.overloaded(), c.raised(),
		c.changedInPlace(), c.ownMethod(), c.comparedDocstring())
}

// May says why the edits may change behaviour, "" if nothing speaks for that.
func (c Change) May() string {
	return cmp.Or(c.readElsewhere(), c.docstring(), c.members(), c.arguments(), c.comments(), c.otherNoqa(),
		c.scriptMay(), c.mayBeNil(), c.handlerUnbinds(), c.forPythonThree(), c.copiedInLoop(), c.noPath())
}

// Unproved says which programs the edits change, though nothing says that this is one of them.
func (c Change) Unproved() string { return c.converted() }

// other asks the project, if it is known.
func (c Change) other(ask func(Project) string) string {
	if c.Project == nil {
		return ""
	}
	return ask(c.Project)
}

// lines returns the lines that the edits change, as they were and as they are.
func (c Change) lines() (was, now string) {
	s := c.Snapshot
	for _, e := range c.Edits {
		lines := s.LinesSpan(s.LinesOf(e.Span))
		was += s.Slice(lines)
		rest := text.Span{Start: e.Span.End, End: max(lines.End, e.Span.End)}
		now += s.Slice(text.Span{Start: lines.Start, End: e.Span.Start}) + e.New + s.Slice(rest)
	}
	return was, now
}

// called returns the names that a piece of code calls, with the dots before them: "a.b", and ".b" of what has no name.
func called(lang, code string) (out []string) {
	name, end := "", -1
	for _, id := range syntax.Lexed(lang, code).Identifiers(text.Span{End: len(code)}) {
		switch at := id.Span.Start; {
		case at == 0 || code[at-1] != '.':
			name = id.Name
		case at == end+1:
			name += "." + id.Name
		default:
			name = "." + id.Name
		}
		if end = id.Span.End; strings.HasPrefix(strings.TrimLeft(code[end:], " \t"), "(") {
			out = append(out, name)
		}
	}
	return out
}

// python returns the document read as Python; false where it is not, or does not parse.
func (c Change) python() (pycode.Module, bool) {
	if c.Snapshot.Lang != "python" {
		return pycode.Module{}, false
	}
	m, err := pycode.Read(rule.Problem{Snapshot: c.Snapshot})
	return m, err == nil
}

func (c Change) isScript() bool {
	return strings.HasPrefix(c.Snapshot.Lang, "javascript") || strings.HasPrefix(c.Snapshot.Lang, "typescript")
}
