// Package secret holds values that must never be seen: API keys, proxy
// passwords. A [Secret] prints as *** in every way Go has of printing it, and
// is opened only for the origin it was bound to. A [Scrubber] knows the live
// secrets and removes them, in every encoding they may travel in, from text
// that is about to reach a log, an error or an editor.
//
// The package is a leaf: it reads no environment and no files.
package secret

import (
	"crypto/subtle"
	"fmt"
	"log/slog"
)

// Mask is what a secret prints as.
const Mask = "***"

// Secret is a value bound to one origin (scheme://host:port). The zero value
// is the absence of a secret.
type Secret struct {
	value  string
	origin string
}

// New makes a secret that opens for every origin until it is bound with
// [Secret.Bind].
func New(value string) Secret { return Secret{value: value} }

// Bind returns the same value, usable for the given origin only. A secret that
// is bound to another origin already becomes the zero value: a key never
// follows a changed URL.
func (s Secret) Bind(origin string) Secret {
	if s.value == "" || (s.origin != "" && s.origin != origin) {
		return Secret{}
	}
	return Secret{value: s.value, origin: origin}
}

// Open returns the value for a request to origin. It is for the transport that
// puts it into a header, and for nothing else; ok is false when the secret is
// absent, not bound, or bound to another origin.
func (s Secret) Open(origin string) (value string, ok bool) {
	if s.value == "" || s.origin == "" || s.origin != origin {
		return "", false
	}
	return s.value, true
}

// IsZero reports whether there is no secret.
func (s Secret) IsZero() bool { return s.value == "" }

// Equal compares values in constant time.
func (s Secret) Equal(o Secret) bool {
	return subtle.ConstantTimeCompare([]byte(s.value), []byte(o.value)) == 1
}

// String returns [Mask], as every other way of printing does.
func (s Secret) String() string { return Mask }

// GoString returns [Mask] for %#v.
func (s Secret) GoString() string { return Mask }

// Format returns [Mask] for every verb, %x included.
func (s Secret) Format(f fmt.State, _ rune) { _, _ = f.Write([]byte(Mask)) }

// MarshalJSON returns the mask as a JSON string.
func (s Secret) MarshalJSON() ([]byte, error) { return []byte(`"` + Mask + `"`), nil }

// MarshalText returns the mask.
func (s Secret) MarshalText() ([]byte, error) { return []byte(Mask), nil }

// LogValue returns the mask to slog.
func (s Secret) LogValue() slog.Value { return slog.StringValue(Mask) }
