package index

import (
	"cmp"
	"math"
	"slices"
)

// What people wrote about past changes shows where changes of that kind are
// made, in the words of people, which the code often does not use.

// The shape of the signal from the messages of commits.
const (
	messageBytes = 600   // of a message
	messageCount = 2.0   // most that a term counts in one message
	messageDecay = 800.0 // commits until a message counts half
	alikeCommits = 30    // messages most like the question
)

// messages are the words of commits.
type messages struct {
	post map[string][]mention
	norm map[int]float64 // commit → length of its vector
	idf  map[string]float64
}

// mention is how often a term occurs in a commit's message.
type mention struct {
	commit int
	n      float64
}

// add adds the message of a commit.
func (m *messages) add(commit int, message string) {
	for t, n := range TextTerms(message[:min(len(message), messageBytes)], 1) {
		if m.post == nil {
			m.post, m.norm, m.idf = map[string][]mention{}, map[int]float64{}, map[string]float64{}
		}
		m.post[t] = append(m.post[t], mention{commit, min(n, messageCount)})
		m.norm[commit] = 0
	}
}

// weigh finds how telling each term is. It comes after the last add.
func (m *messages) weigh() {
	total := float64(len(m.norm))
	for _, t := range sortedKeys(m.post) {
		list := m.post[t]
		v := math.Log(1 + (total+0.5)/(float64(len(list))+0.5))
		m.idf[t] = v
		for _, o := range list {
			m.norm[o.commit] += v * v * o.n * o.n
		}
	}
}

// said says which files were changed by commits that speak of the terms: each
// of the messages most like them counts for its files, the less the older it
// is and the more files it is about.
func (x *Index) said(terms map[string]float64, score []float64) {
	for _, c := range x.alikeCommits(terms) {
		files := x.log.commits[c.commit]
		w := c.n * math.Pow(0.5, float64(c.commit)/messageDecay) / math.Log2(1+float64(len(files)))
		for _, p := range files {
			if slot, ok := x.today(p); ok {
				score[slot] += w
			}
		}
	}
}

// alikeCommits returns the commits whose messages are most like the terms, and how
// much.
func (x *Index) alikeCommits(terms map[string]float64) []mention {
	m := &x.log.messages
	like := map[int]float64{}
	length := 0.0
	for _, t := range sortedKeys(terms) {
		v := m.idf[t]
		if v == 0 {
			v = math.Log(1 + 2*(float64(len(m.norm))+0.5)) // nobody has said it yet
		}
		length += terms[t] * terms[t] * v * v
		for _, o := range m.post[t] {
			like[o.commit] += terms[t] * v * v * o.n
		}
	}
	commits := make([]int, 0, len(like))
	for c := range like {
		like[c] /= math.Sqrt(length * m.norm[c])
		commits = append(commits, c)
	}
	slices.SortFunc(commits, func(a, b int) int { return cmp.Or(cmp.Compare(like[b], like[a]), a-b) })
	var out []mention
	for _, c := range commits[:min(alikeCommits, len(commits))] {
		out = append(out, mention{c, like[c]})
	}
	return out
}
