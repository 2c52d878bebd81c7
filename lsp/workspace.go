package lsp

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/fettle-dev/fettle/edits/diff"
	"github.com/fettle-dev/fettle/edits/evidence"
	"github.com/fettle-dev/fettle/edits/fixer"
	"github.com/fettle-dev/fettle/internal/files"
	"github.com/fettle-dev/fettle/internal/limits"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/lsp/document"
	"github.com/fettle-dev/fettle/lsp/rpc"
	"github.com/fettle-dev/fettle/lsp/tally"
)

// A folder is fixed as one change: the tools look at all fixes of all files together, the user sees them as one diff,
// and the editor makes them with one edit, or none. Of documents that are open the editor's text counts.

// rewritten is a file of a folder with the fixes for it.
type rewritten struct{ before, after text.Snapshot }

// commandFixWorkspace fixes what needs no model in all files of the folder that a document belongs to: what is proved,
// and where that is asked for also what tools have only looked at.
func (s *Server) commandFixWorkspace(a arguments) (rpc.Work, error) {
	path := s.asked(a)
	c, settings, _ := s.state()
	if !c.askUser && settings.Preview != "off" {
		s.show(messageWarning, "", "this editor cannot show what would change; use fettle fix in a terminal")
		return answerNull, nil
	}
	worst := evidence.Proved
	if objectOf(a.raw).bool("checked") {
		worst = evidence.Checked
	}
	s.work("", "workspace", task{progress: "Fix workspace", name: "workspace", title: "fix workspace"},
		func(ctx context.Context, j *job) {
			if err := s.fixFolder(ctx, j, path, fixer.Choice{Deterministic: true, Worst: worst}); err != nil {
				s.declined(ctx, j, err)
			}
		})
	return answerNull, nil
}

// fixFolder makes the fixes, shows them, and sends them.
func (s *Server) fixFolder(ctx context.Context, j *job, path string, c fixer.Choice) error {
	list, fixed, line, err := s.folderFixes(ctx, j, path, c)
	if err != nil || len(list) == 0 {
		if err == nil {
			s.keepWhy(line, nil, nil, j.each...)
			s.over(j, line)
		}
		return err
	}
	client, settings, _ := s.state()
	var changes strings.Builder
	for _, f := range list {
		changes.WriteString(diff.Unified(filepath.ToSlash(f.before.Path), f.before.Text(), f.after.Text()))
	}
	label := fmt.Sprintf("Fix workspace: %s in %s", counted(fixed, "problem"), counted(len(list), "file"))
	if settings.Preview != "off" { // an annotation would show the first file of several
		question := clip(label+" ("+c.Worst.String()+" fixes)", messageWidth)
		if err := s.askFirst(ctx, client, j, question, changes.String()); errors.Is(err, errDiscarded) {
			s.keepWhy(j.title+": discarded, all files are as they were", nil, nil)
			s.over(j, "not applied")
			return nil
		} else if err != nil {
			return err
		}
	}
	edit, err := s.folderEdit(client, list)
	if err != nil {
		return err
	}
	result, ended, err := s.answered(ctx, j, s.sendEdit(applyEditParams{Label: text.Shown(label), Edit: edit}))
	switch {
	case ended:
		return nil
	case err != nil || !result.Applied:
		return errors.New("the editor refused the edit: " + refusal(result.FailureReason, err))
	case !s.folderConfirmed(ctx, list):
		line = "not confirmed: open documents are not what the edit makes of them"
	}
	s.keepWhy(line, nil, nil, j.each...)
	s.over(j, line)
	if !j.progress.shown {
		s.show(messageInfo, "", line)
	}
	return nil
}

// folderFixes returns the files of a folder that fixes change, how many findings are fixed, and what became of all, in
// a line.
func (s *Server) folderFixes(ctx context.Context, j *job, path string, c fixer.Choice) (out []rewritten, fixed int,
	line string, err error) {
	select {
	case s.jobs.slots <- struct{}{}:
		defer func() { <-s.jobs.slots }()
	case <-ctx.Done():
		return nil, 0, "", ctx.Err()
	}
	s.prefetches.Yield()
	engine := s.build()
	root := engine.Root(path)
	if root == "" {
		return nil, 0, "", errors.New("no folder is open")
	}
	j.progress.stage(fixer.Stage{Name: "looking for files"})
	list, err := s.opts.Fixable(ctx, engine, root)
	if err != nil {
		return nil, 0, "", err
	}
	for i, at := range list {
		if doc, ok := s.docs.Get(document.URI(at.Path)); ok {
			list[i] = doc.Snapshot
		}
	}
	results, err := engine.Several(ctx, root, list, c, func(words string) { j.progress.stage(fixer.Stage{Name: words}) })
	if err != nil {
		return nil, 0, "", err
	}
	var all []fixer.Outcome
	for i, r := range results {
		_, each := tally.Of(r.Outcomes, engine.Ladder().Table)
		for _, one := range each {
			j.each = append(j.each, files.Relative(root, list[i].Path)+", "+one)
		}
		for _, o := range r.Outcomes {
			if all = append(all, o); o.Applied {
				fixed++
			}
		}
		if r.Final.Hash() != list[i].Hash() {
			out = append(out, rewritten{list[i], r.Final})
		}
	}
	of := counted(len(list), "file")
	if len(all) == 0 {
		return nil, 0, "nothing to fix in " + of, nil
	}
	line, _ = tally.Of(all, engine.Ladder().Table)
	return out, fixed, fmt.Sprintf("%s; %d of %s changed", line, len(out), of), nil
}

// folderEdit is one edit for all files. Those that are not open must still be on the disk what was fixed, and the
// editor checks the versions of the others.
func (s *Server) folderEdit(c client, list []rewritten) (workspaceEdit, error) {
	var out workspaceEdit
	for _, f := range list {
		changed := fmt.Errorf("%s has changed meanwhile, nothing was applied", filepath.Base(f.before.Path))
		snap := f.before
		if doc, open := s.docs.Get(document.URI(snap.Path)); open {
			if snap = doc.Snapshot; snap.Hash() != f.before.Hash() {
				return out, changed
			}
		} else if now, err := files.Read(snap.Path, limits.FixFile); err != nil || string(now.Data) != snap.Text() {
			return out, changed
		} else {
			snap.URI = document.URI(snap.Path)
		}
		out.add(s.workspaceEdit(c, snap, diff.Minimal(f.before.Text(), f.after.Text()), nil))
	}
	return out, nil
}

// add puts what another edit does into one.
func (w *workspaceEdit) add(more workspaceEdit) {
	w.DocumentChanges = append(w.DocumentChanges, more.DocumentChanges...)
	for uri, edits := range more.Changes {
		if w.Changes == nil {
			w.Changes = map[string][]textEdit{}
		}
		w.Changes[uri] = edits
	}
}

// folderConfirmed waits for the open documents to be what the edit makes of them: "applied" alone is no proof, see
// [Server.confirmed].
func (s *Server) folderConfirmed(ctx context.Context, list []rewritten) bool {
	late := time.After(s.confirmIn)
	for {
		if !slices.ContainsFunc(list, func(f rewritten) bool {
			doc, open := s.docs.Get(document.URI(f.before.Path))
			return open && doc.Snapshot.Hash() != f.after.Hash()
		}) {
			return true
		}
		select {
		case <-ctx.Done():
			return false
		case <-late:
			return false
		case <-time.After(limits.ProgressEvery):
		}
	}
}

// counted is a number of things: "1 file", "3 files".
func counted(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return fmt.Sprintf("%d %ss", n, thing)
}
