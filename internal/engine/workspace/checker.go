package workspace

import (
	"context"
	"path/filepath"
	"strings"

	"github.com/fettle-dev/fettle/internal/files"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/diagnostics/linter"
	"github.com/fettle-dev/fettle/providers/signal"
)

// A language server that the user configured also checks fixes: what it says of
// the text before and after is compared like the report of a tool. It is a
// process of our own; the editor's server never sees a candidate.

// serverKind is what must be known of a language server to work with it.
type serverKind struct {
	tool    string         // whose diagnostics it reports: it is asked before that tool's own command
	options map[string]any // its initializationOptions
	env     []string
}

// kindOf knows a server by the name of its program.
func kindOf(program string) serverKind {
	switch strings.TrimSuffix(filepath.Base(program), ".exe") {
	case "gopls":
		return serverKind{tool: "go", options: map[string]any{"pullDiagnostics": true}}
	case "pyright-langserver", "basedpyright-langserver":
		return serverKind{tool: "pyright"}
	case "rust-analyzer":
		// It speaks for nobody: of what the compiler says it has only a part
		// without a saved file. Cargo would be run in the workspace, and build
		// where the user builds.
		k := serverKind{options: map[string]any{"checkOnSave": false, "cachePriming": map[string]any{"enable": false}}}
		if cache := files.CacheFolder(); cache != "" {
			k.env = []string{"CARGO_TARGET_DIR=" + filepath.Join(cache, "tools", "rust-analyzer")}
		}
		return k
	}
	return serverKind{}
}

// Lint is how a tool checks a text.
type Lint func(ctx context.Context, tool string, s text.Snapshot) ([]signal.Diagnostic, error)

// Check runs a tool on a text, with the configured servers for what they know
// best, and for what no tool knows.
func (r *Set) Check(ctx context.Context, root, tool string, s text.Snapshot, lint Lint) ([]signal.Diagnostic, error) {
	server, own := r.checker(root, s)
	first := server != nil && own == tool
	if first {
		if list, err := serverReport(ctx, server, tool, s); err == nil || ctx.Err() != nil {
			return list, err
		}
	}
	list, err := lint(ctx, tool, s)
	if err == nil || server == nil || first || ctx.Err() != nil {
		return list, err
	}
	if list, other := serverReport(ctx, server, tool, s); other == nil {
		return list, nil
	}
	return nil, err
}

// checker returns the server that checks texts of a document, and the tool it speaks
// for; nil if none is configured, or the document is not trusted.
func (r *Set) checker(root string, s text.Snapshot) (*runningServer, string) {
	r.mu.Lock()
	servers := r.servers
	r.mu.Unlock()
	if root == "" {
		return nil, ""
	}
	servers.mu.Lock()
	defer servers.mu.Unlock()
	server := servers.server(serverKey{root: root, lang: s.Lang, checks: true}, s.Path)
	if server == nil {
		return nil, ""
	}
	return server, kindOf(server.argv[0]).tool
}

// serverReport returns what a server says of a text in the name of one tool.
func serverReport(ctx context.Context, server *runningServer, tool string,
	s text.Snapshot) ([]signal.Diagnostic, error) {
	found, err := server.Diagnostics(ctx, s)
	if err != nil {
		return nil, err
	}
	out := []signal.Diagnostic{}
	for _, d := range found {
		if signal.Tool(d.Source) != tool {
			continue
		}
		one := signal.Diagnostic{Tool: tool, Code: linter.CleanCode(d.Code), Message: linter.CleanMessage(d.Message),
			Severity: signal.Error,
			Span:     d.Span, Origin: signal.FromLinter, Version: s.Version}
		if d.Severity >= 1 && d.Severity <= 4 {
			one.Severity = signal.Severity(d.Severity)
		}
		out = append(out, one)
	}
	return out, nil
}
