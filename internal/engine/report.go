package engine

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/fettle-dev/fettle/aggregator"
)

// gathered prints the budget of a context, what happened to each source and
// snippet, and why.
type gathered struct {
	context aggregator.Context
	report  aggregator.Report
}

func (g gathered) String() string {
	var b strings.Builder
	r := g.report
	fmt.Fprintf(&b, "%s\nused %d bytes, about %d tokens, in %d ms\n", budgetLine(r.Budget), g.context.Bytes,
		g.context.Tokens, r.Elapsed.Milliseconds())
	for _, p := range r.Providers {
		b.WriteString("- " + providerLine(p) + "\n")
		for _, s := range r.Snippets {
			if s.Provider == p.Name {
				b.WriteString("  - " + snippetLine(s) + "\n")
			}
		}
	}
	return b.String()
}

// budgetLine says how many bytes there are, and by which terms.
func budgetLine(b aggregator.Budget) string {
	t := b.Terms
	if t.Window == 0 {
		return fmt.Sprintf("budget %d bytes", b.Bytes)
	}
	source := "an estimate"
	if t.Reported {
		source = "as the model reports"
	}
	return fmt.Sprintf("budget %d bytes: %d tokens by the settings are %d bytes, the %d tokens of the model leave room "+
		"for %d; %.1f bytes a token (%s)",
		b.Bytes, t.MaxContextTokens, t.SoftBytes, t.Window, t.HardBytes, t.Ratio, source)
}

// sourceWords and stateWords are what people read about a source, and about what became of it or of a piece.
var (
	sourceWords = map[string]string{"diagnostics": "other problems of the file", "history": "earlier edits",
		"semantic": "related code"}
	stateWords = map[aggregator.State]string{
		aggregator.Kept: "shown", aggregator.Cut: "shortened", aggregator.Dropped: "left out", aggregator.Empty: "none",
		aggregator.Disabled: "switched off", aggregator.Late: "too late", aggregator.Failed: "failed",
		aggregator.Busy:      "busy",
		aggregator.Cancelled: "cancelled",
	}
)

func providerLine(p aggregator.ProviderRow) string {
	said := cmp.Or(sourceWords[p.Name], p.Name) + ": " + stateWords[p.State]
	if p.In > 0 || p.Kept+p.Cut+p.Dropped > 0 {
		said += fmt.Sprintf(", %d whole, %d shortened, %d left out, %d bytes, about %d tokens", p.Kept, p.Cut, p.Dropped,
			p.Bytes, p.Tokens)
	}
	if p.State != aggregator.Disabled {
		said += fmt.Sprintf(", %d ms", p.Elapsed.Milliseconds())
	}
	if p.Partial {
		said += ", incomplete: the time or the index did not suffice"
	}
	if p.Error != "" {
		said += ", " + p.Error
	}
	return said
}

func snippetLine(s aggregator.SnippetRow) string {
	said := fmt.Sprintf("%s %s: %s", s.Place, s.Role, stateWords[s.Fate])
	switch {
	case s.Reason != "" && s.Bytes > 0:
		said += fmt.Sprintf(" (%s), %d bytes", s.Reason, s.Bytes)
	case s.Reason != "":
		said += " (" + s.Reason + ")"
	case s.Bytes > 0:
		said += fmt.Sprintf(", %d bytes", s.Bytes)
	}
	for _, w := range s.Why {
		switch {
		case w.Text != "":
			said += "; " + w.Text
		case w.Factor != "":
			said += fmt.Sprintf("; %s %.2f", w.Factor, w.Value)
		}
	}
	return said
}
