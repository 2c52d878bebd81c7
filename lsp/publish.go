package lsp

import (
	"cmp"
	"sync"

	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/lsp/document"
	"github.com/fettle-dev/fettle/providers/signal"
)

// Diagnostics belong to the tools' own servers: showing what our runs found, too,
// would show most problems twice. Editors without those servers get them with
// the setting linters.publish.

// publishSource is the source of what we publish. A diagnostic that comes back
// under it is our own, and known already.
const publishSource = "fettle"

// published are the documents of which the editor shows something of ours.
type published struct {
	mu   sync.Mutex
	uris map[string]bool
}

type publishParams struct {
	URI         string       `json:"uri"`
	Version     *int32       `json:"version,omitempty"`
	Diagnostics []diagnostic `json:"diagnostics"`
}

type diagnostic struct {
	Range    lspRange        `json:"range"`
	Severity signal.Severity `json:"severity"`
	Code     string          `json:"code,omitempty"`
	Page     *page           `json:"codeDescription,omitempty"`
	Source   string          `json:"source"`
	Message  text.Shown      `json:"message"`
	Tags     []int           `json:"tags,omitempty"`
}

// page is the address of a tool's own words about a rule.
type page struct {
	Address string `json:"href"`
}

// publish sends the editor what our own runs found in the newest text of a
// document, where the settings ask for that; else that there is nothing.
// https://microsoft.github.io/language-server-protocol/specifications/lsp/3.17/specification/#textDocument_publishDiagnostics
func (s *Server) publish(uri string) {
	s.published.mu.Lock() // states are sent in the order in which they are read
	defer s.published.mu.Unlock()
	doc, open := s.docs.Get(uri)
	params := publishParams{URI: uri, Diagnostics: []diagnostic{}}
	if open {
		found, known := s.ownDiagnostics(doc)
		if !known {
			return // the text has moved on; its own run reports it
		}
		params.Diagnostics = found
		if !doc.NoVersion && s.publishes(doc) {
			params.Version = &doc.Snapshot.Version
		}
	}
	if len(params.Diagnostics) == 0 && !s.published.uris[uri] {
		return
	}
	if s.published.uris == nil {
		s.published.uris = map[string]bool{}
	}
	s.published.uris[uri] = len(params.Diagnostics) > 0
	if err := s.conn.Notify("textDocument/publishDiagnostics", params); err != nil {
		s.log.Debug("not published", "err", err)
	}
}

// ownDiagnostics returns what our own runs found in the newest text of a document, as
// far as the settings have it published; false if that is not known.
func (s *Server) ownDiagnostics(doc document.Document) ([]diagnostic, bool) {
	out := []diagnostic{}
	if !s.publishes(doc) {
		return out, true
	}
	found, known := s.diags.Own(doc.Snapshot)
	c, _, _ := s.state()
	for _, d := range found {
		shown := diagnostic{Range: rangeOf(doc.Snapshot, d.Span, c.encoding), Severity: d.Severity, Code: d.Code,
			Source: publishSource, Message: text.Shown(d.Tool + ": " + d.Message)}
		if address := cmp.Or(d.Doc, signal.Link(d.Tool, d.Code)); address != "" {
			shown.Page = &page{address}
		}
		for _, t := range d.Tags {
			shown.Tags = append(shown.Tags, int(t))
		}
		out = append(out, shown)
	}
	return out, known
}

func (s *Server) publishes(doc document.Document) bool {
	_, settings, _ := s.state()
	return settings.Publish && settings.LinterRun != "never" && s.protected(doc.Snapshot.Path) == ""
}
