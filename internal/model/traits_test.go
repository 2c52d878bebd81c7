package model

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/fettle-dev/fettle/internal/egress"
)

// What servers said of their models: Ollama 0.17.4 of Qwen2.5-Coder 1.5B, the
// others as their documentation shows it.
func TestTraits(t *testing.T) {
	for name, c := range map[string]struct {
		backend Backend
		path    string
		said    string
		want    Traits
	}{
		"ollama": {Ollama, "POST /api/show", `{"details":{"format":"gguf","family":"qwen2","parameter_size":"1.8B"},
			"model_info":{"general.architecture":"qwen2","general.parameter_count":1777088000,"qwen2.context_length":32768,"tokenizer.ggml.tokens":null}}`,
			Traits{"qwen2", 1.777088, 32768}},
		"ollama, details alone": {Ollama, "POST /api/show", `{"details":{"family":"llama","parameter_size":"70.6B"}}`, Traits{"llama", 70.6, 0}},
		"llama.cpp": {OpenAI, "GET /v1/models", `{"object":"list","data":[{"id":"other","meta":{"n_params":1}},{"id":"m","meta":{"n_params":8030261248,"n_ctx_train":131072}}]}`,
			Traits{"", 8.030261248, 8192}},
		"llama.cpp, by its file": {OpenAI, "GET /v1/models", `{"data":[{"id":"/opt/coder.gguf","owned_by":"llamacpp","meta":{"n_ctx":4096,"n_ctx_train":32768,"n_params":1777088000}}]}`,
			Traits{"", 1.777088, 4096}},
		"vLLM":                   {OpenAI, "GET /v1/models", `{"data":[{"id":"m","max_model_len":4096}]}`, Traits{"", 0, 4096}},
		"names only":             {OpenAI, "GET /v1/models", `{"data":[{"id":"m","owned_by":"library"}]}`, Traits{}},
		"another model's":        {OpenAI, "GET /v1/models", `{"data":[{"id":"x","max_model_len":4096}]}`, Traits{}},
		"another one of two":     {OpenAI, "GET /v1/models", `{"data":[{"id":"x","owned_by":"llamacpp"},{"id":"y","owned_by":"llamacpp"}]}`, Traits{}},
		"an answer that is none": {Ollama, "POST /api/show", `<html>`, Traits{}},
	} {
		t.Run(name, func(t *testing.T) {
			var asked []string
			s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				asked = append(asked, r.Method+" "+r.URL.Path)
				fmt.Fprint(w, c.said)
			}))
			defer s.Close()
			client := newClient(t, Options{Backend: c.backend, BaseURL: s.URL, Name: "m", Seal: egress.New(egress.Options{}).Seal})
			client.Traits(context.Background())
			if got := client.Traits(context.Background()); got != c.want || len(asked) != 1 || asked[0] != c.path {
				t.Errorf("%+v, want %+v; asked %s", got, c.want, asked)
			}
		})
	}
}

// llama.cpp's server names its one model by its file, and answers under every name.
func TestPingOfOne(t *testing.T) {
	for list, known := range map[string]bool{
		`{"models":[{"name":"/opt/c.gguf"}],"data":[{"id":"/opt/c.gguf","owned_by":"llamacpp"}]}`: true,
		`{"data":[{"id":"/opt/c.gguf","owned_by":"library"}]}`:                                    false,
	} {
		s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, list) }))
		h, err := newClient(t, Options{Backend: OpenAI, BaseURL: s.URL, Name: "m", Seal: egress.New(egress.Options{}).Seal}).Ping(context.Background())
		if h.Known != known || (err == nil) != known {
			t.Errorf("%s: %+v, %v", list, h, err)
		}
		s.Close()
	}
}

// The window that a server says it was started with counts, unless the user set one.
func TestLearntWindow(t *testing.T) {
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		fmt.Fprint(w, `{"data":[{"id":"m","meta":{"n_ctx":1024}}]}`)
	}))
	defer s.Close()
	for set, want := range map[int]int{0: 1024, 4096: 4096} {
		c := newClient(t, Options{Backend: OpenAI, BaseURL: s.URL, Name: "m", ContextWindow: set, Seal: egress.New(egress.Options{}).Seal})
		c.Traits(context.Background())
		if got := c.ContextWindow(); got != want {
			t.Errorf("set to %d: %d, want %d", set, got, want)
		}
	}
}

// A server that was not there is asked again.
func TestTraitsLater(t *testing.T) {
	var up atomic.Bool
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		if !up.Load() {
			panic(http.ErrAbortHandler)
		}
		fmt.Fprint(w, `{"details":{"parameter_size":"7B"}}`)
	}))
	defer s.Close()
	client := newClient(t, Options{Backend: Ollama, BaseURL: s.URL, Name: "m", Seal: egress.New(egress.Options{}).Seal})
	if got := client.Traits(context.Background()); got != (Traits{}) {
		t.Errorf("%+v of a server that is down", got)
	}
	up.Store(true)
	if got := client.Traits(context.Background()); got.Billions != 7 {
		t.Errorf("%+v", got)
	}
}

// Ollama is not told of a window that the model was not made for: it would load
// less and cut the prompt without a word.
func TestWindowOfTheModel(t *testing.T) {
	var loaded []string
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/api/show" {
			fmt.Fprint(w, `{"model_info":{"general.architecture":"llama","llama.context_length":2048}}`)
			return
		}
		body, _ := io.ReadAll(r.Body)
		_, rest, _ := strings.Cut(string(body), `"num_ctx":`)
		n, _, _ := strings.Cut(rest, ",")
		loaded = append(loaded, strings.Trim(n, "}"))
		fmt.Fprint(w, `{"message":{"content":"yes"},"done":true,"done_reason":"stop"}`)
	}))
	defer s.Close()
	client := newClient(t, Options{Backend: Ollama, BaseURL: s.URL, Name: "m", Stream: true, Seal: egress.New(egress.Options{}).Seal})
	client.Traits(context.Background())
	if _, err := client.Complete(context.Background(), Prompt{User: "short", MaxTokens: 100}); err != nil || len(loaded) != 1 || loaded[0] != "2048" {
		t.Errorf("%v, loaded with %s", err, loaded)
	}
	long := strings.Repeat("a word and another ", 800)
	if _, err := client.Complete(context.Background(), Prompt{User: long, MaxTokens: 100}); err == nil || !strings.Contains(err.Error(), "too long") || len(loaded) != 1 {
		t.Errorf("a prompt over the window: %v, asked %d times", err, len(loaded))
	}
}
