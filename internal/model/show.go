package model

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"strings"

	"github.com/fettle-dev/fettle/internal/lazyre"
)

// drops reports whether Ollama leaves the instructions out of what this model
// reads. Where that cannot be learnt, nothing is said against the model.
func (c *Client) drops(ctx context.Context) bool {
	x, f := c.glance(ctx, http.MethodPost, "api/show", mustJSON(map[string]string{"model": c.opt.Name}))
	var show struct{ Template, Renderer, Modelfile string }
	if f != nil || x.status != http.StatusOK || json.Unmarshal(x.body, &show) != nil {
		return false
	}
	// A model with a renderer is shown with the template of none:
	// https://github.com/ollama/ollama/blob/v0.17.4/server/prompt.go
	return show.Renderer == "" && !renderer.MatchString(show.Modelfile) && templateDrops(show.Template)
}

var renderer = lazyre.New(`(?m)^RENDERER\s`)

// templateDrops reports whether a template has no place for a system text: it
// names neither that text nor the messages by role. "ollama create" writes
// {{ .Prompt }} for a GGUF file whose own template it does not know.
func templateDrops(template string) bool {
	if strings.TrimSpace(template) == "" || strings.Contains(template, ".System") {
		return false
	}
	if !strings.Contains(template, ".Messages") {
		return true
	}
	return !strings.Contains(template, `"system"`) && !roleShown.MatchString(template)
}

var roleShown = lazyre.New(`\{\{-?\s*\$?\w*\.Role\s*-?\}\}`)

// installed reads Ollama's list of models.
func installed(body []byte) []Installed {
	var list struct {
		Models []struct {
			Name    string
			Size    int64
			Details struct {
				Family     string
				Parameters string `json:"parameter_size"`
			}
		}
	}
	if json.Unmarshal(body, &list) != nil {
		return nil
	}
	out := make([]Installed, 0, len(list.Models))
	for _, m := range list.Models {
		out = append(out, Installed{m.Name, m.Size, parameters(m.Details.Parameters), m.Details.Family})
	}
	return out
}

// parameters reads "1.5B" or "134.52M" as billions.
func parameters(s string) float64 {
	for unit, size := range map[string]float64{"B": 1, "M": 1e-3} {
		if n, err := strconv.ParseFloat(strings.TrimSuffix(s, unit), 64); err == nil && strings.HasSuffix(s, unit) {
			return n * size
		}
	}
	return 0
}

// Choose returns the model of those that Ollama has which suits fixes best, and why;
// ok is false where none does. Models for vectors answer nothing, those known to
// have fewer parameters than least billions fix nothing, and files of more bytes
// than most are slow without a graphics card; of the others those made for code
// come first, then the larger.
func Choose(list []Installed, least float64, most int64) (m Installed, why string, ok bool) {
	for _, l := range list {
		if embeds(l) || l.Size > most || l.Billions > 0 && l.Billions < least {
			continue
		}
		if !ok || coder(l) && !coder(m) || coder(l) == coder(m) && larger(l, m) {
			m, ok = l, true
		}
	}
	why = fmt.Sprintf("the largest of up to %d GB", most>>30)
	if coder(m) {
		why = fmt.Sprintf("made for code, and the largest such of up to %d GB", most>>30)
	}
	return m, why, ok
}

func larger(a, b Installed) bool {
	if a.Billions != b.Billions {
		return a.Billions > b.Billions
	}
	return a.Size > b.Size
}

func coder(m Installed) bool { return strings.Contains(strings.ToLower(m.Name), "code") }

func embeds(m Installed) bool {
	return strings.Contains(m.Family, "bert") || strings.Contains(strings.ToLower(m.Name), "embed") ||
		strings.Contains(strings.ToLower(m.Name), "minilm")
}
