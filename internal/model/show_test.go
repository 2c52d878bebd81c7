package model

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/fettle-dev/fettle/internal/egress"
)

// TestPingTemplate: a model whose template leaves the instructions out is told
// from those that are rendered in another way.
func TestPingTemplate(t *testing.T) {
	for name, c := range map[string]struct {
		show  string
		drops bool
	}{
		"as ollama create writes it":  {`{"template":"{{ .Prompt }}"}`, true},
		"system":                      {`{"template":"{{ if .System }}{{ .System }}{{ end }}{{ .Prompt }}"}`, false},
		"messages by role":            {`{"template":"{{ range .Messages }}<{{ .Role }}>{{ .Content }}{{ end }}"}`, false},
		"messages, system named":      {`{"template":"{{ range .Messages }}{{ if eq .Role \"system\" }}{{ .Content }}{{ end }}{{ end }}"}`, false},
		"messages of the user only":   {`{"template":"{{ range .Messages }}{{ if eq .Role \"user\" }}{{ .Content }}{{ end }}{{ end }}"}`, true},
		"a renderer":                  {`{"template":"{{ .Prompt }}","renderer":"qwen3-coder"}`, false},
		"a renderer in the modelfile": {`{"template":"{{ .Prompt }}","modelfile":"FROM x\nRENDERER qwen3-coder\n"}`, false},
		"no template":                 {`{}`, false},
		"an answer that is none":      {`<html>`, false},
	} {
		t.Run(name, func(t *testing.T) {
			asked := ""
			s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				if r.URL.Path == "/api/tags" {
					fmt.Fprint(w, `{"models":[{"name":"m:1b"}]}`)
					return
				}
				asked = r.Method + " " + r.URL.Path
				fmt.Fprint(w, c.show)
			}))
			defer s.Close()
			client := newClient(t, Options{Backend: Ollama, BaseURL: s.URL, Name: "m:1b", Seal: egress.New(egress.Options{}).Seal})
			h, err := client.Ping(context.Background())
			if err != nil || !h.Known || h.Drops != c.drops || asked != "POST /api/show" {
				t.Errorf("%+v, %v, asked %s", h, err, asked)
			}
		})
	}
}

func TestChoose(t *testing.T) {
	list := installed([]byte(`{"models":[
		{"name":"nomic-embed-text","size":1073741824,"details":{"family":"nomic-bert","parameter_size":"137M"}},
		{"name":"llama3.1:8b","size":5368709120,"details":{"family":"llama","parameter_size":"8.0B"}},
		{"name":"qwen2.5-coder:1.5b","size":1073741824,"details":{"parameter_size":"1.5B"}},
		{"name":"qwen2.5-coder:7b","size":5368709120,"details":{"parameter_size":"7.6B"}},
		{"name":"qwen2.5-coder:32b","size":21474836480,"details":{"parameter_size":"32.8B"}}]}`))
	for memory, want := range map[int64]string{100: "qwen2.5-coder:32b", 10: "qwen2.5-coder:7b", 2: "qwen2.5-coder:1.5b", 0: ""} {
		if m, _, ok := Choose(list, 0.3, memory<<30); m.Name != want || ok != (want != "") {
			t.Errorf("up to %d GB: %+v", memory, m)
		}
	}
	if m, why, _ := Choose(list[:2], 0.3, 10<<30); m.Name != "llama3.1:8b" || why != "the largest of up to 10 GB" {
		t.Errorf("%+v: %s", m, why)
	}
	list = append(list[:1], Installed{Name: "tiny-coder:135m", Size: 1 << 20, Billions: 0.135})
	if m, _, ok := Choose(list, 0.3, 10<<30); ok {
		t.Errorf("%+v is chosen", m)
	}
}
