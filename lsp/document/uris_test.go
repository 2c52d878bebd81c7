package document

import "testing"

// The URI of an answer is byte for byte the one that the client sent, however it
// is spelled; a cell of a notebook gets no fix.
func TestURIsAsTheClientSpellsThem(t *testing.T) {
	for _, uri := range []string{
		"file:///w/a b.py", "file:///w/a%20b.py", "file:///w/100%25.py", "file:///w/a%2Bb.py", "file:///C:/w/a.py", "file:///c%3A/w/a.py",
		"file:///w/%C3%A9.py", "file:///w/é.py",
	} {
		s := NewStore(Options{})
		open(t, s, uri, 1, "x = 1\n")
		doc, ok := s.Get(uri)
		if !ok || doc.Snapshot.URI != uri {
			t.Errorf("%q is kept as %q (%v)", uri, doc.Snapshot.URI, ok)
		}
		if _, local := Path(uri); local != doc.Fixable {
			t.Errorf("%q names a file here: %v, fixable: %v", uri, local, doc.Fixable)
		}
	}
	if doc := open(t, NewStore(Options{}), "vscode-notebook-cell:/w/n.ipynb#W0sZmlsZQ%3D%3D", 1, "x = 1\n"); doc.Fixable || doc.Reason == "" {
		t.Errorf("a cell of a notebook is fixable: %q", doc.Reason)
	}
}
