package app

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/fettle-dev/fettle/internal/testkit"
	"github.com/fettle-dev/fettle/internal/testkit/must"
)

// TestStagedTexts: what is read of an index are the texts that are not in the working
// folder: of files with staged changes, of those beside them, and of those that are gone.
func TestStagedTexts(t *testing.T) {
	git := testkit.Tool(t, "git")
	dir, err := filepath.EvalSymlinks(t.TempDir())
	must.OK(t, err)
	t.Chdir(dir)
	run := func(args ...string) {
		t.Helper()
		cmd := exec.Command(git, append([]string{"-c", "user.name=a", "-c", "user.email=a@example.org", "-c", "commit.gpgsign=false"}, args...)...)
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("git %v: %v\n%s", args, err, out)
		}
	}
	write := func(name, body string) {
		t.Helper()
		must.Write(t, name, body)
	}
	run("init", "-q", ".")
	for name, body := range map[string]string{"p/pyproject.toml": "[project]\n", "p/a.py": "x = 1\n", "p/whole.py": "x = 1\n", "p/crlf.py": "x = 1\n", "far/pyproject.toml": "", "far/away.py": "x = 1\n", "p/latin.py": "x = 1\n"} {
		write(name, body)
	}
	run("add", ".")
	run("commit", "-qm", "one")
	write("p/whole.py", "x = 2\n")
	write("p/gone.py", "import os\n")
	write("p/latin.py", "# \xe9\n")
	run("add", ".")
	write("p/a.py", "x = 3\n")                // a neighbour, as long as it is staged
	write("p/crlf.py", "x = 1\r\n")           // git may have made the ends of its lines
	write("far/away.py", "x = 3\n")           // of a project without staged changes
	write("p/pyproject.toml", "[project ]\n") // no text of a program
	write("p/latin.py", "x = 1\n")
	must.OK(t, os.Remove("p/gone.py"))
	st, err := ReadStaged(context.Background())
	must.OK(t, err)
	var got []string
	for _, s := range st.laid() {
		got = append(got, filepath.Base(s.Path)+": "+s.Text())
	}
	if want := []string{"a.py: x = 1\n", "gone.py: import os\n"}; !slices.Equal(got, want) {
		t.Errorf("laid over the disk: %q, want %q", got, want)
	}
	if !st.Otherwise(filepath.Join(dir, "p/latin.py")) || st.Otherwise(filepath.Join(dir, "p/whole.py")) {
		t.Error("which files are not as they are staged is not known")
	}
	var said strings.Builder
	st.Warn(&said)
	if !strings.Contains(said.String(), "pyproject.toml: it is not staged as it is here") {
		t.Errorf("%q", said.String())
	}
	if got, want := st.only(".", []string{"p/a.py", "p/whole.py"}, func(string) bool { return true }), []string{"p/gone.py", "p/whole.py"}; !slices.Equal(got, want) {
		t.Errorf("files: %q, want %q", got, want)
	}
}
