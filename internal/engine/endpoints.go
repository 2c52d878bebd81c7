package engine

import (
	"reflect"
	"sync"

	"github.com/fettle-dev/fettle/internal/config"
	"github.com/fettle-dev/fettle/internal/model"
)

// endpoints is what all models of the process know of the servers they are
// behind: engines come and go with the settings, a server's patience does not.
type endpoints struct {
	shared model.Origins

	mu   sync.Mutex
	last *access
}

// access is all that the settings say of how models are reached.
type access struct {
	model      config.Model
	models     map[string]config.Model
	planner    config.Planner
	embeddings config.Embeddings
}

// settle stores the settings. Where they say something new of how models
// are reached, what failed before may work now.
func (e *endpoints) settle(s config.Settings) {
	now := &access{s.Model, s.Models, s.Context.Plan, s.Context.Embeddings}
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.last != nil && !reflect.DeepEqual(e.last, now) {
		e.shared.Renew()
	}
	e.last = now
}
