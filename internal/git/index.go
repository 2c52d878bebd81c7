package git

import (
	"context"
	"fmt"
	"os"
	"strconv"
	"strings"
	"time"
)

// Index is what git has staged, and what the files were like when it last looked at them. Files that are still
// like this need not be read, which is most of a project.
type Index struct {
	Names   map[string]string // of the texts, by path from the top
	looked  map[string]fileStat
	written time.Time
}

type fileStat struct {
	size     int64
	modified time.Time
}

// Index reads the index. git lists what it keeps of each file (git ls-files --debug). Where that is written otherwise
// than today, each file has to be read.
func (r Repository) Index(ctx context.Context) (Index, error) {
	x := Index{Names: map[string]string{}, looked: map[string]fileStat{}}
	if info, err := os.Stat(r.index); err == nil {
		x.written = info.ModTime()
	}
	out, err := Run(ctx, r.Top, "ls-files", "-z", "--stage", "--debug")
	if err != nil {
		return x, fmt.Errorf("read the index: %w", err)
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
			x.Names[path] = words[1]
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

// Has reports whether a file is as it is staged, by its size and time. One that was written no earlier than the index
// may have changed since without a trace: https://git-scm.com/docs/racy-git.
func (x Index) Has(path, abs string) bool {
	s, known := x.looked[path]
	info, err := os.Lstat(abs)
	return known && err == nil && info.Mode().IsRegular() && info.Size() == s.size && info.ModTime().Equal(s.modified) &&
		s.modified.Before(x.written)
}
