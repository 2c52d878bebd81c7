// Package edits turns a model's answer into edits that are right by
// construction, or into a [Reject] with a reason.
//
// The model does not retype old code on the main path: it picks ids of lines of
// a frozen snapshot (see [Candidates]). Package edits/decode
// makes a [Script] of an answer. Its addresses are resolved on the snapshot, its
// indentation is interpreted, and it is applied inside the windows: all of it,
// or nothing ([Apply]). Whether the result may be offered is for package verify to decide.
//
// Everything here is a pure function: no clock, no randomness, no I/O.
package edits
