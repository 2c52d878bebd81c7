package e2e

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"
)

// TestDoctorOllama: the doctor names a model that cannot be told anything before
// anybody waits for it, and says which of those installed to take.
func TestDoctorOllama(t *testing.T) {
	var heard atomic.Int64 // prompt tokens that the server counts
	heard.Store(340)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/api/tags":
			fmt.Fprint(w, `{"models":[{"name":"bare:7b","details":{"parameter_size":"7B"}},{"name":"all-minilm:latest"},{"name":"tiny:135m","details":{"parameter_size":"134.52M"}},{"name":"x-coder:1.5b","details":{"parameter_size":"1.5B"}}]}`)
		case "/api/show":
			body, _ := io.ReadAll(r.Body)
			if strings.Contains(string(body), "bare:7b") {
				fmt.Fprint(w, `{"template":"{{ .Prompt }}"}`)
			} else {
				fmt.Fprint(w, `{"template":"{{ .System }}{{ .Prompt }}"}`)
			}
		case "/api/chat":
			for _, line := range []string{`{"message":{"content":"one "},"done":false}`, `{"message":{"content":"two"},"done":false}`,
				fmt.Sprintf(`{"message":{"content":""},"done":true,"done_reason":"length","prompt_eval_count":%d,"eval_count":20}`, heard.Load())} {
				time.Sleep(50 * time.Millisecond)
				fmt.Fprintln(w, line)
				w.(http.Flusher).Flush()
			}
		default:
			http.NotFound(w, r)
		}
	}))
	t.Cleanup(server.Close)
	named := func(name string) []string {
		return []string{"--set", "model.backend=ollama", "--set", "model.url=" + server.URL, "--set", "model.name=" + name}
	}
	const take = `of the 4 models that Ollama has here, take model.name = "x-coder:1.5b": made for code`
	for name, c := range map[string]struct {
		args                   []string
		heard                  int64
		level, message, advice string
	}{
		"no system text":   {named("bare:7b"), 340, "error", "bare:7b cannot be used: its template leaves out the instructions", "{{ .System }}"},
		"not installed":    {named("absent"), 340, "error", "", take},
		"none set":         {nil, 340, "info", "no model is set", take},
		"it answers":       {named("x-coder:1.5b"), 340, "ok", "tokens a second here and writes ", "fettle doctor --calibrate (some "},
		"it is too small":  {named("tiny:135m"), 340, "warn", "tiny:135m at ", "too small for fixes"},
		"it hears nothing": {named("x-coder:1.5b"), 12, "error", "x-coder:1.5b cannot be used: the instructions do not reach it", "chat template"},
	} {
		t.Run(name, func(t *testing.T) {
			heard.Store(c.heard)
			level, message, advice := checkOf(t, "model", []string{"OLLAMA_HOST=" + server.URL}, c.args)
			if level != c.level || !strings.Contains(message, c.message) || !strings.Contains(advice, c.advice) {
				t.Errorf("%s: %s\n%s", level, message, advice)
			}
		})
	}
}
