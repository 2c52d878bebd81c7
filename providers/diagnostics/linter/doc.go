// Package linter runs tools (linters, type checkers, compilers) on the text
// of a snapshot, and reads what they write.
//
// A tool sees the document under its real name and with the project's own
// configuration, but never from the disk: the text goes in by standard input,
// by the tool's own overlay, or as the one real file in a private tree of links
// to all others (files.Mirror). Nothing is written into the user's folders; caches of tools go to
// fettle's cache folder.
//
// One tool = one file + its test + one row of the table in spec.go. The file says
// how the tool is started: a plan method makes a child.Command, and an output
// method, where the exit codes 0 and 1 are not all that means a result, takes what
// there is to read. How that is read is in package decode, whose decoder the row
// names.
//
// [Resolve] turns findings into diagnostics of a snapshot: other files'
// findings are dropped, positions are converted and clamped, messages cleaned.
// The decoders also serve reports from files: [ParseInput].
//
// [New] makes a [Linter] of one tool. [Runner] is what the server, the gates
// and the command line use: it knows roots and trust, shares running and
// finished results, bounds how many tools run at once, and leaves a tool that
// crashes alone for a while.
package linter
