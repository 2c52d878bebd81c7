//go:build unix

package semantic

import (
	"database/sql"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
	"unicode"

	"golang.org/x/sys/unix"
	_ "modernc.org/sqlite" // the driver

	"github.com/fettle-dev/fettle/internal/child"
	"github.com/fettle-dev/fettle/internal/files"
	"github.com/fettle-dev/fettle/providers/semantic/index"
	"github.com/fettle-dev/fettle/providers/semantic/store"
)

// BenchmarkFullText holds the postings in the store against SQLite's FTS5 over
// the files of FETTLE_TREES: processor time to build, bytes on disk, time of a
// question's terms, and time to take in one changed file. Both get the same
// terms. The figures stand in the comment of the package index.
func BenchmarkFullText(b *testing.B) {
	trees := os.Getenv("FETTLE_TREES")
	if trees == "" {
		b.Skip("FETTLE_TREES names no folders")
	}
	type text struct{ path, body string }
	var list []text
	for _, dir := range filepath.SplitList(trees) {
		root, err := files.Open(dir)
		if err != nil {
			b.Fatal(err)
		}
		defer root.Close()
		source := Disk(root, child.LookOptions{})
		found, err := source.List(b.Context())
		if err != nil {
			b.Fatal(err)
		}
		for _, f := range found {
			body, err := source.Read(b.Context(), f.Path)
			if err == nil {
				list = append(list, text{filepath.Base(dir) + "/" + f.Path, body})
			}
		}
	}
	questions := []string{"where is the request sent", "parse the command line options", "error handling of the client", "cache of the index"}
	var asked [][]string
	for _, q := range questions {
		var terms []string
		for _, w := range strings.Fields(q) {
			terms = append(terms, index.Terms(w)...)
		}
		asked = append(asked, terms)
	}
	b.Run("postings", func(b *testing.B) {
		for b.Loop() {
			path := store.Path(b.TempDir(), "/w")
			s, err := store.Open(b.Context(), path)
			if err != nil {
				b.Fatal(err)
			}
			postings, ok := any(s).(Postings)
			if !ok {
				b.Fatal("the store keeps no postings")
			}
			began := processorTime(b)
			f, _, err := openFar(b.Context(), postings, segmentMax)
			if err != nil {
				b.Fatal(err)
			}
			var digester index.Digester
			take := func(some []text) {
				for at := 0; at < len(some); at += 500 {
					var digests []index.Digest
					for _, t := range some[at:min(len(some), at+500)] {
						digests = append(digests, digester.Digest(t.path, t.body))
					}
					if err := f.add(b.Context(), digests, make([]string, len(digests))); err != nil {
						b.Fatal(err)
					}
				}
				if err := f.flush(b.Context()); err != nil {
					b.Fatal(err)
				}
			}
			take(list)
			b.ReportMetric(processorTime(b)-began, "build-cpu-s")
			b.ReportMetric(diskUse(b, filepath.Dir(path)), "disk-MB")
			slowest(b, asked, func(terms []string) error {
				q := index.Query{Terms: map[string]float64{}}
				for _, t := range terms {
					q.Terms[t] = 1
				}
				_, err := f.search(b.Context(), index.New(), q, "")
				return err
			})
			start := time.Now()
			take(list[:1])
			b.ReportMetric(float64(time.Since(start).Microseconds())/1e3, "change-ms")
			_ = s.Close()
		}
	})
	b.Run("fts5", func(b *testing.B) {
		for b.Loop() {
			dir := b.TempDir()
			db, err := sql.Open("sqlite", "file:"+filepath.Join(dir, "fts.db")+"?_pragma=journal_mode(WAL)&_pragma=synchronous(NORMAL)")
			if err != nil {
				b.Fatal(err)
			}
			exec := func(query string, args ...any) {
				if _, err := db.ExecContext(b.Context(), query, args...); err != nil {
					b.Fatal(err)
				}
			}
			began := processorTime(b)
			exec("CREATE VIRTUAL TABLE f USING fts5(words, path, content='', contentless_delete=1, tokenize='ascii')")
			tx, err := db.BeginTx(b.Context(), nil)
			if err != nil {
				b.Fatal(err)
			}
			for i, t := range list {
				if _, err := tx.ExecContext(b.Context(), "INSERT INTO f(rowid, words, path) VALUES(?, ?, ?)", i+1, termsOf(t.body), termsOf(t.path)); err != nil {
					b.Fatal(err)
				}
			}
			if err := tx.Commit(); err != nil {
				b.Fatal(err)
			}
			b.ReportMetric(processorTime(b)-began, "build-cpu-s")
			b.ReportMetric(diskUse(b, dir), "disk-MB")
			slowest(b, asked, func(terms []string) error {
				rows, err := db.QueryContext(b.Context(), "SELECT rowid FROM f WHERE f MATCH ? ORDER BY bm25(f, 1, 1) LIMIT ?", `"`+strings.Join(terms, `" OR "`)+`"`, farBest)
				if err != nil {
					return err
				}
				defer rows.Close()
				for rows.Next() {
					var id int
					if err := rows.Scan(&id); err != nil {
						return err
					}
				}
				return rows.Err()
			})
			start := time.Now()
			exec("DELETE FROM f WHERE rowid = 1")
			exec("INSERT INTO f(rowid, words, path) VALUES(1, ?, ?)", termsOf(list[0].body), termsOf(list[0].path))
			b.ReportMetric(float64(time.Since(start).Microseconds())/1e3, "change-ms")
			_ = db.Close()
		}
	})
	b.Logf("%d files", len(list))
}

func termsOf(body string) string {
	var out strings.Builder
	for _, w := range strings.FieldsFunc(body, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '_' }) {
		for _, t := range index.Terms(w) {
			out.WriteString(t)
			out.WriteByte(' ')
		}
	}
	return out.String()
}

// slowest reports the time of the question that takes longest.
func slowest(b *testing.B, asked [][]string, ask func([]string) error) {
	most := time.Duration(0)
	for _, terms := range asked {
		start := time.Now()
		if err := ask(terms); err != nil {
			b.Fatal(err)
		}
		most = max(most, time.Since(start))
	}
	b.ReportMetric(float64(most.Microseconds())/1e3, "question-ms")
}

func processorTime(b *testing.B) float64 {
	var u unix.Rusage
	if err := unix.Getrusage(unix.RUSAGE_SELF, &u); err != nil {
		b.Fatal(err)
	}
	return float64(u.Utime.Nano()+u.Stime.Nano()) / 1e9
}

func diskUse(b *testing.B, dir string) float64 {
	size := int64(0)
	_ = filepath.WalkDir(dir, func(path string, _ os.DirEntry, err error) error {
		if info, statErr := os.Stat(path); err == nil && statErr == nil && !info.IsDir() {
			size += info.Size()
		}
		return nil
	})
	return float64(size) / 1e6
}
