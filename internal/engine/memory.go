package engine

import (
	"maps"
	"sync"
	"time"

	"github.com/fettle-dev/fettle/internal/limits"
)

// memory keeps what was found out by reading a project: for [limits.UsageMemory] where others may change its files
// unseen, else until a change is reported. The zero value is empty.
type memory[K comparable, V any] struct {
	mu    sync.Mutex
	found map[K]dated[V]
}

// dated is a value, and when it was found out.
type dated[V any] struct {
	value V
	at    time.Time
}

// of returns what is known of a key, and finds it out where nothing is. It is kept if find says so; where it lasts, it
// is kept however old it is.
func (m *memory[K, V]) of(key K, lasts bool, find func() (v V, keep bool)) V {
	m.mu.Lock()
	defer m.mu.Unlock()
	now := time.Now()
	if d, known := m.found[key]; known && (lasts || now.Sub(d.at) < limits.UsageMemory) {
		return d.value
	}
	v, keep := find()
	if keep {
		if m.found == nil {
			m.found = map[K]dated[V]{}
		}
		m.found[key] = dated[V]{v, now}
	}
	return v
}

// forget forgets some keys.
func (m *memory[K, V]) forget(concerns func(K) bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	maps.DeleteFunc(m.found, func(key K, _ dated[V]) bool { return concerns(key) })
}
