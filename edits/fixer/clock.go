package fixer

import (
	"context"
	"time"

	"github.com/fettle-dev/fettle/edits/prompt"
	"github.com/fettle-dev/fettle/internal/limits"
	"github.com/fettle-dev/fettle/internal/tokens"
)

// A fix has a deadline, and a model a speed: what is shown, and how often it is asked, follow from both.

// plannedAttempts are those for which there is to be time when the first prompt is made.
const plannedAttempts = 2

// slow reports whether the model reads so slowly that it is shown nothing of other files but what
// the problem names. One on this computer counts as slow until it has been measured.
func (m Model) slow() bool {
	read := m.Speed().Read
	return read == 0 && m.Local || read > 0 && read < limits.ModelReadsSlowly
}

// whole returns up to how many bytes the model is shown a file whole.
func (m Model) whole() int {
	if m.slow() {
		return prompt.WholeSlowly
	}
	return prompt.Whole
}

// timeFor returns how long a model of a known speed needs to read and write so many tokens; 0 where it
// is not known.
func (m Model) timeFor(read, written int) time.Duration {
	s := m.Speed()
	if s.Read <= 0 || s.Write <= 0 {
		return 0
	}
	return time.Duration((float64(read)/s.Read + float64(written)/s.Write) * float64(time.Second))
}

// readable returns how many tokens of context there is time to read in addition to a prompt, so that the planned
// attempts fit the deadline; 0 where that is not known.
func (k *run) readable(ctx context.Context, bare prompt.Messages) int {
	end, bounded := ctx.Deadline()
	m := k.ladder.Model
	if s := m.Speed(); !bounded || s.Read <= 0 || s.Write <= 0 {
		return 0
	}
	own, answer := tokens.Estimate(bare.System)+tokens.Estimate(bare.User), bare.MaxTokens/2
	again := m.timeFor(answer, answer) // the prompt itself is in its cache then
	left := time.Until(end) - m.timeFor(own, answer) - (plannedAttempts-1)*again
	return max(1, int(left.Seconds()*m.Speed().Read))
}

// another returns what the next attempt will take, by the speed of the model, else as the last one took, of which
// the server need not read the prompt again.
func (k *run) another() time.Duration {
	if t := k.ladder.Model.timeFor(k.prompted/rereadShare+k.written, k.written); t > 0 {
		return t
	}
	return k.last / 2
}

// rereadShare is the part of a prompt that a server reads again for the next attempt: one in five.
const rereadShare = 5
