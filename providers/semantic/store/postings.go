package store

import (
	"context"
	"database/sql"
	"errors"
	"strings"

	"github.com/fettle-dev/fettle/providers/semantic/index"
)

// addForms adds the form of segments to a file that was made before it was kept:
// the vectors and plans in it stay.
func (s *Store) addForms(ctx context.Context) error {
	var n int
	if err := s.db.QueryRowContext(ctx,
		"SELECT count(*) FROM pragma_table_info('segments') WHERE name = 'form'").Scan(&n); err != nil || n > 0 {
		return wrap("opening", err)
	}
	_, err := s.db.ExecContext(ctx, "ALTER TABLE segments ADD COLUMN form TEXT NOT NULL DEFAULT ''")
	return wrap("opening", err)
}

// dropForms drops the segments of other forms: what another version of fettle
// has taken from the files.
func (s *Store) dropForms(ctx context.Context) error {
	var n int
	if err := s.db.QueryRowContext(ctx, "SELECT count(*) FROM segments WHERE form <> ?",
		index.Form).Scan(&n); err != nil || n == 0 {
		return s.wrap("reading", err)
	}
	return s.change(ctx, func(tx *sql.Tx) error {
		for _, statement := range [...]string{
			"DELETE FROM files WHERE segment IN (SELECT id FROM segments WHERE form <> ?)",
			"DELETE FROM blocks WHERE segment IN (SELECT id FROM segments WHERE form <> ?)",
			"DELETE FROM segments WHERE form <> ?",
		} {
			if _, err := tx.ExecContext(ctx, statement, index.Form); err != nil {
				return err
			}
		}
		return nil
	})
}

// Listed returns the files of a large workspace, by segment. What another version
// has stored is dropped before, so that its files are read again.
func (s *Store) Listed(ctx context.Context) ([]index.ListedSegment, error) {
	if err := s.dropForms(ctx); err != nil {
		return nil, err
	}
	rows, err := s.db.QueryContext(ctx,
		"SELECT segment, files.path, number, stamp, terms, size FROM files JOIN segments ON segments.id = segment ORDER BY "+
			"segment, number")
	if err != nil {
		return nil, s.wrap("reading", err)
	}
	defer rows.Close()
	var out []index.ListedSegment
	for rows.Next() {
		var segment int64
		var number, size int
		var f index.ListedFile
		if err := rows.Scan(&segment, &f.Path, &number, &f.Stamp, &f.Terms, &size); err != nil {
			return nil, s.wrap("reading", err)
		}
		if len(out) == 0 || out[len(out)-1].ID != segment {
			out = append(out, index.ListedSegment{ID: segment, Files: make([]index.ListedFile, size)})
		}
		if files := out[len(out)-1].Files; number < len(files) {
			files[number] = f
		}
	}
	return out, s.wrap("reading", rows.Err())
}

// AddSegment stores postings with their files, which replace former
// ones of the same paths.
func (s *Store) AddSegment(ctx context.Context, blocks []index.Block,
	files []index.ListedFile) (segment int64, err error) {
	err = s.change(ctx, func(tx *sql.Tx) error {
		r, err := tx.ExecContext(ctx, "INSERT INTO segments (size, form) VALUES (?, ?)", len(files), index.Form)
		if err != nil {
			return err
		}
		if segment, err = r.LastInsertId(); err != nil {
			return err
		}
		block, err := tx.PrepareContext(ctx, "INSERT INTO blocks (segment, first, body) VALUES (?, ?, ?)")
		if err != nil {
			return err
		}
		defer block.Close()
		for _, b := range blocks {
			if _, err := block.ExecContext(ctx, segment, b.First, b.Body); err != nil {
				return err
			}
		}
		file, err := tx.PrepareContext(ctx,
			"INSERT OR REPLACE INTO files (path, segment, number, stamp, terms) VALUES (?, ?, ?, ?, ?)")
		if err != nil {
			return err
		}
		defer file.Close()
		for i, f := range files {
			if f.Path == "" {
				continue
			}
			if _, err := file.ExecContext(ctx, f.Path, segment, i, f.Stamp, f.Terms); err != nil {
				return err
			}
		}
		return nil
	})
	return segment, err
}

// dropAtOnce is how many paths are dropped by one statement.
const dropAtOnce = 500

// DropFiles forgets files that are gone; without paths, all segments.
func (s *Store) DropFiles(ctx context.Context, paths []string) error {
	return s.change(ctx, func(tx *sql.Tx) error {
		if len(paths) == 0 {
			_, err := tx.ExecContext(ctx, "DELETE FROM files; DELETE FROM blocks; DELETE FROM segments")
			return err
		}
		for len(paths) > 0 {
			n := min(dropAtOnce, len(paths))
			args := make([]any, n)
			for i, p := range paths[:n] {
				args[i] = p
			}
			if _, err := tx.ExecContext(ctx, "DELETE FROM files WHERE path IN (?"+strings.Repeat(", ?", n-1)+")",
				args...); err != nil {
				return err
			}
			paths = paths[n:]
		}
		return nil
	})
}

// Blocks returns, for each of some segments, the block that holds a key if any does.
func (s *Store) Blocks(ctx context.Context, segments []int64, key int64) (map[int64]index.Block, error) {
	find, err := s.finder(ctx)
	if err != nil {
		return nil, s.wrap("reading", err)
	}
	out := make(map[int64]index.Block, len(segments))
	for _, segment := range segments {
		var b index.Block
		switch err := find.QueryRowContext(ctx, segment, key).Scan(&b.First, &b.Body); {
		case errors.Is(err, sql.ErrNoRows):
		case err != nil:
			return nil, s.wrap("reading", err)
		default:
			out[segment] = b
		}
	}
	return out, nil
}

// finder returns the statement of Blocks, which is asked for often.
func (s *Store) finder(ctx context.Context) (*sql.Stmt, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.find == nil {
		find, err := s.db.PrepareContext(ctx,
			"SELECT first, body FROM blocks WHERE segment = ? AND first <= ? ORDER BY first DESC LIMIT 1")
		if err != nil {
			return nil, err
		}
		s.find = find
	}
	return s.find, nil
}
