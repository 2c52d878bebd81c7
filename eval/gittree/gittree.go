// Package gittree reads commits of a git repository as sources of files, and its
// history, without a checkout.
package gittree

import (
	"bytes"
	"context"
	"fmt"
	"io/fs"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/fettle-dev/fettle/internal/child"
	"github.com/fettle-dev/fettle/providers/semantic"
	"github.com/fettle-dev/fettle/providers/semantic/index"
)

// Repo is a repository. What was read of it once is kept.
type Repo struct {
	dir   string
	git   string
	blobs map[string]string // by object name
}

// gitOutput bounds what one git command may print.
const gitOutput = 1 << 30

// Open makes a repository of its folder.
func Open(dir string) (*Repo, error) {
	git, err := child.Look("git", child.LookOptions{})
	if err != nil {
		return nil, err
	}
	abs, err := filepath.Abs(dir)
	if err != nil {
		return nil, err
	}
	return &Repo{dir: abs, git: git, blobs: map[string]string{}}, nil
}

// Run is what a git command prints.
func (g *Repo) Run(ctx context.Context, stdin string, args ...string) ([]byte, error) {
	r, err := child.Run(ctx, child.Command{
		Argv: append([]string{g.git, "-c", "core.quotePath=false", "--no-pager"}, args...), Dir: g.dir,
		Stdin: []byte(stdin), Timeout: 2 * time.Minute, MaxOutput: gitOutput, Trusted: true,
	})
	if err != nil {
		return nil, fmt.Errorf("git %s in %s: %w", args[0], g.dir, err)
	}
	if r.ExitCode != 0 {
		return nil, fmt.Errorf("git %s in %s: %s", args[0], g.dir, strings.TrimSpace(r.Stderr))
	}
	return r.Stdout, nil
}

// The files that may be an answer.
var (
	candidate = regexp.MustCompile(`\.(py|go|rs|ts|tsx|mts|js|mjs)$`)
	excluded  = regexp.MustCompile(`(^|/)(node_modules|vendor|dist|third_party|deno_dist|_vendor|packages/.*/lib` +
		`|testdata|snapshots?)/|(^|/)requests/packages/|\.d\.ts$|\.min\.js$|_pb2?\.|\.pb\.go$|\.gen\.go$`)
)

// IsCandidate reports whether a file may be an answer.
func IsCandidate(path string) bool { return candidate.MatchString(path) && !excluded.MatchString(path) }

// Tree is one commit of a repository as a source of files.
type Tree struct {
	repo  *Repo
	names map[string]string // path → object name
}

// Tree is a tree of no commit yet.
func (g *Repo) Tree() *Tree { return &Tree{repo: g} }

// Checkout turns to a commit and reads the candidates that are not known yet.
func (t *Tree) Checkout(ctx context.Context, commit string) error {
	g := t.repo
	out, err := g.Run(ctx, "", "ls-tree", "-r", "-z", commit)
	if err != nil {
		return err
	}
	t.names = map[string]string{}
	var missing []string
	for entry := range strings.SplitSeq(string(out), "\x00") {
		meta, path, ok := strings.Cut(entry, "\t")
		f := strings.Fields(meta)
		if !ok || len(f) != 3 || f[1] != "blob" || f[0] == "120000" || !IsCandidate(path) {
			continue
		}
		t.names[path] = f[2]
		if _, have := g.blobs[f[2]]; !have {
			g.blobs[f[2]] = ""
			missing = append(missing, f[2])
		}
	}
	return g.read(ctx, missing)
}

// read fills in the texts of objects.
func (g *Repo) read(ctx context.Context, names []string) error {
	if len(names) == 0 {
		return nil
	}
	out, err := g.Run(ctx, strings.Join(names, "\n")+"\n", "cat-file", "--batch")
	if err != nil {
		return err
	}
	for len(out) > 0 {
		head, rest, ok := bytes.Cut(out, []byte("\n"))
		f := strings.Fields(string(head))
		if !ok || len(f) != 3 {
			return fmt.Errorf("git cat-file in %s: unexpected %q", g.dir, head)
		}
		n, err := strconv.Atoi(f[2])
		if err != nil || n > len(rest) {
			return fmt.Errorf("git cat-file in %s: size of %s", g.dir, f[0])
		}
		if n < index.MaxFile {
			g.blobs[f[0]] = strings.ToValidUTF8(string(rest[:n]), "\uFFFD")
		}
		out = bytes.TrimPrefix(rest[n:], []byte("\n"))
	}
	return nil
}

// List names the candidates.
func (t *Tree) List(context.Context) ([]semantic.File, error) {
	var out []semantic.File
	for path, id := range t.names {
		out = append(out, semantic.File{Path: path, Size: int64(len(t.repo.blobs[id])), Stamp: id})
	}
	return out, nil
}

// Read returns the text of a candidate.
func (t *Tree) Read(_ context.Context, path string) (string, error) {
	id, ok := t.names[path]
	if !ok {
		return "", fmt.Errorf("reading %s: %w", path, fs.ErrNotExist)
	}
	return t.repo.blobs[id], nil
}

// History lists which candidates each of the newest commits up to one changed.
func (g *Repo) History(ctx context.Context, commit string) ([][]string, error) {
	out, err := g.Run(ctx, "", "log", "--no-merges", "--no-renames", "--name-only", "--format=%x00", "-n",
		strconv.Itoa(index.MaxCommits), commit)
	if err != nil {
		return nil, err
	}
	var commits [][]string
	for _, names := range strings.Split(string(out), "\x00")[1:] {
		var files []string
		for l := range strings.Lines(names) {
			if l = strings.TrimSpace(l); l != "" && IsCandidate(l) {
				files = append(files, l)
			}
		}
		commits = append(commits, files)
	}
	return commits, nil
}
