package linter

import (
	"github.com/fettle-dev/fettle/providers/diagnostics/report"
	"github.com/fettle-dev/fettle/providers/signal"
)

// Finding and the other words of package report, which every decoder here uses.
type (
	Finding = report.Finding
	Related = report.Related
	Fix     = report.Fix
	FixEdit = report.Edit
	Mapping = report.Mapping
	Point   = report.Point
	Unit    = report.Unit
)

// What tools count columns in.
const (
	Runes       = report.Runes
	Bytes       = report.Bytes
	UTF16       = report.UTF16
	Offset      = report.Offset
	Offset16    = report.Offset16
	OffsetRunes = report.OffsetRunes

	endOfLine = report.EndOfLine
)

// Resolve is [report.Resolve].
func Resolve(findings []Finding, m Mapping) []signal.Diagnostic { return report.Resolve(findings, m) }

// CleanMessage is [report.CleanMessage].
func CleanMessage(s string) string { return report.CleanMessage(s) }

// CleanCode is [report.CleanCode].
func CleanCode(s string) string { return report.CleanCode(s) }

// Invisible is [report.Invisible].
func Invisible(r rune) bool { return report.Invisible(r) }
