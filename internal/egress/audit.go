package egress

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/fettle-dev/fettle/internal/files"
	"github.com/fettle-dev/fettle/internal/limits"
)

// Entry is one line of the audit log: what left or was refused, and never its
// content. A call has one before each of its requests and one when it has
// ended, under the same ID: readers are shown the last of them.
type Entry struct {
	ID         string    `json:"id,omitempty"`
	Time       time.Time `json:"time"`
	Kind       string    `json:"kind"` // fix, plan, embed, …
	Host       string    `json:"host"`
	Model      string    `json:"model"`
	Signal     string    `json:"signal,omitempty"`
	Places     []Place   `json:"places,omitempty"`
	BodySHA256 string    `json:"bodySha256,omitempty"`
	Bytes      int       `json:"bytes"`
	Prompt     int       `json:"promptTokens,omitempty"`
	Completion int       `json:"completionTokens,omitempty"`
	Redactions int       `json:"redactions"`
	Denials    int       `json:"denials"`
	Attempt    int       `json:"attempt"`
	Outcome    string    `json:"outcome"` // ok, or a fault; Sending until that is known
	Millis     int64     `json:"ms"`
}

// Sending is the outcome of an entry written before its request: the process may
// end before the answer comes.
const Sending = "sending"

// Place is where a piece was from: a path relative to its root, 1-based lines.
type Place struct {
	Path  string `json:"path"`
	Start int    `json:"start"`
	End   int    `json:"end"`
}

// Audit is an append-only log of [Entry] values, one JSON object a line. It is
// safe for concurrent use. While the file cannot be written, the last entries
// are kept in memory; every entry tries the file anew.
type Audit struct {
	path  string
	max   int64
	mu    sync.Mutex
	file  *os.File
	size  int64
	ring  []Entry
	fault error
	ended bool // closed: the file is not opened again
}

// OpenAudit opens the log at path, in a folder that it makes with mode 0700;
// the file has mode 0600 and is never reached through a link. The error says
// why entries will be kept in memory only; the Audit works all the same, and a
// caller that requires a log on disk must not send.
func OpenAudit(path string) (*Audit, error) {
	a := &Audit{path: path, max: limits.AuditFile}
	a.mu.Lock()
	defer a.mu.Unlock()
	if path == "" {
		a.fault = errors.New("no audit file is set")
		return a, a.fault
	}
	return a, a.open()
}

func (a *Audit) open() error {
	a.fault = nil
	if err := os.MkdirAll(filepath.Dir(a.path), 0o700); err != nil {
		a.fault = fmt.Errorf("make the folder of the audit log: %w", err)
		return a.fault
	}
	f, size, err := openAppend(a.path)
	if err != nil {
		a.fault = fmt.Errorf("open the audit log: %w", err)
		return a.fault
	}
	a.file, a.size = f, size
	return nil
}

// openAppend opens a regular file for appending, made with mode 0600. What is
// opened must be what stands at the path itself: a link put there beforehand,
// or in between, is refused.
func openAppend(path string) (*os.File, int64, error) {
	if info, err := os.Lstat(path); err == nil && !info.Mode().IsRegular() {
		return nil, 0, errors.New("not a regular file")
	}
	f, err := os.OpenFile(path, os.O_APPEND|os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, 0, err
	}
	info, err := f.Stat()
	if err == nil && !standsAt(info, path) {
		err = errors.New("not a regular file")
	}
	if err == nil && info.Mode().Perm()&0o077 != 0 {
		err = f.Chmod(0o600)
	}
	if err == nil {
		err = endLine(f, info.Size())
	}
	if err != nil {
		_ = f.Close()
		return nil, 0, err
	}
	return f, info.Size(), nil
}

// standsAt reports whether a path, itself and not through a link, names a file.
func standsAt(file os.FileInfo, path string) bool {
	at, err := os.Lstat(path)
	return err == nil && os.SameFile(file, at)
}

// endLine ends a line that a full disk or a crash cut, so that the next entry
// does not become part of it.
func endLine(f *os.File, size int64) error {
	last := []byte{'\n'}
	if size > 0 {
		if _, err := f.ReadAt(last, size-1); err != nil {
			return err
		}
	}
	if last[0] == '\n' {
		return nil
	}
	_, err := f.Write([]byte{'\n'})
	return err
}

