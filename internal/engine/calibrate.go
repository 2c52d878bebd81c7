package engine

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/fettle-dev/fettle/edits/fixer"
	"github.com/fettle-dev/fettle/edits/prompt"
	"github.com/fettle-dev/fettle/internal/config"
	"github.com/fettle-dev/fettle/internal/engine/calibration"
)

// Calibrate has the model of the settings do the built-in tasks in each shape and
// keeps the best one for that model at that endpoint; the rows come also where
// none did anything.
func (p *Process) Calibrate(ctx context.Context, s config.Settings, log *slog.Logger,
	done func(shape string, tasks int)) ([]calibration.Row, error) {
	audit := p.audit(s, log)
	m := p.model(s, p.Gate(s), audit, log)
	if !m.Asks() {
		return nil, errors.New(m.Why)
	}
	ladder := fixer.Ladder{Table: p.table(s, log), Gate: gateway{p.Gate(s)}, Total: s.Timeouts.Fix, Model: m,
		Nonce: p.nonce, Now: time.Now, Trees: &p.trees}
	rows, err := calibration.Run(ctx, ladder, []prompt.Shape{prompt.ShapeRewrite, prompt.ShapeLine, prompt.ShapeFile,
		prompt.ShapeScript},
		func(s prompt.Shape, n int) { done(s.String(), n) })
	if err != nil {
		return rows, err
	}
	if best, ok := calibration.Best(rows); ok {
		if err := calibration.Keep(calibration.Store(), m.Host, m.Name, best, calibration.Sure(rows),
			time.Now()); err != nil {
			return rows, fmt.Errorf("not kept: %w", err)
		}
	}
	return rows, nil
}

// Calibrated returns what is known of a model at a host.
func Calibrated(host, name string) (calibration.Known, bool) {
	return calibration.Read(calibration.Store(), host, name)
}
