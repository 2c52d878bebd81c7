package linter

import (
	"bytes"
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/fettle-dev/fettle/internal/child"
	"github.com/fettle-dev/fettle/providers/diagnostics/linter/shape"
	"github.com/fettle-dev/fettle/providers/diagnostics/report"
)

// The ways in which a run has no result. None of them means "no problems
// found": who verifies a fix must treat every one as unknown.
var (
	ErrUnknownTool = errors.New("is not a tool fettle knows")
	ErrMissing     = errors.New("is not installed")
	ErrNotAllowed  = errors.New("may not run here")
	ErrTimeout     = errors.New("timed out")
	ErrCanceled    = errors.New("was canceled")
	ErrFailed      = errors.New("failed")                          // crashed, wrong options, no result
	ErrStart       = errors.New("cannot start here")               // an option, a module that it needs; a way of failing
	ErrOutput      = errors.New("gave output that is not its own") // garbage, half JSON, another format
	ErrFormat      = errors.New("is of no format that is known")   // a report whose format no sign shows
	ErrUnsuitable  = errors.New("cannot check this document")      // other language, no file, excluded by build tags
	ErrLacking     = errors.New("something is not installed")      // a way of being unsuitable that somebody can end
	ErrPaused      = errors.New("is left alone after it failed")   // back-off
)

// Error says which tool has no result, why, and what would help.
type Error struct {
	Tool string
	Kind error
	// Detail is one line: exit code and the tail of its error output.
	Detail string
	// Hint is what helps, or what is to be known before Step; "" if nothing is.
	Hint string
	Step Step
	// Setting is the one that allows it more time, as key=value; "" where it has the most already.
	Setting string
	Err     error
}

// Step is what a front end can do about an error: each says in its own words how.
type Step string

// The steps.
const (
	StepTrust      Step = "trust"       // let tools run code of the folder
	StepMoreTime   Step = "more_time"   // see Setting
	StepNameFormat Step = "name_format" // say of which format the report is
	StepNameSilent Step = "name_silent" // the same: it is empty, as of a tool that finds nothing
)

func (e *Error) Error() string {
	s := fmt.Sprintf("%s %v", e.Tool, e.Kind)
	if e.Detail != "" {
		s += ": " + e.Detail
	}
	return s
}

// Unwrap returns the kind and the cause.
func (e *Error) Unwrap() []error {
	if e.Err == nil {
		return []error{e.Kind}
	}
	return []error{e.Kind, e.Err}
}

// Passing reports whether the next run of the same text may succeed: the
// machine was busy, or the tool stumbled over something half-written.
func Passing(err error) bool {
	for _, kind := range [...]error{ErrTimeout, ErrFailed, ErrOutput, ErrPaused} {
		if errors.Is(err, kind) {
			return true
		}
	}
	return false
}

// childError sorts an error of the starter.
func childError(s *Spec, err error, res child.Result) error {
	e := &Error{Tool: s.Name, Kind: ErrFailed, Err: err}
	switch {
	case errors.Is(err, child.ErrNotFound):
		e.Kind, e.Hint = ErrMissing, s.Hint
	case errors.Is(err, child.ErrRefused):
		e.Kind, e.Detail = ErrNotAllowed, err.Error()
	case errors.Is(err, child.ErrTimeout):
		e.Kind = ErrTimeout
	case errors.Is(err, child.ErrCanceled):
		e.Kind = ErrCanceled
	default:
		e.Detail = err.Error()
		if last := report.LastLine(res.Stderr); last != "" {
			e.Detail += ": " + last
		}
	}
	return e
}

// silent reports whether a tool ended as if it had found something, and printed
// nothing: a Python program whose interpreter or module is broken ends with 1, as a
// linter with findings does, and has looked at nothing.
func silent(res child.Result) bool {
	return res.ExitCode != 0 && len(bytes.TrimSpace(res.Stdout)) == 0
}

// failed is the error of a tool that ended with an exit code that is no
// result.
func failed(s *Spec, res child.Result) error {
	detail := fmt.Sprintf("exit code %d", res.ExitCode)
	if said := report.Telling(res.Stderr); said != "" {
		detail += ": " + said
	} else if last := report.LastLine(string(res.Stdout[max(0, len(res.Stdout)-400):])); last != "" {
		detail += ": " + last
	}
	if notConfigured(s.Name, detail) {
		return &Error{Tool: s.Name, Kind: ErrUnsuitable, Detail: "it is not configured there (" + detail + ")",
			Hint: nextStep(detail)}
	}
	return &Error{Tool: s.Name, Kind: ErrFailed, Detail: detail, Hint: nextStep(detail)}
}

// notConfigured reports whether a tool ended since a file's folder has no configuration
// for it: one package of several has none, and nothing is wrong with the others
// (https://github.com/eslint/eslint/issues/17784).
func notConfigured(tool, detail string) bool {
	return tool == "eslint" && (strings.Contains(detail, "couldn't find an eslint.config") ||
		strings.Contains(detail, "couldn't find a configuration file"))
}

// nextStep returns what helps against a failure of a tool, "" where that is not known.
func nextStep(detail string) string {
	switch {
	case strings.Contains(detail, "couldn't find an eslint.config"):
		return "ESLint 9 reads no .eslintrc: npx @eslint/migrate-config .eslintrc.json writes an eslint.config.mjs"
	case strings.Contains(detail, "Cannot find module"), strings.Contains(detail, "Cannot find package"):
		return "its configuration needs it: npm install"
	}
	return ""
}

// failure is the error of a run, in which files have their own paths,
// not those of private copies.
func (j *job) failure(res child.Result) error {
	for copied, path := range j.renamed {
		res = named(res, copied, path)
	}
	if j.mapping.Mirror != "" {
		sep := string(filepath.Separator)
		res = named(res, j.mapping.Mirror+sep, j.mapping.Root+sep)
	}
	return failed(&j.spec, res)
}

func named(res child.Result, from, to string) child.Result {
	res.Stderr = strings.ReplaceAll(res.Stderr, from, to)
	res.Stdout = bytes.ReplaceAll(res.Stdout, []byte(from), []byte(to))
	return res
}

// malformed is the error of a decoder.
func malformed(tool string, err error) error {
	err = shape.JSONError(err)
	return &Error{Tool: tool, Kind: ErrOutput, Detail: CleanMessage(err.Error()), Err: err}
}
