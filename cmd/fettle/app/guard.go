package app

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/edits/diff"
	"github.com/fettle-dev/fettle/edits/review"
	"github.com/fettle-dev/fettle/internal/child"
	"github.com/fettle-dev/fettle/internal/files"
	"github.com/fettle-dev/fettle/internal/files/claim"
	"github.com/fettle-dev/fettle/internal/limits"
	"github.com/fettle-dev/fettle/internal/syntax"
	"github.com/fettle-dev/fettle/internal/text"
)

// Guarded is what another fixer made of a project, without what the tools speak against.
type Guarded struct {
	Files []GuardedFile
	Left  []LeftOut
	review.Verdict
	Program string
}

// GuardedFile is a file with the hunks that are kept.
type GuardedFile struct {
	Name          string // as shown
	Path          string
	Before, After string
}

// LeftOut is a hunk that is not kept, at its line in the file as it is.
type LeftOut struct {
	File string
	Line int
	Why  string
}

// guard is a run of another fixer.
type guard struct {
	w     *App
	root  string
	dir   string // the working folder
	files map[string]*guarded
	left  []LeftOut
	said  func(string)
}

// guarded is a file that the fixer changed.
type guarded struct {
	before, after text.Snapshot
	hunks         []diff.Hunk
	keep          []bool
}

// Guard runs a command on a private copy of the project of the working folder, and judges
// what it changes hunk by hunk: what causes something new is removed. Nothing is written.
func (w *App) Guard(ctx context.Context, command string, said func(string)) (Guarded, error) {
	dir, err := os.Getwd()
	if err != nil {
		return Guarded{}, fmt.Errorf("find the working folder: %w", err)
	}
	g := &guard{w: w, root: w.Engine.Root(filepath.Join(dir, "x")), dir: dir, files: map[string]*guarded{}, said: said}
	argv, err := g.program(command)
	if err != nil {
		return Guarded{}, err
	}
	said("running " + filepath.Base(argv[0]) + " on a copy")
	if err := g.run(ctx, argv); err != nil {
		return Guarded{}, err
	}
	v, err := g.sift(ctx)
	out := Guarded{Verdict: v, Left: g.left, Program: filepath.Base(argv[0])}
	for _, abs := range slices.Sorted(maps.Keys(g.files)) {
		f := g.files[abs]
		if now := f.text(); now != f.before.Text() {
			out.Files = append(out.Files, GuardedFile{Name: g.name(abs), Path: abs, Before: f.before.Text(), After: now})
		}
	}
	return out, err
}

func (g *guard) name(abs string) string { return filepath.ToSlash(relative(g.dir, abs)) }

// program returns the command of the user's, without a shell.
func (g *guard) program(command string) ([]string, error) {
	argv := strings.Fields(command)
	if len(argv) == 0 {
		return nil, WithHint(errors.New("--with names no command"), "for example --with 'go fix ./...'")
	}
	if filepath.IsAbs(argv[0]) {
		return argv, nil
	}
	// Of a folder that is not trusted no program comes before, or in place of, the one that the user means.
	path, err := child.Look(argv[0], child.LookOptions{Trusted: g.w.Process.Granted(g.w.Settings, g.root),
		Roots: []string{g.root}})
	if err != nil {
		return nil, WithHint(fmt.Errorf("--with %s: %w", argv[0], err), "it runs without a shell: name a program on PATH "+
			"and its arguments, or one of the folder by its whole path")
	}
	argv[0] = path
	return argv, nil
}

// run runs the command in a copy of the project, and reads what it changed.
func (g *guard) run(ctx context.Context, argv []string) error {
	cache := files.CacheFolder()
	if cache == "" {
		return errors.New("there is no cache folder: set HOME or XDG_CACHE_HOME")
	}
	c, err := claim.New(filepath.Join(cache, "runs"), "")
	if err != nil {
		return fmt.Errorf("make a private copy: %w", err)
	}
	defer c.Remove()
	top := filepath.Join(files.Real(c.Dir), filepath.Base(g.root))
	texts, err := g.copied(ctx, top)
	if err != nil {
		return fmt.Errorf("make a private copy: %w", err)
	}
	in := top
	if rel, ok := files.Below(g.root, g.dir); ok {
		in = filepath.Join(top, filepath.FromSlash(rel))
	}
	res, err := child.Run(ctx, child.Command{Argv: argv, Dir: in, Trusted: true, Timeout: limits.FixTogether,
		Inherit: []string{"GOCACHE", "GOPATH", "GOMODCACHE", "GOFLAGS", "CARGO_HOME", "RUSTUP_HOME"}})
	if err != nil {
		return WithHint(fmt.Errorf("--with: %w", err), "nothing was changed: it ran on a copy")
	}
	from, err := files.Open(top)
	if err != nil {
		return ReasonOf(err)
	}
	defer from.Close()
	for rel, was := range texts {
		now, err := from.ReadText(rel, limits.FixFile)
		switch abs := filepath.Join(g.root, rel); {
		case err != nil:
			g.left = append(g.left, LeftOut{g.name(abs), 0, "it was removed, or is no longer text"})
		case now != was:
			f := &guarded{before: text.File(abs, syntax.Language(abs), was), after: text.File(abs, syntax.Language(abs), now)}
			f.hunks = diff.Lines(f.before, f.after)
			f.keep = slices.Repeat([]bool{true}, len(f.hunks))
			g.files[abs] = f
		}
	}
	if len(g.files) == 0 && res.ExitCode != 0 {
		said := strings.TrimSpace(res.Stderr)
		last := said[strings.LastIndexByte(said, '\n')+1:]
		return WithHint(fmt.Errorf("--with: %s changed nothing and ended with exit code %d: %s", filepath.Base(argv[0]),
			res.ExitCode, Clean(last)), "try the command by itself")
	}
	return nil
}

