package lsp

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/fettle-dev/fettle/edits/diff"
	"github.com/fettle-dev/fettle/edits/fixer"
	"github.com/fettle-dev/fettle/internal/limits"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/signal"
)

// readyEntries returns the AI fixes of a diagnostic that are finished for this very
// text: an earlier answer whose fix was not applied or was undone, further
// candidates, what was prepared on a save. One that is less than checked starts a
// job, which tries that again; so does one that the user wants to see first.
func (s *Server) readyEntries(m menu, d signal.Diagnostic) []codeAction {
	req := m.engine.Ladder().Table.Require(d)
	if !req.Offer || !slices.Contains(req.Rungs, signal.RungModel) {
		return nil
	}
	var out []codeAction
	for _, f := range m.engine.Ladder().Ready(fixer.Problem{Snapshot: m.snapshot, Diagnostic: d,
		Digest: s.revisions.Digest(m.snapshot.Path)}) {
		if f.Checked() && m.settings.Preview != "ask" {
			out = append(out, s.readyEntry(m, d, f))
			continue
		}
		if len(out) == 0 && m.client.applyEdit {
			remark := "ready, " + f.Grade().String()
			if f.Checked() {
				remark = "ready, " + diff.Size(m.snapshot, f.Edits)
			}
			return []codeAction{s.readyJobEntry(m, d, remark)}
		}
	}
	return out
}

func (s *Server) readyEntry(m menu, d signal.Diagnostic, f fixer.Fix) codeAction {
	edit := s.workspaceEdit(m.client, m.snapshot, f.Edits, nil)
	s.offered(m.snapshot, f)
	return m.aiEntry(codeAction{Title: text.Shown(readyTitle(d, "ready, "+diff.Size(m.snapshot, f.Edits))), Edit: &edit},
		d)
}

func (s *Server) readyJobEntry(m menu, d signal.Diagnostic, remark string) codeAction {
	title := readyTitle(d, remark)
	id := s.actions.add(action{snapshot: m.snapshot, diagnostic: d, rungs: []signal.Rung{signal.RungModel}, title: title})
	return m.aiEntry(codeAction{Title: text.Shown(title), Command: m.command("fettle.fix", title, id)}, d)
}

// readyTitle keeps the note at the end whatever the message.
func readyTitle(d signal.Diagnostic, remark string) string {
	return remarked(titleOf("AI fix: ", d), remark)
}

// errInMenu says that the candidates are left to the menu.
var errInMenu = errors.New("in the menu")

// choose lets the user pick one of several candidates, where the client shows
// buttons that stay; elsewhere they are entries of the next menu.
func (s *Server) choose(ctx context.Context, j *job, f fixer.Fix) (fixer.Fix, error) {
	list := append([]fixer.Fix{f}, f.Others...)
	if len(list) == 1 {
		return f, nil
	}
	c, _, _ := s.state()
	if !c.choices {
		s.over(j, "not applied")
		s.show(messageInfo, "", fmt.Sprintf("%d fixes of %s are in the menu now", len(list), j.code))
		return f, errInMenu
	}
	var buttons []choice
	for i, one := range list {
		title := fmt.Sprintf("%d: %s (%s)", i+1, clip(oneLine(one.Title), messageWidth/2),
			diff.Size(one.Problem.Snapshot, one.Edits))
		if !one.Checked() {
			title += ", " + one.Grade().String()
		}
		buttons = append(buttons, choice{text.Shown(text.Defuse(title))})
	}
	limited, done := context.WithTimeout(ctx, limits.ClientMessage)
	defer done()
	var answer *choice
	err := s.conn.Call(limited, "window/showMessageRequest", askParams{messageInfo,
		text.Shown(clip(fmt.Sprintf("%s: %d fixes", j.progress.title, len(list)), messageWidth)),
		append(buttons, choice{"None"})}, &answer)
	if err != nil || answer == nil {
		return f, errInMenu
	}
	i := slices.Index(buttons, *answer)
	if i < 0 {
		return f, errInMenu
	}
	return list[i], nil
}
