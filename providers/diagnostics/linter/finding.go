package linter

import (
	"errors"
	"io"

	"github.com/fettle-dev/fettle/providers/diagnostics/linter/decode"
	"github.com/fettle-dev/fettle/providers/diagnostics/report"
	"github.com/fettle-dev/fettle/providers/signal"
)

// The words of package report for what tools say.
type (
	// Finding is [report.Finding].
	Finding = report.Finding
	// Mapping is [report.Mapping].
	Mapping = report.Mapping
)

// Resolve is [report.Resolve].
func Resolve(findings []Finding, m Mapping) []signal.Diagnostic { return report.Resolve(findings, m) }

// CleanMessage is [report.CleanMessage].
func CleanMessage(s string) string { return report.CleanMessage(s) }

// CleanCode is [report.CleanCode].
func CleanCode(s string) string { return report.CleanCode(s) }

// read returns what a tool's output says. What is not in its form is an [*Error].
func (s *Spec) read(out []byte) ([]Finding, error) {
	list, err := s.decode(out)
	if err != nil {
		return nil, unreadable(err)
	}
	return list, nil
}

// streamed is read for output that comes bit by bit. It may run at the same time as whoever waits for
// the tool, and keeps a decoder's panic to itself.
func (s *Spec) streamed(out io.Reader) (list []Finding, err error) {
	list, err = guarded(s.Name, func() ([]Finding, error) { return s.stream(out) })
	if err != nil {
		return nil, unreadable(err)
	}
	return list, nil
}

// unreadable is the error of a decoder in the words of a run.
func unreadable(err error) error {
	var e *decode.Error
	switch {
	case !errors.As(err, &e):
		return err
	case e.Unread:
		return &Error{Tool: e.Tool, Kind: ErrUnsuitable, Detail: CleanMessage(e.Err.Error())}
	}
	return malformed(e.Tool, e.Err)
}
