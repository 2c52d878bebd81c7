// Package store keeps an index between sessions: the saved index, the stamps
// of the files it was made from, their texts, vectors and plans. A [Store] is one
// SQLite file per workspace root, in the user's cache folder.
//
// Everything in it can be rebuilt. A file that is damaged or of another version
// is moved aside and started afresh. A file that another process keeps locked for
// more than 200 ms is not waited for: the caller works in memory. Two servers on
// one root share the file; the last one to save wins.
package store

import (
	"bytes"
	"compress/flate"
	"context"
	"crypto/sha256"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"

	_ "modernc.org/sqlite" // the driver

	"github.com/fettle-dev/fettle/internal/limits"
)

// version of the tables; another one is rebuilt.
const version = 5

// ErrBusy is returned when the file is locked by another process.
var ErrBusy = errors.New("the index store is in use")

// Store is an opened file. It is safe for concurrent use.
type Store struct {
	db   *sql.DB
	path string

	mu   sync.Mutex // of what follows
	size int64      // of the stored texts, -1 until it is asked for
}

// Path returns the file of a workspace root below a cache folder.
func Path(cache, root string) string {
	sum := sha256.Sum256([]byte(filepath.Clean(root)))
	return filepath.Join(cache, "index", fmt.Sprintf("%x.sqlite", sum[:12]))
}

// Open opens or makes the file. Only the user can read it and its folder.
func Open(ctx context.Context, path string) (*Store, error) {
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return nil, fmt.Errorf("opening the index store: %w", err)
	}
	s, err := open(ctx, path)
	for until := time.Now().Add(limits.StoreOpen); errors.Is(err, ErrBusy) && ctx.Err() == nil &&
		time.Now().Before(until); s, err = open(ctx, path) {
		time.Sleep(limits.StoreBusy / 10) // another server makes it: SQLite does not wait for that by itself
	}
	if !damaged(err) {
		return s, err
	}
	aside(path)
	return open(ctx, path)
}

// errVersion is of a file that another version of fettle has made.
var errVersion = errors.New("the index store has another version")

// damaged reports whether an error means that the file has to be made anew.
func damaged(err error) bool {
	if errors.Is(err, errVersion) {
		return true
	}
	var coded interface{ Code() int }
	if !errors.As(err, &coded) {
		return false
	}
	c := coded.Code() & 0xff
	return c == 11 || c == 26 // SQLITE_CORRUPT, SQLITE_NOTADB
}

// aside keeps a file that cannot be used, once, out of the way of a new one.
func aside(path string) {
	_ = os.Rename(path, path+".old")
	for _, suffix := range []string{"-wal", "-shm"} {
		_ = os.Remove(path + suffix)
	}
}

func open(ctx context.Context, path string) (*Store, error) {
	db, err := sql.Open("sqlite", "file:"+path+fmt.Sprintf(
		"?_pragma=busy_timeout(%d)&_pragma=journal_mode(WAL)&_pragma=synchronous(NORMAL)", limits.StoreBusy.Milliseconds()))
	if err != nil {
		return nil, fmt.Errorf("opening the index store: %w", err)
	}
	db.SetMaxOpenConns(1)
	s := &Store{db: db, path: path, size: -1}
	if err := s.prepare(ctx); err != nil {
		db.Close()
		return nil, err
	}
	for _, suffix := range []string{"", "-wal", "-shm"} {
		if err := os.Chmod(path+suffix, 0o600); err != nil && !errors.Is(err, os.ErrNotExist) {
			db.Close()
			return nil, fmt.Errorf("opening the index store: %w", err)
		}
	}
	return s, nil
}

