package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/fettle-dev/fettle/eval/fresh"
)

// harmOptions are the flags of the harm command.
type harmOptions struct {
	fettle, out string
	seed        uint64
	sets        int
	unsafe      bool
}

func harmCommand() *cobra.Command {
	var o harmOptions
	c := &cobra.Command{
		Use:   "harm --fettle PROGRAM --out DIR PACKAGE...",
		Short: "Random sets of a tool's rules over real releases: what fettle and the tool's own fixer break",
		Long: `Harm takes released packages (as fettle-eval fresh does), draws sets of ruff's rules by seed, fixes one copy with
ruff check --fix and one with fettle fix --no-model --write, and looks at both: names that were bound before and are not
(F821, F822), modules that could be imported, and the package's own tests. Go modules are fixed with what go vet and
staticcheck report; the tool's own fixer is go fix. A tool that did not end in time is named, and is no pass.

  fettle-eval harm --fettle bin/fettle --out /tmp/harm --seed 7 --sets 10 python:NAME python:NAME`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(c *cobra.Command, args []string) error { return o.run(c.Context(), c.OutOrStdout(), args) },
	}
	f := c.Flags()
	f.StringVar(&o.fettle, "fettle", "bin/fettle", "the program to measure")
	f.StringVar(&o.out, "out", "", "folder for the packages, outside of any repository")
	f.Uint64Var(&o.seed, "seed", 1, "what is drawn")
	f.IntVar(&o.sets, "sets", 5, "sets of rules for each package")
	f.BoolVar(&o.unsafe, "unsafe", false, "with --unsafe-fixes and --unsafe")
	_ = c.MarkFlagRequired("out")
	return c
}

// harmed is what a fixer left of a package.
type harmed struct {
	left    int      // findings of the set
	unbound int      // names
	imports []string // modules that cannot be imported
	failed  bool     // the tests
	ended   string   // why it did not do its work
	took    time.Duration
}

func (o harmOptions) run(ctx context.Context, w io.Writer, names []string) error {
	var err error
	if o.out, err = filepath.Abs(o.out); err != nil {
		return err
	}
	if o.fettle, err = filepath.Abs(o.fettle); err != nil {
		return err
	}
	rules, err := ruffRules(ctx, o.out)
	if err != nil {
		return err
	}
	fmt.Fprintf(w, "%-24s %-34s %6s | %-34s | %-34s\n", "package", "rules", "found", "own fixer: left, broken",
		"fettle: left, broken")
	total := map[string]int{}
	for n, name := range names {
		p, err := fresh.Fetch(ctx, o.out, name)
		if err != nil {
			fmt.Fprintf(w, "%-24s left out: %v\n", name, err)
			continue
		}
		draw := rand.New(rand.NewPCG(o.seed, uint64(n)))
		for range o.sets {
			set := drawn(draw, rules, p.Lang)
			const draws = 100 // a set without findings says nothing
			for n := 0; p.Lang == "python" && n < draws && findings(ctx, p.Tree(), strings.Join(set, ",")) == 0; n++ {
				set = drawn(draw, rules, p.Lang)
			}
			own := filepath.Join(o.out, "own")
			fixed := filepath.Join(o.out, "fixed")
			before := look(ctx, p, p.Tree(), set)
			if before.failed {
				fmt.Fprintf(w, "%-24s left out: its own tests fail\n", name)
				break
			}
			for _, dir := range []string{own, fixed} {
				if err := os.RemoveAll(dir); err != nil {
					return err
				}
				if err := os.CopyFS(dir, os.DirFS(p.Tree())); err != nil {
					return err
				}
			}
			a := o.fixed(ctx, p, own, set, o.ownFixer(p), before)
			b := o.fixed(ctx, p, fixed, set, o.fettleFixer(p), before)
			fmt.Fprintf(w, "%-24s %-34s %6d | %-34s | %-34s\n", name, strings.Join(set, ","), before.left, a, b)
			total["sets"]++
			for who, h := range map[string]harmed{"own": a, "fettle": b} {
				if h.broken() {
					total[who+" broke"]++
				}
				if h.ended != "" {
					total[who+" did not end"]++
				}
			}
			if ctx.Err() != nil {
				return ctx.Err()
			}
		}
	}
	fmt.Fprintf(w, "%d sets; broken by the tool's own fixer %s, by fettle %s; did not end: own %d, fettle %d\n",
		total["sets"],
		wilson(total["own broke"], total["sets"]), wilson(total["fettle broke"], total["sets"]), total["own did not end"],
		total["fettle did not end"])
	return nil
}

func (h harmed) broken() bool { return h.unbound > 0 || len(h.imports) > 0 || h.failed }

