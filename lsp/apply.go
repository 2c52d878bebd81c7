package lsp

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/fettle-dev/fettle/edits"
	"github.com/fettle-dev/fettle/edits/fixer"
	"github.com/fettle-dev/fettle/edits/verify"
	"github.com/fettle-dev/fettle/internal/engine/learning"
	"github.com/fettle-dev/fettle/internal/limits"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/lsp/document"
)

// errStale says that the document moved on where the fix belongs.
var errStale = errors.New("document changed, fix not applied")

// deliver sends a finished fix as one versioned workspace edit, if the document
// still is what the fix was made for, and reports how that went. It holds no
// slot: the client may ask its user first.
func (s *Server) deliver(ctx context.Context, j *job, f fixer.Fix) {
	j.progress.stage(fixer.Stage{Name: "applying"})
	c, settings, _ := s.state()
	if !c.applyEdit {
		s.declined(ctx, j, errors.New("this editor accepts no edits from a server"))
		return
	}
	snap, list, err := s.current(ctx, f)
	var note *annotation
	if err == nil && s.wantsPreview(settings, f) {
		if note, err = s.preview(ctx, c, settings, j, f); errors.Is(err, errDiscarded) {
			s.discard(j, f, snap)
			return
		}
		if err == nil && note == nil { // the text may have changed while the user looked
			snap, list, err = s.current(ctx, f)
		}
	}
	if err != nil {
		s.declined(ctx, j, err)
		return
	}
	s.apply(ctx, c, j, f, snap, list, note)
}

// apply sends the edits of a fix, again when the user typed while they were on
// their way, and reports how that went.
func (s *Server) apply(ctx context.Context, c client, j *job, f fixer.Fix, snap text.Snapshot, list []text.Edit,
	note *annotation) {
	defer s.jobs.forget(j)
	for tries := applyTries; ; tries-- {
		after, err := snap.Apply(list)
		if err != nil {
			s.declined(ctx, j, fmt.Errorf("internal error: the edit does not fit: %w", err))
			return
		}
		s.jobs.await(j, after.Hash())
		if s.movedOn(snap) { // before anybody waited for that: nobody would hear of it
			if snap, list, err = s.current(ctx, f); err == nil {
				err = ctx.Err()
			}
			if err != nil {
				s.declined(ctx, j, err)
				return
			}
			continue
		}
		sent := s.sendEdit(applyEditParams{Label: text.Shown(clip(j.title, titleWidth)),
			Edit: s.workspaceEdit(c, snap, list, note)})
		result, ended, err := s.answered(ctx, j, sent)
		switch {
		case ended:
			return
		case errors.Is(err, errNoAnswer):
			s.log.Warn("edit unconfirmed: the editor gave no answer", "signal", j.code)
		case err == nil && result.Applied:
			s.confirmed(ctx, j, f, snap)
			return
		case note != nil && err == nil && s.discarded(snap, result):
			s.discard(j, f, snap)
			return
		default:
			err = errors.New("the editor refused the edit: " + refusal(result.FailureReason, err))
			if note == nil && tries > 1 && s.changes(ctx, j, snap) {
				if snap, list, err = s.current(ctx, f); err == nil {
					continue
				}
			}
		}
		s.declined(ctx, j, err)
		return
	}
}

// movedOn reports whether a document has changed since a snapshot. The steps know
// of a change before the jobs that wait for one, and the documents only later.
func (s *Server) movedOn(snap text.Snapshot) bool {
	steps, _ := s.steps.Since(snap)
	doc, ok := s.docs.Get(snap.URI)
	return len(steps) > 0 || !ok || doc.Snapshot.Incarnation != snap.Incarnation || doc.Snapshot.Hash() != snap.Hash()
}

// applyTries is how often an edit is sent for a text that moves on each time.
const applyTries = 5

var errNoAnswer = errors.New("the editor did not answer the edit")

// editAnswer is the client's answer to an edit that was sent.
type editAnswer struct {
	result applyEditResult
	err    error
}

