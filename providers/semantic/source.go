package semantic

import (
	"context"
	"time"
)

// Source lists and reads the files of a workspace: the disk, a git tree, or memory. Only
// files that may be shown are listed; paths are root-relative with slashes.
type Source interface {
	// List names the files. It may be slow; an error comes with those that were
	// found before it.
	List(ctx context.Context) ([]File, error)
	// Read returns the text of a file. An error means that it cannot be had:
	// gone, denied, too large, binary.
	Read(ctx context.Context, path string) (string, error)
}

// File is one entry of a listing.
type File struct {
	Path string
	Size int64
	// Stamp changes whenever the content may have changed: a hash, or size and
	// time. Empty: unknown, the file is read.
	Stamp    string
	Modified time.Time // zero: unknown
}
