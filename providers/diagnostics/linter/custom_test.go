package linter

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/fettle-dev/fettle/internal/testkit/must"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/diagnostics/report"
	"github.com/fettle-dev/fettle/providers/signal"
)

// ownTool is a tool of the user's that our own test binary plays.
func ownTool(t *testing.T, role string, change func(*Custom)) Custom {
	t.Helper()
	self, err := os.Executable()
	must.OK(t, err)
	c := Custom{Name: "mine", Command: []string{self, "play", role, "--stdin-filename", "{file}"}, Languages: []string{"python", "yaml"}, Format: []string{"ruff"}, ExitMax: 1, Safe: true}
	if testing.CoverMode() != "" { // else it complains first that it has nowhere to write what was covered
		c.Command = append([]string{"env", "GOCOVERDIR=" + t.TempDir()}, c.Command...)
	}
	if change != nil {
		change(&c)
	}
	return c
}

func TestCustomSet(t *testing.T) {
	good := Custom{Name: "mine", Command: []string{"mine"}, Languages: []string{"xml"}, Format: []string{"gcc"}}
	with := func(change func(*Custom)) Custom { c := good; change(&c); return c }
	for want, c := range map[string]Custom{
		"command is not set":      with(func(c *Custom) { c.Command = nil }),
		"languages is not set":    with(func(c *Custom) { c.Languages = nil }),
		"format is not set":       with(func(c *Custom) { c.Format = nil }),
		`format "nope" is not`:    with(func(c *Custom) { c.Format = []string{"nope"} }),
		"is none of errorformat":  with(func(c *Custom) { c.Format = []string{"%f%"} }),
		"absolute path":           with(func(c *Custom) { c.Command = []string{"./mine"} }),
		"names no {file}":         with(func(c *Custom) { c.Input = "tree" }),
		`severity.W is "bad"`:     with(func(c *Custom) { c.Severity = map[string]string{"W": "bad"} }),
		"another tool has this":   with(func(c *Custom) { c.Name = "Ruff" }),
		"another tool has this n": with(func(c *Custom) { c.Name = "printf" }), // a rule of go vet
	} {
		set, err := NewSet([]Custom{c, good})
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v", want, err)
		}
		if _, ok := set.Find("mine"); !ok {
			t.Errorf("%q: a wrong tool costs another one", want)
		}
	}
	set, err := NewSet([]Custom{good})
	if err != nil || len(set.Specs()) != len(Specs())+1 || len(set.For("xml")) != 1 || len(Set{}.For("xml")) != 0 {
		t.Fatalf("%v, %d tools", err, len(set.Specs()))
	}
	if s, _ := set.Find("mine"); s.Class != ClassB {
		t.Error("a tool of which nobody said that it is safe may run in any folder")
	}
	if s, words, ok := set.Named("mine --strict"); !ok || s.Name != "mine" || !slices.Equal(words, []string{"--strict"}) {
		t.Errorf("named: %v %v", s.Name, words)
	}
}

// TestCustomRuns runs a tool of the user's like a built-in one: trust, failures,
// and what its output means.
func TestCustomRuns(t *testing.T) {
	for _, c := range []struct {
		name, role string
		change     func(*Custom)
		want       string // the finding, or a part of the error
	}{
		{"good", "exit1", nil, "mine F401 warning"},
		{"severity by code", "exit1", func(c *Custom) { c.Severity = map[string]string{"F": "hint", "F4": "error"} }, "mine F401 error"},
		{"exit code", "exit2", nil, "cannot go on"},
		{"exit code that is no failure", "exit2", func(c *Custom) { c.ExitMax = 2; c.Format = []string{"gcc"} }, ""},
		{"half an answer", "half", nil, "gave output that is not its own"},
		{"words where nothing is found", "garbage", func(c *Custom) { c.Format = []string{"gcc"} }, ""},
		{"words and a failure", "exit2", func(c *Custom) { c.ExitMax = 3; c.Format = []string{"gcc"}; c.Stderr = true }, "failed"},
		{"on standard error", "stderr", func(c *Custom) { c.Format = []string{"%f %l"}; c.Stderr = true }, ""},
		{"hangs", "hang", nil, "timed out"},
		{"not trusted", "exit1", func(c *Custom) { c.Safe = false }, "may not run here"},
		{"columns from 0", "exit1", func(c *Custom) { c.FromZero = true; c.Columns = "bytes" }, "mine F401 warning"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			set, err := NewSet([]Custom{ownTool(t, c.role, c.change)})
			must.OK(t, err)
			tools := map[string]ToolOptions{}
			if c.role == "hang" {
				tools["mine"] = ToolOptions{Timeout: 300e6}
			}
			r := NewRunner(RunnerOptions{Roots: []string{dir}, Set: set, Tools: tools, CacheDir: t.TempDir()})
			s := text.File(filepath.Join(dir, "a.py"), "python", "import os\nx = 1\n")
			list, err := r.Lint(t.Context(), "mine", s)
			switch {
			case err != nil:
				if c.want == "" || !strings.Contains(err.Error(), c.want) {
					t.Errorf("error %v, want %q", err, c.want)
				}
				if strings.Contains(err.Error(), "timed out") && !errors.Is(err, ErrTimeout) {
					t.Error("the kind of the error is lost")
				}
			case len(list) == 0:
				if c.want != "" {
					t.Errorf("nothing, want %q", c.want)
				}
			default:
				if got := list[0].Tool + " " + list[0].Code + " " + list[0].Severity.String(); got != c.want {
					t.Errorf("%q, want %q", got, c.want)
				}
			}
			if names := r.Names(s); slices.Contains(names, "mine") == (c.name == "not trusted") {
				t.Errorf("names %v", names)
			}
		})
	}
}

