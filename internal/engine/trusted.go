package engine

import (
	"reflect"

	"github.com/fettle-dev/fettle/internal/config"
	"github.com/fettle-dev/fettle/internal/engine/trust"
	"github.com/fettle-dev/fettle/internal/files"
	"github.com/fettle-dev/fettle/providers/diagnostics/linter"
)

// Judge says how far folders are trusted by some settings. It is kept as long as
// they stay: it remembers what it looked at.
func (p *Process) Judge(s config.Settings) *trust.Judge {
	store, err := trust.Store()
	if err != nil {
		store = "" // no grants
	}
	expanded := func(list []string) (out []string) {
		for _, dir := range list {
			out = append(out, files.Expand(dir))
		}
		return out
	}
	by := trust.Policy{Denied: expanded(s.Trust.Denied), Trusted: expanded(s.Trust.Trusted), Untrusted: s.Untrusted,
		Asked: p.o.Asked, Store: store}
	p.trustLock.Lock()
	defer p.trustLock.Unlock()
	if p.trust == nil || !reflect.DeepEqual(p.trustPolicy, by) {
		p.trustPolicy = by
		by.Note = p.o.Stale
		p.trust = trust.New(by)
	}
	return p.trust
}

// Trust returns the state of one root for tools: those that were named run in roots
// that nobody has decided about.
func (p *Process) Trust(s config.Settings, root string) linter.Trust {
	return p.trustOf(s, root, root)
}

// Granted reports whether the user trusts a root as a whole. To name a tool for a run is consent for that tool alone,
// and none for the project's own modules, tests and programs.
func (p *Process) Granted(s config.Settings, root string) bool {
	return p.Judge(s).Document(root, root) == trust.Trusted
}

// trustOf returns the state of a document in a root: it may lie in a denied folder.
func (p *Process) trustOf(s config.Settings, root, path string) linter.Trust {
	if t := stateOf(p.Judge(s).Document(root, path)); t != linter.Unknown || len(p.o.Run) == 0 {
		return t
	}
	return linter.Trusted
}

// stateOf returns a state in the words of the tools.
func stateOf(s trust.State) linter.Trust {
	switch s {
	case trust.Trusted:
		return linter.Trusted
	case trust.Denied:
		return linter.Denied
	}
	return linter.Unknown
}
