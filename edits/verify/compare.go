package verify

import (
	"encoding/hex"
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/edits/diff"
	"github.com/fettle-dev/fettle/edits/verify/pairs"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/signal"
)

// Change is how a tool's report of a document changed with its text.
type Change struct {
	Gone []bool              // of the former report, element by element
	New  []signal.Diagnostic // on the new text: what the former report did not hold
	// Hunks are the lines that changed.
	Hunks []diff.Hunk
}

// Line returns where the change put a line, -1 where that is not known.
func (c Change) Line(old int) int {
	at, kept := diff.Image(c.Hunks, old)
	if !kept && !slices.ContainsFunc(c.Hunks,
		func(h diff.Hunk) bool { return h.Old.Len() == h.New.Len() && h.Old.Contains(old) }) {
		return -1
	}
	return at
}

// Compare says which findings are gone and which are new. Findings of one code
// and message are the same one when their line did not change or moved as a
// whole, or when they stand where the change put their line.
func Compare(before, after text.Snapshot, was, now []signal.Diagnostic) Change {
	return newCheck(Input{Before: before, After: after.Text()}).compare(was, now)
}

// Along is the way from one text to another that is known.
type Along struct {
	Way       diff.Way
	Hunks     []diff.Hunk               // the lines that changed, see [diff.Way.Lines]
	Statement func(line int) text.Lines // of the old text
}

// Compare is [Compare] where the edits are known that lead from one text to
// the other: of many equal findings on many changed lines each is found again where
// its place has gone.
func (a Along) Compare(before, after text.Snapshot, was, now []signal.Diagnostic) Change {
	return changeOf(pairs.Of(&pairs.Texts{Before: before, After: after, Hunks: a.Hunks, Way: a.Way,
		Statement: a.Statement}, was, now), a.Hunks)
}

func (c *check) compare(was, now []signal.Diagnostic) Change {
	return changeOf(c.pair(was, now), c.hunks)
}

func changeOf(p pairs.Pairs, hunks []diff.Hunk) Change {
	out := Change{Gone: make([]bool, len(p.Before)), Hunks: hunks}
	for i, taken := range p.Taken {
		out.Gone[i] = !taken
	}
	for j, i := range p.Of {
		if i == pairs.New && !p.MovedOn(j) {
			out.New = append(out.New, p.After[j])
		}
	}
	return out
}

// String names the tools: "ruff 0.17.6 and mypy 2.4.1".
func (p *Proof) String() string {
	if p == nil {
		return ""
	}
	var names []string
	for _, t := range p.Tools {
		names = append(names, strings.TrimSpace(t.Name+" "+t.Version))
	}
	if n := len(names); n > 1 {
		return strings.Join(names[:n-1], ", ") + " and " + names[n-1]
	}
	return strings.Join(names, "")
}

// Proof is the record of the check that a fix rests on.
type Proof struct {
	Tools []ProofTool `json:"tools"`
	// Digests are SHA-256 sums of the texts that were checked, by path.
	Digests map[string]string `json:"digests,omitempty"`
}

func proofOf(s text.Snapshot, tools []ProofTool) *Proof {
	hash := s.Hash()
	return &Proof{Tools: tools, Digests: map[string]string{s.Path: hex.EncodeToString(hash[:])}}
}

// With returns a proof by the tools of both.
func (p *Proof) With(other *Proof) *Proof {
	switch {
	case p == nil:
		return other
	case other == nil:
		return p
	}
	out := &Proof{Tools: slices.Clone(p.Tools), Digests: other.Digests}
	for _, t := range other.Tools {
		if !slices.ContainsFunc(out.Tools, func(k ProofTool) bool { return k.Name == t.Name }) {
			out.Tools = append(out.Tools, t)
		}
	}
	return out
}

// ProofTool is one tool's part in a check: it reports the problem no more, and
// nothing new, in all files that it looked at.
type ProofTool struct {
	Name    string `json:"name"`
	Version string `json:"version,omitempty"`
	Files   int    `json:"files"`
}
