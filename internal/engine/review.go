package engine

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/fettle-dev/fettle/edits/review"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/diagnostics/linter"
	"github.com/fettle-dev/fettle/providers/signal"
)

// Edit is a change of one root that somebody else has made: its files before and after.
// One of the two may be what lies on the disk, or none of them.
type Edit struct {
	Root  string
	Files []*review.File // all that tools look at, also those that are as they were
	// Disk are the files of which either text may not be what lies on the disk, with what
	// does, by path; nil is nothing.
	Disk map[string]*text.Snapshot
	// Configs are the files that configure tools and that the change has touched, by absolute path.
	Configs map[string]Config
}

// Config is a file that configures tools before and after a change; nil is none.
type Config struct {
	Name          string // as shown
	Before, After *string
}

// settings returns the files that configure tools, by their names.
func (c Edit) settings() (out []review.Config) {
	text := func(s *string) string {
		if s == nil {
			return ""
		}
		return *s
	}
	for _, path := range slices.Sorted(maps.Keys(c.Configs)) {
		f := c.Configs[path]
		out = append(out, review.Config{Name: f.Name, Before: text(f.Before), After: text(f.After)})
	}
	return out
}

// on reports whether a text is what lies on the disk.
func (c Edit) on(s text.Snapshot) bool {
	d, known := c.Disk[s.Path]
	return !known || d != nil && d.Hash() == s.Hash()
}

// at returns a file before or after a change, and whether it is not there then.
func at(f *review.File, before bool) (s text.Snapshot, absent bool) {
	if before {
		return f.Before, f.Came
	}
	return f.After, f.Went
}

// side returns the texts of the project before or after the change, as far as a tool is to
// look at them. A file that is not there on one side is blank on it: what others of it is
// not on the disk is laid over.
func (c Edit) side(list []*review.File, before bool) linter.Texts {
	in := linter.Texts{Root: c.Root, Changed: map[string]bool{}}
	for _, f := range list {
		s, absent := at(f, before)
		if absent && c.Disk[s.Path] == nil {
			continue
		}
		if absent {
			s = blank(s, f)
		}
		in.Files = append(in.Files, s)
		if !c.on(s) {
			in.Changed[s.Path] = true
		}
	}
	return in
}

// blank returns a file that is there and holds nothing: what is to be as if it were not there.
func blank(s text.Snapshot, f *review.File) text.Snapshot {
	if s.Lang != "go" {
		return s.With("")
	}
	for line := range strings.Lines(f.Before.Text() + f.After.Text()) {
		if strings.HasPrefix(line, "package ") {
			return s.With(line)
		}
	}
	return s.With("")
}

// concerned reports whether what tools say of a file may be another thing after the change.
func (c Edit) concerned(f *review.File) bool { return f.Changed() || len(c.Configs) > 0 }

// there returns a file as it is after a change; one that is gone as it was.
func there(f *review.File) text.Snapshot {
	s, _ := at(f, f.Went)
	return s
}

// lookers returns the files that each tool is to look at, by the names of the tools of a file: all of them where it
// looks at the whole project, else those that are concerned. One that has to look at none is left out.
func (e *Engine) lookers(c Edit, names func(text.Snapshot) []string) map[string][]*review.File {
	by := map[string][]*review.File{}
	for _, f := range c.Files {
		for _, tool := range names(there(f)) {
			if spec, _ := e.tools.Find(tool); spec.Project || c.concerned(f) {
				by[tool] = append(by[tool], f)
			}
		}
	}
	maps.DeleteFunc(by, func(_ string, list []*review.File) bool { return !slices.ContainsFunc(list, c.concerned) })
	return by
}

