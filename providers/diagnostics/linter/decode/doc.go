// Package decode reads what single tools write: bytes to [report.Finding]s in the
// tool's own coordinates.
//
// Each tool has one file. A decoder that bears the tool's name reads what package
// linter has the tool write, in the strictest form it offers; [Formats] are all
// forms of reports that people pass to fettle, the tools' texts for terminals and
// what many tools write (package report) among them. Decoders never guess: output
// they do not understand is an [*Error] and results in no finding at all. They know
// neither files nor processes: where a finding lies is found out by
// [report.Resolve].
//
// Recorded outputs of the real tools, and the fuzz target that feeds all decoders,
// are with package linter, whose rows name the decoders.
package decode

import (
	"bytes"
	"errors"
	"fmt"

	"github.com/fettle-dev/fettle/providers/diagnostics/linter/shape"
	"github.com/fettle-dev/fettle/providers/diagnostics/report"
)

// Error says of which tool's form output is not.
type Error struct {
	Tool string
	Err  error
	// Unread says that the output is sound, and that the tool itself could not
	// read the file: its silence means nothing.
	Unread bool
}

func (e *Error) Error() string { return fmt.Sprintf("output of %s: %v", e.Tool, e.Err) }

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Err }

func malformed(tool string, err error) error { return &Error{Tool: tool, Err: err} }

// Format is a form of report that can be read.
type Format struct {
	Name string // for --input-format
	Read func([]byte) ([]report.Finding, error)
}

// Formats lists the forms of reports.
func Formats() []Format {
	return []Format{
		{"sarif", SARIF}, {"ruff", ruffAny}, {"mypy", mypyAny}, {"bandit", banditReport},
		{"pyright", Pyright}, {"ty", Ty}, {"pyrefly", Pyrefly}, {"oxlint", Oxlint}, {"junit", junit},
		{"report-log", named("pytest", report.PytestLog)}, {"pytest", pytest},
		{"go vet", GoVet}, {"go", goAny}, {"staticcheck", Staticcheck}, {"golangci-lint", Golangci},
		{"tsc", tscInput}, {"eslint", ESLint}, {"clippy", Rust}, {"rustc", Rust},
		{"rdjson", named("rdjson", report.RDJSON)}, {"rdjsonl", named("rdjsonl", report.RDJSON)},
		{"checkstyle", named("checkstyle", report.Checkstyle)},
		{"gitlab", named("gitlab", report.GitLab)}, {"gcc", named("gcc", report.GCC)},
		{"flake8", named("flake8", report.Flake8)}, {"pylint", pylint},
		{"shellcheck", shellcheck}, {"sqlfluff", sqlfluff}, {"rubocop", rubocop}, {"semgrep", semgrep},
	}
}

// Detect finds the format of a report by its shape, "" if it is none that is
// known or has no sign of it. The report is plain: [shape.Plain].
func Detect(data []byte) string {
	return shape.Of(data, func(line string) bool {
		_, _, ok := tscLine(line)
		return ok
	})
}

// named returns a reader of a format that many tools write.
func named(name string, read func([]byte) ([]report.Finding, error)) func([]byte) ([]report.Finding, error) {
	return func(data []byte) ([]report.Finding, error) {
		list, err := read(data)
		if err != nil && !errors.As(err, new(*Error)) {
			return nil, malformed(name, err)
		}
		return list, err
	}
}

// JUnit reads what pytest writes.
func JUnit(data []byte) ([]report.Finding, error) { return named("pytest", report.PytestJUnit)(data) }

// junit reads a report of whoever wrote it. Many tools write this format, each with places of its own, and failures
// without one that pytest's reader knows are not nothing.
func junit(data []byte) ([]report.Finding, error) {
	list, err := JUnit(data)
	if err == nil && len(list) == 0 && (bytes.Contains(data, []byte("<failure")) ||
		bytes.Contains(data, []byte("<error"))) {
		return nil, malformed("junit", errors.New("its failures name no place in a file as those of pytest do"))
	}
	return list, err
}

// pylint reads what pylint writes, and ruff in its form: how bad a rule of ruff is does not stand there.
func pylint(data []byte) ([]report.Finding, error) {
	list, err := named("pylint", report.Pylint)(data)
	for i := range list {
		if f := &list[i]; f.Tool == "ruff" {
			f.Severity, f.Tags = ruffSeverity(f.Code)
			f.NoMark = true
		}
	}
	return list, err
}

func pytest(data []byte) ([]report.Finding, error) {
	if bytes.HasPrefix(bytes.TrimSpace(data), []byte("<")) {
		return JUnit(data)
	}
	return named("pytest", report.PytestLog)(data)
}

func deref(s *string) string {
	if s == nil {
		return ""
	}
	return *s
}
