// Package scan finds words, chunks, definitions and imports of Python, Go,
// TypeScript, JavaScript and Rust in one pass over a text without a parser, so
// that answers come from the first file on, and damage in a text costs no more
// than the damaged part. Other languages get words, chunks and the names after
// class, function, def, fn and struct.
//
// The fallback of internal/syntax is another scanner for another question. It finds every statement with what encloses
// it, which windows and damaged files need, and stops at names. This package finds fields, constants, members of object
// literals, signatures, bases and doc comments, and no statements. Over 805 files of Go's standard library both find
// the same 10,176 functions and types and differ in 3 %; besides those, this package finds 28,083 constants, variables
// and fields, and the fallback 122,000 statements. In Python's library they find the same 13,756, and 4,044 and 93,000
// besides those. Each needs 0.01 to 0.05 s of CPU a megabyte, so one on top of the other would take twice as long and
// still lack what the other has. The difficult part is the lexing, and that is shared: internal/lex. A test holds the
// two scanners against each other where they answer the same question. Tree-sitter needs 0.3 to 0.7 s a megabyte of the
// same texts: by the tag queries of the grammars, an index of 5,000 files would take some 20 s instead of 2.
//
// [New] splits a text into words and lines, [Text.Define] finds what it
// defines, and [Text.Chunks] cuts it.
package scan
