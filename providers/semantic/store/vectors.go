package store

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/binary"
	"math"
	"time"

	"github.com/fettle-dev/fettle/internal/limits"
)

// Vectors returns the stored vectors of a model among the keys. Those that are
// given are used: they stay.
func (s *Store) Vectors(ctx context.Context, model string,
	keys [][sha256.Size]byte) (map[[sha256.Size]byte][]float32, error) {
	out := make(map[[sha256.Size]byte][]float32, len(keys))
	now := time.Now().Unix()
	err := s.change(ctx, func(tx *sql.Tx) error {
		get, err := tx.PrepareContext(ctx, "SELECT vector FROM vectors WHERE model = ? AND key = ?")
		if err != nil {
			return err
		}
		defer get.Close()
		for _, k := range keys {
			var raw []byte
			switch err := get.QueryRowContext(ctx, model, k[:]).Scan(&raw); err {
			case nil:
			case sql.ErrNoRows:
				continue
			default:
				return err
			}
			out[k] = unpack(raw)
			if _, err := tx.ExecContext(ctx, "UPDATE vectors SET used = ? WHERE model = ? AND key = ? AND used < ?", now, model,
				k[:], now-int64(24*time.Hour/time.Second)); err != nil {
				return err
			}
		}
		return nil
	})
	return out, err
}

// KeepVectors stores vectors of a model, and drops what nobody has asked for
// in a month.
func (s *Store) KeepVectors(ctx context.Context, model string, vectors map[[sha256.Size]byte][]float32) error {
	now := time.Now()
	return s.change(ctx, func(tx *sql.Tx) error {
		for k, v := range vectors {
			if _, err := tx.ExecContext(ctx, "INSERT OR REPLACE INTO vectors (model, key, vector, used) VALUES (?, ?, ?, ?)",
				model, k[:], pack(v), now.Unix()); err != nil {
				return err
			}
		}
		_, err := tx.ExecContext(ctx, "DELETE FROM vectors WHERE used < ?", now.Add(-limits.VectorAge).Unix())
		return err
	})
}

func pack(v []float32) []byte {
	out := make([]byte, 0, 4*len(v))
	for _, x := range v {
		out = binary.LittleEndian.AppendUint32(out, math.Float32bits(x))
	}
	return out
}

func unpack(raw []byte) []float32 {
	out := make([]float32, len(raw)/4)
	for i := range out {
		out[i] = math.Float32frombits(binary.LittleEndian.Uint32(raw[4*i:]))
	}
	return out
}

// Plan returns a stored plan by its key.
func (s *Store) Plan(ctx context.Context, key [sha256.Size]byte) ([]byte, bool) {
	var body []byte
	err := s.db.QueryRowContext(ctx, "SELECT body FROM plans WHERE key = ? AND made >= ?", key[:],
		time.Now().Add(-limits.PlanAge).Unix()).Scan(&body)
	return body, err == nil
}

// KeepPlan stores a plan; the newest 256 of a day stay.
func (s *Store) KeepPlan(ctx context.Context, key [sha256.Size]byte, body []byte) error {
	now := time.Now()
	return s.change(ctx, func(tx *sql.Tx) error {
		if _, err := tx.ExecContext(ctx, "INSERT OR REPLACE INTO plans (key, body, made) VALUES (?, ?, ?)", key[:], body,
			now.Unix()); err != nil {
			return err
		}
		_, err := tx.ExecContext(ctx, "DELETE FROM plans WHERE made < ? OR key NOT IN (SELECT key FROM plans ORDER BY made "+
			"DESC, rowid DESC LIMIT ?)",
			now.Add(-limits.PlanAge).Unix(), limits.Plans)
		return err
	})
}

// ForgetPlans drops all stored plans.
func (s *Store) ForgetPlans(ctx context.Context) error {
	return s.change(ctx, func(tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, "DELETE FROM plans")
		return err
	})
}
