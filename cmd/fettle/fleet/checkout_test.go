package fleet

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/fettle-dev/fettle/cmd/fettle/app"
	"github.com/fettle-dev/fettle/internal/fleet"
	"github.com/fettle-dev/fettle/internal/fleet/embedded"
	"github.com/fettle-dev/fettle/internal/fleet/tree"
)

func run(t *testing.T, dir string, args ...string) string {
	t.Helper()
	c := exec.CommandContext(t.Context(), "git", append([]string{"-c", "user.name=a", "-c", "user.email=a@example.org", "-c", "init.defaultBranch=main"}, args...)...)
	c.Dir = dir
	out, err := c.CombinedOutput()
	if err != nil {
		t.Fatalf("git %v: %v\n%s", args, err, out)
	}
	return strings.TrimSpace(string(out))
}

// TestCommit: with --commit only what differs from the commit is stored; a worker
// with a clone has the rest, and gives what one machine would. One without refuses.
func TestCommit(t *testing.T) {
	home(t)
	dir := project(t, many(12))
	run(t, dir, "init", "--quiet")
	run(t, dir, "add", ".")
	run(t, dir, "commit", "--quiet", "--message", "all")
	clone := filepath.Join(t.TempDir(), "clone")
	run(t, dir, "clone", "--quiet", "--bare", dir, clone)
	changed := "import os\n\n\ndef changed():\n    return f'plain'\n"
	for _, name := range []string{"pkg0/m0.py", "pkg1/new.py"} {
		if err := os.WriteFile(filepath.Join(dir, filepath.FromSlash(name)), []byte(changed), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	su := app.Setup{Version: "1", NoModel: true}
	s, err := embedded.Start(embedded.Options{Dir: t.TempDir(), Port: -1})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Stop)
	join(t, s, su)             // it has no clone
	join(t, s, su, dir, clone) // the clone has the commit
	want := alone(t, &su, app.Options{NoModel: true})
	got, said := there(t, dial(t, s), &su, app.Options{NoModel: true, Commit: true})
	same(t, got, want)
	if len(got) != 13 || got["pkg1/new.py"].After == changed {
		t.Errorf("%d files, the new one\n%s\n%s", len(got), got["pkg1/new.py"].After, said)
	}

	f := dial(t, s)
	c := &coordinator{app: nil, fleet: f, o: app.Options{Commit: true}}
	held, err := c.held(t.Context(), dir)
	if err != nil || held.Blob("pkg0/m0.py", []byte(changed)) != "" || held.Blob("pkg1/new.py", []byte(changed)) != "" || held.Commit != run(t, dir, "rev-parse", "HEAD") {
		t.Errorf("the changed files are in the commit, %v", err)
	}
	if err := (checkouts{}).objects(t.Context(), held.Commit, nil, nil); !errors.Is(err, fleet.ErrRefused) || !strings.Contains(err.Error(), held.Commit) {
		t.Errorf("without a clone: %v", err)
	}
	if _, err := c.held(t.Context(), t.TempDir()); err == nil {
		t.Error("a folder without a commit")
	}
}

// TestObjects: each file has the text that git has under its name, whatever bytes
// that holds; git is asked for some megabytes at once.
func TestObjects(t *testing.T) {
	dir := t.TempDir()
	run(t, dir, "init", "--quiet")
	var list []tree.File
	for i, body := range []string{"", "\n", "a\n\nblob 3\n", "no end", strings.Repeat("x", 5<<20), "\x00\xff"} {
		path := fmt.Sprintf("f%d", i)
		if err := os.WriteFile(filepath.Join(dir, path), []byte(body), 0o600); err != nil {
			t.Fatal(err)
		}
		list = append(list, tree.File{Path: path, Size: int64(len(body)), Blob: run(t, dir, "hash-object", "-w", path)})
	}
	run(t, dir, "add", ".")
	run(t, dir, "commit", "--quiet", "--message", "all")
	commit := run(t, dir, "rev-parse", "HEAD")
	clones, err := openCheckouts(t.Context(), []string{dir})
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	err = clones.objects(t.Context(), commit, list, func(f tree.File, data []byte) error {
		n++
		want, err := os.ReadFile(filepath.Join(dir, f.Path))
		if string(data) != string(want) {
			t.Errorf("%s has %d bytes, want %d", f.Path, len(data), len(want))
		}
		return err
	})
	if err != nil || n != len(list) {
		t.Errorf("%d files, %v", n, err)
	}
	take := func(tree.File, []byte) error { return nil }
	for what, f := range map[string]tree.File{"another size": {Path: "f1", Size: 3, Blob: list[1].Blob}, "no object": {Path: "f1", Size: 1, Blob: strings.Repeat("0", 40)}, "a commit": {Path: "f1", Size: 1, Blob: commit}} {
		if err := clones.objects(t.Context(), commit, []tree.File{f}, take); !errors.Is(err, tree.ErrHostile) {
			t.Errorf("%s: %v", what, err)
		}
	}
	if _, err := openCheckouts(t.Context(), []string{t.TempDir()}); err == nil || !strings.Contains(err.Error(), "--checkout") {
		t.Errorf("a folder that is no clone: %v", err)
	}
}
