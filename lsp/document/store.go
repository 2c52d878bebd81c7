package document

import (
	"encoding/json"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/fettle-dev/fettle/internal/limits"
	"github.com/fettle-dev/fettle/internal/text"
)

// Document is one state of an open document.
type Document struct {
	Snapshot text.Snapshot
	// Saved is the text that was opened or last saved: what differs from it was typed since.
	Saved text.Snapshot
	// Unsynced says that the text may differ from the editor's, until the
	// editor sends all of it.
	Unsynced bool
	// Lossy says that the text cannot be held exactly as it was sent.
	Lossy bool
	// NoVersion says that the client counts no versions: Snapshot.Version is
	// ours, and an edit must not name it.
	NoVersion bool
	// Cell says that it is a cell of a notebook, whose file is Snapshot.Path.
	Cell bool
	// Fixable says that fixes may be offered; Reason says why not.
	Fixable bool
	Reason  string
}

// Change is one step of a document. Edits refer to Old and lead to New.
// Snapshots between the changes of one message carry its version.
type Change struct {
	Old, New text.Snapshot
	Edits    []text.Edit
	Time     time.Time
}

// Options of a store.
type Options struct {
	// Encoding of the positions that the client sends.
	Encoding text.Encoding
}

// Store holds the open documents. The methods with params belong to the
// reading lane, one at a time; the others may be called from anywhere.
type Store struct {
	onChange []func(Change)
	onLost   []func(Document)

	mu       sync.RWMutex
	encoding text.Encoding
	open     map[string]Document
	openings uint64
}

// NewStore makes an empty store.
func NewStore(o Options) *Store {
	return &Store{encoding: o.Encoding, open: map[string]Document{}}
}

// OnChange adds a function that is called on the reading lane after every step
// of a document, before anybody else can see the next. Add before the first
// message.
func (s *Store) OnChange(f func(Change)) { s.onChange = append(s.onChange, f) }

// OnLost adds a function that is called on the reading lane when a document
// becomes unsynced, once until it is synced again. Add before the first
// message.
func (s *Store) OnLost(f func(Document)) { s.onLost = append(s.onLost, f) }

// Negotiate picks the first of the client's position encodings that is known,
// UTF-16 if there is none. The client's order is its preference.
// https://microsoft.github.io/language-server-protocol/specifications/lsp/3.17/specification/#positionEncodingKind
func Negotiate(offered []string) text.Encoding {
	for _, name := range offered {
		for _, e := range []text.Encoding{text.UTF8, text.UTF16, text.UTF32} {
			if name == e.String() {
				return e
			}
		}
	}
	return text.UTF16
}

// SetEncoding sets the encoding of all positions, once, before documents are
// opened.
func (s *Store) SetEncoding(e text.Encoding) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.encoding = e
}

// Encoding returns the encoding of all positions.
func (s *Store) Encoding() text.Encoding {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return s.encoding
}

// Get finds an open document by any spelling of its URI.
func (s *Store) Get(uri string) (Document, bool) {
	s.mu.RLock()
	doc, ok := s.open[Key(uri)]
	s.mu.RUnlock()
	if ok {
		doc.Fixable, doc.Reason = fixable(doc)
	}
	return doc, ok
}

// All lists the open documents by URI.
func (s *Store) All() []Document {
	s.mu.RLock()
	docs := make([]Document, 0, len(s.open))
	for _, d := range s.open {
		docs = append(docs, d)
	}
	s.mu.RUnlock()
	for i := range docs {
		docs[i].Fixable, docs[i].Reason = fixable(docs[i])
	}
	slices.SortFunc(docs, func(a, b Document) int {
		if a.Snapshot.URI < b.Snapshot.URI {
			return -1
		}
		return 1
	})
	return docs
}

// Open handles the params of textDocument/didOpen. A document that is open
// already is replaced.
func (s *Store) Open(params json.RawMessage) (Document, error) {
	return s.add(params, func(d *Document) { d.Snapshot.Path, _ = Path(d.Snapshot.URI) })
}

