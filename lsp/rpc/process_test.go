//go:build unix

package rpc

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"testing"
	"testing/synctest"
	"time"

	"github.com/fettle-dev/fettle/internal/limits"
	"github.com/fettle-dev/fettle/internal/testkit/must"
)

// TestOwnStdout runs this test binary again as a process that prints where it
// should not.
func TestOwnStdout(t *testing.T) {
	if os.Getenv("FETTLE_TEST_STDOUT") != "" {
		out, err := OwnStdout()
		if err != nil {
			panic(err)
		}
		fmt.Println("stray print")
		child := exec.Command("echo", "stray child")
		child.Stdout = os.Stdout
		_ = child.Run()
		fmt.Fprint(out, "frame")
		os.Exit(0)
	}
	cmd := exec.Command(os.Args[0], "-test.run=^TestOwnStdout$")
	cmd.Env = append(os.Environ(), "FETTLE_TEST_STDOUT=1")
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	if err := cmd.Run(); err != nil {
		t.Fatal(err, stderr.String())
	}
	if stdout.String() != "frame" {
		t.Errorf("standard output: %q", stdout.String())
	}
	if !bytes.Contains(stderr.Bytes(), []byte("stray print")) || !bytes.Contains(stderr.Bytes(), []byte("stray child")) {
		t.Errorf("standard error: %q", stderr.String())
	}
}

// TestBrokenStdout writes to a client that has closed its end: an error, and
// not a signal that would leave children behind.
func TestBrokenStdout(t *testing.T) {
	if os.Getenv("FETTLE_TEST_PIPE") != "" {
		out, err := OwnStdout()
		if err != nil {
			panic(err)
		}
		if _, err = io.ReadFull(os.Stdin, make([]byte, 1)); err != nil {
			panic(err)
		}
		if _, err = out.WriteString("x"); err == nil {
			os.Exit(3)
		}
		os.Exit(7)
	}
	cmd := exec.Command(os.Args[0], "-test.run=^TestBrokenStdout$")
	cmd.Env = append(os.Environ(), "FETTLE_TEST_PIPE=1")
	stdin, err := cmd.StdinPipe()
	must.OK(t, err)
	r, w, err := os.Pipe()
	must.OK(t, err)
	cmd.Stdout = w
	must.OK(t, cmd.Start())
	_, _ = w.Close(), r.Close()
	_, _ = stdin.Write([]byte("x"))
	_ = cmd.Wait()
	if code := cmd.ProcessState.ExitCode(); code != 7 {
		t.Errorf("exit code %d (-1 is a signal), want 7", code)
	}
}

func TestWatchParent(t *testing.T) {
	parent := exec.Command("sleep", "1000")
	if err := parent.Start(); err != nil {
		t.Skip(err)
	}
	synctest.Test(t, func(t *testing.T) {
		in, inW := io.Pipe()
		c := New(Options{In: in, Out: io.Discard})
		code := make(chan int, 1)
		go func() { code <- c.Serve(context.Background(), Table{}) }()
		for _, pid := range []int{0, -1, 1, os.Getpid(), 1 << 30} {
			c.WatchParent(pid) // none of these may end the connection
		}
		c.WatchParent(parent.Process.Pid)
		time.Sleep(10 * limits.ParentPoll)
		select {
		case <-code:
			t.Error("ended though the parent lives")
		default:
		}
		_ = parent.Process.Kill()
		_ = parent.Wait()
		start := time.Now()
		if got := <-code; got != 1 {
			t.Errorf("exit code %d", got)
		}
		if took := time.Since(start); took > limits.ParentPoll {
			t.Errorf("ended after %v", took)
		}
		_ = inW.Close()
	})
}
