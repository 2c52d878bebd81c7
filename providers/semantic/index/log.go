package index

import "math"

// The shape of the two signals from the version history.
const (
	MaxCommits    = 1200 // newest non-merge commits looked at
	maxCommit     = 20   // commits with more source files say nothing
	recencyHalf   = 15.0 // commits: people go on where they are
	cochangeDecay = 400.0
)

// history is what the version control knows: commits, newest first.
type history struct {
	commits [][]string // source files of each
}

// SetCommits sets which files each of the newest commits changed, newest first. Only
// source files count.
func (x *Index) SetCommits(commits [][]string) {
	commits = commits[:min(len(commits), MaxCommits)]
	h := history{commits: make([][]string, len(commits))}
	for i, c := range commits {
		for _, p := range c {
			if Code(p) {
				h.commits[i] = append(h.commits[i], p)
			}
		}
	}
	x.mu.Lock()
	defer x.mu.Unlock()
	x.log = h
}

// recency says how lately and how often each file was changed.
func (x *Index) recency(score []float64) {
	for i, c := range x.log.commits {
		if len(c) == 0 || len(c) > maxCommit {
			continue
		}
		w := math.Pow(0.5, float64(i)/recencyHalf)
		for _, p := range c {
			if slot, ok := x.byPath[p]; ok { // paths that are gone do not count
				score[slot] += w
			}
		}
	}
}

// cochange says how often each file was changed together with a document.
func (x *Index) cochange(document string, score []float64) {
	if document == "" {
		return
	}
	total := 1.0
	var live []uint32
	for i, c := range x.log.commits {
		if len(c) < 2 || len(c) > maxCommit {
			continue
		}
		together := false
		live = live[:0]
		for _, p := range c {
			slot, ok := x.byPath[p]
			if p == document {
				together = true
			} else if ok {
				live = append(live, slot)
			}
		}
		if !together {
			continue
		}
		w := math.Pow(0.5, float64(i)/cochangeDecay) / math.Log2(1+float64(len(c)))
		total += w
		for _, slot := range live {
			score[slot] += w
		}
	}
	for i := range score {
		score[i] /= total
	}
}
