// Package diff compares two texts: [Minimal] returns the smallest byte-span edits
// that turn one into the other, for editors, and [Unified] the diff that git
// apply accepts, for the command line, previews and tests. [Size] and [Counted] say
// how large a change is.
//
// Offsets are bytes of the old text. Nothing in here does I/O.
package diff