func (h harmed) String() string {
	words := []string{fmt.Sprintf("%d", h.left)}
	if h.ended != "" {
		words = append(words, "ended: "+clipped(h.ended))
	}
	if h.unbound > 0 {
		words = append(words, fmt.Sprintf("%d UNBOUND", h.unbound))
	}
	if len(h.imports) > 0 {
		words = append(words, "IMPORT "+strings.Join(h.imports, " "))
	}
	if h.failed {
		words = append(words, "TESTS FAIL")
	}
	if !h.broken() {
		words = append(words, "nothing broken")
	}
	return fmt.Sprintf("%s (%.0f s)", strings.Join(words, ", "), h.took.Seconds())
}

// drawn is a set of rules: some from everywhere, as people select them.
func drawn(draw *rand.Rand, rules []string, lang string) []string {
	if lang != "python" {
		return []string{"go vet, staticcheck"}
	}
	set := map[string]bool{}
	for range 3 + draw.IntN(12) {
		set[rules[draw.IntN(len(rules))]] = true
	}
	var out []string
	for r := range set {
		out = append(out, r)
	}
	slices.Sort(out)
	return out
}

// ruffRules are the codes that ruff can fix.
func ruffRules(ctx context.Context, dir string) ([]string, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, err
	}
	r, err := fresh.Run(ctx, dir, nil, "ruff", "rule", "--all", "--output-format", "json")
	if err != nil {
		return nil, err
	}
	var list []struct {
		Code    string
		Fix     string `json:"fix"`
		Preview bool
		Status  map[string]any // by its only key
	}
	if err := json.Unmarshal(r.Stdout, &list); err != nil {
		return nil, fmt.Errorf("ruff's list of rules: %w", err)
	}
	var out []string
	for _, l := range list {
		if !strings.Contains(l.Fix, "not available") && !l.Preview && l.Status["Removed"] == nil {
			out = append(out, l.Code)
		}
	}
	return out, nil
}

func (o harmOptions) ownFixer(p *fresh.Package) []string {
	if p.Lang == "go" {
		return []string{"go", "fix", "./..."}
	}
	argv := []string{"ruff", "check", "--no-cache", "-q", "--fix", "."}
	if o.unsafe {
		argv = append(argv, "--unsafe-fixes")
	}
	return argv
}

func (o harmOptions) fettleFixer(p *fresh.Package) []string {
	argv := []string{o.fettle, "fix", "--no-model", "--no-resume", "--write"}
	if o.unsafe {
		argv = append(argv, "--unsafe")
	}
	if p.Lang == "python" {
		argv = append(argv, "--run", "ruff")
	}
	return append(argv, ".") // the tool's own ./... is no folder
}

// fixed runs a fixer on a copy, and looks at what it left.
func (o harmOptions) fixed(ctx context.Context, p *fresh.Package, dir string, set, argv []string,
	before harmed) harmed {
	if p.Lang == "python" {
		// Both read the same settings.
		config := "[lint]\nselect = [\"" + strings.Join(set, `", "`) + "\"]\n"
		if err := os.WriteFile(filepath.Join(dir, "ruff.toml"), []byte(config), 0o600); err != nil {
			return harmed{ended: err.Error()}
		}
	}
	start := time.Now()
	r, err := fresh.Run(ctx, dir, nil, argv...)
	took := time.Since(start)
	h := look(ctx, p, dir, set)
	h.took = took
	if h.failed && !p.Passes(ctx, p.Tree()) {
		h.failed = false
		h.ended = "the tests fail without it now, too"
	}
	h.unbound = max(0, h.unbound-before.unbound)
	h.imports = slices.DeleteFunc(h.imports, func(m string) bool { return slices.Contains(before.imports, m) })
	switch {
	case err != nil:
		h.ended = err.Error()
	case r.ExitCode > 1:
		h.ended = strings.TrimSpace(r.Stderr)
	}
	return h
}

// look sees what is wrong with a package.
func look(ctx context.Context, p *fresh.Package, dir string, set []string) harmed {
	var h harmed
	if p.Lang == "python" {
		h.left = findings(ctx, dir, strings.Join(set, ","))
		h.unbound = findings(ctx, dir, "F821,F822,E9", "--ignore-noqa") // else a noqa that goes makes names unbound
		h.imports = p.Unimportable(ctx, dir)
	}
	h.failed = !p.Passes(ctx, dir)
	return h
}

func findings(ctx context.Context, dir, rules string, more ...string) int {
	r, err := fresh.Run(ctx, dir, nil, append([]string{"ruff", "check", "--isolated", "--no-cache", "-q",
		"--output-format", "concise", "--select", rules, "."}, more...)...)
	if err != nil {
		return -1
	}
	return strings.Count(string(r.Stdout), "\n")
}
