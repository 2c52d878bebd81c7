package aggregator

import (
	"time"

	"github.com/fettle-dev/fettle/internal/limits"
	"github.com/fettle-dev/fettle/internal/tokens"
)

// Budget bounds one gathering. [Size] computes Bytes from the limits of a
// model; tests and the evaluation set it directly.
type Budget struct {
	// Bytes is the hard upper bound of the whole text, separators included.
	// Under 300 nothing is gathered.
	Bytes int
	// Timeout is the deadline of the whole gathering; 0 means 500 ms.
	Timeout time.Duration
	// Ratio is the bytes per token used to speak of tokens; 0 means the
	// default estimate.
	Ratio float64
	// Providers switches providers off and caps their items, by name.
	Providers map[string]Limit
	// Terms say how Bytes came about.
	Terms Terms
}

// Limit is the setting of one provider.
type Limit struct {
	Off bool
	Max int // items; 0 = no cap
}

// Sizing is what the context budget depends on. Token counts of zero mean that
// the reserve decides.
type Sizing struct {
	Off                bool    // all context is switched off
	MaxContextTokens   int     // maxContextTokens of the settings; 0 = no context
	Auto               bool    // maxContextTokens = "auto": a quarter of the window, 2000 to 8000
	Window             int     // the model's context window in tokens; 0 = 8192
	System             int     // tokens of the system prompt
	Instruction        int     // tokens of the instruction and the target diagnostics
	Selection          int     // tokens of windows, candidates and same-file needs
	Completion         int     // tokens of the longest allowed answer
	ReserveInstruction int     // 0 = 500
	ReserveSelection   int     // 0 = 1000
	ReserveCompletion  int     // 0 = 1000
	Ratio              float64 // bytes per token, from [tokens.Meter]
	Readable           int     // tokens that there is time to read; 0 = that is not known
	Reported           bool    // the ratio comes from reported usage
}

// Terms are the parts of the budget formula, for the report: tokens, except
// for the two byte counts at the end.
type Terms struct {
	Window, System, Instruction, Selection, Completion, MaxContextTokens int
	Ratio                                                                float64
	Reported                                                             bool
	SoftBytes, HardBytes                                                 int
}

// The two ratios that stand in until usage is reported: the context is sized
// as if a token had four bytes, the window is protected as if it had 2.3.
const (
	softRatio = 4.0
	hardRatio = 2.3
)

// The bounds of maxContextTokens = "auto".
const (
	autoMin = limits.ContextTokens
	autoMax = 4 * limits.ContextTokens
)

// Size computes the budget: what the setting allows (2000 tokens are 8000
// bytes, less only where the model is known to need it), and never more than
// the window holds in addition to everything else, nor half of it.
func Size(s Sizing) Budget {
	t := Terms{
		Window:      or(s.Window, limits.ModelWindow),
		System:      max(0, s.System),
		Instruction: max(or(s.ReserveInstruction, limits.InstructionTokens), s.Instruction),
		Selection:   max(or(s.ReserveSelection, limits.SelectionTokens), s.Selection),
		Completion:  max(or(s.ReserveCompletion, limits.CompletionTokens), s.Completion),
		Ratio:       s.Ratio,
		Reported:    s.Reported && s.Ratio > 0,
	}
	t.MaxContextTokens = max(0, s.MaxContextTokens)
	if s.Auto {
		t.MaxContextTokens = min(autoMax, max(autoMin, t.Window/4))
	}
	if t.Ratio <= 0 {
		t.Ratio = tokens.DefaultRatio
	}
	soft, hard := max(t.Ratio, softRatio), hardRatio
	if t.Reported {
		hard = t.Ratio
		if t.Ratio < hardRatio {
			soft = t.Ratio
		}
	}
	t.SoftBytes = int(float64(t.MaxContextTokens) * soft)
	if s.Readable > 0 {
		t.SoftBytes = min(t.SoftBytes, int(float64(s.Readable)*t.Ratio))
	}
	room := min(t.Window/2, t.Window-t.System-t.Instruction-t.Selection-t.Completion)
	t.HardBytes = int(float64(max(0, room)) * hard)
	b := Budget{Ratio: t.Ratio, Terms: t}
	if !s.Off {
		b.Bytes = min(t.SoftBytes, t.HardBytes)
	}
	return b
}

func or(n, fallback int) int {
	if n > 0 {
		return n
	}
	return fallback
}
