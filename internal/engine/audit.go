package engine

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"log/slog"
	"path/filepath"
	"time"

	"github.com/fettle-dev/fettle/internal/config"
	"github.com/fettle-dev/fettle/internal/egress"
	"github.com/fettle-dev/fettle/internal/files"
	"github.com/fettle-dev/fettle/internal/model"
)

// AuditFile is the local record of what was sent.
func AuditFile() string {
	dir := files.StateFolder()
	if dir == "" {
		return ""
	}
	return filepath.Join(dir, "audit.jsonl")
}

// audit opens the record of what is sent, when there is a model to send to.
func (p *Process) audit(s config.Settings, log *slog.Logger) *egress.Audit {
	if _, ok := s.Active(); !ok || p.o.NoModel != "" {
		return nil
	}
	a, err := p.openAudit()
	if err != nil {
		log.Warn("the audit log is kept in memory only", "err", err)
	}
	return a
}

// audited records every call of a model: when, where to, how much; no content.
type audited struct {
	next     model.Completer
	audit    *egress.Audit
	host     string
	name     string
	required bool
}

// Complete asks and records. When a record on disk is required and cannot be
// had, nothing is sent.
func (a audited) Complete(ctx context.Context, p model.Prompt) (model.Reply, error) {
	if err := a.audit.Writable(); err != nil && a.required {
		return model.Reply{}, &model.Error{Fault: model.FaultRefused, Host: a.host,
			Text: "nothing sent: the audit log cannot be written (audit.required)"}
	}
	start := time.Now()
	e := egress.Entry{Time: start, Kind: cmp.Or(p.About.Kind, "fix"), Host: a.host, Model: a.name, Signal: p.About.Signal,
		Redactions: egress.Placeholders(p.System) + egress.Placeholders(p.User), Denials: p.About.Denied, Outcome: "ok"}
	for _, at := range p.About.Places {
		e.Places = append(e.Places, egress.Place{Path: at.Path, Start: at.First, End: at.Last})
	}
	p.Sent = func(body []byte) { // what really leaves, of the last attempt
		sum := sha256.Sum256(body)
		e.BodySHA256, e.Bytes = hex.EncodeToString(sum[:]), len(body)
		e.Attempt++
	}
	reply, err := a.next.Complete(ctx, p)
	e.Prompt, e.Completion, e.Millis = reply.Usage.Prompt, reply.Usage.Completion, time.Since(start).Milliseconds()
	if p.Mode == model.Prefetch {
		e.Kind = "prefetch"
	}
	var me *model.Error
	switch {
	case errors.As(err, &me):
		e.Outcome = string(me.Fault)
	case err != nil:
		e.Outcome = "error"
	}
	_ = a.audit.Add(e) // what cannot be written is kept in memory
	return reply, err
}
