// Package tree carries a tree of files by content: packs of some megabytes, each
// an archive under its digest, and a manifest that lists files and packs. A file
// stands in the pack that the hash of its path names, so that a change of one file
// makes one new pack. Files only: links, devices and empty folders are not carried.
//
// What is unpacked comes from others. It lies below its folder, whatever its names
// say, is no larger than the limits, and is what the manifest says.
package tree

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"hash/fnv"
	"io"
	"path"
	"path/filepath"
	"strings"

	"github.com/fettle-dev/fettle/internal/files"
	"github.com/fettle-dev/fettle/internal/limits"
)

// Manifest lists a tree.
type Manifest struct {
	Packs []Pack `json:"packs"`
}

// Pack is an archive with some of the files.
type Pack struct {
	Digest string `json:"digest"`
	Files  []File `json:"files"`
}

// File is one file.
type File struct {
	Path string `json:"path"` // from the tree's top, with slashes
	Size int64  `json:"size"`
	Sum  string `json:"sum"` // SHA-256
	Run  bool   `json:"run,omitempty"`
}

// Put stores bytes and returns their digest.
type Put func(ctx context.Context, data []byte) (string, error)

// Get returns what is stored under a digest, at most so many bytes.
type Get func(ctx context.Context, digest string, limit int64) ([]byte, error)

// Store packs some files of a root and stores the packs and the manifest. Files
// that are gone or too large are left out, and counted.
func Store(ctx context.Context, root *files.Root, list []files.Entry,
	put Put) (m Manifest, digest string, left int, err error) {
	total := int64(0)
	for _, e := range list {
		total += e.Size
	}
	packs := make([][]files.Entry, 1+total/limits.FleetPack)
	for _, e := range list {
		h := fnv.New32a()
		_, _ = h.Write([]byte(e.Path))
		i := int(h.Sum32()) % len(packs)
		packs[i] = append(packs[i], e)
	}
	for _, some := range packs {
		p, body, skipped, err := pack(root, some)
		if err != nil {
			return m, "", left, err
		}
		left += skipped
		if len(p.Files) == 0 {
			continue
		}
		if p.Digest, err = put(ctx, body); err != nil {
			return m, "", left, err
		}
		m.Packs = append(m.Packs, p)
	}
	var buf bytes.Buffer
	z := gzip.NewWriter(&buf)
	if err := errors.Join(json.NewEncoder(z).Encode(m), z.Close()); err != nil {
		return m, "", left, err
	}
	digest, err = put(ctx, buf.Bytes())
	return m, digest, left, err
}

func fileOf(path string, f files.File) File {
	sum := sha256.Sum256(f.Data)
	return File{Path: path, Size: int64(len(f.Data)), Sum: hex.EncodeToString(sum[:]), Run: f.Mode&0o111 != 0}
}

// pack makes one archive: the same bytes for the same files.
func pack(root *files.Root, list []files.Entry) (p Pack, body []byte, left int, err error) {
	var buf bytes.Buffer
	z, err := gzip.NewWriterLevel(&buf, gzip.BestSpeed)
	if err != nil {
		return p, nil, 0, err
	}
	w := tar.NewWriter(z)
	for _, e := range list {
		f, err := root.Read(e.Path, limits.FixFile)
		if err != nil {
			left++
			continue
		}
		one := fileOf(e.Path, f)
		p.Files = append(p.Files, one)
		if err := w.WriteHeader(&tar.Header{Name: e.Path, Size: one.Size, Mode: 0o600, Format: tar.FormatPAX}); err != nil {
			return p, nil, left, err
		}
		if _, err := w.Write(f.Data); err != nil {
			return p, nil, left, err
		}
	}
	err = errors.Join(w.Close(), z.Close())
	return p, buf.Bytes(), left, err
}

// ErrHostile says that a tree is not what it says, or leads out of its folder.
var ErrHostile = errors.New("the tree is not to be trusted")

