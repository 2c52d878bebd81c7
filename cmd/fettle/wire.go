package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/fettle-dev/fettle/edits/fixer"
	"github.com/fettle-dev/fettle/internal/child"
	"github.com/fettle-dev/fettle/internal/egress"
	"github.com/fettle-dev/fettle/internal/files"
	"github.com/fettle-dev/fettle/internal/limits"
	"github.com/fettle-dev/fettle/internal/model"
	"github.com/fettle-dev/fettle/internal/secret"
	"github.com/fettle-dev/fettle/internal/syntax"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/lsp"
	"github.com/fettle-dev/fettle/lsp/config"
	"github.com/fettle-dev/fettle/providers/diagnostics/linter"
	"github.com/fettle-dev/fettle/providers/signal"
)

// wiring is an engine with what the command line needs beside it.
type wiring struct {
	engine   lsp.Engine
	settings config.Settings
	errs     io.Writer
	trust    func(root string) linter.Trust
	end      func()

	warm   sync.Once
	mu     sync.Mutex
	warned map[string]bool
}

func (w *wiring) close() { w.end() }

// warnOnce prints a warning the first time it comes up.
func (w *wiring) warnOnce(err error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if !w.warned[err.Error()] {
		w.warned[err.Error()] = true
		fmt.Fprintf(w.errs, "fettle: warning: %s\n", clean(err.Error()))
		var of *linter.Error
		if errors.As(err, &of) && of.Hint != "" {
			fmt.Fprintf(w.errs, "fettle: hint: %s\n", clean(of.Hint))
		}
	}
}

// wire resolves settings for some roots and builds an engine for them; without
// one, for the project of the working folder and any file that is named.
func (su *setup) wire(errs io.Writer, roots ...string) (*wiring, error) {
	dirs := roots
	if len(dirs) == 0 {
		dir, err := os.Getwd()
		if err != nil {
			return nil, fmt.Errorf("find the working folder: %w", err)
		}
		dirs = []string{dir}
	}
	s := su.settings(errs, dirs...)
	for _, name := range su.run {
		words := strings.Fields(name)
		if len(words) == 0 {
			return nil, withHint(errors.New("--run names no tool"), "known: "+strings.Join(toolNames(), ", "))
		}
		if _, ok := linter.Find(words[0]); !ok {
			return nil, withHint(fmt.Errorf("--run %s: not a tool fettle knows", name), "known: "+strings.Join(toolNames(), ", "))
		}
	}
	if _, err := signals(s); err != nil {
		fmt.Fprintf(errs, "fettle: warning: %s\n", clean(err.Error()))
	}
	engine := su.builder(slog.New(slog.DiscardHandler))(s, roots, lsp.Sources{})
	return &wiring{engine: engine, settings: s, errs: errs, warned: map[string]bool{},
		trust: func(root string) linter.Trust { return su.trust(s, root) }, end: su.related.close}, nil
}

func toolNames() []string {
	var names []string
	for _, s := range linter.Specs() {
		names = append(names, s.Name)
	}
	return names
}

func (su *setup) scrubbed(h slog.Handler) slog.Handler { return su.scrub.Handler(h) }

