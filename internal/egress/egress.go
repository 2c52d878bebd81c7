// Package egress is the one gate for everything that leaves the machine:
// windows, context snippets, edit history, diagnostic text, file names,
// instructions and the queries of plans.
//
// A [Gate] works in three steps. [Gate.DeniedPath] says whether a file may be
// shown at all. [Gate.Check] redacts the secrets in a piece of text: each becomes
// a placeholder, the same value always the same one, and every other byte stays.
// [Gate.Seal] looks once more at the assembled request body and refuses it if
// anything secret is left. The transport of internal/model sends only what was
// sealed. What happened is written to an [Audit] log, without content.
//
// What it knows of keys, names, calls and commands are tables: formats.tsv, patterns.tsv,
// words.txt, calls.txt and commands.tsv.
//
// The gate fails closed: an ignore file that cannot be read, a link that cannot
// be resolved and a body that is not JSON are refusals.
package egress

import (
	"crypto/rand"
	"path/filepath"
	"sync"

	"github.com/fettle-dev/fettle/internal/ignore"
	"github.com/fettle-dev/fettle/internal/secret"
)

// Item is one piece of text on its way out.
type Item struct {
	Text string
	Path string // of the file it is from, absolute when there is one; "" if from none
}

// Redaction is a secret that was removed.
type Redaction struct {
	Start, End  int // bytes in the item's text, as it came in
	Rule        string
	Placeholder string
}

// Verdict is what may leave of an item. Text is empty when it was denied.
type Verdict struct {
	Text       string
	Redactions []Redaction // in order, not overlapping
	Denied     bool
	Reason     string
}

// Options configure a gate.
type Options struct {
	// Roots are the workspace roots, absolute. Ignore files are honoured from
	// the repository's top, or from the outermost root, down to the file.
	Roots []string
	// Deny are further patterns in .gitignore syntax, relative to each root; one
	// that begins with / or ~/ is also tried on absolute paths. They can only
	// add denials: a leading ! is dropped. One that is no pattern (see
	// [ValidGlob]) denies every path.
	Deny []string
	// Scrub knows the live secrets; text that holds one is redacted, a body
	// that holds one is refused.
	Scrub *secret.Scrubber
	// PlaceholderKey makes placeholders; equal keys make equal placeholders.
	// Empty: a random one for this gate.
	PlaceholderKey []byte
	Audit          *Audit // nil: none is kept
}

// Gate is safe for concurrent use.
type Gate struct {
	opt   Options
	rules []rule
	tries [256]tries
	key   []byte
	deny  []ignore.Pattern
	// denyAbs are those of deny that can mean absolute paths; broken is set when
	// one of them could not be read.
	denyAbs []ignore.Pattern
	broken  string

	mu      sync.Mutex
	ignores map[string]ignoreFile
	folders map[string]folder
	seen    map[string]pathVerdict
}

// New makes a gate.
func New(o Options) *Gate {
	rules := newRules()
	g := &Gate{opt: o, rules: rules, tries: newTries(rules), key: o.PlaceholderKey, ignores: map[string]ignoreFile{},
		folders: map[string]folder{}, seen: map[string]pathVerdict{}}
	if len(g.key) == 0 {
		g.key = make([]byte, 32)
		_, _ = rand.Read(g.key) // never fails
	}
	for _, line := range o.Deny {
		if !ValidGlob(line) {
			g.broken = "a pattern of the settings is not understood"
			continue
		}
		if p, ok := ignore.ParseLine(line); ok {
			p.Negated = false
			g.deny = append(g.deny, p)
		}
		if p, ok := absolutePattern(line); ok {
			g.denyAbs = append(g.denyAbs, p)
		}
	}
	g.opt.Roots = nil // the caller keeps its slice
	for _, r := range o.Roots {
		g.opt.Roots = append(g.opt.Roots, filepath.Clean(r))
	}
	return g
}

// Check says what may leave of an item.
func (g *Gate) Check(it Item) Verdict {
	if it.Path != "" {
		if reason, denied := g.DeniedPath(it.Path); denied {
			return Verdict{Denied: true, Reason: reason}
		}
	}
	text, list := g.redact(it.Text, it.Path)
	return Verdict{Text: text, Redactions: list}
}

// Scrub removes live secrets from a text that reaches a log, an error or the
// client.
func (g *Gate) Scrub(text string) string { return g.opt.Scrub.Scrub(text) }
