package changeset

import (
	"cmp"
	"context"
	"crypto/sha256"
	"fmt"
	"iter"
	"maps"
	"slices"

	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/signal"
)

// What ruff says of a file it says whatever is in others. Such files are fixed each by itself: what is refused in one
// has no other looked at again, and how one is fixed does not depend on which others are. All go on at a time, step by
// step: those that wait for tools are asked about in one run of each.

// question is what a run waits for: tools are asked about texts.
type question struct {
	fixes int // of the set that it is about
	of    []*about
}

// about are the texts that one tool is asked about, and what it says of them.
type about struct {
	tool    string
	all     []text.Snapshot
	docs    []*Document     // whose they are
	changed map[string]bool // paths of those that are not as on the disk
	left    []text.Snapshot // that nobody has asked about before
	said    map[string][]signal.Diagnostic
	failed  error
}

// seenKey is a text that a tool has looked at.
type seenKey struct {
	tool, path string
	hash       [sha256.Size]byte
}

// parts returns the runs of documents that are fixed apart from each other, with what there is to fix in them at
// first. Documents without that have none, unless others depend on them.
func (p *project) parts(docs []*Document, set []member) []*run {
	sets := map[*Document][]member{}
	for _, m := range set {
		sets[m.doc] = append(sets[m.doc], m)
	}
	tied := &run{}
	var out []*run
	for _, d := range docs {
		whole := false
		for tool := range d.Reports {
			whole = whole || p.Whole(tool)
		}
		switch {
		case whole:
			if len(tied.docs) == 0 {
				tied = p.run(nil)
				out = append(out, tied)
			}
			tied.docs, tied.set = append(tied.docs, d), append(tied.set, sets[d]...)
		case len(sets[d]) > 0:
			r := p.run([]*Document{d})
			r.set = sets[d]
			out = append(out, r)
		}
	}
	return slices.DeleteFunc(out, func(r *run) bool { return len(r.set) == 0 })
}

// together has some runs go on until all have come to an end.
func (p *project) together(ctx context.Context, runs []*run) ([]*run, error) {
	var failed error
	next := make([]func() (*question, bool), len(runs))
	for i, r := range runs {
		step, stop := iter.Pull(func(yield func(*question) bool) {
			r.put = func(q *question) { yield(q) }
			failed = cmp.Or(r.rounds(ctx), failed)
		})
		defer stop()
		next[i] = step
	}
	for {
		var list []*question
		for i, step := range next {
			if step == nil {
				continue
			}
			q, more := step()
			for more && p.known(q) {
				q, more = step()
			}
			if more {
				list = append(list, q)
			} else {
				next[i] = nil
			}
		}
		if len(list) == 0 {
			return runs, failed
		}
		p.answer(ctx, list)
	}
}

// known answers of a question what is known, and reports whether that is all.
func (p *project) known(q *question) bool {
	all := true
	for _, one := range q.of {
		one.said, one.left = map[string][]signal.Diagnostic{}, nil
		whole := p.Whole(one.tool)
		for _, s := range one.all {
			if said, known := p.seen[seenKey{one.tool, s.Path, s.Hash()}]; known && !whole {
				one.said[s.Path] = said
			} else {
				one.left = append(one.left, s)
			}
		}
		all = all && len(one.left) == 0
	}
	return all
}

// answer asks each tool once about what several runs wait for.
func (p *project) answer(ctx context.Context, list []*question) {
	by, fixes := map[string][]*about{}, map[string]int{}
	for _, q := range list {
		for _, one := range q.of {
			if len(one.left) == 0 {
				continue
			}
			by[one.tool] = append(by[one.tool], one)
			fixes[one.tool] += q.fixes
		}
	}
	for _, tool := range slices.Sorted(maps.Keys(by)) {
		if ctx.Err() != nil {
			return
		}
		p.say(fixes[tool], tool)
		p.ask(ctx, tool, by[tool])
	}
}

// say reports what is being waited for, and that something has come of it.
func (p *project) say(fixes int, tool string) {
	words := fmt.Sprintf("checking %d fixes with %s", fixes, tool)
	if fixes == 1 {
		words = "checking a fix with " + tool
	}
	if p.made > 0 {
		words += fmt.Sprintf(", %d proven so far", p.made)
	}
	p.Said(words)
}

// ask runs a tool over texts. One that looks at a file by itself is not asked
// again about a text that it has seen.
func (p *project) ask(ctx context.Context, tool string, list []*about) {
	var all []text.Snapshot
	changed := map[string]bool{}
	for _, q := range list {
		all = append(all, q.left...)
		maps.Copy(changed, q.changed)
	}
	p.runs[tool]++
	answers, err := p.Check(ctx, tool, all, changed)
	whole := p.Whole(tool)
	for _, q := range list {
		q.failed = err
		for _, s := range q.left {
			said, ok := answers[s.Path]
			if ok {
				q.said[s.Path] = said
			}
			if ok && !whole {
				p.seen[seenKey{tool, s.Path, s.Hash()}] = said
			}
		}
	}
}
