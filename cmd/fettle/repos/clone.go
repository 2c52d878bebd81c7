package repos

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/fettle-dev/fettle/internal/child"
	"github.com/fettle-dev/fettle/internal/files"
	"github.com/fettle-dev/fettle/internal/files/claim"
	"github.com/fettle-dev/fettle/internal/limits"
)

// Clone is a private clone of a repository, with the files of one commit.
type Clone struct {
	Entry
	Dir    string // without links; named as the repository, which can be a package
	Commit string

	folder *claim.Folder
}

// Open makes a clone. The caller has to close it.
func Open(ctx context.Context, e Entry) (*Clone, error) {
	folder, err := place(e)
	if err != nil {
		return nil, fmt.Errorf("make a folder for the clone: %w", err)
	}
	c := &Clone{Entry: e, Dir: filepath.Join(files.Real(folder.Dir), nameOf(e.Where)), folder: folder}
	fetch := c.fromServer
	if e.Local {
		fetch = c.fromFolder
	}
	commit, err := fetch(ctx)
	if err == nil {
		_, err = c.git(ctx, child.ReachNothing, c.Dir, "checkout", "--quiet", "--detach", commit)
	}
	if err == nil {
		c.Commit, err = c.git(ctx, child.ReachNothing, c.Dir, "rev-parse", "--verify", "HEAD^{commit}")
	}
	if err != nil {
		c.Close()
		return nil, err
	}
	return c, nil
}

// place returns a folder for the clone: the same one for the same repository, so that
// what was found out of its files can be used again; another, if that is in use.
func place(e Entry) (*claim.Folder, error) {
	cache := files.CacheFolder()
	if cache == "" {
		return nil, errors.New("there is no cache folder: set HOME or XDG_CACHE_HOME")
	}
	base := filepath.Join(cache, "repos")
	if err := os.MkdirAll(base, 0o700); err != nil {
		return nil, err
	}
	claim.Sweep(base, claim.Options{})
	sum := sha256.Sum256([]byte(e.Where))
	folder, err := claim.Take(filepath.Join(base, e.Name+"-"+hex.EncodeToString(sum[:6])))
	if errors.Is(err, claim.ErrHeld) {
		return claim.New(base, e.Name+"-")
	}
	return folder, err
}

// Close removes the clone.
func (c *Clone) Close() { c.folder.Remove() }

// fromFolder clones a repository of this machine, and lets it lend its objects.
func (c *Clone) fromFolder(ctx context.Context) (commit string, err error) {
	if info, err := os.Stat(c.Where); err != nil || !info.IsDir() {
		return "", fmt.Errorf("%s is no folder", c.Where)
	}
	revision := c.Revision
	if revision == "" {
		revision = "HEAD"
	}
	if commit, err = c.git(ctx, child.ReachNothing, c.Where, "rev-parse", "--verify", "--end-of-options",
		revision+"^{commit}"); err != nil {
		return "", fmt.Errorf("it has no revision %s", revision)
	}
	_, err = c.git(ctx, child.ReachPaths, c.folder.Dir, "clone", "--quiet", "--shared", "--no-checkout", "--no-tags",
		"--template=", "--", c.Where, c.Dir)
	return commit, err
}

// fromServer fetches one commit, without its history.
func (c *Clone) fromServer(ctx context.Context) (commit string, err error) {
	revision := c.Revision
	if revision == "" {
		revision = "HEAD"
	}
	if _, err = c.git(ctx, child.ReachNothing, c.folder.Dir, "init", "--quiet", "--template=", "--", c.Dir); err != nil {
		return "", err
	}
	_, err = c.git(ctx, child.ReachServers, c.Dir, "fetch", "--quiet", "--depth=1", "--no-tags", "--no-recurse-submodules",
		"--end-of-options", c.Where, revision)
	return "FETCH_HEAD", err
}

// CheckBranch returns an error for what cannot be a branch's name.
func CheckBranch(ctx context.Context, name string) error {
	dir, err := os.Getwd()
	if err != nil {
		return err
	}
	if strings.HasPrefix(name, "-") {
		return fmt.Errorf("%q is no name of a branch", name)
	}
	if _, err := git(ctx, child.ReachNothing, dir, "check-ref-format", "refs/heads/"+name); err != nil {
		return fmt.Errorf("%q is no name of a branch", name)
	}
	return nil
}

