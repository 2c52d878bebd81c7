package fixer

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/fettle-dev/fettle/edits/window"
	"github.com/fettle-dev/fettle/internal/lazyre"
	"github.com/fettle-dev/fettle/internal/syntax"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/signal"
)

// What nothing uses where there is an error may be what the error has lost: where
// "n, err := strconv.Atoi(x)" and the fmt.Errorf under it became
// "n := strconv.Atoi(x)", the compiler also finds "fmt" imported and not used, and
// whoever mends the line needs it again. Errors go first; what is still unused
// then, is.

// follows returns the other finding that may be why something is unused, nil if there is
// none. What is unused inside a function can only be so by what is wrong in there;
// anything else answers for its file.
func (a *task) follows() *signal.Diagnostic {
	s, d := a.p.Snapshot, a.p.Diagnostic
	if a.p.Instruction != "" || !Unused(d) {
		return nil
	}
	doubts := breaking(s, a.p.Others)
	if len(doubts) == 0 {
		return nil
	}
	within, local := outermost(a.file(), s.LineAt(d.Span.Start))
	for _, o := range doubts {
		weight := breaks(s.Lang, o)
		line := s.LineAt(o.Span.Start)
		switch {
		case weight == breaksNothing || weight == breaksFunction && !local || weight == breaksAName && !mayMean(o, d):
		case weight == breaksFile || !local || line >= within.Start && line < within.End:
			return &o
		}
	}
	return nil
}

// waits returns the decline of a fix that comes after another finding is mended.
func waits(f Fix) *Decline {
	s, cause := f.Problem.Snapshot, f.Follows
	return &Decline{Code: DeclineNotOffered, Step: StepAllowUnsafe, Waits: true, Windows: f.Windows, Gates: f.Gates,
		Reason: fmt.Sprintf("it may be used again once line %d is fixed, where %s reports: %s", s.LineAt(cause.Span.Start)+1,
			cause.Tool, clipped(cause.Message))}
}

// outermost returns the lines of the function around a line, of the outermost one.
func outermost(f *syntax.File, line int) (out text.Lines, in bool) {
	for i := f.Enclosing(line, syntax.Function); i >= 0; i = f.Owner(i) {
		if f.Nodes[i].Kind == syntax.Function {
			out, in = f.Nodes[i].Lines, true
		}
	}
	return out, in
}

// unusedCodes are further words for what nothing uses; [signal.Cause] knows those
// that several tools share. The numbers are those of TypeScript's
// diagnosticMessages.json, the names those of rustc's lints and gcc's warnings.
const unusedCodes = "tsc/6192 tsc/6196 tsc/6198 tsc/6199 rustc/unused_imports rustc/unused_variables " +
	"clippy/unused_imports clippy/unused_variables flake8/F401 flake8/F841 gcc/-Wunused-variable"

// Unused reports whether a finding is about an import or a variable that nothing uses.
func Unused(d signal.Diagnostic) bool {
	switch signal.Cause(d) {
	case "unused import", "unused variable":
		return true
	}
	return slices.Contains(strings.Fields(unusedCodes), d.Tool+"/"+strings.TrimPrefix(d.Code, "TS"))
}

type breakage uint8

const (
	breaksNothing  breakage = iota
	breaksFunction          // what is unused in the same function may follow from it
	breaksAName             // what is called alike may
	breaksImports           // imports, too
	breaksFile              // nothing that is said of the file is certain
)

// breaks says what a finding leaves in doubt. A text that does not parse says
// nothing certain of any name; a name that nothing defines may be another spelling
// of what nothing uses; Go and Rust stop at any error, so that it has to be mended
// first, and what mends it may use more than the line does now.
func breaks(lang string, d signal.Diagnostic) breakage {
	code := strings.TrimPrefix(d.Code, "TS")
	switch {
	case Unused(d):
		return breaksNothing
	case unparsed(d, code):
		return breaksFile
	case signal.Cause(d) == "undefined name" && !memberMissing.MatchString(d.Message):
		return breaksAName
	case d.Severity != signal.Error:
		return breaksNothing
	case lang == "go" && (d.Tool == "go" || d.Code == "typecheck"), d.Tool == "rustc" && strings.HasPrefix(code, "E"):
		return breaksImports
	case d.Tool == "tsc":
		return breaksFunction
	}
	return breaksNothing
}

// breaking returns the findings of a text that leave something in doubt. A text may have
// thousands of others, and each of those would look at them all.
func breaking(s text.Snapshot, others []signal.Diagnostic) []signal.Diagnostic {
	if len(others) == 0 {
		return nil
	}
	type inDoubt struct {
		first *signal.Diagnostic
		n     int
	}
	return s.Fact(inDoubt{&others[0], len(others)}, func() any {
		var out []signal.Diagnostic
		for _, o := range others {
			if breaks(s.Lang, o) != breaksNothing {
				out = append(out, o)
			}
		}
		return out
	}).([]signal.Diagnostic)
}

// memberMissing is Go's word for what a package or a value does not have: the call may
// have stood in another package, which nothing uses now.
var memberMissing = lazyre.New(`^undefined: \w+\.\w`)

// unquoted are Go's names in messages that do not quote them.
var unquoted = lazyre.New(`^(?:undefined|declared and not used): ([\pL_]\w*)$`)

// namesIn returns the names that a message is about.
func namesIn(message string) []string {
	if m := unquoted.FindStringSubmatch(message); m != nil {
		return m[1:]
	}
	return window.QuotedNames(message)
}

// mayMean reports whether a name that is missing may stand for one that nothing
// uses: they are alike, one holds the other, or it is an abbreviation of it, as np
// is of numpy.
func mayMean(missing, unused signal.Diagnostic) bool {
	names := nameIn.FindAllString(strings.Join(namesIn(unused.Message), " "), -1)
	for _, m := range namesIn(missing.Message) {
		if len(names) == 0 {
			return true // it says that all of them are unused
		}
		for _, n := range names {
			if alike(strings.ToLower(m), strings.ToLower(n)) {
				return true
			}
		}
	}
	return false
}

var nameIn = lazyre.New(`[\pL_]\w+`)

func alike(m, n string) bool {
	short, long := m, n
	if len(short) > len(long) {
		short, long = long, short
	}
	if most := (len(short) + 1) / 3; most > 0 && text.Distance(m, n, most) <= most || len(short) > 2 &&
		strings.Contains(long, short) {
		return true
	}
	at := 0 // of the abbreviation
	for _, r := range n {
		if at < len(m) && rune(m[at]) == r {
			at++
		}
	}
	return len(m) > 1 && len(m) < 4 && at == len(m) && m[0] == n[0]
}

// unparsed reports whether a finding is about syntax: TypeScript numbers such
// errors below 2000, ruff and pycodestyle name them E9.
func unparsed(d signal.Diagnostic, code string) bool {
	n, err := strconv.Atoi(code)
	switch d.Tool {
	case "tsc":
		return err == nil && n < 2000
	case "eslint":
		return code == "" && strings.HasPrefix(d.Message, "Parsing error")
	case "oxlint":
		return code == ""
	}
	return slices.Contains([]string{"syntax", "invalid-syntax", "parse-error", "E0001", "syntax-error"}, code) ||
		strings.HasPrefix(code, "E9")
}

// clipped returns the first line of a message, not longer than a title bears.
func clipped(s string) string {
	s, _, _ = strings.Cut(s, "\n")
	s = strings.TrimSuffix(s, ".")
	if r := []rune(s); len(r) > 80 {
		return string(r[:79]) + "…"
	}
	return s
}
