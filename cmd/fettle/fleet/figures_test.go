//go:build linux

package fleet

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/fettle-dev/fettle/cmd/fettle/app"
	"github.com/fettle-dev/fettle/internal/fleet"
	"github.com/fettle-dev/fettle/internal/fleet/embedded"
	"github.com/fettle-dev/fettle/internal/testkit"
)

// number is a size that the environment may set.
func number(name string, usual int) int {
	if n, err := strconv.Atoi(os.Getenv(name)); err == nil {
		return n
	}
	return usual
}

func figures(t *testing.T) {
	t.Helper()
	if os.Getenv("FETTLE_FLEET") == "" {
		t.Skip("figures are for make test-fleet")
	}
}

// TestEightWorkers prints how much faster eight workers are than one where a model
// takes its time.
func TestEightWorkers(t *testing.T) {
	figures(t)
	n, delay := number("FETTLE_FLEET_FINDINGS", 400), time.Duration(number("FETTLE_FLEET_MODEL_MS", 3000))*time.Millisecond
	home(t)
	texts := map[string]string{}
	for i := range n {
		texts[fmt.Sprintf("m%d.py", i)] = fmt.Sprintf("def show%d(items):\n    for item in items:\n        print(itm)\n", i)
	}
	project(t, texts)
	id := regexp.MustCompile(`(?m)^(L\d+:[a-z2-7]{2})\|.*itm`)
	m := testkit.ServeModel(func(r testkit.ModelRequest) (testkit.Reply, bool) {
		at := id.FindStringSubmatch(r.Prompt())
		if at == nil {
			return testkit.Reply{Text: "NO_FIX the line is not shown"}, true
		}
		return testkit.Reply{Delay: delay, Text: fmt.Sprintf("EDIT replace %s\n~~~\n        print(item)\n~~~\nEND\n", at[1])}, true
	})
	t.Cleanup(m.Close)
	su := app.Setup{Version: "1", Set: []string{"model.backend=openai", "model.url=" + m.URL + "/v1", "model.name=test", "model.shape=script"}}
	took := func(workers int) time.Duration {
		f := server(t, su, workers)
		begin, before := time.Now(), processor(t)
		all := within(t, f, &su, app.Options{}, new(strings.Builder), time.Hour)
		d, used := time.Since(begin), processor(t)-before
		fixed := 0
		for _, r := range all {
			if strings.Contains(r.After, "print(item)") {
				fixed++
			}
		}
		t.Logf("%d workers: %d of %d findings fixed in %v, %v of processor with the tools, model %v", workers, fixed, n, d.Round(time.Millisecond), used.Round(time.Second), delay)
		return d
	}
	eight := took(8)
	one := took(1)
	t.Logf("eight workers are %.2f times as fast as one", one.Seconds()/eight.Seconds())
}

// processor is the processor time that this process and its children that ended have
// used: how long a machine lets them wait depends on what else it does.
func processor(t *testing.T) (used time.Duration) {
	t.Helper()
	for _, who := range []int{syscall.RUSAGE_SELF, syscall.RUSAGE_CHILDREN} {
		var r syscall.Rusage
		if err := syscall.Getrusage(who, &r); err != nil {
			t.Fatal(err)
		}
		used += time.Duration(r.Utime.Nano() + r.Stime.Nano())
	}
	return used
}

// TestCoordinatorMemory prints what a coordinator of its own process takes for a
// large tree. Its workers are simulated: one file in a hundred is changed.
func TestCoordinatorMemory(t *testing.T) {
	figures(t)
	n := number("FETTLE_FLEET_FILES", 100_000)
	binary, err := filepath.Abs("../../../bin/fettle")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(binary); err != nil {
		t.Fatalf("%v: make build", err)
	}
	home(t)
	body := "import os\n\n\nVALUE = 1\n" + strings.Repeat("# a line of some sixty bytes, as a file of a project has them\n", 64)
	texts := map[string]string{}
	for i := range n {
		texts[fmt.Sprintf("d%d/m%d.py", i/200, i)] = fmt.Sprintf("%s\nN = %d\n", body, i)
	}
	dir := project(t, texts)
	s, err := embedded.Start(embedded.Options{Dir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Stop)
	f, err := fleet.Dial(t.Context(), fleet.Options{Conn: s})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(f.Close)
	changed := 0
	go func() {
		_ = f.Work(t.Context(), &fleet.Worker{Name: "simulated", Version: versionOf("figures"), Do: func(_ context.Context, _ string, data []byte) ([]byte, bool, error) {
			j, err := readJob(data)
			if err != nil {
				return nil, false, err
			}
			var r result
			for i, file := range j.Files {
				one := fileResult{Path: file.Path}
				if i%100 == 0 {
					text, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(file.Path)))
					if err != nil {
						return nil, false, err
					}
					one.After = new(strings.Replace(string(text), "import os\n", "", 1))
					changed++
				}
				r.Files = append(r.Files, one)
			}
			out, err := json.Marshal(r)
			return out, false, err
		}})
	}()
	begin := time.Now()
	cmd := exec.Command(binary, "fix", "--no-model", "--write", "--on", s.ClientURL(), ".")
	cmd.Dir = dir
	var said strings.Builder
	cmd.Stdout, cmd.Stderr = &said, &said
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	stop, most := make(chan struct{}), make(chan int, 1)
	go func() { most <- largest(cmd.Process.Pid, stop) }()
	err = cmd.Wait()
	close(stop)
	kilobytes := <-most
	used, ok := cmd.ProcessState.SysUsage().(*syscall.Rusage)
	if !ok || kilobytes == 0 {
		t.Fatal("no usage")
	}
	end := said.String()
	t.Logf("%d files, %d changed: at most %d MB, %v, %v of processor; %v, %.300s", n, changed, kilobytes>>10, time.Since(begin).Round(time.Second),
		time.Duration(used.Utime.Nano()+used.Stime.Nano()).Round(time.Second), err, end[max(0, len(end)-300):])
	if n <= 100_000 && kilobytes>>10 > 200 {
		t.Errorf("%d MB, want at most 200", kilobytes>>10)
	}
}

// largest is the most memory that a process had in it, in kilobytes. What wait4(2) says
// is none of its own: a child that execve(2) makes another program keeps the maximum
// of the program that it was, and that is this test with its server.
func largest(pid int, stop <-chan struct{}) (most int) {
	tick := time.NewTicker(50 * time.Millisecond)
	defer tick.Stop()
	for {
		status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
		if m := peak.FindSubmatch(status); err == nil && m != nil {
			if n, err := strconv.Atoi(string(m[1])); err == nil {
				most = max(most, n)
			}
		}
		select {
		case <-stop:
			return most
		case <-tick.C:
		}
	}
}

var peak = regexp.MustCompile(`(?m)^VmHWM:\s+(\d+) kB$`)
