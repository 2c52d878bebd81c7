// Package history remembers what the user changed in the last hour and shows
// the changes that matter for a place: small diffs with the old lines, because
// the old text shows the intent and the new one is mostly visible anyway.
//
// A [Recorder] is fed every change of every open document, on the lane that
// orders them. It works in memory only, needs microseconds, and asks the path
// gate first: a denied document is never recorded. Changes are coalesced into
// hunks; a hunk's old side stays that of its first change, so that forty
// keystrokes on a line are one hunk, and typing that was undone is none.
//
// Memory is bounded: 50 hunks per document and in all, 1 MiB of old text per
// document, one hour.
package history
