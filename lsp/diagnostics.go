package lsp

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"go.lsp.dev/protocol"

	"github.com/fettle-dev/fettle/internal/limits"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/lsp/document"
	"github.com/fettle-dev/fettle/providers/diagnostics"
	"github.com/fettle-dev/fettle/providers/signal"
)

// foreign is a diagnostic of another server, with the bytes the client sent.
type foreign struct {
	signal.Diagnostic
	raw json.RawMessage
}

// decodeDiagnostics salvages what it can: one malformed diagnostic costs only
// itself, one odd member only that member.
func decodeDiagnostics(raw []json.RawMessage, snap text.Snapshot, enc text.Encoding, origin signal.Origin) []foreign {
	out := make([]foreign, 0, min(len(raw), limits.DiagnosticsPerFile))
	for _, r := range raw {
		if len(out) == limits.DiagnosticsPerFile {
			break
		}
		if d, ok := decodeDiagnostic(r, snap, enc); ok && d.Tool != publishSource {
			d.Origin, d.Version = origin, snap.Version
			out = append(out, foreign{d, r})
		}
	}
	return out
}

// wireDiagnostic is a diagnostic as every well-made client sends it.
type wireDiagnostic struct {
	Range    *lspRange         `json:"range"`
	Severity int               `json:"severity"`
	Code     json.RawMessage   `json:"code"`
	Source   string            `json:"source"`
	Message  string            `json:"message"`
	Tags     []int             `json:"tags"`
	Related  []json.RawMessage `json:"relatedInformation"`
}

func decodeDiagnostic(raw json.RawMessage, snap text.Snapshot, enc text.Encoding) (signal.Diagnostic, bool) {
	var w wireDiagnostic
	if protocol.Unmarshal(raw, &w) != nil {
		w = salvage(raw)
	}
	if w.Range == nil {
		return signal.Diagnostic{}, false
	}
	d := signal.Diagnostic{
		Tool:     signal.Tool(w.Source),
		Server:   strings.ToLower(w.Source),
		Code:     decodeCode(w.Code),
		Message:  withoutHelp(w.Message),
		Severity: signal.Error,
		Span:     w.Range.span(snap, enc),
	}
	if w.Severity >= 1 && w.Severity <= 4 {
		d.Severity = signal.Severity(w.Severity)
	}
	for _, t := range w.Tags {
		if t == 1 || t == 2 {
			d.Tags = append(d.Tags, signal.Tag(t))
		}
	}
	for _, r := range w.Related[:min(len(w.Related), maxRelated)] {
		if rel, ok := decodeRelated(r, snap); ok {
			d.Related = append(d.Related, rel)
		}
	}
	return d, true
}

// withoutHelp drops what some tools add behind their message for the eye: it is
// no part of what is wrong, and their own reports do not hold it.
func withoutHelp(message string) string {
	message, _, _ = strings.Cut(message, "\nhelp: ")
	return message
}

// maxRelated caps the further places of one diagnostic.
const maxRelated = 10

// salvage reads a diagnostic member by member: an odd one costs only itself.
func salvage(raw json.RawMessage) wireDiagnostic {
	o := objectOf(raw)
	w := wireDiagnostic{Severity: o.int("severity"), Code: o["code"], Source: o.text("source"), Message: o.text("message"),
		Related: o.list("relatedInformation")}
	var at lspRange
	if len(o["range"]) > 0 && json.Unmarshal(o["range"], &at) == nil {
		w.Range = &at
	}
	if w.Message == "" {
		w.Message = o.text("message", "value") // MarkupContent
	}
	for _, t := range o.list("tags") {
		if n, err := strconv.Atoi(string(t)); err == nil {
			w.Tags = append(w.Tags, n)
		}
	}
	return w
}

func decodeRelated(raw json.RawMessage, snap text.Snapshot) (signal.Related, bool) {
	o := objectOf(raw)
	var at lspRange
	if json.Unmarshal(o.at("location", "range"), &at) != nil {
		return signal.Related{}, false
	}
	path, ok := document.Path(o.text("location", "uri"))
	if !ok {
		return signal.Related{}, false
	}
	if path == snap.Path {
		path = ""
	}
	last := max(at.Start.Line, at.End.Line)
	return signal.Related{Path: path, Lines: text.Lines{Start: at.Start.Line, End: last + 1}, Message: o.text("message")},
		true
}

// decodeCode reads a string or any number as text, and {value: …} of old
// clients.
func decodeCode(raw json.RawMessage) string {
	var s string
	if json.Unmarshal(raw, &s) == nil {
		return s
	}
	var n json.Number
	if json.Unmarshal(raw, &n) == nil {
		return n.String()
	}
	if o := objectOf(raw); o != nil {
		return decodeScalar(o["value"])
	}
	return ""
}

func decodeScalar(raw json.RawMessage) string {
	s := strings.TrimSpace(string(raw))
	if u, err := strconv.Unquote(s); err == nil {
		return u
	}
	if s == "" || s[0] == '{' || s[0] == '[' || s == "null" {
		return ""
	}
	return s
}

// pushDiagnostics receives the full foreign set of one document.
func (s *Server) pushDiagnostics(params json.RawMessage) error {
	o := objectOf(params)
	uri := o.text("uri")
	doc, ok := s.docs.Get(uri)
	if uri == "" || !ok {
		return fmt.Errorf("fettle/diagnostics: document %q is not open", uri)
	}
	c, _, _ := s.state()
	version := diagnostics.Unversioned
	if raw := o["version"]; len(raw) > 0 {
		var v int32
		if json.Unmarshal(raw, &v) == nil {
			version = v
		}
	}
	list := o.list("diagnostics")
	s.diags.Receive(doc.Snapshot, version, func(snap text.Snapshot) []signal.Diagnostic {
		found := decodeDiagnostics(list, snap, c.encoding, signal.FromPush)
		out := make([]signal.Diagnostic, len(found))
		for i, f := range found {
			out[i] = f.Diagnostic
		}
		return out
	})
	return nil
}

// rawOf returns the client's own bytes of a diagnostic, if the client sent it.
func rawOf(d signal.Diagnostic, context []foreign) json.RawMessage {
	for _, f := range context {
		if f.Code == d.Code && f.Tool == d.Tool && f.Span == d.Span {
			return f.raw
		}
	}
	return nil
}

// shortMessage returns a diagnostic's text for a menu: code and message, without
// quotes, in lower case at the start.
func shortMessage(d signal.Diagnostic) string {
	m := strings.NewReplacer("`", "", "\"", "", "“", "", "”", "").Replace(oneLine(d.Headline()))
	if r, n := utf8.DecodeRuneInString(m); n > 0 && len(m) > n {
		if next, _ := utf8.DecodeRuneInString(m[n:]); next >= 'a' && next <= 'z' || next == ' ' {
			m = strings.ToLower(string(r)) + m[n:]
		}
	}
	if d.Code == "" {
		return m
	}
	return d.Code + " " + m
}

// longCode is the length from which the name of a rule is left out of a title that
// would be cut: pyright's "reportMissingParameterType" is two fifths of it, and the
// message says more.
const longCode = 13

// titleOf returns the title of an entry about a diagnostic, which may be too long.
func titleOf(verb string, d signal.Diagnostic) string {
	title := verb + shortMessage(d)
	if len(title) > titleWidth && len(d.Code) >= longCode {
		d.Code = ""
		return verb + shortMessage(d)
	}
	return title
}