// builder is how settings and roots become an engine; the server calls it anew
// when they change.
func (su *setup) builder(log *slog.Logger) func(config.Settings, []string, lsp.Sources) lsp.Engine {
	trees := &syntax.Trees{}
	return func(s config.Settings, roots []string, src lsp.Sources) lsp.Engine {
		audit := su.audit(s, log)
		gate := egress.New(egress.Options{Roots: slices.Clone(roots), Deny: s.Privacy.Deny, Scrub: &su.scrub, Audit: audit})
		runner := linter.NewRunner(su.runnerOptions(s, roots))
		g := gateway{gate}
		table, err := signals(s)
		if err != nil {
			log.Warn("signals of the settings are not used", "err", err)
		}
		e := lsp.Engine{
			Tools:     tools{runner, su.run},
			Root:      runner.Root,
			Protected: g.protected,
			Changed:   runner.Changed,
			Prefetch: func(path string) bool {
				return s.Fix.Prefetch == "onSave" && su.trust(s, runner.Root(path)) != linter.Denied
			},
		}
		e.Fixer = fixer.Engine{
			Table: table, Lint: su.checked(runner), LintMany: runner.Candidates, Gate: g, Calls: s.Fix.Calls, Now: time.Now, Trees: trees,
			Model: su.model(s, gate, audit, log),
		}
		if src.Document != nil { // an editor asks again; the command line does not
			e.Fixer.Cache = new(fixer.Cache)
		}
		su.context(&e, s, roots, src, g, runner, log)
		e.Fixer.Nonce = su.nonce
		engine := e.Fixer
		e.Explain = func(ctx context.Context, p fixer.Problem) (string, error) {
			x, err := engine.Explain(ctx, p)
			return x.Markdown(), err
		}
		return e
	}
}

func (su *setup) runnerOptions(s config.Settings, roots []string) linter.RunnerOptions {
	o := linter.RunnerOptions{Roots: roots, Tools: map[string]linter.ToolOptions{}, Trust: func(root string) linter.Trust {
		return su.trust(s, root)
	}}
	others := su.consents(s, roots)
	for _, spec := range linter.Specs() {
		t := linter.ToolOptions{Timeout: s.Timeouts.Linter}
		if spec.Timeout > s.Timeouts.Linter {
			t.Timeout = s.Timeouts.Compiler
		}
		if l, ok := s.Linters[spec.Name]; ok {
			t.Off, t.Argv, t.Always = !l.Enabled, l.Command, l.Enabled
		}
		t.Off = t.Off || !others
		for _, named := range su.run {
			words := strings.Fields(named)
			if found, ok := linter.Find(words[0]); ok && found.Name == spec.Name {
				t.Off, t.Always = false, true
				if len(words) > 1 {
					t.Argv = su.withArguments(spec, t.Argv, words[1:])
				}
			}
		}
		o.Tools[spec.Name] = t
	}
	return o
}

// consents reports whether other tools than those that --run names may run in
// some folders: to name one is consent to that one.
func (su *setup) consents(s config.Settings, roots []string) bool {
	if len(su.run) == 0 {
		return true
	}
	if len(roots) == 0 {
		dir, err := os.Getwd()
		if err != nil {
			return false
		}
		roots = []string{files.ProjectRoot(filepath.Join(dir, "x"))}
	}
	return !slices.ContainsFunc(roots, func(root string) bool { return su.granted(s, root) != linter.Trusted })
}

// withArguments is the command of a tool that was named with arguments, as in
// --run 'pytest -k login'.
func (su *setup) withArguments(spec linter.Spec, argv, words []string) []string {
	if len(argv) == 0 {
		path, err := child.Look(spec.Binary, child.LookOptions{Trusted: true})
		if err != nil {
			return nil // the runner says what is missing
		}
		argv = []string{path}
	}
	return append(slices.Clone(argv), words...)
}

// trust is the state of one root for tools: --run makes it trusted for those it
// names.
func (su *setup) trust(s config.Settings, root string) linter.Trust {
	if t := su.granted(s, root); t != linter.Unknown || len(su.run) == 0 {
		return t
	}
	return linter.Trusted
}

// granted is the state of one root by the user's lasting word. Names are compared with their links resolved:
// trust is given to a folder, not to a link that may lead elsewhere tomorrow,
// and a denied folder is denied under every name.
func (su *setup) granted(s config.Settings, root string) linter.Trust {
	in := func(list []string, path string, name func(string) string) bool {
		return slices.ContainsFunc(list, func(r string) bool {
			rel, err := filepath.Rel(name(expand(r)), path)
			return err == nil && filepath.IsLocal(rel)
		})
	}
	real := realPath(root)
	switch {
	case s.Untrusted || in(s.Trust.Denied, root, filepath.Clean) || in(s.Trust.Denied, real, realPath):
		return linter.Denied
	case su.trusted || in(s.Trust.Trusted, real, realPath) || readGrants().holds(root):
		return linter.Trusted
	}
	return linter.Unknown
}

