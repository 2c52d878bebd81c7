package app

import (
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/internal/config"
	"github.com/fettle-dev/fettle/internal/engine/trust"
	"github.com/fettle-dev/fettle/internal/files"
	"github.com/fettle-dev/fettle/internal/limits"
)

// Setup is what the command line says about where settings come from.
type Setup struct {
	Version string
	Set     []string
	Config  string
	Run     []string // tools named by --run: consent for this run
	NoModel bool
	NoCache bool // tools are asked again about what they have said
	Trusted bool
	OneRun  bool              // a command that ends, not a server
	Staged  *Staged           // what a run works on in place of the working folder; nil: that
	Stale   func(trust.Stale) // hears of grants that do not hold any more
}

// UserFile returns the path of the user's settings.
func (su *Setup) UserFile() string {
	if su.Config != "" {
		return su.Config
	}
	dir, err := os.UserConfigDir()
	if err != nil {
		return ""
	}
	return filepath.Join(dir, "fettle", "config.toml")
}

// Flags returns the layer of --set.
func (su *Setup) Flags() (config.Layer, []config.Problem) { return config.Flags(su.Set) }

// Layers reads the user's file. A missing one is no problem, unless it was
// named.
func (su *Setup) Layers() ([]config.Layer, []config.Problem) {
	path := su.UserFile()
	if path == "" {
		return nil, nil
	}
	f, err := files.Read(path, limits.SettingsFile)
	if err != nil {
		if os.IsNotExist(err) && su.Config == "" || errors.Is(err, files.ErrMissing) && su.Config == "" {
			return nil, nil
		}
		return nil, []config.Problem{{Source: path, Text: ReasonOf(err).Error()}}
	}
	layer, problems := config.TOML(path, f.Data, true)
	return []config.Layer{layer}, problems
}

// WorkspaceLayer reads the repository's own file.
func WorkspaceLayer(root string) ([]config.Layer, []config.Problem) {
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

// WorkspaceLayers reads the files of some folders and of their projects. All of
// them count: they may only remove.
func WorkspaceLayers(dirs []string) (layers []config.Layer, problems []config.Problem) {
	seen := map[string]bool{}
	for _, dir := range dirs {
		for _, root := range []string{files.ProjectRoot(filepath.Join(dir, "x")), filepath.Clean(dir)} {
			if seen[root] {
				continue
			}
			seen[root] = true
			own, more := WorkspaceLayer(root)
			layers, problems = append(layers, own...), append(problems, more...)
		}
	}
	return layers, problems
}

// Effective returns the settings that hold in some folders, each value with the source
// it comes from, and what is wrong with them.
func (su *Setup) Effective(dirs ...string) (config.Settings, []config.Used, []config.Problem) {
	user, wrong := su.Layers()
	own, wrongHere := WorkspaceLayers(dirs)
	flags, wrongFlags := su.Flags()
	s, used, refused := config.Effective(slices.Concat(user, own, []config.Layer{flags})...)
	return s, used, slices.Concat(wrong, wrongHere, wrongFlags, refused)
}

// checkSettings refuses what the command line says about settings and is wrong:
// of files that are found by themselves it is only warned.
func (su *Setup) checkSettings() error {
	if su.Config != "" {
		if _, err := files.Read(su.Config, limits.SettingsFile); err != nil {
			return WithHint(fmt.Errorf("--config %s: %w", su.Config, ReasonOf(err)),
				"name an existing settings file, or leave --config out")
		}
	}
	flags, problems := su.Flags()
	_, more := config.Resolve(flags)
	for _, p := range append(problems, more...) {
		if p.Source == flags.Source {
			// Nothing runs, so that no default is used.
			return WithHint(errors.New(strings.TrimSuffix(p.String(), "; the default is used")),
				"write --set KEY=VALUE; fettle help settings lists the keys")
		}
	}
	return nil
}

// LogLevel returns the level that these layers and the flags ask for.
func (su *Setup) LogLevel(layers []config.Layer) slog.Level {
	flags, _ := su.Flags()
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
