package engine

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/fettle-dev/fettle/internal/config"
	"github.com/fettle-dev/fettle/internal/testkit/must"
	"github.com/fettle-dev/fettle/internal/text"
)

// mypyLike notes that it ran. It says of a text with "bad" in its first line that it is
// bad; of b.py, when asked, that it is old where there is a file noisy, and that it is
// broken where the text has "breaks".
const mypyLike = `#!/bin/sh
echo run >> 'LOG'
for a in "$@"; do all="$all $a"; done
text=a.py
while [ $# -gt 0 ]; do case "$1 $2" in "--shadow-file "*a.py) text=$3; esac; shift; done
IFS= read -r line < "$text"
say() { echo "{\"file\": \"$1\", \"line\": 1, \"column\": 0, \"message\": \"$2\", \"hint\": null, \"code\": \"$2\", \"severity\": \"error\"}"; }
case "$line" in *bad*) say a.py bad;; esac
case "$all" in *b.py*)
  [ ! -e noisy ] || say b.py old
  case "$line" in *breaks*) say b.py broken;; esac
esac
`

// TestOneLookAtOneText: in the life of a fix, which the menu and the user ask for at
// once, a tool looks once at each text with the files that use it, and the editor's next
// look at the fixed text costs nothing; until a file has changed.
func TestOneLookAtOneText(t *testing.T) {
	for name, c := range map[string]struct {
		noisy, heard bool
		after        string
		runs         int
		elsewhere    string
	}{
		"users with findings":             {noisy: true, after: "x = 2", runs: 2},
		"a fix that breaks a user":        {noisy: true, after: "x = 2  # breaks", runs: 2, elsewhere: "broken"},
		"an editor that has looked":       {heard: true, after: "x = 2", runs: 2},
		"one that has, where users weigh": {heard: true, noisy: true, after: "x = 2", runs: 3},
		"one that has, and a broken user": {heard: true, after: "x = 2  # breaks", runs: 3, elsewhere: "broken"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Setenv("XDG_CACHE_HOME", t.TempDir())
			root, tool := t.TempDir(), filepath.Join(t.TempDir(), "mypy")
			log := filepath.Join(filepath.Dir(tool), "log")
			put := func(path, body string) {
				must.OK(t, os.WriteFile(path, []byte(body), 0o700))
			}
			put(tool, strings.ReplaceAll(mypyLike, "LOG", log))
			put(filepath.Join(root, "mypy.ini"), "[mypy]\n")
			put(filepath.Join(root, "a.py"), "x = 0\n")
			put(filepath.Join(root, "b.py"), "import a\n")
			if c.noisy {
				put(filepath.Join(root, "noisy"), "")
			}
			settings, _ := config.Resolve()
			settings.Linters = map[string]config.Linter{"mypy": {Enabled: true, Command: []string{tool}}}
			open := map[string]text.Snapshot{}
			e := NewProcess(Options{Run: []string{"mypy"}}).Engine(settings, []string{root}, Sources{Document: func(path string) (text.Snapshot, bool) {
				s, ok := open[path]
				return s, ok
			}}, quiet())
			before := text.File(filepath.Join(root, "a.py"), "python", "x = 1  # bad\n")
			after := text.File(before.Path, "python", c.after+"\n")
			runs := func() int {
				data, _ := os.ReadFile(log)
				return strings.Count(string(data), "run")
			}
			fix := func() {
				if was, err := e.Check(t.Context(), "mypy", text.Snapshot{}, before); err != nil || len(was) != 1 || was[0].Code != "bad" {
					t.Errorf("before: %v, %v", was, err)
				}
				now, err := e.Look(t.Context(), "mypy", before, after)
				if said := fmt.Sprint(now.Elsewhere); err != nil || len(now.Here) != 0 || now.Files != 2 || len(now.Elsewhere) > 0 != (c.elsewhere != "") || !strings.Contains(said, c.elsewhere) {
					t.Errorf("after: %+v, %v", now, err)
				}
			}
			if c.heard {
				if _, err := e.Lint(t.Context(), "mypy", before); err != nil {
					t.Fatal(err)
				}
			}
			var both sync.WaitGroup
			both.Go(fix)
			both.Go(fix)
			both.Wait()
			if list, err := e.Lint(t.Context(), "mypy", after); err != nil || len(list) != 0 {
				t.Errorf("the editor's look at the fixed text: %v, %v", list, err)
			}
			if n := runs(); n != c.runs {
				t.Errorf("%d runs, want %d", n, c.runs)
			}
			open[filepath.Join(root, "b.py")] = text.File(filepath.Join(root, "b.py"), "python", "import a  # typed\n")
			if fix(); runs() <= c.runs {
				t.Error("the other text of a user was not looked at")
			}
			n := runs()
			e.Changed(filepath.Join(root, "c.py"))
			if fix(); runs() <= n {
				t.Error("after a change of another file nothing was looked at again")
			}
		})
	}
}
