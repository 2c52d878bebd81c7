package e2e

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// TestDoctorOllama: the doctor names a model that cannot be told anything before
// anybody waits for it, and says which of those installed to take.
func TestDoctorOllama(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/api/tags":
			fmt.Fprint(w, `{"models":[{"name":"bare:7b","details":{"parameter_size":"7B"}},{"name":"all-minilm:latest"},{"name":"x-coder:1.5b","details":{"parameter_size":"1.5B"}}]}`)
		case "/api/show":
			fmt.Fprint(w, `{"template":"{{ .Prompt }}"}`)
		default:
			http.NotFound(w, r)
		}
	}))
	t.Cleanup(server.Close)
	named := func(name string) []string {
		return []string{"--set", "model.backend=ollama", "--set", "model.url=" + server.URL, "--set", "model.name=" + name}
	}
	const take = `of the 3 models that Ollama has here, take model.name = "x-coder:1.5b": made for code`
	for name, c := range map[string]struct {
		args                   []string
		level, message, advice string
	}{
		"no system text": {named("bare:7b"), "error", "bare:7b cannot be used: its template leaves out the instructions", "{{ .System }}"},
		"not installed":  {named("absent"), "error", "", take},
		"none set":       {nil, "info", "no model is set", take},
	} {
		t.Run(name, func(t *testing.T) {
			level, message, advice := checkOf(t, "model", []string{"OLLAMA_HOST=" + server.URL}, c.args)
			if level != c.level || !strings.Contains(message, c.message) || !strings.Contains(advice, c.advice) {
				t.Errorf("%s: %s\n%s", level, message, advice)
			}
		})
	}
}
