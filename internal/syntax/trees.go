package syntax

import (
	"cmp"
	"slices"
	"sync"

	"github.com/fettle-dev/fettle/internal/limits"
	"github.com/fettle-dev/fettle/internal/text"
)

// Trees keeps the last facts of the documents at hand. The next version of one
// is found by what changed: the tree before is mapped through the edit, and
// parsed anew only there. It is safe for concurrent use; of a nil one every
// text is parsed from nothing.
type Trees struct {
	Most  int // documents whose tree is kept; 0: limits.SyntaxTrees
	Bytes int // of their texts, but for the one used last; 0: any
	// Edits lead from a text to the next one, so that what stands between them need not
	// be parsed; nil: one edit does, as where one place is typed at.
	Edits func(before, after string) []text.Edit

	mu   sync.Mutex
	docs []*keptFile // the one used last comes last
}

type keptFile struct {
	path, lang string
	size       int

	mu   sync.Mutex // held while the document is parsed
	file *File
}

// Of returns the facts of a document's text. Several versions of a document can
// be asked for in any order.
func (t *Trees) Of(path, lang, src string) *File {
	if t == nil {
		return Open(lang, src)
	}
	k := t.doc(path, lang, len(src))
	k.mu.Lock()
	defer k.mu.Unlock()
	switch {
	case k.file == nil:
		k.file = Open(lang, src)
	case k.file.doc.Text() != src:
		edits := []text.Edit{change(k.file.doc.Text(), src)}
		if t.Edits != nil {
			edits = t.Edits(k.file.doc.Text(), src)
		}
		k.file = k.file.Reparse(edits, src)
	}
	return k.file
}

// doc returns the place of a document. A new one replaces the one unused longest.
func (t *Trees) doc(path, lang string, size int) *keptFile {
	t.mu.Lock()
	defer t.mu.Unlock()
	k := &keptFile{path: path, lang: lang}
	if i := slices.IndexFunc(t.docs, func(k *keptFile) bool { return k.path == path && k.lang == lang }); i >= 0 {
		k = t.docs[i]
		t.docs = slices.Delete(t.docs, i, i+1)
	}
	k.size = size
	t.docs = append(t.docs, k)
	bytes := 0
	for _, d := range t.docs {
		bytes += d.size
	}
	for len(t.docs) > 1 && (len(t.docs) > cmp.Or(t.Most, limits.SyntaxTrees) || t.Bytes > 0 && bytes > t.Bytes) {
		bytes -= t.docs[0].size
		t.docs = slices.Delete(t.docs, 0, 1)
	}
	return k
}
