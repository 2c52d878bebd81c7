package rules

import "github.com/fettle-dev/fettle/internal/text"

// captureOutput lets a call of subprocess.run capture what the program prints
// by the one argument that says so, in place of a pipe for each stream.
func captureOutput(p Problem) ([]text.Edit, error) {
	m, err := read(p)
	if err != nil {
		return nil, err
	}
	open := m.TokenAt(p.Diagnostic.Span.Start)
	for m.is(open+1, ".") {
		open += 2
	}
	if open++; !m.is(open, "(") || !m.is(open-1, "run") {
		return nil, decline("no call of subprocess.run at the diagnostic")
	}
	end := m.closing(open)
	args := m.arguments(open, end)
	stdout, stderr, capture := -1, -1, -1
	for i, a := range args {
		switch a.name {
		case "stdout":
			stdout = i
		case "stderr":
			stderr = i
		case "capture_output":
			capture = i
		case "*":
			return nil, decline("unpacked arguments may hold the same ones")
		}
	}
	if stdout < 0 || stderr < 0 || !m.is(args[stdout].last-1, "PIPE") || !m.is(args[stderr].last-1, "PIPE") {
		return nil, decline("the call does not pipe both streams")
	}
	gone := []int{min(stdout, stderr), max(stdout, stderr)}
	var edits []text.Edit
	if capture >= 0 {
		a := args[capture]
		if a.last != a.first+3 || !m.is(a.last-1, "True", "False") {
			return nil, decline("capture_output is computed")
		}
		if m.is(a.last-1, "False") {
			edits = append(edits, m.replace(a.last-1, a.last, "True"))
		}
	} else {
		edits = append(edits, m.replace(args[gone[0]].first, args[gone[0]].last, "capture_output=True"))
		gone = gone[1:]
	}
	more, err := m.dropArguments(args, gone)
	return append(edits, more...), err
}

// dropArguments takes arguments out of a call, named by their places in order.
// At least one stays.
func (m module) dropArguments(args []argument, gone []int) ([]text.Edit, error) {
	var out []text.Edit
	for k := 0; k < len(gone); {
		first, last := gone[k], gone[k]
		for k++; k < len(gone) && gone[k] == last+1; k++ {
			last = gone[k]
		}
		from, to := args[first].first, args[last].last // tokens
		sp := text.Span{Start: m.Tokens[from].Span.Start}
		if last+1 < len(args) {
			to = args[last+1].first
			sp.End = m.Tokens[to].Span.Start
		} else {
			from = args[first-1].last
			sp = text.Span{Start: m.Tokens[from-1].Span.End, End: m.Tokens[to-1].Span.End}
		}
		if m.commented(from, to) {
			return nil, decline("there is a comment among the arguments")
		}
		out = append(out, text.Edit{Span: sp})
	}
	return out, nil
}
