package engine

import (
	"cmp"
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"log/slog"
	"path/filepath"
	"time"

	"github.com/fettle-dev/fettle/internal/config"
	"github.com/fettle-dev/fettle/internal/egress"
	"github.com/fettle-dev/fettle/internal/files"
	"github.com/fettle-dev/fettle/internal/model"
)

// AuditFile returns the local record of what was sent.
func AuditFile() string {
	dir := files.StateFolder()
	if dir == "" {
		return ""
	}
	return filepath.Join(dir, "audit.jsonl")
}

// audit opens the record of what is sent, when there is a model to send to.
func (p *Process) audit(s config.Settings, log *slog.Logger) *egress.Audit {
	if _, ok := s.Active(); !ok || p.o.NoModel {
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
	next  model.Completer
	audit *egress.Audit
	host  string
	name  string
}

// Complete asks and records. That something is sent is recorded by the client
// itself, see [Process.record]; here, what came of it.
func (a audited) Complete(ctx context.Context, p model.Prompt) (model.Reply, error) {
	e := egress.Entry{Kind: cmp.Or(p.About.Kind, "fix"), Host: a.host, Model: a.name, Signal: p.About.Signal,
		Redactions: egress.Placeholders(p.System) + egress.Placeholders(p.User), Denials: p.About.Denied}
	for _, at := range p.About.Places {
		e.Places = append(e.Places, egress.Place{Path: at.Path, Start: at.First, End: at.Last})
	}
	if p.Mode == model.Prefetch {
		e.Kind = "prefetch"
	}
	var reply model.Reply
	err := recorded(ctx, a.audit, &e, func(ctx context.Context) (err error) {
		reply, err = a.next.Complete(ctx, p)
		e.Prompt, e.Completion = reply.Usage.Prompt, reply.Usage.Completion
		return err
	})
	return reply, err
}

// entryKey is under which the entry of a call stands in its context: between the call
// and [Process.record], which is called with its requests, stands the library of models
// (langchaingo), which hands on nothing else.
type entryKey struct{}

// recorded makes a call and records how it ended.
func recorded(ctx context.Context, audit *egress.Audit, e *egress.Entry, call func(context.Context) error) error {
	e.ID, e.Time = rand.Text(), time.Now()
	err := call(context.WithValue(ctx, entryKey{}, e))
	e.Outcome, e.Millis = "ok", time.Since(e.Time).Milliseconds()
	var me *model.Error
	switch {
	case errors.As(err, &me):
		e.Outcome = string(me.Fault)
	case err != nil:
		e.Outcome = "error"
	}
	_ = audit.Add(*e) // what cannot be written is kept in memory
	return err
}

// record is called by every client with every request, before it is dialled. Where a
// record on disk is required and cannot be had, nothing is sent.
func (p *Process) record(s config.Settings) func(context.Context, model.Outgoing) error {
	return func(ctx context.Context, out model.Outgoing) error {
		e, ok := ctx.Value(entryKey{}).(*egress.Entry)
		if !ok || out.Kind == "ping" { // a check of the endpoint, also while a call waits: nobody records how it ended
			e = &egress.Entry{ID: rand.Text(), Time: time.Now(), Kind: out.Kind, Host: out.Host, Model: out.Model}
		}
		sum := sha256.Sum256(out.Body)
		e.BodySHA256, e.Bytes, e.Outcome = hex.EncodeToString(sum[:]), len(out.Body), egress.Sending
		e.Attempt++
		audit, _ := p.openAudit()
		err := audit.Add(*e)
		if !s.Audit.Required {
			return nil // what cannot be written is kept in memory
		}
		if err == nil {
			err = audit.Flush()
		}
		if err != nil {
			return fmt.Errorf("nothing sent: the audit log cannot be written (%w) and audit.required is set; make room or set "+
				"XDG_STATE_HOME", reason(err))
		}
		return nil
	}
}

// reason is the innermost cause of an error: without the path, which would
// make the message long.
func reason(err error) error {
	for {
		next := errors.Unwrap(err)
		if next == nil {
			return err
		}
		err = next
	}
}
