// Package files is the only reader of files. What it hands out was a regular
// file inside the folder it was asked for, no larger than its cap:
//
//   - [Open] opens a root once; [Root.Read] reads below it through os.Root, so
//     that no "..", absolute path or symbolic link leads out of it, however
//     the tree changes meanwhile;
//   - files are opened without blocking, and only regular ones are read: a
//     FIFO or a device named x.py costs nothing;
//   - [Root.ReadText] returns UTF-8 text only;
//   - [Read] reads a file that the user named (settings, a report);
//   - [Walk] lists the source files of a root;
//   - [Apply] is the only writer of user files: it accepts a [Change], which names the
//     findings that it fixes.
//
// Errors are [*Error] and unwrap to one of the kinds below.
package files

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/fettle-dev/fettle/internal/limits"
)

// The ways in which a read or write is refused. Test with errors.Is.
var (
	ErrMissing    = errors.New("does not exist")
	ErrDenied     = errors.New("permission denied")
	ErrOutside    = errors.New("lies outside the root")
	ErrNotRegular = errors.New("is not a regular file")
	ErrTooLarge   = errors.New("is too large")
	ErrNotText    = errors.New("is not UTF-8 text")
	ErrSymlink    = errors.New("is a symbolic link")
	ErrReadOnly   = errors.New("is read-only for you")
	ErrChanged    = errors.New("has changed since it was read")
	ErrIO         = errors.New("cannot be read or written")
)

// Error names the file and the kind of refusal.
type Error struct {
	Path string
	Kind error
	Err  error // the system's, if any
}

func (e *Error) Error() string {
	if errors.Is(e.Kind, ErrIO) && e.Err != nil {
		return fmt.Sprintf("%s: %v", e.Path, e.Err)
	}
	return fmt.Sprintf("%s %v", e.Path, e.Reason())
}

// Reason is the refusal without the path: the system's words where there is no better
// one, and the limit of what is too large.
func (e *Error) Reason() error {
	if e.Err != nil && (errors.Is(e.Kind, ErrIO) || errors.Is(e.Kind, ErrTooLarge)) {
		return e.Err
	}
	return e.Kind
}

// tooLarge returns the refusal of a file by its size.
func tooLarge(path string, limit int64) *Error {
	size := fmt.Sprintf("%d bytes", limit)
	if limit >= 1<<20 {
		size = fmt.Sprintf("%g MiB", float64(limit)/(1<<20))
	}
	return &Error{Path: path, Kind: ErrTooLarge, Err: fmt.Errorf("%w: more than %s", ErrTooLarge, size)}
}

// Unwrap returns the kind and the cause.
func (e *Error) Unwrap() []error {
	if e.Err == nil {
		return []error{e.Kind}
	}
	return []error{e.Kind, e.Err}
}

// Root is an opened folder. It is safe for concurrent use.
type Root struct {
	dir  string // absolute, links resolved
	root *os.Root
}

// File is one file as it was read.
type File struct {
	Path    string // root-relative, with slashes, as asked for
	Data    []byte
	Mode    fs.FileMode
	ModTime time.Time
}

// Open opens a root. Close it when done.
func Open(dir string) (*Root, error) {
	abs, err := filepath.Abs(dir)
	if err != nil {
		return nil, fail(dir, err)
	}
	if abs, err = filepath.EvalSymlinks(abs); err != nil {
		return nil, fail(dir, err)
	}
	r, err := os.OpenRoot(abs)
	if err != nil {
		return nil, fail(dir, err)
	}
	return &Root{dir: abs, root: r}, nil
}

// Dir returns the root's absolute path with its links resolved.
func (r *Root) Dir() string { return r.dir }

// Close releases the folder.
func (r *Root) Close() error { return r.root.Close() }

// Rel turns a path (absolute, or relative to the root) into the root-relative
// form with slashes. It is about names only; reading checks the links.
func (r *Root) Rel(path string) (string, error) {
	rel := filepath.FromSlash(path)
	if filepath.IsAbs(rel) {
		var err error
		if rel, err = filepath.Rel(r.dir, rel); err != nil || !filepath.IsLocal(rel) {
			// The caller may spell the root through a link.
			parent, linkErr := filepath.EvalSymlinks(filepath.Dir(path))
			if linkErr != nil {
				return "", &Error{Path: path, Kind: ErrOutside}
			}
			if rel, err = filepath.Rel(r.dir, filepath.Join(parent, filepath.Base(path))); err != nil {
				return "", &Error{Path: path, Kind: ErrOutside}
			}
		}
	}
	if strings.IndexByte(rel, 0) >= 0 || !filepath.IsLocal(rel) {
		return "", &Error{Path: path, Kind: ErrOutside}
	}
	return filepath.ToSlash(filepath.Clean(rel)), nil
}

