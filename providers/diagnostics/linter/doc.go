// Package linter runs tools (linters, type checkers, compilers) on the text
// of a snapshot, and reads what they write.
//
// A tool sees the document under its real name and with the project's own
// configuration, but never from the disk: the text goes in by standard input,
// by the tool's own overlay, or as the one real file in a private tree of links
// to all others (files.Mirror). Nothing is written into the user's folders.
//
// One tool = one file + its test + one row of the table in spec.go: how it is started,
// and what there is to read. [Resolve] turns findings into diagnostics of a snapshot;
// [ParseInput] does for reports from files.
//
// [New] makes a [Linter] of one tool. [Runner] is what the server, the gates
// and the command line use: it knows roots and trust, shares running and
// finished results, bounds how many run at once, and leaves one that crashes alone.
package linter
