package aggregator

import (
	"time"

	"github.com/fettle-dev/fettle/providers"
)

// State says what happened to a provider or a snippet.
type State string

// The states. Kept, Cut and Dropped are fates of snippets; Kept also is the
// state of a provider of which something was kept.
const (
	Kept      State = "kept"
	Cut       State = "cut"
	Dropped   State = "dropped"
	Empty     State = "empty"
	Disabled  State = "disabled"
	Late      State = "late"
	Failed    State = "failed"
	Busy      State = "busy"
	Cancelled State = "cancelled"
)

// Report says what happened to every provider and every snippet.
type Report struct {
	Budget    Budget
	Elapsed   time.Duration
	Providers []ProviderRow // in the order of the providers
	Snippets  []SnippetRow  // by priority, then as the provider ranked them
}

// ProviderRow is the report of one provider.
type ProviderRow struct {
	Name                   string
	State                  State
	Elapsed                time.Duration
	In, Kept, Cut, Dropped int // snippets
	Bytes                  int // of its section as sent
	Tokens                 int // of them, an estimate
	Partial                bool
	Error                  string
}

// SnippetRow is the report of one snippet.
type SnippetRow struct {
	Provider string
	Place    providers.Place
	Role     providers.Role
	Bytes    int // of the body as sent, 0 if dropped
	Fate     State
	Reason   string // why it was cut or dropped: budget, covered, denied, repeated
	Why      []providers.Reason
}
