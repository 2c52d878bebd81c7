// Package scan finds words, chunks, definitions and imports of Python, Go,
// TypeScript, JavaScript and Rust in one pass over a text without a parser, so
// that answers come from the first file on, and damage in a text costs no more
// than the damaged part. Other languages get words, chunks and the names after
// class, function, def, fn and struct.
//
// [New] splits a text into words and lines, [Text.Define] finds what it
// defines, and [Text.Chunks] cuts it.
package scan
