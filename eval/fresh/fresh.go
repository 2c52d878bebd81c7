// Package fresh makes new cases for every seed: it fetches released packages, sees that their own tests pass and that
// the checker is content with a file, puts one mistake into it by syntax, and keeps that where the checker reports it
// and a test fails. The released text is one right answer. Wrong ones are made of it by changing one token near the
// mistake, and kept where the checker stays content and a test fails.
//
// A folder of cases has cases.jsonl, one [Case] a line, and packages/NAME: tree, as released, and for Python deps, what
// it needs. Nothing of it belongs into a repository.
package fresh

import (
	"bufio"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// Case is a released file with one mistake.
type Case struct {
	ID      string  `json:"id"`
	Lang    string  `json:"lang"`
	Package string  `json:"package"`
	Tool    string  `json:"tool"`    // that reports the mistake
	Said    string  `json:"said"`    // its words
	Kind    string  `json:"kind"`    // of the mistake
	File    string  `json:"file"`    // in the tree
	Text    string  `json:"text"`    // with the mistake
	Right   string  `json:"right"`   // as released
	Wrong   []Wrong `json:"wrong"`   // answers that the checker is content with, and a test is not
	Tree    string  `json:"tree"`    // folder of the package
	Seconds float64 `json:"seconds"` // that the tests take
}

// Wrong is the text of a wrong answer, and what was changed in it.
type Wrong struct {
	Kind string `json:"kind"`
	Text string `json:"text"`
}

// Change puts a text in place of some bytes.
type Change struct {
	Kind       string
	Line       int
	Start, End int
	Text       string
}

func (c Change) apply(text string) string { return text[:c.Start] + c.Text + text[c.End:] }

// Options say what to make cases of.
type Options struct {
	Out      string   // folder
	Packages []string // "python:NAME[==VERSION]", "go:MODULE@VERSION" or "npm:NAME@VERSION"
	Seed     uint64
	Each     int           // cases of one package
	Wrong    int           // wrong answers of one case
	Most     time.Duration // for one package
}

// Make makes cases and adds them to the folder.
func Make(ctx context.Context, w io.Writer, o Options) error {
	if err := os.MkdirAll(o.Out, 0o700); err != nil {
		return err
	}
	out, err := os.OpenFile(filepath.Join(o.Out, "cases.jsonl"), os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	defer out.Close()
	for _, name := range o.Packages {
		p, err := Fetch(ctx, o.Out, name)
		if err == nil {
			err = p.ready(ctx)
		}
		if err != nil {
			fmt.Fprintf(w, "%-40s left out: %v\n", name, err)
			continue
		}
		made, tried, err := p.cases(ctx, o, json.NewEncoder(out))
		fmt.Fprintf(w, "%-40s %d cases of %d mistakes, tests take %.1f s\n", name, made, tried, p.took.Seconds())
		if errors.Is(err, errNoFile) {
			continue
		}
		if err != nil {
			return err
		}
	}
	return ctx.Err()
}

// Read reads the cases of a folder.
func Read(dir string) ([]Case, error) {
	f, err := os.Open(filepath.Join(dir, "cases.jsonl"))
	if err != nil {
		return nil, fmt.Errorf("no cases: make some with fettle-eval fresh --out %s: %w", dir, err)
	}
	defer f.Close()
	var out []Case
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 64<<20)
	for lines.Scan() {
		var c Case
		if err := json.Unmarshal(lines.Bytes(), &c); err != nil {
			return nil, fmt.Errorf("%s, line %d: %w", f.Name(), len(out)+1, err)
		}
		out = append(out, c)
	}
	return out, lines.Err()
}

var errNoFile = errors.New("no file with which the checker is content")

// cases draws mistakes until there are enough cases or the time is over.
func (p *Package) cases(ctx context.Context, o Options, out *json.Encoder) (made, tried int, err error) {
	draw := rand.New(rand.NewPCG(o.Seed, uint64(len(p.name))))
	files, err := p.clean(ctx)
	if err != nil || len(files) == 0 {
		return 0, 0, cmp.Or(err, errNoFile)
	}
	end := time.Now().Add(o.Most)
	kinds := map[string]int{}
	for ctx.Err() == nil && made < o.Each && time.Now().Before(end) {
		file := files[draw.IntN(len(files))]
		right, err := os.ReadFile(filepath.Join(p.tree, file))
		if err != nil {
			return made, tried, err
		}
		changes, err := p.changes(ctx, "mistakes", string(right), file)
		if err != nil || len(changes) == 0 {
			continue
		}
		byKind := map[string][]Change{}
		for _, c := range changes {
			if kinds[c.Kind] < max(2, o.Each/4) {
				byKind[c.Kind] = append(byKind[c.Kind], c)
			}
		}
		if len(byKind) == 0 {
			continue
		}
		names := slices.Sorted(func(yield func(string) bool) {
			for k := range byKind {
				if !yield(k) {
					return
				}
			}
		})
		kind := names[draw.IntN(len(names))]
		change := byKind[kind][draw.IntN(len(byKind[kind]))]
		tried++
		c, ok, err := p.mistake(ctx, file, string(right), change)
		if err != nil {
			return made, tried, err
		}
		if !ok {
			continue
		}
		if c.Wrong, err = p.wrong(ctx, c, change, o.Wrong, draw); err != nil {
			return made, tried, err
		}
		made++
		kinds[kind]++
		c.ID = fmt.Sprintf("%s/%s-%d-%d", p.Lang, strings.NewReplacer("/", "_", "@", "_", "=", "").Replace(p.name), o.Seed,
			made)
		if err := out.Encode(c); err != nil {
			return made, tried, err
		}
	}
	return made, tried, nil
}

// mistake tries one: the checker reports it, once or twice, and a test fails.
func (p *Package) mistake(ctx context.Context, file, right string, change Change) (c Case, ok bool, err error) {
	text := change.apply(right)
	if text == right {
		return c, false, nil
	}
	defer p.put(file, right)
	if err := p.put(file, text); err != nil {
		return c, false, err
	}
	found, err := p.check(ctx, file)
	if err != nil || len(found) == 0 || len(found) > 2 {
		return c, false, nil //nolint:nilerr // a mistake on which the checker ends is no case
	}
	if passed, err := p.test(ctx); err != nil || passed {
		return c, false, err
	}
	return Case{Lang: p.Lang, Package: p.name, Tool: found[0].tool, Said: found[0].said, Kind: change.Kind, File: file,
		Text:  text,
		Right: right, Tree: p.dir, Seconds: p.took.Seconds()}, true, nil
}

// wrong makes wrong answers of the right text, by one change near the mistake.
func (p *Package) wrong(ctx context.Context, c Case, mistake Change, n int, draw *rand.Rand) ([]Wrong, error) {
	const near, tries = 8, 12
	changes, err := p.changes(ctx, "wrong", c.Right, c.File)
	if err != nil {
		return nil, err
	}
	changes = slices.DeleteFunc(changes, func(ch Change) bool {
		return ch.Line < mistake.Line-near || ch.Line > mistake.Line+near
	})
	draw.Shuffle(len(changes), func(i, j int) { changes[i], changes[j] = changes[j], changes[i] })
	defer p.put(c.File, c.Right)
	var out []Wrong
	for _, ch := range changes[:min(tries, len(changes))] {
		if len(out) == n {
			break
		}
		text := ch.apply(c.Right)
		if err := p.put(c.File, text); err != nil {
			return nil, err
		}
		if found, err := p.check(ctx, c.File); err != nil || len(found) > 0 {
			continue
		}
		passed, err := p.test(ctx)
		if err != nil {
			return nil, err
		}
		if !passed {
			out = append(out, Wrong{ch.Kind, text})
		}
	}
	return out, nil
}