// Review judges a change: what its tools newly report over all files of the root, what it
// hides and what it loosened. Tools that look at a file by itself look at those that
// changed.
func (e *Engine) Review(ctx context.Context, c Edit, said func(string)) (review.Verdict, error) {
	var v review.Verdict
	namer := e.runner.Namer()
	names := func(s text.Snapshot) []string {
		return slices.DeleteFunc(namer(s), func(tool string) bool { return !e.named(tool) })
	}
	held := map[string]bool{}
	for _, f := range c.Files {
		if c.concerned(f) && len(e.process.o.Run) == 0 {
			for _, tool := range e.Held(there(f)) {
				held[tool] = true
			}
		}
	}
	muted := e.muted(c)
	var mu sync.Mutex
	var wg sync.WaitGroup
	failed := map[string]string{}
	for tool, list := range e.lookers(c, names) {
		wg.Go(func() {
			said("asking " + tool)
			hides, err := e.reviewBy(ctx, c, tool, list, muted, &mu)
			mu.Lock()
			defer mu.Unlock()
			v.Hidden = review.Merge(v.Hidden, hides)
			if err != nil {
				u := e.Unlooked(tool, err)
				failed[tool], u.Files = u.Why, unseenBy(tool, list)
				v.Unlooked = append(v.Unlooked, u)
			} else if slices.ContainsFunc(list, func(f *review.File) bool {
				return c.concerned(f) && (f.Went || has(f.Now, tool))
			}) {
				v.Looked = append(v.Looked, tool)
			}
		})
	}
	wg.Wait()
	if ctx.Err() != nil {
		return v, ctx.Err()
	}
	for tool := range held {
		v.Unlooked = append(v.Unlooked, review.Unlooked{Tool: tool,
			Why: "it can run code of the project, and the folder is not trusted", Due: true, Held: true})
	}
	unread := e.unseen(ctx, c.Files, names, failed)
	e.leftBehind(ctx, c)
	hidden := v.Hidden
	v.Report = review.Of(c.Files, c.settings()...)
	v.Hidden = hidden
	for _, f := range c.Files {
		if e.settings.CheckReasons && f.Changed() {
			v.Loosened = append(v.Loosened, review.Unexplained(f)...)
		}
	}
	if len(c.Configs) > 0 {
		said("asking the tools as they were configured before")
		v.Loosened = append(v.Loosened, review.Loosens(review.Settings(c.settings(), review.Departed(c.Files)),
			e.reconfigured(ctx, c))...)
	}
	v.Unlooked = append(v.Unlooked, unread...)
	v.Sort()
	return v, nil
}

// unseenBy returns the changed files that a tool has not looked at.
func unseenBy(tool string, list []*review.File) (names []string) {
	for _, f := range list {
		if f.Changed() && !f.Went && !has(f.Now, tool) {
			names = append(names, f.Name)
		}
	}
	return names
}

// unseen returns the changed files that no tool has looked at after the change, by the reasons of the tools that
// would: their failure, or what keeps them from the file, as its build that leaves it out.
func (e *Engine) unseen(ctx context.Context, list []*review.File, names func(text.Snapshot) []string,
	failed map[string]string) (out []review.Unlooked) {
	for _, f := range list {
		if !f.Changed() || f.Went || len(f.Now) > 0 {
			continue
		}
		why := "no tool that may run here checks it"
		for _, tool := range names(f.After) {
			said := failed[tool]
			if said == "" {
				_, err := e.Check(ctx, tool, text.Snapshot{}, f.After)
				if err == nil {
					continue
				}
				said = e.Unlooked(tool, err).Why
			}
			why = tool + ": " + said
			break
		}
		out = review.Joined(out, review.Unlooked{Why: why, Files: []string{f.Name}, Due: true})
	}
	return out
}

// Unlooked says why a tool did not look. One that is not installed was to look only where
// somebody asks for it.
func (e *Engine) Unlooked(tool string, err error) review.Unlooked {
	spec, _ := e.tools.Find(tool)
	u := review.Unlooked{Tool: tool, Why: err.Error(), Due: true}
	if of := new(linter.Error); errors.As(err, &of) {
		if errors.Is(of.Kind, linter.ErrPaused) { // as it said before
			errors.As(of.Err, &of)
		}
		u.Why = strings.TrimPrefix(of.Error(), of.Tool+" ")
		if of.Detail != "" && errors.Is(of.Kind, linter.ErrUnsuitable) {
			u.Why = of.Detail
		}
		if of.Hint != "" && (errors.Is(err, linter.ErrLacking) || errors.Is(of.Kind, linter.ErrMissing)) {
			u.Why += " (" + of.Hint + ")"
		}
		u.Due = (!errors.Is(err, linter.ErrUnsuitable) || errors.Is(err, linter.ErrLacking)) &&
			(!errors.Is(err, linter.ErrMissing) || spec.Configured() || len(e.process.o.Run) > 0)
	}
	return u
}

