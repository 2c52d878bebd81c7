//go:build unix

package fleet

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/fettle-dev/fettle/internal/fleet/embedded"
	"github.com/fettle-dev/fettle/internal/testkit"
	"github.com/fettle-dev/fettle/internal/testkit/must"
)

// Environment of a worker of its own process: this very program.
const (
	asWorker = "FETTLE_TEST_FLEET_WORKER" // the server's URL
	killsIn  = "FETTLE_TEST_FLEET_KILLS"  // a folder that says who was killed where
)

func TestMain(m *testing.M) {
	testkit.Alone()
	if url := os.Getenv(asWorker); url != "" {
		workerProcess(url, os.Getenv(killsIn))
		return
	}
	os.Exit(m.Run())
}

const (
	testVersion = "engine 1, prompts 1"
	testLease   = time.Second
)

// steps are those between which a worker can be killed.
var steps = []string{"taken", "noted", "working", "worked", "stored", "concluded", "acknowledged"}

// workerProcess does jobs until it is told to end. Each job has a step at which the
// first worker that comes there is killed.
func workerProcess(url, kills string) {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	f, err := Dial(ctx, Options{URL: url, Lease: testLease})
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
	die := func(step, job string) {
		if steps[int(job[0])%len(steps)] != step {
			return
		}
		mark, err := os.OpenFile(filepath.Join(kills, job+"."+step), os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
		if err == nil {
			_ = mark.Close()
			_ = syscall.Kill(os.Getpid(), syscall.SIGKILL)
			select {}
		}
	}
	w := &Worker{Name: fmt.Sprintf("w%d", os.Getpid()), Version: testVersion, at: die, Do: func(_ context.Context, _ string, body []byte) ([]byte, bool, error) {
		die("working", Digest(body))
		return answer(body), false, nil
	}}
	if err := f.Work(ctx, w); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
}

// answer is the work of the tests.
func answer(body []byte) []byte { return []byte("done: " + string(body)) }

// natsServer is the environment variable with a nats-server that the tests run as
// a process of its own, in place of one in this process.
const natsServer = "FETTLE_NATS_SERVER"

// server is a running server.
type server struct {
	url  string
	stop func()
}

// serve starts a server: in this process, or as one of its own.
func serve(t *testing.T, o embedded.Options) server {
	t.Helper()
	if o.Dir == "" {
		o.Dir = t.TempDir()
	}
	if program := os.Getenv(natsServer); program != "" {
		return process(t, program, o)
	}
	s, err := embedded.Start(o)
	must.OK(t, err)
	t.Cleanup(s.Stop)
	return server{s.ClientURL(), s.Stop}
}

func process(t *testing.T, program string, o embedded.Options) server {
	t.Helper()
	if o.Port == 0 {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		must.OK(t, err)
		o.Port = l.Addr().(*net.TCPAddr).Port
		_ = l.Close()
	}
	store := ""
	if o.Store > 0 {
		store = fmt.Sprintf(", max_file_store: %d", o.Store)
	}
	config := filepath.Join(t.TempDir(), "nats.conf")
	text := fmt.Sprintf("listen: 127.0.0.1:%d\njetstream { store_dir: %q%s }\n", o.Port, o.Dir, store)
	must.OK(t, os.WriteFile(config, []byte(text), 0o600))
	cmd := exec.Command(program, "-c", config)
	must.OK(t, cmd.Start())
	stop := sync.OnceFunc(func() {
		_ = cmd.Process.Signal(syscall.SIGTERM)
		_ = cmd.Wait()
	})
	t.Cleanup(stop)
	at := fmt.Sprintf("127.0.0.1:%d", o.Port)
	for deadline := time.Now().Add(time.Minute); ; time.Sleep(20 * time.Millisecond) {
		c, err := net.Dial("tcp", at)
		if err == nil {
			_ = c.Close()
			return server{"nats://" + at, stop}
		}
		if time.Now().After(deadline) {
			t.Fatalf("%s does not start: %v", program, err)
		}
	}
}

func dial(t *testing.T, url string) *Fleet {
	t.Helper()
	f, err := Dial(t.Context(), Options{URL: url, Lease: testLease})
	must.OK(t, err)
	t.Cleanup(f.Close)
	return f
}

// coordinator runs some jobs and counts what it is given for each.
type coordinator struct {
	mu   sync.Mutex
	jobs []string
	took map[string]int
	done map[string]Done
}

func submit(t *testing.T, f *Fleet, run string, bodies []string) (*Run, *coordinator) {
	t.Helper()
	r, err := f.NewRun(t.Context(), run, testVersion, Limits{})
	must.OK(t, err)
	c := &coordinator{took: map[string]int{}, done: map[string]Done{}}
	for _, b := range bodies {
		job, err := r.Submit(t.Context(), []byte(b), []string{""})
		must.OK(t, err)
		c.jobs = append(c.jobs, job)
	}
	return r, c
}

// await waits for all jobs, and holds each result against the work.
func (c *coordinator) await(t *testing.T, f *Fleet, r *Run, bodies []string) {
	t.Helper()
	ctx, stop := context.WithTimeout(t.Context(), 3*time.Minute)
	defer stop()
	err := r.Wait(ctx, c.jobs, func(d Done) error {
		c.mu.Lock()
		defer c.mu.Unlock()
		c.took[d.Job]++
		c.done[d.Job] = d
		return nil
	}, func(int) {})
	if err != nil {
		t.Fatalf("%d of %d jobs are done: %v", len(c.took), len(c.jobs), err)
	}
	for i, job := range c.jobs {
		if c.took[job] != 1 {
			t.Errorf("job %d was taken %d times", i, c.took[job])
		}
		if d := c.done[job]; d.Log == nil {
			if got, err := f.Get(ctx, d.Digest, 1<<30); err != nil || string(got) != string(answer([]byte(bodies[i]))) {
				t.Errorf("job %d: %.60q, %v", i, got, err)
			}
		}
	}
}

// work starts a worker in this process; its end waits for it.
func work(t *testing.T, f *Fleet, w *Worker) (stop func()) {
	t.Helper()
	w.Version = testVersion
	if w.Do == nil {
		w.Do = func(_ context.Context, _ string, body []byte) ([]byte, bool, error) { return answer(body), false, nil }
	}
	ctx, end := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- f.Work(ctx, w) }()
	once := sync.OnceFunc(func() {
		end()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	})
	t.Cleanup(once)
	return once
}

