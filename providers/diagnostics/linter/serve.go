package linter

import (
	"context"
	"errors"
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/fettle-dev/fettle/internal/langserver"
	"github.com/fettle-dev/fettle/providers/diagnostics/report"
	"github.com/fettle-dev/fettle/providers/signal"
)

// Servers are the language servers that run as tools, by command and root. Each is started by its first question, and
// stays until Close; then it is started again where it is asked again.
type Servers struct {
	mu      sync.Mutex
	running map[string]*langserver.Server
}

// Close ends all of them.
func (v *Servers) Close() {
	v.mu.Lock()
	all := slices.Collect(maps.Values(v.running))
	v.running = nil
	v.mu.Unlock()
	var wg sync.WaitGroup
	for _, s := range all {
		wg.Go(s.Close)
	}
	wg.Wait()
}

func (v *Servers) of(o langserver.Options) *langserver.Server {
	v.mu.Lock()
	defer v.mu.Unlock()
	key := strings.Join(append([]string{o.Root}, o.Argv...), "\x00")
	if v.running == nil {
		v.running = map[string]*langserver.Server{}
	}
	if v.running[key] == nil {
		v.running[key] = langserver.New(o)
	}
	return v.running[key]
}

// served returns what a tool that is a language server says of the document, with its own fixes unless the text is a
// candidate for one.
func (j *job) served(ctx context.Context) ([]signal.Diagnostic, error) {
	list, err := j.serverSays(ctx, j.args(j.spec.own.args...))
	if err != nil {
		return nil, err
	}
	out := make([]signal.Diagnostic, 0, len(list))
	for _, d := range list {
		if d.Severity == int(signal.Hint) && d.Fix == nil && j.base == nil {
			continue // a name that an editor shows paler
		}
		code := CleanCode(d.Code)
		if code == "default" { // gopls has the analyzer as the source
			code = CleanCode(d.Source)
		}
		one := signal.Diagnostic{Tool: j.spec.Name, Code: code, Severity: signal.Severity(max(1, min(d.Severity, 4))),
			Span: d.Span, Origin: signal.FromLinter, Version: j.snapshot.Version, Fix: j.ownFix(d.Fix)}
		one.Message, one.Brief = report.CleanLines(d.Message)
		out = append(out, one)
	}
	return out, nil
}

// serverSays asks a language server about the document.
func (j *job) serverSays(ctx context.Context, argv []string) ([]langserver.Diagnostic, error) {
	ctx, cancel := context.WithTimeout(ctx, j.timeout())
	defer cancel()
	server := j.opts.Servers.of(langserver.Options{Argv: argv, Root: j.root, ForFixes: j.spec.own == nil})
	ask := server.Fixable
	if j.base != nil {
		ask = server.Diagnostics
	}
	list, err := ask(ctx, j.snapshot)
	switch {
	case err == nil:
		return list, nil
	case ctx.Err() != nil:
		return nil, &Error{Tool: j.spec.Name, Kind: contextKind(ctx), Err: err}
	case errors.Is(err, langserver.ErrDown):
		return nil, &Error{Tool: j.spec.Name, Kind: ErrPaused, Err: err}
	}
	return nil, &Error{Tool: j.spec.Name, Kind: ErrFailed, Detail: CleanMessage(err.Error()), Err: err}
}

// ownFix returns a server's fix as one of the tool. Servers do not say whether theirs keep the meaning: the user may.
func (j *job) ownFix(f *langserver.Fix) *signal.ToolFix {
	if f == nil {
		return nil
	}
	out := &signal.ToolFix{Title: CleanMessage(f.Title), Applicability: signal.Unsafe, Edits: f.Edits}
	if j.spec.own != nil && j.spec.own.safeFixes {
		out.Applicability = signal.Safe
	}
	return out
}

// withServerFixes adds to findings of a tool the fixes that its language server has for them. A server that fails costs
// its fixes alone.
func (j *job) withServerFixes(ctx context.Context, list []signal.Diagnostic) []signal.Diagnostic {
	if len(j.spec.server) == 0 || len(list) == 0 || !j.fixes || j.tap != nil || j.opts.Trust != Trusted {
		return list
	}
	offered, err := j.serverSays(ctx, j.args(j.spec.server...))
	if err != nil {
		return list
	}
	for i := range list {
		for _, d := range offered {
			if d.Fix != nil && list[i].Fix == nil && d.Span.Start == list[i].Span.Start && CleanCode(d.Code) == list[i].Code {
				list[i].Fix = j.ownFix(d.Fix)
				if j.spec.keeps != nil && j.spec.keeps(j, ctx, list[i].Code) {
					list[i].Fix.Applicability = signal.Safe
				}
			}
		}
	}
	return list
}
