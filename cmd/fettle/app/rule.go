package app

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/fettle-dev/fettle/providers/signal"
)

// RuleText is one row of the signal table.
func (w *App) RuleText(rule string) string {
	var b strings.Builder
	table := w.Ladder.Table
	row, taken := table.Effective(rule)
	if _, exact := table.Row(rule); !exact {
		fmt.Fprintf(&b, "%s has no row of its own; this one applies:\n", Clean(rule))
	}
	needs := make([]string, len(row.Needs))
	for i, n := range row.Needs {
		needs[i] = string(n)
	}
	fmt.Fprintf(&b, "signal  %s\nwindow  %s\nneeds   %s\nrungs   %s\nwhy     %s\n",
		row.Signal, row.Window, cmp.Or(strings.Join(needs, ", "), "none"), cmp.Or(rungNames(row.Rungs), "none"), row.Why)
	if row.Docs != "" {
		fmt.Fprintf(&b, "about   %s\n", row.Docs)
	}
	tool, code, _ := strings.Cut(rule, "/")
	if page := signal.Link(tool, code); page != "" {
		fmt.Fprintf(&b, "page    %s\n", page)
	}
	if row.Traits.OnRequest {
		b.WriteString("offer   only when it is asked for\n")
	}
	if len(taken) > 0 {
		fmt.Fprintf(&b, "note    The workspace narrows this row: %s.\n", strings.Join(taken, ", "))
	}
	return b.String()
}

func rungNames(letters string) string {
	var names []string
	for _, l := range letters {
		switch l {
		case 'T':
			names = append(names, "the tool's own fix")
		case 'R':
			names = append(names, "a rule")
		case 'M':
			names = append(names, "a model")
		}
	}
	return strings.Join(names, ", then ")
}
