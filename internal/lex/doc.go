// Package lex reads the characters of source code once and says what they are:
// comments, strings with the code inside them, brackets, and the lines that
// belong together. It is the only lexer in fettle: the scan of internal/syntax,
// the index's words and definitions, the Python tokens of the rules and the
// reading of answers in edits all use it, so that how a language writes a string
// is corrected here and nowhere else.
//
// [For] gives the [Dialect] of a language: a row of a table. A new language is a
// new row. [Read] gives the [Text] of a snapshot: every byte of it lies either in
// one of Quiet, or in code. What Read does not understand is code; it never
// fails, is linear in the text and does not recurse. [String] reads one literal
// alone.
//
// Damage stays where it is: a string that does not end on its line ends there
// unless its kind may span lines, and a bracket that was never closed is given
// up at the next line that can only stand outside brackets ("def ", "func " …).
//
// Offsets are bytes. Lines end with "\n", "\r\n" or "\r", as in internal/text.
package lex
