// Package window computes which lines of a snapshot a fix may change (a [Set]
// of whole-line runs), and the same-file context a signal asks for.
//
// [Compute] follows the requirement of the diagnostic's signal. It keeps these
// rules, on every text:
//
//   - runs are whole lines, sorted and disjoint; runs that touch are merged;
//   - no run cuts a statement, a signature, a bracket pair of an expression or
//     a multi-line string;
//   - lines around a place never reach into a sibling definition, nor out of
//     the definition that holds the place;
//   - a run holds at least the whole statement of its place;
//   - lines that came only from the import block permit imports only.
//
// [Widen] returns the next wider set after a script that needed more: function,
// class, file. [Needs] returns what to show read-only from the same file.
//
// The package is pure: it reads a snapshot and its syntax facts and does no
// I/O.
package window
