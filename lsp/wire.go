package lsp

import (
	"encoding/json"

	"github.com/fettle-dev/fettle/edits/fixer"
	"github.com/fettle-dev/fettle/internal/text"
)

// The messages below are spelled out instead of taken from the protocol
// package for one reason: what came from the client must go back as it came. A
// URI keeps the client's spelling, and a diagnostic every byte of it, or the
// client does not recognise its own. VS Code removes the data of diagnostics of other
// servers.

type position struct {
	Line      int `json:"line"`
	Character int `json:"character"`
}

type lspRange struct {
	Start position `json:"start"`
	End   position `json:"end"`
}

func (r lspRange) span(s text.Snapshot, enc text.Encoding) text.Span {
	a := s.Offset(text.Position(r.Start), enc)
	b := s.Offset(text.Position(r.End), enc)
	return text.Span{Start: a, End: max(a, b)}
}

func rangeOf(s text.Snapshot, sp text.Span, enc text.Encoding) lspRange {
	return lspRange{position(s.Position(sp.Start, enc)), position(s.Position(sp.End, enc))}
}

type textEdit struct {
	Range      lspRange `json:"range"`
	NewText    string   `json:"newText"`
	Annotation string   `json:"annotationId,omitempty"`
}

type versionedDocument struct {
	URI     string `json:"uri"`
	Version *int32 `json:"version"`
}

type documentEdit struct {
	Document versionedDocument `json:"textDocument"`
	Edits    []textEdit        `json:"edits"`
}

type annotation struct {
	Label             text.Shown `json:"label"`
	NeedsConfirmation bool       `json:"needsConfirmation,omitzero"`
	Description       text.Shown `json:"description,omitempty"`
}

type workspaceEdit struct {
	Changes         map[string][]textEdit `json:"changes,omitempty"`
	DocumentChanges []documentEdit        `json:"documentChanges,omitempty"`
	Annotations     map[string]annotation `json:"changeAnnotations,omitempty"`
}

type command struct {
	Title     text.Shown `json:"title"`
	Command   string     `json:"command"`
	Arguments []any      `json:"arguments,omitempty"`
}

type disabled struct {
	Reason text.Shown `json:"reason"`
}

type codeAction struct {
	Title       text.Shown        `json:"title"`
	Kind        string            `json:"kind,omitempty"`
	Diagnostics []json.RawMessage `json:"diagnostics,omitempty"`
	Preferred   bool              `json:"isPreferred,omitzero"`
	Disabled    *disabled         `json:"disabled,omitempty"`
	Edit        *workspaceEdit    `json:"edit,omitempty"`
	Command     *command          `json:"command,omitempty"`
	Tags        []int             `json:"tags,omitempty"`

	fix     *fixer.Fix // that the edit makes
	cancels bool       // it ends a job
}

type textDocument struct {
	URI string `json:"uri"`
}

type applyEditParams struct {
	Label text.Shown    `json:"label,omitempty"`
	Edit  workspaceEdit `json:"edit"`
}

type applyEditResult struct {
	Applied       bool   `json:"applied"`
	FailureReason string `json:"failureReason"`
}

// explained answers the commands that show a document.
type explained struct {
	Markdown text.Markdown `json:"markdown"`
}

type messageParams struct {
	Type    int        `json:"type"`
	Message text.Shown `json:"message"`
}

// The types of window/showMessage.
const (
	messageError   = 1
	messageWarning = 2
	messageInfo    = 3
)

// askParams is a message with buttons.
type askParams struct {
	Type    int        `json:"type"`
	Message text.Shown `json:"message"`
	Actions []choice   `json:"actions"`
}

// choice is a button, as it is sent and as it comes back.
type choice struct {
	Title text.Shown `json:"title"`
}
