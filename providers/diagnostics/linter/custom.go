package linter

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/internal/child"
	"github.com/fettle-dev/fettle/internal/files"
	"github.com/fettle-dev/fettle/internal/limits"
	"github.com/fettle-dev/fettle/providers/diagnostics/linter/decode"
	"github.com/fettle-dev/fettle/providers/diagnostics/linter/shape"
	"github.com/fettle-dev/fettle/providers/diagnostics/report"
	"github.com/fettle-dev/fettle/providers/signal"
)

// Custom is a tool as the user's settings describe it. It becomes a row next to
// the built-in ones and is run by the same code: same trust, limits and pauses.
type Custom struct {
	Name string
	// Command is the program and its arguments, in which "{file}" stands for the
	// document's path from the folder that the tool runs in, "{path}" for its
	// absolute path and "{root}" for that folder.
	Command   []string
	Languages []string // LSP language identifiers
	// Input says how the tool gets the text: "stdin", or "tree": a private tree of
	// links to the project's files, in which the document is a real file.
	Input string
	// Format is the name of one of [Formats], or patterns of errorformat.
	Format []string
	Stderr bool // the findings are on standard error
	// ExitMax is the highest exit code of a run that has checked the document.
	ExitMax int
	// Severity maps the tool's own words for severities, and beginnings of codes,
	// to error, warning, information and hint.
	Severity map[string]string
	Columns  string // characters, bytes or utf16; "": as the format says
	FromZero bool   // columns begin with 0
	Project  bool   // findings depend on other files than the document
	// Safe says that the tool runs no code of the workspace: it also runs in
	// folders that are not trusted.
	Safe      bool
	SafeFixes bool // its own fixes keep the meaning of code
	Server    bool // it is a language server: Input, Format and what is about them mean nothing
	Marks     []string
	// Fix are arguments with which it fixes the document in place; nil: it does not. Input is "tree" then.
	Fix  []string
	Hint string // how to install it; "": what is wrong with the user's settings
}

// custom is the part of a row that only a tool of the user's has.
type custom struct {
	args   []string // with placeholders
	tree   bool
	stderr bool
	fix    []string
	// server says that it is a language server, whose own fixes are safe where the user says so.
	server, safeFixes bool
	known             bool // it is a row of [known]
}

// NewSet adds the user's tools to the built-in ones. A wrong one is left out and
// named by the error.
func NewSet(list []Custom) (Set, error) {
	var set Set
	var wrong []error
	for _, c := range list {
		s, err := c.spec()
		known, taken := set.Find(s.Name)
		if err == nil && taken && (known.own == nil || !known.own.known) && (!c.Server || known.Name == s.Name) {
			err = errors.New("another tool has this name; choose another one, and change how a built-in tool is started with " +
				"linters.NAME.command")
		}
		if err != nil {
			table := "linters.custom."
			if c.Server {
				table = "servers."
			}
			wrong = append(wrong, fmt.Errorf("%s%s: %w; the tool is not used", table, c.Name, err))
			continue
		}
		set.own = append(set.own, s)
	}
	return set, errors.Join(wrong...)
}

// spec makes the row.
func (c Custom) spec() (Spec, error) {
	if c.Server {
		c.Format, c.Project, c.Safe = []string{"sarif"}, true, false
	}
	s := Spec{
		Name: signal.Tool(c.Name), Languages: c.Languages, Class: ClassB, Timeout: limits.LinterTime, Project: c.Project,
		Slow: c.Project,
		Hint: cmp.Or(c.Hint, "install it, or correct linters.custom."+c.Name+".command"), marks: c.Marks,
		folder: rootOf, texts: (*job).custom, files: 1,
	}
	if c.Safe {
		s.Class = ClassA
	}
	if c.Project || c.Hint != "" { // several of [known] are slow to start
		s.Timeout = limits.CompilerTime
	}
	if err := c.complete(); err != nil {
		return s, err
	}
	s.Binary = files.Expand(c.Command[0])
	if strings.ContainsRune(s.Binary, filepath.Separator) && !filepath.IsAbs(s.Binary) {
		return s, errors.New("command has to be a name on PATH or an absolute path")
	}
	s.own = &custom{args: c.Command[1:], tree: c.Input == "tree", stderr: c.Stderr, server: c.Server, fix: c.Fix,
		safeFixes: c.SafeFixes, known: c.Hint != ""}
	if c.Server {
		s.Name, s.Hint = strings.ToLower(c.Name), "install it, or correct servers."+c.Name+".command"
		return s, nil
	}
	for from, to := range c.Severity {
		if severities()[to] == 0 {
			return s, fmt.Errorf("severity.%s is %q, want error, warning, information or hint", from, to)
		}
	}
	read, err := c.decoder()
	if err != nil {
		return s, err
	}
	s.decode = func(out []byte) ([]Finding, error) {
		list, err := read(shape.Plain(out))
		for i := range list {
			c.settle(&list[i], s.Name)
		}
		return list, asOutput(s.Name, err)
	}
	s.output = func(_ *job, res child.Result) ([]byte, error) {
		out := res.Stdout
		if c.Stderr {
			out = []byte(res.Stderr)
		}
		// as [silent]: 1 is what interpreters end with, too
		if res.ExitCode > c.ExitMax || res.ExitCode == 1 && len(bytes.TrimSpace(out)) == 0 {
			return nil, failed(&s, res)
		}
		if _, err := read(shape.Plain(out)); err != nil && !startsData(out) {
			if res.ExitCode > 0 {
				return nil, failed(&s, res)
			}
			return nil, nil // what a tool says where it finds nothing is in no format
		}
		return out, nil
	}
	return s, nil
}

