package index

// nameShare is how much of how telling a word is comes from the names of
// definitions, the rest from files.
const nameShare = 0.5

// weigh weighs each word by how rare it is among the names of definitions, too, in the forms
// that count most: a word that is not found is as rare as what stands for it.
// What most files speak of, as they do of errors, may yet be what few functions
// are for; and in a project of a few dozen files, no word is rare in files.
func (x *Index) weigh(known []wanted, groups []Group) {
	of := make([][]int, len(x.post)) // the groups of each term
	for i, g := range known {
		best := 0.0
		for _, f := range g.forms {
			best = max(best, min(1, f.w))
		}
		for _, f := range g.forms {
			if f.w >= best {
				of[f.term] = append(of[f.term], i)
			}
		}
	}
	all, count := 0, make([]int, len(known))
	last := make([]int, len(known)) // the name that each was counted for last, from 1
	for id, parts := range x.parts {
		n := len(x.defined[id])
		all += n
		for _, t := range parts {
			for _, group := range of[t] {
				if last[group] != id+1 {
					last[group] = id + 1
					count[group] += n
				}
			}
		}
	}
	for i := range known {
		known[i].idf += nameShare * (groups[i].Weight*idf(all, min(count[i], all)) - known[i].idf)
	}
}
