// Package warm keeps tools running that are slow to start: a child answers one question after the other, a line each,
// so that only the first one pays for its start. Children are started as all others are and are nothing but a shortcut:
// who gets no answer here runs the tool anew.
//
// A child is ended when it fails, is too slow, has grown beyond
// [limits.WarmMemory], was not asked for [limits.WarmIdle], says that what it
// knows may be out of date, or when there are more than [limits.WarmChildren].
package warm

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"github.com/fettle-dev/fettle/internal/child"
	"github.com/fettle-dev/fettle/internal/limits"
)

// Pool is the children of a process. The zero value and nil keep none: they give
// [ErrCold] for every question. It is safe for concurrent use.
type Pool struct {
	mu       sync.Mutex
	open     bool
	children map[string]*resident
	rests    map[string]time.Time // after a failure: until when it is not started again
}

// New makes a pool. It starts nothing until it is asked.
func New() *Pool {
	return &Pool{open: true, children: map[string]*resident{}, rests: map[string]time.Time{}}
}

// ErrCold says that there is no answer here: the tool is to be run anew.
var ErrCold = errors.New("no child that is warm")

// resident is one child. Who has put a token into turn may talk to it.
type resident struct {
	root    string
	process *child.Process
	lines   *bufio.Reader
	turn    chan struct{}
	born    time.Time
	used    time.Time
	others  bool
}

// reply is a line of a child.
type reply struct {
	Output json.RawMessage `json:"output"` // a string
	Error  string          `json:"error"`
	Stale  bool            `json:"stale"`  // what it knows may be out of date
	Others bool            `json:"others"` // what it says may depend on files that it does not look at again
	RSS    int64           `json:"rss"`
}

// Answer is what a child says.
type Answer struct {
	Output []byte
	// Others says that it may depend on files that were not asked about.
	Others bool
}

// Ask has the child of a command answer a question, which it is started for if
// there is none. The root is what [Pool.Changed] ends it by. Its error is ErrCold
// unless the context ended or the child worked longer than the timeout:
// [child.ErrTimeout].
func (p *Pool) Ask(ctx context.Context, root string, c child.Command, question any,
	timeout time.Duration) (Answer, error) {
	if p == nil {
		return Answer{}, ErrCold
	}
	line, err := json.Marshal(question)
	if err != nil {
		return Answer{}, ErrCold
	}
	key := strings.Join(append([]string{root, c.Dir, fmt.Sprint(c.Trusted, c.Hidden, c.Env)}, c.Argv...), "\x00")
	for range 2 { // once more where what it knew was out of date
		r, err := p.take(ctx, key, root, c)
		if err != nil {
			return Answer{}, err
		}
		answered := make(chan result, 1)
		go func() { // to its end, though nobody may wait for it any more
			out := r.ask(line, timeout)
			p.give(key, r, out)
			answered <- out
		}()
		var out result
		select {
		case out = <-answered:
		case <-ctx.Done():
			return Answer{}, ctx.Err()
		}
		var text string
		switch {
		case errors.Is(out.err, child.ErrTimeout):
			return Answer{}, out.err
		case out.err == nil && out.said.Stale:
			continue
		case out.err != nil || out.said.Error != "" || json.Unmarshal(out.said.Output, &text) != nil:
			return Answer{}, ErrCold
		}
		return Answer{[]byte(text), out.said.Others}, nil
	}
	return Answer{}, ErrCold
}

// take returns the child of a key, for the caller alone.
func (p *Pool) take(ctx context.Context, key, root string, c child.Command) (*resident, error) {
	for {
		r, err := p.child(ctx, key, root, c)
		if err != nil {
			return nil, err
		}
		select {
		case r.turn <- struct{}{}:
		case <-ctx.Done():
			return nil, ctx.Err()
		}
		p.mu.Lock()
		r.used = time.Now()
		still := p.children[key] == r
		select {
		case <-r.process.Done(): // it has ended by itself since
			if still {
				delete(p.children, key)
			}
			still = false
		default:
		}
		p.mu.Unlock()
		if still {
			return r, nil
		}
		<-r.turn // for others that wait for it
	}
}

