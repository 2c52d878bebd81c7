package model

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"strings"
	"time"

	"github.com/fettle-dev/fettle/internal/lazyre"
	"github.com/fettle-dev/fettle/internal/limits"
)

// call is the record of one attempt, which alone decides how it ended.
type call struct {
	prompt  Prompt
	waits   waits
	started time.Time
	schema  bool // structured output was asked for
	likely  bool // likelihoods were asked for
	body    []byte

	answer  answer
	vectors [][]float32
	x       exchange
}

// draftKey is under which the place for a request stands in the context: langchaingo, which
// makes it, hands on nothing else.
type draftKey struct{}

// draft is a request as langchaingo makes it.
type draft struct {
	path string
	body []byte
}

// errDrafted ends a call of langchaingo: the request is made, and more it is not asked for.
var errDrafted = errors.New("the request is made")

// drafting is the RoundTripper that langchaingo is given. It sends nothing: bytes from the
// network never reach langchaingo's parsers, which take some broken answers for whole ones.
type drafting struct{}

func (drafting) RoundTrip(req *http.Request) (*http.Response, error) {
	d, ok := req.Context().Value(draftKey{}).(*draft)
	if !ok || req.Body == nil {
		return nil, errors.New("a request outside of a call")
	}
	defer req.Body.Close()
	body, err := io.ReadAll(io.LimitReader(req.Body, 4*limits.ModelRequest))
	if err != nil {
		return nil, err
	}
	d.path, d.body = req.URL.Path, body
	return nil, errDrafted
}

// seal shows a request to the gate, as it will be sent.
func (c *Client) seal(body []byte) *fail {
	if len(body) > limits.ModelRequest {
		return &fail{fault: FaultRefused, cause: "request over 1 MiB, not sent; lower the context budget",
			detail: "request size"}
	}
	if err := c.opt.Seal(body); err != nil {
		return &fail{fault: FaultRefused, cause: clipLine(err.Error()), err: err, detail: "sealed"}
	}
	return nil
}

// receive does the exchange and judges the answer.
func (c *Client) receive(out *http.Request, k *call) *fail {
	b := c.opt.Backend
	tool := k.schema && b == Anthropic
	reported := time.Now()
	x, f := c.exchange(out, plan{
		kind: cmp.Or(k.prompt.About.Kind, "fix"), body: k.body, waits: k.waits, alive: c.pulse(k.prompt.Mode),
		cap: limits.ModelAnswer,
		ended: func(body []byte) bool {
			if !mayEnd(b, body) {
				return false
			}
			a, f := parse(b, body, tool)
			return f == nil && a.ended
		},
		progress: func(n int) {
			if now := time.Now(); k.prompt.Progress != nil && now.Sub(reported) >= limits.ModelProgress {
				reported = now
				k.prompt.Progress(n, now.Sub(k.started))
			}
		},
	})
	k.x = x
	if f != nil {
		return f
	}
	if x.status != http.StatusOK {
		return c.fromStatus(x.status, x.body, retryAfter(x.header, time.Now(), c.timing))
	}
	a, f := parse(b, x.body, tool)
	k.answer = a
	switch {
	case f != nil && x.broke:
		return &fail{fault: FaultIncomplete, detail: "broke: " + f.detail}
	case f != nil:
		f.after = retryAfter(x.header, time.Now(), c.timing)
		return f
	case a.stop == stopLength:
		return &fail{fault: FaultTooLong, detail: "stop reason length"}
	case !a.ended:
		return &fail{fault: FaultIncomplete, detail: "no end marker"}
	case a.stop != stopNatural:
		return &fail{fault: FaultMalformed, detail: "unnatural stop", cause: "declined"}
	case strings.TrimSpace(a.text) == "":
		return &fail{fault: FaultMalformed, detail: "empty text"}
	}
	return nil
}

