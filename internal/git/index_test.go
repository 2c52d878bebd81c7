package git

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/fettle-dev/fettle/internal/testkit"
	"github.com/fettle-dev/fettle/internal/testkit/must"
)

// What git has looked at is not read again: a file is as it is staged while its size and time are, and were older
// than the index.
func TestIndexHas(t *testing.T) {
	git, dir := testkit.Tool(t, "git"), t.TempDir()
	write := func(name, body string, age time.Duration) {
		t.Helper()
		path := filepath.Join(dir, name)
		must.OK(t, os.WriteFile(path, []byte(body), 0o600))
		at := time.Now().Add(-age)
		must.OK(t, os.Chtimes(path, at, at))
	}
	names := []string{"kept.py", "longer.py", "later.py", "gone.py", "two\nlines.py"}
	for _, name := range append(names, "racy.py") {
		write(name, "x = 1\n", time.Hour)
	}
	write("racy.py", "x = 1\n", -time.Hour) // newer than the index will be
	for _, args := range [][]string{{"init", "-q"}, {"add", "."}} {
		if out, err := exec.Command(git, append([]string{"-C", dir}, args...)...).CombinedOutput(); err != nil {
			t.Fatalf("git %v: %v\n%s", args, err, out)
		}
	}
	write("longer.py", "x = 1\ny = 2\n", time.Hour)
	write("later.py", "x = 2\n", time.Minute)
	must.OK(t, os.Remove(filepath.Join(dir, "gone.py")))
	write("new.py", "x = 1\n", time.Hour)
	repo, err := Of(t.Context(), dir)
	must.OK(t, err)
	x, err := repo.Index(t.Context())
	must.OK(t, err)
	var same []string
	for _, name := range append(names, "racy.py", "new.py") {
		if x.Has(name, filepath.Join(dir, name)) {
			same = append(same, name)
		}
	}
	if got := strings.Join(same, " "); got != "kept.py two\nlines.py" {
		t.Errorf("as staged: %q, want kept.py and the one with two lines", got)
	}
	if len(x.Names) != 6 || !IsBlob(x.Names["racy.py"], "x = 1\n") {
		t.Errorf("git's names of what is staged: %v", x.Names)
	}
}

// Where git writes otherwise what it keeps of a file, nothing is known of any.
func TestStatIn(t *testing.T) {
	for kept, want := range map[string]bool{
		"  ctime: 1:2\n  mtime: 3:4\n  dev: 5\tino: 6\n  uid: 0\tgid: 0\n  size: 7\tflags: 0\n": true,
		"  ctime: 1:2\n  mtime: 3.4\n  size: 7\t":                                               false,
		"  mtime: 3:4\n  bytes: 7\t":                                                            false,
		"":                                                                                      false,
	} {
		s, ok := statIn(kept)
		if ok != want || ok && (s.size != 7 || !s.modified.Equal(time.Unix(3, 4))) {
			t.Errorf("%q: %v, %v", kept, s, ok)
		}
	}
}