// Resolve returns the root-relative path of a file with every link on the way
// resolved: the name that deny lists must look at.
func (r *Root) Resolve(path string) (string, error) {
	rel, err := r.Rel(path)
	if err != nil {
		return "", err
	}
	real, err := filepath.EvalSymlinks(filepath.Join(r.dir, filepath.FromSlash(rel)))
	if err != nil {
		return "", fail(path, err)
	}
	out, err := filepath.Rel(r.dir, real)
	if err != nil || !filepath.IsLocal(out) {
		return "", &Error{Path: path, Kind: ErrOutside}
	}
	return filepath.ToSlash(out), nil
}

// Read reads a regular file below the root, at most limit bytes (0:
// limits.ContextFile).
func (r *Root) Read(path string, limit int64) (File, error) {
	rel, err := r.Rel(path)
	if err != nil {
		return File{}, err
	}
	f, err := r.root.OpenFile(filepath.FromSlash(rel), os.O_RDONLY|nonBlock, 0)
	if err != nil {
		return File{}, fail(path, err)
	}
	defer f.Close()
	return drain(f, rel, limit)
}

// ReadText is Read for UTF-8 text: bytes that are none, or a zero byte, are
// [ErrNotText].
func (r *Root) ReadText(path string, limit int64) (string, error) {
	f, err := r.Read(path, limit)
	if err != nil {
		return "", err
	}
	if !IsText(f.Data) {
		return "", &Error{Path: path, Kind: ErrNotText}
	}
	return string(f.Data), nil
}

// Read reads a regular file that the user named, wherever it lies; links are
// followed. At most limit bytes (0: limits.FixFile).
func Read(path string, limit int64) (File, error) {
	if limit <= 0 {
		limit = limits.FixFile
	}
	f, err := os.OpenFile(path, os.O_RDONLY|nonBlock, 0)
	if err != nil {
		return File{}, fail(path, err)
	}
	defer f.Close()
	return drain(f, path, limit)
}

// Head returns the beginning of a regular file that the user named: n bytes, or fewer.
func Head(path string, n int64) ([]byte, error) {
	f, err := os.OpenFile(path, os.O_RDONLY|nonBlock, 0)
	if err != nil {
		return nil, fail(path, err)
	}
	defer f.Close()
	if info, err := f.Stat(); err != nil || !info.Mode().IsRegular() {
		return nil, &Error{Path: path, Kind: ErrNotRegular}
	}
	data, err := io.ReadAll(io.LimitReader(f, n))
	if err != nil {
		return nil, fail(path, err)
	}
	return data, nil
}

// IsPipe reports whether a name is that of a pipe: what a shell makes of
// <(command).
func IsPipe(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode()&fs.ModeNamedPipe != 0
}

// OpenPipe opens a pipe that the user named. It waits for somebody to write.
func OpenPipe(path string) (io.ReadCloser, error) {
	f, err := os.OpenFile(path, os.O_RDONLY, 0)
	if err != nil {
		return nil, fail(path, err)
	}
	return f, nil
}

// IsText reports whether data is UTF-8 without zero bytes.
func IsText(data []byte) bool { return bytes.IndexByte(data, 0) < 0 && utf8.Valid(data) }

func drain(f *os.File, name string, limit int64) (File, error) {
	if limit <= 0 {
		limit = limits.ContextFile
	}
	info, err := f.Stat()
	if err != nil {
		return File{}, fail(name, err)
	}
	switch {
	case !info.Mode().IsRegular():
		return File{}, &Error{Path: name, Kind: ErrNotRegular}
	case info.Size() > limit:
		return File{}, tooLarge(name, limit)
	}
	data, err := io.ReadAll(io.LimitReader(f, limit+1))
	if err != nil {
		return File{}, fail(name, err)
	}
	if int64(len(data)) > limit {
		return File{}, tooLarge(name, limit)
	}
	return File{Path: name, Data: data, Mode: info.Mode(), ModTime: info.ModTime()}, nil
}

// fail sorts a system error into a kind.
func fail(path string, err error) error {
	kind := ErrIO
	switch {
	case errors.Is(err, fs.ErrNotExist):
		kind = ErrMissing
	case errors.Is(err, fs.ErrPermission):
		kind = ErrDenied
	case strings.Contains(err.Error(), "path escapes from parent"):
		kind = ErrOutside // os.Root exports no value for it
	case runtime.GOOS != "windows" && isDevice(err):
		kind = ErrNotRegular
	}
	return &Error{Path: path, Kind: kind, Err: err}
}
