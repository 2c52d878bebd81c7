package langserver

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/fettle-dev/fettle/internal/limits"
	"github.com/fettle-dev/fettle/internal/text"
)

// Diagnostic is what a server says is wrong with a text.
type Diagnostic struct {
	Source, Code, Message string
	Severity              int // 1 error … 4 hint, as the protocol counts; 0 if it says none
	Span                  text.Span
	Tags                  []int
	Fix                   *Fix // where it was asked for and is one

	raw json.RawMessage // as the server has to receive it
}

// Diagnostics asks what is wrong with a text, whatever lies on the disk. The
// text is shown to the server for this question only: afterwards the file is
// again what it is on the disk. Questions of this kind come one after the
// other.
func (s *Server) Diagnostics(ctx context.Context, doc text.Snapshot) ([]Diagnostic, error) {
	return s.diagnostics(ctx, doc, nil)
}

// Fixable is [Server.Diagnostics] with the server's fix of each.
func (s *Server) Fixable(ctx context.Context, doc text.Snapshot) ([]Diagnostic, error) {
	return s.diagnostics(ctx, doc, (*session).fix)
}

type asksFix func(*session, context.Context, string, text.Snapshot, Diagnostic) (*Fix, error)

func (s *Server) diagnostics(ctx context.Context, doc text.Snapshot, fix asksFix) ([]Diagnostic, error) {
	c, err := s.session(ctx)
	if err != nil {
		return nil, err
	}
	select {
	case c.checking <- struct{}{}:
		defer func() { <-c.checking }()
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	uri := fileURI(doc.Path)
	heard := c.listen(uri)
	defer c.listen("")
	if err := c.open(uri, doc); err != nil {
		return nil, err
	}
	defer func() { _ = c.didClose(uri) }()
	list, err := c.report(ctx, uri, doc, heard)
	if err != nil {
		return nil, err
	}
	s.answered()
	if fix == nil {
		return list, nil
	}
	if len(list) > 0 && !c.publishes && !c.handsOn && !c.pulls.Load() {
		c.published(ctx, heard)
	}
	for i := range list {
		if list[i].Fix, err = fix(c, ctx, uri, doc, list[i]); err != nil {
			return nil, err
		}
	}
	return list, nil
}

// published waits for a server to have published what it has answered: gopls has fixes for that alone, and analyzers
// come later (findMatchingDiagnostics of
// https://github.com/golang/tools/blob/gopls/v0.21.0/gopls/internal/server/code_action.go).
func (c *session) published(ctx context.Context, heard chan published) {
	late := time.NewTimer(limits.ServerSettleMax)
	defer late.Stop()
	for {
		select {
		case <-heard:
			late.Reset(2 * limits.ServerSettleMin)
		case <-late.C:
			return
		case <-c.conn.Done():
			return
		case <-ctx.Done():
			return
		}
	}
}

// report returns what the server says of a text that is open.
func (c *session) report(ctx context.Context, uri string, doc text.Snapshot, heard chan published) (
	[]Diagnostic, error) {
	if c.handsOn {
		return c.tsserver(ctx, uri, doc)
	}
	var raw []json.RawMessage
	var err error
	var f *fault
	if !c.publishes {
		raw, err = c.pull(ctx, uri)
	}
	answersNone := errors.As(err, &f) && (f.Code == methodNotFound || f.Code == invalidRequest)
	if answersNone || err == nil && c.forFixes && !c.pulls.Load() { // oxlint has an empty answer, and publishes
		c.publishes = true // guarded by checking
	}
	switch {
	case c.publishes:
		raw, err = c.settled(ctx, heard)
	case err == nil && len(raw) == 0 && !c.pulls.Load() && !c.looks:
		err = c.confirmed(ctx, heard)
	}
	if err != nil {
		return nil, err
	}
	return decodeDiagnostics(raw, doc, c.encoding), nil
}

var errUnversioned = errors.New("the language server does not say of which text it speaks")

// confirmed waits for a server that has an empty answer, without having said that it answers such questions, to publish
// something about the text. oxlint has one for every text, and publishes what it found without a version: that nothing
// is wrong does not follow. pyright publishes without one as well, the same as it answers.
func (c *session) confirmed(ctx context.Context, heard chan published) error {
	select {
	case p := <-heard:
		if p.version == nil && len(p.items) > 0 {
			return errUnversioned
		}
		c.looks = p.version != nil // guarded by checking
		return nil
	case <-time.After(limits.ServerSettleMax):
		return errors.New("the language server answers no question about diagnostics, and publishes none")
	case <-c.conn.Done():
		return c.cause()
	case <-ctx.Done():
		return fmt.Errorf("waiting for the language server: %w", ctx.Err())
	}
}

// open shows a text that no other question is about. A copy that one had opened
// is closed first.
func (c *session) open(uri string, doc text.Snapshot) error {
	c.mu.Lock()
	_, shown := c.docs.open[uri]
	delete(c.docs.open, uri)
	c.version++
	version := c.version
	c.mu.Unlock()
	if shown {
		if err := c.didClose(uri); err != nil {
			return err
		}
	}
	return c.didOpen(uri, doc, version)
}

// pull asks for the diagnostics.
func (c *session) pull(ctx context.Context, uri string) ([]json.RawMessage, error) {
	raw, err := c.ask(ctx, "textDocument/diagnostic", map[string]any{"textDocument": map[string]any{"uri": uri}})
	if err != nil {
		return nil, err
	}
	var report struct {
		Kind  string
		Items []json.RawMessage
	}
	if json.Unmarshal(raw, &report) != nil || report.Kind == "unchanged" { // gopls leaves the kind of a full one empty
		return nil, errors.New("the language server gave no full report")
	}
	return report.Items, nil
}

const (
	invalidRequest  = -32600
	methodNotFound  = -32601
	serverCancelled = -32802
	contentModified = -32801
	retryTime       = 50 * time.Millisecond
)

// published is one publication about the document that is listened to.
type published struct {
	version *int
	items   []json.RawMessage
}

// listen starts hearing what is published about a document; "" ends it.
func (c *session) listen(uri string) chan published {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.ear, c.heard = uri, nil
	if uri != "" {
		c.heard = make(chan published, limits.ServerOutbox)
	}
	return c.heard
}

// hear passes a publication on; one that finds no room is followed by others.
func (c *session) hear(params json.RawMessage) {
	var p struct {
		URI         string            `json:"uri"`
		Version     *int              `json:"version"`
		Diagnostics []json.RawMessage `json:"diagnostics"`
	}
	if json.Unmarshal(params, &p) != nil {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.heard == nil || !sameFile(p.URI, c.ear) || p.Version != nil && *p.Version != c.version {
		return
	}
	select {
	case c.heard <- published{p.Version, p.Diagnostics}:
	default:
	}
}

func sameFile(a, b string) bool {
	x, okX := filePath(a)
	y, okY := filePath(b)
	return a == b || okX && okY && x == y
}

// settled waits for a server to have said all about the text that was opened.
// One that needed long for its first word may need as long for the next.
func (c *session) settled(ctx context.Context, heard chan published) ([]json.RawMessage, error) {
	var last []json.RawMessage
	var quiet <-chan time.Time
	opened, pause := time.Now(), time.Duration(0)
	if err := c.loaded(ctx); err != nil {
		return nil, err
	}
	for {
		select {
		case p := <-heard:
			if p.version == nil && c.forFixes {
				return p.items, nil
			}
			if p.version == nil {
				return nil, errUnversioned
			}
			if pause == 0 {
				pause = min(max(limits.ServerSettleMin, time.Since(opened)), limits.ServerSettleMax)
			}
			last, quiet = p.items, time.After(pause)
		case <-quiet:
			if c.isLoading() {
				if err := c.loaded(ctx); err != nil {
					return nil, err
				}
				quiet = time.After(pause)
				continue
			}
			return last, c.loaded(ctx)
		case <-c.conn.Done():
			return nil, c.cause()
		case <-ctx.Done():
			return nil, fmt.Errorf("waiting for the language server: %w", ctx.Err())
		}
	}
}

// decodeDiagnostics reads what a server sent; a malformed one costs only itself.
func decodeDiagnostics(raw []json.RawMessage, doc text.Snapshot, enc text.Encoding) []Diagnostic {
	out := []Diagnostic{}
	for _, r := range raw[:min(len(raw), limits.DiagnosticsPerFile)] {
		var d struct {
			Range *struct {
				Start, End text.Position
			} `json:"range"`
			Severity int             `json:"severity"`
			Code     json.RawMessage `json:"code"`
			Source   string          `json:"source"`
			Message  string          `json:"message"`
			Tags     []int           `json:"tags"`
		}
		if json.Unmarshal(r, &d) != nil || d.Range == nil {
			continue
		}
		start := doc.Offset(d.Range.Start, enc)
		out = append(out, Diagnostic{Source: d.Source, Code: strings.Trim(string(d.Code), `"`), Message: d.Message,
			Severity: d.Severity, Tags: d.Tags, raw: r,
			Span: text.Span{Start: start, End: max(start, doc.Offset(d.Range.End, enc))}})
	}
	return out
}
