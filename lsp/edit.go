package lsp

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/edits/fixer"
	"github.com/fettle-dev/fettle/internal/lazyre"
	"github.com/fettle-dev/fettle/internal/limits"
	"github.com/fettle-dev/fettle/internal/syntax"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/lsp/document"
	"github.com/fettle-dev/fettle/lsp/rpc"
)

// editKind is the kind of the entries for an instruction.
const editKind = "refactor.rewrite.fettle"

// commandEdit starts a job that carries out an instruction on a selection.
func (s *Server) commandEdit(a arguments) (rpc.Work, error) {
	if a.id != "" {
		return s.doTodo(a.id)
	}
	doc, _, err := s.target(a)
	if err != nil {
		return nil, err
	}
	instruction := strings.TrimSpace(a.instruction)
	switch {
	case instruction == "":
		s.show(messageInfo, "", "nothing to do: fettle.edit needs an instruction")
		return answerNull, nil
	case len(instruction) > limits.Instruction:
		s.show(messageWarning, "", fmt.Sprintf("the instruction is too long; at most %d bytes", limits.Instruction))
		return answerNull, nil
	case a.at != nil && a.version != nil && !doc.NoVersion && *a.version != doc.Snapshot.Version:
		s.show(messageWarning, "", "the document changed meanwhile; select again")
		return answerNull, nil
	}
	at := s.selected(doc, a)
	s.startEdit(doc.Snapshot, instruction, fmt.Sprintf("%d-%d", at.Start, at.End), func() text.Span { return at })
	return answerNull, nil
}

// doTodo starts the job of an entry of the menu that does what a comment says.
func (s *Server) doTodo(id string) (rpc.Work, error) {
	act, ok := s.actions.get(id)
	if !ok || act.instruction == "" {
		return nil, rpc.Errorf(rpc.InvalidParams, "fettle.edit: unknown action id; open the menu again")
	}
	if _, open := s.stillOpen(act); !open {
		return answerNull, nil
	}
	s.startEdit(act.snapshot, act.instruction, act.lines.String(), func() text.Span {
		return act.snapshot.LinesSpan(todoScope(act.snapshot, act.lines.Start))
	})
	return answerNull, nil
}

// selected returns the span that an instruction is about: the range or the lines of
// the arguments, else where the menu was opened last.
func (s *Server) selected(doc document.Document, a arguments) text.Span {
	s.mu.Lock()
	last, enc := s.last, s.client.encoding
	s.mu.Unlock()
	switch {
	case a.at != nil:
		return a.at.span(doc.Snapshot, enc)
	case a.lines != nil:
		n := doc.Snapshot.LineCount()
		return doc.Snapshot.LinesSpan(text.Lines{Start: min(a.lines.Start, n), End: min(a.lines.End, n)})
	}
	return last.at.span(doc.Snapshot, enc)
}

// startEdit starts the job of an instruction; place distinguishes it from others with
// the same words.
func (s *Server) startEdit(snap text.Snapshot, instruction, place string, selected func() text.Span) {
	t := task{progress: "AI edit", name: "edit", title: "AI edit: " + oneLine(instruction), key: "edit/" + place + "/" +
		instruction}
	s.launch(snap, t, func(ctx context.Context, engine Engine, j *job) (fixer.Fix, error) {
		p := fixer.Selected(engine.Root(snap.Path), snap, selected(), instruction, engine.Names(snap))
		p.Others = s.diags.For(snap, nil)
		return engine.Ladder().Fix(ctx, p, j.progress.stage)
	})
}

// instructEntries returns the entries for an instruction: about the selection, and
// what a comment says is to be done.
func (s *Server) instructEntries(m menu) []codeAction {
	if m.automatic || !m.client.applyEdit || !m.engine.Ladder().Model.Asks() {
		return nil
	}
	var out []codeAction
	if m.settings.Actions.Todo {
		if what, line, ok := todoOn(m.snapshot, m.lines); ok {
			id := s.actions.add(action{snapshot: m.snapshot, lines: text.Lines{Start: line, End: line + 1}, instruction: what})
			out = append(out, m.instructEntry("AI: do this: "+what, map[string]any{"id": id}))
		}
	}
	if m.settings.Client.AskInstruction && len(m.found) == 0 && m.selects() {
		at := rangeOf(m.snapshot, m.at.span(m.snapshot, m.client.encoding), m.client.encoding)
		out = append(out, m.instructEntry("AI edit: selection...", map[string]any{"range": at}))
	}
	return out
}

// selects reports whether the request is about a selection of the user's: some
// editors' cursors are one character wide.
func (m menu) selects() bool {
	picked := m.snapshot.Slice(m.at.span(m.snapshot, m.client.encoding))
	return len([]rune(picked)) > 1 && strings.TrimSpace(picked) != ""
}

func (m menu) instructEntry(title string, args map[string]any) codeAction {
	args["uri"], args["version"] = m.snapshot.URI, m.snapshot.Version
	title = clip(oneLine(title), titleWidth)
	e := codeAction{Title: text.Shown(title), Kind: editKind,
		Command: &command{Title: text.Shown(title), Command: "fettle.edit", Arguments: []any{args}}}
	if m.client.aiTag {
		e.Tags = []int{aiTagValue}
	}
	return e
}

// todo finds what a comment says is to be done.
var todo = lazyre.New(`(?:#|//|/\*|\*|--|;|<!--)\s*(?:TODO|FIXME)\b(?:\([^)]*\))?[:\s-]*(\S.*)`)

// todoOn returns what the first TODO or FIXME comment on some lines says, and its
// line.
func todoOn(s text.Snapshot, lines text.Lines) (string, int, bool) {
	for l := lines.Start; l < min(lines.End, s.LineCount()); l++ {
		m := todo.FindStringSubmatch(s.Line(l))
		if m == nil {
			continue
		}
		what := strings.TrimSpace(strings.TrimSuffix(strings.TrimSuffix(strings.TrimSpace(m[1]), "*/"), "-->"))
		return what, l, what != ""
	}
	return "", 0, false
}

// todoScope returns what a comment is about: the definition that contains it, else the
// comment and the statement below it.
func todoScope(s text.Snapshot, line int) text.Lines {
	f := syntax.Open(s.Lang, s.Text())
	if i := f.Enclosing(line, syntax.Function); i >= 0 {
		return f.Nodes[i].Lines
	}
	if i := f.Enclosing(line, syntax.Class); i >= 0 && f.Nodes[i].Header.Contains(line) {
		return f.Nodes[i].Lines
	}
	scope := text.Lines{Start: line, End: line + 1}
	next := slices.IndexFunc(f.Nodes, func(n syntax.Node) bool { return n.Lines.Start > line && n.Lines.Len() > 0 })
	if next >= 0 {
		scope = scope.Union(f.Nodes[next].Lines)
	}
	return scope
}