func (s *Store) prepare(ctx context.Context) error {
	var v int
	if err := s.db.QueryRowContext(ctx, "PRAGMA user_version").Scan(&v); err != nil {
		return wrap("opening", err)
	}
	if v == version {
		return nil
	}
	if v != 0 && v != version-1 { // the vectors and plans of the version before stay
		return fmt.Errorf("%w: %d", errVersion, v)
	}
	_, err := s.db.ExecContext(ctx, fmt.Sprintf(`
		CREATE TABLE IF NOT EXISTS saved (id INTEGER PRIMARY KEY CHECK (id = 1), form BLOB NOT NULL);
		CREATE TABLE IF NOT EXISTS stamps (path TEXT PRIMARY KEY, stamp TEXT NOT NULL) WITHOUT ROWID;
		CREATE TABLE IF NOT EXISTS texts (hash BLOB PRIMARY KEY, body BLOB NOT NULL, used INTEGER NOT NULL);
		CREATE INDEX IF NOT EXISTS texts_used ON texts (used);
		CREATE TABLE IF NOT EXISTS vectors (model TEXT, key BLOB, vector BLOB NOT NULL, used INTEGER NOT NULL, PRIMARY KEY
		(model, key)) WITHOUT ROWID;
		CREATE TABLE IF NOT EXISTS plans (key BLOB PRIMARY KEY, body BLOB NOT NULL, made INTEGER NOT NULL);
		DROP TABLE IF EXISTS segments;
		DROP TABLE IF EXISTS blocks;
		DROP TABLE IF EXISTS files;
		DROP TABLE IF EXISTS vocabulary;
		DROP TABLE IF EXISTS keys;
		DROP TABLE IF EXISTS keyed;
		DROP TABLE IF EXISTS form;
		PRAGMA user_version = %d;`, version))
	return wrap("opening", err)
}

// wrap names what was being done; a lock becomes ErrBusy.
func wrap(doing string, err error) error {
	if err == nil {
		return nil
	}
	var coded interface{ Code() int }
	if errors.As(err, &coded) {
		if c := coded.Code() & 0xff; c == 5 || c == 6 { // SQLITE_BUSY, SQLITE_LOCKED
			return fmt.Errorf("%s the index store: %w: %w", doing, ErrBusy, err)
		}
	}
	return fmt.Errorf("%s the index store: %w", doing, err)
}

// wrap is wrap; a file that turns out to be damaged is put aside, so that the
// next session makes a new one.
func (s *Store) wrap(doing string, err error) error {
	if damaged(err) {
		aside(s.path)
	}
	return wrap(doing, err)
}

// Close closes the file.
func (s *Store) Close() error { return s.db.Close() }

// Load returns the saved index and the stamps of its files; nil if nothing was
// saved.
func (s *Store) Load(ctx context.Context) (form []byte, stamps map[string]string, err error) {
	err = s.db.QueryRowContext(ctx, "SELECT form FROM saved").Scan(&form)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil, nil
	}
	if err != nil {
		return nil, nil, s.wrap("reading", err)
	}
	stamps, err = s.stamps(ctx, "SELECT path, stamp FROM stamps")
	return form, stamps, err
}

func (s *Store) stamps(ctx context.Context, query string) (map[string]string, error) {
	rows, err := s.db.QueryContext(ctx, query)
	if err != nil {
		return nil, s.wrap("reading", err)
	}
	defer rows.Close()
	stamps := map[string]string{}
	for rows.Next() {
		var path, stamp string
		if err := rows.Scan(&path, &stamp); err != nil {
			return nil, s.wrap("reading", err)
		}
		stamps[path] = stamp
	}
	return stamps, s.wrap("reading", rows.Err())
}

// Save puts a saved index and its stamps in the place of the former ones.
func (s *Store) Save(ctx context.Context, form []byte, stamps map[string]string) error {
	return s.change(ctx, func(tx *sql.Tx) error {
		if _, err := tx.ExecContext(ctx, "INSERT OR REPLACE INTO saved (id, form) VALUES (1, ?)", form); err != nil {
			return err
		}
		if _, err := tx.ExecContext(ctx, "DELETE FROM stamps"); err != nil {
			return err
		}
		add, err := tx.PrepareContext(ctx, "INSERT INTO stamps (path, stamp) VALUES (?, ?)")
		if err != nil {
			return err
		}
		defer add.Close()
		for _, path := range slices.Sorted(maps.Keys(stamps)) { // in the order of the table
			if _, err := add.ExecContext(ctx, path, stamps[path]); err != nil {
				return err
			}
		}
		return nil
	})
}

