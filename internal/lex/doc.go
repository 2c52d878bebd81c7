// Package lex reads the characters of source code once and says what they are:
// comments, strings with the code inside them, brackets, and the lines that
// belong together. The scan of internal/syntax, the index's words and definitions,
// the strings of the rules' Python tokens, the reading of answers in edits, the gates for
// comments and the summaries of recent edits all use it, so that how a language writes a
// string is corrected here.
//
// Beside it there are readers of quotes and comments, each for what it does not do:
//
//   - edits/rules/pytree cuts Python into tokens, of which only the strings come from
//     here: a rule must know that a text is broken, and where, and Read makes the best
//     of it;
//   - internal/egress looks for secrets in texts of any kind, as commands, settings and
//     quotes within quotes, in which more is to be found than a language permits;
//   - edits/verify/power reads the commands of a shell, often in a string;
//   - edits/decode reads JSON and the frames of answers, which are no code;
//   - patterns cut comments off what holds no string: statements that import (in
//     internal/engine and the linters' undertest).
//
// [For] returns the [Dialect] of a language: a row of a table. A new language is a
// new row. [Read] returns the [Text] of a snapshot: every byte of it lies either in
// one of NonCode, or in code. What Read does not understand is code; it never
// fails, is linear in the text and does not recurse. [String] reads one literal
// alone.
//
// Damage stays where it is: a string that does not end on its line ends there
// unless its kind may span lines, and a bracket that was never closed is given
// up at the next line that can only stand outside brackets ("def ", "func " …).
//
// Offsets are bytes. Lines end with "\n", "\r\n" or "\r", as in internal/text.
package lex
