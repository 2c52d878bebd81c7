package linter

import (
	"path/filepath"
	"testing"

	"github.com/fettle-dev/fettle/internal/child"
	"github.com/fettle-dev/fettle/internal/testkit/must"
	"github.com/fettle-dev/fettle/internal/text"
)

// TestCrateFiles: clippy has a word about the files that the compiler lists for cargo, and about any where it is not
// known which it has read.
func TestCrateFiles(t *testing.T) {
	root := t.TempDir()
	target := filepath.Join(root, "target")
	for path, body := range map[string]string{
		"deps/x-1.d": "/t/deps/x-1.d: src/lib.rs src/of\\ it.rs\n\nsrc/lib.rs:\nsrc/of\\ it.rs:\n\n" +
			"# env-dep:CLIPPY_ARGS=\n",
		"build/x-2/build-2.d": "/t/build/x-2/build-2: build.rs\n\nbuild.rs:\n",
		"examples/y-3.d":      filepath.Join(root, "examples", "y.rs") + ":\n",
	} {
		path = filepath.Join(target, "debug", path)
		must.Write(t, path, body)
	}
	spec, _ := Find("clippy")
	for _, failed := range []bool{false, true} {
		j := &job{tool: &tool{spec: spec}, dir: root, target: target}
		res := child.Result{Stdout: []byte(`{"reason":"compiler-message"}`)}
		if failed {
			res.ExitCode = 101
		}
		if _, err := clippyOutput(j, res); err != nil {
			t.Fatal(err)
		}
		for name, want := range map[string]bool{"src/lib.rs": true, "src/of it.rs": true, "build.rs": true,
			"examples/y.rs": true, "src/nobody.rs": failed} {
			j.files = []text.Snapshot{text.File(filepath.Join(root, filepath.FromSlash(name)), "rust", "")}
			if seen, _ := j.lookedAt(nil); seen[0] != want {
				t.Errorf("%s is seen: %v, where the build failed: %v", name, seen[0], failed)
			}
		}
	}
}
