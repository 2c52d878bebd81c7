package e2e

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httputil"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/fettle-dev/fettle/internal/limits"
	"github.com/fettle-dev/fettle/internal/testkit"
)

const realName = "smollm2:135m"

// realServer is the address of a real server, see [TestRealModel].
func realServer(t *testing.T) string {
	t.Helper()
	address := os.Getenv("FETTLE_OLLAMA")
	if address == "" {
		t.Skip("no real model server (make test-models)")
	}
	return address
}

const misspelt = "def mean(values):\n    if not values:\n        return 0\n    return sum(values) / len(valeus)\n"

// realProject is a small project whose settings name the real model.
func realProject(t *testing.T, address, more string, files map[string]string) string {
	t.Helper()
	all := map[string]string{"app.py": misspelt,
		"config/fettle/config.toml": fmt.Sprintf("[timeouts]\nfix = 600\nlinter = 120\ncompiler = 300\n[model]\nbackend = 'ollama'\nurl = %q\nname = %q\n%s", address, realName, more)}
	for name, text := range files {
		all[name] = text
	}
	return modelProject(t, address, all)
}

// passing hands everything on to a real server; broke cuts the connections of
// answers after their first bytes.
type passing struct {
	*http.Server
	address string
	broke   bool
	asked   chan struct{} // one for each question whose answer has begun
	gone    atomic.Int64  // questions that were taken back
	vectors atomic.Int64  // requests for vectors
}

func passOn(t *testing.T, address string, broke bool) *passing {
	t.Helper()
	to, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	p := &passing{address: "http://" + l.Addr().String(), broke: broke, asked: make(chan struct{}, 64)}
	proxy := httputil.NewSingleHostReverseProxy(to)
	proxy.FlushInterval = -1
	proxy.ErrorHandler = func(http.ResponseWriter, *http.Request, error) {}
	p.Server = &http.Server{Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/api/embed" {
			p.vectors.Add(1)
		}
		if r.URL.Path != "/api/chat" {
			proxy.ServeHTTP(w, r)
			return
		}
		first := &begun{ResponseWriter: w, told: p.asked, cut: broke}
		defer func() {
			if r.Context().Err() != nil {
				p.gone.Add(1)
			}
		}()
		proxy.ServeHTTP(first, r)
	})}
	go func() { _ = p.Serve(l) }()
	t.Cleanup(func() { _ = p.Close() })
	return p
}

// begun tells of the first bytes of an answer.
type begun struct {
	http.ResponseWriter
	told chan struct{}
	cut  bool
	once bool
}

func (b *begun) Flush() {
	if f, ok := b.ResponseWriter.(http.Flusher); ok {
		f.Flush()
	}
}

func (b *begun) Write(data []byte) (int, error) {
	if !b.once {
		b.once = true
		b.told <- struct{}{}
	} else if b.cut {
		panic(http.ErrAbortHandler) // as a server ends that is killed
	}
	n, err := b.ResponseWriter.Write(data)
	b.Flush()
	return n, err
}

