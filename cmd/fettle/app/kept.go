package app

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/fettle-dev/fettle/internal/files"
	"github.com/fettle-dev/fettle/internal/limits"
)

// shelf keeps what runs have made for the next ones, one file for each key: packed, as what is said of thousands of
// findings is much the same. It is a help, so that what fails counts for nothing.
type shelf struct {
	dir   string        // "": nothing is kept
	most  int           // entries; 0 = any number
	age   time.Duration // of the oldest
	bytes int           // of one entry
	swept bool
}

// newShelf returns a shelf in the user's cache folder.
func newShelf(name string, most int, age time.Duration, bytes int) *shelf {
	s := &shelf{most: most, age: age, bytes: bytes}
	if cache := files.CacheFolder(); cache != "" {
		s.dir = filepath.Join(cache, name)
	}
	return s
}

func (s *shelf) file(key string) string { return filepath.Join(s.dir, key+".json.gz") }

// read reads an entry, and reports whether there is one that is not too old.
func (s *shelf) read(key string, to any) bool {
	if s.dir == "" {
		return false
	}
	info, err := os.Stat(s.file(key))
	if err != nil || time.Since(info.ModTime()) > s.age {
		return false
	}
	f, err := files.Read(s.file(key), int64(s.bytes))
	if err != nil {
		return false
	}
	data, err := gzip.NewReader(bytes.NewReader(f.Data))
	return err == nil && json.NewDecoder(io.LimitReader(data, limits.KeptUnpacked)).Decode(to) == nil
}

// used has an entry stay for as long as one that is new.
func (s *shelf) used(key string) {
	now := time.Now()
	_ = os.Chtimes(s.file(key), now, now)
}

// write keeps an entry.
func (s *shelf) write(key string, entry any) {
	var data bytes.Buffer
	plain, err := json.Marshal(entry)
	packed, bad := gzip.NewWriterLevel(&data, gzip.BestSpeed)
	if s.dir == "" || errors.Join(err, bad) != nil {
		return
	}
	if _, err := packed.Write(plain); errors.Join(err, packed.Close()) != nil || data.Len() > s.bytes ||
		os.MkdirAll(s.dir, 0o700) != nil {
		return
	}
	if os.WriteFile(s.file(key)+".new", data.Bytes(), 0o600) == nil {
		_ = os.Rename(s.file(key)+".new", s.file(key))
	}
	s.sweep()
}

// sweep removes the entries that are too old, and the oldest of too many, once a run.
func (s *shelf) sweep() {
	list, err := files.List(s.dir)
	if err != nil || s.swept {
		return
	}
	s.swept = true
	type file struct {
		name string
		at   time.Time
	}
	var left []file
	for _, e := range list {
		if info, err := e.Info(); err == nil {
			left = append(left, file{e.Name(), info.ModTime()})
		}
	}
	slices.SortFunc(left, func(a, b file) int { return b.at.Compare(a.at) })
	for i, f := range left {
		if s.most > 0 && i >= s.most || time.Since(f.at) > s.age {
			_ = os.Remove(filepath.Join(s.dir, f.name))
		}
	}
}
