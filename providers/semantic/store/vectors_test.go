package store

import (
	"crypto/sha256"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/fettle-dev/fettle/internal/limits"
	"github.com/fettle-dev/fettle/internal/testkit/must"
)

func key(s string) [sha256.Size]byte { return sha256.Sum256([]byte(s)) }

func TestVectors(t *testing.T) {
	path := Path(t.TempDir(), "/r")
	s, other := opened(t, path), opened(t, path) // two servers on one root
	want := []float32{0.25, -1, 3e-8}
	must.OK(t, s.KeepVectors(t.Context(), "small", map[[sha256.Size]byte][]float32{key("a"): want, key("b"): {1}}))
	got, err := other.Vectors(t.Context(), "small", [][sha256.Size]byte{key("a"), key("c")})
	if err != nil || len(got) != 1 || !slices.Equal(got[key("a")], want) {
		t.Errorf("%v %v", got, err)
	}
	if got, err := other.Vectors(t.Context(), "large", [][sha256.Size]byte{key("a")}); err != nil || len(got) != 0 {
		t.Errorf("vectors of another model: %v %v", got, err)
	}
	old := time.Now().Add(-limits.VectorAge - time.Hour).Unix()
	if _, err := s.db.Exec("UPDATE vectors SET used = ?", old); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Vectors(t.Context(), "small", [][sha256.Size]byte{key("a")}); err != nil { // used again
		t.Fatal(err)
	}
	must.OK(t, s.KeepVectors(t.Context(), "small", nil))
	if got, _ := s.Vectors(t.Context(), "small", [][sha256.Size]byte{key("a"), key("b")}); len(got) != 1 || got[key("a")] == nil {
		t.Errorf("after a month: %v", got)
	}
}

func TestPlans(t *testing.T) {
	s := opened(t, Path(t.TempDir(), "/r"))
	for i := range limits.Plans + 10 {
		must.OK(t, s.KeepPlan(t.Context(), key(fmt.Sprint(i)), []byte("{}")))
	}
	if _, ok := s.Plan(t.Context(), key("0")); ok {
		t.Error("the oldest plan stays")
	}
	if body, ok := s.Plan(t.Context(), key(fmt.Sprint(limits.Plans))); !ok || string(body) != "{}" {
		t.Errorf("%q %v", body, ok)
	}
	if _, err := s.db.Exec("UPDATE plans SET made = ?", time.Now().Add(-limits.PlanAge-time.Minute).Unix()); err != nil {
		t.Fatal(err)
	}
	if _, ok := s.Plan(t.Context(), key(fmt.Sprint(limits.Plans))); ok {
		t.Error("a plan of yesterday is used")
	}
	must.OK(t, s.KeepPlan(t.Context(), key("new"), []byte("{}")))
	must.OK(t, s.ForgetPlans(t.Context()))
	if _, ok := s.Plan(t.Context(), key("new")); ok {
		t.Error("a forgotten plan is used")
	}
}
