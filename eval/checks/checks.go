// Package checks fixes pinned releases of real projects, once with the tools' own
// fixers and once with fettle, and compares CPU time, findings left, runs and imports.
package checks

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/fettle-dev/fettle/internal/child"
	"github.com/fettle-dev/fettle/internal/files"
)

// checksOptions are the flags of the checks command.
type checksOptions struct {
	fettle, cache string
	only          []string
	times         int
}

// Command measures what fettle makes of releases of real projects, beside
// the tools' own fixers.
func Command() *cobra.Command {
	var o checksOptions
	c := &cobra.Command{
		Use:   "checks --fettle PROGRAM",
		Short: "Fix releases of real projects, beside the tools' own fixers: CPU, findings left, runs, imports",
		Long: `Fetches releases by pip, pinned by their digests, into a cache folder, fixes one copy
of each with the tool's own fixer (ruff check --fix; mypy has none, and is run once)
and one with fettle fix --no-model --write, and prints CPU times, the findings that are
left, how often fettle ran the tool, and whether the project can be imported as
before. CPU times depend on the machine, on what else runs there most of all: each is
the smallest of several runs, the two fixers taking turns. All other columns are the
same in every run.`,
		Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error { return runChecks(c.Context(), c.OutOrStdout(), o) },
	}
	f := c.Flags()
	f.StringVar(&o.fettle, "fettle", "", "the program to measure")
	f.StringVar(&o.cache, "cache", filepath.Join(".cache", "checks"), "folder for the releases and their copies")
	f.IntVar(&o.times, "times", 3, "how often each project is fixed")
	f.StringArrayVar(&o.only, "only", nil, "only this project (repeatable)")
	_ = c.MarkFlagRequired("fettle")
	return c
}

// release is one project of the table.
type release struct {
	name, version, digest string // in the package index; SHA-256 of the wheel
	module                string // what is imported
	tools                 []string
}

func releases() []release {
	return []release{
		{"flask", "1.1.4", "c34f04500f2cbbea882b1acb02002ad6fe6b7ffa64a6164577995657f50aed22", "flask", []string{"ruff"}},
		{"requests", "2.25.1", "c210084e36a42ae6b9219e00e48287def368a26d03a048ddad7bfee44f75871e", "requests",
			[]string{"ruff"}},
		{"attrs", "20.3.0", "31b2eced602aa8423c2aea9c76a724617ed67cf9513173fd3a4f03e3a929c7e6", "attr", []string{"ruff"}},
		{"httpx", "0.18.2", "979afafecb7d22a1d10340bafb403cf2cb75aff214426ff206521fc79d26408c", "httpx",
			[]string{"ruff", "mypy"}},
		{"rich", "9.13.0", "9004f6449c89abadf689dad6f92393e760b8c3a8a8c4ea6d8d474066307c0e66", "rich",
			[]string{"ruff", "mypy"}},
		{"scrapy", "2.4.1", "27621ab491706ec8cc41168cdbdff07e7fe8c344c8640e9e9faebd7cf84008e2", "scrapy", []string{"ruff"}},
	}
}

// checkedTool is how a tool is run by itself.
type checkedTool struct {
	own  []string // its fixer, or one analysis where it has none
	list []string // prints its findings
	// count finds the number of findings in what list prints.
	count func(string) int
}

var mypyFound = regexp.MustCompile(`Found (\d+) errors?`)

func checkedTools() map[string]checkedTool {
	return map[string]checkedTool{
		"ruff": {[]string{"ruff", "check", "--fix", "--no-cache", "-q", "."},
			[]string{"ruff", "check", "--no-cache", "--output-format", "concise", "-q", "."},
			func(s string) int { return strings.Count(s, "\n") }},
		"mypy": {[]string{"mypy", "--cache-dir", os.DevNull, "."}, []string{"mypy", "--cache-dir", os.DevNull, "."},
			func(s string) int {
				n := 0
				if m := mypyFound.FindStringSubmatch(s); m != nil {
					_, _ = fmt.Sscan(m[1], &n)
				}
				return n
			}},
	}
}

