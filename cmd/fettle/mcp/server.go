package mcp

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/fettle-dev/fettle/cmd/fettle/app"
	"github.com/fettle-dev/fettle/edits/fixer"
	"github.com/fettle-dev/fettle/internal/files"
	"github.com/fettle-dev/fettle/internal/limits"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/lsp/words"
)

// server answers the calls of one client.
type server struct {
	w      *app.App
	roots  []string // with links resolved
	writes bool     // apply may write

	judging sync.Mutex
	last    app.Judged          // the last verdict
	asked   app.Changes         // on this change
	told    map[string][]string // what answers had to say, by their tokens
	answers int
}

// Options say what is served.
type Options struct {
	Roots []string // folders; none: the project of the working folder
	// Write lets apply write sure fixes into files of the roots.
	Write bool
}

// Serve serves until the input ends.
func Serve(ctx context.Context, su *app.Setup, in io.Reader, out, errs io.Writer, o Options) error {
	roots, err := fixedRoots(o.Roots)
	if err != nil {
		return err
	}
	w, err := su.Build(errs, roots...)
	if err != nil {
		return err
	}
	defer w.Close()
	log := slog.New(w.Process.Scrubbed(slog.NewTextHandler(errs, &slog.HandlerOptions{Level: slog.LevelWarn})))
	s := sdk.NewServer(&sdk.Implementation{Name: "fettle", Version: w.Version}, &sdk.ServerOptions{Logger: log,
		Instructions: instructions(o)})
	m := &server{w: w, roots: roots, writes: o.Write}
	m.register(s)
	shared := &sharedOutput{Writer: out}
	err = s.Run(ctx, &sdk.IOTransport{Reader: newLineReader(in, shared), Writer: shared, MaxLineLength: limits.MCPLine})
	if errors.Is(err, context.Canceled) || err == nil {
		return nil
	}
	return err
}

// annotations returns the annotations that differ from what the protocol assumes: every
// session pays for what is listed.
func (t tool) annotations() *sdk.ToolAnnotations {
	no, a := false, &sdk.ToolAnnotations{ReadOnlyHint: !t.keeps, OpenWorldHint: &t.open}
	if t.keeps {
		a.DestructiveHint = &no
	}
	return a
}

// instructions are for the client's model: when to call what.
func instructions(o Options) string {
	said := "After each edit call check: it says what the edit broke, in any file, what it hides and which checks it " +
		"weakened; with since: t1, only what is new since the answer that ends so. Before you write a file, check it with " +
		"text. " +
		"Where is something? context_query. What is wrong in a file, whoever caused it? diagnostics. Have it fixed: fix; " +
		"one change in words: edit; both give a diff to apply."
	if o.Write {
		return said + " Fixes with an id (f1) are sure: apply writes them. Nothing else here writes a file."
	}
	return said + " Nothing here writes a file of the project."
}

// tool is one row of what the server offers. It answers text, once: there is no second copy of it as data, which
// clients show to the model as well, and so no schema of answers.
type tool struct {
	name, about, schema string
	open                bool // it may talk to the model endpoint
	keeps               bool // it writes to the state of the user, or to files
	run                 func(m *server, ctx context.Context, raw json.RawMessage, p *progress) (string, error)
}

func (m *server) tools() []tool {
	asks := m.w.Ladder.Model.Asks()
	list := []tool{
		{name: "check", schema: checkSchema, run: (*server).check,
			about: "What the working tree's changes newly broke in any file, hide by directives, or weaken (tests, handlers, " +
				"types). Sure fixes have ids."},
		{name: "context_query", schema: querySchema, run: (*server).query,
			about: "Find the code that a question or a file is about. Give 4 to 8 keywords: the place is found far more often."},
		{name: "rate_context", schema: rateSchema, run: (*server).rate, keeps: true,
			about: "Tell whether the last answer of context_query was enough."},
		{name: "diagnostics", schema: diagnosticsSchema, run: (*server).diagnostics,
			about: "What linters, type checkers and compilers report for a file or folder."},
		{name: "fix", schema: fixSchema, run: (*server).fix, open: asks,
			about: "Checked fixes of what is reported in a file, a folder or on a line, as a diff."},
		{name: "edit", schema: editSchema, run: (*server).edit, open: asks,
			about: "Have the user's model change some lines by an instruction; checked, as a diff."},
	}
	if m.writes {
		list = append(list, tool{name: "apply", schema: applySchema, run: (*server).apply, keeps: true,
			about: "Write sure fixes of the last check into files that have not changed since, and check again."})
	}
	return list
}

