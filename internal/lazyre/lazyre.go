// Package lazyre holds regular expressions that are compiled when they are first
// used. Tables of hundreds of them, of which a session needs a few, would take
// several megabytes and most of the time that the program needs to start.
package lazyre

import (
	"regexp"
	"strings"
	"sync"
	"sync/atomic"
)

// Regexp is a [regexp.Regexp] that is compiled on its first use. It is safe for
// concurrent use.
type Regexp struct {
	get   func() *regexp.Regexp
	needs func() []string
	uses  atomic.Int32
}

// New makes one of a constant expression; one that cannot be parsed panics on
// its first use, which a test of this package rules out.
func New(expr string) *Regexp {
	return &Regexp{
		get:   sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(expr) }),
		needs: sync.OnceValue(func() []string { return needed(expr) }),
	}
}

// often is how often an expression is used before it is worth while to find out what
// its matches hold.
const often = 16

// may reports whether a text holds what every match does. To look for a handful of words
// needs a small part of the time that an expression needs, and most find nothing.
func (r *Regexp) may(s string) bool {
	if r.uses.Load() < often {
		r.uses.Add(1)
		return true
	}
	needs := r.needs()
	for _, n := range needs {
		if strings.Contains(s, n) {
			return true
		}
	}
	return len(needs) == 0
}

// MatchString is as [regexp.Regexp.MatchString]; so are the others.
func (r *Regexp) MatchString(s string) bool { return r.may(s) && r.get().MatchString(s) }

// Match is [regexp.Regexp.Match].
func (r *Regexp) Match(b []byte) bool { return r.get().Match(b) }

// FindString is [regexp.Regexp.FindString].
func (r *Regexp) FindString(s string) string {
	if !r.may(s) {
		return ""
	}
	return r.get().FindString(s)
}

// FindStringIndex is [regexp.Regexp.FindStringIndex].
func (r *Regexp) FindStringIndex(s string) []int {
	if !r.may(s) {
		return nil
	}
	return r.get().FindStringIndex(s)
}

// FindStringSubmatch is [regexp.Regexp.FindStringSubmatch].
func (r *Regexp) FindStringSubmatch(s string) []string {
	if !r.may(s) {
		return nil
	}
	return r.get().FindStringSubmatch(s)
}

// FindStringSubmatchIndex is [regexp.Regexp.FindStringSubmatchIndex].
func (r *Regexp) FindStringSubmatchIndex(s string) []int {
	if !r.may(s) {
		return nil
	}
	return r.get().FindStringSubmatchIndex(s)
}

// FindAllString is [regexp.Regexp.FindAllString].
func (r *Regexp) FindAllString(s string, n int) []string {
	if !r.may(s) {
		return nil
	}
	return r.get().FindAllString(s, n)
}

// FindAllStringIndex is [regexp.Regexp.FindAllStringIndex].
func (r *Regexp) FindAllStringIndex(s string, n int) [][]int {
	if !r.may(s) {
		return nil
	}
	return r.get().FindAllStringIndex(s, n)
}

// FindAllStringSubmatch is [regexp.Regexp.FindAllStringSubmatch].
func (r *Regexp) FindAllStringSubmatch(s string, n int) [][]string {
	if !r.may(s) {
		return nil
	}
	return r.get().FindAllStringSubmatch(s, n)
}

// FindAllStringSubmatchIndex is [regexp.Regexp.FindAllStringSubmatchIndex].
func (r *Regexp) FindAllStringSubmatchIndex(s string, n int) [][]int {
	if !r.may(s) {
		return nil
	}
	return r.get().FindAllStringSubmatchIndex(s, n)
}

// FindAllSubmatch is [regexp.Regexp.FindAllSubmatch].
func (r *Regexp) FindAllSubmatch(b []byte, n int) [][][]byte { return r.get().FindAllSubmatch(b, n) }

// ReplaceAllString is [regexp.Regexp.ReplaceAllString].
func (r *Regexp) ReplaceAllString(s, with string) string {
	if !r.may(s) {
		return s
	}
	return r.get().ReplaceAllString(s, with)
}

// ReplaceAllStringFunc is [regexp.Regexp.ReplaceAllStringFunc].
func (r *Regexp) ReplaceAllStringFunc(s string, f func(string) string) string {
	if !r.may(s) {
		return s
	}
	return r.get().ReplaceAllStringFunc(s, f)
}

// ReplaceAll is [regexp.Regexp.ReplaceAll].
func (r *Regexp) ReplaceAll(b, with []byte) []byte { return r.get().ReplaceAll(b, with) }

// SubexpIndex is [regexp.Regexp.SubexpIndex].
func (r *Regexp) SubexpIndex(name string) int { return r.get().SubexpIndex(name) }