// sendEdit has the client apply an edit. It waits for the answer even when the job
// is cancelled meanwhile, as an edit cannot be called back.
// https://microsoft.github.io/language-server-protocol/specifications/lsp/3.17/specification/#workspace_applyEdit
func (s *Server) sendEdit(params applyEditParams) <-chan editAnswer {
	answer := make(chan editAnswer, 1)
	s.conn.Go("edit", func(ctx context.Context) {
		limited, done := context.WithTimeout(ctx, limits.ClientApplyEdit)
		defer done()
		var a editAnswer
		a.err = s.conn.Call(limited, "workspace/applyEdit", params, &a.result)
		if a.err != nil && limited.Err() != nil {
			a.err = errNoAnswer
		}
		answer <- a
	})
	return answer
}

// answered waits for what the client did with an edit. ended reports that the job
// was cancelled meanwhile, which the user was shown.
func (s *Server) answered(ctx context.Context, j *job,
	sent <-chan editAnswer) (result applyEditResult, ended bool, err error) {
	select {
	case a := <-sent:
		return a.result, false, a.err
	case <-ctx.Done():
		s.declined(ctx, j, ctx.Err())
		if a := <-sent; a.err == nil && a.result.Applied {
			s.leftBehind(j)
		}
		return result, true, ctx.Err()
	}
}

// leftBehind notifies the user of an edit that the client applied while its fix was being
// cancelled or its document closed, unless the text became what it should be at once.
func (s *Server) leftBehind(j *job) {
	select {
	case <-j.arrived:
	case <-time.After(s.confirmIn):
	}
	if !isClosed(j.arrived) || isClosed(j.moved) {
		s.show(messageWarning, "", "an edit was applied while its fix was being cancelled; check it, or undo")
	}
}

// changes waits for the change of the document that made the client refuse an
// edit: some editors send their changes late.
func (s *Server) changes(ctx context.Context, j *job, sent text.Snapshot) bool {
	if doc, ok := s.docs.Get(sent.URI); !ok || doc.Snapshot.Hash() != sent.Hash() {
		return true
	}
	select {
	case <-j.moved:
		return true
	case <-ctx.Done():
	case <-time.After(s.confirmIn):
	}
	return false
}

// discarded reports whether the user did not want an edit that he was shown:
// nothing has changed that the editor could have refused it for.
func (s *Server) discarded(shown text.Snapshot, result applyEditResult) bool {
	if result.Applied || result.FailureReason != "" && result.FailureReason != errDiscarded.Error() {
		return false
	}
	doc, ok := s.docs.Get(shown.URI)
	return ok && doc.Snapshot.Incarnation == shown.Incarnation && doc.Snapshot.Hash() == shown.Hash()
}

func refusal(reason string, err error) string {
	if reason == "" && err != nil {
		reason = err.Error()
	}
	if reason == "" {
		return "it has probably changed meanwhile"
	}
	return reason
}

// discard ends the job of a fix that the user has seen and does not want.
func (s *Server) discard(j *job, f fixer.Fix, snap text.Snapshot) {
	s.settledAs(learning.Rejected, f, snap)
	s.currentEngine().Ladder().Discard(f)
	s.keepWhy(j.title+": discarded, the text is as it was", f.Gates, nil)
	s.over(j, "not applied")
}

