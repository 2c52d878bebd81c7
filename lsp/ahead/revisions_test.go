package ahead

import (
	"fmt"
	"testing"
)

// TestRevisions: the digest of a file stays what it is while only that file
// changes, from the first change on.
func TestRevisions(t *testing.T) {
	var r Revisions
	none := r.Digest("/a.py")
	r.Bump("/a.py")
	r.Bump("/notes.bin")
	if got := r.Digest("/a.py"); got != none {
		t.Errorf("%s after a change of its own, want %s", got, none)
	}
	if got := r.Digest("/b.py"); got == none {
		t.Errorf("%s after a change of another file", got)
	}
	other := r.Digest("/b.py")
	for i := range revisionsKept {
		r.Bump(fmt.Sprintf("/%d.py", i))
	}
	if got := r.Digest("/b.py"); got == other || got == none {
		t.Errorf("%s after changes of many files", got)
	}
}
