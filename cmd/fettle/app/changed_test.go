package app

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"

	"github.com/fettle-dev/fettle/internal/testkit"
	"github.com/fettle-dev/fettle/internal/testkit/must"
	"github.com/fettle-dev/fettle/internal/text"
)

// TestOnlyChangedFilesAreFixed: the files that --staged and --since take, and
// that no program of the repository runs for it.
func TestOnlyChangedFilesAreFixed(t *testing.T) {
	git := testkit.Tool(t, "git")
	dir, err := filepath.EvalSymlinks(t.TempDir())
	must.OK(t, err)
	run := func(args ...string) {
		t.Helper()
		cmd := exec.Command(git, append([]string{"-C", dir, "-c", "user.name=a", "-c", "user.email=a@example.org", "-c", "commit.gpgsign=false"}, args...)...)
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("git %v: %v\n%s", args, err, out)
		}
	}
	write := func(name, body string) {
		t.Helper()
		path := filepath.Join(dir, filepath.FromSlash(name))
		must.Write(t, path, body)
	}
	names := []string{"same.py", "sub/é x.py", "staged.py", "edited.py", "new.py"}
	kept := func(o Options) []string {
		t.Helper()
		var list []Target
		for _, name := range names {
			path := filepath.Join(dir, filepath.FromSlash(name))
			if body, err := os.ReadFile(path); err == nil {
				list = append(list, Target{Shown: name, Snapshot: text.File(path, "python", string(body))})
			}
		}
		list, err := changed(context.Background(), o, list)
		must.OK(t, err)
		var out []string
		for _, k := range list {
			out = append(out, k.Shown)
		}
		return out
	}
	t.Chdir(dir)
	if _, err := ReadStaged(context.Background()); err == nil {
		t.Error("no repository, and no error")
	}
	run("init", "-q", "-b", "main")
	for _, name := range names[:4] {
		write(name, "x = 1\n")
	}
	run("add", ".")
	staged := func() (names []string) {
		t.Helper()
		st, err := ReadStaged(context.Background())
		must.OK(t, err)
		return st.only(".", []string{"same.py", "sub/é x.py", "staged.py", "edited.py", "new.py"}, func(lang string) bool { return lang == "python" })
	}
	if got := staged(); !slices.Equal(got, []string{"edited.py", "same.py", "staged.py", "sub/é x.py"}) {
		t.Errorf("before the first commit: %q", got)
	}
	run("commit", "-qm", "one")
	run("branch", "topic")
	write("same.py", "x = 2\n")
	run("commit", "-qam", "main goes on")
	run("checkout", "-q", "topic")
	write("sub/é x.py", "x = 2\n")
	run("commit", "-qam", "two")
	write("staged.py", "x = 2\n")
	run("add", "staged.py")
	write("edited.py", "x = 2\n")
	write("new.py", "x = 2\n")

	ran := filepath.Join(dir, "ran")
	write(".gitattributes", "*.py filter=evil diff=evil\n")
	run("config", "filter.evil.clean", "touch "+ran+"; cat")
	run("config", "diff.evil.textconv", "touch "+ran+"; cat")
	run("config", "core.fsmonitor", "touch "+ran)
	for _, c := range []struct {
		o    Options
		want []string
	}{
		{Options{}, names},
		{Options{Since: "HEAD"}, []string{"staged.py", "edited.py", "new.py"}},
		{Options{Since: "main"}, []string{"sub/é x.py", "staged.py", "edited.py", "new.py"}}, // not what main did since
	} {
		if got := kept(c.o); !slices.Equal(got, c.want) {
			t.Errorf("%q: %q, want %q", c.o.Since, got, c.want)
		}
	}
	if got := staged(); !slices.Equal(got, []string{"staged.py"}) {
		t.Errorf("staged: %q", got)
	}
	t.Chdir(filepath.Join(dir, "sub"))
	if got := kept(Options{Since: "HEAD~1"}); len(got) != 4 {
		t.Errorf("from a folder of the repository: %q", got)
	}
	if _, err := changed(context.Background(), Options{Since: "nowhere"}, nil); err == nil {
		t.Error("--since takes a commit that does not exist")
	}
	if _, err := os.Stat(ran); err == nil {
		t.Error("a program of the repository ran")
	}
}