// checkBench is the surroundings of a run of the command.
type checkBench struct {
	checksOptions
	python string
}

func runChecks(ctx context.Context, w io.Writer, o checksOptions) error {
	var err error
	if o.cache, err = filepath.Abs(o.cache); err != nil {
		return err
	}
	if o.fettle, err = filepath.Abs(o.fettle); err != nil {
		return err
	}
	b := checkBench{checksOptions: o}
	if b.python, err = child.Look("python3", child.LookOptions{}); err != nil {
		return err
	}
	if _, ok := childCPU(); !ok {
		return errors.New("the CPU time of children is not known on this system: run it on Linux or macOS")
	}
	fmt.Fprintf(w, "%-10s %-5s %6s | %8s %5s | %8s %5s %6s %4s | %-30s %s\n",
		"project", "tool", "found", "own CPU", "left", "fettle", "left", "ratio", "runs", "import", "left because")
	for _, p := range releases() {
		if len(o.only) > 0 && !slices.Contains(o.only, p.name) {
			continue
		}
		for _, tool := range p.tools {
			row, err := b.measure(ctx, p, tool)
			if err != nil {
				return fmt.Errorf("%s with %s: %w", p.name, tool, err)
			}
			fmt.Fprintln(w, row)
		}
	}
	return nil
}

// measure is one line of the table.
func (b checkBench) measure(ctx context.Context, p release, tool string) (string, error) {
	t := checkedTools()[tool]
	wheel, err := b.fetch(ctx, p)
	if err != nil {
		return "", err
	}
	own, fixed := filepath.Join(b.cache, "work", p.name+"-"+tool+"-own"),
		filepath.Join(b.cache, "work", p.name+"-"+tool+"-fettle")
	var ownTime, took time.Duration
	found, before, said, runs := 0, "", "", 0
	for i := range max(1, b.times) {
		for _, dir := range []string{own, fixed} {
			if err := os.RemoveAll(dir); err != nil {
				return "", err
			}
			if _, _, err := b.run(ctx, b.cache, nil, b.python, "-m", "zipfile", "-e", wheel, dir); err != nil {
				return "", err
			}
		}
		if i == 0 {
			if found, err = b.left(ctx, t, own); err != nil {
				return "", err
			}
			before = b.imported(ctx, p, fixed)
		}
		_, t1, err := b.run(ctx, own, nil, t.own...)
		if err != nil {
			return "", err
		}
		words, t2, n, err := b.fix(ctx, tool, fixed)
		if err != nil {
			return "", err
		}
		if i == 0 || t1 < ownTime {
			ownTime = t1
		}
		if i == 0 || t2 < took {
			took = t2
		}
		said, runs = words, n
	}
	ownLeft, err := b.left(ctx, t, own)
	if err != nil {
		return "", err
	}
	left, err := b.left(ctx, t, fixed)
	if err != nil {
		return "", err
	}
	state := "as before: " + before
	if after := b.imported(ctx, p, fixed); after != before {
		state = "BROKEN: " + after
	}
	return fmt.Sprintf("%-10s %-5s %6d | %7.2fs %5d | %7.2fs %5d %5.1fx %4d | %-30s %s", p.name, tool, found,
		ownTime.Seconds(), ownLeft,
		took.Seconds(), left, took.Seconds()/ownTime.Seconds(), runs, state, said), nil
}

// fetch is the wheel of a release in the cache folder.
func (b checkBench) fetch(ctx context.Context, p release) (string, error) {
	dir := filepath.Join(b.cache, "releases", p.name)
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return "", err
	}
	pins := filepath.Join(dir, "pinned.txt")
	if err := os.WriteFile(pins, fmt.Appendf(nil, "%s==%s --hash=sha256:%s\n", p.name, p.version, p.digest),
		0o600); err != nil {
		return "", err
	}
	wheels, err := filepath.Glob(filepath.Join(dir, "*.whl"))
	if err == nil && len(wheels) == 0 {
		if _, _, err := b.run(ctx, dir, nil, b.python, "-m", "pip", "download", "-q", "--no-deps", "--only-binary", ":all:",
			"--require-hashes", "-r", pins, "-d", dir); err != nil {
			return "", err
		}
		wheels, err = filepath.Glob(filepath.Join(dir, "*.whl"))
	}
	if err != nil || len(wheels) != 1 {
		return "", cmp.Or(err, fmt.Errorf("%d wheels in %s: remove the folder and run it again", len(wheels), dir))
	}
	return wheels[0], nil
}

