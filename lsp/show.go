package lsp

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"github.com/fettle-dev/fettle/internal/files"
	"github.com/fettle-dev/fettle/internal/limits"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/lsp/document"
)

// Editors without glue of ours show what a command answers as a document: the
// server writes it into its state folder, readable for the user alone, and asks
// the client to open it.
// https://microsoft.github.io/language-server-protocol/specifications/lsp/3.17/specification/#window_showDocument

// stateFile returns the full name of a file in the state folder.
func (s *Server) stateFile(name string) string { return filepath.Join(s.opts.State, "shown", name) }

// showDocument writes a file and has the client open it.
func (s *Server) showDocument(ctx context.Context, name, content string) error {
	path := s.stateFile(name)
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return err
	}
	if err := files.WriteOwn(path, []byte(content)); err != nil { // never through a link that somebody has put there
		return err
	}
	limited, done := context.WithTimeout(ctx, limits.ClientRegister)
	defer done()
	var answer struct {
		Success bool `json:"success"`
	}
	err := s.conn.Call(limited, "window/showDocument", map[string]any{"uri": document.URI(path), "takeFocus": true},
		&answer)
	if err == nil && !answer.Success {
		err = fmt.Errorf("the editor does not show %s", name)
	}
	return err
}

// unshow removes what is no longer needed.
func (s *Server) unshow(name string) {
	if s.opts.State != "" {
		_ = os.Remove(s.stateFile(name))
	}
}

// shownHere reports whether a document is one that the server has written.
func (s *Server) shownHere(uri string) bool {
	path, ok := document.Path(uri)
	if !ok || s.opts.State == "" {
		return false
	}
	rel, err := filepath.Rel(s.opts.State, path)
	return err == nil && filepath.IsLocal(rel)
}

// shown shows the text of a command's answer if that was asked for.
func (s *Server) shown(ctx context.Context, a arguments, name string, content text.Markdown) {
	c, _, _ := s.state()
	if !a.show {
		return
	}
	if !c.showDocument || s.opts.State == "" {
		s.show(messageInfo, "", "this editor cannot show documents; see fettle explain")
		return
	}
	if err := s.showDocument(ctx, name, content.String()); err != nil {
		s.log.Warn("not shown", "what", name, "err", err)
		s.show(messageWarning, "", "cannot show the answer; see the log")
	}
}