// CheckAuthor reports whether git knows in whose name to commit. A clone of ours has
// no settings of its own, so that those of the user count.
func CheckAuthor(ctx context.Context) error {
	for _, who := range []string{"GIT_AUTHOR_IDENT", "GIT_COMMITTER_IDENT"} {
		if _, err := git(ctx, child.ReachNothing, os.TempDir(), "var", who); err != nil {
			return fmt.Errorf("git has no name and address to commit with: %w", err)
		}
	}
	return nil
}

// Branch commits what was changed in the clone, and makes it a new branch of the
// repository. What is checked out there stays as it is.
func (c *Clone) Branch(ctx context.Context, name, message string) error {
	ref := "refs/heads/" + name
	if err := c.Free(ctx, name); err != nil {
		return err
	}
	if _, err := c.git(ctx, child.ReachNothing, c.Dir, "-c", "commit.gpgSign=false", "commit", "--quiet", "--all",
		"--no-verify", "--message", message); err != nil {
		return fmt.Errorf("commit: %w", err)
	}
	if !c.Local {
		_, err := c.git(ctx, child.ReachServers, c.Dir, "-c", "push.gpgSign=false", "push", "--quiet", "--no-verify",
			"--no-recurse-submodules", "--", c.Where, "HEAD:"+ref)
		return err
	}
	// Fetched from there, not pushed from here: a push would run the hooks of the
	// repository, which no setting of ours reaches.
	_, err := c.git(ctx, child.ReachPaths, c.Where, "-c", "gc.auto=0", "-c", "maintenance.auto=false", "fetch", "--quiet",
		"--no-tags", "--no-write-fetch-head",
		"--no-recurse-submodules", "--", c.Dir, "HEAD:"+ref)
	return err
}

// Free refuses the name of a branch that is there.
func (c *Clone) Free(ctx context.Context, name string) error {
	ref := "refs/heads/" + name
	var there string
	var err error
	if c.Local {
		there, err = c.git(ctx, child.ReachNothing, c.Where, "for-each-ref", "--format=%(objectname)", ref)
	} else {
		there, err = c.git(ctx, child.ReachServers, c.Dir, "ls-remote", "--quiet", "--", c.Where, ref)
	}
	if err != nil {
		return err
	}
	if there != "" {
		return fmt.Errorf("it has a branch %s already", name)
	}
	return nil
}

func (c *Clone) git(ctx context.Context, reach child.Reach, dir string, args ...string) (string, error) {
	return git(ctx, reach, dir, args...)
}

// git runs git. Its error contains the end of what git says on standard error.
// What a user's settings have large files replaced by is left alone.
func git(ctx context.Context, reach child.Reach, dir string, args ...string) (string, error) {
	args = append([]string{"-c", "filter.lfs.process=", "-c", "filter.lfs.smudge=", "-c", "filter.lfs.clean=", "-c",
		"filter.lfs.required=false", "-c", "advice.detachedHead=false"}, args...)
	res, err := child.Git(ctx, child.GitOptions{Dir: dir, Look: child.LookOptions{Roots: []string{dir}}, Reach: reach,
		Timeout: limits.CloneTime, MaxOutput: limits.ChildListing}, args...)
	if err != nil {
		return "", err
	}
	if res.ExitCode != 0 {
		return "", errors.New(complaint(res.Stderr))
	}
	return strings.TrimSpace(string(res.Stdout)), nil
}

// complaint returns the line of git's words that says what is wrong.
func complaint(said string) string {
	lines := strings.Split(strings.TrimSpace(said), "\n")
	for _, line := range lines {
		for _, mark := range []string{"fatal: ", "error: "} {
			if rest, ok := strings.CutPrefix(line, mark); ok {
				return rest
			}
		}
	}
	if lines[0] == "" {
		return "git does not say why it failed"
	}
	return lines[0]
}
