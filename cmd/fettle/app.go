package main

import (
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"sync"

	"github.com/fettle-dev/fettle/edits/fixer"
	"github.com/fettle-dev/fettle/internal/config"
	"github.com/fettle-dev/fettle/internal/engine"
	"github.com/fettle-dev/fettle/internal/engine/trust"
	"github.com/fettle-dev/fettle/providers/diagnostics/linter"
)

// app is the engine of one command, with what the command line needs beside it.
type app struct {
	process  *engine.Process
	engine   *engine.Engine
	ladder   fixer.Ladder // of the engine, with what flags say
	settings config.Settings
	errs     io.Writer

	warm   sync.Once
	mu     sync.Mutex
	warned map[string]bool
}

func (w *app) close() { w.process.Close() }

// trust is how far tools may go in a root.
func (w *app) trust(root string) linter.Trust { return w.process.Trust(w.settings, root) }

// warnOnce prints a warning the first time it comes up.
func (w *app) warnOnce(err error) {
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

// process makes what all engines of this process share, as the flags say.
func (su *setup) process() *engine.Process {
	o := engine.Options{Version: version, Asked: su.trusted, Stale: su.stale, OneRun: su.oneRun, Run: su.run}
	if su.noModel {
		o.NoModel = "allow a model: leave --no-model out"
	}
	return engine.NewProcess(o)
}

// build resolves settings for some roots and makes an engine for them; without
// one, for the project of the working folder and any file that is named.
func (su *setup) build(errs io.Writer, roots ...string) (*app, error) {
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
	if _, err := engine.Signals(s); err != nil {
		fmt.Fprintf(errs, "fettle: warning: %s\n", clean(err.Error()))
	}
	w := &app{settings: s, errs: errs, warned: map[string]bool{}}
	su.stale = func(t trust.Stale) { w.warnOnce(errors.New(t.String())) }
	w.process = su.process()
	w.engine = w.process.Engine(s, roots, engine.Sources{}, slog.New(slog.DiscardHandler))
	w.ladder = w.engine.Ladder()
	return w, nil
}
