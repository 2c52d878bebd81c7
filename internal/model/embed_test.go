package model

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/fettle-dev/fettle/internal/testkit/must"
)

// vectorServer answers embeddings of both protocols: the vector of a text is
// its length and its number of line breaks.
func vectorServer(t *testing.T, answer func(r *http.Request, texts []string) string) (url string, seen *[]string) {
	t.Helper()
	seen = &[]string{}
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		var b struct {
			Input json.RawMessage `json:"input"`
		}
		var texts []string
		_ = json.Unmarshal(body, &b)
		if json.Unmarshal(b.Input, &texts) != nil {
			var one string
			_ = json.Unmarshal(b.Input, &one)
			texts = []string{one}
		}
		*seen = append(*seen, texts...)
		out := answer(r, texts)
		if out == "401" {
			w.WriteHeader(http.StatusUnauthorized)
			return
		}
		_, _ = io.WriteString(w, out)
	}))
	t.Cleanup(s.Close)
	return s.URL, seen
}

func vector(s string) []float32 {
	return []float32{float32(len(s)) + 0.25, float32(strings.Count(s, "\n"))}
}

func goodVectors(r *http.Request, texts []string) string {
	if strings.HasSuffix(r.URL.Path, "/api/embed") {
		list := [][]float32{}
		for _, s := range texts {
			list = append(list, vector(s))
		}
		return string(mustJSON(map[string]any{"embeddings": list}))
	}
	var data []any
	for i, s := range texts {
		data = append(data, map[string]any{"index": i, "embedding": vector(s)})
	}
	slices.Reverse(data) // any order is allowed
	return string(mustJSON(map[string]any{"data": data}))
}

func TestEmbed(t *testing.T) {
	var texts []string
	var want [][]float32
	for i := range 150 {
		texts = append(texts, strings.Repeat("line\n", i%7)+fmt.Sprint("x", i))
		want = append(want, vector(texts[i]))
	}
	given := slices.Clone(texts)
	for _, b := range []Backend{OpenAI, Ollama} {
		url, seen := vectorServer(t, goodVectors)
		e, err := NewEmbedder(setup{b, false}.options(url))
		must.OK(t, err)
		got, err := e.Embed(context.Background(), texts)
		if err != nil {
			t.Fatal(b, err)
		}
		if d := cmp.Diff(want, got); d != "" {
			t.Errorf("%s: %s", b, d)
		}
		if !slices.Equal(texts, given) || !slices.Equal(*seen, given) {
			t.Errorf("%s: texts were changed", b)
		}
	}
	if _, err := NewEmbedder(setup{Anthropic, false}.options("")); err == nil {
		t.Error("anthropic has no embeddings")
	}
}

func TestEmbedFaults(t *testing.T) {
	for name, c := range map[string]struct {
		openAI, ollama string
		want           Fault
	}{
		"too few":      {`{"data":[{"index":0,"embedding":[1,2]}]}`, `{"embeddings":[]}`, FaultMalformed},
		"two lengths":  {`{"data":[{"index":0,"embedding":[1,2]},{"index":1,"embedding":[1]}]}`, `{"embeddings":[[1],[1,2]]}`, FaultMalformed},
		"same index":   {`{"data":[{"index":0,"embedding":[1]},{"index":0,"embedding":[1]}]}`, `{"embeddings":[[]]}`, FaultMalformed},
		"bad index":    {`{"data":[{"index":-1,"embedding":[1]},{"index":9,"embedding":[1]}]}`, `{"embeddings":null}`, FaultMalformed},
		"HTML":         {`<html>`, `<html>`, FaultMalformed},
		"empty":        {``, `{}`, FaultMalformed},
		"error":        {`{"error":{"type":"server_error"}}`, `{"error":"loading"}`, FaultServer},
		"cut":          {`{"data":[{"index":0,`, `{"embeddings":[[1,`, FaultIncomplete},
		"key rejected": {"401", "401", FaultKeyRejected},
	} {
		for b, body := range map[Backend]string{OpenAI: c.openAI, Ollama: c.ollama} {
			url, _ := vectorServer(t, func(*http.Request, []string) string { return body })
			e, err := NewEmbedder(setup{b, false}.options(url))
			must.OK(t, err)
			got, err := e.Embed(context.Background(), []string{"a", "b"})
			if faultOf(err) != c.want && !(body == "" && faultOf(err) == FaultIncomplete) || got != nil {
				t.Errorf("%s %s: %v %v, want %s", name, b, got, err, c.want)
			}
		}
	}
}
