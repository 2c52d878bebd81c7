package history

import (
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/fettle-dev/fettle/internal/limits"
	"github.com/fettle-dev/fettle/internal/text"
)

// Origin says who made a change.
type Origin uint8

// The origins.
const (
	User   Origin = iota
	Fettle        // an applied fix of our own
	Bulk          // format, reload, branch switch: recorded for shifting, not shown
)

// The bounds of the record.
const (
	bulkLines   = 200
	bulkShare   = 0.40
	bulkMinFile = 20 // lines
	bulkHunks   = 20
	joinSame    = 5 * time.Minute  // a change on the line of the hunk's last change
	joinNear    = 60 * time.Second // a change near the hunk
	nearLines   = 2
)

// Options are the parts of a [Recorder].
type Options struct {
	// Gate denies paths and redacts texts; nil allows everything. It is asked
	// before a change is recorded, and again before one is shown. Paths are
	// absolute where the change's root is known.
	Gate func(path, text string) (redacted string, allowed bool)
	// Related reports whether a file of a root imports another; nil: no. Paths
	// are relative to the root.
	Related func(root, file, imported string) bool
}

// Change is one change of a document.
type Change struct {
	// Root is the workspace root of the document, Path its path below it, with
	// slashes. No path: the document is no file of a root and is not recorded.
	// One root may lie in another, and two may hold files of the same path.
	Root     string
	Path     string
	Old, New text.Snapshot
	// Edits lead from Old to New; nil when the editor sent the whole text,
	// which is then compared line by line.
	Edits  []text.Edit
	Time   time.Time
	Origin Origin
}

// Recorder remembers changes. It is safe for concurrent use.
type Recorder struct {
	opts Options

	mu   sync.Mutex
	docs map[string]*document // by URI, or file path
}

// document is the record of one file.
type document struct {
	file  file
	text  text.Snapshot // the text the hunks' lines count in
	hunks []*hunk       // by line, apart from each other
}

// file is a path below a root.
type file struct{ root, path string }

// name returns the absolute path, where the root is known.
func (f file) name() string {
	if f.root == "" {
		return f.path
	}
	return filepath.Join(f.root, filepath.FromSlash(f.path))
}

// from returns the path as seen from a root: that of a file of another root may
// begin with dots.
func (f file) from(root string) string {
	if f.root == "" || f.root == root {
		return f.path
	}
	return relative(root, f.name())
}

// hunk is a run of changed lines: what they were before the first change, and
// where they are now. Lines are zero-based.
type hunk struct {
	old         []string // with their line ends
	now         text.Lines
	last        int // line of the last change, in the current text
	first, time time.Time
	origin      Origin
}

// NewRecorder makes an empty record.
func NewRecorder(o Options) *Recorder {
	return &Recorder{opts: o, docs: map[string]*document{}}
}

func key(s text.Snapshot) string {
	if s.URI != "" {
		return s.URI
	}
	return s.Path
}

func (r *Recorder) allowed(f file) bool {
	if f.path == "" {
		return false
	}
	if r.opts.Gate == nil {
		return true
	}
	_, ok := r.opts.Gate(f.name(), "")
	return ok
}

// Record remembers a change. It does no I/O.
func (r *Recorder) Record(c Change) {
	k := key(c.New)
	if k == "" {
		return
	}
	f := file{c.Root, c.Path}
	if !r.allowed(f) {
		r.Forget(c.New)
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	d := r.docs[k]
	if d == nil {
		d = &document{file: f, text: c.Old}
		r.docs[k] = d
	}
	d.file = f
	if d.text.Text() != c.Old.Text() {
		d.anchor(c.Old)
	}
	changes := lineChanges(c)
	if c.Origin == User && isBulk(changes, c.Old) {
		c.Origin = Bulk
	}
	// From the last to the first: line numbers of the earlier ones hold.
	var touched []*hunk
	for i, lc := range slices.Backward(changes) {
		touched = append(touched, d.apply(lc, c, i > 0))
	}
	d.text = c.New
	d.settle(touched)
	r.trim(c.Time)
}

// Open records that a document was opened. When its text is not the one that was
// recorded last, hunks are found again by their lines and neighbours, or
// dropped.
func (r *Recorder) Open(s text.Snapshot) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if d := r.docs[key(s)]; d != nil && d.text.Text() != s.Text() {
		d.anchor(s)
		if len(d.hunks) == 0 {
			delete(r.docs, key(s))
		}
	}
}

