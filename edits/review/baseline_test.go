package review

import (
	"slices"
	"strings"
	"testing"
)

// TestBaseline: what it holds back is held back wherever its line moves, and of no rule
// there may be more.
func TestBaseline(t *testing.T) {
	one := func(name, body string, now ...string) *File { return file(name, body, body, nil, now) }
	before := []*File{one("a.py", "x = bad\ny = worse\n", "ruff F1 bad", "ruff F2 worse"), one("b.py", "z = 1\n", "ruff ")}
	b := BaselineOf(before)
	read, err := ParseBaseline(b.String())
	if err != nil || read.String() != b.String() || b.Size() != 2 {
		t.Fatalf("%v %q", err, b.String())
	}
	for name, c := range map[string]struct {
		files     []*File
		fresh     []string
		old, gone int
	}{
		"as it was":       {before, nil, 2, 0},
		"a line moved":    {[]*File{one("a.py", "\n\ny = worse\nx = bad\n", "ruff F1 bad", "ruff F2 worse")}, nil, 2, 0},
		"to another file": {[]*File{one("a.py", "y = worse\n", "ruff F2 worse"), one("b.py", "x = bad\n", "ruff F1 bad")}, nil, 2, 0},
		"a line edited":   {[]*File{one("a.py", "xx = bad\ny = worse\n", "ruff F1 bad", "ruff F2 worse")}, nil, 2, 0},
		"one more":        {[]*File{one("a.py", "x = bad\ny = worse\nq = evil\n", "ruff F1 bad", "ruff F1 evil", "ruff F2 worse")}, []string{"a.py:3 F1"}, 2, 0},
		"another rule":    {[]*File{one("a.py", "x = bad\n", "ruff F3 bad")}, []string{"a.py:1 F3"}, 0, 2},
		"one is gone":     {[]*File{one("a.py", "x = bad\n", "ruff F1 bad")}, nil, 1, 1},
	} {
		if fresh, old, gone := read.Sift(c.files); !slices.Equal(short(fresh), c.fresh) || old != c.old || gone != c.gone {
			t.Errorf("%s: %q, %d old, %d gone", name, short(fresh), old, gone)
		}
	}
	if got := BaselineOf([]*File{one("a.py", "x = bad\ny = bad2\n", "ruff F1 bad", "ruff F1 bad2")}).Raised(b); !slices.Equal(got, []string{"1 more of ruff/F1"}) {
		t.Errorf("raised %q", got)
	}
	for _, wrong := range []string{"", "hello\n", baselineHeader + "\nruff/F1 a.py\n"} {
		if _, err := ParseBaseline(wrong); err == nil || !strings.Contains(err.Error(), "line") {
			t.Errorf("%q: %v", wrong, err)
		}
	}
}

// TestSuppressions: each with its tool, its rules and its reason.
func TestSuppressions(t *testing.T) {
	for body, want := range map[string]string{
		"x = 1  # noqa: E501, F401 - too long to break\n": "ruff E501, F401 | too long to break",
		"x = 1  # noqa\n": "ruff  | ",
		"x = 1  # type: ignore[arg-type]  # stubs lie\n": "mypy arg-type | stubs lie",
		"# pylint: disable=no-member\n":                  "pylint no-member | ",
		"x = 1  # nosec B101\n":                          "bandit B101 | ",
		"x = 1  # nothing to ignore here\n":              "",
		"s = '# noqa'\n":                                 "",
	} {
		got := ""
		for _, s := range Suppressions(one("a.py", body)) {
			got += s.Tool + " " + s.Rules + " | " + s.Reason
		}
		if got != want {
			t.Errorf("%q: %q", body, got)
		}
	}
	for name, c := range map[string][2]string{
		"a.go": {"package a\n\nvar x = 1 //nolint:errcheck // closed above\n", "golangci-lint errcheck | closed above"},
		"b.go": {"package a\n\n//lint:ignore SA1019 no other way yet\nvar x = 1\n", "staticcheck SA1019 | no other way yet"},
		"a.ts": {"// eslint-disable-next-line no-console -- the only output\nconsole.log(1);\n", "eslint no-console | the only output"},
		"b.ts": {"// @ts-expect-error: wrong types of d3\nf();\n", "tsc  | wrong types of d3"},
		"a.rs": {"#[allow(dead_code)]\nfn f() {}\n", "clippy dead_code | "},
	} {
		got := ""
		for _, s := range Suppressions(one(name, c[0])) {
			got += s.Tool + " " + s.Rules + " | " + s.Reason
		}
		if got != c[1] {
			t.Errorf("%s: %q", name, got)
		}
	}
}

func one(name, body string) *File { return file(name, body, body, nil, nil) }
