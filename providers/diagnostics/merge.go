package diagnostics

import (
	"cmp"
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/internal/limits"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/diagnostics/linter"
	"github.com/fettle-dev/fettle/providers/diagnostics/report"
	"github.com/fettle-dev/fettle/providers/signal"
)

// Normalise makes a foreign diagnostic harmless and converts its tool, code and
// place to the forms everything else relies on. Links are dropped unless they
// come from our own run.
func Normalise(d signal.Diagnostic, s text.Snapshot) signal.Diagnostic {
	if message, brief := report.CleanLines(d.Message); message != d.Message {
		d.Message, d.Brief = message, brief
	}
	d.Tool, d.Code = identity(d.Tool, d.Code)
	if d.Severity < signal.Error || d.Severity > signal.Hint {
		d.Severity = signal.Error
	}
	d.Span.Start = max(0, min(d.Span.Start, s.Len()))
	d.Span.End = max(d.Span.Start, min(d.Span.End, s.Len()))
	if d.Origin != signal.FromLinter && d.Origin != signal.FromInput {
		d.Doc = ""
	}
	if len(d.Related) > 0 {
		d.Related = slices.Clone(d.Related[:min(len(d.Related), maxRelated)])
		for i := range d.Related {
			d.Related[i].Message = linter.CleanMessage(d.Related[i].Message)
		}
	}
	return d
}

// maxRelated is the number of further places kept of one diagnostic.
const maxRelated = 10

// identity returns the tool and the rule. A server that has the rule as its source (gopls: source "printf", code
// "default") is recognized by the signal table.
func identity(tool, code string) (string, string) {
	code = linter.CleanCode(strings.TrimSpace(code))
	name := signal.Tool(tool)
	if code != "" && code != "default" {
		name = linter.CleanMessage(name)
		if name == "tsc" && strings.Trim(code, "0123456789") == "" {
			code = "TS" + code // tsserver leaves the letters out
		}
		return name[:min(len(name), 40)], code
	}
	owner, _, _ := strings.Cut(signal.Require(signal.Diagnostic{Tool: upperRule(tool)}).Signal, "/")
	switch owner {
	case name:
	case "go vet", "golangci-lint":
		return owner, name
	case "staticcheck":
		return owner, upperRule(tool)
	}
	name = linter.CleanMessage(name)
	return name[:min(len(name), 40)], ""
}

// upperRule converts a rule such as "sa4006" to the case it is known by.
func upperRule(s string) string {
	if n := len(s); n >= 5 && n <= 6 && strings.Trim(s[n-4:], "0123456789") == "" {
		return strings.ToUpper(s)
	}
	return s
}

// Merge makes one list, sorted by place, of diagnostics of one text. Two
// entries are one if they are of the same tool and start on the same line, and
// either have the same code and overlapping places, or the same message while
// one of them has no code. The newer version wins, among equals the origin
// (context, push, own run); what the winner lacks is filled in from the other.
// At most limits.DiagnosticsPerFile are kept, the most severe.
func Merge(s text.Snapshot, list []signal.Diagnostic) []signal.Diagnostic {
	type bucket struct {
		tool string
		line int
	}
	// Winners first: then the first of each group is the one that stays.
	sorted := slices.Clone(list)
	slices.SortStableFunc(sorted, func(a, b signal.Diagnostic) int {
		return cmp.Or(-cmp.Compare(a.Version, b.Version), cmp.Compare(a.Origin, b.Origin))
	})
	out := sorted[:0:0]
	seen := make(map[bucket][]int, len(sorted))
	for _, d := range sorted {
		k := bucket{d.Tool, s.LineAt(d.Span.Start)}
		found := -1
		group := seen[k]
		for _, i := range group[:min(len(group), maxGroup)] {
			if same(out[i], d) {
				found = i
				break
			}
		}
		if found >= 0 {
			fill(&out[found], d)
			continue
		}
		seen[k] = append(group, len(out))
		out = append(out, d)
	}
	return sortByPlace(mostSevere(out))
}

// maxGroup bounds the comparisons on one line.
const maxGroup = 64

func same(a, b signal.Diagnostic) bool {
	if a.Code == b.Code && touches(a.Span, b.Span) {
		return a.Code != "" || fold(a.Message) == fold(b.Message)
	}
	return (a.Code == "" || b.Code == "") && fold(a.Message) == fold(b.Message)
}

// touches is overlap for spans of which one may be empty.
func touches(a, b text.Span) bool {
	if a.Len() == 0 || b.Len() == 0 {
		return a.Start <= b.End && b.Start <= a.End
	}
	return a.Overlaps(b)
}

func fold(s string) string { return strings.Join(strings.Fields(s), " ") }

// fill adds what the winner lacks: Helix loses related information, VS
// Code the data, clients the tool's fix.
func fill(d *signal.Diagnostic, from signal.Diagnostic) {
	if d.Code == "" {
		d.Code = from.Code
	}
	if d.Message == "" {
		d.Message = from.Message
	}
	if len(d.Related) == 0 {
		d.Related = from.Related
	}
	if len(d.Tags) == 0 {
		d.Tags = from.Tags
	}
	if d.Fix == nil {
		d.Fix = from.Fix
	}
	if d.Doc == "" {
		d.Doc = from.Doc
	}
}

// mostSevere keeps the per-file number of diagnostics, in their order.
func mostSevere(list []signal.Diagnostic) []signal.Diagnostic {
	const most = limits.DiagnosticsPerFile
	if len(list) <= most {
		return list
	}
	var count [5]int
	for _, d := range list {
		count[min(d.Severity, signal.Hint)]++
	}
	room := most
	var allowed [5]int
	for severity := range count {
		allowed[severity] = min(count[severity], room)
		room -= allowed[severity]
	}
	out := make([]signal.Diagnostic, 0, most)
	for _, d := range list {
		if n := &allowed[min(d.Severity, signal.Hint)]; *n > 0 {
			*n--
			out = append(out, d)
		}
	}
	return out
}

func sortByPlace(list []signal.Diagnostic) []signal.Diagnostic {
	slices.SortStableFunc(list, func(a, b signal.Diagnostic) int {
		return cmp.Or(cmp.Compare(a.Span.Start, b.Span.Start), cmp.Compare(a.Severity, b.Severity),
			cmp.Compare(a.Code, b.Code))
	})
	return list
}