// realPath is a path with its links resolved, as far as it can be found.
func realPath(path string) string {
	if real, err := filepath.EvalSymlinks(path); err == nil {
		return real
	}
	return filepath.Clean(path)
}

// expand resolves "~/" at the start of a path of the user's settings.
func expand(path string) string {
	if rest, ok := strings.CutPrefix(path, "~/"); ok {
		if home, err := os.UserHomeDir(); err == nil {
			return filepath.Join(home, rest)
		}
	}
	return path
}

// signals is the table with the settings' rows.
func signals(s config.Settings) (signal.Table, error) {
	var t signal.Table
	wide, narrow := signal.Overrides{}, signal.Overrides{}
	for _, r := range s.Signals {
		row := signal.Override{Window: r.Window, Offer: r.Offer}
		if r.Control {
			wide[r.Tool+"/"+r.Code] = row
		} else {
			narrow[r.Tool+"/"+r.Code] = row
		}
	}
	t, wrong := t.With(wide)
	t, refused := t.Narrowed(narrow)
	if err := errors.Join(wrong, refused); err != nil {
		return t, errors.New(strings.ReplaceAll(err.Error(), "\n", "; "))
	}
	return t, nil
}

// tools is the runner as the server sees it.
type tools struct {
	runner *linter.Runner
	only   []string
}

func (t tools) Names(s text.Snapshot) []string {
	names := t.runner.Names(s)
	if len(t.only) == 0 {
		return names
	}
	return slices.DeleteFunc(names, func(n string) bool {
		return !slices.ContainsFunc(t.only, func(o string) bool {
			words := strings.Fields(o)
			return len(words) > 0 && signal.Tool(words[0]) == n
		})
	})
}

func (t tools) Lint(ctx context.Context, tool string, s text.Snapshot) ([]signal.Diagnostic, error) {
	return t.runner.Lint(ctx, tool, s)
}

// gateway is the egress gate as the fixer and the providers see it.
type gateway struct{ gate *egress.Gate }

func (g gateway) Denied(path string) string {
	if path == "" {
		return ""
	}
	if reason, denied := g.gate.DeniedPath(path); denied {
		return reason
	}
	return ""
}

// protected are files that must not leave, and files that no fix may touch,
// under whatever name they are opened.
func (g gateway) protected(path string) string {
	for _, name := range []string{path, realPath(path)} {
		if why := protectedPath(name); why != "" {
			return why
		}
	}
	return g.Denied(path)
}

func (g gateway) Redact(path, s string) (string, []string) {
	v := g.gate.Check(egress.Item{Text: s, Path: path, Kind: egress.Window})
	var marks []string
	for _, r := range v.Redactions {
		marks = append(marks, r.Placeholder)
	}
	return v.Text, marks
}

func (g gateway) Secrets(path, s string) []text.Span {
	var out []text.Span
	for _, r := range g.gate.Check(egress.Item{Text: s, Path: path, Kind: egress.Window}).Redactions {
		out = append(out, text.Span{Start: r.Start, End: r.End})
	}
	return out
}

// snippet is the gate of the providers.
func (g gateway) snippet(path, s string) (string, bool) {
	v := g.gate.Check(egress.Item{Text: s, Path: path, Kind: egress.Snippet})
	return v.Text, !v.Denied
}