// Fetch unpacks a tree into a folder, which is empty.
func Fetch(ctx context.Context, digest, dir string, get Get) error {
	m, err := manifest(ctx, digest, get)
	if err != nil {
		return err
	}
	if err := m.check(); err != nil {
		return err
	}
	root, err := files.Open(dir) // no name leads out of it, no link does
	if err != nil {
		return err
	}
	defer root.Close()
	for _, p := range m.Packs {
		body, err := get(ctx, p.Digest, 16*limits.FleetPack+limits.FixFile)
		if err == nil {
			err = p.unpack(root, body)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func manifest(ctx context.Context, digest string, get Get) (m Manifest, err error) {
	body, err := get(ctx, digest, limits.FleetResult)
	if err != nil {
		return m, err
	}
	z, err := gzip.NewReader(bytes.NewReader(body))
	if err != nil {
		return m, fmt.Errorf("%w: %w", ErrHostile, err)
	}
	if err := json.NewDecoder(io.LimitReader(z, limits.FleetResult)).Decode(&m); err != nil {
		return m, fmt.Errorf("%w: %w", ErrHostile, err)
	}
	return m, nil
}

// check refuses names that lead elsewhere, stand twice or are both file and
// folder, and trees that are too large.
func (m Manifest) check() error {
	size, seen := int64(0), map[string]bool{}
	for _, some := range m.Packs {
		for _, f := range some.Files {
			if err := Clean(f.Path); err != nil {
				return err
			}
			if seen[f.Path] || f.Size < 0 || f.Size > limits.FixFile {
				return fmt.Errorf("%w: %q", ErrHostile, f.Path)
			}
			seen[f.Path] = true
			size += f.Size
		}
	}
	if size > limits.FleetTree || len(seen) > limits.FleetTreeFiles {
		return fmt.Errorf("%w: %d files of %d bytes", ErrHostile, len(seen), size)
	}
	return nil
}

// Clean refuses a path that is not a plain one below its top. Folders of version
// control are none of a tree: what they hold runs programs.
func Clean(p string) error {
	if p == "" || path.Clean(p) != p || !filepath.IsLocal(filepath.FromSlash(p)) || strings.ContainsAny(p, "\x00\\") {
		return fmt.Errorf("%w: the path %q", ErrHostile, p)
	}
	for part := range strings.SplitSeq(strings.ToLower(p), "/") {
		if part == ".git" || part == ".hg" || part == ".svn" || part == ".jj" {
			return fmt.Errorf("%w: the path %q", ErrHostile, p)
		}
	}
	return nil
}

// unpack writes the files of a pack, each as the manifest has it.
func (p Pack) unpack(root *files.Root, body []byte) error {
	z, err := gzip.NewReader(bytes.NewReader(body))
	if err != nil {
		return fmt.Errorf("%w: %w", ErrHostile, err)
	}
	r := tar.NewReader(z)
	for _, f := range p.Files {
		h, err := r.Next()
		if err != nil {
			return fmt.Errorf("%w: %q is missing", ErrHostile, f.Path)
		}
		if h.Typeflag != tar.TypeReg || h.Name != f.Path || h.Size != f.Size {
			return fmt.Errorf("%w: %q is not %q", ErrHostile, h.Name, f.Path)
		}
		data, err := io.ReadAll(io.LimitReader(r, f.Size))
		if err != nil {
			return fmt.Errorf("%w: %w", ErrHostile, err)
		}
		if err := f.place(root, data); err != nil {
			return err
		}
	}
	return nil
}

// place writes a file that is as the manifest has it.
func (f File) place(root *files.Root, data []byte) error {
	if sum := sha256.Sum256(data); hex.EncodeToString(sum[:]) != f.Sum {
		return fmt.Errorf("%w: %q has another text", ErrHostile, f.Path)
	}
	return root.Place(f.Path, data, f.Run)
}
