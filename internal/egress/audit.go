package egress

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"github.com/fettle-dev/fettle/internal/files"
	"github.com/fettle-dev/fettle/internal/limits"
)

// Entry is one line of the audit log: what left or was refused, and never its
// content.
type Entry struct {
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
	Outcome    string    `json:"outcome"` // ok, or a fault
	Millis     int64     `json:"ms"`
}

// Place is where a piece was from: a path relative to its root, 1-based lines.
type Place struct {
	Path  string `json:"path"`
	Start int    `json:"start"`
	End   int    `json:"end"`
}

// Audit is an append-only log of [Entry] values, one JSON object a line. It is
// safe for concurrent use. When the file cannot be written, the last entries
// are kept in memory.
type Audit struct {
	path  string
	max   int64
	mu    sync.Mutex
	file  *os.File
	size  int64
	ring  []Entry
	fault error
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
	f, err := os.OpenFile(path, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		return nil, 0, err
	}
	info, err := f.Stat()
	if err == nil {
		var at os.FileInfo
		if at, err = os.Lstat(path); err == nil && !os.SameFile(info, at) {
			err = errors.New("not a regular file")
		}
	}
	if err == nil && info.Mode().Perm()&0o077 != 0 {
		err = f.Chmod(0o600)
	}
	if err != nil {
		_ = f.Close()
		return nil, 0, err
	}
	return f, info.Size(), nil
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
	if a.file == nil {
		return a.fault
	}
	if a.size+int64(len(line)) > a.max {
		a.rotate()
		if a.file == nil {
			return a.fault
		}
	}
	n, err := a.file.Write(line)
	a.size += int64(n)
	if err != nil {
		_ = a.file.Close()
		a.file, a.fault = nil, fmt.Errorf("write the audit log: %w", err)
		return a.fault
	}
	return nil
}

// rotate keeps the log and two older ones.
func (a *Audit) rotate() {
	_ = a.file.Close()
	a.file = nil
	_ = os.Rename(a.path+".1", a.path+".2")
	if err := os.Rename(a.path, a.path+".1"); err != nil {
		a.fault = fmt.Errorf("rotate the audit log: %w", err)
		return
	}
	_ = a.open()
}

// Close ends the log; later entries are kept in memory.
func (a *Audit) Close() error {
	if a == nil {
		return nil
	}
	a.mu.Lock()
	defer a.mu.Unlock()
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

// Recent returns the last entries of this process, oldest first.
func (a *Audit) Recent() []Entry {
	if a == nil {
		return nil
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	return append([]Entry(nil), a.ring...)
}

// ReadAudit returns the entries of a log file and its older ones, oldest
// first. Lines that are not entries, such as one cut by a crash, are skipped.
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
	return out, nil
}
