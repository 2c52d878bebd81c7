// Package app is what the commands share: settings as the command line sets them, the engine that they make, and what
// is done with many files at once.
//
// A command builds a [Setup] from its flags and an [App] from that; it names
// files by [App.Chosen], fixes them by [App.FixAll] and gets a [Result] for each,
// whose findings it prints. Errors carry their next step by [WithHint].
package app
