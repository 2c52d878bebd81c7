package history

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/fettle-dev/fettle/internal/limits"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers"
)

// Name is the provider's name in settings and reports.
const Name = "history"

// DefaultMax is the number of changes shown unless the request says otherwise.
const DefaultMax = 3

// halfLife is the age at which a change counts half.
const halfLife = 10 * time.Minute

// windowLines is how far around the target identifiers are compared.
const windowLines = 15

// Lines of the diff that is shown, and of its shorter form.
const (
	diffLines  = 6
	shortLines = 3
)

// Provider shows the recorded changes; make it with [Recorder.Provider].
type Provider struct{ recorder *Recorder }

// Provider returns the provider of what r recorded.
func (r *Recorder) Provider() Provider { return Provider{r} }

// Name is "history".
func (Provider) Name() string { return Name }

// entry is one change to show: a hunk, or one rename seen in several.
type entry struct {
	file     file
	path     string // as seen from the root of the request
	lang     string
	doc      text.Snapshot
	at       text.Lines
	old, now []string
	time     time.Time
	origin   Origin
	score    float64
	why      []providers.Reason
	shared   int    // identifiers that were changed and occur at the place
	from, to string // of a rename
	places   int
}

// Provide shows the best changes, at most req.Max. It works from memory.
func (p Provider) Provide(ctx context.Context, req providers.Request) (providers.Section, error) {
	sec := providers.Section{Name: Name, Title: "Recent Changes", Priority: providers.History}
	entries := p.recorder.entries(req)
	n := req.Max
	if n <= 0 {
		n = DefaultMax
	}
	for i, e := range entries[:min(n, len(entries))] {
		if ctx.Err() != nil {
			sec.Partial = i < len(entries)
			break
		}
		sec.Snippets = append(sec.Snippets, e.snippet(req.Now))
	}
	return sec, nil
}

// entries returns the changes that may be shown, best first.
func (r *Recorder) entries(req providers.Request) []entry {
	here := relative(req.Root, req.Snapshot.Path)
	target := req.Snapshot.LinesOf(req.Target)
	words := map[string]bool{}
	for i := max(0, target.Start-windowLines); i < min(req.Snapshot.LineCount(), target.End+windowLines); i++ {
		for _, t := range tokenize(req.Snapshot.Lang, []string{req.Snapshot.Line(i)}) {
			if t.kind == 'i' {
				words[t.text] = true
			}
		}
	}
	var mine, others []entry
	for _, e := range r.all(req.Now) {
		e.path = e.file.from(req.Root)
		e.rate(r, req, here, target, words)
		if req.Kind == providers.Fix && len(req.Diagnostics) > 0 && e.shared == 0 && (e.path != here || !e.touches(target)) {
			continue // a fix is shown what its names were before, and its own lines
		}
		if e.origin == Fettle {
			others = append(others, e)
		} else {
			mine = append(mine, e)
		}
	}
	if len(mine) == 0 {
		mine = others
	}
	mine = joinRenames(mine)
	slices.SortStableFunc(mine, func(a, b entry) int {
		return cmp.Or(cmp.Compare(b.score, a.score), strings.Compare(a.path, b.path), a.at.Start-b.at.Start)
	})
	return mine
}

// touches reports whether a change lies near some lines.
func (e entry) touches(l text.Lines) bool {
	return e.at.Start < l.End+windowLines && l.Start < e.at.End+windowLines
}

// all copies the showable hunks out of the record.
func (r *Recorder) all(now time.Time) []entry {
	r.mu.Lock()
	defer r.mu.Unlock()
	var out []entry
	for _, d := range r.docs {
		for _, h := range d.hunks {
			current := d.lines(h.now)
			if now.Sub(h.time) > limits.HistoryAge || blankOnly(h.old, current) {
				continue
			}
			out = append(out, entry{file: d.file, lang: d.text.Lang, doc: d.text, at: h.now, old: h.old, now: current,
				time: h.time, origin: h.origin})
		}
	}
	// A hunk in which anything had to be redacted is dropped whole: the
	// deleted line is often the secret.
	return slices.DeleteFunc(out, func(e entry) bool {
		if r.opts.Gate == nil {
			return false
		}
		body := strings.Join(e.old, "") + strings.Join(e.now, "")
		redacted, ok := r.opts.Gate(e.file.name(), body)
		return !ok || redacted != body
	})
}

// blankOnly reports whether only white space differs.
func blankOnly(old, now []string) bool {
	squeeze := func(lines []string) string { return strings.Join(strings.Fields(strings.Join(lines, "")), "") }
	return squeeze(old) == squeeze(now)
}

// rate computes the score: age, nearness, shared identifiers.
func (e *entry) rate(r *Recorder, req providers.Request, here string, target text.Lines, words map[string]bool) {
	age := max(0, req.Now.Sub(e.time))
	fresh := math.Pow(0.5, float64(age)/float64(halfLife))
	near := 0.3
	switch {
	case e.path == here:
		distance := max(0, e.at.Start-target.End+1, target.Start-e.at.End+1)
		near = 1 / (1 + float64(distance)/50)
	case here != "" && r.opts.Related != nil &&
		(r.opts.Related(req.Root, here, e.path) || r.opts.Related(req.Root, e.path, here)):
		near = 0.6
	case path.Dir(e.path) == path.Dir(here):
		near = 0.5
	}
	changed := changedWords(e.lang, e.old, e.now)
	shared := 0
	for _, w := range changed {
		if words[w] {
			shared++
		}
	}
	overlap := 0.0
	e.shared = shared
	if len(changed) > 0 {
		overlap = float64(shared) / float64(len(changed))
	}
	e.score = fresh * near * (1 + overlap)
	e.why = []providers.Reason{
		{Factor: "age", Value: fresh, Text: Ago(age)},
		{Factor: "near", Value: near},
		{Factor: "overlap", Value: overlap, Text: fmt.Sprintf("%d of %d changed identifiers occur here", shared,
			len(changed))},
	}
}

// changedWords returns the distinct identifiers of one side only.
func changedWords(lang string, old, now []string) []string {
	sides := [2]map[string]bool{{}, {}}
	for i, lines := range [][]string{old, now} {
		for _, t := range tokenize(lang, lines) {
			if t.kind == 'i' && !isKeyword(t.text) {
				sides[i][t.text] = true
			}
		}
	}
	var out []string
	for i, side := range sides {
		for w := range side {
			if !sides[1-i][w] {
				out = append(out, w)
			}
		}
	}
	slices.Sort(out)
	return out
}

// joinRenames makes one entry of one rename seen in several places.
func joinRenames(in []entry) []entry {
	slices.SortStableFunc(in, func(a, b entry) int {
		return cmp.Or(cmp.Compare(b.score, a.score), strings.Compare(a.path, b.path), a.at.Start-b.at.Start)
	})
	var out []entry
	first := map[[2]string]int{}
	for _, e := range in {
		removed, added := inner(e.old, e.now)
		e.from, e.to, e.places = rename(e.lang, removed, added)
		if e.places > 0 {
			if i, ok := first[[2]string{e.from, e.to}]; ok {
				out[i].places += e.places
				continue
			}
			first[[2]string{e.from, e.to}] = len(out)
		}
		out = append(out, e)
	}
	return out
}

// relative returns a file's path under the root, with slashes.
func relative(root, file string) string {
	if root == "" {
		return filepath.ToSlash(file)
	}
	rel, err := filepath.Rel(root, file)
	if err != nil {
		return filepath.ToSlash(file)
	}
	return filepath.ToSlash(rel)
}
