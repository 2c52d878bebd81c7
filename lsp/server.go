// Package lsp is the language server: the only code that knows the protocol.
// A [Server] serves one client.
//
// Notifications run in order on the connection's reading lane and touch memory
// only. A request reads the snapshots it needs on the lane and does its work
// off it. A fix is a job: the command that starts it is answered at once; the
// job shows progress, can be cancelled, checks the document again just before it
// sends its edit, and sends nothing if the window has changed.
//
// One feature is one file: sync.go, diagnostics.go, code_action.go, command.go,
// job.go and fix.go, apply.go, preview.go, lint.go, publish.go, disk.go,
// settings.go. Settings take effect with the next message; the engine that
// belongs to them is built off the lane (engine.go), and a job keeps the one it
// began with. What the server does differently for one editor is in client.go
// and in no other file.
//
// The server speaks LSP 3.17; of 3.18 it uses the tag LLMGenerated of code actions,
// with clients that know it. Comments link the section of the specification that
// forces a thing. What editors do was measured with Neovim 0.12.4, Helix 25.07.1
// and VS Code 1.139, unless another version stands there.
package lsp

import (
	"cmp"
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"path/filepath"
	"runtime/debug"
	"sync"
	"sync/atomic"
	"time"

	"go.lsp.dev/protocol"

	"github.com/fettle-dev/fettle/internal/config"
	"github.com/fettle-dev/fettle/internal/limits"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/lsp/ahead"
	"github.com/fettle-dev/fettle/lsp/document"
	"github.com/fettle-dev/fettle/lsp/notebook"
	"github.com/fettle-dev/fettle/lsp/rest"
	"github.com/fettle-dev/fettle/lsp/rpc"
	"github.com/fettle-dev/fettle/providers/diagnostics"
	"github.com/fettle-dev/fettle/providers/history"
	"github.com/fettle-dev/fettle/providers/signal"
)

// Options make a server.
type Options struct {
	In      io.Reader
	Out     io.Writer
	Log     *slog.Logger
	Version string
	// Layers are the settings known at start: the user's file, flags.
	Layers []config.Layer
	// Flags stands above everything else.
	Flags config.Layer
	// ClientIsUser accepts what the client sends as the user's own settings.
	ClientIsUser bool
	// Workspace reads the settings that the roots contain, of the workspace
	// plane. It is asked again when such a file changes.
	Workspace func(roots []string) ([]config.Layer, []config.Problem)
	// UserFile is watched, and its layers are read again by Reload.
	UserFile string
	Reload   func() []config.Layer
	// TrustFile is watched: it holds the roots that the user trusts.
	TrustFile string
	// Read is when these two files were read, the zero time: with New.
	Read time.Time
	// State is a folder for what is shown to the user as a document. Documents
	// in it are left alone.
	State string
	// Build makes an engine of settings and workspace roots.
	Build func(s config.Settings, roots []string, src Sources) Engine
	// Fixable reads the files below a folder that a fix of all of it looks at: those of a known kind that nobody
	// ignores, and that no program writes.
	Fixable func(ctx context.Context, e Engine, dir string) ([]text.Snapshot, error)
}

// Server is one session with one editor.
type Server struct {
	opts Options
	log  *slog.Logger
	conn *rpc.Conn
	now  func() time.Time
	// later is time.After.
	later func(time.Duration) <-chan time.Time

	// confirmIn is how long the change that an edit causes is waited for.
	confirmIn time.Duration
	// retryIn is the first pause before a tool that failed runs again.
	retryIn time.Duration
	// slowIn is for how much longer slow tools wait when the user pauses.
	slowIn time.Duration
	// saveWait is how long what is asked for before a save waits for the tools.
	saveWait time.Duration

	messages   messages
	docs       *document.Store
	diags      *diagnostics.Store
	history    *history.Recorder
	unrecorded history.Pending
	lint       lintState
	published  published
	jobs       jobs
	prepared   ahead.Prepared
	actions    actionTable
	protection protection
	steps      document.Steps
	disk       disk
	outcomes   outcomes
	revisions  ahead.Revisions
	prefetches ahead.Prefetches
	rest       *rest.Resting
	notebooks  notebook.Order
	tokens     atomic.Int64 // progress tokens given out

	building       sync.Mutex // held while an engine is built; never on the lane
	telling        sync.Mutex // held while a status is sent; guards the next field
	told           *status
	display        indexDisplay
	mu             sync.Mutex // guards what follows; never held over I/O
	client         client
	roots          []string // absolute paths
	fromClient     config.Layer
	workspace      []config.Layer // of the roots' own files, as read last
	workspaceKnown bool           // and they are not in doubt
	settings       config.Settings
	wanted         int    // counts the settings
	engine         Engine // of the settings with the number built; unbuilt at 0
	built          int
	last           place              // of the last codeAction request, else of the last change
	warned         map[string]bool    // what is shown once
	why            text.Markdown      // how the last fix ended
	indexes        map[string]reading // of roots whose index is being built
	unwatch        context.CancelFunc // ends the watch of the roots, nil: there is none
}

// place is a document and a range in it.
type place struct {
	uri     string
	at      lspRange
	changed bool // only a change named it

	// What the request said of the snapshot: some editors send the diagnostics of
	// other servers in no other way.
	snapshot text.Snapshot
	sent     []signal.Diagnostic
}

