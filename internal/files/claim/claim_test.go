package claim

import (
	"bufio"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/fettle-dev/fettle/internal/testkit/must"
)

// TestMain lets the test binary play a process that is killed in its work.
func TestMain(m *testing.M) {
	if len(os.Args) == 3 && os.Args[1] == "claim" {
		c, err := Take(os.Args[2])
		if err == nil {
			err = os.WriteFile(filepath.Join(c.Dir, "text"), nil, 0o600)
		}
		fmt.Println("took", err)
		_, _ = bufio.NewReader(os.Stdin).ReadString('\n')
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// TestClaim: what somebody works in is his, whoever sweeps; what a killed process
// left behind is nobody's.
func TestClaim(t *testing.T) {
	base := t.TempDir()
	dir := filepath.Join(base, "slot-0")
	cmd := exec.Command(os.Args[0], "claim", dir)
	in, _ := cmd.StdinPipe()
	defer in.Close()
	out, err := cmd.StdoutPipe()
	must.OK(t, err)
	must.OK(t, cmd.Start())
	if line, _ := bufio.NewReader(out).ReadString('\n'); strings.TrimSpace(line) != "took <nil>" {
		t.Fatal(line)
	}
	there := func() bool { _, err := os.Stat(filepath.Join(dir, "text")); return err == nil }
	Sweep(base, Options{})
	if _, err := Take(dir); !errors.Is(err, ErrHeld) || !there() {
		t.Errorf("a folder in use was taken: %v", err)
	}
	must.OK(t, cmd.Process.Kill())
	_ = cmd.Wait()
	if f, err := os.Open(dir); err != nil || tryLock(f) != nil {
		t.Skip("this file system has no locks")
	} else {
		f.Close()
	}
	Sweep(base, Options{Prefix: "new-"})
	if !there() {
		t.Error("a folder of another kind was swept")
	}
	c, err := Take(dir)
	if err != nil || there() {
		t.Fatalf("the folder of a killed process is not free: %v", err)
	}
	if _, err := Take(dir); !errors.Is(err, ErrHeld) {
		t.Errorf("taken twice: %v", err)
	}
	c.Release()
	Sweep(base, Options{})
	if list, _ := os.ReadDir(base); len(list) > 0 {
		t.Errorf("not swept: %v", list)
	}
}
