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
// are no defects: they are shown with what is new only, and not counted.
func (v Verdict) Without(told []string) Verdict {
	left := map[string]int{}
	for _, key := range told {
		left[key]++
	}
	v.New, v.Hidden, v.Loosened = slices.Clone(v.New), slices.Clone(v.Hidden), slices.Clone(v.Loosened)
	v.Effects = slices.Clone(v.Effects)
	before := len(v.New) + len(v.Hidden) + len(v.Loosened)
	v.each(func(key string) bool { left[key]--; return left[key] < 0 })
	v.Known = before - len(v.New) - len(v.Hidden) - len(v.Loosened)
	if !v.Bad() {
		v.Effects = nil
	}
	return v
}

// each asks of every defect, and every effect, by its key whether it stays. Who uses what is gone is one defect,
// whatever tool says so.
func (v *Verdict) each(stays func(key string) bool) {
	key := func(parts ...string) string {
		sum := sha256.Sum256([]byte(strings.Join(parts, "\x00")))
		return hex.EncodeToString(sum[:8])
	}
	v.New = slices.DeleteFunc(v.New, func(d Finding) bool {
		if d.gone() {
			return !stays(key("gone", d.File, d.Cause.Name, d.Text))
		}
		return !stays(key("new", d.File, d.Tool, d.Code, d.Message, d.Text))
	})
	v.Hidden = slices.DeleteFunc(v.Hidden, func(h Hidden) bool { return !stays(key("hidden", h.File, h.Text)) })
	v.Effects = slices.DeleteFunc(v.Effects, func(e Effect) bool {
		return !stays(key(append(slices.Clone(e.Said), "also", e.File, e.Function)...))
	})
	v.Loosened = slices.DeleteFunc(v.Loosened, func(l Loosened) bool { return !stays(key("loosened", l.File, l.Text)) })
}