// TestRealModelFaults: what happens to real servers while they are asked.
func TestRealModelFaults(t *testing.T) {
	address := realServer(t)
	t.Run("killed in the middle", func(t *testing.T) {
		p := passOn(t, address, true)
		dir := realProject(t, p.address, "", nil)
		out, _ := fixIn(t, dir, "--write", "app.py")
		if len(out) != 1 || out[0].Written || !strings.Contains(out[0].Reason, "connection") && !strings.Contains(out[0].Reason, "incomplete") {
			t.Errorf("%+v", out)
		}
	})
	t.Run("cancelled in the middle", func(t *testing.T) {
		p := passOn(t, address, false)
		cmd := fixCommandIn(t, realProject(t, p.address, "", nil), "fix", "--write", "--json", "app.py")
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		<-p.asked
		start := time.Now()
		if err := cmd.Process.Signal(syscall.SIGINT); err != nil {
			t.Fatal(err)
		}
		var exit *exec.ExitError
		if err := cmd.Wait(); !errors.As(err, &exit) || exit.ExitCode() != 130 || time.Since(start) > 5*time.Second {
			t.Errorf("%v after %s", err, time.Since(start))
		}
		until(t, "the question taken back", func() bool { return p.gone.Load() > 0 })
	})
	t.Run("not loaded", func(t *testing.T) {
		body := strings.NewReader(fmt.Sprintf(`{"model":%q,"keep_alive":0}`, realName))
		if r, err := http.Post(address+"/api/generate", "application/json", body); err != nil {
			t.Fatal(err)
		} else {
			_ = r.Body.Close()
		}
		out, _ := fixIn(t, realProject(t, address, "", nil), "app.py")
		if len(out) != 1 || out[0].Asks == 0 || out[0].Verdict != "verified" && out[0].Reason == "" {
			t.Errorf("%+v", out)
		}
		if rest := loadedFor(t, address); rest < limits.ModelLoaded-10*time.Minute {
			t.Errorf("the model is unloaded in %s: the next fix has to load it", rest)
		}
	})
	t.Run("prompt over the window", func(t *testing.T) {
		long := strings.Repeat("# a remark that takes room in the window of a model\n", 80)
		out, _ := fixIn(t, realProject(t, address, "contextWindow = 512\n", map[string]string{"app.py": long + misspelt}), "app.py")
		if len(out) != 1 || !strings.Contains(out[0].Reason, "model.contextWindow") {
			t.Errorf("%+v", out)
		}
	})
	t.Run("no model of that name, by OpenAI's protocol", func(t *testing.T) {
		dir := realProject(t, address, "", map[string]string{"config/fettle/config.toml": fmt.Sprintf("[model]\nbackend = 'openai'\nurl = %q\nname = 'missing:1b'\n", address+"/v1")})
		if out, _ := fixIn(t, dir, "app.py"); len(out) != 1 || !strings.Contains(out[0].Reason, "missing:1b") {
			t.Errorf("%+v does not name the model", out)
		}
	})
}

// loadedFor is how long the server keeps the model in memory from now on.
func loadedFor(t *testing.T, address string) time.Duration {
	t.Helper()
	r, err := http.Get(address + "/api/ps")
	if err != nil {
		t.Fatal(err)
	}
	defer r.Body.Close()
	var list struct {
		Models []struct {
			Name    string
			Expires time.Time `json:"expires_at"`
		}
	}
	if err := json.NewDecoder(r.Body).Decode(&list); err != nil {
		t.Fatal(err)
	}
	for _, m := range list.Models {
		if m.Name == realName {
			return time.Until(m.Expires)
		}
	}
	return 0
}

