package git

import (
	"os/exec"
	"testing"

	"github.com/fettle-dev/fettle/internal/testkit"
	"github.com/fettle-dev/fettle/internal/testkit/must"
)

// A repository without a commit has no texts; of a commit each text is found by its name, and what is no text is not.
func TestTexts(t *testing.T) {
	program, dir := testkit.Tool(t, "git"), t.TempDir()
	run := func(args ...string) {
		t.Helper()
		args = append([]string{"-C", dir, "-c", "user.name=a", "-c", "user.email=a@b"}, args...)
		if out, err := exec.Command(program, args...).CombinedOutput(); err != nil {
			t.Fatalf("git %v: %v\n%s", args, err, out)
		}
	}
	if _, err := Of(t.Context(), dir); err == nil {
		t.Error("a folder without a repository has one")
	}
	run("init", "-q")
	repo, err := Of(t.Context(), dir)
	must.OK(t, err)
	if list, err := repo.Head(t.Context()); err != nil || len(list) != 0 {
		t.Errorf("before the first commit: %v, %v", list, err)
	}
	texts := map[string]string{"a.py": "x = 1\n", "same.py": "x = 1\n", "b.bin": "\x00\x01", "none.py": ""}
	must.WriteAll(t, dir, texts)
	run("add", ".")
	run("commit", "-qm", "one")
	list, err := repo.Head(t.Context())
	if err != nil || len(list) != 4 || list["a.py"] != list["same.py"] {
		t.Fatalf("%v, %v", list, err)
	}
	missing := "0123456789012345678901234567890123456789"
	got, err := repo.Texts(t.Context(),
		[]string{list["a.py"], list["same.py"], "", missing, list["b.bin"], list["none.py"]})
	if err != nil || len(got) != 2 || *got[list["a.py"]] != "x = 1\n" || *got[list["none.py"]] != "" {
		t.Errorf("%v, %v", got, err)
	}
	if _, err := repo.Blobs(t.Context(), "nowhere"); err == nil {
		t.Error("a commit that does not exist has texts")
	}
}