// Forget drops everything about a document, by its URI or its path: it was
// deleted, or may not leave any more.
func (r *Recorder) Forget(s text.Snapshot) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for k, d := range r.docs {
		if k == key(s) || s.Path != "" && d.text.Path == s.Path {
			delete(r.docs, k)
		}
	}
}

// Edited returns the documents of a root that the user has changed since then, as
// paths below it, sorted.
func (r *Recorder) Edited(root string, since time.Time) []string {
	r.mu.Lock()
	defer r.mu.Unlock()
	var out []string
	for _, d := range r.docs {
		path := d.file.from(root)
		if filepath.IsLocal(filepath.FromSlash(path)) &&
			slices.ContainsFunc(d.hunks, func(h *hunk) bool { return h.origin == User && h.time.After(since) }) {
			out = append(out, path)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// trim keeps the record within its bounds. The caller holds the lock.
func (r *Recorder) trim(now time.Time) {
	total := 0
	for k, d := range r.docs {
		d.hunks = slices.DeleteFunc(d.hunks, func(h *hunk) bool { return now.Sub(h.time) > limits.HistoryAge })
		size := 0
		for _, h := range d.hunks {
			size += h.size()
		}
		for len(d.hunks) > 0 && (len(d.hunks) > limits.HistoryHunks || size > limits.HistoryPerDocument) {
			i := d.oldest()
			size -= d.hunks[i].size()
			d.hunks = slices.Delete(d.hunks, i, i+1)
		}
		if len(d.hunks) == 0 {
			delete(r.docs, k)
		}
		total += len(d.hunks)
	}
	for ; total > limits.HistoryHunks; total-- {
		var oldest *document
		var oldestKey string
		for k, d := range r.docs {
			if oldest == nil {
				oldest, oldestKey = d, k
				continue
			}
			a, b := d.hunks[d.oldest()].time, oldest.hunks[oldest.oldest()].time
			if a.Before(b) || a.Equal(b) && k < oldestKey {
				oldest, oldestKey = d, k
			}
		}
		i := oldest.oldest()
		oldest.hunks = slices.Delete(oldest.hunks, i, i+1)
		if len(oldest.hunks) == 0 {
			delete(r.docs, oldestKey)
		}
	}
}

// oldest returns the number of the hunk that was touched longest ago.
func (d *document) oldest() int {
	best := 0
	for i, h := range d.hunks {
		if h.time.Before(d.hunks[best].time) {
			best = i
		}
	}
	return best
}

func (h *hunk) size() int {
	n := 0
	for _, l := range h.old {
		n += len(l)
	}
	return n
}

// anchor moves the hunks into another text of the same document. A hunk is
// found by its current lines with one line around; where they do not occur
// exactly once, it is dropped.
func (d *document) anchor(s text.Snapshot) {
	d.hunks = slices.DeleteFunc(d.hunks, func(h *hunk) bool {
		around := text.Lines{Start: max(0, h.now.Start-1), End: min(d.text.LineCount(), h.now.End+1)}
		needle := d.text.Slice(d.text.LinesSpan(around))
		if strings.TrimSpace(needle) == "" || strings.Count(s.Text(), needle) != 1 {
			return true
		}
		at := strings.Index(s.Text(), needle)
		line := s.LineAt(at)
		if s.LineStart(line) != at {
			return true
		}
		delta := line - around.Start
		h.now.Start += delta
		h.now.End += delta
		h.last += delta
		return false
	})
	d.text = s
}
