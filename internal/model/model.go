// Package model talks to language models. It is the only package that imports
// langchaingo, which makes the requests in each protocol and sends none of them: it
// calls answers complete that broke off. They are sent here, and a call succeeded
// only if what really came over the wire says so.
//
//	c, err := model.New(model.Options{Backend: model.Ollama, Name: "qwen2.5-coder:7b", Stream: true, Seal: gate.Seal})
//	reply, err := c.Complete(ctx, model.Prompt{System: instructions, User: data})
//
// A [Reply] is a whole answer that ended by itself. Everything else is an
// [*Error] with one of the faults below and a text for the user: one line,
// cause, then next step. Nothing of a partial answer is returned.
//
// What a call goes through, in order: the key and the circuit of the origin
// ([Client.Ready] asks them alone), a slot ([Origins]), langchaingo, what it leaves
// out of its request or gets wrong (structured output, token limits), [Options.Seal],
// the dial, the limits for dialling, first byte, silence and total, the caps, and the
// parser of the protocol. One retry follows what may pass by itself: 5xx, 429 with a
// short Retry-After, a broken connection.
//
// The key is put in last, for the origin it is bound to; langchaingo never sees it.
// Redirects are refused; nothing is read from the environment but the proxy settings.
// [Client.Ping] checks an endpoint without sending text, and [Embedder] makes vectors
// under the same rules.
package model

import (
	"context"
	"time"
)

// Prompt is one request. System holds instructions, User holds data.
type Prompt struct {
	System      string
	User        string
	MaxTokens   int     // answer reserve
	Temperature float64 // 0 by default
	// Schema, when set, is a JSON schema that the backend is asked to follow
	// where it can; decoding never relies on it.
	Schema []byte
	// Mode chooses the deadlines: who waits for the answer.
	Mode Mode
	// Progress, when set, is called at intervals with how many bytes of the answer
	// have arrived. It runs on the goroutine that reads and must not block.
	Progress func(bytes int, elapsed time.Duration)
	// About says what the request is about, for the record of what was sent. It
	// is not sent itself.
	About About
}

// About is what a request is about and where its text is from.
type About struct {
	Kind   string // "plan", "" for a fix
	Signal string // tool and code of the problem
	Places []Place
	Denied int // pieces that were left out because they must not leave
}

// Place is a range of lines of a file, counted from one; both ends are part of
// it. The path is relative to the file's root.
type Place struct {
	Path        string
	First, Last int
}

// Mode says who waits for an answer, and so how long and how stubbornly it is
// waited for.
type Mode uint8

// The modes.
const (
	Explicit Mode = iota // a user asked for a fix and sees progress
	Plan                 // a question waits for the plan of its search
	Prefetch             // nobody waits
)

// Usage is what the backend reported, in tokens; zero when it reported nothing.
type Usage struct{ Prompt, Completion int }

// Likely is a piece of an answer, and how likely the model held it to be, behind all that
// stands before it: the logarithm of its probability.
type Likely struct {
	Text string  `json:"token"`
	Log  float64 `json:"logprob"`
}

// Reply is a complete answer that ended naturally.
type Reply struct {
	Text    string
	Likely  []Likely // the answer's pieces, empty where the server does not say
	Model   string
	Host    string
	Usage   Usage
	Elapsed time.Duration
}

// Completer asks a model once. Errors are [*Error].
type Completer interface {
	Complete(ctx context.Context, p Prompt) (Reply, error)
}

// Fault is the closed set of what can go wrong with a call.
type Fault string

// The faults.
const (
	FaultNoKey        Fault = "no_key"
	FaultUnreachable  Fault = "unreachable"
	FaultTimeout      Fault = "timeout"
	FaultStalled      Fault = "stalled"
	FaultKeyRejected  Fault = "key_rejected"
	FaultUnknownModel Fault = "unknown_model"
	FaultRateLimited  Fault = "rate_limited"
	FaultServer       Fault = "server_error"
	FaultRedirect     Fault = "redirect"
	FaultIncomplete   Fault = "incomplete"
	FaultTooLong      Fault = "too_long" // stop reason: length
	FaultTooLarge     Fault = "too_large"
	FaultMalformed    Fault = "malformed"
	FaultRefused      Fault = "refused" // by the egress gate; nothing was sent
	FaultCancelled    Fault = "cancelled"
	FaultConfig       Fault = "config"
)

// Error is a failed call. Its text is one line that names the cause and the
// next step, and holds no secret.
type Error struct {
	Fault      Fault
	Host       string
	Text       string
	RetryAfter time.Duration
	// Local is set when the circuit refused the call without any network: the
	// fault is then the one that opened it.
	Local bool
	Err   error // of who refused the request, nil for other faults
}

func (e *Error) Error() string { return e.Text }

// Unwrap returns the refusal.
func (e *Error) Unwrap() error { return e.Err }
