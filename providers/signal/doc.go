// Package signal holds the one table that says, for every tool and rule, which
// lines a fix may change, what context it needs, which rungs of the ladder may
// fix it and whether it is offered at all. It is data: adding support for a
// rule means adding a row and its test.
//
// A signal is written "tool/code". Rows are found from the most exact to the
// least: the code itself ("ruff/F401"), the longest pattern that matches
// ("ruff/UP*"), the tool's default ("ruff/*"), the generic rows by severity
// ("*/error", "*/warning"). Type checkers share the rows of mypy by the nearest
// name. [Table.Row] returns a row in printable form.
//
// Windows are written in a small language, parsed by [ParseWindow]:
//
//	lines(n)    the diagnostic's lines ± n, at most as far as the scope reaches
//	stmt~m      the simple statement or compound header, m lines around
//	compound~m  the whole compound statement that starts there, else the statement
//	function    the enclosing definition with decorators and doc comment
//	class~m     the enclosing class, m lines around
//	try         the whole try statement around the place
//	imprun~m    the run of sibling imports round the place
//	file        the whole file
//	+S          the signature of the enclosing definition
//	+I          the import block, or the place where one would go; and the end of
//	            the last import above the diagnostic
//	+N          definitions in the same file of the names the message quotes, and
//	            of what the place uses or implements
//	+C          the header of the enclosing class; +C(self) only if the
//	            message or the place speaks of self.
//	+R          the lines that the diagnostic's related information names
package signal
