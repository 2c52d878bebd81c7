package main

import (
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"

	"github.com/fettle-dev/fettle/internal/config"
	"github.com/fettle-dev/fettle/internal/engine/trust"
	"github.com/fettle-dev/fettle/internal/files"
	"github.com/fettle-dev/fettle/internal/limits"
)

type configLayer = config.Layer

// setup is what the command line says about where settings come from.
type setup struct {
	set     []string
	config  string
	run     []string // tools named by --run: consent for this run
	noModel bool
	trusted bool
	oneRun  bool              // a command that ends, not a server
	stale   func(trust.Stale) // hears of grants that do not hold any more
}

// userFile is the path of the user's settings.
func (su *setup) userFile() string {
	if su.config != "" {
		return su.config
	}
	dir, err := os.UserConfigDir()
	if err != nil {
		return ""
	}
	return filepath.Join(dir, "fettle", "config.toml")
}

// flags is the layer of --set.
func (su *setup) flags() (config.Layer, []config.Problem) { return config.Flags(su.set) }

// layers reads the user's file. A missing one is no problem, unless it was
// named.
func (su *setup) layers() ([]config.Layer, []config.Problem) {
	path := su.userFile()
	if path == "" {
		return nil, nil
	}
	f, err := files.Read(path, limits.SettingsFile)
	if err != nil {
		if os.IsNotExist(err) && su.config == "" || errors.Is(err, files.ErrMissing) && su.config == "" {
			return nil, nil
		}
		return nil, []config.Problem{{Source: path, Text: reasonOf(err).Error()}}
	}
	layer, problems := config.TOML(path, f.Data, true)
	return []config.Layer{layer}, problems
}

// workspaceLayer reads the repository's own file.
func workspaceLayer(root string) ([]config.Layer, []config.Problem) {
	r, err := files.Open(root)
	if err != nil {
		return nil, nil
	}
	defer r.Close()
	f, err := r.Read(config.WorkspaceFile, limits.SettingsFile)
	if err != nil {
		return nil, nil
	}
	layer, problems := config.TOML(filepath.Join(root, config.WorkspaceFile), f.Data, false)
	return []config.Layer{layer}, problems
}

// workspaceLayers reads the files of some folders and of their projects. All of
// them count: they may only take away.
func workspaceLayers(dirs []string) (layers []config.Layer, problems []config.Problem) {
	seen := map[string]bool{}
	for _, dir := range dirs {
		for _, root := range []string{files.ProjectRoot(filepath.Join(dir, "x")), filepath.Clean(dir)} {
			if seen[root] {
				continue
			}
			seen[root] = true
			own, more := workspaceLayer(root)
			layers, problems = append(layers, own...), append(problems, more...)
		}
	}
	return layers, problems
}

// settings resolves everything for a command that runs in some folders.
func (su *setup) settings(errs io.Writer, dirs ...string) config.Settings {
	layers, problems := su.layers()
	own, more := workspaceLayers(dirs)
	layers, problems = append(layers, own...), append(problems, more...)
	flags, more := su.flags()
	problems = append(problems, more...)
	s, more := config.Resolve(append(layers, flags)...)
	for _, p := range append(problems, more...) {
		fmt.Fprintf(errs, "fettle: warning: %s\n", clean(p.String()))
	}
	return s
}

// checkSettings refuses what the command line says about settings and is wrong:
// of files that are found by themselves it is only warned.
func (su *setup) checkSettings() error {
	if su.config != "" {
		if _, err := files.Read(su.config, limits.SettingsFile); err != nil {
			return withHint(fmt.Errorf("--config %s: %w", su.config, reasonOf(err)), "name an existing settings file, or leave --config out")
		}
	}
	flags, problems := su.flags()
	_, more := config.Resolve(flags)
	for _, p := range append(problems, more...) {
		if p.Source == flags.Source {
			return withHint(errors.New(p.String()), "write --set KEY=VALUE; the README lists the keys")
		}
	}
	return nil
}

func (su *setup) logLevel(layers []config.Layer) slog.Level {
	flags, _ := su.flags()
	s, _ := config.Resolve(append(layers, flags)...)
	switch s.Log.Level {
	case "error":
		return slog.LevelError
	case "warn":
		return slog.LevelWarn
	case "debug":
		return slog.LevelDebug
	}
	return slog.LevelInfo
}