// TestRealModelBeside: what else is asked of a local model than fixes.
func TestRealModelBeside(t *testing.T) {
	address := realServer(t)
	t.Run("an instruction", func(t *testing.T) {
		dir := realProject(t, address, "", map[string]string{"app.py": strings.Replace(misspelt, "valeus", "values", 1)})
		ctx, cancel := context.WithTimeout(t.Context(), 10*time.Minute)
		defer cancel()
		s, err := mcp.NewClient(&mcp.Implementation{Name: "test", Version: "1"}, nil).Connect(ctx, &mcp.CommandTransport{Command: fixCommandIn(t, dir, "mcp")}, nil)
		if err != nil {
			t.Fatal(err)
		}
		defer s.Close()
		got, failed := callTool(ctx, t, s, "edit", map[string]any{"path": "app.py", "line": 3, "instruction": "return 0.0"})
		if grade, _, _ := strings.Cut(got, ":"); failed == "" && (partsOf(got).Diff == "" ||
			!slices.Contains([]string{"proved", "checked", "unsure", "unchecked"}, grade)) {
			t.Errorf("%s", got)
		}
		t.Logf("%s %s", failed, got)
	})
	t.Run("a plan", func(t *testing.T) {
		dir := realProject(t, address, fmt.Sprintf("[context.plan]\nmode = 'model'\nurl = %q\nmodel = %q\ntimeoutMs = 10000\n", address, realName), nil)
		out, err := fixCommandIn(t, dir, "context", "how is the mean of values computed in this project?").CombinedOutput()
		if err != nil || !strings.Contains(string(out), "def mean") || strings.Contains(string(out), "asking the model that plans") && !strings.Contains(string(out), "planned by the words of the question") {
			t.Errorf("%v\n%s", err, out)
		}
		t.Logf("%s", out) // a plan of its own, or why there is none
	})
	t.Run("vectors", func(t *testing.T) {
		p := passOn(t, address, false)
		dir := realProject(t, address, fmt.Sprintf("[context.embeddings]\nenabled = true\nurl = %q\nmodel = %q\n", p.address, realName), nil)
		server := testkit.StartChild(t, fixCommandIn(t, dir, "serve"))
		e := testkit.NewFake(t, server.Wire, testkit.NamedProfile("helix"), dir, nil)
		ask := func() testkit.Message {
			return e.Call("workspace/executeCommand", map[string]any{"command": "fettle.contextQuery", "arguments": []any{map[string]any{"query": "average of values"}}})
		}
		ask() // the code is embedded once nothing is typed
		for end := time.Now().Add(2 * time.Minute); p.vectors.Load() == 0 && time.Now().Before(end); {
			time.Sleep(100 * time.Millisecond)
		}
		if m := ask(); p.vectors.Load() == 0 || m.Error != nil || !strings.Contains(string(m.Result), "mean") {
			t.Errorf("%d requests for vectors: %v %s", p.vectors.Load(), m.Error, m.Result)
		}
	})
	t.Run("what is prefetched", func(t *testing.T) {
		p := passOn(t, address, false)
		dir := realProject(t, p.address, "[fix]\nprefetch = 'onSave'\n", nil)
		server := testkit.StartChild(t, fixCommandIn(t, dir, "serve"))
		e := testkit.NewFake(t, server.Wire, testkit.NamedProfile("helix"), dir, nil)
		d := e.Open(filepath.Join(dir, "app.py"), "python", misspelt)
		problem := e.Problem(d, "valeus", "ruff", "F821", "Undefined name `valeus`")
		e.Push(d, problem)
		e.Notify("textDocument/didSave", map[string]any{"textDocument": map[string]any{"uri": d.URI}})
		select {
		case <-p.asked:
		case <-time.After(2 * time.Minute):
			t.Fatal("the model was not asked after the save")
		}
		at := strings.Index(misspelt, "valeus")
		e.Menu(d, at, at, map[string]any{"diagnostics": []any{problem}}) // is not kept waiting by the answer
		if e.Text(d) != misspelt {
			t.Errorf("what nobody chose was written:\n%s", e.Text(d))
		}
	})
	t.Run("the doctor", func(t *testing.T) {
		for backend, at := range map[string]string{"ollama": address, "openai": address + "/v1"} {
			level, message, advice := checkOf(t, "model", nil, []string{"--set", "model.backend=" + backend, "--set", "model.url=" + at, "--set", "model.name=" + realName})
			if level != "warn" || !strings.Contains(message, "tokens a second here and writes") || !strings.Contains(advice, "too small") {
				t.Errorf("%s: %s: %s\n%s", backend, level, message, advice)
			}
		}
	})
	t.Run("what is sent is written down", func(t *testing.T) {
		dir := realProject(t, address, "", nil)
		fixIn(t, dir, "app.py")
		log, err := os.Open(filepath.Join(dir, "state", "fettle", "audit.jsonl"))
		if err != nil {
			t.Fatal(err)
		}
		defer log.Close()
		if data, _ := io.ReadAll(log); !strings.Contains(string(data), realName) || strings.Contains(string(data), "valeus") {
			t.Errorf("%s", data)
		}
	})
}
