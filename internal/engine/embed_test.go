package engine

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/fettle-dev/fettle/internal/config"
	"github.com/fettle-dev/fettle/internal/egress"
	"github.com/fettle-dev/fettle/internal/testkit/must"
	"github.com/fettle-dev/fettle/internal/text"
)

// embedServer is the endpoint of an embedding model, of Ollama or with the
// protocol of OpenAI. It counts what it is sent.
type embedServer struct {
	*httptest.Server
	mu    sync.Mutex
	texts []string
	done  chan struct{} // closed with the first request
	once  sync.Once
}

func newEmbedServer(t *testing.T) *embedServer {
	s := &embedServer{done: make(chan struct{})}
	s.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var body struct{ Input json.RawMessage }
		var texts []string
		if json.NewDecoder(r.Body).Decode(&body) != nil || json.Unmarshal(body.Input, &texts) != nil {
			texts = []string{""}
			_ = json.Unmarshal(body.Input, &texts[0])
		}
		s.mu.Lock()
		s.texts = append(s.texts, texts...)
		s.mu.Unlock()
		var list [][]float32
		var data []any
		for i, text := range texts {
			v := []float32{1, float32(strings.Count(text, "vehicle") + strings.Count(text, "automobile"))}
			list = append(list, v)
			data = append(data, map[string]any{"index": i, "embedding": v})
		}
		_ = json.NewEncoder(w).Encode(map[string]any{"embeddings": list, "data": data})
		s.once.Do(func() { close(s.done) })
	}))
	t.Cleanup(s.Close)
	return s
}

// TestEmbeddings: vectors are made in idle time by the model of the settings,
// of what may leave, and rank what a question finds.
func TestEmbeddings(t *testing.T) {
	for _, backend := range []string{"ollama", "small"} {
		t.Run(backend, func(t *testing.T) {
			t.Setenv("XDG_CACHE_HOME", t.TempDir())
			t.Setenv("XDG_STATE_HOME", t.TempDir())
			server := newEmbedServer(t)
			root := t.TempDir()
			for name, body := range map[string]string{"a.py": "def start_vehicle(it):\n    return it\n", "b.py": "def mix(it):\n    return it\n",
				"key.py": "key = 'AKIAIOSFODNN7EXAMPLQ'\n", ".aiignore": "denied.py\n", "denied.py": "canary = 1\n"} {
				must.OK(t, os.WriteFile(filepath.Join(root, name), []byte(body), 0o600))
			}
			s, _ := config.Resolve()
			s.Context.Embeddings = config.Embeddings{Enabled: true, Backend: backend, Model: "tiny", URL: server.URL}
			s.Models = map[string]config.Model{"small": {Backend: "openai", URL: server.URL + "/v1", Name: "big"}}
			p := testProcess()
			t.Cleanup(p.Close)
			e := p.Engine(s, []string{root}, Sources{}, quiet())
			if v := p.embedding(s, e.gate, quiet()); v == nil || !strings.HasPrefix(v.Model, "tiny@127.0.0.1") {
				t.Fatalf("embedding %+v", v)
			}
			e.Warm(t.Context(), text.File(filepath.Join(root, "b.py"), "python", "def mix(it):\n    return it\n"))
			<-server.done // without a further step: after a while of idleness
			must.OK(t, p.workspaces.Of(root).Embed(t.Context()))
			server.mu.Lock()
			sent := strings.Join(server.texts, "\n")
			server.mu.Unlock()
			if strings.Count(sent, "a.py: ") != 1 || strings.Contains(sent, "AKIAIOSFODNN7EXAMPLQ") || strings.Contains(sent, "canary") {
				t.Errorf("sent:\n%s", sent)
			}
			q := e.Questions()
			q.Query, q.MinScore = "return of an automobile", 0
			if res, err := e.Query(t.Context(), root, q); err != nil || len(res.Results) == 0 || res.Results[0].Location.FilePath != "a.py" {
				t.Errorf("%+v, %v", res.Results, err)
			}
			audit, err := os.ReadFile(AuditFile())
			if err != nil || !strings.Contains(string(audit), `"kind":"embed"`) || strings.Contains(string(audit), "vehicle") {
				t.Errorf("audit: %s, %v", audit, err)
			}
		})
	}
}

// Whoever only asks, and opens no document, gets vectors, too.
func TestEmbeddingsForQuestions(t *testing.T) {
	for name, ask := range map[string]func(p *Process, e *Engine, root string) error{
		"a question": func(_ *Process, e *Engine, root string) error {
			q := e.Questions()
			q.Query = "vehicle"
			_, err := e.Query(t.Context(), root, q)
			return err
		},
		"an index brought up to date": func(p *Process, _ *Engine, root string) error { return p.workspaces.Refresh(t.Context(), root) },
	} {
		t.Run(name, func(t *testing.T) {
			t.Setenv("XDG_CACHE_HOME", t.TempDir())
			t.Setenv("XDG_STATE_HOME", t.TempDir())
			server, root := newEmbedServer(t), t.TempDir()
			must.Write(t, filepath.Join(root, "a.py"), "def start_vehicle(it):\n    return it\n")
			s, _ := config.Resolve()
			s.Context.Embeddings = config.Embeddings{Enabled: true, Backend: "ollama", Model: "tiny", URL: server.URL}
			p := testProcess()
			t.Cleanup(p.Close)
			must.OK(t, ask(p, p.Engine(s, []string{root}, Sources{}, quiet()), root))
			select {
			case <-server.done:
			case <-time.After(time.Minute):
				t.Error("no vector was asked for")
			}
		})
	}
}

// TestEmbeddingsAreOff unless the user wants them, and stay on this computer
// unless the user names another.
func TestEmbeddingsAreOff(t *testing.T) {
	p := testProcess()
	s, _ := config.Resolve()
	gate := egress.New(egress.Options{})
	if e := p.embedding(s, gate, quiet()); e != nil {
		t.Error("on by default")
	}
	s.Context.Embeddings.Enabled = true
	t.Setenv("OLLAMA_HOST", "https://embed.example.org:11434")
	if _, err := p.embedder(s, gate, quiet()); err == nil || !strings.Contains(err.Error(), "context.embeddings.url") {
		t.Errorf("another computer from the environment: %v", err)
	}
	s.Context.Embeddings.URL, s.Privacy.Mode = "https://embed.example.org:11434", "local"
	if _, err := p.embedder(s, gate, quiet()); err == nil {
		t.Error("another computer though everything must stay here")
	}
	s.Context.Embeddings.Backend = "nobody"
	if _, err := p.embedder(s, gate, quiet()); err == nil || !strings.Contains(err.Error(), "context.embeddings.backend") {
		t.Errorf("an unknown backend: %v", err)
	}
}

func TestEmbeddingModelsHavePrefixes(t *testing.T) {
	for _, tt := range []struct{ name, query, text string }{
		{"nomic-embed-text", "search_query: ", "search_document: "},
		{"library/Nomic-Embed-Text:v1.5", "search_query: ", "search_document: "},
		{"mxbai-embed-large", "Represent this sentence for searching relevant passages: ", ""},
		{"bge-small-en-v1.5", "Represent this sentence for searching relevant passages: ", ""},
		{"bge-m3", "", ""},
		{"e5-base-v2", "query: ", "passage: "},
		{"multilingual-e5-large-instruct", "", ""},
		{"all-minilm", "", ""},
		{"text-embedding-3-small", "", ""},
	} {
		if query, text := prefixes(tt.name); query != tt.query || text != tt.text {
			t.Errorf("%s: %q, %q", tt.name, query, text)
		}
	}
}
