package app

import (
	"context"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// gitFolder is a repository with its files.
type gitFolder struct {
	top   string
	index string // the file that lists what is staged
}

// repositoryOf returns the repository that a folder lies in.
func repositoryOf(ctx context.Context, dir string) (gitFolder, error) {
	out, err := git(ctx, dir, "rev-parse", "--show-cdup", "--git-path", "index")
	if err != nil {
		return gitFolder{}, err
	}
	up, index, _ := strings.Cut(strings.TrimSuffix(string(out), "\n"), "\n")
	if !filepath.IsAbs(index) {
		index = filepath.Join(dir, index)
	}
	return gitFolder{filepath.Join(dir, up), index}, nil
}

// gitIndex is what git has staged, and what the files were like when it last looked at them. Files that are still
// like this need not be read, which is most of a project.
type gitIndex struct {
	names   map[string]string // of the texts, by path from the top
	looked  map[string]fileStat
	written time.Time
}

type fileStat struct {
	size     int64
	modified time.Time
}

// readIndex reads the index. In place of git diff, which would run the filters that the repository configures, git
// lists what it keeps of each file (git ls-files --debug). Where that is written otherwise than today, each file is
// read.
func (g gitFolder) readIndex(ctx context.Context) (gitIndex, error) {
	x := gitIndex{names: map[string]string{}, looked: map[string]fileStat{}}
	if info, err := os.Stat(g.index); err == nil {
		x.written = info.ModTime()
	}
	out, err := git(ctx, g.top, "ls-files", "-z", "--stage", "--debug")
	if err != nil {
		return x, err
	}
	path := ""
	for part := range strings.SplitSeq(string(out), "\x00") { // what is kept of the path before, mode name stage, path
		kept, next, found := strings.Cut(part, "flags: ")
		if !found {
			kept, next = "", part
		} else if _, next, found = strings.Cut(next, "\n"); !found {
			next = ""
		}
		if stat, ok := statIn(kept); ok {
			x.looked[path] = stat
		}
		about, at, _ := strings.Cut(next, "\t")
		words := strings.Fields(about)
		if path = at; len(words) == 3 && strings.HasPrefix(words[0], "100") && words[2] == "0" {
			x.names[path] = words[1]
		}
	}
	return x, nil
}

// statIn reads "  mtime: SECONDS:NANOSECONDS" and "  size: BYTES".
func statIn(kept string) (s fileStat, ok bool) {
	number := func(name, end string) int64 {
		_, rest, found := strings.Cut(kept, name)
		digits, _, _ := strings.Cut(rest, end)
		n, err := strconv.ParseInt(strings.TrimSpace(digits), 10, 64)
		ok = ok && found && err == nil
		return n
	}
	ok = true
	s.size = number("  size: ", "\t")
	seconds := number("  mtime: ", ":")
	nanoseconds := number("mtime: "+strconv.FormatInt(seconds, 10)+":", "\n")
	s.modified = time.Unix(seconds, nanoseconds)
	return s, ok
}

// has reports whether a file is as it is staged, by its size and time. One that was written no earlier than the index
// may have changed since without a trace: https://git-scm.com/docs/racy-git.
func (x gitIndex) has(path, abs string) bool {
	s, known := x.looked[path]
	info, err := os.Lstat(abs)
	return known && err == nil && info.Mode().IsRegular() && info.Size() == s.size && info.ModTime().Equal(s.modified) &&
		s.modified.Before(x.written)
}