// protectedPath says why no fix may touch a file: it steers tools or editors,
// or a program writes it. Case does not count: some file systems ignore it.
func protectedPath(path string) string {
	slashed := strings.ToLower(filepath.ToSlash(path))
	for _, dir := range []string{"/.git/", "/.vscode/", "/.idea/", "/.helix/", "/.github/workflows/"} {
		if strings.Contains(slashed, dir) {
			return "files under " + strings.Trim(dir, "/") + " are not fixed"
		}
	}
	switch strings.ToLower(filepath.Base(path)) {
	case ".nvim.lua", ".envrc", config.WorkspaceFile, "package-lock.json", "yarn.lock", "pnpm-lock.yaml", "go.sum", "cargo.lock", "poetry.lock", "uv.lock":
		return filepath.Base(path) + " is not fixed"
	}
	return ""
}

// model connects the model of the settings, or says why there is none.
func (su *setup) model(s config.Settings, gate *egress.Gate, audit *egress.Audit, log *slog.Logger) fixer.Model {
	m, ok := s.Active()
	switch {
	case su.noModel:
		return fixer.Model{Why: "allow a model: leave --no-model out"}
	case !ok:
		return fixer.Model{Why: "no model is set; set model.backend (see fettle doctor)"}
	}
	in, out, err := prices(m.Price)
	if err != nil {
		log.Warn("model.price is not used", "err", err)
	}
	made := func(m config.Model, c *model.Client) fixer.Model {
		var completer model.Completer = c
		if audit != nil {
			completer = audited{next: c, audit: audit, host: c.Host(), name: c.Name(), required: s.Audit.Required}
		}
		completer = metered{completer, &su.meter, c.Name()}
		weak := m.Profile == "weak" || m.Profile == "auto" && c.Loopback()
		return fixer.Model{Completer: completer, Name: c.Name(), Host: c.Host(), Window: c.ContextWindow(), Weak: weak, Encoding: m.Encoding, LastAsk: m.LastAsk, PriceIn: in, PriceOut: out}
	}
	c, err := su.connect(s, m, gate, log)
	spare, why := su.spare(s, m, gate, log)
	switch {
	case why != nil:
		log.Warn("model.fallback is not used", "err", why)
	case spare != nil && err != nil:
		log.Warn("the model in use cannot be asked, its fallback is", "err", err)
		return made(s.Models[s.Fallback], spare)
	case spare != nil:
		both := made(m, c)
		both.Completer = model.WithFallback(both.Completer, made(s.Models[s.Fallback], spare).Completer)
		return both
	}
	if err != nil {
		return fixer.Model{Why: err.Error()}
	}
	return made(m, c)
}

// spare connects the model that is asked when the one in use is down, nil if
// there is none.
func (su *setup) spare(s config.Settings, used config.Model, gate *egress.Gate, log *slog.Logger) (*model.Client, error) {
	if s.Fallback == "" {
		return nil, nil
	}
	m, ok := s.Models[s.Fallback]
	if !ok {
		return nil, fmt.Errorf("no model %q in models", s.Fallback)
	}
	if m.URL == used.URL && m.Name == used.Name && m.Backend == used.Backend {
		return nil, nil
	}
	return su.connect(s, m, gate, log)
}

// prices reads what a million tokens cost: "3/15".
func prices(s string) (in, out float64, err error) {
	if s == "" {
		return 0, 0, nil
	}
	a, b, ok := strings.Cut(s, "/")
	in, errIn := strconv.ParseFloat(strings.TrimSpace(a), 64)
	out, errOut := strconv.ParseFloat(strings.TrimSpace(b), 64)
	if !ok || errIn != nil || errOut != nil || in < 0 || out < 0 {
		return 0, 0, fmt.Errorf("%s is no pair of prices; write it like 3/15", s)
	}
	return in, out, nil
}