// child returns the child of a key, and starts it where there is none.
func (p *Pool) child(ctx context.Context, key, root string, c child.Command) (*resident, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if !p.open || time.Now().Before(p.rests[key]) {
		return nil, ErrCold
	}
	r := p.children[key]
	if r != nil && r.others && time.Since(r.born) > limits.LinterResultAge {
		p.remove(key) // of such tools nothing older counts, wherever it is kept
		r = nil
	}
	if r != nil {
		return r, nil
	}
	process, err := child.Start(context.WithoutCancel(ctx), c)
	if err != nil {
		return nil, ErrCold
	}
	if len(p.children) >= limits.WarmChildren {
		oldest := key
		for other, o := range p.children {
			if oldest == key || o.used.Before(p.children[oldest].used) {
				oldest = other
			}
		}
		p.remove(oldest)
	}
	r = &resident{root: root, process: process, lines: bufio.NewReader(process.Stdout), turn: make(chan struct{}, 1),
		born: time.Now(), used: time.Now()}
	p.children[key] = r
	return r, nil
}

// remove ends a child, in the background. The lock is held.
func (p *Pool) remove(key string) {
	go p.children[key].process.Kill()
	delete(p.children, key)
}

// give lets others talk to a child that has answered, or ends it. One that failed is not
// started again at once.
func (p *Pool) give(key string, r *resident, out result) {
	p.mu.Lock()
	defer p.mu.Unlock()
	defer func() { <-r.turn }()
	if p.children[key] != r {
		return // it was ended meanwhile
	}
	failed := out.err != nil || out.said.Error != ""
	if failed {
		p.rests[key] = time.Now().Add(limits.WarmRest)
	}
	if failed || out.said.Stale || out.said.RSS > limits.WarmMemory {
		p.remove(key)
		return
	}
	r.used, r.others = time.Now(), out.said.Others
	time.AfterFunc(limits.WarmIdle, func() { p.rested(key, r) })
}

// rested ends a child that was not asked for long.
func (p *Pool) rested(key string, r *resident) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.children[key] == r && len(r.turn) == 0 && time.Since(r.used) >= limits.WarmIdle {
		p.remove(key)
	}
}

// Changed ends the children whose answers may depend on a file that has changed:
// of its root, and, where it is configuration, of all roots.
func (p *Pool) Changed(path string, configuration bool) {
	p.drop(func(r *resident) bool {
		rel, err := filepath.Rel(r.root, path)
		return configuration || r.others && (err != nil || filepath.IsLocal(rel))
	})
}

// Forget ends all children: settings or trust have changed.
func (p *Pool) Forget() { p.drop(func(*resident) bool { return true }) }

func (p *Pool) drop(which func(*resident) bool) {
	if p == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	clear(p.rests)
	for key, r := range p.children {
		if which(r) {
			p.remove(key)
		}
	}
}

// Close ends all children and waits for their end; nothing is started any more.
func (p *Pool) Close() {
	if p == nil {
		return
	}
	p.mu.Lock()
	p.open = false
	var list []*resident
	for key, r := range p.children {
		list = append(list, r)
		delete(p.children, key)
	}
	p.mu.Unlock()
	for _, r := range list {
		r.process.Kill()
	}
}

// result is what came of one question.
type result struct {
	said reply
	err  error
}

// ask writes a question and reads its answer.
func (r *resident) ask(question []byte, timeout time.Duration) result {
	timer := time.AfterFunc(timeout, r.process.Kill) // which ends the reading
	var out result
	if _, out.err = r.process.Stdin.Write(append(question, '\n')); out.err == nil {
		var line []byte
		if line, out.err = r.line(); out.err == nil {
			out.err = json.Unmarshal(line, &out.said)
		}
	}
	if !timer.Stop() && out.err != nil {
		out.err = fmt.Errorf("%w after %s", child.ErrTimeout, timeout)
	}
	return out
}

// line reads one line of bounded length.
func (r *resident) line() ([]byte, error) {
	var line []byte
	for {
		part, err := r.lines.ReadSlice('\n')
		line = append(line, part...)
		switch {
		case err == nil:
			return bytes.TrimSpace(line), nil
		case !errors.Is(err, bufio.ErrBufferFull):
			return nil, err
		case len(line) > limits.ChildListing:
			return nil, child.ErrOutput
		}
	}
}
