package model

import (
	"cmp"
	"context"
	"encoding/json"
	"net/http"
	"strings"
	"sync"

	"github.com/fettle-dev/fettle/internal/limits"
)

// Traits is what an endpoint says of its model; what it does not say is zero.
type Traits struct {
	Family   string
	Billions float64 // parameters
	Window   int     // tokens that it was made to read
}

// learnt is what the server said about a client's model.
type learnt struct {
	mu   sync.Mutex
	done bool
	Traits
}

// Traits asks an endpoint on this computer, once, what its model is: names such as
// "my-coder:latest" do not say how large it is. No text of the user's is sent, and
// the model is not run. Other endpoints are not asked.
func (c *Client) Traits(ctx context.Context) Traits {
	if !c.end.loopback {
		return Traits{}
	}
	c.learnt.mu.Lock()
	defer c.learnt.mu.Unlock()
	if c.learnt.done {
		return c.learnt.Traits
	}
	ctx, cancel := context.WithTimeout(ctx, c.timing.ping)
	defer cancel()
	method, elem, body, read := http.MethodGet, "models", []byte(nil), listed
	if c.opt.Backend == Ollama {
		method, elem, body, read = http.MethodPost, "api/show", mustJSON(map[string]string{"model": c.opt.Name}), shown
	}
	x, f := c.glance(ctx, method, elem, body)
	if f != nil {
		return Traits{} // the question itself will show what is wrong
	}
	if x.status == http.StatusServiceUnavailable {
		return Traits{} // it is loading the model
	}
	c.learnt.done = true
	if x.status == http.StatusOK {
		c.learnt.Traits = read(x.body, c.opt.Name)
	}
	return c.learnt.Traits
}

// window returns the model's own, where that is known.
func (l *learnt) window() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.Window
}

// shown reads Ollama's answer about one model:
// https://docs.ollama.com/api-reference/show-model-details
func shown(body []byte, _ string) Traits {
	var a struct {
		Details struct {
			Family     string
			Parameters string `json:"parameter_size"`
		}
		Info map[string]json.RawMessage `json:"model_info"`
	}
	if json.Unmarshal(body, &a) != nil {
		return Traits{}
	}
	t := Traits{Family: a.Details.Family, Billions: parameters(a.Details.Parameters)}
	if n := loose[float64](a.Info["general.parameter_count"]); n > 0 {
		t.Billions = n / 1e9
	}
	arch := loose[string](a.Info["general.architecture"])
	t.Window = loose[int](a.Info[arch+".context_length"])
	if t.Family == "" {
		t.Family = arch
	}
	return t
}

// listed reads the entry of a model in a list by OpenAI's protocol: vLLM and
// OpenRouter say how long its window is, llama.cpp how many parameters it has and
// with which window it was started. A list of one is that model's under any name:
// llama.cpp names it by its file and answers to every name. Older ones say only
// what the model was made for, and may have been started with less.
// https://docs.vllm.ai/en/stable/serving/openai_compatible_server.html
// https://github.com/ggml-org/llama.cpp/tree/master/tools/server#get-v1models
func listed(body []byte, name string) Traits {
	var list struct {
		Data []struct {
			ID      string
			Most    int `json:"max_model_len"`
			Context int `json:"context_length"`
			Meta    struct {
				Parameters float64 `json:"n_params"`
				Started    int     `json:"n_ctx"`
				Trained    int     `json:"n_ctx_train"`
			}
		}
	}
	if json.Unmarshal(body, &list) != nil {
		return Traits{}
	}
	for _, m := range list.Data {
		if m.ID == name || strings.TrimSuffix(m.ID, ":latest") == name || onlyOne(body) {
			return Traits{Billions: m.Meta.Parameters / 1e9,
				Window: cmp.Or(m.Meta.Started, m.Most, m.Context, min(m.Meta.Trained, limits.ModelWindow))}
		}
	}
	return Traits{}
}
