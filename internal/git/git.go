// Package git reads git repositories: the texts of a commit and of the index, and which files are as they are
// there. git is asked for the names of texts, and for texts by these names, only: git diff would compare with the
// files, and run the filters that the repository configures for them. It runs by the rules of [child.Git].
package git

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

// Repository is a git repository with its files.
type Repository struct {
	Top   string
	index string // the file that lists what is staged
}

// Of returns the repository that a folder lies in.
func Of(ctx context.Context, dir string) (Repository, error) {
	out, err := Run(ctx, dir, "rev-parse", "--show-cdup", "--git-path", "index")
	if err != nil {
		return Repository{}, err
	}
	up, index, _ := strings.Cut(strings.TrimSuffix(string(out), "\n"), "\n")
	if !filepath.IsAbs(index) {
		index = filepath.Join(dir, index)
	}
	return Repository{filepath.Join(dir, up), index}, nil
}

// Blobs returns the names of the texts of regular files in a commit, by path.
func (r Repository) Blobs(ctx context.Context, commit string) (map[string]string, error) {
	out, err := Run(ctx, r.Top, "ls-tree", "-r", "-z", commit)
	if err != nil {
		return nil, fmt.Errorf("read the commit %s: %w", commit, err)
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

// Head is Blobs of the last commit, none before the first one.
func (r Repository) Head(ctx context.Context) (map[string]string, error) {
	list, err := r.Blobs(ctx, "HEAD")
	if err != nil {
		if _, none := Run(ctx, r.Top, "rev-parse", "--verify", "--quiet", "HEAD^{commit}"); none != nil {
			list, err = map[string]string{}, nil
		}
	}
	return list, err
}

// Texts returns the texts that git knows by these names. What is no text, or too large,
// is left out.
func (r Repository) Texts(ctx context.Context, names []string) (map[string]*string, error) {
	out := map[string]*string{}
	names = slices.Clone(names)
	slices.Sort(names)
	if names = slices.Compact(slices.DeleteFunc(names, func(n string) bool { return n == "" })); len(names) == 0 {
		return out, nil
	}
	res, err := child.Git(ctx, child.GitOptions{Dir: r.Top, Look: child.LookOptions{Roots: []string{r.Top}},
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
			return nil, errors.New("read texts of a commit: git's answer has an unexpected form")
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

// IsBlob reports whether git calls a text by that name.
func IsBlob(name, body string) bool {
	data := fmt.Appendf(nil, "blob %d\x00%s", len(body), body)
	if len(name) == hex.EncodedLen(sha256.Size) {
		sum := sha256.Sum256(data)
		return name == hex.EncodeToString(sum[:])
	}
	sum := sha1.Sum(data) //nolint:gosec // as above
	return name == hex.EncodeToString(sum[:])
}

// Run runs git in a folder. Its error is what git says on standard error.
func Run(ctx context.Context, dir string, args ...string) ([]byte, error) {
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
