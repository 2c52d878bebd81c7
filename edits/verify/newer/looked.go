package newer

import (
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/fettle-dev/fettle/edits/rules/pytree"
)

// looked is what is known of a text from which many answers start. What hardly an answer
// asks for is found out when one does.
type looked struct {
	src      string
	tree     *pytree.Tree // nil if it does not scan as Python
	outside  *reader      // of its imports, but for those within functions
	loses    bool         // it may have what older versions need and newer ones do not
	uses     func() []Use
	assigned func() map[string]bool // the names that it gives values of its own
	asks     func() []asking        // where it asks for a version
}

// lookedAt are the texts looked at last: a run over a project asks thousands of times
// about the same ones, and to read them was two thirds of its time.
var lookedAt struct {
	sync.Mutex
	list []*looked
}

const mostLooked = 8

func look(src string) *looked {
	lookedAt.Lock()
	defer lookedAt.Unlock()
	for i, l := range lookedAt.list {
		if l.src == src {
			lookedAt.list = slices.Insert(slices.Delete(lookedAt.list, i, i+1), 0, l)
			return l
		}
	}
	l := lookAt(src)
	lookedAt.list = append([]*looked{l}, lookedAt.list[:min(len(lookedAt.list), mostLooked-1)]...)
	return l
}

func lookAt(src string) *looked {
	l := &looked{src: src, loses: strings.Contains(src, "version_info") || strings.Contains(src, "timeout") || strings.Contains(src, "TimeoutError")}
	t, err := pytree.Parse(src)
	if err != nil {
		t = nil
	}
	l.tree, l.outside = t, newReader(t)
	l.asks = sync.OnceValue(func() []asking { return asked(t) })
	l.uses = sync.OnceValue(func() []Use {
		if t == nil {
			return nil
		}
		return newReader(t).read()
	})
	l.assigned = sync.OnceValue(func() map[string]bool {
		names := map[string]bool{}
		for i := 0; t != nil && i < len(t.Tokens); i++ {
			if l.outside.assigns(i) {
				names[t.Tokens[i].Text] = true
			}
		}
		return names
	})
	if t != nil {
		l.outside.importsOf(t.Body)
	}
	return l
}

// importsOf notes the imports among statements, and in their blocks, but for functions that
// [looked.part] leaves out.
func (r *reader) importsOf(list []*pytree.Stmt) {
	for i, s := range list {
		r.imports(s)
		if s.Keyword != "def" || i == 0 && s.Parent != nil {
			r.importsOf(s.Body)
		}
	}
}

// now is what an answer needs, where it differs from this text; nil if it does not scan as
// Python.
func (l *looked) now(after string) []Use {
	if l.tree != nil {
		f := focus{looked: l, after: after, names: maps.Clone(l.outside.names)}
		if src := f.find(); src != "" {
			return f.read(src)
		}
	}
	t, err := pytree.Parse(l.part(after))
	if err != nil {
		return nil
	}
	r := newReader(t)
	r.elsewhere = l.assigned
	return r.read()
}

// line is where the line begins that a statement or its decorators begin in.
func (l *looked) line(s *pytree.Stmt) int {
	return strings.LastIndexByte(l.src[:l.tree.Tokens[s.Decorators].Span.Start], '\n') + 1
}

// part is an answer's text without the functions and classes that are as they were:
// what those need was needed before. The rest of the file says what names mean.
func (l *looked) part(after string) string {
	if l.tree == nil || renames(differing(l.src, after)) {
		return after
	}
	c := cut{looked: l, after: after}
	c.head, c.tail = same(l.src, after)
	c.leave(l.tree.Body, len(l.src))
	c.out.WriteString(after[c.at:])
	return c.out.String()
}

// cut is an answer's text while what is as it was is left out.
type cut struct {
	*looked
	after      string
	head, tail int // how much both texts have in common
	at         int // what of the answer has been written or left out
	out        strings.Builder
}

// leave leaves out what is as it was in a list of statements that reaches to a place,
// and in classes among them; a block keeps its first statement.
func (c *cut) leave(list []*pytree.Stmt, end int) {
	for i, s := range list {
		if s.Keyword != "def" && s.Keyword != "class" {
			continue
		}
		from, to := c.line(s), end
		if i+1 < len(list) {
			to = c.line(list[i+1])
		}
		switch {
		case i == 0 && s.Parent != nil:
		case to <= c.head:
			c.without(from, to)
			continue
		case from >= len(c.src)-c.tail:
			moved := len(c.after) - len(c.src)
			c.without(from+moved, to+moved)
			continue
		}
		if s.Keyword == "class" {
			c.leave(s.Body, to)
		}
	}
}

func (c *cut) without(from, to int) {
	c.out.WriteString(c.after[c.at:from])
	c.at = to
}
