package newer

import (
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/edits/rules/pytree"
)

// focus looks for the one statement of an answer, or the one head of a definition, that is
// not as it was: most answers change no more than that, and what the rest needs was needed
// before.
type focus struct {
	*looked
	after  string
	names  map[string]string // of the imports that are seen there
	around strings.Builder   // what stands for the blocks around it
}

// read lists what a part of the answer needs.
func (f *focus) read(src string) []Use {
	t, err := pytree.Parse(src)
	if err != nil {
		return nil
	}
	r := newReader(t)
	r.names, r.deferred, r.elsewhere = f.names, f.outside.deferred, f.assigned
	return r.read()
}

// find gives the part of the answer that is not as it was; "" where what is around it
// counts: it asks for a version, or changes what names mean.
func (f *focus) find() (part string) {
	head, tail := same(f.src, f.after)
	last, longer := len(f.src)-tail, len(f.after)-len(f.src)
	for list, end := f.tree.Body, len(f.src); ; {
		i := slices.IndexFunc(list, func(s *pytree.Stmt) bool { return f.line(s) > head })
		if i < 0 {
			i = len(list)
		} else {
			end = f.line(list[i])
		}
		if i == 0 || last > end {
			return part
		}
		s, from := list[i-1], f.line(list[i-1])
		whole := f.around.String() + f.after[from:end+longer]
		block, opens := blocks[s.Keyword]
		switch {
		case !opens && (len(s.Body) > 0 || s.Keyword == "import" || s.Keyword == "from"):
			return part
		case !opens || len(s.Body) == 0 || f.line(s.Body[0]) <= from:
			return whole
		}
		if first := f.line(s.Body[0]); last <= first && head < first {
			return f.around.String() + f.after[from:first+longer] + blanks(f.src[first:]) + "pass\n"
		}
		part = whole
		f.around.WriteString(blanks(f.src[from:]) + block)
		r := reader{t: f.tree, names: f.names}
		r.importsOf(s.Body)
		list = s.Body
	}
}

// blocks are the statements that need nothing of their own, and ask for nothing, with what
// stands for them.
var blocks = map[string]string{"def": "def f():\n", "class": "class C:\n", "for": "for x in y:\n", "while": "while x:\n"}

// blanks are those that a text begins with.
func blanks(s string) string { return s[:len(s)-len(strings.TrimLeft(s, " \t"))] }
