package e2e

import (
	"encoding/json"
	"fmt"
	"os"
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

// vscodeOutcomes is the environment variable that names the file of what became
// of the scenarios in VS Code, which another program drives.
const vscodeOutcomes = "FETTLE_VSCODE_OUTCOMES"

// addVSCode adds the scenarios of a file that editors/vscode/test/drive.mjs has
// written.
func (r *table) addVSCode(path string) error {
	data, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	var list []struct {
		Name, Result string
		Seconds      float64
	}
	if err := json.Unmarshal(data, &list); err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	r.editors = append(r.editors, "vscode")
	for _, o := range list {
		r.add(outcome{"vscode", o.Name, o.Result, time.Duration(o.Seconds * float64(time.Second))})
	}
	return nil
}

// results are the scenarios that have run.
var results = table{editors: []string{"neovim", "helix"}}

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
	editors []string // columns of the second table
	mu      sync.Mutex
	rows    []outcome
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
	for _, e := range r.editors {
		fmt.Printf(" %-18s", e)
	}
	fmt.Println()
	for _, kind := range kinds {
		fmt.Printf("%-28s", kind)
		for _, e := range r.editors {
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
		for _, e := range r.editors {
			if r.cell(e, kind) == "-" {
				out = append(out, e+" "+kind)
			}
		}
	}
	return out
}