func (su *setup) connect(s config.Settings, m config.Model, gate *egress.Gate, log *slog.Logger) (*model.Client, error) {
	key, source, err := su.key(m)
	if err != nil {
		return nil, err
	}
	var ca []byte
	if m.CAFile != "" {
		f, err := files.Read(expand(m.CAFile), settingsFile)
		if err != nil {
			return nil, fmt.Errorf("model.caFile: %w", err)
		}
		ca = f.Data
	}
	return model.New(model.Options{
		Backend: model.Backend(orElse(m.Backend, "openai")), BaseURL: m.URL, Name: m.Name, Key: key, KeySource: source,
		Headers: m.Headers, ContextWindow: m.ContextWindow, Stream: m.Stream, CAFile: ca,
		LocalOnly: s.Privacy.Mode == "local", Total: s.Timeouts.Fix, Seal: gate.Seal,
		UserAgent: "fettle/" + version, Log: log, Scrub: &su.scrub,
	})
}

// key finds the key: a command, an environment variable, the settings.
func (su *setup) key(m config.Model) (secret.Secret, string, error) {
	var value, source string
	switch {
	case len(m.APIKeyCommand) > 0:
		source = "model.apiKeyCommand"
		argv := slices.Clone(m.APIKeyCommand)
		path, err := child.Look(argv[0], child.LookOptions{})
		if filepath.IsAbs(argv[0]) {
			path, err = argv[0], nil
		}
		if err != nil {
			return secret.Secret{}, source, fmt.Errorf("%s: %w", source, err)
		}
		argv[0] = path
		res, err := child.Run(context.Background(), child.Command{Argv: argv, Timeout: limits.KeyCommand, Inherit: keychainVariables()})
		if err != nil || res.ExitCode != 0 {
			return secret.Secret{}, source, errors.New(source + " failed; run it by hand to see why")
		}
		if value = strings.TrimSpace(string(res.Stdout)); value == "" {
			return secret.Secret{}, source, errors.New(source + " printed no key; run it by hand to see why")
		}
	case m.APIKeyEnv != "":
		source = m.APIKeyEnv
		value = os.Getenv(m.APIKeyEnv)
		if value == "" {
			return secret.Secret{}, source, fmt.Errorf("no API key: set the environment variable %s", m.APIKeyEnv)
		}
	case m.APIKey != "":
		value, source = m.APIKey, "model.apiKey"
	default:
		return secret.Secret{}, "", nil
	}
	k := secret.New(value)
	su.scrub.Add(k)
	return k, source, nil
}

// keychainVariables tell a keychain's client where the keychain of the session
// is. They hold no secret.
func keychainVariables() []string {
	return []string{"DBUS_SESSION_BUS_ADDRESS", "XDG_RUNTIME_DIR", "DISPLAY", "WAYLAND_DISPLAY", "GNUPGHOME", "GPG_TTY"}
}

func orElse(s, other string) string {
	if s == "" {
		return other
	}
	return s
}

// relative is a root-relative path with slashes, or the base name of a file
// outside of the root.
func relative(root, path string) string {
	if rel, err := filepath.Rel(root, path); err == nil && filepath.IsLocal(rel) {
		return filepath.ToSlash(rel)
	}
	return filepath.Base(path)
}

// absolute finds the root of a root-relative path. With several roots it is
// the one that holds such a file.
func absolute(roots []string, rootOf func(string) string, path string) string {
	if filepath.IsAbs(path) {
		return path
	}
	if len(roots) == 0 {
		if dir, err := os.Getwd(); err == nil {
			roots = []string{rootOf(filepath.Join(dir, "x"))}
		}
	}
	for _, r := range roots {
		abs := filepath.Join(r, filepath.FromSlash(path))
		if _, err := os.Lstat(abs); err == nil || len(roots) == 1 {
			return abs
		}
	}
	return path
}

// audit opens the record of what is sent, when there is a model to send to.
func (su *setup) audit(s config.Settings, log *slog.Logger) *egress.Audit {
	if _, ok := s.Active(); !ok || su.noModel {
		return nil
	}
	a, err := su.openAudit()
	if err != nil {
		log.Warn("the audit log is kept in memory only", "err", err)
	}
	return a
}