// OpenCell is [Store.Open] for a cell of the notebook in a file.
func (s *Store) OpenCell(params json.RawMessage, path string) (Document, error) {
	return s.add(params, func(d *Document) { d.Snapshot.Path, d.Cell = path, true })
}

func (s *Store) add(params json.RawMessage, place func(*Document)) (Document, error) {
	n, err := decodeNamed(params)
	if err != nil {
		return Document{}, fmt.Errorf("didOpen: %w", err)
	}
	content, lossy, err := n.members.str("text")
	if err != nil {
		return Document{}, fmt.Errorf("didOpen: %w", err)
	}
	lang, _, _ := n.members.str("languageId") // without one the document is plain text
	if slices.Contains([]string{"sh", "bash", "zsh"}, lang) {
		lang = "shellscript" // Neovim and Helix have its names of types (https://docs.helix-editor.com/lang-support.html)
	}
	snap := text.New(content)
	snap.URI, snap.Lang, snap.Version = n.uri, lang, n.version
	doc := Document{Snapshot: snap, Lossy: lossy, NoVersion: !n.hasVersion}
	place(&doc)
	s.mu.Lock()
	s.openings++
	doc.Snapshot.Incarnation = s.openings
	doc.Saved = doc.Snapshot
	s.open[Key(n.uri)] = doc
	s.mu.Unlock()
	doc.Fixable, doc.Reason = fixable(doc)
	return doc, nil
}

// Close handles the params of textDocument/didClose and returns the last state of
// the document.
func (s *Store) Close(params json.RawMessage) (Document, error) {
	n, doc, err := s.lookup(params)
	if err != nil {
		return doc, fmt.Errorf("didClose: %w", err)
	}
	s.mu.Lock()
	delete(s.open, Key(n.uri))
	s.mu.Unlock()
	return doc, nil
}

// Save handles the params of textDocument/didSave. A text that is sent along is
// not looked at: the changes before it have sent it.
func (s *Store) Save(params json.RawMessage) (Document, error) {
	n, doc, err := s.lookup(params)
	if err != nil {
		return doc, fmt.Errorf("didSave: %w", err)
	}
	doc.Saved = doc.Snapshot
	s.mu.Lock()
	s.open[Key(n.uri)] = doc
	s.mu.Unlock()
	doc.Fixable, doc.Reason = fixable(doc)
	return doc, nil
}

// lookup finds the open document that a message is about.
func (s *Store) lookup(params json.RawMessage) (named, Document, error) {
	n, err := decodeNamed(params)
	if err != nil {
		return n, Document{}, err
	}
	s.mu.RLock()
	doc, ok := s.open[Key(n.uri)]
	s.mu.RUnlock()
	if !ok {
		return n, doc, fmt.Errorf("%s is not open", Scheme(n.uri)+" document")
	}
	return n, doc, nil
}

// fixable says whether fixes may be offered for a document, or why not.
func fixable(d Document) (bool, string) {
	switch scheme := Scheme(d.Snapshot.URI); {
	case d.Cell && d.Snapshot.Path == "":
		return false, "the notebook names no local file"
	case scheme != "file" && scheme != "untitled" && !d.Cell:
		return false, "documents of the scheme " + scheme + " are not fixed"
	case scheme == "file" && d.Snapshot.Path == "":
		return false, "the document names no local file"
	case d.Unsynced:
		return false, "fettle lost track of the text: close and reopen it"
	case d.Lossy:
		return false, "the text holds characters that cannot be sent exactly"
	case d.Snapshot.Len() > limits.FixFile:
		return false, fmt.Sprintf("the document is larger than %d MiB", limits.FixFile>>20)
	case d.Snapshot.LongestLine() > limits.FixLine:
		return false, fmt.Sprintf("a line is longer than %d characters", limits.FixLine)
	}
	return true, ""
}
