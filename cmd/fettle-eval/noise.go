package main

import (
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/edits"
	"github.com/fettle-dev/fettle/edits/lines"
)

// noises are the slips of models, each on its own, in one answer.
func (p *oracle) noises(s scriptText) []scriptText {
	var out []scriptText
	add := func(name, text string) {
		if text != s.text {
			out = append(out, scriptText{format: s.format + "+" + name, text: text})
		}
	}
	add("crlf", strings.ReplaceAll(s.text, "\n", "\r\n"))
	add("fenced", "```\n"+s.text+"```\n")
	add("prose", "Here is the fix:\n\n"+s.text+"\nThis resolves the problem.\n")
	if len(s.script.Ops) == 0 {
		return out
	}
	each := func(name string, change func(op edits.Op) edits.Op) {
		next := s.script
		next.Ops = nil
		for _, op := range s.script.Ops {
			if op.Kind == edits.Rewrite {
				op = change(op)
			}
			next.Ops = append(next.Ops, op)
		}
		if s.format == "json" {
			add(name, edits.EncodeJSON(p.candidates, next))
		} else {
			add(name, edits.EncodeText(next))
		}
	}
	onLines := func(change func(l string) string) func(edits.Op) edits.Op {
		return func(op edits.Op) edits.Op {
			next := make([]string, len(op.Lines))
			for i, l := range op.Lines {
				next[i] = l
				if strings.TrimSpace(l) != "" {
					next[i] = change(l)
				}
			}
			op.Lines = next
			return op
		}
	}
	if s.format != "rewrite" {
		return out
	}
	each("trailing", func(op edits.Op) edits.Op {
		if p.options.Characters || !p.keepsLines(op) || slices.ContainsFunc(op.Lines, onlyBlanks) {
			return op // nothing tells added blanks from meant ones
		}
		return onLines(func(l string) string { return l + "  " })(op)
	})
	each("dedented", func(op edits.Op) edits.Op {
		op.Lines, _ = lines.Dedent(op.Lines)
		return op
	})
	each("absolute", func(op edits.Op) edits.Op {
		run := p.runNamed(string(op.From))
		_, prefix := p.candidates.Shown(run)
		op.Lines = lines.Indent(op.Lines, prefix)
		return op
	})
	each("reindented", onLines(func(l string) string { return "  " + l }))
	each("first-dropped", p.dropEdge(true))
	each("last-dropped", p.dropEdge(false))
	each("echoed", p.echo)
	return append(out, p.unlabelled(s)...)
}

// unlabelled are answers that do not say what they stand for: the new text of
// the only changed run or of the whole file, in a fence or without one, and the
// run without its edge lines.
func (p *oracle) unlabelled(s scriptText) []scriptText {
	if len(s.script.Ops) != 1 || s.script.Ops[0].Kind != edits.Rewrite || p.options.Characters {
		return nil
	}
	op := s.script.Ops[0]
	if n := len(op.Lines); strings.TrimSpace(op.Lines[0]) == "" || strings.TrimSpace(op.Lines[n-1]) == "" {
		return nil // blank lines at the ends of a bare answer mean nothing
	}
	form := func(name string, lines []string, fence bool) scriptText {
		text := strings.Join(lines, "\n") + "\n"
		if fence {
			text = "~~~~~~\n" + text + "~~~~~~\n"
		}
		return scriptText{format: s.format + "+" + name, text: text}
	}
	inner := p.dropEdge(false)(p.dropEdge(true)(op)).Lines
	file := strings.Split(strings.TrimSuffix(strings.ReplaceAll(p.after, "\r\n", "\n"), "\n"), "\n")
	return []scriptText{
		form("unlabelled", op.Lines, true), form("bare", op.Lines, false),
		form("whole-file", file, true), form("bare-file", file, false),
		form("inner", inner, true), form("bare-inner", inner, false),
	}
}

func onlyBlanks(l string) bool { return l != "" && strings.TrimSpace(l) == "" }

// keepsLines reports whether a rewrite holds lines with text of its run.
func (p *oracle) keepsLines(op edits.Op) bool {
	old, _ := p.candidates.Shown(p.runNamed(string(op.From)))
	return slices.ContainsFunc(keptLines(old, op.Lines), func(l string) bool { return strings.TrimSpace(l) != "" })
}

func (p *oracle) runNamed(name string) int {
	for i, r := range p.candidates.Windows.Runs {
		if r.Name() == name {
			return i
		}
	}
	return 0
}

// dropEdge removes the first or last line of a rewritten run if it is one that
// the fix kept and the diagnostic is not on: context that models leave out.
func (p *oracle) dropEdge(first bool) func(edits.Op) edits.Op {
	return func(op edits.Op) edits.Op {
		run := p.runNamed(string(op.From))
		old, _ := p.candidates.Shown(run)
		lines := p.candidates.Windows.Runs[run].Lines
		at := lines.End
		if first {
			at = lines.Start + 1
		}
		if p.record.Line <= at && at <= p.record.EndLine {
			return op
		}
		n := len(op.Lines)
		if len(old) < 3 || n < 3 {
			return op
		}
		if first && old[0] == op.Lines[0] && strings.TrimSpace(old[0]) != "" {
			op.Lines = op.Lines[1:]
		}
		if !first && old[len(old)-1] == op.Lines[n-1] && strings.TrimSpace(old[len(old)-1]) != "" {
			op.Lines = op.Lines[:n-1]
		}
		return op
	}
}

// echo puts the ids before the lines that the answer kept at their place.
func (p *oracle) echo(op edits.Op) edits.Op {
	run := p.runNamed(string(op.From))
	start := p.candidates.Windows.Runs[run].Lines.Start
	old, _ := p.candidates.Shown(run)
	next := make([]string, len(op.Lines))
	for i, l := range op.Lines {
		next[i] = l
		if i < len(old) && old[i] == l {
			next[i] = string(p.candidates.LineID(start+i)) + "| " + l
		}
	}
	op.Lines = next
	return op
}
