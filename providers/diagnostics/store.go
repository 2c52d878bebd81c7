package diagnostics

import (
	"maps"
	"math"
	"slices"
	"sync"

	"github.com/fettle-dev/fettle/internal/limits"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/signal"
)

// Store holds the diagnostics of open documents, always in the coordinates of
// their newest text. It is safe for concurrent use and does no I/O.
type Store struct {
	mu   sync.Mutex
	docs map[string]*document
}

// document is what is known of one document.
type document struct {
	now     text.Snapshot // the newest text seen
	past    []change      // how it came about, oldest first
	pastLen int           // bytes of the texts in past
	push    []pushed
	held    *held
	linters map[string][]signal.Diagnostic
}

// change is one step of a document's text.
type change struct {
	old   text.Snapshot
	to    int32 // version after it
	edits []text.Edit
}

// pushed is a diagnostic of the client's set. Gone ones stay until a set
// without them comes: lint plugins send old positions again after an edit.
type pushed struct {
	key  pushKey
	diag signal.Diagnostic
	gone bool
	at   int // where a gone one would start now
}

// pushKey is what a client sent, to know it again. The end is left out: read
// in a text with other lines it may have been clamped.
type pushKey struct {
	tool, code, message string
	start               text.Position
}

// held is a push for a text that has not arrived yet.
type held struct {
	version int32
	decode  func(text.Snapshot) []signal.Diagnostic
}

// NewStore makes an empty store.
func NewStore() *Store { return &Store{docs: map[string]*document{}} }

// Push replaces the foreign set of a document: the diagnostics of all other
// tools that the client shows, with spans in cur. See [Store.Receive].
func (st *Store) Push(cur text.Snapshot, version int32, list []signal.Diagnostic) {
	st.Receive(cur, version, func(s text.Snapshot) []signal.Diagnostic {
		if s.Version == cur.Version && s.Incarnation == cur.Incarnation {
			return list
		}
		return respan(cur, s, list)
	})
}

// Receive is Push for positions that can only be understood with the text of
// their version: decode is called with that text, at once or, if the version
// is newer than cur, when it arrives. Positions of a version that is no longer
// known are read in cur.
//
// A diagnostic that an edit touched stays gone while it is only repeated,
// since some tools send old positions again; a set that names the current
// version restores it if its line has not moved. With [Unversioned] the set
// is of cur, but proves nothing.
func (st *Store) Receive(cur text.Snapshot, version int32, decode func(text.Snapshot) []signal.Diagnostic) {
	st.mu.Lock()
	defer st.mu.Unlock()
	d := st.at(cur)
	if version == Unversioned {
		d.held = nil
		d.receive(cur.Version, decode, false)
		return
	}
	if version > cur.Version {
		d.held = &held{version, decode}
		return
	}
	d.held = nil
	d.receive(version, decode, true)
}

// Unversioned is the version of a set whose sender names none.
const Unversioned int32 = math.MinInt32

// receive stores a set; named says that its sender named the version.
func (d *document) receive(version int32, decode func(text.Snapshot) []signal.Diagnostic, named bool) {
	current := named && version == d.now.Version
	at, since := d.textOf(version)
	list := decode(at)
	list = mostSevere(list)
	former := make(map[pushKey]pushed, len(d.push))
	for _, p := range d.push {
		former[p.key] = p
	}
	next := make([]pushed, 0, len(list))
	for _, x := range list {
		key := pushKey{x.Tool, x.Code, x.Message, at.Position(x.Span.Start, text.UTF16)}
		p, ok := former[key]
		if !ok {
			p, ok = clamped(d.push, key, at, x.Span.Start)
		}
		if ok && !(p.gone && current && d.now.LineAt(p.at) == key.start.Line) {
			next = append(next, p) // keeps the version it was first seen at
			continue
		}
		x.Origin, x.Version = signal.FromPush, version
		p = pushed{key: key, diag: Normalise(x, at)}
		for _, c := range since {
			p.shift(c.old, plan(c.old, c.edits))
		}
		next = append(next, p)
	}
	d.push = next
}

