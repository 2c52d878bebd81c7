package files

import (
	"crypto/sha256"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/fettle-dev/fettle/internal/text"
)

// TestApply: what is not a change that anybody has asked for is refused by name, and
// the file is as it was.
func TestApply(t *testing.T) {
	const read = "import os\nimport sys\n\nprint(1)\n"
	cut := func(from, to int) text.Edit { return text.Edit{Span: text.Span{Start: from, End: to}} }
	first := Fixed{Tool: "ruff", Code: "F401", Edits: []text.Edit{cut(7, 17)}} // "os\nimport ", as a diff has it
	good := Change{Read: sha256.Sum256([]byte(read)), Edits: first.Edits, After: "import sys\n\nprint(1)\n", Fixes: []Fixed{first}}
	empty := func(fixes ...Fixed) Change {
		return Change{Read: good.Read, Edits: []text.Edit{cut(0, len(read))}, Fixes: fixes}
	}
	rest := Fixed{Tool: "ruff", Code: "B018", Edits: []text.Edit{cut(17, len(read))}}
	for _, tt := range []struct {
		name   string
		change Change
		want   error
	}{
		{"as it should be", good, nil},
		{"nothing fixed", Change{good.Read, good.Edits, good.After, nil}, ErrNoFinding},
		{"another text", Change{good.Read, good.Edits, "import sys\n", good.Fixes}, ErrNotEdits},
		{"no edits", Change{good.Read, nil, good.After, good.Fixes}, ErrNotEdits},
		{"edits of another text", Change{good.Read, []text.Edit{cut(0, 99)}, good.After, good.Fixes}, ErrNotEdits},
		{"the file has changed", Change{sha256.Sum256([]byte("x")), good.Edits, good.After, good.Fixes}, ErrChanged},
		{"emptied by accident", empty(first), ErrEmptied},
		{"emptied by nobody", empty(first, Fixed{Edits: rest.Edits}), ErrEmptied},
		{"emptied by an insertion", empty(first, Fixed{Tool: "ruff", Edits: []text.Edit{cut(22, 22), cut(25, 25)}}), ErrEmptied},
		{"emptied, line by line", empty(first, rest), nil},
	} {
		dir := t.TempDir()
		path := put(t, dir, "a.py", read)
		err := Apply(path, dir, tt.change)
		now, readErr := os.ReadFile(path)
		want := read
		if tt.want == nil {
			want = tt.change.After
		}
		if !errors.Is(err, tt.want) || readErr != nil || string(now) != want {
			t.Errorf("%s: %v, want %v; %q", tt.name, err, tt.want, now)
		}
		if left, _ := filepath.Glob(filepath.Join(dir, ".*")); len(left) > 0 {
			t.Errorf("%s: left behind: %v", tt.name, left)
		}
	}
	if err := good.Check("a.py", "x"); !errors.Is(err, ErrChanged) { // as a patch asks
		t.Errorf("of another text: %v", err)
	}
	away := t.TempDir()
	if err := Apply(put(t, away, "a.py", read), t.TempDir(), good); !errors.Is(err, ErrOutside) {
		t.Errorf("outside of the root: %v", err)
	}
}