// request makes a request to the client's own origin, with the key if it was
// bound to that origin. langchaingo never sees the key.
func (c *Client) request(ctx context.Context, method, path string, body []byte) (*http.Request, *fail) {
	u := *c.end.base
	u.Path = path
	req, err := http.NewRequestWithContext(ctx, method, u.String(), bytes.NewReader(body))
	if err != nil || originOf(req.URL) != c.end.origin {
		return nil, &fail{fault: FaultConfig, cause: "model.url is not usable; write it like https://host/v1", detail: "request"}
	}
	if len(body) == 0 {
		req.Body, req.ContentLength = nil, 0
	} else {
		req.Header.Set("Content-Type", "application/json")
	}
	req.GetBody = nil // a body is sent once; our own retry seals it again
	req.Header.Set("Accept", "application/json, text/event-stream, application/x-ndjson")
	for name, value := range c.opt.Headers {
		req.Header.Set(name, value)
	}
	req.Header.Set("User-Agent", c.opt.UserAgent)
	if key, ok := c.key.Open(c.end.origin); ok {
		if c.opt.Backend == Anthropic {
			req.Header.Set("x-api-key", key)
		} else {
			req.Header.Set("Authorization", "Bearer "+key)
		}
	}
	if c.opt.Backend == Anthropic {
		req.Header.Set("anthropic-version", "2023-06-01")
	}
	return req, nil
}

// shape rewrites langchaingo's request: structured output, the user's extra
// members, and what it leaves out or gets wrong.
func (c *Client) shape(body []byte, k *call) ([]byte, error) {
	m := map[string]json.RawMessage{}
	if err := json.Unmarshal(body, &m); err != nil {
		return nil, err
	}
	k.schema = len(k.prompt.Schema) > 0 && !c.plain.Load()
	m["stream"] = mustJSON(c.opt.Stream)
	switch c.opt.Backend {
	case Ollama:
		// Ollama unloads after five minutes by itself, and the next fix waits for the loading:
		// https://docs.ollama.com/faq#how-do-i-keep-a-model-loaded-in-memory-or-make-it-unload-immediately
		m["keep_alive"] = mustJSON(limits.ModelLoaded.String())
		if err := c.roomFor(m, k.prompt); err != nil {
			return nil, err
		}
		m["logprobs"] = mustJSON(true) // https://docs.ollama.com/api/chat, since 0.12.11
		delete(m, "format")            // an empty one is refused by some
		if k.schema {
			m["format"] = k.prompt.Schema
		}
	case Anthropic:
		if k.schema {
			m["tools"] = mustJSON([]any{map[string]any{"name": toolName, "description": "Give the answer.",
				"input_schema": json.RawMessage(k.prompt.Schema)}})
			m["tool_choice"] = mustJSON(map[string]any{"type": "tool", "name": toolName})
		}
	default:
		c.shapeOpenAI(m, k)
	}
	for name, value := range c.opt.Extra {
		m[name] = value
	}
	return json.Marshal(m)
}

// shapeOpenAI does that for the protocol that most servers speak.
func (c *Client) shapeOpenAI(m map[string]json.RawMessage, k *call) {
	if c.opt.Stream {
		m["stream_options"] = mustJSON(map[string]bool{"include_usage": true})
	}
	if k.schema {
		m["response_format"] = mustJSON(map[string]any{"type": "json_schema", "json_schema": map[string]any{
			"name": toolName, "strict": true, "schema": json.RawMessage(unstrict.ReplaceAll(k.prompt.Schema, nil))}})
	}
	if k.likely = c.end.loopback && c.opt.Backend == OpenAI && !c.mute.Load(); k.likely {
		// llama.cpp says what else each of 20 tokens might have been, 3 kB each, unless the request says how many:
		// https://github.com/ggml-org/llama.cpp/tree/master/tools/server#post-v1chatcompletions-openai-compatible-chat-completions-api
		m["logprobs"], m["top_logprobs"] = mustJSON(true), mustJSON(1)
	}
	if reasoning(c.opt.Name) {
		delete(m, "temperature") // these models accept no other than their own
	}
}

const toolName = "edit_script"

// reasoning reports whether a name is of OpenAI's models that refuse a temperature; langchaingo knows
// only some of them.
func reasoning(name string) bool {
	return len(name) > 1 && name[0] == 'o' && name[1] >= '1' && name[1] <= '9' || strings.HasPrefix(name, "gpt-5")
}

// unstrict are the keywords that strict modes refuse. They bound sizes only, and decoding
// checks those itself.
var unstrict = lazyre.New(`,?\s*"(?:max|min)Length":\s*\d+`)

// mustJSON encodes maps of strings and numbers, which cannot fail.
func mustJSON(v any) []byte {
	data, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return data
}

func clipLine(s string) string {
	s = oneLine(s)
	if r := []rune(s); len(r) > 160 {
		return string(r[:159]) + "…"
	}
	return s
}
