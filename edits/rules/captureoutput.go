package rules

import (
	"github.com/fettle-dev/fettle/edits/rules/pycode"
	"github.com/fettle-dev/fettle/edits/rules/rule"
	"github.com/fettle-dev/fettle/internal/text"
)

// captureOutput lets a call of subprocess.run capture what the program prints
// by the one argument that says so, in place of a pipe for each stream.
func captureOutput(m module) ([]text.Edit, error) {
	open := m.TokenAt(m.Diagnostic.Span.Start)
	for m.Is(open+1, ".") {
		open += 2
	}
	if open++; !m.Is(open, "(") || !m.Is(open-1, "run") {
		return nil, rule.Decline("no call of subprocess.run at the diagnostic")
	}
	args := m.Arguments(open, m.Tokens[open].Close)
	place := map[string]int{}
	for i, a := range args {
		place[a.Name] = i
	}
	if _, ok := place["*"]; ok {
		return nil, rule.Decline("unpacked arguments may hold the same ones")
	}
	piped := func(name string) bool {
		i, ok := place[name]
		return ok && m.Is(args[i].Last-1, "PIPE")
	}
	if !piped("stdout") || !piped("stderr") {
		return nil, rule.Decline("the call does not pipe both streams")
	}
	gone := []int{min(place["stdout"], place["stderr"]), max(place["stdout"], place["stderr"])}
	var edits []text.Edit
	if i, ok := place["capture_output"]; !ok {
		edits = append(edits, m.Replace(args[gone[0]].First, args[gone[0]].Last, "capture_output=True"))
		gone = gone[1:]
	} else if a := args[i]; a.Last != a.First+3 || !m.Is(a.Last-1, "True", "False") {
		return nil, rule.Decline("capture_output is computed")
	} else if m.Is(a.Last-1, "False") {
		edits = append(edits, m.Replace(a.Last-1, a.Last, "True"))
	}
	more, err := m.dropArguments(args, gone)
	return append(edits, more...), err
}

// dropArguments takes arguments out of a call, named by their places in order.
// At least one stays.
func (m module) dropArguments(args []pycode.Argument, gone []int) ([]text.Edit, error) {
	var out []text.Edit
	for k := 0; k < len(gone); {
		first, last := gone[k], gone[k]
		for k++; k < len(gone) && gone[k] == last+1; k++ {
			last = gone[k]
		}
		from, to := args[first].First, args[last].Last // tokens
		sp := text.Span{Start: m.Tokens[from].Span.Start}
		if last+1 < len(args) {
			to = args[last+1].First
			sp.End = m.Tokens[to].Span.Start
		} else {
			from = args[first-1].Last
			sp = text.Span{Start: m.Tokens[from-1].Span.End, End: m.Tokens[to-1].Span.End}
		}
		if m.Commented(from, to) {
			return nil, rule.Decline("there is a comment among the arguments")
		}
		out = append(out, text.Edit{Span: sp})
	}
	return out, nil
}
