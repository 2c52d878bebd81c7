package review

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/providers/signal"
)

// Baseline is the findings that a project is not asked about any more: of each rule in each
// file the digests of their lines. A line that moves keeps its digest, wherever it goes. Of
// no rule there may be more than before.
type Baseline map[spot][]string

// spot is a rule in a file.
type spot struct{ rule, file string }

// baselineHeader is the first line of a baseline; its version is another one where a former
// program would read it wrongly.
const baselineHeader = "# fettle baseline 1: rule, file, digests of lines"

// ParseBaseline reads what [Baseline.String] writes.
func ParseBaseline(s string) (Baseline, error) {
	b := Baseline{}
	for i, line := range strings.Split(strings.ReplaceAll(strings.TrimSuffix(s, "\n"), "\r", ""), "\n") {
		if i == 0 && line != baselineHeader {
			return nil, fmt.Errorf("line 1: want %q", baselineHeader)
		}
		if strings.HasPrefix(line, "#") || line == "" {
			continue
		}
		parts := strings.Split(line, "\t")
		if len(parts) != 3 {
			return nil, fmt.Errorf("line %d: want rule, file and digests, with tabs between", i+1)
		}
		at := spot{parts[0], parts[1]}
		b[at] = append(b[at], strings.Split(parts[2], " ")...)
	}
	return b, nil
}

// String is one line for each rule in each file, in order: two branches that touch other
// files merge.
func (b Baseline) String() string {
	var out strings.Builder
	out.WriteString(baselineHeader + "\n")
	keys := slices.SortedFunc(maps.Keys(b), func(a, b spot) int {
		return slices.Compare([]string{a.file, a.rule}, []string{b.file, b.rule})
	})
	for _, at := range keys {
		if len(b[at]) > 0 {
			fmt.Fprintf(&out, "%s\t%s\t%s\n", at.rule, at.file, strings.Join(slices.Sorted(slices.Values(b[at])), " "))
		}
	}
	return out.String()
}

// Size returns how many findings it holds back.
func (b Baseline) Size() (n int) {
	for _, list := range b {
		n += len(list)
	}
	return n
}

func rule(d signal.Diagnostic) string {
	if d.Code == "" {
		return d.Tool
	}
	return d.Tool + "/" + d.Code
}

// digest names the line of a finding, whatever stands around it.
func (f *File) digest(d signal.Diagnostic) string {
	sum := sha256.Sum256([]byte(strings.TrimSpace(f.After.Line(f.After.LineAt(d.Span.Start)))))
	return hex.EncodeToString(sum[:4])
}

// all returns the findings of a file that weigh, each once.
func (f *File) all() (out []signal.Diagnostic) {
	seen := map[said]bool{}
	for _, tool := range f.tools() {
		for _, d := range f.Now[tool] {
			if d.Weighs() && !seen[saidBy(d)] {
				seen[saidBy(d)] = true
				out = append(out, d)
			}
		}
	}
	return out
}

// BaselineOf returns the baseline of all that is reported now.
func BaselineOf(files []*File) Baseline {
	b := Baseline{}
	for _, f := range files {
		for _, d := range f.all() {
			at := spot{rule(d), f.Name}
			b[at] = append(b[at], f.digest(d))
		}
	}
	return b
}

// Sift returns the findings that a baseline does not hold back, how many it does, and how
// many of it are gone. The same line counts first, in its file and then in any; then any
// other line of the rule in the file, which may have been edited.
func (b Baseline) Sift(files []*File) (fresh []Finding, old, gone int) {
	left := Baseline{}
	for at, list := range b {
		left[at] = slices.Clone(list)
	}
	type open struct {
		f *File
		d signal.Diagnostic
	}
	var list []open
	for _, f := range files {
		for _, d := range f.all() {
			list = append(list, open{f, d})
		}
	}
	take := func(at spot, digest string) bool {
		i := slices.Index(left[at], digest)
		if digest == "" && len(left[at]) > 0 {
			i = 0
		}
		if i < 0 {
			return false
		}
		left[at] = slices.Delete(left[at], i, i+1)
		return true
	}
	for _, held := range []func(open) bool{
		func(o open) bool { return take(spot{rule(o.d), o.f.Name}, o.f.digest(o.d)) },
		func(o open) bool {
			for at := range left {
				if at.rule == rule(o.d) && take(at, o.f.digest(o.d)) {
					return true
				}
			}
			return false
		},
		func(o open) bool { return take(spot{rule(o.d), o.f.Name}, "") },
	} {
		list = slices.DeleteFunc(list, func(o open) bool {
			is := held(o)
			if is {
				old++
			}
			return is
		})
	}
	for _, o := range list {
		fresh = append(fresh, o.f.finding(o.d))
	}
	return fresh, old, left.Size()
}

// Raised says of which rules a baseline holds back more than a former one did.
func (b Baseline) Raised(was Baseline) (out []string) {
	count := func(b Baseline) map[string]int {
		n := map[string]int{}
		for at, list := range b {
			n[at.rule] += len(list)
		}
		return n
	}
	old := count(was)
	for r, n := range count(b) {
		if n > old[r] {
			out = append(out, fmt.Sprintf("%d more of %s", n-old[r], r))
		}
	}
	slices.Sort(out)
	return out
}
