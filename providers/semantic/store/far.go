package store

import (
	"context"
	"database/sql"
	"errors"
	"strings"

	"github.com/fettle-dev/fettle/providers/semantic/index"
)

// What is kept of a workspace that is too large for memory: which files have which keys, in a
// table of SQLite's full-text search that contains no text and no places of words.
// https://www.sqlite.org/fts5.html#contentless_tables

// Files returns the stamps of the files that are kept. What another version has stored is
// dropped before, so that its files are read again.
func (s *Store) Files(ctx context.Context) (map[string]string, error) {
	var form string
	err := s.db.QueryRowContext(ctx, "SELECT form FROM form").Scan(&form)
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return nil, s.wrap("reading", err)
	}
	if form != index.Form {
		err := s.change(ctx, func(tx *sql.Tx) error {
			_, err := tx.ExecContext(ctx,
				"DELETE FROM keys; DELETE FROM keyed; INSERT OR REPLACE INTO form (id, form) VALUES (1, ?)", index.Form)
			return err
		})
		if err != nil {
			return nil, err
		}
	}
	return s.stamps(ctx, "SELECT path, stamp FROM keyed")
}

// AddFiles keeps the keys of files, in the place of those that were kept of their paths.
func (s *Store) AddFiles(ctx context.Context, files []index.KeyedFile) error {
	return s.change(ctx, func(tx *sql.Tx) error {
		for _, f := range files {
			if err := dropFile(ctx, tx, f.Path); err != nil {
				return err
			}
			r, err := tx.ExecContext(ctx, "INSERT INTO keyed (path, stamp) VALUES (?, ?)", f.Path, f.Stamp)
			if err != nil {
				return err
			}
			id, err := r.LastInsertId()
			if err != nil {
				return err
			}
			if _, err := tx.ExecContext(ctx, "INSERT INTO keys (rowid, words) VALUES (?, ?)", id,
				strings.Join(f.Keys, " ")); err != nil {
				return err
			}
		}
		return nil
	})
}

// DropFiles forgets files that are gone.
func (s *Store) DropFiles(ctx context.Context, paths []string) error {
	return s.change(ctx, func(tx *sql.Tx) error {
		for _, p := range paths {
			if err := dropFile(ctx, tx, p); err != nil {
				return err
			}
		}
		return nil
	})
}

func dropFile(ctx context.Context, tx *sql.Tx, path string) error {
	var id int64
	err := tx.QueryRowContext(ctx, "DELETE FROM keyed WHERE path = ? RETURNING id", path).Scan(&id)
	if errors.Is(err, sql.ErrNoRows) {
		return nil
	}
	if err == nil {
		_, err = tx.ExecContext(ctx, "DELETE FROM keys WHERE rowid = ?", id)
	}
	return err
}

// Holding returns files that have a key, at most so many, and how many have it in all.
func (s *Store) Holding(ctx context.Context, key string, most int) (paths []string, all int, err error) {
	err = s.db.QueryRowContext(ctx, "SELECT doc FROM vocabulary WHERE term = ?", strings.ToLower(key)).Scan(&all)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, 0, nil
	}
	if err != nil || most == 0 {
		return nil, all, s.wrap("reading", err)
	}
	rows, err := s.db.QueryContext(ctx,
		"SELECT path FROM keys JOIN keyed ON id = keys.rowid WHERE keys MATCH ? LIMIT ?", `"`+key+`"`, most)
	if err != nil {
		return nil, all, s.wrap("reading", err)
	}
	defer rows.Close()
	for rows.Next() {
		var path string
		if err := rows.Scan(&path); err != nil {
			return nil, all, s.wrap("reading", err)
		}
		paths = append(paths, path)
	}
	return paths, all, s.wrap("reading", rows.Err())
}
