package fleet

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/fettle-dev/fettle/cmd/fettle/app"
	"github.com/fettle-dev/fettle/internal/child"
	"github.com/fettle-dev/fettle/internal/fleet"
	"github.com/fettle-dev/fettle/internal/fleet/tree"
	"github.com/fettle-dev/fettle/internal/limits"
)

// checkouts are clones of git that the worker's user has named. A job names a commit
// and objects, never a folder; what it does not know already (every file comes with
// the digest of its text), it does not get.
type checkouts []string

// openCheckouts opens the clones in some folders, and returns an error for a folder that is no clone.
func openCheckouts(ctx context.Context, dirs []string) (checkouts, error) {
	var out checkouts
	for _, dir := range dirs {
		abs, err := filepath.Abs(dir)
		if err == nil {
			_, err = inClone(ctx, abs, nil, 0, "rev-parse", "--git-dir")
		}
		if err != nil {
			return nil, app.WithHint(fmt.Errorf("--checkout %s: %w", dir, err), "name a folder that git clone has made")
		}
		out = append(out, abs)
	}
	return out, nil
}

// objects returns the texts of files of a commit, from the first clone that has it.
func (l checkouts) objects(ctx context.Context, commit string, list []tree.File,
	take func(tree.File, []byte) error) error {
	for _, dir := range l {
		if _, err := inClone(ctx, dir, nil, 0, "cat-file", "-e", commit+"^{commit}"); err == nil {
			return read(ctx, dir, list, take)
		}
	}
	return fmt.Errorf("%w: the run needs a checkout of the commit %s: git fetch it into a clone, and name that with "+
		"--checkout", fleet.ErrRefused, commit)
}

// read reads objects, some megabytes at a time.
func read(ctx context.Context, dir string, list []tree.File, take func(tree.File, []byte) error) error {
	for len(list) > 0 {
		var names bytes.Buffer
		n, size := 0, int64(0)
		for n < len(list) && (n == 0 || size+list[n].Size <= limits.FleetPack) {
			size += list[n].Size + int64(len(list[n].Blob)) + 64 // with the line before it
			fmt.Fprintln(&names, list[n].Blob)
			n++
		}
		out, err := inClone(ctx, dir, names.Bytes(), int(size), "cat-file", "--batch")
		if errors.Is(err, child.ErrOutput) {
			return fmt.Errorf("%w: git has larger texts than it says", tree.ErrHostile)
		}
		if err != nil {
			return err
		}
		for _, f := range list[:n] {
			var data []byte
			if data, out, err = object(f, out); err == nil {
				err = take(f, data)
			}
			if err != nil {
				return err
			}
		}
		list = list[n:]
	}
	return nil
}

// object reads one object of what git cat-file --batch prints: a line with its
// name, kind and size, its text, a line's end.
func object(f tree.File, out []byte) (data, rest []byte, err error) {
	head, rest, _ := bytes.Cut(out, []byte("\n"))
	words := strings.Fields(string(head))
	if len(words) != 3 || words[1] != "blob" || words[2] != strconv.FormatInt(f.Size, 10) || int64(len(rest)) <= f.Size {
		return nil, nil, fmt.Errorf("%w: git has no such text of %q: %s", tree.ErrHostile, f.Path, head)
	}
	return rest[:f.Size], rest[f.Size+1:], nil
}

func inClone(ctx context.Context, dir string, stdin []byte, most int, args ...string) ([]byte, error) {
	res, err := child.Git(ctx, child.GitOptions{Dir: dir, Look: child.LookOptions{Roots: []string{dir}}, Stdin: stdin,
		MaxOutput: most}, args...)
	if err != nil {
		return nil, err
	}
	if res.ExitCode != 0 {
		said, _, _ := strings.Cut(strings.TrimSpace(res.Stderr), "\n")
		return nil, fmt.Errorf("git %s: %s (exit code %d)", args[0], said, res.ExitCode)
	}
	return res.Stdout, nil
}
