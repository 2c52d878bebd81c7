package kept

import (
	"crypto/sha256"
	"hash"
	"path/filepath"
	"strconv"
	"strings"
)

// Digest adds up texts, each with its length.
type Digest struct {
	h   hash.Hash
	top string
}

// NewDigest makes an empty one.
func NewDigest() Digest { return Digest{h: sha256.New()} }

// NewDigestIn makes one for which it does not count where a folder lies: what begins
// with its path is added without that. "" is no folder.
func NewDigestIn(top string) Digest { return Digest{sha256.New(), top} }

// Add adds texts.
func (d Digest) Add(list ...string) {
	for _, s := range list {
		if d.top != "" {
			if rest, ok := strings.CutPrefix(s, d.top); ok && (rest == "" || rest[0] == filepath.Separator) {
				s = "\x00" + filepath.ToSlash(rest) // no path begins so
			}
		}
		_, _ = d.h.Write(strconv.AppendInt(nil, int64(len(s)), 10))
		_, _ = d.h.Write([]byte{':'})
		_, _ = d.h.Write([]byte(s))
	}
}

// Sum returns the digest of what was added.
func (d Digest) Sum() [sha256.Size]byte { return [sha256.Size]byte(d.h.Sum(nil)) }
