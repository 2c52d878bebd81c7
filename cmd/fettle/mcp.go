package main

import (
	"bytes"
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

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/spf13/cobra"

	"github.com/fettle-dev/fettle/edits/fixer"
	"github.com/fettle-dev/fettle/internal/files"
	"github.com/fettle-dev/fettle/internal/limits"
	"github.com/fettle-dev/fettle/internal/text"
)

func mcpCommand(io streams, su *setup) *cobra.Command {
	c := &cobra.Command{
		Use:   "mcp [ROOT...]",
		Short: "Serve search, diagnostics and fixes to other programs over the Model Context Protocol",
		Long: `Speaks the Model Context Protocol on standard input and output. It serves only
the named folders or, without any, the project of the working folder. It never
writes a file.

Tools:
  context_query  the code that a question, or a file, is about
  diagnostics    what the linters of a file or folder report
  fix            the checked fixes of a file, a folder or a line, as a diff
  edit           what your model makes of an instruction, checked, as a diff

Resources:
  fettle://explain/FILE{?line}  what a fix on that line would see and send
  fettle://rule/TOOL/CODE       what is known about a rule

Tools that can run code of the project run only in folders you trust (fettle
doctor --trust), or when --run names them. A model is asked only when your own
settings name one, and never with --no-model.`,
		RunE: func(c *cobra.Command, args []string) error {
			out, err := io.protocol()
			if err != nil {
				return err
			}
			return runMCP(c.Context(), su, io, out, args)
		},
	}
	c.Flags().BoolVar(&su.noModel, "no-model", false, "do not use a model")
	c.Flags().StringArrayVar(&su.run, "run", nil, "run only this `TOOL`; naming it is consent to run it here; repeatable")
	return c
}

// mcpServer answers the calls of one client.
type mcpServer struct {
	su    *setup
	w     *app
	roots []string // with links resolved
}

// runMCP serves until the input ends.
func runMCP(ctx context.Context, su *setup, io streams, out io.Writer, args []string) error {
	roots, err := fixedRoots(args)
	if err != nil {
		return err
	}
	w, err := su.build(io.err, roots...)
	if err != nil {
		return err
	}
	defer w.close()
	w.ladder.Total = w.settings.Timeouts.Fix
	log := slog.New(w.process.Scrubbed(slog.NewTextHandler(io.err, &slog.HandlerOptions{Level: slog.LevelWarn})))
	server := mcp.NewServer(&mcp.Implementation{Name: "fettle", Version: version}, &mcp.ServerOptions{Logger: log,
		Instructions: "context_query finds the code of the project that a question is about; diagnostics lists what its linters report; " +
			"fix gives checked fixes, and edit a checked edit, as a diff. Nothing here writes a file."})
	m := &mcpServer{su, w, roots}
	m.register(server)
	shared := &sharedOutput{Writer: out}
	err = server.Run(ctx, &mcp.IOTransport{Reader: newLineReader(io.in, shared), Writer: shared, MaxLineLength: limits.MCPLine})
	if errors.Is(err, context.Canceled) || err == nil {
		return nil
	}
	return err
}

// mcpTool is one row of what the server offers.
type mcpTool struct {
	name, title, about, schema string
	open                       bool // it may talk to the model endpoint
	run                        func(m *mcpServer, ctx context.Context, raw json.RawMessage, p *mcpProgress) (any, error)
}

func (m *mcpServer) tools() []mcpTool {
	asks := m.w.ladder.Model.Completer != nil
	return []mcpTool{
		{name: "context_query", title: "Find code", schema: querySchema, run: (*mcpServer).query,
			about: "Find the functions, types and other code of the project that a question in words, or a file, is about; the most relevant first, within a token budget."},
		{name: "diagnostics", title: "List problems", schema: diagnosticsSchema, run: (*mcpServer).diagnostics,
			about: "List what the linters, type checkers and compilers of the project report for a file or folder, and how each could be fixed."},
		{name: "fix", title: "Fix problems", schema: fixSchema, run: (*mcpServer).fix, open: asks,
			about: "Fix what the linters report in a file, a folder or on a line, and check each fix with the tool that complained. Gives a unified diff and, for what is not fixed, the reason. Writes nothing: apply the diff yourself."},
		{name: "edit", title: "Edit code", schema: editSchema, run: (*mcpServer).edit, open: asks,
			about: "Let the model of the user's settings do what an instruction says to some lines of a file, and check that the result parses and that no tool reports anything new. Gives a unified diff. Writes nothing: apply the diff yourself."},
	}
}

