package assemble

import (
	"fmt"
	"strings"
	"testing"
)

// TestRoomForOthers: while others wait, one piece takes its share of the budget
// only; where there is room for all, all are whole.
func TestRoomForOthers(t *testing.T) {
	files := map[string]string{}
	var entities []Entity
	for i := range 6 {
		path := fmt.Sprintf("m%d.py", i)
		files[path] = fmt.Sprintf("def f%d(a):\n%s    return a\n", i, strings.Repeat("    a = a + 1\n", 160))
		entities = append(entities, Entity{Name: fmt.Sprintf("f%d", i), Type: "function", Path: path, StartLine: 1, EndLine: 162, Score: 1 - float64(i)/10})
	}
	for tokens, least := range map[int]int{1500: 4, 8000: 6} {
		cut := least < len(entities)
		c, _ := Assemble(t.Context(), entities, Parts{Read: memory(files)}, Options{MaxTokens: tokens})
		if len(c.Blocks) < least || c.Summary.Truncated != cut {
			t.Errorf("%d tokens: %d blocks, %+v", tokens, len(c.Blocks), c.Summary)
		}
		for i, b := range c.Blocks {
			if (b.Cut != "") != cut || !strings.HasPrefix(b.Code, fmt.Sprintf("def f%d(a):\n", i)) {
				t.Errorf("%d tokens, block %d: cut %q\n%s", tokens, i, b.Cut, b.Code)
			}
		}
	}
}

// TestRoomForAll: of ten long pieces all are shown, the best with more of their code
// than the last, and what room is left goes to them.
func TestRoomForAll(t *testing.T) {
	files := map[string]string{}
	var entities []Entity
	for i := range 10 {
		path := fmt.Sprintf("m%d.py", i)
		files[path] = fmt.Sprintf("def f%d(a):\n%s    return a\n", i, strings.Repeat("    a = a + 1\n", 200))
		entities = append(entities, Entity{Name: fmt.Sprintf("f%d", i), Type: "function", Path: path, StartLine: 1, EndLine: 202, Score: 1 - float64(i)/20})
	}
	c, _ := Assemble(t.Context(), entities, Parts{Read: memory(files)}, Options{MaxTokens: 4000})
	if len(c.Blocks) != 10 {
		t.Fatalf("%d blocks, want all ten: %+v", len(c.Blocks), c.Summary)
	}
	if first, last := len(c.Blocks[0].Code), len(c.Blocks[9].Code); first < 2*last || c.TotalTokens < 3600 || c.TotalTokens > 4000 {
		t.Errorf("%d bytes of the best, %d of the last, %d tokens in all", first, last, c.TotalTokens)
	}
}

// TestRoomBesideALongNeighbour: a long piece that touches the best one is cut like any
// other, so that the rest is shown, too; no line is shown twice.
func TestRoomBesideALongNeighbour(t *testing.T) {
	long := "def g(a):\n" + strings.Repeat("    a = a + 1\n", 600) + "    return a\n"
	short := "def f(a):\n    return a\n"
	for name, body := range map[string]string{"below": short + "\n" + long, "above": long + "\n" + short} {
		start := map[string]int{}
		for i, line := range strings.Split(body, "\n") {
			if strings.HasPrefix(line, "def ") {
				start[line[4:5]] = i + 1
			}
		}
		files := map[string]string{"a.py": body}
		entities := []Entity{{Name: "f", Type: "function", Path: "a.py", QualifiedName: "a.py::f", StartLine: start["f"], EndLine: start["f"] + 1, Score: 1},
			{Name: "g", Type: "function", Path: "a.py", QualifiedName: "a.py::g", StartLine: start["g"], EndLine: start["g"] + 601, Score: 0.9}}
		for i := range 4 {
			path := fmt.Sprintf("m%d.py", i)
			files[path] = fmt.Sprintf("def h%d(a):\n%s    return a\n", i, strings.Repeat("    a = a + 1\n", 40))
			entities = append(entities, Entity{Name: fmt.Sprintf("h%d", i), Type: "function", Path: path, StartLine: 1, EndLine: 42, Score: 0.8})
		}
		c, _ := Assemble(t.Context(), entities, Parts{Read: memory(files)}, Options{MaxTokens: 2000, ContextLines: 3})
		if len(c.Blocks) != 6 {
			t.Errorf("%s: %d of 6 pieces: %+v", name, len(c.Blocks), c.Summary)
			continue
		}
		if f, g := c.Blocks[0], c.Blocks[1]; g.Cut == "" || f.Shown.EndLine >= g.Shown.StartLine && g.Shown.EndLine >= f.Shown.StartLine {
			t.Errorf("%s: %+v beside %+v, cut %q", name, f.Shown, g.Shown, g.Cut)
		}
	}
}

// TestLinesAround: documentation and decorators are always shown, blank lines at
// the ends are not.
func TestLinesAround(t *testing.T) {
	body := "x = 1\n\n\n@cached(\n    size=1,\n    age=2,\n)\ndef f(a):\n    return a\n\n\n\n"
	e := Entity{Name: "f", Type: "function", Path: "a.py", StartLine: 8, EndLine: 9, Doc: 4, Score: 1}
	c, _ := Assemble(t.Context(), []Entity{e}, Parts{Read: memory(map[string]string{"a.py": body})}, Defaults())
	if len(c.Blocks) != 1 || c.Blocks[0].Shown != (Range{4, 9}) || !strings.HasPrefix(c.Blocks[0].Code, "@cached(") {
		t.Errorf("%+v", c.Blocks)
	}
}
