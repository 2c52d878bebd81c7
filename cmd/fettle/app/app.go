package app

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
	"github.com/fettle-dev/fettle/internal/syntax"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/diagnostics/linter"
)

// App is the engine of one command, with what the command line needs in addition.
type App struct {
	Process  *engine.Process
	Engine   *engine.Engine
	Ladder   fixer.Ladder // of the engine, with what flags say
	Settings config.Settings
	Version  string
	errs     io.Writer
	keeps    bool // what runs make of projects is kept

	warm   sync.Once
	mu     sync.Mutex
	warned map[string]error // by what they say

	unlooked unlooked
	skipped  []Skipped
	passed   []Unlooked
	Staged   *Staged // nil: what lies on the disk
}

// Close ends what the engine started.
func (w *App) Close() { w.Process.Close() }

// Trust returns how far tools may go in a root.
func (w *App) Trust(root string) linter.Trust { return w.Process.Trust(w.Settings, root) }

// Unheard lists the tools that judge the language of a fixed file, which its project
// uses, and that may not run there.
func (w *App) Unheard(r Result) []string {
	return w.Engine.Unheard(text.File(r.File, syntax.Language(r.File), ""))
}

// Held lists the tools that would have looked at a file, which its project or the
// user sets up, and that may not run here.
func (w *App) Held(r Result) []string {
	return w.Engine.Held(text.File(r.File, syntax.Language(r.File), ""))
}

// warnOnce prints a warning the first time it comes up.
func (w *App) warnOnce(err error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.warned[err.Error()] == nil {
		w.warned[err.Error()] = err
		fmt.Fprintf(w.errs, "fettle: warning: %s\n", Clean(err.Error()))
		if hint := HintOf(err); hint != "" {
			fmt.Fprintf(w.errs, "fettle: hint: %s\n", Clean(hint))
		}
	}
}

// Process makes what all engines of this process share, as the flags say.
func (su *Setup) Process() *engine.Process {
	o := engine.Options{Version: su.Version, Asked: su.Trusted, Stale: su.Stale, OneRun: su.OneRun,
		Run: su.Run, NoModel: su.NoModel, Laid: su.Staged.laid()}
	return engine.NewProcess(o)
}

// Build resolves settings for some roots and makes an engine for them; without
// one, for the project of the working folder and any file that is named.
func (su *Setup) Build(errs io.Writer, roots ...string) (*App, error) {
	dirs := roots
	if len(dirs) == 0 {
		dir, err := os.Getwd()
		if err != nil {
			return nil, fmt.Errorf("find the working folder: %w", err)
		}
		dirs = []string{dir}
	}
	if err := su.checkSettings(); err != nil {
		return nil, err
	}
	s, _, problems := su.Effective(dirs...)
	for _, p := range problems {
		fmt.Fprintf(errs, "fettle: warning: %s\n", Clean(p.String()))
	}
	tools, wrong := engine.Tools(s)
	if wrong != nil {
		fmt.Fprintf(errs, "fettle: warning: %s\n", Clean(wrong.Error()))
	}
	if err := su.checkTools(tools); err != nil {
		return nil, err
	}
	if _, err := engine.Signals(s); err != nil {
		fmt.Fprintf(errs, "fettle: warning: %s\n", Clean(err.Error()))
	}
	w := &App{Settings: s, Version: su.Version, errs: errs, Staged: su.Staged, warned: map[string]error{}}
	w.keeps = su.OneRun && !su.NoCache && s.Fix.Cache && len(su.Staged.laid()) == 0
	su.Stale = func(t trust.Stale) { w.warnOnce(errors.New(TrustEnded(t))) }
	w.Process = su.Process()
	w.Engine = w.Process.Engine(s, roots, engine.Sources{}, slog.New(slog.DiscardHandler))
	w.Ladder = w.Engine.Ladder()
	return w, nil
}
