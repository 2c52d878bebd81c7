// Package linter runs tools (linters, type checkers, compilers) on the text
// of a snapshot, and reads what they write.
//
// A tool sees the document under its real name and with the project's own
// configuration, but never from the disk: the text goes in by standard input,
// by the tool's own overlay, or as the one real file in a private tree of links
// to all others (files.Mirror). Nothing is written into the user's folders.
//
// One tool = one file + its test + one row of the table in spec.go: how it is started over
// files, how it sees texts that are not theirs, and what there is to read. There is one way
// to run it, the job in run.go: some files of a root with the texts that stand for them in;
// a command, a private tree of links or what the row has in its place; a child, which may be
// one that stays; the tool's findings by file out. A document in an editor, a candidate for a fix, a change
// set, a project as it lies on the disk and one as it is staged are all such jobs.
// [Resolve] turns findings into diagnostics of a snapshot; [ParseInput] does for reports from files.
//
// [New] makes a [Linter] of one tool. [Runner] is what the server, the gates
// and the command line use: it knows roots and trust, shares running and
// finished results, bounds how many run at once, and leaves one that crashes alone.
package linter
