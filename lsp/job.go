package lsp

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"sync"
	"time"

	"github.com/fettle-dev/fettle/internal/limits"
	"github.com/fettle-dev/fettle/internal/text"
)

// job is one fix the user asked for.
type job struct {
	id       string
	key      string // uri, incarnation, diagnostic: the same fix asked twice joins
	uri      string
	diag     string // key of the diagnostic, "" for several
	code     string
	title    string
	ai       bool // a model may be asked
	started  time.Time
	bill     string   // what its calls cost, where a price is known
	closing  string   // what is said when its edit is in, "" = as for one fix
	each     []string // what is left of several findings, and why
	cancel   context.CancelFunc
	progress *progress
	expect   [32]byte // hash of the text after the edit, once sent
	arrived  chan struct{}
	moved    chan struct{} // closed when the document became another text meanwhile
}

// jobs are the fixes under way.
type jobs struct {
	mu     sync.Mutex
	next   int
	byKey  map[string]*job
	slots  chan struct{}
	once   sync.Once
	waiter []*job // jobs that wait for the didChange of their edit
	atWork int    // goroutines of jobs: one may still have to say why it is over
}

// add registers a job, or reports the one that is already running for the key.
func (js *jobs) add(j *job) (*job, bool, error) {
	js.once.Do(func() { js.slots = make(chan struct{}, limits.FixJobsRunning) })
	js.mu.Lock()
	defer js.mu.Unlock()
	if old := js.byKey[j.key]; old != nil {
		return old, false, nil
	}
	if len(js.byKey) >= limits.FixJobsRunning+limits.FixJobsWaiting {
		return nil, false, fmt.Errorf("busy: %d fixes running", len(js.byKey))
	}
	js.next++
	j.id = "j" + strconv.Itoa(js.next)
	js.byKey[j.key] = j
	js.atWork++
	return j, true, nil
}

// left notes the end of a job's goroutine.
func (js *jobs) left() {
	js.mu.Lock()
	defer js.mu.Unlock()
	js.atWork--
}

func (js *jobs) remove(j *job) {
	js.mu.Lock()
	defer js.mu.Unlock()
	js.drop(j)
}

// drop removes a job from the list, unless another one has its key by now. The
// lock is held.
func (js *jobs) drop(j *job) {
	if js.byKey[j.key] == j {
		delete(js.byKey, j.key)
	}
}

// running returns the job of a diagnostic of a document, or nil.
func (js *jobs) running(uri, diag string) *job {
	js.mu.Lock()
	defer js.mu.Unlock()
	for _, j := range js.byKey {
		if j.uri == uri && j.diag == diag {
			return j
		}
	}
	return nil
}

// cancelIf cancels the jobs that match, and says how many there were.
func (js *jobs) cancelIf(match func(*job) bool) (n int) {
	js.mu.Lock()
	defer js.mu.Unlock()
	for _, j := range js.byKey {
		if match(j) {
			js.drop(j) // asked for again, it starts anew
			j.cancel()
			n++
		}
	}
	return n
}

func (js *jobs) cancelAll() int            { return js.cancelIf(func(*job) bool { return true }) }
func (js *jobs) cancel(id string)          { js.cancelIf(func(j *job) bool { return j.id == id }) }
func (js *jobs) cancelDocument(uri string) { js.cancelIf(func(j *job) bool { return j.uri == uri }) }
func (js *jobs) cancelToken(token string) {
	js.cancelIf(func(j *job) bool { return j.progress.token == token })
}
func (js *jobs) await(j *job, hash [32]byte) {
	js.mu.Lock()
	defer js.mu.Unlock()
	j.expect, j.arrived, j.moved = hash, make(chan struct{}), make(chan struct{})
	if !slices.Contains(js.waiter, j) {
		js.waiter = append(js.waiter, j)
	}
}

// expects reports whether a text is the result of an edit that was just sent.
func (js *jobs) expects(s text.Snapshot) bool {
	js.mu.Lock()
	defer js.mu.Unlock()
	for _, j := range js.waiter {
		if j.uri == s.URI && j.expect == s.Hash() {
			return true
		}
	}
	return false
}

// confirm notes the change that an applied edit must cause.
func (js *jobs) confirm(s text.Snapshot) {
	js.mu.Lock()
	defer js.mu.Unlock()
	for i, j := range js.waiter {
		switch {
		case j.uri != s.URI:
		case j.expect == s.Hash():
			close(j.arrived)
			js.waiter = append(js.waiter[:i:i], js.waiter[i+1:]...)
			return
		case !isClosed(j.moved):
			close(j.moved)
		}
	}
}

func isClosed(c chan struct{}) bool {
	select {
	case <-c:
		return true
	default:
		return false
	}
}

func (js *jobs) forget(j *job) {
	js.mu.Lock()
	defer js.mu.Unlock()
	for i, w := range js.waiter {
		if w == j {
			js.waiter = append(js.waiter[:i:i], js.waiter[i+1:]...)
			return
		}
	}
}

// cancelProgress is the client's cancel button.
func (s *Server) cancelProgress(params json.RawMessage) error {
	s.jobs.cancelToken(decodeScalar(objectOf(params)["token"]))
	return nil
}
