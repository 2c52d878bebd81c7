package linter

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/diagnostics/linter/shape"
	"github.com/fettle-dev/fettle/providers/diagnostics/report"
	"github.com/fettle-dev/fettle/providers/signal"
)

// Report is what a report file says about one source file.
type Report struct {
	Path     string // as the report writes it
	Findings []Finding
}

// Resolve places a report in the file's text: the second half of reading it,
// since columns mean nothing without the text. What a report says several times
// (of several configurations, runs or packages) is one diagnostic.
func (r Report) Resolve(s text.Snapshot) []signal.Diagnostic {
	findings := slices.DeleteFunc(slices.Clone(r.Findings), Finding.Nowhere)
	return Once(Resolve(findings, Mapping{Snapshot: s, Aliases: []string{r.Path}, Version: s.Version, Origin: signal.FromInput}))
}

// Once drops repeated diagnostics and counts them. One with a fix is kept before
// one without.
func Once(list []signal.Diagnostic) []signal.Diagnostic {
	type key struct {
		tool, code, message string
		span                text.Span
	}
	at := map[key]int{}
	out := list[:0]
	for _, d := range list {
		k := key{d.Tool, d.Code, d.Message, d.Span}
		i, known := at[k]
		if !known {
			at[k] = len(out)
			out = append(out, d)
			continue
		}
		n := max(out[i].Times, 1) + max(d.Times, 1)
		if out[i].Fix == nil && d.Fix != nil {
			out[i] = d
		}
		out[i].Times = n
	}
	return out
}

// Outside is how many findings have no place in the text: their line is behind
// its end, or none at all.
func (r Report) Outside(s text.Snapshot) int { return report.Outside(r.Findings, s, r.Path) }

// Locate finds the source file below a root. A report may come from another
// machine: an absolute path that does not exist here is tried without its
// first folders, longest first. A link that leads out of the root leads nowhere:
// a report must not choose which of the user's other files are changed.
func (r Report) Locate(root string) (string, bool) {
	p := filepath.FromSlash(strings.ReplaceAll(r.Path, "\\", "/"))
	if filepath.IsAbs(p) {
		if rel, err := filepath.Rel(root, p); err == nil && filepath.IsLocal(rel) && regularBelow(root, p) {
			return p, true
		}
	}
	parts := strings.Split(filepath.Clean(strings.TrimPrefix(p, filepath.VolumeName(p))), string(filepath.Separator))
	for i := range parts {
		rel := filepath.Join(parts[i:]...)
		if parts[i] == "" || !filepath.IsLocal(rel) {
			continue
		}
		if full := filepath.Join(root, rel); regularBelow(root, full) {
			return full, true
		}
	}
	return "", false
}

// regularBelow reports whether a path names a regular file that lies below a
// root after the links of both are resolved.
func regularBelow(root, path string) bool {
	realRoot, err := filepath.EvalSymlinks(root)
	if err != nil {
		return false
	}
	real, err := filepath.EvalSymlinks(path)
	if err != nil {
		return false
	}
	rel, err := filepath.Rel(realRoot, real)
	if err != nil || !filepath.IsLocal(rel) {
		return false
	}
	info, err := os.Stat(real)
	return err == nil && info.Mode().IsRegular()
}

// format is a form of report that can be read.
type format struct {
	name   string
	decode func([]byte) ([]Finding, error)
}

// formats lists the forms of reports, by the name for --input-format.
func formats() []format {
	return []format{
		{"sarif", decodeSARIF}, {"ruff", decodeRuffAny}, {"mypy", decodeMypyAny}, {"bandit", decodeBanditReport},
		{"pyright", decodePyright}, {"junit", decodeJUnit}, {"report-log", shared("pytest", report.PytestLog)}, {"pytest", decodePytest},
		{"go vet", decodeGoVet}, {"go", decodeGoAny}, {"staticcheck", decodeStaticcheck}, {"golangci-lint", decodeGolangci},
		{"tsc", decodeTSCInput}, {"eslint", decodeESLint}, {"clippy", decodeRust}, {"rustc", decodeRust},
		{"rdjson", shared("rdjson", report.RDJSON)}, {"rdjsonl", shared("rdjsonl", report.RDJSON)}, {"checkstyle", shared("checkstyle", report.Checkstyle)},
		{"gitlab", shared("gitlab", report.GitLab)}, {"gcc", shared("gcc", report.GCC)}, {"flake8", shared("flake8", report.Flake8)}, {"pylint", shared("pylint", report.Pylint)},
	}
}

// Formats are the names of the forms of reports that [ParseInput] reads.
func Formats() []string {
	var names []string
	for _, f := range formats() {
		names = append(names, f.name)
	}
	return names
}

// ParseInput reads a tool's report and sorts it by source file. The format is
// one of [Formats], or "" to find it out. Errors: unknown format, or output
// that is not in it; never a guess.
func ParseInput(name string, data []byte) ([]Report, error) {
	data = shape.Plain(data)
	if name == "" {
		if name = detect(data); name == "" {
			return nil, unknownFormat(data)
		}
	}
	i := slices.IndexFunc(formats(), func(f format) bool { return f.name == strings.ToLower(name) || f.name == signal.Tool(name) })
	if i < 0 {
		return nil, &Error{Tool: CleanMessage(name), Kind: ErrUnknownTool, Hint: "formats: " + strings.Join(Formats(), ", ")}
	}
	findings, err := formats()[i].decode(data)
	if err != nil {
		return nil, err
	}
	byPath := map[string]int{}
	var reports []Report
	for _, f := range findings {
		k, ok := byPath[f.Path]
		if !ok {
			k = len(reports)
			byPath[f.Path] = k
			reports = append(reports, Report{Path: f.Path})
		}
		reports[k].Findings = append(reports[k].Findings, f)
	}
	slices.SortStableFunc(reports, func(a, b Report) int { return cmp.Compare(a.Path, b.Path) })
	return reports, nil
}

