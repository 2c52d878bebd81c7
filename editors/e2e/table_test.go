package e2e

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"
)

// kinds are the kinds of scenarios that each of the editors must pass.
var kinds = []string{
	"foreign diagnostics", "tool fix", "rule fix", "model fix", "mypy", "gopls",
	"typing elsewhere", "typing in the window", "typing during four seconds", "random typing",
	"cancel", "error text", "preview", "fix all", "edit", "emoji", "CRLF", "no model", "settings", "crash",
	"README",
}

// editorNames are the columns of the second table.
var editorNames = []string{"neovim", "helix"}

// results are the scenarios that have run.
var results table

// outcome is what came of one scenario.
type outcome struct {
	editor, name, result string
	took                 time.Duration
}

// kind is the name up to the colon.
func (o outcome) kind() string {
	kind, _, _ := strings.Cut(o.name, ": ")
	return kind
}

type table struct {
	mu   sync.Mutex
	rows []outcome
}

func (r *table) add(o outcome) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.rows = append(r.rows, o)
}

// print shows every scenario, then the kinds by editors.
func (r *table) print() {
	r.mu.Lock()
	defer r.mu.Unlock()
	if len(r.rows) == 0 {
		return
	}
	var lines []string
	for _, o := range r.rows {
		lines = append(lines, fmt.Sprintf("%-8s %-76s %-4s %5.1f s", o.editor, o.name, o.result, o.took.Seconds()))
	}
	slices.Sort(lines)
	fmt.Printf("\n%s\n\n%-28s", strings.Join(lines, "\n"), "kind of scenario")
	for _, e := range editorNames {
		fmt.Printf(" %-18s", e)
	}
	fmt.Println()
	for _, kind := range kinds {
		fmt.Printf("%-28s", kind)
		for _, e := range editorNames {
			fmt.Printf(" %-18s", r.cell(e, kind))
		}
		fmt.Println()
	}
	fmt.Println()
}

// cell sums the scenarios of a kind in one editor. The lock is held.
func (r *table) cell(editor, kind string) string {
	var total time.Duration
	count := map[string]int{}
	for _, o := range r.rows {
		if o.editor == editor && o.kind() == kind {
			count[o.result]++
			total += o.took
		}
	}
	if len(count) == 0 {
		return "-"
	}
	var parts []string
	for _, result := range []string{"FAIL", "skip", "pass"} {
		if n := count[result]; n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", n, result))
		}
	}
	return fmt.Sprintf("%s %5.1f s", strings.Join(parts, ", "), total.Seconds())
}

// missing lists the kinds that an editor has no scenario of.
func (r *table) missing() []string {
	r.mu.Lock()
	defer r.mu.Unlock()
	if len(r.rows) == 0 { // no editor is installed
		return nil
	}
	var out []string
	for _, kind := range kinds {
		for _, e := range editorNames {
			if r.cell(e, kind) == "-" {
				out = append(out, e+" "+kind)
			}
		}
	}
	return out
}
