package e2e

import (
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"strings"
	"testing"
)

// llamaServer starts llama.cpp's own server with SmolLM2 135M and a window, and gives its
// address at once: it answers 503 until the model is loaded.
func llamaServer(t *testing.T, window int) string {
	t.Helper()
	binary, weights := os.Getenv("FETTLE_LLAMA"), os.Getenv("FETTLE_WEIGHTS")
	if binary == "" || weights == "" {
		t.Skip("no llama.cpp server (make test-models builds one where there is cmake)")
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	_, port, _ := net.SplitHostPort(l.Addr().String())
	_ = l.Close()
	cmd := exec.Command(binary, "-m", weights, "--host", "127.0.0.1", "--port", port, "-c", fmt.Sprint(window), "-np", "1", "-t", "1")
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = cmd.Process.Kill(); _ = cmd.Wait() })
	address := "http://127.0.0.1:" + port
	until(t, "the server", func() bool {
		c, err := net.Dial("tcp", "127.0.0.1:"+port)
		if err == nil {
			_ = c.Close()
		}
		return err == nil
	})
	return address
}

func llamaProject(t *testing.T, address string, files map[string]string) string {
	t.Helper()
	all := map[string]string{"app.py": misspelt,
		"config/fettle/config.toml": fmt.Sprintf("[timeouts]\nfix = 300\nlinter = 120\n[model]\nbackend = 'openai'\nurl = %q\nname = 'any'\n", address+"/v1")}
	for name, text := range files {
		all[name] = text
	}
	return modelProject(t, address, all)
}

// TestRealModelOfLlama: llama.cpp's own server, by OpenAI's protocol.
func TestRealModelOfLlama(t *testing.T) {
	t.Run("a fix as soon as it listens", func(t *testing.T) {
		address := llamaServer(t, 4096)
		out, _ := fixIn(t, llamaProject(t, address, nil), "--write", "app.py")
		if len(out) != 1 || out[0].Asks == 0 || out[0].Verdict != "verified" && out[0].Reason == "" || strings.Contains(out[0].Reason, "503") || strings.Contains(out[0].Reason, "loads its model") {
			t.Errorf("%+v", out)
		}
		if out[0].Verdict != "verified" && out[0].Written {
			t.Errorf("%s was written", out[0].Verdict)
		}
		t.Logf("%s after %d asks, %d tokens: %s%s", out[0].Verdict, out[0].Asks, out[0].Tokens, out[0].Reason, out[0].Diff)
	})
	t.Run("a window smaller than the surroundings", func(t *testing.T) {
		// What the function rests on would fill two windows of 1,024 tokens.
		files := map[string]string{}
		head, calls := "", ""
		for i := range 8 {
			name := fmt.Sprintf("part%d", i)
			files[name+".py"] = "def " + name + "(values):\n" + strings.Repeat("    values = [value * 2 + 1 for value in values if value is not None]\n", 16) + "    return values\n"
			head += "from " + name + " import " + name + "\n"
			calls = name + "(" + calls + ")"
		}
		calls = strings.Replace(calls, "()", "(values)", 1)
		files["app.py"] = head + "\n\ndef mean(values):\n    return sum(" + calls + ") / len(valeus)\n"
		out, stderr := fixIn(t, llamaProject(t, llamaServer(t, 1024), files), "app.py")
		if len(out) != 1 || out[0].Asks == 0 || out[0].Verdict != "verified" && out[0].Reason == "" || strings.Contains(out[0].Reason, "prompt too long") {
			t.Errorf("%+v %s", out, stderr)
		}
		t.Logf("%s after %d asks: %s", out[0].Verdict, out[0].Asks, out[0].Reason)
	})
	t.Run("answers are no longer than what is asked for", func(t *testing.T) {
		address := llamaServer(t, 4096)
		heard := make(chan int64, 64)
		p := passBodies(t, address, heard)
		fixIn(t, llamaProject(t, p, nil), "app.py")
		close(heard)
		asked := 0
		for n := range heard {
			// 20 others for each token would be 3 kB and more.
			if asked++; n > 400<<10 {
				t.Errorf("an answer of %d bytes", n)
			}
		}
		if asked == 0 {
			t.Error("nothing was asked")
		}
	})
	t.Run("the doctor", func(t *testing.T) {
		address := llamaServer(t, 2048)
		until(t, "the model", func() bool {
			r, err := http.Get(address + "/health")
			if err == nil {
				_ = r.Body.Close()
			}
			return err == nil && r.StatusCode == http.StatusOK
		})
		level, message, advice := checkOf(t, "model", nil, []string{"--set", "model.backend=openai", "--set", "model.url=" + address + "/v1", "--set", "model.name=any"})
		if level != "warn" || !strings.Contains(message, "tokens a second here and writes") || !strings.Contains(advice, "too small") {
			t.Errorf("%s: %s\n%s", level, message, advice)
		}
	})
}

// passBodies hands questions on to a server and tells how long each answer was.
func passBodies(t *testing.T, address string, heard chan<- int64) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	s := &http.Server{Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		q, err := http.NewRequestWithContext(r.Context(), r.Method, address+r.URL.Path, r.Body)
		if err != nil {
			t.Error(err)
			return
		}
		q.Header.Set("Content-Type", "application/json")
		a, err := http.DefaultClient.Do(q)
		if err != nil {
			return
		}
		defer a.Body.Close()
		w.Header().Set("Content-Type", a.Header.Get("Content-Type"))
		w.WriteHeader(a.StatusCode)
		n, _ := io.Copy(w, a.Body)
		if strings.HasSuffix(r.URL.Path, "/chat/completions") && a.StatusCode == http.StatusOK {
			heard <- n
		}
	})}
	go func() { _ = s.Serve(l) }()
	t.Cleanup(func() { _ = s.Close() })
	return "http://" + l.Addr().String()
}