// New makes a server; Run serves.
func New(o Options) *Server {
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	if o.Read.IsZero() {
		o.Read = time.Now()
	}
	s := &Server{engine: unbuilt{}, rest: rest.New(debug.FreeOSMemory), opts: o, log: o.Log,
		now: time.Now, later: time.After,
		confirmIn: limits.ConfirmEdit, retryIn: limits.LintRetry, slowIn: limits.LintSlow, saveWait: limits.SaveWait}
	s.conn = rpc.New(rpc.Options{In: o.In, Out: o.Out, Log: o.Log, Busy: map[string]func() (any, error){
		"textDocument/codeAction": func() (any, error) { return nil, nil },
	}})
	s.diags = diagnostics.NewStore()
	s.history = history.NewRecorder(history.Options{Gate: s.historyGate, Related: func(root, file, imported string) bool {
		return s.currentEngine().Imports(root, file, imported)
	}})
	s.docs = document.NewStore(document.Options{})
	s.docs.OnChange(s.changed)
	s.docs.OnLost(func(d document.Document) {
		name := filepath.Base(cmp.Or(d.Snapshot.Path, d.Snapshot.URI))
		s.show(messageWarning, "lost", "lost track of "+clip(name, 30)+": close and reopen it")
	})
	s.jobs.byKey = map[string]*job{}
	return s
}

// Run serves until the client says exit or is gone, and returns the process's
// exit code.
func (s *Server) Run(ctx context.Context) int {
	return s.conn.Serve(ctx, rpc.Table{
		Initialize: s.initialize,
		Shutdown:   s.shutdown,
		Notifications: map[string]rpc.Notification{
			"initialized":                         s.initialized,
			"textDocument/didOpen":                s.didOpen,
			"textDocument/didChange":              s.didChange,
			"textDocument/didSave":                s.didSave,
			"textDocument/didClose":               s.didClose,
			"notebookDocument/didOpen":            s.didOpenNotebook,
			"notebookDocument/didChange":          s.didChangeNotebook,
			"notebookDocument/didClose":           s.didCloseNotebook,
			"workspace/didChangeConfiguration":    s.didChangeConfiguration,
			"workspace/didChangeWorkspaceFolders": s.didChangeFolders,
			"workspace/didChangeWatchedFiles":     s.didChangeFiles,
			"window/workDoneProgress/cancel":      s.cancelProgress,
			"fettle/diagnostics":                  s.pushDiagnostics,
			"$/setTrace":                          func(json.RawMessage) error { return nil },
		},
		Requests: map[string]rpc.Request{
			"textDocument/codeAction":  s.codeAction,
			"workspace/executeCommand": s.executeCommand,
		},
	})
}

// initialize answers with what the server can do for this client.
func (s *Server) initialize(params json.RawMessage) (any, error) {
	c := newClient(params)
	o := objectOf(params)
	s.mu.Lock()
	s.client = c
	for _, uri := range c.roots {
		if path, ok := document.Path(uri); ok {
			s.roots = append(s.roots, path)
		}
	}
	s.mu.Unlock()
	s.docs.SetEncoding(c.encoding)
	if c.processID > 0 {
		s.conn.WatchParent(c.processID)
	}
	layer, problems := config.JSON("initializationOptions", o["initializationOptions"], s.opts.ClientIsUser)
	s.resettle(func() { s.fromClient = layer }, problems)

	kinds := []protocol.CodeActionKind{protocol.CodeActionKindQuickFix, "refactor.rewrite", fixAllKind}
	yes := true
	changes := protocol.TextDocumentSyncKindIncremental
	if c.wholeLines {
		changes = protocol.TextDocumentSyncKindFull
	}
	return protocol.InitializeResult{
		Capabilities: protocol.ServerCapabilities{
			PositionEncoding: protocol.PositionEncodingKind(c.encoding.String()),
			TextDocumentSync: &protocol.TextDocumentSyncOptions{OpenClose: &yes, Change: &changes,
				Save: protocol.Boolean(true)},
			CodeActionProvider:   &protocol.CodeActionOptions{CodeActionKinds: kinds},
			NotebookDocumentSync: notebookSync(c),
			Workspace: &protocol.WorkspaceOptions{WorkspaceFolders: &protocol.WorkspaceFoldersServerCapabilities{
				Supported: &yes, ChangeNotifications: protocol.Boolean(true)}},
			ExecuteCommandProvider: protocol.ExecuteCommandOptions{Commands: commandNames()},
		},
		ServerInfo: protocol.ServerInfo{Name: "fettle", Version: protocol.NewOptional(s.opts.Version)},
	}, nil
}

func (s *Server) initialized(json.RawMessage) error {
	s.conn.Go("start", s.start)
	return nil
}

// shutdown ends what was started; the connection cancels running work itself.
func (s *Server) shutdown() {
	s.jobs.cancelAll()
	s.lint.stop()
	s.rest.Stop()
}

// notify sends a notification; a client that is gone is noticed elsewhere.
func (s *Server) notify(method string, params any) {
	if err := s.conn.Notify(method, params); err != nil {
		s.log.Debug("notification not sent", "method", method, "err", err)
	}
}

// state returns a consistent copy of what requests and jobs read.
func (s *Server) state() (client, config.Settings, Engine) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.client, s.settings, s.engine
}

// historyGate keeps secrets out of what is shown of the record of edits. Which
// files are recorded at all is decided when a change comes in.
func (s *Server) historyGate(path, text string) (string, bool) {
	if text == "" {
		return text, true
	}
	return s.currentEngine().Redact(path, text)
}
