package model

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/fettle-dev/fettle/internal/limits"
	"github.com/fettle-dev/fettle/internal/tokens"
)

// knownWindow returns the context window of a model by the beginning of its name, in
// tokens; the longest beginning that fits counts. Names may carry a vendor
// ("openai/gpt-4o"). Figures are the vendors' own, for what they serve.
func knownWindow(name string) int {
	name = strings.ToLower(name)
	name = name[strings.LastIndexByte(name, '/')+1:]
	best, window := "", limits.ModelWindow
	for prefix, n := range map[string]int{
		"gpt-3.5-turbo": 16_385, "gpt-4": 8_192, "gpt-4-turbo": 128_000, "gpt-4o": 128_000, "gpt-4.1": 1_000_000,
		"gpt-5": 400_000,
		"o1":    200_000, "o1-mini": 128_000, "o1-preview": 128_000, "o3": 200_000, "o4-mini": 200_000,
		"claude-": 200_000, "gemini-": 1_000_000, "mistral-large": 128_000, "mistral-small": 32_000, "codestral": 32_000,
		"deepseek-chat": 64_000, "deepseek-reasoner": 64_000, "command-r": 128_000,
	} {
		if strings.HasPrefix(name, prefix) && len(prefix) > len(best) {
			best, window = prefix, n
		}
	}
	return window
}

// windowOf chooses the window of a client. Ollama loads a model with the window
// that a request names, and memory grows with it: only the user raises it there. Other
// servers on this machine have been started with a window of their own that
// cannot be known.
func (o Options) windowOf(e endpoint) int {
	switch {
	case o.ContextWindow > 0:
		return o.ContextWindow
	case o.Backend == Ollama || e.loopback:
		return limits.ModelWindow
	default:
		return knownWindow(o.Name)
	}
}

// roomFor asks Ollama for a window that contains the prompt and its answer: Ollama cuts
// what does not fit, without a word. The window grows in doublings, since
// another size loads the model anew. One that the user has set stays.
func (c *Client) roomFor(body map[string]json.RawMessage, p Prompt) error {
	if p.MaxTokens <= 0 {
		p.MaxTokens = limits.AnswerReserve
	}
	prompt := tokens.Estimate(p.System) + tokens.Estimate(p.User)
	need := prompt + p.MaxTokens
	size, most := c.opt.ContextWindow, max(c.opt.ContextWindow, limits.ModelWindowLocal)
	if c.windowSet {
		need, most = prompt+min(p.MaxTokens, limits.AnswerLeast), size
	}
	if own := c.learnt.window(); own > 0 && !c.windowSet {
		// Ollama loads a model with no more than it was made for, and cuts the rest.
		most = min(most, own)
		size = min(size, most)
	}
	for size < need && size < most {
		size = min(2*size, most)
	}
	if size < need {
		return &fail{fault: FaultConfig, detail: "the prompt is longer than the model reads",
			cause: fmt.Sprintf("prompt too long for %s; set model.contextWindow to its real size", clip(c.opt.Name))}
	}
	options := map[string]json.RawMessage{}
	if raw, ok := body["options"]; ok {
		if err := json.Unmarshal(raw, &options); err != nil {
			return err
		}
	}
	options["num_ctx"] = mustJSON(size)
	// Ollama makes what stood in the last 64 tokens less likely (1.1 by itself), and a corrected
	// part says again what it was: https://docs.ollama.com/modelfile#valid-parameters-and-values
	options["repeat_penalty"] = mustJSON(1)
	body["options"] = mustJSON(options)
	return nil
}