// fix runs fettle on a project, and counts how often it runs the tool.
func (b checkBench) fix(ctx context.Context, tool, dir string) (said string, took time.Duration, runs int, err error) {
	program, err := child.Look(tool, child.LookOptions{})
	if err != nil {
		return "", 0, 0, err
	}
	shims := filepath.Join(b.cache, "shims")
	log := filepath.Join(shims, tool+".log")
	script := fmt.Sprintf("#!/bin/sh\ncase \"$*\" in *--version*) ;; *) echo >> '%s' ;; esac\nexec '%s' \"$@\"\n", log,
		program)
	if err := errors.Join(os.MkdirAll(shims, 0o700), os.WriteFile(log, nil, 0o600),
		os.WriteFile(filepath.Join(shims, tool), []byte(script), 0o700)); err != nil {
		return "", 0, 0, err
	}
	env := []string{"PATH=" + shims + string(os.PathListSeparator) + os.Getenv("PATH"),
		"XDG_CACHE_HOME=" + filepath.Join(b.cache, "cache")}
	// What the tools remember goes; what is made once for a machine stays.
	if err := os.RemoveAll(filepath.Join(b.cache, "cache", "fettle", "tools")); err != nil {
		return "", 0, 0, err
	}
	r, took, err := b.run(ctx, dir, env, b.fettle, "fix", "--no-model", "--write", "--run", tool, ".")
	if err != nil {
		return "", 0, 0, err
	}
	record, err := files.Read(log, 0)
	return because(r.Stderr), took, bytes.Count(record.Data, []byte("\n")), err
}

// because is what a run says of the findings that it leaves.
func because(said string) string {
	for line := range strings.Lines(said) {
		if _, rest, ok := strings.Cut(line, " fixed ("); ok {
			_, rest, _ = strings.Cut(rest, ")") // the grades
			return strings.Trim(strings.TrimSpace(rest), ", ")
		}
	}
	return ""
}

// left is the number of findings of a project.
func (b checkBench) left(ctx context.Context, t checkedTool, dir string) (int, error) {
	r, _, err := b.run(ctx, dir, nil, t.list...)
	return t.count(string(r.Stdout)), err
}

// imported says whether a project can be imported where it lies, or why not.
func (b checkBench) imported(ctx context.Context, p release, dir string) string {
	r, err := child.Run(ctx, child.Command{Argv: []string{b.python, "-B", "-c", "import " + p.module}, Dir: dir,
		Trusted: true, Timeout: time.Minute})
	if err == nil && r.ExitCode == 0 {
		return "ok"
	}
	kind, _, _ := strings.Cut(r.Stderr[strings.LastIndexByte(strings.TrimSpace(r.Stderr), '\n')+1:], ":")
	return kind
}

// run is a program with its CPU time. Exit code 1 says that it found something.
func (b checkBench) run(ctx context.Context, dir string, env []string,
	argv ...string) (child.Result, time.Duration, error) {
	if !filepath.IsAbs(argv[0]) {
		path, err := child.Look(argv[0], child.LookOptions{})
		if err != nil {
			return child.Result{}, 0, err
		}
		argv = slices.Concat([]string{path}, argv[1:])
	}
	start, _ := childCPU()
	r, err := child.Run(ctx, child.Command{Argv: argv, Dir: dir, Env: env,
		Inherit: []string{"PIP_INDEX_URL", "PIP_CONFIG_FILE"}, Trusted: true, Timeout: 10 * time.Minute, MaxOutput: 64 << 20})
	end, _ := childCPU()
	if err == nil && r.ExitCode > 1 {
		err = fmt.Errorf("%s ended with %d: %s", filepath.Base(argv[0]), r.ExitCode, r.Stderr)
	}
	return r, end - start, err
}