// A tool that ends with 1 and prints nothing has found nothing out.
func TestCustomBroken(t *testing.T) {
	set, err := NewSet([]Custom{ownTool(t, "stderr", func(c *Custom) { c.Format = []string{"gcc"} })})
	must.OK(t, err)
	spec, _ := set.Find("mine")
	l, err := newTool(spec, Options{Root: t.TempDir(), CacheDir: t.TempDir()})
	must.OK(t, err)
	if found, err := l.Lint(t.Context(), text.File(filepath.Join(l.opts.Root, "a.py"), "python", "x = 1\n")); !errors.Is(err, ErrFailed) {
		t.Errorf("%v, %v", found, err)
	}
}

// TestCustomTree gives a tool a file with the text, and nothing of it to the
// disk.
func TestCustomTree(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "sub", "-a.py")
	must.OK(t, os.MkdirAll(filepath.Dir(path), 0o700))
	put(t, path, "on disk\n")
	put(t, filepath.Join(dir, "other.py"), "other\n")
	set, err := NewSet([]Custom{ownTool(t, "show", func(c *Custom) { c.Input = "tree"; c.Format = []string{"%f:%l: %m"} })})
	must.OK(t, err)
	r := NewRunner(RunnerOptions{Roots: []string{dir}, Set: set, CacheDir: t.TempDir()})
	list, err := r.Lint(t.Context(), "mine", text.File(path, "python", "in memory\n"))
	if err != nil || len(list) != 1 || list[0].Message != "in memory, beside other" {
		t.Errorf("%v, %v", list, err)
	}
	if data, _ := os.ReadFile(path); string(data) != "on disk\n" {
		t.Errorf("the disk has %q", data)
	}
}

// TestCustomSettle gives findings the tool's own words for their severity, and
// its fixes what the user says of them.
func TestCustomSettle(t *testing.T) {
	c := Custom{Severity: map[string]string{"style": "hint", "E": "error"}, SafeFixes: true, Columns: "utf16", FromZero: true}
	for _, x := range []struct{ level, code, want string }{{"style", "X1", "hint"}, {"E", "X1", "error"}, {"style", "E1", "error"}, {"other", "X1", "warning"}} {
		f := Finding{Level: x.level, Code: x.code, Severity: signal.Warning, Loose: true, Start: report.Point{Line: 1}, End: report.Point{Line: 1, Column: 2}, Fix: &report.Fix{Applicability: signal.Unsafe}}
		c.settle(&f, "mine")
		if f.Severity.String() != x.want || f.Tool != "mine" || f.Fix.Applicability != signal.Safe || f.Unit != report.UTF16 || f.Loose || f.Start.Column != 1 || f.End.Column != 3 {
			t.Errorf("%v: %+v", x, f)
		}
	}
	f := Finding{Unit: report.Offset, Start: report.Point{Column: 5}}
	if c.settle(&f, "mine"); f.Unit != report.Offset || f.Start.Column != 5 {
		t.Errorf("an offset is made a column: %+v", f)
	}
}

// TestDetectShared finds out the formats that many tools write, and those of
// tools that others run.
func TestDetectShared(t *testing.T) {
	for in, want := range map[string]string{
		`{"diagnostics":[{"message":"m","location":{"path":"a"}}]}`:                                                               "rdjson",
		`{"message":"m","location":{"path":"a"}}` + "\n" + `{"message":"n","location":{"path":"a"}}`:                              "rdjsonl",
		`<?xml version="1.0"?><checkstyle version="4.3"></checkstyle>`:                                                            "checkstyle",
		`[{"description":"m","check_name":"c","fingerprint":"1","severity":"minor","location":{"path":"a","lines":{"begin":1}}}]`: "gitlab",
		`[{"type":"error","symbol":"s","message":"m","path":"a.py","line":1,"column":0}]`:                                         "pylint",
		`{"messages":[],"statistics":{}}`:                                                                                         "pylint",
		"************* Module a\na.py:1:0: C0114: Missing module docstring (missing-module-docstring)\n":                          "pylint",
		"a.py:1:80: E501 line too long (81 > 79 characters)\n":                                                                    "flake8",
		"a.py:1:8: F401 [*] `os` imported but unused\nFound 1 error.\n[*] 1 fixable with the `--fix` option.\n":                   "ruff",
		"a.py:1:80: E501 Line too long\nFound 1 error.\n":                                                                         "ruff",
		"F401 [*] `os` imported but unused\n --> a.py:1:8\n  |\n1 | import os\n":                                                  "ruff",
		"All checks passed!\n": "ruff",
		"a.c:1:28: warning: Uninitialized variable: x [uninitvar]\n":                                                  "gcc",
		"a.py:1: error: Name \"x\" is not defined  [name-defined]\nFound 1 error in 1 file (checked 1 source file)\n": "mypy",
		"a.go:3:2: undefined: x\n":            "go",
		"src/a.ts(1,2): error TS2322: Type\n": "tsc",
	} {
		if got := Detect([]byte(in)); got != want {
			t.Errorf("%q is %q, want %q", in, got, want)
		}
		if _, err := ParseInput("", []byte(in)); err != nil {
			t.Errorf("%q: %v", in, err)
		}
	}
	reports, err := ParseInput("", []byte("a.py:1:8: F401 [*] `os` imported but unused\n"))
	if err != nil || len(reports) != 1 || reports[0].Findings[0].Tags == nil {
		t.Errorf("ruff's text is read otherwise than its JSON: %v %+v", err, reports)
	}
}
