package fleet

import (
	"context"
	"encoding/json"
	"slices"

	"github.com/fettle-dev/fettle/cmd/fettle/app"
	"github.com/fettle-dev/fettle/internal/fleet"
)

// finished are single files of a job about which some worker has asked a model to
// the end: their texts, and what its tools said of these. A job that is done again,
// since its worker is gone or the run was short of calls, pays for none of them
// twice. A file is found by everything that its job depends on.
//
// What is kept is believed as far as a result of a job is, and no further: the
// coordinator's tools look at it before it is written.
type finished struct {
	fleet *fleet.Fleet
	job   job
	kind  string // of the model: see [worker.about]
}

// key names a file of the job. What calls may cost, and how many there may be, makes
// no other answers.
func (k finished) key(f jobFile) string {
	one := k.job
	one.Files, one.Limited, one.PriceIn, one.PriceOut = []jobFile{f}, false, 0, 0
	body, err := json.Marshal(one)
	if err != nil {
		return ""
	}
	return fleet.Digest(append([]byte("a file, by "+k.kind+"\n"), body...))
}

// find returns the files that are finished, by their number in the job.
func (k finished) find(ctx context.Context) map[int]fileResult {
	out := map[int]fileResult{}
	if k.job.NoModel {
		return out
	}
	for i, f := range k.job.Files {
		data, err := k.fleet.Kept(ctx, k.key(f))
		if err != nil {
			return out // the server is away: it is a help
		}
		one := k.job
		one.Files = []jobFile{f}
		if r, err := readResult(data, one); err == nil && settled(r.Files[0]) {
			out[i] = r.Files[0]
		}
	}
	return out
}

// keep keeps a file, if a model was asked about it and another run would find out
// nothing more.
func (k finished) keep(ctx context.Context, f jobFile, one fileResult) {
	asked := slices.ContainsFunc(one.Findings, func(f app.Far) bool { return f.Asks > 0 })
	if k.job.NoModel || !asked || !settled(one) {
		return
	}
	if data, err := json.Marshal(result{Files: []fileResult{one}}); err == nil {
		k.fleet.Keep(ctx, k.key(f), data)
	}
}

// settled reports whether a file is done to its end.
func settled(f fileResult) bool {
	return f.Error == "" && len(f.Unlooked) == 0 &&
		!slices.ContainsFunc(f.Findings, func(f app.Far) bool { return f.Open })
}
