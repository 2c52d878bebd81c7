//go:build cgo

package syntax

import (
	"sync"
	_ "unsafe" // for go:linkname

	_ "github.com/tree-sitter/go-tree-sitter" // holds the name that is linked to
)

// plainAllocator lets the parser get its memory straight from the C library.
// The binding has every allocation go through Go functions that only call the C
// library in turn, which is a third of the time of a parse; it exports no way
// back. Memory taken before and after the change is the same kind, so that it
// may come at any time; it comes before the first parser of this package.
var plainAllocator = sync.OnceFunc(func() { setAllocator(nil, nil, nil, nil) })

// setAllocator is ts_set_allocator, for which nil means the C library's own
// function.
//
//go:linkname setAllocator github.com/tree-sitter/go-tree-sitter._Cfunc_ts_set_allocator
func setAllocator(malloc, calloc, realloc, free *[0]byte) [0]byte