// mutedFile is a changed file without the directives that came with the change.
type mutedFile struct {
	came          []review.Directive
	before, after text.Snapshot
}

// muted returns the changed files that have new directives.
func (e *Engine) muted(c Edit) map[*review.File]mutedFile {
	out := map[*review.File]mutedFile{}
	for _, f := range c.Files {
		if came, before, after := f.Muted(); len(came) > 0 {
			out[f] = mutedFile{came, before, after}
		}
	}
	return out
}

// reviewBy has one tool look at the project before and after a change, and says what
// directives hide from it. What it reported before does not matter where it reports
// nothing after and looks at the whole project.
func (e *Engine) reviewBy(ctx context.Context, c Edit, tool string, list []*review.File,
	muted map[*review.File]mutedFile, mu *sync.Mutex) ([]review.Hidden, error) {
	session := e.runner.Session(c.Root)
	defer session.Close()
	now, err := e.look(ctx, session, c, tool, c.side(list, false), false)
	if err != nil {
		return nil, err
	}
	hiding := slices.ContainsFunc(list, func(f *review.File) bool { return len(muted[f].came) > 0 })
	spec, _ := e.tools.Find(tool)
	was := map[string][]signal.Diagnostic{}
	if clean := !slices.ContainsFunc(slices.Collect(maps.Values(now)),
		func(l []signal.Diagnostic) bool { return len(l) > 0 }); clean && spec.Project && !hiding {
		for path := range now {
			was[path] = nil
		}
	} else if was, err = e.look(ctx, session, c, tool, c.side(list, true), true); err != nil {
		return nil, fmt.Errorf("%w before the change", err)
	}
	mu.Lock()
	for _, f := range list {
		if found, looked := now[f.After.Path]; looked && !f.Went {
			f.Now = with(f.Now, tool, found)
		}
		if found, looked := was[f.Before.Path]; looked && !f.Came {
			f.Was = with(f.Was, tool, found)
		}
	}
	mu.Unlock()
	if !hiding {
		return nil, nil
	}
	return e.hides(ctx, session, c, tool, list, muted)
}

func has(m map[string][]signal.Diagnostic, tool string) bool {
	_, looked := m[tool]
	return looked
}

func with(m map[string][]signal.Diagnostic, tool string, list []signal.Diagnostic) map[string][]signal.Diagnostic {
	if m == nil {
		m = map[string][]signal.Diagnostic{}
	}
	m[tool] = list
	return m
}

// look has a tool look at one side of a change. What is not on the disk at all cannot be laid
// over it: the tool gets a copy of the project then.
func (e *Engine) look(ctx context.Context, session *linter.Session, c Edit, tool string, in linter.Texts,
	before bool) (map[string][]signal.Diagnostic, error) {
	nowhere := func(s text.Snapshot) bool {
		d, known := c.Disk[s.Path]
		return known && d == nil
	}
	spec, _ := e.tools.Find(tool)
	if !spec.Project && len(in.Files) <= fewFiles && !slices.ContainsFunc(in.Files, nowhere) {
		return e.each(ctx, tool, in.Files)
	}
	if !slices.ContainsFunc(in.Files, nowhere) {
		return e.over(ctx, session, tool, in, in.Files)
	}
	tree := c.tree(before)
	list := slices.DeleteFunc(slices.Clone(in.Files), func(s text.Snapshot) bool { return tree.lacks(s.Path) })
	for _, s := range list {
		body := s.Text()
		tree.put(s.Path, &body)
	}
	apart, err := e.runner.Apart(c.Root, tree.texts, tree.gone)
	if err != nil {
		return nil, err
	}
	defer apart.Close()
	return apart.Look(ctx, tool, list)
}

