package semantic

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers"
	"github.com/fettle-dev/fettle/providers/semantic/index"
)

// maxConfirmed is how many names a language server is asked about.
const maxConfirmed = 12

// Confirmation asks where names used in a document are defined.
type Confirmation struct {
	Snapshot text.Snapshot
	Uses     []Use // nearest to the place first
}

// Use is one use of a name.
type Use struct {
	Name   string
	Offset int // bytes, of its first one
}

// confirm asks the language servers about the names used nearest to the place.
// What they say counts like an import; it removes no candidate.
func (p *Provider) confirm(ctx context.Context, req providers.Request, q *index.Query) {
	ask := p.tuned().Confirm
	if ask == nil || len(q.Near) == 0 {
		return
	}
	line := req.Snapshot.LineAt(req.Target.Start)
	var names []string
	for name := range q.Near {
		if p.definers(name) > 0 {
			names = append(names, name)
		}
	}
	slices.SortFunc(names, func(a, b string) int {
		return cmp.Or(q.Near[a]-q.Near[b], strings.Compare(a, b))
	})
	var uses []Use
	for _, name := range names {
		if at, ok := useOf(req.Snapshot, name, line, q.Near[name]); ok && len(uses) < maxConfirmed {
			uses = append(uses, Use{name, at})
		}
	}
	if len(uses) > 0 {
		q.Confirmed = ask(ctx, Confirmation{req.Snapshot, uses})
	}
}

// useOf finds a name on one of the two lines that are so far off.
func useOf(s text.Snapshot, name string, line, off int) (int, bool) {
	for _, l := range []int{line - off, line + off} {
		if l < 0 || l >= s.LineCount() {
			continue
		}
		body, start := s.Line(l), 0
		for {
			i := strings.Index(body[start:], name)
			if i < 0 {
				break
			}
			i += start
			end := i + len(name)
			if (i == 0 || !wordByte(body[i-1])) && (end == len(body) || !wordByte(body[end])) {
				return s.LineStart(l) + i, true
			}
			start = end
		}
	}
	return 0, false
}

func wordByte(c byte) bool {
	return c == '_' || c == '$' || c >= 0x80 || c >= '0' && c <= '9' || c|0x20 >= 'a' && c|0x20 <= 'z'
}