// decodeMypyAny reads mypy's JSON lines and its text.
func decodeMypyAny(data []byte) ([]Finding, error) {
	if bytes.HasPrefix(bytes.TrimSpace(data), []byte("{")) {
		return decodeMypy(data)
	}
	var list []Finding
	for line := range strings.SplitSeq(string(data), "\n") {
		line = strings.TrimSuffix(line, "\r")
		path, at, message, ok := report.CutPosition(line)
		if !ok {
			// With pretty output a long message goes on in the next line; then
			// come an excerpt, which is indented, and at the end a summary.
			if n := len(list); n > 0 && list[n-1].Code == "" && line != "" && line[0] != ' ' && !strings.HasPrefix(line, "Found ") {
				last := &list[n-1]
				last.Message += " " + line
				last.Message, last.Code, _ = cutCode(last.Message)
			}
			continue
		}
		level, message, ok := strings.Cut(message, ": ")
		if !ok || level != "error" && level != "note" && level != "warning" {
			return nil, malformed("mypy", errors.New("a line of another tool: "+line))
		}
		f := Finding{Tool: "mypy", Path: path, Message: message, Severity: signal.Error, Unit: Runes, Loose: true, NoMark: true, Start: at}
		if rest, code, ok := cutCode(message); ok {
			f.Message, f.Code = rest, code
		}
		if level == "note" {
			f.Severity = signal.Information
			if n := len(list); f.Code == "" && n > 0 && list[n-1].Path == path && list[n-1].Start.Line == at.Line {
				list[n-1].Related = append(list[n-1].Related, Related{Path: path, Line: at.Line, Message: message})
				continue
			}
		}
		list = append(list, f)
	}
	return list, nil
}

// cutCode takes "message  [code]" apart.
func cutCode(message string) (rest, code string, ok bool) {
	i := strings.LastIndex(message, "  [")
	if i < 0 || !strings.HasSuffix(message, "]") {
		return message, "", false
	}
	code = message[i+3 : len(message)-1]
	return message[:i], code, CleanCode(code) == code
}

// decodeBanditReport reads a report of many files, of which some may not have
// been parsed.
func decodeBanditReport(data []byte) ([]Finding, error) {
	list, err := decodeBandit(data)
	var e *Error
	if errors.As(err, &e) && errors.Is(e.Kind, ErrUnsuitable) {
		return nil, nil
	}
	return list, err
}

func decodePytest(data []byte) ([]Finding, error) {
	if bytes.HasPrefix(bytes.TrimSpace(data), []byte("<")) {
		return decodeJUnit(data)
	}
	return shared("pytest", report.PytestLog)(data)
}

// decodeGoAny reads go list -e -json, go build -json and the compiler's text.
func decodeGoAny(data []byte) ([]Finding, error) {
	if !bytes.HasPrefix(bytes.TrimSpace(data), []byte("{")) {
		return report.GoText("go", string(data)), nil
	}
	if !bytes.Contains(data, []byte(`"Action"`)) {
		return decodeGoList(data)
	}
	var b strings.Builder
	for line := range bytes.SplitSeq(data, []byte("\n")) {
		if line = bytes.TrimSpace(line); len(line) == 0 {
			continue
		}
		var event struct{ Action, Output string }
		if err := json.Unmarshal(line, &event); err != nil {
			return nil, malformed("go", err)
		}
		if event.Action == "build-output" {
			b.WriteString(event.Output)
		}
	}
	return report.GoText("go", b.String()), nil
}

// shared is a reader of a format that many tools write.
func shared(name string, read func([]byte) ([]Finding, error)) func([]byte) ([]Finding, error) {
	return func(data []byte) ([]Finding, error) {
		list, err := read(data)
		if err != nil {
			return nil, malformed(name, err)
		}
		return list, nil
	}
}

// decodeJUnit reads what pytest writes.
func decodeJUnit(data []byte) ([]Finding, error) { return shared("pytest", report.PytestJUnit)(data) }

// decodeRuffAny reads ruff's JSON and its text.
func decodeRuffAny(data []byte) ([]Finding, error) {
	if trimmed := bytes.TrimSpace(data); len(trimmed) > 0 && trimmed[0] != '[' && trimmed[0] != '{' {
		if bytes.Equal(trimmed, []byte("All checks passed!")) {
			return nil, nil
		}
		list, err := shared("ruff", report.RuffText)(data)
		for i := range list {
			list[i].Severity, list[i].Tags = ruffSeverity(list[i].Code)
		}
		return list, err
	}
	return decodeRuff(data)
}

// Detect finds the format of a report by its shape, "" if it is none that is
// known or has nothing to tell it by.
func Detect(data []byte) string { return detect(shape.Plain(data)) }

func detect(data []byte) string {
	return shape.Of(data, func(line string) bool {
		_, plain := tscLine(line)
		_, pretty := tscPrettyLine(line)
		return plain || pretty
	})
}

// unknownFormat says what a report looks like, what was tried, and how to name
// what it is.
func unknownFormat(data []byte) error {
	looks, hint := shape.Looks(data)
	return &Error{Tool: "the report", Kind: ErrFormat, Detail: looks + "; tried " + strings.Join(Formats(), ", "), Hint: hint}
}
