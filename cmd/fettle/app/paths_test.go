package app

import (
	"slices"
	"testing"
)

// A pattern of Go's names a folder; a name that only ends in dots is one of a file.
func TestFolders(t *testing.T) {
	got := Folders([]string{"./...", "...", "pkg/...", "/w/p/...", "a.go", "odd..."})
	if want := []string{".", ".", "pkg", "/w/p", "a.go", "odd..."}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}