// complete says what is missing.
func (c Custom) complete() error {
	switch {
	case len(c.Command) == 0 || c.Command[0] == "":
		return errors.New("command is not set")
	case len(c.Languages) == 0:
		return errors.New("languages is not set")
	case len(c.Format) == 0:
		return errors.New("format is not set")
	case c.Input == "tree" && !c.Project &&
		!slices.ContainsFunc(c.Command, func(a string) bool {
			return strings.Contains(a, "{file}") ||
				strings.Contains(a, "{path}")
		}):
		return errors.New("command names no {file}: the tool would check the whole project for each document")
	}
	return nil
}

// startsData reports whether output is JSON or XML, good or broken, not words.
func startsData(out []byte) bool {
	t := strings.TrimSpace(string(out[:min(len(out), 64)]))
	return t != "" && strings.IndexByte("[{<", t[0]) >= 0
}

// decoder returns what reads the tool's output.
func (c Custom) decoder() (func([]byte) ([]Finding, error), error) {
	if len(c.Format) > 1 || strings.Contains(c.Format[0], "%") {
		return report.Errorformat(c.Format)
	}
	for _, f := range decode.Formats() {
		if f.Name == c.Format[0] {
			return f.Read, nil
		}
	}
	return nil, fmt.Errorf("format %q is not known; want a pattern such as \"%%f:%%l:%%c: %%m\", or one of %s",
		CleanMessage(c.Format[0]), strings.Join(Formats(), ", "))
}

// asOutput is an error of a decoder in the words of a run.
func asOutput(tool string, err error) error {
	var e *Error
	switch err = unreadable(err); {
	case err == nil:
		return nil
	case errors.As(err, &e):
		return &Error{Tool: tool, Kind: e.Kind, Detail: e.Detail, Err: err}
	}
	return malformed(tool, err)
}

func severities() map[string]signal.Severity {
	return map[string]signal.Severity{"error": signal.Error, "warning": signal.Warning, "information": signal.Information,
		"hint": signal.Hint}
}

// settle makes a finding the tool's own, whatever name its report has.
func (c Custom) settle(f *Finding, name string) {
	f.Tool = name
	switch c.Columns {
	case "characters":
		f.Unit = inUnit(f.Unit, report.Runes)
	case "bytes":
		f.Unit = inUnit(f.Unit, report.Bytes)
	case "utf16":
		f.Unit = inUnit(f.Unit, report.UTF16)
	}
	if c.Columns != "" {
		f.Loose = false
	}
	if c.FromZero && f.Unit < report.Offset && f.Start.Line > 0 {
		f.Start.Column++
		if f.End.Line > 0 {
			f.End.Column++
		}
	}
	if c.SafeFixes && f.Fix != nil {
		f.Fix.Applicability = signal.Safe
	}
	c.grade(f)
}

// grade sets the severity of a finding to the one that the user has for its level or code.
func (c Custom) grade(f *Finding) {
	if to, ok := c.Severity[f.Level]; ok {
		f.Severity = severities()[to]
	}
	// The longest beginning of the code has the last word.
	for _, from := range slices.SortedFunc(maps.Keys(c.Severity), func(a, b string) int { return len(a) - len(b) }) {
		if f.Code != "" && from != f.Level && strings.HasPrefix(f.Code, from) {
			f.Severity = severities()[c.Severity[from]]
		}
	}
}

// inUnit returns a unit of columns, if the finding has columns.
func inUnit(have, want report.Unit) report.Unit {
	if have >= report.Offset {
		return have
	}
	return want
}

// stdinNames are what tools call standard input in their findings.
var stdinNames = []string{"-", "stdin", "<stdin>", "(stdin)", "/dev/stdin", "standard input", "<standard input>",
	"<stdin>.py"}

// custom returns the command of a tool of the user's.
func (j *job) custom([]string) (child.Command, error) {
	if !j.spec.own.tree {
		cmd := j.ownCommand(j.spec.own.args, j.root, j.snapshot.Path)
		cmd.Stdin = []byte(j.snapshot.Text())
		j.mapping.Aliases = append(j.mapping.Aliases, stdinNames...)
		return cmd, nil
	}
	tree, err := j.tree(copied[:])
	if err != nil {
		return child.Command{}, err
	}
	return j.ownCommand(j.spec.own.args, tree, j.mirrored(tree, j.snapshot.Path)), nil
}

// ownCommand returns a command of the tool in a folder, with the paths that placeholders stand for.
func (j *job) ownCommand(args []string, dir, path string) child.Command {
	fill := strings.NewReplacer("{file}", j.rel(j.root), "{path}", path, "{root}", dir)
	cmd := child.Command{Argv: j.args(), Dir: dir, Timeout: j.timeout()}
	for _, a := range args {
		cmd.Argv = append(cmd.Argv, fill.Replace(a))
	}
	if j.spec.own.stderr {
		cmd.ErrorTail = limits.ChildOutput
	}
	return cmd
}
