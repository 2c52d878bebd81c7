package child

import (
	"bytes"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"syscall"
	"time"

	"golang.org/x/sys/unix"

	"github.com/fettle-dev/fettle/internal/limits"
)

// startGuard starts the guard of [Guard].
func startGuard() error {
	r, w, err := os.Pipe()
	if err != nil {
		return err
	}
	defer r.Close()
	cmd := exec.Command("/proc/self/exe", guardArgument, mark())
	cmd.Stdin, cmd.Dir = r, "/"
	cmd.Env = []string{"GOMAXPROCS=1"} // and no mark: it outlives a process that has one
	// Nobody who ends this process's group ends the guard.
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	if err := cmd.Start(); err != nil {
		_ = w.Close()
		return err
	}
	go func() {
		_ = cmd.Wait()
		_ = w.Close() // until here the system alone closes it
	}()
	return nil
}

// KeepGuard is the life of a guard: alive ends when the process ends whose
// children have the mark.
func KeepGuard(alive io.Reader, mark string) {
	_, _ = io.Copy(io.Discard, alive)
	// What is starting another process right now is seen in the next round.
	for idle, end := 0, time.Now().Add(limits.ChildWait); idle < 3 && time.Now().Before(end); idle++ {
		if endMarked(mark) > 0 {
			idle = 0
		}
		time.Sleep(10 * time.Millisecond)
	}
}

// endMarked ends every process with the mark, and counts them.
func endMarked(mark string) (ended int) {
	list, err := os.ReadDir("/proc")
	if err != nil {
		return 0
	}
	session, _ := unix.Getsid(0)
	for _, e := range list {
		pid, err := strconv.Atoi(e.Name())
		if err != nil || pid == os.Getpid() {
			continue
		}
		env, err := os.ReadFile(filepath.Join("/proc", e.Name(), "environ"))
		if err != nil {
			continue // gone, or somebody else's
		}
		_, after, found := bytes.Cut(append([]byte{0}, env...), []byte("\x00"+markName+"="+mark))
		value, _, _ := bytes.Cut(after, []byte{0})
		switch {
		case !found:
			continue
		case string(value) == withDaemons:
			if sid, err := unix.Getsid(pid); err != nil || sid != session {
				continue
			}
		case len(value) > 0:
			continue
		}
		if syscall.Kill(pid, syscall.SIGKILL) == nil {
			ended++
		}
	}
	return ended
}
