package review

import (
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strings"
)

// Keys name what a verdict has to say, each defect by what it is and not by where it stands: a
// line that moves keeps its key. A verdict that follows is shown without what is known by them:
// [Verdict.Without].
func (v Verdict) Keys() (keys []string) {
	v.each(func(key string) bool { keys = append(keys, key); return true })
	return keys
}

// Without returns a verdict without what its reader has seen already: those are counted. Effects
// are no defects, and are shown with what is new only.
func (v Verdict) Without(told []string) Verdict {
	left := map[string]int{}
	for _, key := range told {
		left[key]++
	}
	v.New, v.Hidden, v.Loosened = slices.Clone(v.New), slices.Clone(v.Hidden), slices.Clone(v.Loosened)
	v.each(func(key string) bool {
		if left[key]--; left[key] < 0 {
			return true
		}
		v.Known++
		return false
	})
	if !v.Bad() {
		v.Effects = nil
	}
	return v
}

// each asks of every defect by its key whether it stays.
func (v *Verdict) each(stays func(key string) bool) {
	key := func(parts ...string) string {
		sum := sha256.Sum256([]byte(strings.Join(parts, "\x00")))
		return hex.EncodeToString(sum[:8])
	}
	v.New = slices.DeleteFunc(v.New, func(d Finding) bool {
		return !stays(key("new", d.File, d.Tool, d.Code, d.Message,
			d.Text))
	})
	v.Hidden = slices.DeleteFunc(v.Hidden, func(h Hidden) bool { return !stays(key("hidden", h.File, h.Text)) })
	v.Loosened = slices.DeleteFunc(v.Loosened, func(l Loosened) bool { return !stays(key("loosened", l.File, l.Text)) })
}
