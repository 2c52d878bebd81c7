package semantic

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/fettle-dev/fettle/internal/child"
	"github.com/fettle-dev/fettle/internal/files"
	"github.com/fettle-dev/fettle/internal/limits"
	"github.com/fettle-dev/fettle/providers/semantic/index"
)

// Disk returns the files of a root on the disk that version control does not
// ignore. look says how git is found.
func Disk(root *files.Root, look child.LookOptions) Source { return disk{root, look} }

type disk struct {
	root *files.Root
	look child.LookOptions
}

// List asks git, or walks the folders.
func (d disk) List(ctx context.Context) ([]File, error) {
	l, err := files.Walk(ctx, d.root, files.WalkOptions{Keep: index.Code, Max: limits.WalkFiles, Look: d.look,
		Flat: files.Loose(d.root.Dir())})
	out := make([]File, len(l.Files))
	for i, f := range l.Files {
		out[i] = File{Path: f.Path, Size: f.Size, Modified: f.ModTime, Stamp: strconv.FormatInt(f.Size, 36) + "-" +
			strconv.FormatInt(f.ModTime.UnixNano(), 36)}
	}
	return out, err
}

// Read returns the text of a file. More than one byte in a hundred that is no
// UTF-8, or a zero byte, is no text.
func (d disk) Read(_ context.Context, path string) (string, error) {
	f, err := d.root.Read(path, index.MaxFile)
	if err != nil {
		return "", err
	}
	body := string(f.Data)
	if strings.IndexByte(body, 0) >= 0 {
		return "", fmt.Errorf("reading %s: %w", path, files.ErrNotText)
	}
	if utf8.ValidString(body) {
		return body, nil
	}
	// A few stray bytes do not make a file unreadable.
	clean := strings.ToValidUTF8(body, "")
	if len(body)-len(clean) > len(body)/100 {
		return "", fmt.Errorf("reading %s: %w", path, files.ErrNotText)
	}
	return strings.ToValidUTF8(body, "\uFFFD"), nil
}

// GitHistory lists which files each of the newest commits of the repository at dir
// changed, newest first, for [Provider.SetHistory]. Merges do not count. An error means
// that there is no git, or no repository.
func GitHistory(ctx context.Context, dir string, look child.LookOptions) ([][]string, error) {
	r, err := child.Git(ctx, child.GitOptions{Dir: dir, Look: look, MaxOutput: limits.GitHistory},
		"log", "--no-merges", "--no-renames", "--name-only", "--relative", "--format=%x01", "-z", "-n",
		strconv.Itoa(index.MaxCommits))
	if err != nil && !errors.Is(err, child.ErrOutput) {
		return nil, fmt.Errorf("reading the history: %w", err)
	}
	if err == nil && r.ExitCode != 0 {
		return nil, fmt.Errorf("reading the history: %s", strings.TrimSpace(r.Stderr))
	}
	return commits(string(r.Stdout)), nil
}

// commits reads the output of git log: a mark and the names of the files, ended by zero
// bytes.
func commits(out string) [][]string {
	var list [][]string
	for part := range strings.SplitSeq(out, "\x01") {
		var changed []string
		for name := range strings.SplitSeq(part, "\x00") {
			if name = strings.TrimLeft(name, "\n"); name != "" {
				changed = append(changed, name)
			}
		}
		if len(changed) > 0 {
			list = append(list, changed)
		}
	}
	return list
}
