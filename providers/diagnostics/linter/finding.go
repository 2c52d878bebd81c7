package linter

import (
	"github.com/fettle-dev/fettle/providers/diagnostics/report"
	"github.com/fettle-dev/fettle/providers/signal"
)

// The words of package report, which every decoder here uses.
type (
	// Finding is [report.Finding].
	Finding = report.Finding
	// Related is [report.Related].
	Related = report.Related
	// Fix is [report.Fix].
	Fix = report.Fix
	// FixEdit is [report.Edit].
	FixEdit = report.Edit
	// Mapping is [report.Mapping].
	Mapping = report.Mapping
	// Point is [report.Point].
	Point = report.Point
	// Unit is [report.Unit].
	Unit = report.Unit
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
