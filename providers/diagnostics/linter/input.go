package linter

import (
	"bytes"
	"cmp"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/diagnostics/linter/decode"
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
	return Once(Resolve(findings, Mapping{Snapshot: s, Aliases: []string{r.Path}, Version: s.Version,
		Origin: signal.FromInput}))
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

// Outside returns how many findings have no place in the text: their line is behind
// its end, or none at all.
func (r Report) Outside(s text.Snapshot) int { return report.Outside(r.Findings, s) }

// Locate finds the source file below a root. A report may come from another
// machine: an absolute path that does not exist here is tried without its
// first folders, longest first. A link that leads out of the root is not followed:
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

// Formats returns the names of the forms of reports that [ParseInput] reads.
func Formats() []string {
	var names []string
	for _, f := range decode.Formats() {
		names = append(names, f.Name)
	}
	return names
}

// ParseInput reads a tool's report and sorts it by source file. The format is
// one of [Formats], or "" to find it out. Errors: unknown format, or output
// that is not in it; never a guess.
func ParseInput(name string, data []byte) ([]Report, error) {
	data = shape.Plain(data)
	if name == "" {
		if name = decode.Detect(data); name == "" {
			return nil, unknownFormat(data)
		}
	}
	forms := decode.Formats()
	i := slices.IndexFunc(forms, func(f decode.Format) bool {
		return f.Name == strings.ToLower(name) ||
			f.Name == signal.Tool(name)
	})
	if i < 0 {
		return nil, &Error{Tool: CleanMessage(name), Kind: ErrUnknownTool, Hint: "formats: " + strings.Join(Formats(), ", ")}
	}
	findings, err := forms[i].Read(data)
	if err != nil {
		return nil, unreadable(err)
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

// Detect finds the format of a report by its shape, "" if it is none that is
// known or has no sign of it.
func Detect(data []byte) string { return decode.Detect(shape.Plain(data)) }

// unknownFormat says what a report looks like, and what was tried.
func unknownFormat(data []byte) error {
	e := &Error{Tool: "the report", Kind: ErrFormat, Detail: shape.Looks(data) + "; tried " +
		strings.Join(Formats(), ", "), Step: StepNameFormat}
	if len(bytes.TrimSpace(data)) == 0 {
		e.Step = StepNameSilent
	}
	return e
}
