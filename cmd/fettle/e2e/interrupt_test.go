package e2e

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/fettle-dev/fettle/internal/testkit"
	"github.com/fettle-dev/fettle/internal/testkit/must"
)

// TestInterruptedFix: a run that is interrupted says once what is done and how
// to go on, leaves the other files alone, and is taken up by the next run.
func TestInterruptedFix(t *testing.T) {
	for _, signal := range []syscall.Signal{syscall.SIGINT, syscall.SIGTERM} {
		t.Run(signal.String(), func(t *testing.T) {
			const files = 6
			asked, release := make(chan int, 32), make(chan struct{})
			m := testkit.ServeModel(func(r testkit.ModelRequest) (testkit.Reply, bool) {
				for i := range files {
					if strings.Contains(r.User, fmt.Sprintf("| def show%d(", i)) && i >= 2 {
						asked <- i
						<-release
					}
				}
				return answer("box", "        print(item)", 0)(r)
			})
			t.Cleanup(m.Close)
			dir := modelProject(t, m.URL+"/v1", manyFiles(files))
			cmd := fixCommandIn(t, dir, "fix", "--write", "--json", ".")
			out, err := cmd.StdoutPipe()
			must.OK(t, err)
			var said bytes.Buffer
			cmd.Stderr = &said
			must.OK(t, cmd.Start())
			// Two files are finished, and the model is asked about a third.
			printed := readLines(t, out, 2)
			await(t, asked)
			must.OK(t, cmd.Process.Signal(signal))
			rest, _ := io.ReadAll(out)
			err = cmd.Wait()
			var exit *exec.ExitError
			if !errors.As(err, &exit) || exit.ExitCode() != 130 {
				t.Errorf("%v, want exit code 130", err)
			}
			want := "fettle: interrupted: 2 of 6 files done, 2 of them written; run the same command again for the 4 left, no model is asked again about what is done\n"
			if said.String() != want || len(rest) > 0 {
				t.Errorf("said %q, want %q; printed %q and %q", said.String(), want, printed, rest)
			}
			for i := range files {
				data, err := os.ReadFile(filepath.Join(dir, fmt.Sprintf("m%d.py", i)))
				if written := strings.Contains(string(data), "print(item)"); err != nil || written != (i < 2) {
					t.Errorf("m%d.py: written %v, %v", i, written, err)
				}
			}
			close(release)
			before := len(m.Requests())
			if again, _ := fixIn(t, dir, "--write", "."); len(again) != files-2 || len(m.Requests())-before != files-2 {
				t.Errorf("the next run fixed %d with %d calls", len(again), len(m.Requests())-before)
			}
		})
	}
}

// TestInterruptedProven: what was proven without a model of files that are not done is
// written as well, or shown, and the next run goes on from there.
func TestInterruptedProven(t *testing.T) {
	for _, write := range []bool{true, false} {
		t.Run(fmt.Sprint(write), func(t *testing.T) {
			asked, release := make(chan bool, 32), make(chan struct{})
			m := testkit.ServeModel(func(r testkit.ModelRequest) (testkit.Reply, bool) {
				asked <- true
				<-release
				return answer("box", "        print(item)", 0)(r)
			})
			t.Cleanup(m.Close)
			t.Cleanup(func() { close(release) })
			files := manyFiles(3)
			for name, body := range files {
				files[name] = "import os\n\n\n" + body
			}
			dir := modelProject(t, m.URL+"/v1", files)
			args := []string{"fix", "."}
			want := "fettle: interrupted: 0 of 3 files done; what was proven of 3 more by then is shown: 3 findings; run the same command again for the 3 left, no model is asked again about what is done\n"
			if write {
				args = append(args, "--write")
				want = "fettle: interrupted: 0 of 3 files done, 0 of them written; what was proven of 3 more by then is written: 3 findings; run the same command again for the 3 left, no model is asked again about what is done\n"
			}
			cmd := fixCommandIn(t, dir, args...)
			var out, said bytes.Buffer
			cmd.Stdout, cmd.Stderr = &out, &said
			must.OK(t, cmd.Start())
			await(t, asked)
			must.OK(t, cmd.Process.Signal(os.Interrupt))
			_ = cmd.Wait()
			if code := cmd.ProcessState.ExitCode(); code != 130 || said.String() != want || strings.Count(out.String(), "\n-import os\n") != 3 {
				t.Errorf("exit code %d, said %q, want %q; printed\n%s", code, said.String(), want, out.String())
			}
			for name := range files {
				data, err := os.ReadFile(filepath.Join(dir, name))
				if gone := !strings.Contains(string(data), "import os"); err != nil || gone != write ||
					!strings.Contains(string(data), "box") {
					t.Errorf("%s: %v\n%s", name, err, data)
				}
			}
		})
	}
}

// readLines reads so many lines.
func readLines(t *testing.T, r io.Reader, n int) string {
	t.Helper()
	var got []byte
	one := make([]byte, 1)
	for bytes.Count(got, []byte("\n")) < n {
		if _, err := r.Read(one); err != nil {
			t.Fatalf("%v after %q", err, got)
		}
		got = append(got, one[0])
	}
	return string(got)
}

// TestInterruptedInput: a report that nobody types is not waited for.
func TestInterruptedInput(t *testing.T) {
	cmd := fixCommandIn(t, modelProject(t, "http://127.0.0.1:9/v1", nil), "fix", "--input", "-")
	in, err := cmd.StdinPipe()
	must.OK(t, err)
	var said bytes.Buffer
	cmd.Stderr = &said
	must.OK(t, cmd.Start())
	// More than a pipe holds: once it is written, fettle reads.
	if _, err := in.Write(bytes.Repeat([]byte(" "), 1<<20)); err != nil {
		t.Fatal(err)
	}
	must.OK(t, cmd.Process.Signal(os.Interrupt))
	_ = cmd.Wait()
	if code := cmd.ProcessState.ExitCode(); code != 130 || said.String() != "fettle: interrupted; run the same command again\n" {
		t.Errorf("exit code %d: %s", code, said.String())
	}
}

// await waits until the model is asked: what asks none fails, and does not hang.
func await[T any](t *testing.T, asked <-chan T) {
	t.Helper()
	select {
	case <-asked:
	case <-time.After(2 * time.Minute):
		t.Fatal("the model was not asked")
	}
}
