package model

import (
	"context"
	"encoding/json"
	"net/http"
	"strings"
	"time"

	"github.com/fettle-dev/fettle/internal/limits"
)

// Health is what a check of the endpoint found.
type Health struct {
	Host    string
	Known   bool        // the endpoint lists the model
	Listed  bool        // the endpoint lists models at all; else Known says nothing
	Models  int         // how many it lists
	Drops   bool        // the model's template leaves the instructions out: it cannot be used
	Local   []Installed // what Ollama lists
	Elapsed time.Duration
}

// Installed is a model that Ollama has.
type Installed struct {
	Name     string
	Size     int64   // of its file, in bytes
	Billions float64 // parameters, 0 where that is not said
	Family   string
}

// Ping asks the endpoint for its models: whether it can be reached, accepts the key, and knows the model, and of Ollama
// whether the model's template passes instructions on. No text of the user's is sent, and the model is not run. The
// error is an [*Error]; a model that is not listed is one.
func (c *Client) Ping(ctx context.Context) (Health, error) {
	start := time.Now()
	h, f := c.ping(ctx)
	h.Host, h.Elapsed = c.end.host, time.Since(start)
	if f != nil {
		if f.fault == FaultTimeout && f.limit == 0 {
			f.limit = h.Elapsed
		}
		return h, c.err(f)
	}
	return h, nil
}

func (c *Client) ping(ctx context.Context) (Health, *fail) {
	var h Health
	if c.key.IsZero() && c.needsKey() {
		return h, &fail{fault: FaultNoKey, local: true}
	}
	ctx, cancel := context.WithTimeout(ctx, c.timing.ping)
	defer cancel()
	elem := "models"
	if c.opt.Backend == Ollama {
		elem = "api/tags"
	}
	x, f := c.glance(ctx, http.MethodGet, elem, nil)
	switch {
	case f != nil:
		return h, f
	case x.status == http.StatusNotFound || x.status == http.StatusMethodNotAllowed ||
		x.status == http.StatusNotImplemented:
		return h, nil // it answers, and lists nothing
	case x.status != http.StatusOK:
		return h, c.fromStatus(x.status, x.body, retryAfter(x.header, time.Now(), c.timing))
	}
	names, ok := modelNames(x.body)
	if !ok {
		return h, &fail{fault: FaultMalformed, detail: "model list"}
	}
	h.Listed, h.Models = true, len(names)
	if c.opt.Backend == Ollama {
		h.Local = installed(x.body)
	}
	for _, n := range names {
		if c.goesBy(n) {
			h.Known = true
			h.Drops = c.opt.Backend == Ollama && c.drops(ctx)
			return h, nil
		}
	}
	if onlyOne(x.body) {
		h.Known = true
		return h, nil
	}
	if c.opt.Backend == Anthropic {
		h.Listed = false // aliases are not in its list, and the list has pages
		return h, nil
	}
	return h, &fail{fault: FaultUnknownModel, detail: "not listed"}
}

// goesBy reports whether a server's list means our model by a name.
func (c *Client) goesBy(listed string) bool {
	name := c.opt.Name
	return listed == name || strings.TrimSuffix(listed, ":latest") == name || strings.TrimPrefix(listed, "models/") == name
}

// onlyOne reports whether a list is of llama.cpp's server and of one model, which it
// names by its file and serves under every name:
// https://github.com/ggml-org/llama.cpp/tree/master/tools/server#get-v1models
func onlyOne(body []byte) bool {
	var list struct {
		Data []struct {
			Owner string `json:"owned_by"`
		}
	}
	return json.Unmarshal(body, &list) == nil && len(list.Data) == 1 && list.Data[0].Owner == "llamacpp"
}

// glance returns a short question about the endpoint itself.
func (c *Client) glance(ctx context.Context, method, elem string, body []byte) (exchange, *fail) {
	req, f := c.request(ctx, method, c.end.base.JoinPath(elem).Path, body)
	if f != nil {
		return exchange{}, f
	}
	w := c.timing.explicit
	w.first, w.idle = c.timing.ping, c.timing.ping
	return c.exchange(req, plan{kind: "ping", body: body, waits: w, cap: limits.ModelAnswer})
}

// modelNames reads both forms of list.
func modelNames(body []byte) ([]string, bool) {
	var list struct {
		Data   []struct{ ID string }   `json:"data"`
		Models []struct{ Name string } `json:"models"`
	}
	if json.Unmarshal(body, &list) != nil || list.Data == nil && list.Models == nil {
		return nil, false
	}
	var names []string
	for _, m := range list.Data {
		names = append(names, m.ID)
	}
	for _, m := range list.Models {
		names = append(names, m.Name)
	}
	return names, true
}
