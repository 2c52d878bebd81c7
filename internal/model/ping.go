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
	Known   bool // the endpoint lists the model
	Listed  bool // the endpoint lists models at all; else Known says nothing
	Models  int  // how many it lists
	Elapsed time.Duration
}

// Ping asks the endpoint for its models: whether it can be reached, takes the
// key, and knows the model. No text of the user's is sent, and the model is not
// run. The error is an [*Error]; a model that is not listed is one.
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
	req, f := c.request(ctx, http.MethodGet, c.end.base.JoinPath(elem).Path, nil)
	if f != nil {
		return h, f
	}
	w := c.timing.explicit
	w.first, w.idle = c.timing.ping, c.timing.ping
	x, f := c.exchange(req, plan{kind: "ping", waits: w, cap: limits.ModelAnswer})
	switch {
	case f != nil:
		return h, f
	case x.status == http.StatusNotFound || x.status == http.StatusMethodNotAllowed || x.status == http.StatusNotImplemented:
		return h, nil // it answers, and lists nothing
	case x.status != http.StatusOK:
		return h, c.fromStatus(x.status, x.body, retryAfter(x.header, time.Now(), c.timing))
	}
	names, ok := modelNames(x.body)
	if !ok {
		return h, &fail{fault: FaultMalformed, detail: "model list"}
	}
	h.Listed, h.Models = true, len(names)
	for _, n := range names {
		if n == c.opt.Name || strings.TrimSuffix(n, ":latest") == c.opt.Name || strings.TrimPrefix(n, "models/") == c.opt.Name {
			h.Known = true
			return h, nil
		}
	}
	if c.opt.Backend == Anthropic {
		h.Listed = false // aliases are not in its list, and the list has pages
		return h, nil
	}
	return h, &fail{fault: FaultUnknownModel, detail: "not listed"}
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