// Add writes an entry. The error, if any, is why it went to memory only.
func (a *Audit) Add(e Entry) error {
	if a == nil {
		return nil
	}
	line, err := json.Marshal(e)
	if err != nil {
		return fmt.Errorf("write the audit log: %w", err)
	}
	line = append(line, '\n')
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.ring = append(a.ring, e); len(a.ring) > limits.AuditRing {
		a.ring = append(a.ring[:0:0], a.ring[len(a.ring)-limits.AuditRing:]...)
	}
	if err := a.ready(int64(len(line))); err != nil {
		return err
	}
	n, err := a.file.Write(line)
	a.size += int64(n)
	if err != nil {
		a.lose(fmt.Errorf("write the audit log: %w", err))
	}
	return a.fault
}

// ready makes sure that n bytes can be appended to the file that stands at the
// path: someone may have removed it, or another process put a new one there.
func (a *Audit) ready(n int64) error {
	if a.file != nil {
		info, err := a.file.Stat()
		if err != nil || !standsAt(info, a.path) {
			a.lose(errors.New("the audit log was moved"))
		} else {
			a.size = info.Size() // others may write it too
		}
	}
	if a.file == nil && a.path != "" && !a.ended {
		if err := a.open(); err != nil {
			return err
		}
	}
	if a.file != nil && a.size+n > a.max {
		a.rotate()
	}
	return a.fault
}

// Flush returns when the entries so far are on the disk, or why they are not.
func (a *Audit) Flush() error {
	if a == nil {
		return errors.New("no audit log is kept")
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.file == nil {
		return a.fault
	}
	if err := a.file.Sync(); err != nil {
		a.lose(fmt.Errorf("write the audit log: %w", err))
	}
	return a.fault
}

// lose abandons the file for a reason. The next entry opens it anew.
func (a *Audit) lose(why error) {
	_ = a.file.Close()
	a.file, a.fault = nil, why
}

// rotate keeps the log and two older ones.
func (a *Audit) rotate() {
	_ = os.Rename(a.path+".1", a.path+".2")
	if err := os.Rename(a.path, a.path+".1"); err != nil {
		a.lose(fmt.Errorf("rotate the audit log: %w", err))
		return
	}
	_ = a.file.Close()
	a.file = nil
	_ = a.open()
}

// Close ends the log; later entries are kept in memory.
func (a *Audit) Close() error {
	if a == nil {
		return nil
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	a.ended = true
	if a.file == nil {
		return nil
	}
	err := a.file.Close()
	a.file, a.fault = nil, errors.New("the audit log is closed")
	return err
}

// Writable returns nil while entries reach the disk.
func (a *Audit) Writable() error {
	if a == nil {
		return errors.New("no audit log is kept")
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.fault
}

// Recent returns the last entries of this process, oldest first, one for each
// call.
func (a *Audit) Recent() []Entry {
	if a == nil {
		return nil
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	return latest(a.ring)
}

// ReadAudit returns the entries of a log file and its older ones, oldest
// first, one for each call. Lines that are not entries, such as one cut by a
// crash, are skipped.
func ReadAudit(path string) ([]Entry, error) {
	var out []Entry
	for _, name := range []string{path + ".2", path + ".1", path} {
		f, err := files.Read(name, 2*limits.AuditFile)
		if errors.Is(err, files.ErrMissing) {
			continue
		}
		if err != nil {
			return out, err
		}
		for line := range strings.SplitSeq(string(f.Data), "\n") {
			var e Entry
			if json.Unmarshal([]byte(line), &e) == nil {
				out = append(out, e)
			}
		}
	}
	return latest(out), nil
}

// latest keeps the last entry of each call.
func latest(all []Entry) []Entry {
	seen, out := map[string]bool{}, make([]Entry, 0, len(all))
	for _, e := range slices.Backward(all) {
		if e.ID != "" && seen[e.ID] {
			continue
		}
		seen[e.ID] = true
		out = append(out, e)
	}
	slices.Reverse(out)
	return out
}
