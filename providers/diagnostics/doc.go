// Package diagnostics knows what is wrong in the open documents, from every
// source: the client's own request, what clients push (fettle/diagnostics) and
// our own linters. It is also the provider of the context section
// "Diagnostics".
//
//   - [Store] keeps the diagnostics of each document, in memory only. Its
//     methods are cheap enough for the reading lane: [Store.Shift] moves what it
//     holds along with every edit, and drops what was edited.
//   - [Merge] makes one list of several: a diagnostic that two sources report
//     appears once, with what either knew of it.
//   - [Provider] shows the other problems of the file to the model: the target
//     itself is part of the instruction.
//
// Everything that comes from outside is normalised: one clean line of text, a
// code that looks like one, a place inside the text, one spelling of the tool.
package diagnostics
