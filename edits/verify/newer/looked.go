package newer

import (
	"slices"
	"strings"
	"sync"

	"github.com/fettle-dev/fettle/edits/rules/pytree"
)

// looked is what is known of a text from which many answers start.
type looked struct {
	src      string
	tree     *pytree.Tree // nil if it does not scan as Python
	uses     []Use
	assigned map[string]bool // the names that it gives values of its own
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
	l := &looked{src: src, assigned: map[string]bool{}}
	if t, err := pytree.Parse(src); err == nil {
		l.tree = t
		r := newReader(t)
		l.uses = r.read()
		for i, tok := range t.Tokens {
			if r.assigns(i) {
				l.assigned[tok.Text] = true
			}
		}
	}
	lookedAt.list = append([]*looked{l}, lookedAt.list[:min(len(lookedAt.list), mostLooked-1)]...)
	return l
}

// part is an answer's text without the functions and classes that are as they were:
// what those need was needed before. The rest of the file says what names mean.
func (l *looked) part(after string) string {
	if l.tree == nil {
		return after
	}
	head, tail := same(l.src, after)
	var b strings.Builder
	at := 0
	for i, s := range l.tree.Body {
		if s.Keyword != "def" && s.Keyword != "class" {
			continue
		}
		from, end := l.tree.Tokens[s.Decorators].Span.Start, len(l.src)
		if i+1 < len(l.tree.Body) {
			end = l.tree.Tokens[l.tree.Body[i+1].Decorators].Span.Start
		}
		switch {
		case end <= head:
		case from >= len(l.src)-tail:
			from, end = from+len(after)-len(l.src), end+len(after)-len(l.src)
		default:
			continue
		}
		b.WriteString(after[at:from])
		at = end
	}
	b.WriteString(after[at:])
	return b.String()
}
