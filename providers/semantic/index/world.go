package index

import "maps"

// world is the workspace of which only a part is indexed: rarity is counted in
// all of it.
type world struct {
	files int
	df    map[string]int
}

// maxWorld is how many terms the files of a whole workspace are known of.
const maxWorld = 100_000

// InWorld sets how many files the whole workspace has, when only a part of it is
// indexed, and how many of them have each of some terms.
func (x *Index) InWorld(files int, df map[string]int) {
	x.mu.Lock()
	defer x.mu.Unlock()
	w := &x.world
	if w.df == nil || len(w.df) > maxWorld {
		w.df = map[string]int{}
	}
	w.files = files
	maps.Copy(w.df, df)
}

// population returns how many files there are.
func (x *Index) population() int { return max(x.live, x.world.files) }

// frequency returns how many files have a term.
func (x *Index) frequency(term uint32) int {
	return max(len(x.post[term]), x.world.df[x.terms.Text[term]])
}

// meanLength returns how many terms files have on the average.
func (x *Index) meanLength() float64 {
	return float64(x.length) / float64(max(1, x.live))
}

// Lately returns the files that the newest commits changed, newest first, and
// before them those that changed together with a document; at most n.
func (x *Index) Lately(document string, n int) []string {
	x.mu.RLock()
	defer x.mu.RUnlock()
	var out []string
	seen := map[string]bool{}
	add := func(files []string) {
		for _, p := range files {
			if len(files) <= maxCommit && !seen[p] && len(out) < n {
				seen[p] = true
				out = append(out, p)
			}
		}
	}
	for _, c := range x.log.commits {
		for _, p := range c {
			if p == document {
				add(c)
				break
			}
		}
	}
	for _, c := range x.log.commits {
		add(c)
	}
	return out
}

// Saying returns the files of the commits whose messages are most like the terms, at
// most n.
func (x *Index) Saying(terms map[string]float64, n int) []string {
	x.mu.RLock()
	defer x.mu.RUnlock()
	var out []string
	for _, c := range x.alikeCommits(terms) {
		for _, p := range x.log.commits[c.commit] {
			if len(out) < n {
				out = append(out, p)
			}
		}
	}
	return out
}

// Rarity returns how telling a term is that df of n files have.
func Rarity(n, df int) float64 { return idf(n, df) }
