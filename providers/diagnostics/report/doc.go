// Package report reads what tools write about files: findings in the tool's own
// coordinates, which become diagnostics of a text.
//
// A [Finding] is what one line, object or element of a report says. [Resolve]
// places findings in a snapshot: other files' findings are dropped, positions
// are converted and clamped, messages cleaned.
//
// Beside it stand the forms of reports that many tools share, one file each:
// [SARIF], [RDJSON], [Checkstyle], [GitLab], and lines of text by patterns of Vim's
// errorformat ([Lines]), and the two of pytest. They accept bytes and return findings, or an error and no
// finding at all. The formats of single tools are in package decode, below
// package linter.
package report
