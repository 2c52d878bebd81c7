package fixer

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"sync"

	"github.com/fettle-dev/fettle/edits/evidence"
	"github.com/fettle-dev/fettle/edits/lines"
	"github.com/fettle-dev/fettle/internal/lex"
	"github.com/fettle-dev/fettle/internal/model"
	"github.com/fettle-dev/fettle/internal/syntax"
	"github.com/fettle-dev/fettle/internal/text"
)

// Alternatives are the most answers that a model is asked for at once.
const Alternatives = 3

// anew is the temperature at which a question is asked again, so that another answer may come.
const anew = 0.7

// candidates returns the best of several answers, with the others.
func (a *task) candidates(ctx context.Context) (Fix, error) {
	list, decline := a.alternatives(ctx, a.p.Candidates)
	if decline != nil {
		return Fix{}, a.remember(nil, decline)
	}
	of := 0
	for _, f := range list {
		of += f.Votes
	}
	for i, f := range list {
		if f.Votes > 1 { // those that differ are for the user to choose from
			f.Evidence = append(evidence.Without(f.Evidence, evidence.Agreed),
				evidence.Agreeing(a.ladder.Model.Name, f.Votes, of))
		}
		list[i] = f.titled()
	}
	best := list[0]
	best.Others = list[1:]
	return best, a.remember(&best, nil)
}

// alternatives asks the model several times at once and returns the different
// fixes among the answers, best first. There is no second ask; n is at most
// [Alternatives]. The calls share the endpoint's slots. It declines as the first
// ask does when no answer can be offered.
func (a *task) alternatives(ctx context.Context, n int) ([]Fix, *Decline) {
	a.stage = serial(a.stage)
	first, decline := a.newRun(ctx)
	if decline != nil {
		return nil, decline
	}
	a.reported(ctx) // once, before the asks share it
	first.offered = first.candidates()
	first.prompt(ctx)
	n = max(1, min(n, Alternatives))
	asks := make([]*run, n)
	found := make([]*Fix, n)
	why := make([]*Decline, n)
	var wg sync.WaitGroup
	for i := range asks {
		k := first
		if i > 0 {
			k, _ = a.newRun(ctx)
			k.gathered, k.at.heat = first.gathered, anew
		}
		asks[i] = k
		wg.Go(func() { found[i], _, why[i] = k.ask(ctx) })
	}
	wg.Wait()
	if err := ctx.Err(); err != nil {
		return nil, a.ended(err)
	}
	if list := ranked(a.p.Snapshot, found); len(list) > 0 {
		list[0].Asks, list[0].Usage = spent(asks)
		return list, nil
	}
	if why[0] != nil {
		return nil, why[0]
	}
	return nil, first.decline()
}

// spent returns what all asks cost.
func spent(asks []*run) (calls int, u model.Usage) {
	for _, k := range asks {
		calls += k.asks
		u.Prompt += k.usage.Prompt
		u.Completion += k.usage.Completion
	}
	return calls, u
}

// serial makes a stage function safe for asks that run at the same time.
func serial(stage func(Stage)) func(Stage) {
	var mu sync.Mutex
	return func(s Stage) {
		mu.Lock()
		defer mu.Unlock()
		stage(s)
	}
}

// ranked drops repeated fixes and sorts the rest: what leaves less of the cause first,
// then by grade, by how many answers agree, by the number of changed lines,
// by the shape of the answer, and in the order of the asks.
func ranked(s text.Snapshot, found []*Fix) []Fix {
	var out []Fix
	at := map[string]int{}
	for _, f := range found {
		if f == nil {
			continue
		}
		key := bareCode(f.Problem.Snapshot.Lang, f.Text())
		i, known := at[key]
		if !known {
			at[key] = len(out)
			out = append(out, *f)
			out[len(out)-1].Votes = 1
			continue
		}
		votes := out[i].Votes + 1
		if better(s, *f, out[i]) < 0 {
			out[i] = *f
		}
		out[i].Votes = votes
	}
	slices.SortStableFunc(out, func(x, y Fix) int { return better(s, x, y) })
	return out
}

// better compares two fixes: negative when x is to be offered first.
func better(s text.Snapshot, x, y Fix) int {
	second := func(f Fix) int {
		if f.Shape.FirstClass() {
			return 0
		}
		return 1
	}
	return cmp.Or(
		cmp.Compare(len(x.Left), len(y.Left)),
		cmp.Compare(x.Grade(), y.Grade()),
		cmp.Compare(y.Votes, x.Votes),
		cmp.Compare(touched(s, x), touched(s, y)),
		cmp.Compare(second(x), second(y)),
	)
}

// touched returns how many lines a fix changes, removes and adds.
func touched(s text.Snapshot, f Fix) int {
	n := 0
	for _, e := range f.Edits {
		n += max(s.LinesOf(e.Span).Len(), strings.Count(e.New, "\n"))
	}
	return n
}

// bareCode returns a text without comments, blank lines and blanks at the ends of lines, so
// that answers that differ in nothing else count as one; in Go and JavaScript, where
// indentation means nothing outside of texts over several lines, without that, too.
func bareCode(lang, t string) string {
	family := lex.For(lang).Family
	for _, sp := range slices.Backward(syntax.Lexed(lang, t).Comments(text.Span{End: len(t)})) {
		t = t[:sp.Start] + t[sp.End:]
	}
	rows := lines.Split(t)
	literal := lines.LiteralLines(lang, nil, rows)
	var b strings.Builder
	for i, line := range rows {
		if (family == lex.Go || family == lex.Script) && !literal[i] {
			line = strings.TrimLeft(line, " \t")
		}
		if line = strings.TrimRight(line, " \t"); line != "" {
			b.WriteString(line + "\n")
		}
	}
	return b.String()
}
