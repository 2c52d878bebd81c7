package index

// nameShare is how much of how telling a word is comes from the names of
// definitions, the rest from files.
const nameShare = 0.5

// weigh weighs each group by how rare it is among the names of definitions, too.
// What most files speak of, as they do of errors, may yet be what few functions
// are for; and in a project of a few dozen files, no word is rare in files.
func (s *places) weigh(groups []Group) {
	best := make([]float64, len(s.groups)) // a word that is not found is as rare as what stands for it
	for i, g := range s.groups {
		for _, f := range g.forms {
			best[i] = max(best[i], min(1, f.w))
		}
	}
	rare := s.rareNames(best)
	for i := range s.groups {
		s.groups[i].idf += nameShare * (groups[i].Weight*rare[i] - s.groups[i].idf)
	}
}

// rareNames says how telling each group is among the names of definitions, by
// the forms that count at least so much.
func (s *places) rareNames(least []float64) []float64 {
	x := s.x
	count := make([]int, len(least))
	last := make([]int, len(least)) // the name that each was counted for last, from 1
	all := 0
	for id, parts := range x.parts {
		n := len(x.defined[id])
		all += n
		for _, t := range parts {
			if n == 0 || !s.asked[t] {
				continue
			}
			for _, gf := range s.of[t] {
				if gf.w >= least[gf.group] && last[gf.group] != id+1 {
					last[gf.group] = id + 1
					count[gf.group] += n
				}
			}
		}
	}
	out := make([]float64, len(least))
	for i, n := range count {
		out[i] = idf(all, min(n, all))
	}
	return out
}
