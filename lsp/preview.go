package lsp

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/fettle-dev/fettle/edits/diff"
	"github.com/fettle-dev/fettle/edits/evidence"
	"github.com/fettle-dev/fettle/edits/fixer"
	"github.com/fettle-dev/fettle/internal/config"
	"github.com/fettle-dev/fettle/internal/limits"
	"github.com/fettle-dev/fettle/internal/text"
)

// How a fix is shown before it is applied depends on what the client can: an
// annotation that needs confirmation, else a message with buttons, else it
// cannot be shown.
// https://microsoft.github.io/language-server-protocol/specifications/lsp/3.17/specification/#changeAnnotation

// errDiscarded says that the user does not want the fix.
var errDiscarded = errors.New("discarded")

// previewLines is how many lines of the diff an annotation shows.
const previewLines = 12

// wantsPreview reports whether a fix is shown before it is applied.
func (s *Server) wantsPreview(settings config.Settings, f fixer.Fix) bool {
	switch settings.Preview {
	case "ask":
		return true
	case "unverified":
		return !f.Checked()
	}
	return settings.Preview == "unchecked" && f.Grade() == evidence.Unchecked
}

// preview asks the user. With an annotation the client will ask when the edit
// arrives; nil without an error means that the user has agreed already.
func (s *Server) preview(ctx context.Context, c client, settings config.Settings, j *job,
	f fixer.Fix) (*annotation, error) {
	changes := diff.Unified(filepath.Base(f.Problem.Snapshot.Path), f.Problem.Snapshot.Text(), f.Text())
	label := clip(fmt.Sprintf("%s: %s", j.progress.title, diff.Counted(changes)), titleWidth)
	switch {
	case c.annotations:
		return &annotation{Label: text.Shown(clip(label+"; "+judgement(f), titleWidth)), NeedsConfirmation: true,
			Description: text.Shown(judgement(f) + "\n" + diff.Beginning(changes, previewLines))}, nil
	case c.askUser:
		question := fmt.Sprintf("%s in %s (%s)", label, filepath.Base(f.Problem.Snapshot.Path), f.Grade())
		return nil, s.askFirst(ctx, c, j, clip(question, messageWidth), changes)
	case settings.Preview == "ask":
		return nil, errors.New("this editor cannot show a preview; set preview to off")
	}
	return nil, nil // what is missing is said at its end
}

// askFirst lets the user apply, look at, or discard changes.
func (s *Server) askFirst(ctx context.Context, c client, j *job, question, changes string) error {
	const apply, show = "Apply", "Show diff"
	buttons := []choice{{apply}, {show}, {"Discard"}}
	if !c.showDocument || s.opts.State == "" {
		buttons = []choice{{apply}, {"Discard"}}
	}
	limited, done := context.WithTimeout(ctx, limits.ClientMessage)
	defer done()
	name := "preview-" + j.id + ".diff"
	defer s.unshow(name)
	for {
		var answer *choice
		ask := askParams{messageInfo, text.Shown(question), buttons}
		err := s.conn.Call(limited, "window/showMessageRequest", ask, &answer)
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case err != nil || answer == nil:
			return errDiscarded
		case answer.Title == apply:
			return nil
		case answer.Title != show:
			return errDiscarded
		}
		if err := s.showDocument(limited, name, changes); err != nil {
			return fmt.Errorf("cannot show the diff: %w", err)
		}
	}
}

// judgement names the witnesses of a checked fix, "ruff is content", else its grade and why:
// "unsure: adds a default".
func judgement(f fixer.Fix) string {
	if f.Checked() {
		return cmp.Or(evidence.Short(f.Evidence), f.Grade().String())
	}
	if why := evidence.Doubts(f.Evidence); len(why) > 0 && f.Grade() == evidence.Unsure {
		return f.Grade().String() + ": " + oneLine(strings.Join(why, "; "))
	}
	return f.Grade().String()
}