// clamped finds a former diagnostic whose position does not exist in the text
// any more, and was read as the end of its line or of the document.
func clamped(former []pushed, key pushKey, at text.Snapshot, start int) (pushed, bool) {
	line := key.start.Line
	if start < at.LineSpan(line).End {
		return pushed{}, false
	}
	for _, p := range former {
		k := p.key
		if k.tool == key.tool && k.code == key.code && k.message == key.message &&
			(k.start.Line == line && k.start.Character > key.start.Character || k.start.Line > line &&
				line == at.LineCount()-1) {
			return p, true
		}
	}
	return pushed{}, false
}

// SetLinter replaces what one of our own tools found in a snapshot.
func (st *Store) SetLinter(s text.Snapshot, tool string, list []signal.Diagnostic) {
	st.mu.Lock()
	defer st.mu.Unlock()
	d := st.at(s)
	found := make([]signal.Diagnostic, 0, min(len(list), limits.DiagnosticsPerFile))
	for _, x := range mostSevere(list) {
		x.Origin, x.Version = signal.FromLinter, s.Version
		found = append(found, Normalise(x, s))
	}
	if s.Version != d.now.Version {
		at, since := d.textOf(s.Version)
		if at.Version != s.Version {
			return // too old: the next run decides
		}
		for _, c := range since {
			found = Shift(c.old, c.edits, found)
		}
	}
	d.linters[tool] = found
}

// Ran reports whether one of our own tools has looked at a document.
func (st *Store) Ran(uri, tool string) bool {
	st.mu.Lock()
	defer st.mu.Unlock()
	d := st.docs[uri]
	if d == nil {
		return false
	}
	_, ran := d.linters[tool]
	return ran
}

// KeepLinters forgets what tools have found in a document that do not look at it
// any more, and reports whether there was such a tool.
func (st *Store) KeepLinters(uri string, tools []string) bool {
	st.mu.Lock()
	defer st.mu.Unlock()
	d, gone := st.docs[uri], false
	if d == nil {
		return false
	}
	for tool := range d.linters {
		if !slices.Contains(tools, tool) {
			delete(d.linters, tool)
			gone = true
		}
	}
	return gone
}

// Shift follows one change of a document: what is held moves along, and a push
// that waited for this version is accepted.
func (st *Store) Shift(old, new text.Snapshot, edits []text.Edit) {
	st.mu.Lock()
	defer st.mu.Unlock()
	d := st.at(old)
	if new.Version > old.Version {
		d.settle() // the steps of one message share a version: only now is it complete
	}
	steps := plan(old, edits)
	for i := range d.push {
		d.push[i].shift(old, steps)
	}
	for tool, list := range d.linters {
		d.linters[tool] = Shift(old, edits, list)
	}
	d.now = new
	d.past = append(d.past, change{old, new.Version, edits})
	d.pastLen += old.Len()
	for len(d.past) > maxPast || d.pastLen > pastTexts && len(d.past) > minPast {
		d.pastLen -= d.past[0].old.Len()
		d.past = d.past[1:]
	}
}

// shift follows one change: the diagnostic moves, or is gone.
func (p *pushed) shift(old text.Snapshot, steps []step) {
	if !p.gone {
		moved, ok := shiftOne(old, steps, p.diag)
		if ok {
			p.diag = moved
			return
		}
		p.gone, p.at = true, p.diag.Span.Start
	}
	delta := 0
	for _, s := range steps {
		switch {
		case s.Span.End <= p.at:
			delta += s.delta
		case s.Span.Start < p.at:
			delta += s.Span.Start - p.at
		}
	}
	p.at += delta
}

// settle stores a push that waited for a text that is there now.
func (d *document) settle() {
	if h := d.held; h != nil && h.version <= d.now.Version {
		d.held = nil
		d.receive(h.version, h.decode, true)
	}
}

// maxPast is the number of changes through which a late report is followed.
const maxPast = 64

// Each step keeps the whole text before it: of a long document only some are.
const (
	minPast   = 4
	pastTexts = 512 << 10
)

