package reads

import (
	"crypto/sha256"
	"hash"
	"strconv"
)

// Digest adds up texts, each with its length.
type Digest struct{ h hash.Hash }

// NewDigest makes an empty one.
func NewDigest() Digest { return Digest{sha256.New()} }

// Add adds texts.
func (d Digest) Add(list ...string) {
	for _, s := range list {
		_, _ = d.h.Write(strconv.AppendInt(nil, int64(len(s)), 10))
		_, _ = d.h.Write([]byte{':'})
		_, _ = d.h.Write([]byte(s))
	}
}

// Sum returns the digest of what was added.
func (d Digest) Sum() [sha256.Size]byte { return [sha256.Size]byte(d.h.Sum(nil)) }
