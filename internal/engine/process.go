package engine

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"log/slog"
	"sync"

	"github.com/fettle-dev/fettle/edits/diff"
	"github.com/fettle-dev/fettle/internal/child"
	"github.com/fettle-dev/fettle/internal/config"
	"github.com/fettle-dev/fettle/internal/egress"
	"github.com/fettle-dev/fettle/internal/engine/learning"
	"github.com/fettle-dev/fettle/internal/engine/trust"
	"github.com/fettle-dev/fettle/internal/engine/workspace"
	"github.com/fettle-dev/fettle/internal/files"
	"github.com/fettle-dev/fettle/internal/limits"
	"github.com/fettle-dev/fettle/internal/secret"
	"github.com/fettle-dev/fettle/internal/syntax"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/internal/tokens"
	"github.com/fettle-dev/fettle/providers/diagnostics/linter"
	"github.com/fettle-dev/fettle/providers/diagnostics/linter/warm"
)

// Options say what a process may do, whatever the settings are.
type Options struct {
	Version string
	// Asked says that the editor has asked the user, who trusts the workspace.
	Asked bool
	// Stale hears once of each grant that does not hold any more; nil: nobody.
	Stale func(trust.Stale)
	// OneRun marks a command that ends, not a server.
	OneRun bool
	// Run names the tools that may run, with arguments: to name one is consent
	// to that one.
	Run []string
	// Laid are texts that a command works on in place of those on the disk: of what is
	// staged, where the working folder has something else.
	Laid []text.Snapshot
	// NoModel has no model asked, whatever the settings say.
	NoModel bool
}

// Process is what all engines of a process share, and what outlives a change of
// settings: indexes, the record of what was sent, what is known of endpoints.
type Process struct {
	o          Options
	scrub      secret.Scrubber
	meter      tokens.Meter
	endpoints  endpoints
	learner    learning.Learner
	workspaces *workspace.Set
	trees      syntax.Trees
	warm       *warm.Pool
	servers    linter.Servers

	trustLock   sync.Mutex
	trust       *trust.Judge
	trustPolicy trust.Policy

	nonceOnce sync.Once
	nonceKey  [32]byte

	auditLock sync.Mutex
	auditLog  *egress.Audit

	sweeping sync.WaitGroup
}

// NewProcess makes a process without engines. In the background it sweeps what
// killed processes have left behind.
func NewProcess(o Options) *Process {
	p := &Process{o: o, warm: warm.New()}
	if o.OneRun {
		p.trees.Most, p.trees.Bytes, p.trees.Edits = limits.SyntaxTreesRun, limits.SyntaxTreesBytes, diff.Minimal
	}
	p.workspaces = workspace.NewSet(&p.learner)
	p.sweeping.Go(sweep)
	return p
}

// sweep removes what killed processes of fettle have left behind: private copies
// in the cache folder, and temporary files next to the user's.
func sweep() {
	cache := files.CacheFolder()
	if cache == "" {
		return
	}
	files.SweepWrites(cache)
	linter.Sweep(cache)
	child.Sweep(cache)
}

// Close ends what runs for the engines of the process.
func (p *Process) Close() {
	p.workspaces.Close()
	p.warm.Close()
	p.servers.Close()
	p.sweeping.Wait()
}

// Scrubbed returns a handler of logs that keeps keys out of them.
func (p *Process) Scrubbed(h slog.Handler) slog.Handler { return p.scrub.Handler(h) }

// Gate returns a gate without roots and audit, for checks that send no source.
func (p *Process) Gate(s config.Settings) *egress.Gate {
	return egress.New(egress.Options{Deny: s.Privacy.Deny, Scrub: &p.scrub})
}

// openAudit returns the process's one record of what is sent: engines come and go
// with the settings, and two that write one file would rotate it under each
// other. What cannot be written is kept in memory.
func (p *Process) openAudit() (*egress.Audit, error) {
	p.auditLock.Lock()
	defer p.auditLock.Unlock()
	if p.auditLog != nil {
		return p.auditLog, p.auditLog.Writable()
	}
	var err error
	p.auditLog, err = egress.OpenAudit(AuditFile())
	return p.auditLog, err
}

// nonce returns a code that marks data in a prompt: under a key of this process, so
// that no text can hold its own.
func (p *Process) nonce(content string) string {
	p.nonceOnce.Do(func() { _, _ = rand.Read(p.nonceKey[:]) }) // never fails
	mac := hmac.New(sha256.New, p.nonceKey[:])
	mac.Write([]byte(content))
	return hex.EncodeToString(mac.Sum(nil)[:6])
}
