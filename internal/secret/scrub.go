package secret

import (
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"net/url"
	"sort"
	"strings"
	"sync"
)

// MinLength is the shortest value treated as secret, in bytes. Local servers
// are given placeholders such as "ollama" for a key; hiding those would mangle
// ordinary text and protect nothing.
const MinLength = 8

// Scrubber replaces the values of live secrets. It is safe for concurrent use;
// the zero value knows no secret.
type Scrubber struct {
	mu    sync.RWMutex
	known map[string]struct{}
	forms []string // longest first, so that no form hides a part of a longer one
	swap  *strings.Replacer
}

// Add makes secrets known. Values shorter than [MinLength] are ignored.
func (s *Scrubber) Add(secrets ...Secret) {
	for _, x := range secrets {
		s.AddValue(x.value)
	}
}

// AddValue makes a plain value known, for what never was a [Secret] such as a
// password inside a proxy's URL.
func (s *Scrubber) AddValue(value string) {
	if len(value) < MinLength {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if _, ok := s.known[value]; ok {
		return
	}
	if s.known == nil {
		s.known = map[string]struct{}{}
	}
	s.known[value] = struct{}{}
	set := map[string]struct{}{}
	for v := range s.known {
		for _, f := range encodings(v) {
			set[f] = struct{}{}
		}
	}
	s.forms = s.forms[:0:0]
	for f := range set {
		s.forms = append(s.forms, f)
	}
	sort.Slice(s.forms, func(i, j int) bool {
		if len(s.forms[i]) != len(s.forms[j]) {
			return len(s.forms[i]) > len(s.forms[j])
		}
		return s.forms[i] < s.forms[j]
	})
	pairs := make([]string, 0, 2*len(s.forms))
	for _, f := range s.forms {
		pairs = append(pairs, f, Mask)
	}
	s.swap = strings.NewReplacer(pairs...)
}

// Scrub returns text with every form of every live secret replaced by [Mask].
func (s *Scrubber) Scrub(text string) string {
	if s == nil {
		return text
	}
	s.mu.RLock()
	swap := s.swap
	s.mu.RUnlock()
	if swap == nil {
		return text
	}
	return swap.Replace(text)
}

// Found reports whether text holds any form of a live secret.
func (s *Scrubber) Found(text string) bool {
	if s == nil {
		return false
	}
	s.mu.RLock()
	forms := s.forms
	s.mu.RUnlock()
	for _, f := range forms {
		if strings.Contains(text, f) {
			return true
		}
	}
	return false
}

// encodings returns the forms in which a value travels: as it is, in a URL, in
// JSON, in hex, and in base64 at each of the three alignments it can have
// inside a longer text ("user:key" in Basic authorization).
func encodings(v string) []string {
	forms := []string{v, url.QueryEscape(v), url.PathEscape(v), hex.EncodeToString([]byte(v)),
		strings.ToUpper(hex.EncodeToString([]byte(v)))}
	if quoted, err := json.Marshal(v); err == nil {
		forms = append(forms, strings.Trim(string(quoted), `"`))
	}
	var plain strings.Builder // JSON without the escapes that only Go's encoder makes
	enc := json.NewEncoder(&plain)
	enc.SetEscapeHTML(false)
	if enc.Encode(v) == nil {
		forms = append(forms, strings.Trim(strings.TrimSpace(plain.String()), `"`))
	}
	for shift := range 3 {
		b := append(make([]byte, shift), v...)
		for _, e := range []*base64.Encoding{base64.RawStdEncoding, base64.RawURLEncoding} {
			// Characters that mix in bits of the neighbours are cut off: the first
			// ones of a shifted value, and the last unless the value fills it.
			text := e.EncodeToString(b)
			from := []int{0, 2, 3}[shift]
			to := len(b) / 3 * 4
			if to-from >= MinLength {
				forms = append(forms, text[from:to])
			}
		}
	}
	return forms
}

// Spans returns the start and end of every form of a live secret in text, in
// no particular order; spans may overlap.
func (s *Scrubber) Spans(text string) [][2]int {
	if s == nil {
		return nil
	}
	s.mu.RLock()
	forms := s.forms
	s.mu.RUnlock()
	var out [][2]int
	for _, f := range forms {
		for at := 0; ; {
			i := strings.Index(text[at:], f)
			if i < 0 {
				break
			}
			out = append(out, [2]int{at + i, at + i + len(f)})
			at += i + len(f)
		}
	}
	return out
}
