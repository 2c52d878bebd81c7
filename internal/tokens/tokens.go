// Package tokens estimates how many tokens a text costs, without a tokenizer
// and without a network. The estimate is bytes divided by a ratio: 3 bytes a
// token until the backend has reported what prompts really cost, the running
// mean of the reports afterwards.
//
// All budgets of fettle are counted in bytes; tokens appear only where a
// setting or a report speaks of them.
package tokens

import "sync"

// DefaultRatio is the estimate in bytes per token before anything is reported.
const DefaultRatio = 3.0

// The bounds of a believable ratio. A report outside is clamped: some backends
// count only the uncached part of a prompt.
const (
	MinRatio = 1.0
	MaxRatio = 4.5
)

// keep is the weight of the past in the running mean: the last twenty or so
// reports decide, so that a change of language shows.
const keep = 20

// maxModels bounds the number of models a Meter remembers.
const maxModels = 256

// Estimate is the number of tokens of a text at the default ratio, rounded up.
func Estimate(text string) int { return Count(len(text), DefaultRatio) }

// Count is the number of tokens of so many bytes, rounded up. A ratio of zero
// or less means the default.
func Count(bytes int, ratio float64) int {
	if bytes <= 0 {
		return 0
	}
	if ratio <= 0 {
		ratio = DefaultRatio
	}
	n := int(float64(bytes) / ratio)
	if float64(n)*ratio < float64(bytes) {
		n++
	}
	return n
}

// Meter learns the ratio of every model from the usage its backend reports.
// The zero value is ready; it is safe for concurrent use.
type Meter struct {
	mu     sync.Mutex
	ratios map[string]mean
}

type mean struct {
	ratio float64
	n     float64
}

// Report records that a prompt of so many bytes cost so many tokens. Reports
// without a positive count are ignored.
func (m *Meter) Report(model string, bytes, tokens int) {
	if bytes <= 0 || tokens <= 0 {
		return
	}
	r := min(MaxRatio, max(MinRatio, float64(bytes)/float64(tokens)))
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.ratios == nil {
		m.ratios = make(map[string]mean)
	}
	a, known := m.ratios[model]
	if !known && len(m.ratios) >= maxModels {
		return
	}
	a.ratio = (a.ratio*a.n + r) / (a.n + 1)
	a.n = min(a.n+1, keep)
	m.ratios[model] = a
}

// Ratio is the bytes per token of a model and whether it was reported; the
// default otherwise.
func (m *Meter) Ratio(model string) (ratio float64, reported bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if a, ok := m.ratios[model]; ok {
		return a.ratio, true
	}
	return DefaultRatio, false
}
