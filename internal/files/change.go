package files

import (
	"crypto/sha256"
	"errors"
	"path/filepath"
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/internal/limits"
	"github.com/fettle-dev/fettle/internal/text"
)

// The ways in which a change is no change that anybody has asked for.
var (
	ErrNoFinding = errors.New("would be changed though no finding is fixed by it")
	ErrNotEdits  = errors.New("would get a text that is not what its edits make of the one that was read")
	ErrEmptied   = errors.New("would be emptied though no finding is about all of its lines")
)

// Change is what is to become of a file: the only thing that [Apply] writes, and that
// goes into patches and branches. All of it is held against each other, since a text
// alone does not show whether it is a fix or an accident, such as the empty text of a file that an
// interrupted run has not looked at yet.
type Change struct {
	Read  [sha256.Size]byte // the digest of the text that was read
	Edits []text.Edit       // of that text
	After string            // what they make of it
	Fixes []Fixed           // the findings that they fix
}

// Fixed is a finding that a change fixes.
type Fixed struct {
	Tool, Code string
	// Edits are those of its own fix in the text that was read, where they are known.
	Edits []text.Edit
}

// Check refuses a change of a text that is not the one that was read, that fixes
// nothing, whose text does not come of its edits, or that empties a file whose lines
// no findings account for. The error is one of the kinds above, or [ErrChanged].
func (c Change) Check(path, read string) error {
	refuse := func(kind error) error { return &Error{Path: path, Kind: kind} }
	if sha256.Sum256([]byte(read)) != c.Read {
		return refuse(ErrChanged)
	}
	if len(c.Fixes) == 0 {
		return refuse(ErrNoFinding)
	}
	made, err := text.New(read).Apply(c.Edits)
	if err != nil || made.Text() != c.After {
		return refuse(ErrNotEdits)
	}
	if strings.TrimSpace(c.After) == "" && strings.TrimSpace(read) != "" && !c.accountsFor(read) {
		return refuse(ErrEmptied)
	}
	return nil
}

// accountsFor reports whether the fixes of single findings remove something from
// every line that is not blank.
func (c Change) accountsFor(read string) bool {
	start := 0
	for line := range strings.Lines(read) {
		end := start + len(line)
		takes := func(e text.Edit) bool { return e.Span.Len() > 0 && e.Span.Start < end && e.Span.End > start }
		gone := slices.ContainsFunc(c.Fixes,
			func(f Fixed) bool { return f.Tool != "" && slices.ContainsFunc(f.Edits, takes) })
		if strings.TrimSpace(line) != "" && !gone {
			return false
		}
		start = end
	}
	return true
}

// Apply writes a change to a user's file, whole or not at all: the only function that
// writes to one. root, when set, must hold the file after links are resolved. Where the
// file or the change is not what it should be, or the disk is full, the file is as it
// was; the error is an [*Error].
//
// A new file in the same folder, synced, gets mode, owner and extended attributes of
// the old one and is renamed over it; see [writeAtomic] for those where that cannot be.
func Apply(path, root string, c Change) error {
	abs, err := filepath.Abs(path)
	if err != nil {
		return fail(path, err)
	}
	o := writeOptions{ExpectHash: c.Read, Root: root}
	if _, _, err := o.target(abs); err != nil {
		return err
	}
	f, err := Read(abs, limits.FixFile)
	if err != nil {
		return err
	}
	if err := c.Check(path, string(f.Data)); err != nil {
		return err
	}
	return writeAtomic(path, []byte(c.After), o)
}