func (m *server) register(server *sdk.Server) {
	for _, t := range m.tools() {
		server.AddTool(&sdk.Tool{
			Name: t.name, Description: t.about, InputSchema: json.RawMessage(t.schema), Annotations: t.annotations(),
		}, func(ctx context.Context, r *sdk.CallToolRequest) (*sdk.CallToolResult, error) {
			said, err := t.run(m, ctx, r.Params.Arguments, &progress{session: r.Session, token: r.Params.GetProgressToken()})
			if err != nil { // for the model to read: what went wrong, and the next step
				return &sdk.CallToolResult{IsError: true, Content: []sdk.Content{&sdk.TextContent{Text: advised(err)}}}, nil //nolint:nilerr // it is the result
			}
			return &sdk.CallToolResult{Content: []sdk.Content{&sdk.TextContent{Text: app.CleanLines(said)}}}, nil
		})
	}
}

// advised returns an error with its next step, for people and models to read.
func advised(err error) string { return text.Defuse(withNext(err)) }

func withNext(err error) string {
	var d *fixer.Decline
	switch {
	case !errors.As(err, &d):
	case d.Next != "":
		return d.Reason + "\nnext: " + d.Next
	default:
		return words.Error(err)
	}
	if hint := app.HintOf(err); hint != "" {
		return err.Error() + "\nnext: " + hint
	}
	return err.Error()
}

// decodeCall reads the arguments of a tool; what it does not know is an error.
func decodeCall(tool string, raw json.RawMessage, into any) error {
	if len(raw) == 0 {
		return nil
	}
	d := json.NewDecoder(strings.NewReader(string(raw)))
	d.DisallowUnknownFields()
	if err := d.Decode(into); err != nil {
		return app.WithHint(fmt.Errorf("invalid arguments for %s: %w", tool, err), "see its input schema")
	}
	return nil
}

// progress reports to a client that asked for it how far a call is.
type progress struct {
	session *sdk.ServerSession
	token   any

	mu    sync.Mutex
	steps float64
	last  time.Time
}

// step reports one more step of a call. Steps that follow at once are counted
// only.
func (p *progress) step(ctx context.Context, message string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.steps++
	if p.token == nil || time.Since(p.last) < limits.ProgressEvery {
		return
	}
	p.last = time.Now()
	// A client that does not listen gets no notice; the call goes on.
	_ = p.session.NotifyProgress(ctx, &sdk.ProgressNotificationParams{ProgressToken: p.token, Progress: p.steps,
		Message: text.Defuse(message)})
}

// fixedRoots returns the folders that questions may be about, with links resolved.
func fixedRoots(args []string) ([]string, error) {
	if len(args) == 0 {
		dir, err := os.Getwd()
		if err != nil {
			return nil, err
		}
		args = []string{files.ProjectRoot(filepath.Join(dir, "x"))}
	}
	var roots []string
	for _, a := range args {
		abs, err := filepath.Abs(a)
		if err == nil {
			abs, err = filepath.EvalSymlinks(abs)
		}
		if err != nil {
			return nil, app.WithHint(fmt.Errorf("root %s: %w", a, app.BareOf(err)), "name an existing folder")
		}
		if info, err := os.Stat(abs); err != nil || !info.IsDir() {
			return nil, app.WithHint(fmt.Errorf("root %s: not a folder", a), "name an existing folder")
		}
		roots = append(roots, abs)
	}
	return roots, nil
}

// locate finds what a path of the client names, a relative one in the first
// root that has it. Links are resolved, and what lies outside of the roots is
// refused.
func (m *server) locate(path string) (string, error) {
	tries := []string{path}
	if !filepath.IsAbs(path) {
		tries = tries[:0]
		for _, root := range m.roots {
			tries = append(tries, filepath.Join(root, filepath.FromSlash(path)))
		}
	}
	for _, try := range tries {
		real, err := filepath.EvalSymlinks(try)
		if err != nil {
			continue
		}
		if m.rootOf(real) == "" {
			return "", app.WithHint(fmt.Errorf("%s is outside the folders that this server was started for", path),
				"they are "+strings.Join(m.roots, ", ")+"; the user can name another: fettle mcp FOLDER")
		}
		return real, nil
	}
	return "", app.WithHint(fmt.Errorf("there is no %s here", path),
		"name a file or folder below "+strings.Join(m.roots, ", "))
}

// rootOf returns the innermost root that contains a path, "" if none does.
func (m *server) rootOf(abs string) string {
	best := ""
	for _, root := range m.roots {
		if _, below := files.Below(root, abs); below && len(root) > len(best) {
			best = root
		}
	}
	return best
}

// shown returns how a file is named to the client: as it may name it itself.
func (m *server) shown(abs string) string {
	if rel, below := files.Below(m.roots[0], abs); below {
		return rel
	}
	return abs
}

// clear returns a text about a file without its secrets: everything that goes to
// the client passes the gate.
func (m *server) clear(abs, s string) string {
	out, ok := m.w.Engine.Redact(abs, s)
	if !ok {
		return ""
	}
	return out
}
