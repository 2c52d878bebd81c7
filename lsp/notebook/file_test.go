package notebook

import (
	"errors"
	"strings"
	"testing"

	"github.com/fettle-dev/fettle/internal/testkit/must"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/signal"
)

// odd is a notebook in a style of its own: tabs, CRLF, spaces before colons, escapes, a cell
// whose source is a text, trailing bytes.
const odd = "{\r\n\t\"nbformat\" : 4, \"cells\": [\r\n" +
	"\t {\"cell_type\":\"markdown\",\"source\":[\"# import os\\n\"]},\r\n" +
	"\t {\"source\": [\r\n\t\t\"import os\\n\",\r\n\t\t\"import s\\u0079s\\n\",\r\n\t\t\"%matplotlib " +
	"inline\\n\",\r\n\t\t\"print('\\u00e9\\/')\"\r\n\t ], \"outputs\": [{\"text\": \"\\u00e9\"}], " +
	"\"cell_type\":\"code\"},\r\n" +
	"\t {\"cell_type\":\"code\",\"source\":\"%%bash\\nls\"},\r\n" +
	"\t {\"cell_type\":\"code\",\"source\":\"x = 1\\ny = x\"}\r\n" +
	"\t], \"metadata\": {\"language_info\": {\"name\": \"python\"}, \"z\": 1.0}\r\n}\r\n\r\n"

const oddPython = "# %% cell 2\nimport os\nimport sys\n0                 \nprint('é/')\n# %% cell 4\nx = 1\ny = x\n"

// TestWriteKeepsEveryOtherByte: only the strings of changed lines are written anew.
func TestWriteKeepsEveryOtherByte(t *testing.T) {
	f, err := Parse(odd)
	if err != nil || f.Python() != oddPython {
		t.Fatalf("%v %q", err, f.Python())
	}
	if same, err := f.Write(oddPython); err != nil || same != odd {
		t.Errorf("%v %q", err, same)
	}
	for _, c := range []struct{ name, old, now, rawOld, rawNow string }{
		{"a line goes", "import os\n", "", "\"import os\\n\",\r\n\t\t", ""},
		{"the last line changes", "print('é/')", "print('ü/\t')", `"print('\u00e9\/')"`, `"print('\u00fc/\t')"`},
		{"a line comes", "import sys\n", "import sys\nimport re\n", "\"import s\\u0079s\\n\",\r\n",
			"\"import s\\u0079s\\n\",\r\n\t\t\"import re\\n\",\r\n"},
		{"a text stays a text", "y = x\n", "y = \"x\"\nz = '𝒳'\n", `x = 1\ny = x"`,
			`x = 1\ny = \"x\"\nz = '\ud835\udcb3'"`},
		{"a text that loses its end", "y = x\n", "", `"x = 1\ny = x"`, `"x = 1"`},
	} {
		got, err := f.Write(strings.Replace(oddPython, c.old, c.now, 1))
		if want := strings.Replace(odd, c.rawOld, c.rawNow, 1); err != nil || got != want {
			t.Errorf("%s: %v\n got %q\nwant %q", c.name, err, got, want)
		}
	}
	for name, now := range map[string]string{
		"a magic changes":    strings.Replace(oddPython, "0                 ", "1", 1),
		"a cell goes":        strings.Replace(oddPython, "# %% cell 4\n", "", 1),
		"cells change place": strings.NewReplacer("cell 4", "cell 2", "cell 2", "cell 4").Replace(oddPython),
	} {
		if got, err := f.Write(now); err == nil {
			t.Errorf("%s: %q", name, got)
		}
	}
}

// TestParseOfOthers: what is no notebook of Python is refused with a reason.
func TestParseOfOthers(t *testing.T) {
	for raw, none := range map[string]bool{
		`{}`: true, `{"cells":[]}`: true, `{"cells":[{"cell_type":"code","source":"x"}],"metadata":{"kernelspec":{"language":"R"}}}`: true,
		`{"cells":{}}`: false, `[]`: false, `{"cells":[{"cell_type":"code","source":3}]}`: false, `{"cells":[`: false,
		``: false,
	} {
		if f, err := Parse(raw); err == nil || errors.Is(err, ErrNoPython) != none {
			t.Errorf("%s: %+v %v", raw, f, err)
		}
	}
	if f, err := Parse(`{"cells":[{"cell_type":"code","source":["x = '` + "é" + `'"]}]}`); err != nil ||
		f.Python() != "# %% cell 1\nx = 'é'\n" {
		t.Errorf("no metadata: %v", err)
	}
}

// TestPlaceInCell: a line of the text is a line of a cell, and of the file.
func TestPlaceInCell(t *testing.T) {
	f, err := Parse(odd)
	must.OK(t, err)
	for line, want := range map[int][3]int{0: {2, 1, 5}, 1: {2, 1, 5}, 2: {2, 2, 6}, 4: {2, 4, 8}, 5: {4, 1, 11},
		7: {4, 2, 11}} {
		if cell, in := Place(oddPython, line); cell != want[0] || in != want[1] || f.RawLine(cell, in) != want[2] {
			t.Errorf("line %d: cell %d line %d, raw %d; want %v", line, cell, in, f.RawLine(cell, in), want)
		}
	}
}

// TestKeep: of what a tool says of the text, what is wrong in a cell.
func TestKeep(t *testing.T) {
	on := func(what, code, message string) signal.Diagnostic {
		i := strings.Index(oddPython, what)
		return signal.Diagnostic{Code: code, Message: message, Span: text.Span{Start: i, End: i + len(what)}}
	}
	leaves := on("y", "F841", "leaves")
	leaves.Fix = &signal.ToolFix{Edits: []text.Edit{{New: "import z\n"}}}
	got := Keep(oddPython, []signal.Diagnostic{
		on("os", "F401", "kept"), on("sys", "E402", "for scripts"), on("# %% cell 4", "E265", "a marker"),
		on("0     ", "E501", "a magic"),
		on("print", "F821", "Undefined name `display`"), on("print", "F821", "Undefined name `prin`"), leaves,
		on("print('é/')\n# %% cell 4\nx", "X", "across"),
	})
	var said []string
	for _, d := range got {
		said = append(said, d.Message)
	}
	if want := "kept, Undefined name `prin`, leaves"; strings.Join(said, ", ") != want || got[2].Fix != nil {
		t.Errorf("%q", said)
	}
}

// TestDiffByCell: each changed cell is named, and shown as it stands in the notebook.
func TestDiffByCell(t *testing.T) {
	f, err := Parse(odd)
	must.OK(t, err)
	got := f.Diff("a.ipynb", oddPython, strings.Replace(oddPython, "y = x", "y = 2", 1))
	if !strings.HasPrefix(got, "--- a/a.ipynb:cell 4\t\n") || !strings.Contains(got, "\n-y = x\n+y = 2\n") ||
		strings.Contains(got, "cell 2") {
		t.Error(got)
	}
	if got := f.Diff("a.ipynb", oddPython, strings.Replace(oddPython, "import sys\n", "", 1)); !strings.Contains(got,
		"\n-import sys\n %matplotlib inline\n") {
		t.Error(got)
	}
}
