package notebook

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/signal"
)

func TestPlainPythonKeepsPlaces(t *testing.T) {
	for in, want := range map[string]string{
		"x = 1\n%time y\n  !ls é\nz\n":              "x = 1\n0      \n  0     \nz\n",
		"%%bash\nls\n":                              "0     \n0 \n",
		"a % b\n?x\r\n":                             "a % b\n0 \r\n",
		"%%time\nx = 1\n":                           "0     \nx = 1\n",
		"a = !ls -l\nb = %pwd\ndf.x??\nc = a % b\n": "a = 0     \nb = 0   \n0     \nc = a % b\n",
	} {
		if got := plainPython(in); got != want || len(got) != len(in) {
			t.Errorf("%q: %q", in, got)
		}
	}
}

// TestCellsComeAndGo: what is told of the order of cells holds.
func TestCellsComeAndGo(t *testing.T) {
	var o Order
	o.Set("nb", []string{"a", "b", "c"})
	o.Splice("nb", 1, 1, []string{"x", "y"})
	before, after, ok := o.Around("y")
	if !ok || strings.Join(before, "") != "ax" || strings.Join(after, "") != "c" {
		t.Errorf("%q %q %v", before, after, ok)
	}
	if _, _, ok := o.Around("b"); ok {
		t.Error("a cell that is gone")
	}
	o.Splice("nb", 9, 9, []string{"z"})
	if before, _, _ := o.Around("z"); strings.Join(before, "") != "axyc" {
		t.Errorf("%q", before)
	}
	o.Set("nb", nil)
	if _, _, ok := o.Around("a"); ok {
		t.Error("closed")
	}
}

// TestInCell: of what a tool says of the whole, the cell is told what is wrong in
// its own Python, where that is, with the fixes that stay in it.
func TestInCell(t *testing.T) {
	cell := text.File("/w/a.ipynb", "python", "%ls\nx = BAD\n")
	p := Between(cell, Text([]string{"BAD = 'é'\n", "%%bash\nls\n"}), "y = BAD\n")
	if got := p.Whole.Slice(text.Span{Start: p.start, End: p.start + cell.Len()}); got != "0  \nx = BAD\n" || p.Whole.Path != "/w/a.ipynb.py" {
		t.Fatalf("%s: %q", p.Whole.Path, got)
	}
	on := func(code string, start, end int, fix ...text.Edit) signal.Diagnostic {
		d := signal.Diagnostic{Tool: "ruff", Code: code, Span: text.Span{Start: start, End: end}, Related: []signal.Related{{Message: "there"}}}
		if fix != nil {
			d.Fix = &signal.ToolFix{Edits: fix}
		}
		return d
	}
	at := p.start + strings.Index(cell.Text(), "BAD")
	last := strings.LastIndex(p.Whole.Text(), "BAD")
	inside := text.Edit{Span: text.Span{Start: at, End: at + 3}, New: "1"}
	var got []string
	for _, d := range p.InCell([]signal.Diagnostic{
		on("before", 0, 3), on("behind", last, last+3), on("across", at, last), on("magic", p.start, p.start+1), on("E402", at, at+3),
		on("plain", at, at+3), on("fixed", at, at+3, inside), on("leaves", at, at+3, inside, text.Edit{New: "import os\n"}),
	}) {
		s := d.Code + " " + cell.Slice(d.Span)
		if d.Fix != nil {
			s += fmt.Sprint(" ", cell.Slice(d.Fix.Edits[0].Span), " to ", d.Fix.Edits[0].New)
		}
		got = append(got, s+strings.Repeat(" related", len(d.Related)))
	}
	if d := cmp.Diff([]string{"plain BAD", "fixed BAD BAD to 1", "leaves BAD"}, got); d != "" {
		t.Errorf("(-want +got)\n%s", d)
	}
	if inside.Span.Start != at {
		t.Error("the tool's own fix was changed")
	}
}

// TestNearest: a model is shown whole lines, and the last of them.
func TestNearest(t *testing.T) {
	if got := Nearest("a\nb\n"); got != "a\nb\n" {
		t.Errorf("%q", got)
	}
	if got := Nearest("first\n" + strings.Repeat("0123456\n", shown/8) + "x\n"); len(got) > shown || !strings.HasPrefix(got, "0123456\n") || !strings.HasSuffix(got, "0123456\nx\n") {
		t.Errorf("%d bytes: %q", len(got), got[:20])
	}
}