// fewFiles is how many files a tool that looks at one at a time is asked about one by one: more
// are asked about in one run, for which texts that are not on the disk need a copy of the project.
const fewFiles = 4

// tree is a root as it is to be in a copy.
type tree struct {
	root  string
	texts map[string][]byte // by path relative to the root
	gone  []string
}

// put has the tree contain a file, or lack it where the text is nil.
func (t *tree) put(path string, body *string) {
	rel, err := filepath.Rel(t.root, path)
	switch {
	case err != nil || !filepath.IsLocal(rel):
	case body == nil:
		t.gone = append(t.gone, rel)
	default:
		t.texts[rel] = []byte(*body)
	}
}

func (t *tree) lacks(path string) bool {
	rel, err := filepath.Rel(t.root, path)
	return err != nil || slices.Contains(t.gone, rel)
}

// tree is one side of a change.
func (c Edit) tree(before bool) *tree {
	t := &tree{root: c.Root, texts: map[string][]byte{}}
	for _, f := range c.Files {
		s, absent := at(f, before)
		body := s.Text()
		if absent {
			t.put(s.Path, nil)
		} else {
			t.put(s.Path, &body)
		}
	}
	return t
}

// reconfigured says what tools report of the files after a change if they are configured
// as before, and no longer as they are configured now.
func (e *Engine) reconfigured(ctx context.Context, c Edit) (out []review.Loosened) {
	t := c.tree(false)
	var names []string
	for _, path := range slices.Sorted(maps.Keys(c.Configs)) {
		t.put(path, c.Configs[path].Before)
		names = append(names, c.Configs[path].Name)
	}
	apart, err := e.runner.Apart(c.Root, t.texts, t.gone)
	if err != nil {
		return nil
	}
	defer apart.Close()
	byTool := map[string][]*review.File{}
	for _, f := range c.Files {
		if f.Went {
			continue
		}
		for _, tool := range apart.Names(f.After) {
			if e.named(tool) {
				byTool[tool] = append(byTool[tool], f)
			}
		}
	}
	for _, tool := range slices.Sorted(maps.Keys(byTool)) {
		var list []text.Snapshot
		for _, f := range byTool[tool] {
			list = append(list, f.After)
		}
		was, err := apart.Look(ctx, tool, list)
		if err != nil {
			continue // it does not do so now either, or that is said
		}
		if l := review.Silenced(strings.Join(names, ", "), tool, byTool[tool], was); l != nil {
			out = append(out, *l)
		}
	}
	return out
}

// hides asks a tool for what it says of files whose new directives mean nothing.
func (e *Engine) hides(ctx context.Context, session *linter.Session, c Edit, tool string, list []*review.File,
	muted map[*review.File]mutedFile) (out []review.Hidden, err error) {
	var some []*review.File
	for _, f := range list {
		if len(muted[f].came) > 0 {
			some = append(some, f)
		}
	}
	look := func(before bool) (map[string][]signal.Diagnostic, error) {
		in := c.side(list, before)
		for i, s := range in.Files {
			for _, f := range some {
				if m := muted[f]; s.Path == m.after.Path && !(before && f.Came) {
					in.Files[i] = m.after
					if before {
						in.Files[i] = m.before
					}
					in.Changed[s.Path] = !c.on(in.Files[i])
				}
			}
		}
		// What is said of a file depends on the texts of others, which have to be there.
		in.Files = slices.DeleteFunc(in.Files, func(s text.Snapshot) bool {
			return !in.Changed[s.Path] && !slices.ContainsFunc(some, func(f *review.File) bool { return f.After.Path == s.Path })
		})
		return e.look(ctx, session, c, tool, in, before)
	}
	now, err := look(false)
	if err != nil {
		return nil, fmt.Errorf("%w without the directives that came", err)
	}
	was, err := look(true)
	if err != nil {
		return nil, fmt.Errorf("%w without the directives that were there", err)
	}
	for _, f := range some {
		found, looked := now[f.After.Path]
		if !looked {
			continue
		}
		out = append(out, f.Hide(muted[f].came, review.Said{Tool: tool, Was: was[f.Before.Path], Now: found},
			muted[f].before)...)
	}
	return out, nil
}
