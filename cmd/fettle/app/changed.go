package app

import (
	"bytes"
	"context"
	"crypto/sha1" //nolint:gosec // git's name for a text, no protection
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/fettle-dev/fettle/internal/child"
	"github.com/fettle-dev/fettle/internal/files"
	"github.com/fettle-dev/fettle/internal/limits"
)

// changed keeps the targets that --since asks for. git is asked for the names of texts
// in its index and in a commit only: git diff would compare with the files, and run the
// filters that the repository configures for them.
func changed(ctx context.Context, o Options, targets []Target) ([]Target, error) {
	if o.Since == "" {
		return targets, nil
	}
	repo, err := repository(ctx)
	if err != nil {
		return nil, err
	}
	keep, err := o.changes(ctx, repo.top)
	if err != nil {
		return nil, err
	}
	return slices.DeleteFunc(targets, func(t Target) bool {
		rel, err := filepath.Rel(repo.top, t.Snapshot.Path)
		return err != nil || !filepath.IsLocal(rel) || !keep(filepath.ToSlash(rel), t.text())
	}), nil
}

// repository returns the top of the one that the working folder lies in.
func repository(ctx context.Context) (gitFolder, error) {
	dir, err := os.Getwd()
	if err != nil {
		return gitFolder{}, fmt.Errorf("find the working folder: %w", err)
	}
	g, err := repositoryOf(ctx, dir)
	if err != nil {
		return g, WithHint(fmt.Errorf("--staged and --since need a git repository: %w", err),
			"run fettle in the folder of a repository")
	}
	return g, nil
}

// changes says of a path and the text of its file whether it was changed.
func (o Options) changes(ctx context.Context, top string) (func(path, body string) bool, error) {
	base, err := since(ctx, top, o.Since)
	if err != nil {
		return nil, err
	}
	old, err := blobs(ctx, top, base)
	if err != nil {
		return nil, fmt.Errorf("read the commit of --since %s: %w", o.Since, err)
	}
	return func(path, body string) bool { return old[path] == "" || !isBlob(old[path], body) }, nil
}

// since returns the commit where HEAD and another one part.
func since(ctx context.Context, top, ref string) (string, error) {
	base, err := git(ctx, top, "merge-base", "HEAD", ref+"^{commit}")
	if err != nil {
		return "", WithHint(fmt.Errorf("--since %s: no commit that it and HEAD have in common: %w", ref, err),
			"name a branch or commit that git log knows; a shallow clone may need git fetch --unshallow")
	}
	return strings.TrimSpace(string(base)), nil
}

// blobs returns the names of the texts of regular files in a commit, by path.
func blobs(ctx context.Context, top, commit string) (map[string]string, error) {
	out, err := git(ctx, top, "ls-tree", "-r", "-z", commit)
	if err != nil {
		return nil, err
	}
	list := map[string]string{}
	for entry := range bytes.SplitSeq(out, []byte{0}) {
		about, path, ok := strings.Cut(string(entry), "\t")
		// mode type name
		if words := strings.Fields(about); ok && len(words) == 3 && strings.HasPrefix(words[0], "100") {
			list[path] = words[2]
		}
	}
	return list, nil
}

// headBlobs is blobs of the last commit, none before the first one.
func headBlobs(ctx context.Context, top string) (map[string]string, error) {
	list, err := blobs(ctx, top, "HEAD")
	if err == nil {
		return list, nil
	}
	if _, none := git(ctx, top, "rev-parse", "--verify", "--quiet", "HEAD^{commit}"); none != nil {
		return map[string]string{}, nil
	}
	return nil, fmt.Errorf("read the last commit: %w", err)
}

// blobTexts returns the texts that git knows by these names. What is no text, or too large,
// is left out.
func blobTexts(ctx context.Context, top string, names []string) (map[string]*string, error) {
	out := map[string]*string{}
	names = slices.Clone(names)
	slices.Sort(names)
	if names = slices.Compact(slices.DeleteFunc(names, func(n string) bool { return n == "" })); len(names) == 0 {
		return out, nil
	}
	res, err := child.Git(ctx, child.GitOptions{Dir: top, Look: child.LookOptions{Roots: []string{top}},
		MaxOutput: limits.ChildListing, Stdin: []byte(strings.Join(names, "\n") + "\n")}, "cat-file", "--batch")
	if err != nil {
		return nil, fmt.Errorf("read texts of a commit: %w", err)
	}
	rest := res.Stdout
	for len(rest) > 0 {
		head, body, ok := bytes.Cut(rest, []byte{'\n'})
		words := strings.Fields(string(head)) // name type size
		if !ok || len(words) != 3 {
			if len(words) == 2 && words[1] == "missing" {
				rest = body
				continue
			}
			return nil, errors.New("read texts of a commit: git has not answered as it does")
		}
		size, err := strconv.Atoi(words[2])
		if err != nil || size < 0 || size > len(body) {
			return nil, errors.New("read texts of a commit: the answer is cut off")
		}
		if words[1] == "blob" && size <= limits.FixFile && files.IsText(body[:size]) {
			s := string(body[:size])
			out[words[0]] = &s
		}
		rest = bytes.TrimPrefix(body[size:], []byte{'\n'})
	}
	return out, nil
}

// isBlob reports whether git calls a text by that name.
func isBlob(name, body string) bool {
	data := fmt.Appendf(nil, "blob %d\x00%s", len(body), body)
	if len(name) == hex.EncodedLen(sha256.Size) {
		sum := sha256.Sum256(data)
		return name == hex.EncodeToString(sum[:])
	}
	sum := sha1.Sum(data) //nolint:gosec // as above
	return name == hex.EncodeToString(sum[:])
}

// git runs git. Its error is what git says on standard error.
func git(ctx context.Context, dir string, args ...string) ([]byte, error) {
	// git commit -a and git commit FILE run their hooks with an index of their own:
	// https://git-scm.com/docs/githooks#_pre_commit. The path is relative to the
	// folder that git runs hooks in, the repository's top.
	index := os.Getenv("GIT_INDEX_FILE")
	if index != "" && !filepath.IsAbs(index) {
		index = filepath.Join(dir, index)
	}
	res, err := child.Git(ctx, child.GitOptions{Dir: dir, Look: child.LookOptions{Roots: []string{dir}},
		MaxOutput: limits.ChildListing, Index: index}, args...)
	if err != nil {
		return nil, err
	}
	if res.ExitCode != 0 {
		said, _, _ := strings.Cut(strings.TrimSpace(res.Stderr), "\n")
		if said == "" {
			said = fmt.Sprintf("git %s ends with exit code %d", args[0], res.ExitCode)
		}
		return nil, errors.New(said)
	}
	return res.Stdout, nil
}
