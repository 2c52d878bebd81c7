package child

import (
	"fmt"
	"sync"
	"time"

	"github.com/fettle-dev/fettle/internal/limits"
)

// Paths remembers for [limits.PathMemory] which folders of PATH children may see:
// to find it out reads every link in them, which takes longer than some linters.
// The zero value is ready; it is safe for concurrent use.
type Paths struct {
	mu    sync.Mutex
	known map[string]knownPaths
}

type knownPaths struct {
	list []string
	at   time.Time
}

// of is PATH for children with a filter.
func (p *Paths) of(f filter) []string {
	if p == nil {
		return f.apply(SearchPath(f.hidden))
	}
	key := fmt.Sprintf("%q %v", f.hidden, f.vcs)
	p.mu.Lock()
	defer p.mu.Unlock()
	if k, ok := p.known[key]; ok {
		if age := time.Since(k.at); age >= 0 && age < limits.PathMemory {
			return k.list
		}
	}
	if p.known == nil {
		p.known = map[string]knownPaths{}
	}
	k := knownPaths{f.apply(SearchPath(f.hidden)), time.Now()}
	p.known[key] = k
	return k.list
}