// confirmed waits for the change that the edit must cause: "applied" alone is
// no proof. Neovim says it of an edit that it dropped because the text had changed,
// and VS Code checks the version and applies in two steps, between which the user
// may type (microsoft/vscode-languageserver-node#1756).
func (s *Server) confirmed(ctx context.Context, j *job, f fixer.Fix, before text.Snapshot) {
	select {
	case <-j.arrived:
		s.settledAs(learning.Applied, f, before)
		s.succeed(j, f)
		if s.overwritten(j) {
			s.show(messageWarning, "", "the text changed before the edit; check it, or undo")
			return
		}
		s.stillReported(f, j.expect)
		return
	case <-ctx.Done():
		s.leftBehind(j)
		return
	case <-time.After(s.confirmIn):
	}
	s.log.Warn("edit unconfirmed: the editor says applied, its text does not", "signal", j.code)
	s.keepWhy(j.title+": the editor says that it applied the edit, which its text does not show", f.Gates, nil)
	s.over(j, "not confirmed") // a busy editor may send the change later
	select {
	case <-j.arrived:
		s.settledAs(learning.Applied, f, before)
	case <-j.moved:
		s.show(messageWarning, "", "the text changed before the edit; check it, or undo")
	case <-ctx.Done():
		s.leftBehind(j)
	case <-time.After(confirmLate * s.confirmIn):
	}
}

// overwritten reports whether an editor has put an edit over what was typed before it
// came: one that checks no versions. Others send an edit of several places in two
// changes (Neovim sends the first place at once and the rest 150 ms later, unless the
// buffer is new: runtime/lua/vim/lsp/_changetracking.lua, next_debounce).
func (s *Server) overwritten(j *job) bool {
	c, _, _ := s.state()
	return !c.versioned && isClosed(j.moved)
}

// confirmLate is how many times longer an edit's change is waited for without a message.
const confirmLate = 9

// current fits a fix to the document as it is now: unchanged, moved by whole
// lines, or stale.
func (s *Server) current(ctx context.Context, f fixer.Fix) (text.Snapshot, []text.Edit, error) {
	was := f.Problem.Snapshot
	doc, ok := s.docs.Get(was.URI)
	if !ok || doc.Snapshot.Incarnation != was.Incarnation {
		return was, nil, errors.New("document was closed, fix not applied")
	}
	if !doc.Fixable {
		return was, nil, errors.New(doc.Reason)
	}
	now := doc.Snapshot
	if now.Hash() == was.Hash() {
		return now, f.Edits, nil
	}
	steps, known := s.steps.Since(was)
	if !known {
		s.log.Info("fix not moved: the changes since are not known")
		return now, nil, errStale
	}
	moved, reject := edits.Rebase(was, now, f.Windows, f.Edits, steps)
	if reject != nil {
		s.log.Info("fix not moved", "why", reject.Detail)
		return now, nil, errStale
	}
	after, err := now.Apply(moved)
	if err != nil {
		return now, nil, errStale
	}
	// The text around the window is another one: it must still parse.
	report := verify.Run(ctx, verify.Input{Before: now, After: after.Text(), Source: verify.ToolSafe})
	if report.Verdict == verify.Rejected {
		s.log.Info("fix not moved: it no longer fits", "results", report.Results)
		return now, nil, errStale
	}
	return now, moved, nil
}

// workspaceEdit makes the editor's form of edits on a snapshot. A document
// whose editor counts no versions gets none named.
// https://microsoft.github.io/language-server-protocol/specifications/lsp/3.17/specification/#workspaceEdit
func (s *Server) workspaceEdit(c client, snap text.Snapshot, list []text.Edit, note *annotation) workspaceEdit {
	if c.wholeLines {
		list = document.WholeLines(snap, list)
	}
	out := make([]textEdit, len(list))
	for i, e := range list {
		out[i] = textEdit{Range: rangeOf(snap, e.Span, c.encoding), NewText: e.New}
		if note != nil {
			out[i].Annotation = "fettle"
		}
	}
	if !c.versioned {
		return workspaceEdit{Changes: map[string][]textEdit{snap.URI: out}}
	}
	version := &snap.Version
	if doc, ok := s.docs.Get(snap.URI); snap.Incarnation == 0 || ok && doc.NoVersion { // what lies on the disk has none
		version = nil
	}
	we := workspaceEdit{DocumentChanges: []documentEdit{{versionedDocument{snap.URI, version}, out}}}
	if note != nil {
		we.Annotations = map[string]annotation{"fettle": *note}
	}
	return we
}
