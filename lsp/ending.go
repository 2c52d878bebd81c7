package lsp

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/fettle-dev/fettle/edits/evidence"
	"github.com/fettle-dev/fettle/edits/fixer"
	"github.com/fettle-dev/fettle/edits/verify"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/lsp/rpc"
	"github.com/fettle-dev/fettle/lsp/words"
)

// How a fix ended is said where the editor shows progress, in one line; the whole
// of it is kept for the command fettle.why, until the next fix ends.

// succeed ends the job of a fix that is in its document.
func (s *Server) succeed(j *job, f fixer.Fix) {
	_, settings, _ := s.state()
	line := cmp.Or(j.closing, s.fixed(f)) + j.bill
	why := line
	if by := f.Proof.String(); by != "" && j.closing == "" {
		why += " (checked by " + by + ")"
	}
	s.keepWhy(why, f.Gates, nil, j.each...)
	if !settings.Messages.Success {
		line = ""
	}
	s.over(j, line)
	if !j.progress.shown && line != "" {
		s.show(messageInfo, "", line)
	}
}

// announce says what a fix has mended that the editor applied itself.
func (s *Server) announce(f fixer.Fix) {
	c, settings, _ := s.state()
	line := s.fixed(f)
	s.keepWhy(line, f.Gates, nil)
	if !c.progress || !settings.Messages.Success {
		return
	}
	p := s.newProgress("Fix " + what(f))
	p.fixed, p.last = true, ""
	p.begin()
	s.conn.Go("announce", func(context.Context) { p.end(line) })
}

// what names what a fix mends: its codes, or what was done.
func what(f fixer.Fix) string {
	if f.Problem.Instruction != "" {
		return "edit"
	}
	list := f.Fixed
	if len(list) == 0 {
		return cmp.Or(f.Problem.Diagnostic.Code, f.Problem.Diagnostic.Tool)
	}
	if len(list) > 1 {
		return fmt.Sprintf("%d problems", len(list))
	}
	return cmp.Or(list[0].Code, list[0].Tool)
}

// fixed says what a fix has mended, and by whose word: "F401 fixed · ruff and mypy are
// content". One that is less than checked has changed something: why, and what would help.
func (s *Server) fixed(f fixer.Fix) string {
	line, g := what(f)+" fixed", f.Grade()
	switch {
	case f.Problem.Instruction != "":
		line = "edit applied"
	case !f.Checked():
		line = what(f) + " changed"
	}
	switch {
	case g == evidence.Unchecked:
		return line + ", unchecked: " + s.unchecked(f)
	case g == evidence.Unsure:
		line += ", unsure: " + oneLine(strings.Join(evidence.Doubts(f.Evidence), "; "))
	}
	if by := evidence.Short(f.Evidence); by != "" {
		line += " · " + by
	}
	return line
}

// unchecked says why no tool has looked at a fix, and what to do about it.
func (s *Server) unchecked(f fixer.Fix) string {
	_, settings, engine := s.state()
	engine = s.seen(engine, f.Problem.Snapshot)
	tool := cmp.Or(f.Problem.Diagnostic.Tool, "no tool")
	why := ""
	for _, g := range f.Gates {
		if g.State == verify.Unknown {
			why = g.Detail
			break
		}
	}
	known := false
	for _, name := range engine.Names(f.Problem.Snapshot) {
		known = known || name == tool
	}
	switch {
	case settings.Untrusted:
		return "no tool runs in this folder; trust it"
	case !known && f.Problem.Diagnostic.Tool != "":
		return tool + " does not run here; install it, see fettle doctor"
	case why == "" && len(evidence.Doubts(f.Evidence)) > 0:
		return oneLine(strings.Join(evidence.Doubts(f.Evidence), "; "))
	case why == "" || why == "no tool to ask":
		return "no tool could look at it; see fettle doctor"
	}
	return oneLine(why) + "; see fettle doctor"
}

// failed is the notification fettle/failed, for clients that show buttons of
// their own next to what failed.
type failed struct {
	Message text.Shown    `json:"message"`
	Details text.Markdown `json:"details"` // "" if the message is all
	Next    string        `json:"next"`    // "model", "trust", "doctor" or "log"
}

// fail shows the user why a fix was not applied: one line, and the way to the
// rest.
func (s *Server) fail(j *job, err error) {
	c, settings, _ := s.state()
	var d *fixer.Decline
	var gates []verify.Result
	if errors.As(err, &d) {
		gates = d.Gates
	}
	cause := strings.TrimSpace(j.title + ": " + oneLine(words.Error(err)))
	if d != nil && words.Next(d) != "" && d.Next == "" {
		cause += "; " + words.Next(d)
	}
	s.keepWhy(cause, gates, d, j.each...)
	if !c.failures {
		s.show(messageWarning, "", declineLine(err, cmp.Or(settings.Client.Details, "fettle.why"),
			messageWidth-len("fettle: ")))
		return
	}
	line := declineLine(err, "Show Details", failedWidth)
	s.log.Info("message", "text", line)
	s.notify("fettle/failed", failed{Message: text.Shown(line), Details: s.lastWhy(),
		Next: nextButton(d, settings.Untrusted)})
}

// failedWidth is how much of a failure clients show that have room for it.
const failedWidth = 300

// nextButton names what helps after a decline.
func nextButton(d *fixer.Decline, untrusted bool) string {
	switch {
	case untrusted:
		return "trust"
	case d != nil && (d.Code == fixer.DeclineNoModel || d.Code == fixer.DeclineModel):
		return "model"
	}
	return "log"
}

// keepWhy keeps how a fix ended, for people, and why the rest of several is left.
func (s *Server) keepWhy(line string, gates []verify.Result, d *fixer.Decline, left ...string) {
	var b strings.Builder
	b.WriteString("# The last fix\n\n" + oneLine(line) + "\n")
	if len(left) > 0 {
		b.WriteString("\nWhat is left:\n\n")
	}
	for _, one := range left {
		b.WriteString("- " + oneLine(one) + "\n")
	}
	if len(gates) > 0 {
		b.WriteString("\n| check | result | |\n|---|---|---|\n")
	}
	for _, g := range gates {
		fmt.Fprintf(&b, "| %s | %s | %s |\n", g.Gate, g.State, strings.ReplaceAll(oneLine(g.Detail), "|", "\\|"))
	}
	if d != nil && d.Asks > 0 {
		fmt.Fprintf(&b, "\nAsks of the model: %d\n", d.Asks)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.why = text.Markdown(b.String())
}

func (s *Server) lastWhy() text.Markdown {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.why
}

// commandWhy answers with how the last fix ended: the whole reason, and what each
// check said.
func (s *Server) commandWhy(a arguments) (rpc.Work, error) {
	md := s.lastWhy()
	if md == "" {
		s.show(messageInfo, "", "no fix has ended yet")
		return answerNull, nil
	}
	return func(ctx context.Context) (any, error) {
		s.shown(ctx, a, "why.md", md)
		return explained{md}, nil
	}, nil
}
