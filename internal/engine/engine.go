package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/fettle-dev/fettle/edits/fixer"
	"github.com/fettle-dev/fettle/internal/config"
	"github.com/fettle-dev/fettle/internal/egress"
	"github.com/fettle-dev/fettle/internal/syntax"
	"github.com/fettle-dev/fettle/lsp"
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
	if err := errors.Join(su.checkTools(), su.checkSettings()); err != nil {
		return nil, err
	}
	s := su.settings(errs, dirs...)
	if _, err := signals(s); err != nil {
		fmt.Fprintf(errs, "fettle: warning: %s\n", clean(err.Error()))
	}
	engine := su.builder(slog.New(slog.DiscardHandler))(s, roots, lsp.Sources{})
	return &wiring{engine: engine, settings: s, errs: errs, warned: map[string]bool{},
		trust: func(root string) linter.Trust { return su.trust(s, root) }, end: su.related.close}, nil
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
		e := lsp.Engine{
			Tools:     tools{runner, su.run},
			Root:      runner.Root,
			Protected: g.protected,
			Changed: func(path string) {
				if egress.IsIgnoreFile(path) {
					gate.Forget()
				}
				runner.Changed(path)
			},
			Prefetch: func(path string) bool {
				return s.Fix.Prefetch == "onSave" && su.trust(s, runner.Root(path)) != linter.Denied
			},
		}
		e.Fixer = fixer.Ladder{
			Table: su.table(s, log), Lint: su.checked(runner), LintMany: runner.Candidates, Gate: g, Calls: s.Fix.Calls, Now: time.Now, Trees: trees,
			Model: su.model(s, gate, audit, log), Nonce: su.nonce,
		}
		if src.Document != nil { // an editor asks again; the command line does not
			e.Fixer.Cache = new(fixer.Cache)
		}
		su.context(&e, s, roots, src, g, runner, log)
		e.Explain = explaining(e.Fixer)
		return e
	}
}

// explaining is how an engine shows what a fix would see and send.
func explaining(engine fixer.Ladder) func(context.Context, fixer.Problem) (string, error) {
	return func(ctx context.Context, p fixer.Problem) (string, error) {
		x, err := engine.Explain(ctx, p)
		return x.Markdown(), err
	}
}

// table is the signal table of the settings. What is wrong with it is said, and
// the rest of it counts.
func (su *setup) table(s config.Settings, log *slog.Logger) signal.Table {
	t, err := signals(s)
	if err != nil {
		log.Warn("signals of the settings are not used", "err", err)
	}
	return t
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

func orElse(s, other string) string {
	if s == "" {
		return other
	}
	return s
}
