package main

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"strings"
	"sync"
	"time"
)

// tap stands between fettle and the endpoint and keeps what is asked and
// answered. It changes nothing.
type tap struct {
	answering sync.RWMutex // held for reading while a request is answered
	url       string
	server    *httptest.Server
	mu        sync.Mutex
	list      []tapped
}

// tapped is one exchange.
type tapped struct {
	System, User, Answer string
	Prompt, Completion   int           // tokens
	Reading              time.Duration // of the prompt, as the server says
	Took                 time.Duration
}

func newTap(endpoint string) (*tap, error) {
	to, err := url.Parse(endpoint)
	if err != nil {
		return nil, err
	}
	t := &tap{}
	path := to.Path // of the API: it is asked for as the endpoint would be
	to.Path = ""
	proxy := httputil.NewSingleHostReverseProxy(to)
	proxy.FlushInterval = -1
	t.server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		t.answering.RLock()
		defer t.answering.RUnlock()
		body, err := io.ReadAll(r.Body)
		if err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
			return
		}
		r.Body = io.NopCloser(bytes.NewReader(body))
		start := time.Now()
		copied := &copyWriter{ResponseWriter: w}
		proxy.ServeHTTP(copied, r)
		if strings.Contains(r.URL.Path, "chat") {
			t.keep(body, copied.body.Bytes(), time.Since(start))
		}
	}))
	t.url = t.server.URL + path
	return t, nil
}

func (t *tap) close() { t.server.Close() }

// take returns what was kept since the last time. The last answer has often been read
// by whom it is for before it is kept here.
func (t *tap) take() []tapped {
	t.answering.Lock()
	defer t.answering.Unlock()
	t.mu.Lock()
	defer t.mu.Unlock()
	list := t.list
	t.list = nil
	return list
}

// copyWriter keeps a copy of an answer's body.
type copyWriter struct {
	http.ResponseWriter
	body bytes.Buffer
}

func (c *copyWriter) Write(p []byte) (int, error) {
	c.body.Write(p)
	return c.ResponseWriter.Write(p)
}

func (c *copyWriter) Unwrap() http.ResponseWriter { return c.ResponseWriter }

// tapMessage is a piece of an answer, in the form of either protocol.
type tapMessage struct {
	Message *struct{ Content string }
	Choices []struct{ Delta, Message *struct{ Content string } }
	Usage   *struct {
		PromptTokens     int `json:"prompt_tokens"`
		CompletionTokens int `json:"completion_tokens"`
	}
	PromptEvalCount    int           `json:"prompt_eval_count"`
	EvalCount          int           `json:"eval_count"`
	PromptEvalDuration time.Duration `json:"prompt_eval_duration"`
}

func (t *tap) keep(request, answer []byte, took time.Duration) {
	x := tapped{Took: took}
	var asked struct {
		Messages []struct{ Role, Content string }
	}
	_ = json.Unmarshal(request, &asked)
	for _, m := range asked.Messages {
		if m.Role == "system" {
			x.System = m.Content
		} else {
			x.User += m.Content
		}
	}
	var text strings.Builder
	for line := range bytes.Lines(answer) {
		line = bytes.TrimPrefix(bytes.TrimSpace(line), []byte("data: "))
		var m tapMessage
		if json.Unmarshal(line, &m) != nil {
			continue
		}
		if m.Message != nil {
			text.WriteString(m.Message.Content)
		}
		for _, c := range m.Choices {
			if c.Delta != nil {
				text.WriteString(c.Delta.Content)
			}
			if c.Message != nil {
				text.WriteString(c.Message.Content)
			}
		}
		if m.Usage != nil {
			x.Prompt, x.Completion = m.Usage.PromptTokens, m.Usage.CompletionTokens
		}
		x.Prompt, x.Completion = max(x.Prompt, m.PromptEvalCount), max(x.Completion, m.EvalCount)
		x.Reading = max(x.Reading, m.PromptEvalDuration)
	}
	x.Answer = text.String()
	t.mu.Lock()
	defer t.mu.Unlock()
	t.list = append(t.list, x)
}