func bodies(n int) []string {
	var out []string
	for i := range n {
		out = append(out, fmt.Sprintf("job %d", i))
	}
	return out
}

// proxy passes bytes on, until it is cut.
type proxy struct {
	net.Listener
	to    string
	mu    sync.Mutex
	cut   bool
	lost  atomic.Bool // what is sent through it arrives nowhere
	conns []net.Conn
}

func newProxy(t *testing.T, to string) *proxy {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	must.OK(t, err)
	p := &proxy{Listener: l, to: strings.TrimPrefix(to, "nats://")}
	t.Cleanup(func() { _ = l.Close(); p.set(true) })
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			p.pass(c)
		}
	}()
	return p
}

func (p *proxy) pass(c net.Conn) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.cut {
		_ = c.Close()
		return
	}
	s, err := net.Dial("tcp", p.to)
	if err != nil {
		_ = c.Close()
		return
	}
	p.conns = append(p.conns, c, s)
	go func() { _, _ = io.Copy(&losing{s, &p.lost}, c); _ = s.Close() }()
	go func() { _, _ = io.Copy(c, s); _ = c.Close() }()
}

// losing is a way to a server on which what is sent may be lost.
type losing struct {
	net.Conn
	lost *atomic.Bool
}

func (l *losing) Write(data []byte) (int, error) {
	if l.lost.Load() {
		return len(data), nil
	}
	return l.Conn.Write(data)
}

func (p *proxy) set(cut bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.cut = cut
	for _, c := range p.conns {
		_ = c.Close()
	}
	p.conns = nil
}

func (p *proxy) url() string { return "nats://" + p.Addr().String() }

// keepAlive keeps a number of worker processes going until it is stopped, and
// counts those that were killed.
func keepAlive(t *testing.T, n int, url, kills string) (stop func() (killed int)) {
	t.Helper()
	ctx, end := context.WithCancel(context.Background())
	var wg sync.WaitGroup
	var mu sync.Mutex
	killed := 0
	for range n {
		wg.Go(func() {
			for ctx.Err() == nil {
				cmd := exec.CommandContext(ctx, os.Args[0])
				cmd.Cancel = func() error { return cmd.Process.Signal(syscall.SIGTERM) }
				cmd.Env = append(os.Environ(), asWorker+"="+url, killsIn+"="+kills)
				cmd.Stderr = os.Stderr
				err := cmd.Run()
				var exit *exec.ExitError
				if errors.As(err, &exit) && exit.Sys().(syscall.WaitStatus).Signal() == syscall.SIGKILL {
					mu.Lock()
					killed++
					mu.Unlock()
				} else if err != nil && ctx.Err() == nil {
					t.Errorf("a worker ended: %v", err)
					return
				}
			}
		})
	}
	return func() int {
		end()
		wg.Wait()
		return killed
	}
}