// For lists what is wrong in a snapshot, merged and sorted by place: what the
// client sent with this request (used as it is), what it pushed, and what our
// own tools found. A snapshot that is not the newest text gets only what the
// client sent.
func (st *Store) For(s text.Snapshot, sent []signal.Diagnostic) []signal.Diagnostic {
	list := make([]signal.Diagnostic, 0, len(sent)+16)
	for _, x := range mostSevere(sent) {
		x.Version = s.Version
		list = append(list, Normalise(x, s))
	}
	st.mu.Lock()
	d := st.docs[s.URI]
	if d != nil && d.now.Version == s.Version && d.now.Text() == s.Text() {
		d.settle()
		for _, p := range d.push {
			if !p.gone {
				list = append(list, p.diag)
			}
		}
		list = append(list, d.own()...)
	}
	st.mu.Unlock()
	return Merge(s, list)
}

// Own lists what our own tools found in a snapshot, merged and sorted by place;
// false if that is not its document's newest text.
func (st *Store) Own(s text.Snapshot) ([]signal.Diagnostic, bool) {
	st.mu.Lock()
	d := st.docs[s.URI]
	if d == nil || d.now.Version != s.Version || d.now.Text() != s.Text() {
		st.mu.Unlock()
		return nil, false
	}
	list := d.own()
	st.mu.Unlock()
	return Merge(s, list), true
}

// own lists what our own tools found, tool by tool in the order of their names:
// what two of them say of one place comes in one order.
func (d *document) own() []signal.Diagnostic {
	var list []signal.Diagnostic
	for _, tool := range slices.Sorted(maps.Keys(d.linters)) {
		list = append(list, d.linters[tool]...)
	}
	return list
}

// Close notes that the editor closed a document: what is known stays for the
// context of others, until it is opened with another text or [Store.Drop]ped.
func (st *Store) Close(uri string) {
	st.mu.Lock()
	defer st.mu.Unlock()
	if d := st.docs[uri]; d != nil {
		d.held, d.past, d.pastLen = nil, nil, 0
		if len(d.push) == 0 && len(d.linters) == 0 {
			delete(st.docs, uri)
		}
	}
}

// Drop forgets a document: its file has changed on disk, or is gone.
func (st *Store) Drop(uri string) {
	st.mu.Lock()
	defer st.mu.Unlock()
	delete(st.docs, uri)
}

// DropFile is [Store.Drop] for every document of a path.
func (st *Store) DropFile(path string) {
	st.mu.Lock()
	defer st.mu.Unlock()
	for uri, d := range st.docs {
		if d.now.Path == path && path != "" {
			delete(st.docs, uri)
		}
	}
}

// at returns the state of a document, made for this snapshot if there is none or if
// it belongs to a former opening with another text. The lock is held.
func (st *Store) at(s text.Snapshot) *document {
	d := st.docs[s.URI]
	switch {
	case d == nil, d.now.Incarnation != s.Incarnation && d.now.Text() != s.Text():
		d = &document{now: s, linters: map[string][]signal.Diagnostic{}}
		st.docs[s.URI] = d
	case d.now.Incarnation != s.Incarnation:
		d.now, d.past, d.pastLen = s, nil, 0
	}
	return d
}

// textOf returns the text of a version with the changes since, or the newest text.
func (d *document) textOf(version int32) (text.Snapshot, []change) {
	for i := len(d.past) - 1; i >= 0; i-- {
		if d.past[i].to == version {
			if i+1 < len(d.past) {
				return d.past[i+1].old, d.past[i+1:]
			}
			return d.now, nil
		}
	}
	if len(d.past) > 0 && d.past[0].old.Version == version {
		return d.past[0].old, d.past
	}
	return d.now, nil
}

// respan reads spans of one text as the same lines and columns of another.
func respan(from, to text.Snapshot, list []signal.Diagnostic) []signal.Diagnostic {
	out := make([]signal.Diagnostic, len(list))
	for i, d := range list {
		d.Span.Start = to.Offset(from.Position(d.Span.Start, text.UTF32), text.UTF32)
		d.Span.End = max(d.Span.Start, to.Offset(from.Position(d.Span.End, text.UTF32), text.UTF32))
		out[i] = d
	}
	return out
}
