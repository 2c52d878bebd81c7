package document

import (
	"encoding/json"
	"errors"
	"fmt"
	"time"
	"unicode/utf8"

	"github.com/fettle-dev/fettle/internal/text"
)

// Change decodes the params of textDocument/didChange and applies its changes in
// sequence. What cannot be decoded or applied leaves the document unsynced,
// with the text as near to the editor's as can be; the error says what it was.
func (s *Store) Change(params json.RawMessage) (Document, error) {
	n, doc, err := s.lookup(params)
	if err != nil {
		return doc, fmt.Errorf("didChange: %w", err)
	}
	was := doc.Unsynced
	var faults []error
	if n.hasVersion && !doc.NoVersion && n.version <= doc.Snapshot.Version {
		faults = append(faults, fmt.Errorf("version %d after %d", n.version, doc.Snapshot.Version))
		doc.Unsynced = true
	}
	version := doc.Snapshot.Version + 1
	if n.hasVersion {
		version = n.version
	}
	doc.NoVersion = !n.hasVersion
	var changes []json.RawMessage
	if raw := n.params["contentChanges"]; len(raw) == 0 || json.Unmarshal(raw, &changes) != nil || changes == nil {
		faults = append(faults, errors.New("contentChanges is not an array"))
		doc.Unsynced = true
	}
	encoding := s.Encoding()
	for _, raw := range changes {
		c, err := decodeChange(raw)
		if err != nil {
			faults = append(faults, err)
			doc.Unsynced = true
			continue
		}
		s.step(&doc, c, version, encoding)
	}
	doc.Snapshot.Version = version
	s.mu.Lock()
	s.open[Key(n.uri)] = doc
	s.mu.Unlock()
	doc.Fixable, doc.Reason = fixable(doc)
	if doc.Unsynced && !was {
		for _, f := range s.onLost {
			f(doc)
		}
	}
	if len(faults) > 0 {
		return doc, fmt.Errorf("didChange: %w", errors.Join(faults...))
	}
	return doc, nil
}

// step applies one change and notifies the listeners. The first step of a message
// starts from the version before it.
func (s *Store) step(doc *Document, c contentChange, version int32, encoding text.Encoding) {
	old := doc.Snapshot
	var edit text.Edit
	if c.full {
		edit = difference(old.Text(), c.text)
		doc.Snapshot = old.With(c.text)
		doc.Unsynced, doc.Lossy = false, c.lossy
	} else {
		edit = text.Edit{Span: text.Span{Start: old.Offset(c.start, encoding), End: old.Offset(c.end, encoding)}, New: c.text}
		next, err := old.Apply([]text.Edit{edit})
		if err != nil {
			doc.Unsynced = true // both ends are clamped: cannot happen
			return
		}
		doc.Snapshot = next
		doc.Lossy = doc.Lossy || c.lossy
	}
	doc.Snapshot.Version = version
	for _, f := range s.onChange {
		f(Change{Old: old, New: doc.Snapshot, Edits: []text.Edit{edit}, Time: time.Now()})
	}
}

// difference returns the one edit between two texts: what is left after their
// common beginning and end, cut between characters.
func difference(a, b string) text.Edit {
	most := min(len(a), len(b))
	start := 0
	for start < most && a[start] == b[start] {
		start++
	}
	for start > 0 && !(start == len(a) || utf8.RuneStart(a[start])) || start > 0 && start < len(b) &&
		!utf8.RuneStart(b[start]) {
		start--
	}
	end := 0
	for end < most-start && a[len(a)-1-end] == b[len(b)-1-end] {
		end++
	}
	for end > 0 && !(utf8.RuneStart(a[len(a)-end]) && utf8.RuneStart(b[len(b)-end])) {
		end--
	}
	return text.Edit{Span: text.Span{Start: start, End: len(a) - end}, New: b[start : len(b)-end]}
}