// copied makes a copy of the project, and returns the texts of the files that tools look at.
func (g *guard) copied(ctx context.Context, top string) (map[string]string, error) {
	texts := map[string]string{}
	err := files.Copy(ctx, g.root, top, func(path string, data []byte) []byte {
		rel := filepath.FromSlash(path)
		if g.w.Engine.Tools().Knows(syntax.Language(path)) && files.IsText(data) &&
			g.w.Engine.Protected(filepath.Join(g.root, rel)) == "" {
			texts[rel] = string(data)
		}
		return data
	})
	files.LinkInstalled(g.root, top)
	return texts, err
}

// text returns the file with the hunks that are kept.
func (f *guarded) text() string {
	s, _ := f.made()
	return s
}

// made returns the text with the kept hunks, and the lines of it that each of them wrote.
func (f *guarded) made() (string, []text.Lines) {
	var out strings.Builder
	at, line := 0, 0
	lines := make([]text.Lines, len(f.hunks))
	write := func(s text.Snapshot, l text.Lines) {
		out.WriteString(s.Slice(s.LinesSpan(l)))
		line += l.Len()
	}
	for i, h := range f.hunks {
		write(f.before, text.Lines{Start: at, End: h.Old.Start})
		lines[i].Start = line
		if f.keep[i] {
			write(f.after, h.New)
		} else {
			write(f.before, h.Old)
		}
		lines[i].End = max(line, lines[i].Start+1)
		at = h.Old.End
	}
	write(f.before, text.Lines{Start: at, End: f.before.LineCount()})
	return out.String(), lines
}

// judge judges the hunks that are kept.
func (g *guard) judge(ctx context.Context) (review.Verdict, error) {
	texts := map[string]string{}
	for abs, f := range g.files {
		if now := f.text(); now != f.before.Text() {
			texts[abs] = now
		}
	}
	if len(texts) == 0 {
		return review.Verdict{}, nil
	}
	_, v, err := g.w.review(ctx, Changes{Dir: g.dir, Texts: texts}, g.said)
	return v, err
}

// guardRounds bounds how often what is left is judged again after guilty hunks were taken
// out by the places of findings; then files are tried by halves.
const guardRounds = 6

// sift removes hunks until nothing speaks against the rest.
func (g *guard) sift(ctx context.Context) (review.Verdict, error) {
	v, err := g.judge(ctx)
	for range guardRounds {
		if err != nil || !v.Bad() || !g.blame(v) {
			break
		}
		v, err = g.judge(ctx)
	}
	if err != nil || !v.Bad() {
		return v, err
	}
	all := slices.Sorted(maps.Keys(g.files))
	had := map[string][]bool{}
	for _, abs := range all {
		had[abs] = slices.Clone(g.files[abs].keep)
		clear(g.files[abs].keep)
	}
	if err := g.add(ctx, all, had); err != nil {
		return v, err
	}
	return g.judge(ctx)
}

// blame removes the hunks that findings stand on, else those of the file that explains
// them, else those of their file. It reports whether there were any.
func (g *guard) blame(v review.Verdict) bool {
	any := false
	out := func(file string, line int, why string) {
		for _, wide := range []bool{false, true} {
			hit := false
			for abs, f := range g.files {
				if g.name(abs) != file {
					continue
				}
				_, lines := f.made()
				for i := range f.hunks {
					if f.keep[i] && (wide || lines[i].Contains(line-1)) {
						f.keep[i], hit = false, true
						g.left = append(g.left, LeftOut{file, f.hunks[i].Old.Start + 1, why})
					}
				}
			}
			if any = any || hit; hit {
				return
			}
		}
	}
	for _, d := range v.New {
		why := strings.TrimSpace(d.Tool+" "+d.Code) + ": " + d.Headline()
		if d.Cause != nil {
			out(d.Cause.File, d.Cause.Line, why)
		} else {
			out(d.File, d.Line, why)
		}
	}
	for _, h := range v.Hidden {
		out(h.File, h.Line, h.Sentence())
	}
	for _, l := range v.Loosened {
		out(l.File, l.Line, l.Text)
	}
	return any
}

// add keeps the hunks of files as long as nothing speaks against them, by halves.
func (g *guard) add(ctx context.Context, list []string, had map[string][]bool) error {
	if len(list) == 0 {
		return nil
	}
	for _, abs := range list {
		copy(g.files[abs].keep, had[abs])
	}
	v, err := g.judge(ctx)
	if err != nil || !v.Bad() {
		return err
	}
	for _, abs := range list {
		clear(g.files[abs].keep)
	}
	if len(list) == 1 {
		why := "the tools report something new with it"
		if len(v.New) > 0 {
			why = v.New[0].Headline()
		}
		for i, kept := range had[list[0]] {
			if kept {
				g.left = append(g.left, LeftOut{g.name(list[0]), g.files[list[0]].hunks[i].Old.Start + 1, why})
			}
		}
		return nil
	}
	return errors.Join(g.add(ctx, list[:len(list)/2], had), g.add(ctx, list[len(list)/2:], had))
}

// Change returns what is to be written of a file.
func (f GuardedFile) Change(program string) files.Change {
	return files.Change{Read: sha256.Sum256([]byte(f.Before)), Edits: diff.Minimal(f.Before, f.After), After: f.After,
		Fixes: []files.Fixed{{Tool: program, Code: "--with"}}}
}
