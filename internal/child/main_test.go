package child

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"
)

// TestMain lets the test binary play the children that the tests start.
func TestMain(m *testing.M) {
	if mark, ok := GuardOf(os.Args); ok {
		KeepGuard(os.Stdin, mark)
		return
	}
	if len(os.Args) > 2 && os.Args[1] == "play" {
		os.Exit(play(os.Args[2], os.Args[3:]))
	}
	os.Exit(m.Run())
}

func play(role string, args []string) int {
	if code, known := playGuard(role); known {
		return code
	}
	switch role {
	case "args":
		fmt.Printf("%q", args)
	case "env":
		fmt.Print(strings.Join(os.Environ(), "\n"))
	case "cat":
		_, _ = io.Copy(os.Stdout, os.Stdin)
	case "exit":
		fmt.Print("found something")
		return 3
	case "hang":
		fmt.Println("started")
		time.Sleep(time.Hour)
	case "tree":
		// A child of the child that would outlive it; its number is told.
		c := exec.Command(os.Args[0], "play", "hang")
		c.Stdout = os.Stderr
		if err := c.Start(); err != nil {
			return 1
		}
		fmt.Println(c.Process.Pid)
		time.Sleep(time.Hour)
	case "daemon":
		c := exec.Command(os.Args[0], "play", "hang")
		c.Stdout = os.Stdout // holds the pipe
		if err := c.Start(); err != nil {
			return 1
		}
		fmt.Println("done")
	case "flood":
		chunk := strings.Repeat("x", 64<<10)
		for {
			if _, err := fmt.Print(chunk); err != nil {
				return 1
			}
		}
	case "noise":
		w := bufio.NewWriter(os.Stderr)
		for i := range 100_000 {
			fmt.Fprintln(w, "line", i)
		}
		_ = w.Flush()
	case "crash":
		_ = os.Stdout.Sync()
		p, _ := os.FindProcess(os.Getpid())
		_ = p.Kill()
		time.Sleep(time.Hour)
	case "echo-lines":
		in := bufio.NewScanner(os.Stdin)
		for in.Scan() {
			fmt.Println("got " + in.Text())
		}
	}
	return 0
}

func player(t *testing.T, role string, args ...string) Command {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	c := Command{Argv: append([]string{self, "play", role}, args...), Dir: t.TempDir()}
	if testing.CoverMode() != "" {
		c.Env = append(c.Env, "GOCOVERDIR="+t.TempDir()) // or it ends with a warning about none
	}
	return c
}
