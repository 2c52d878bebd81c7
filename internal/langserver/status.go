package langserver

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/fettle-dev/fettle/internal/limits"
)

// status handles the notification experimental/serverStatus, which rust-analyzer
// made common: a server that is not quiescent is still loading the workspace.
func (c *session) status(params json.RawMessage) {
	var p struct {
		Health    string `json:"health"`
		Message   string `json:"message"`
		Quiescent bool   `json:"quiescent"`
	}
	if json.Unmarshal(params, &p) != nil {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.ill = nil
	if p.Health == "error" {
		c.ill = errors.New("the language server reports a problem with itself")
		if p.Message != "" {
			c.ill = fmt.Errorf("the language server reports a problem with itself: %.*s", limits.Message, p.Message)
		}
	}
	switch {
	case !p.Quiescent && c.loading == nil:
		c.loading = make(chan struct{})
		c.loads.Add(1)
	case p.Quiescent && c.loading != nil:
		close(c.loading)
		c.loading = nil
		c.loads.Add(1)
	}
}

// loaded waits until the server has loaded the workspace, as far as it says so.
func (c *session) loaded(ctx context.Context) error {
	for {
		c.mu.Lock()
		loading, ill := c.loading, c.ill
		c.mu.Unlock()
		if loading == nil {
			return ill
		}
		select {
		case <-loading:
		case <-c.conn.Done():
			return c.cause()
		case <-ctx.Done():
			return fmt.Errorf("waiting for the language server to load: %w", ctx.Err())
		}
	}
}

func (c *session) isLoading() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.loading != nil
}
