package egress

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"sort"
	"strings"

	"github.com/fettle-dev/fettle/internal/lazyre"
)

// span is a secret found in a text.
type span struct {
	start, end int
	rule       string
}

// placeholders look like a name, so that code with one still parses. They do
// not say what they stand for: the word would look like a name next to which secrets stand.
var placeholders = lazyre.New(`REDACTED_[0-9a-f]{8}`)

// HasPlaceholder reports whether text holds a placeholder of any gate. An
// answer that writes one into new text is not a fix.
func HasPlaceholder(text string) bool {
	return strings.Contains(text, "REDACTED_") && placeholders.MatchString(text)
}

// Placeholders counts the placeholders in a text.
func Placeholders(text string) int { return len(placeholders.FindAllStringIndex(text, -1)) }

// placeholder of a value: the same for the same value, and nothing about the
// value can be learned from it without the key.
func (g *Gate) placeholder(value string) string {
	m := hmac.New(sha256.New, g.key)
	m.Write([]byte(value))
	return "REDACTED_" + hex.EncodeToString(m.Sum(nil)[:4])
}

// looks is how often a text is gone through at most: a placeholder may uncover a secret that a value in front of it
// hid.
const looks = 8

// redact replaces secrets. Redacting twice changes nothing more: the result is looked at until nothing new is found.
func (g *Gate) redact(text, path string) (string, []Redaction) {
	var found []span
	out, list := text, []Redaction(nil)
	for range looks {
		more := g.find(out, path)
		if len(more) == 0 {
			break
		}
		for _, s := range more {
			found = append(found, span{original(list, s.start, atStart), original(list, s.end, atEnd), s.rule})
		}
		found = merge(found)
		out, list = g.replaced(text, found)
	}
	return out, list
}

// replaced returns a text with placeholders for spans of it.
func (g *Gate) replaced(text string, found []span) (string, []Redaction) {
	var (
		out  strings.Builder
		list []Redaction
		at   int
	)
	for _, s := range found {
		p := g.placeholder(text[s.start:s.end])
		out.WriteString(text[at:s.start])
		out.WriteString(p)
		at = s.end
		list = append(list, Redaction{Start: s.start, End: s.end, Rule: s.rule, Placeholder: p})
	}
	out.WriteString(text[at:])
	return out.String(), list
}

// side says which end of a redaction stands for a place within its placeholder.
type side bool

const (
	atStart side = false
	atEnd   side = true
)

// original returns the place in a text of a place in the text with placeholders.
func original(list []Redaction, at int, end side) int {
	grown := 0 // by how much the text with placeholders is longer so far
	for _, r := range list {
		from := r.Start + grown
		to := from + len(r.Placeholder)
		switch {
		case at <= from:
			return at - grown
		case at < to && end == atStart:
			return r.Start
		case at < to:
			return r.End
		}
		grown += len(r.Placeholder) - (r.End - r.Start)
	}
	return at - grown
}

// Secrets returns where the secrets of a text are, for windows that must not
// show or change them. Placeholders are made as [Gate.Check] makes them.
func (g *Gate) Secrets(text, path string) []Redaction {
	_, list := g.redact(text, path)
	return list
}

// find returns the secrets of a text, in order and not overlapping.
func (g *Gate) find(text, path string) []span {
	return g.findIn(text, path, []part{{end: len(text)}})
}

// findIn is find where the literals of each part are read by themselves.
func (g *Gate) findIn(text, path string, parts []part) []span {
	low := lower(text)
	var all []span
	code := codeFile(path)
	skip := make([]int, len(g.rules)) // where a rule may be tried again
	for i := range len(low) {
		second := byte(0)
		if i+1 < len(low) {
			second = low[i+1]
		}
		may := &g.tries[low[i]]
		if may.seconds[second>>6]&(1<<(second&63)) == 0 {
			continue
		}
		for _, t := range may.list {
			if t.second != 0 && t.second != second || !strings.HasPrefix(low[i:], t.word) || i < skip[t.rule] {
				continue
			}
			r := &g.rules[t.rule]
			if code && r.data || r.named && !namedValue(low, i) {
				continue
			}
			s, ok := r.at(text, i)
			switch {
			case ok:
				all = append(all, s)
				skip[t.rule] = s.end
			case r.greedy:
				end := i
				for end < len(text) && keyByte(text[end]) {
					end++
				}
				skip[t.rule] = end
			}
		}
	}
	all = append(all, keyBlocks(text, low)...)
	for _, p := range parts {
		for _, s := range g.literals(text[p.start:p.end], path) {
			all = append(all, span{s.start + p.start, s.end + p.start, s.rule})
		}
	}
	named := merge(all)
	for _, run := range randomRuns(text, !code) {
		// A run may hold a known secret and more, such as a URL's path: the
		// known one is exact.
		if n := sort.Search(len(named), func(i int) bool { return named[i].end > run.start }); n == len(named) ||
			named[n].start >= run.end {
			all = append(all, run)
		}
	}
	for _, form := range g.opt.Scrub.Spans(text) {
		all = append(all, span{form[0], form[1], "live_key"})
	}
	return merge(all)
}

// Bounds of the text around a word that a rule looks at.
const (
	reachBefore = 256
	reachAfter  = 4096
)

// at tries a rule where one of its words stands.
func (r *rule) at(text string, i int) (span, bool) {
	back := 0
	if r.before != nil {
		line := text[max(0, i-reachBefore):i]
		line = line[strings.LastIndexByte(line, '\n')+1:]
		n, ok := r.before(line)
		if !ok {
			return span{}, false
		}
		back = n
	}
	m := r.re.FindStringSubmatchIndex(text[i:min(len(text), i+reachAfter)])
	if m == nil {
		return span{}, false
	}
	s, e := i+m[2*r.group], i+m[2*r.group+1]
	if r.group == 0 {
		s -= back
	}
	if HasPlaceholder(text[s:e]) || r.fits != nil && !r.fits(text[s:e]) {
		return span{}, false
	}
	return span{s, e, r.name}, true
}

// tries are words of rules that begin with the same byte, so that a text is gone
// through once for all rules together. Most of its bytes are passed over by
// what may follow them.
type tries struct {
	seconds [4]uint64 // a bit for each second byte
	list    []try
}

// try is a word of a rule.
type try struct {
	word   string
	second byte // of the word, looked at before the rest
	rule   int
}

func newTries(rules []rule) (t [256]tries) {
	for i, r := range rules {
		for _, w := range r.words {
			x, of := try{word: w, rule: i}, &t[w[0]]
			if len(w) > 1 {
				x.second = w[1]
				of.seconds[x.second>>6] |= 1 << (x.second & 63)
			} else {
				of.seconds = [4]uint64{^uint64(0), ^uint64(0), ^uint64(0), ^uint64(0)}
			}
			of.list = append(of.list, x)
		}
	}
	return t
}

// merge sorts spans and joins those that touch the same bytes.
func merge(all []span) []span {
	sort.SliceStable(all, func(i, j int) bool {
		if all[i].start != all[j].start {
			return all[i].start < all[j].start
		}
		return all[i].end > all[j].end
	})
	var out []span
	for _, s := range all {
		if n := len(out); n > 0 && s.start < out[n-1].end {
			out[n-1].end = max(out[n-1].end, s.end)
			continue
		}
		out = append(out, s)
	}
	return out
}

// lower folds ASCII only, so that offsets stay the same.
func lower(s string) string {
	b := []byte(s)
	for i, c := range b {
		if c >= 'A' && c <= 'Z' {
			b[i] = c + 'a' - 'A'
		}
	}
	return string(b)
}