func (m *mcpServer) register(server *mcp.Server) {
	no := false
	for _, t := range m.tools() {
		server.AddTool(&mcp.Tool{
			Name: t.name, Title: t.title, Description: t.about, InputSchema: json.RawMessage(t.schema),
			Annotations: &mcp.ToolAnnotations{ReadOnlyHint: true, IdempotentHint: !t.open, OpenWorldHint: &t.open, DestructiveHint: &no},
		}, func(ctx context.Context, r *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
			answer, err := t.run(m, ctx, r.Params.Arguments, &mcpProgress{session: r.Session, token: r.Params.GetProgressToken()})
			if err != nil { // for the model to read: what went wrong, and the next step
				return &mcp.CallToolResult{IsError: true, Content: []mcp.Content{&mcp.TextContent{Text: text.Defuse(advised(err))}}}, nil //nolint:nilerr // it is the result
			}
			var raw bytes.Buffer
			enc := json.NewEncoder(text.Escaped(&raw))
			enc.SetEscapeHTML(false) // it is code, and somebody reads it
			if err := enc.Encode(answer); err != nil {
				return nil, fmt.Errorf("%s: %w", t.name, err)
			}
			return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: strings.TrimSpace(raw.String())}}, StructuredContent: json.RawMessage(raw.Bytes())}, nil
		})
	}
	m.registerExplain(server)
}

// advised is an error with its next step.
func advised(err error) string {
	var d *fixer.Decline
	if errors.As(err, &d) && d.Next != "" {
		return d.Reason + "\nnext: " + d.Next
	}
	if hint := hintOf(err); hint != "" {
		return err.Error() + "\nnext: " + hint
	}
	return err.Error()
}

// decodeCall reads the arguments of a tool; what it does not know is an error.
func decodeCall(tool string, raw json.RawMessage, into any) error {
	if len(raw) == 0 {
		return nil
	}
	d := json.NewDecoder(bytes.NewReader(raw))
	d.DisallowUnknownFields()
	if err := d.Decode(into); err != nil {
		return withHint(fmt.Errorf("invalid arguments for %s: %w", tool, err), "see its input schema")
	}
	return nil
}

// mcpProgress tells a client that asked for it how far a call is.
type mcpProgress struct {
	session *mcp.ServerSession
	token   any

	mu    sync.Mutex
	steps float64
	last  time.Time
}

// step reports one more step of a call. Steps that follow at once are counted
// only.
func (p *mcpProgress) step(ctx context.Context, message string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.steps++
	if p.token == nil || time.Since(p.last) < limits.ProgressEvery {
		return
	}
	p.last = time.Now()
	// A client that does not listen is not told; the call goes on.
	_ = p.session.NotifyProgress(ctx, &mcp.ProgressNotificationParams{ProgressToken: p.token, Progress: p.steps, Message: message})
}

// fixedRoots are the folders that questions may be about, with links resolved.
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
			return nil, withHint(fmt.Errorf("root %s: %w", a, bareOf(err)), "name an existing folder")
		}
		if info, err := os.Stat(abs); err != nil || !info.IsDir() {
			return nil, withHint(fmt.Errorf("root %s: not a folder", a), "name an existing folder")
		}
		roots = append(roots, abs)
	}
	return roots, nil
}

// locate finds what a path of the client names, a relative one in the first
// root that has it. Links are resolved, and what lies outside of the roots is
// refused.
func (m *mcpServer) locate(path string) (string, error) {
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
			return "", withHint(fmt.Errorf("%s is outside the folders that this server was started for", path),
				"they are "+strings.Join(m.roots, ", ")+"; the user can name another: fettle mcp FOLDER")
		}
		return real, nil
	}
	return "", withHint(fmt.Errorf("there is no %s here", path), "name a file or folder below "+strings.Join(m.roots, ", "))
}

// rootOf is the innermost root that holds a path, "" if none does.
func (m *mcpServer) rootOf(abs string) string {
	best := ""
	for _, root := range m.roots {
		if rel, err := filepath.Rel(root, abs); err == nil && filepath.IsLocal(rel) && len(root) > len(best) {
			best = root
		}
	}
	return best
}

// shown is how a file is named to the client: as it may name it itself.
func (m *mcpServer) shown(abs string) string {
	if rel, err := filepath.Rel(m.roots[0], abs); err == nil && filepath.IsLocal(rel) {
		return filepath.ToSlash(rel)
	}
	return abs
}

// clear is a text about a file without its secrets: everything that goes to
// the client passes the gate.
func (m *mcpServer) clear(abs, s string) string {
	out, ok := m.w.engine.Redact(abs, s)
	if !ok {
		return ""
	}
	return out
}