// Keep stores texts by their hash. Beyond 64 MiB the oldest go.
func (s *Store) Keep(ctx context.Context, texts []string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	size := s.size
	err := s.change(ctx, func(tx *sql.Tx) error {
		if size < 0 {
			if err := tx.QueryRowContext(ctx, "SELECT coalesce(sum(length(body)), 0) FROM texts").Scan(&size); err != nil {
				return err
			}
		}
		now := time.Now().Unix()
		pack, err := flate.NewWriter(io.Discard, flate.BestSpeed) // large: one for all
		if err != nil {
			return err
		}
		for _, t := range texts {
			n, err := keep(ctx, tx, t, now, pack)
			if err != nil {
				return err
			}
			size += n
		}
		for size > limits.StoreTexts {
			n, err := dropOldest(ctx, tx)
			if err != nil || n == 0 {
				return err
			}
			size -= n
		}
		return nil
	})
	if s.size = size; err != nil {
		s.size = -1
	}
	return err
}

// keep stores one text, or notes that it is used still. It returns by how much
// the stored texts have grown.
func keep(ctx context.Context, tx *sql.Tx, t string, now int64, pack *flate.Writer) (int64, error) {
	sum := sha256.Sum256([]byte(t))
	r, err := tx.ExecContext(ctx, "UPDATE texts SET used = ? WHERE hash = ?", now, sum[:])
	if err != nil {
		return 0, err
	}
	if n, err := r.RowsAffected(); n > 0 || err != nil {
		return 0, err
	}
	body := packed(t, pack)
	_, err = tx.ExecContext(ctx, "INSERT INTO texts (hash, body, used) VALUES (?, ?, ?)", sum[:], body, now)
	return int64(len(body)), err
}

// dropOldest drops the text that was not used for longest, and returns its
// size; 0 when there is none.
func dropOldest(ctx context.Context, tx *sql.Tx) (n int64, err error) {
	err = tx.QueryRowContext(ctx, "DELETE FROM texts WHERE hash = (SELECT hash FROM texts ORDER BY used, rowid LIMIT 1) "+
		"RETURNING length(body)").Scan(&n)
	if errors.Is(err, sql.ErrNoRows) {
		return 0, nil
	}
	return n, err
}

func (s *Store) change(ctx context.Context, do func(*sql.Tx) error) error {
	tx, err := s.db.BeginTx(ctx, nil)
	if err != nil {
		return wrap("writing", err)
	}
	if err := do(tx); err != nil {
		_ = tx.Rollback()
		return s.wrap("writing", err)
	}
	return s.wrap("writing", tx.Commit())
}

// Text returns a stored text.
func (s *Store) Text(hash [sha256.Size]byte) (string, bool) {
	ctx, cancel := context.WithTimeout(context.Background(), limits.StoreBusy)
	defer cancel()
	var body []byte
	if err := s.db.QueryRowContext(ctx, "SELECT body FROM texts WHERE hash = ?", hash[:]).Scan(&body); err != nil {
		return "", false
	}
	t, err := io.ReadAll(io.LimitReader(flate.NewReader(bytes.NewReader(body)), limits.StoreText))
	if err != nil || sha256.Sum256(t) != hash {
		return "", false
	}
	return string(t), true
}

// packed returns a compressed text.
func packed(t string, pack *flate.Writer) []byte {
	var b bytes.Buffer
	pack.Reset(&b)
	_, _ = io.WriteString(pack, t)
	_ = pack.Close()
	return b.Bytes()
}
