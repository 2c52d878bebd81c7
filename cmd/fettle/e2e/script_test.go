package e2e

import (
	"flag"
	"os"
	"path/filepath"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/fettle-dev/fettle/internal/testkit"
)

var update = flag.Bool("update", false, "rewrite the expected outputs of the scenarios")

// TestScript runs the scenarios of testdata/script on the built binary, with
// the real tools. A scenario whose name begins with a tool's name and "_" needs
// that tool.
func TestScript(t *testing.T) {
	fettle := binary(t)
	ruff := testkit.Tool(t, "ruff")
	testscript.Run(t, testscript.Params{
		Dir:           "testdata/script",
		UpdateScripts: *update,
		Setup: func(e *testscript.Env) error {
			e.Setenv("PATH", filepath.Dir(fettle)+string(os.PathListSeparator)+filepath.Dir(ruff)+string(os.PathListSeparator)+os.Getenv("PATH"))
			only := filepath.Join(e.WorkDir, ".only") // a PATH without any tool
			if err := os.Mkdir(only, 0o755); err != nil {
				return err
			}
			if err := os.Symlink(fettle, filepath.Join(only, "fettle")); err != nil {
				return err
			}
			e.Setenv("HOME", e.WorkDir)
			e.Setenv("FETTLE_BUGS", "fatal")
			e.Setenv("XDG_CONFIG_HOME", filepath.Join(e.WorkDir, ".config"))
			e.Setenv("XDG_CACHE_HOME", filepath.Join(e.WorkDir, ".cache"))
			e.Setenv("XDG_STATE_HOME", filepath.Join(e.WorkDir, ".state"))
			e.Setenv("GOCACHE", os.Getenv("GOCACHE"))
			e.Setenv("GOMODCACHE", os.Getenv("GOMODCACHE"))
			e.Setenv("GOFLAGS", "-mod=mod")
			e.Setenv("OLLAMA_HOST", "127.0.0.1:1") // nobody is there
			return nil
		},
	})
}
