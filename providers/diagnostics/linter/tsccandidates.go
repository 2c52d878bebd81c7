package linter

import (
	"context"
	"unicode/utf8"

	"github.com/fettle-dev/fettle/providers/diagnostics/linter/decode"
	"github.com/fettle-dev/fettle/providers/signal"
)

// inOneProgram has the texts of jobs of one document checked by one start of
// the compiler: from one text to the next it keeps what it knows of all other
// files, which is nearly all of a run.
func (r *Runner) inOneProgram(ctx context.Context, jobs []*job) ([][]signal.Diagnostic, error) {
	j := jobs[0]
	texts := make([]string, len(jobs))
	for i, one := range jobs {
		if texts[i] = one.snapshot.Text(); !utf8.ValidString(texts[i]) {
			return nil, errAlone
		}
	}
	cmd, err := j.tscTexts(texts)
	if err != nil {
		return nil, err
	}
	out, err := r.overAll(ctx, j, cmd)
	if err != nil {
		return nil, err
	}
	said, err := decode.TSCTexts(out)
	if err != nil || len(said) != len(jobs) {
		return nil, errAlone
	}
	found := make([][]signal.Diagnostic, len(jobs))
	for i, one := range jobs {
		found[i] = Resolve(said[i], Mapping{Snapshot: one.snapshot, Version: one.snapshot.Version, Origin: signal.FromLinter,
			Dir: cmd.Dir})
	}
	return found, nil
}
