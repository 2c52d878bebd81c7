package langserver

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"github.com/fettle-dev/fettle/internal/child"
	"github.com/fettle-dev/fettle/internal/limits"
	"github.com/fettle-dev/fettle/internal/text"
)

// diagnostics is how much of an error's text is shown, in bytes.
const diagnostics = 256

// Options say which server is started and where.
type Options struct {
	// Argv is the command; Argv[0] is an absolute path.
	Argv []string
	// Root is the workspace folder, absolute.
	Root string
	// Inherit names further variables that the server gets.
	Inherit []string
	// Env is added to the server's variables.
	Env []string
	// Initialize are options for the server's start, in its own words.
	Initialize any
	// ForFixes says that what it says is wrong is only what fixes are asked for, so that it need not say of which text it
	// speaks (oxlint does not).
	ForFixes bool
	// Log hears of starts and ends; nil: nobody.
	Log *slog.Logger
	// Now is the clock; nil: time.Now.
	Now func() time.Time
}

// ErrDown is returned while a server that failed is not started again yet.
var ErrDown = errors.New("the language server is down")

// Server is one language server of one root. It is safe for concurrent use.
type Server struct {
	opts Options

	mu      sync.Mutex
	current *attempt
	pause   time.Duration
	next    time.Time // no start before
	closed  bool
}

// attempt is one start of the process: done is closed when the session can be
// used, or has failed.
type attempt struct {
	done    chan struct{}
	session *session
	err     error
}

// New makes a server; nothing is started yet.
func New(o Options) *Server {
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	return &Server{opts: o}
}

// session returns the running session, started if need be.
func (s *Server) session(ctx context.Context) (*session, error) {
	s.mu.Lock()
	if s.closed {
		s.mu.Unlock()
		return nil, ErrDown
	}
	a := s.current
	if a == nil {
		if s.opts.Now().Before(s.next) {
			s.mu.Unlock()
			return nil, ErrDown
		}
		a = &attempt{done: make(chan struct{})}
		s.current = a
		go s.start(a)
	}
	s.mu.Unlock()
	select {
	case <-a.done:
		return a.session, a.err
	case <-ctx.Done():
		return nil, fmt.Errorf("waiting for the language server: %w", ctx.Err())
	}
}

// start runs the process and shakes hands.
func (s *Server) start(a *attempt) {
	defer close(a.done)
	ctx, cancel := context.WithTimeout(context.Background(), limits.ServerStart)
	defer cancel()
	p, err := child.Start(context.Background(), child.Command{
		Argv: s.opts.Argv, Dir: s.opts.Root, Env: s.opts.Env, Inherit: s.opts.Inherit, Trusted: true,
		Daemons: true, // of gopls -remote=auto, which other editors use, too
	})
	if err != nil {
		a.err = fmt.Errorf("starting the language server: %w", err)
		s.failed(a)
		return
	}
	c := newSession(p, s.opts.Root)
	c.forFixes = s.opts.ForFixes
	go func() {
		<-c.conn.Done()
		p.Kill()
		s.opts.Log.Debug("language server ended", "server", s.opts.Argv[0], "err", c.cause())
		s.failed(a)
	}()
	if a.err = c.initialize(ctx, s.opts.Initialize); a.err != nil {
		_ = c.wire.Close()
		return
	}
	a.session = c
	s.opts.Log.Debug("language server started", "server", s.opts.Argv[0])
}

// failed lets the next start wait, longer each time.
func (s *Server) failed(a *attempt) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.current != a {
		return
	}
	s.current = nil
	s.pause = min(limits.ServerBackoffMax, max(limits.ServerBackoffMin, 2*s.pause))
	s.next = s.opts.Now().Add(s.pause)
}

// answered forgets former failures.
func (s *Server) answered() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.pause = 0
}

// Close ends the server, kindly at first.
func (s *Server) Close() {
	s.mu.Lock()
	a := s.current
	s.closed = true
	s.mu.Unlock()
	if a == nil {
		return
	}
	select {
	case <-a.done:
	case <-time.After(limits.ServerStop):
		return // its own deadline ends it
	}
	if a.session != nil {
		a.session.shutdown()
	}
}

// Place is a range of lines in a file of the root.
type Place struct {
	Path  string // absolute
	Lines text.Lines
}

// Definition asks where the name at an offset is defined.
func (s *Server) Definition(ctx context.Context, doc text.Snapshot, offset int) ([]Place, error) {
	return s.ask(ctx, "textDocument/definition", doc, offset, nil)
}

// TypeDefinition asks where the type of the name at an offset is defined.
func (s *Server) TypeDefinition(ctx context.Context, doc text.Snapshot, offset int) ([]Place, error) {
	return s.ask(ctx, "textDocument/typeDefinition", doc, offset, nil)
}

// Implementation asks what implements the name at an offset.
func (s *Server) Implementation(ctx context.Context, doc text.Snapshot, offset int) ([]Place, error) {
	return s.ask(ctx, "textDocument/implementation", doc, offset, nil)
}

// References asks where the name at an offset is used, its declaration left
// out.
func (s *Server) References(ctx context.Context, doc text.Snapshot, offset int) ([]Place, error) {
	return s.ask(ctx, "textDocument/references", doc, offset,
		map[string]any{"context": map[string]any{"includeDeclaration": false}})
}

func (s *Server) ask(ctx context.Context, method string, doc text.Snapshot, offset int,
	more map[string]any) ([]Place, error) {
	c, err := s.session(ctx)
	if err != nil {
		return nil, err
	}
	out, err := c.places(ctx, method, doc, offset, more)
	if err == nil {
		s.answered()
	}
	return out, err
}
