// Package bug keeps what is known of a panic that fettle survived: its value and
// its stack. Whoever recovers from a panic calls [Report], whatever becomes of the
// work that panicked:
//
//	defer func() {
//		if v := recover(); v != nil {
//			err = bug.Report("reading the output of ruff", v)
//		}
//	}()
//
// A panic is logged once, here. It is also kept in the state folder, where
// `fettle doctor --bug` finds it: one file for each place that panicked, the
// newest [Most] of them. With FETTLE_BUGS=fatal in the environment, as our own
// tests set it, the process ends instead.
package bug

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"time"

	"github.com/fettle-dev/fettle/internal/files"
)

// Most is how many bugs are kept.
const Most = 10

// maxSize bounds the file of one bug.
const maxSize = 64 << 10

// Error is a panic as an error. Its text holds the value and not the stack.
type Error struct {
	In    string // what was being done: "reading the output of ruff"
	Value string // may hold words of the user's
	Stack string

	public string // the value, where it is the runtime's own word, else its type
}

func (e *Error) Error() string { return "panic: " + e.Value }

// Report logs and keeps what a deferred function has recovered. It is called in
// that function, so that the stack is still that of the panic.
func Report(in string, value any) *Error {
	e := Keep(in, value)
	slog.Error("panic", "in", e.In, "value", e.Value, "stack", e.Stack)
	return e
}

// Keep is [Report] for those who have a log of their own.
func Keep(in string, value any) *Error {
	e := &Error{In: in, Value: fmt.Sprint(value), Stack: string(debug.Stack()),
		public: fmt.Sprintf("a value of type %T, see the log", value)}
	if fault, ok := value.(runtime.Error); ok {
		e.public = fault.Error()
	}
	if os.Getenv("FETTLE_BUGS") == "fatal" {
		fmt.Fprintf(os.Stderr, "fettle: bug in %s: %s\n%s", e.In, e.Value, e.Stack)
		os.Exit(70)
	}
	e.write(files.StateFolder(), time.Now())
	return e
}

// write keeps a bug under the name of its place. What cannot be written is in
// the log.
func (e *Error) write(state string, now time.Time) {
	if state == "" {
		return
	}
	dir := filepath.Join(state, "bugs")
	if os.MkdirAll(dir, 0o700) != nil {
		return
	}
	sum := sha256.Sum256([]byte(e.In + frames(e.Stack)))
	text := fmt.Sprintf("%s\n%s\n%s\n%s", now.UTC().Format(time.RFC3339), e.In, strings.ReplaceAll(e.public, "\n", " "),
		e.Stack)
	_ = os.WriteFile(filepath.Join(dir, hex.EncodeToString(sum[:8])+".txt"), []byte(text[:min(len(text), maxSize)]), 0o600)
	list := names(dir) // once: others write at the same time
	for _, old := range list[min(Most, len(list)):] {
		_ = os.Remove(old)
	}
}

// frames returns the functions of a stack, without arguments and addresses: the same
// for every panic at one place.
func frames(stack string) string {
	var b strings.Builder
	for line := range strings.Lines(stack) {
		if at := strings.LastIndex(line, "("); at > 0 && !strings.HasPrefix(line, "\t") {
			b.WriteString(line[:at] + "\n")
		}
	}
	return b.String()
}

// names returns the files of the kept bugs, newest first.
func names(dir string) []string {
	list, _ := filepath.Glob(filepath.Join(dir, "*.txt"))
	at := func(path string) int64 {
		info, err := os.Stat(path)
		if err != nil {
			return 0
		}
		return info.ModTime().UnixNano()
	}
	slices.SortStableFunc(list, func(a, b string) int { return int(max(-1, min(1, at(b)-at(a)))) })
	return list
}

// Kept is a bug that was kept, for a report of it.
type Kept struct {
	Time  string // RFC 3339
	In    string
	Value string   // without words of the user's
	Stack []string // the functions, innermost first
}

// List returns the bugs that were kept, newest first.
func List() []Kept {
	state := files.StateFolder()
	if state == "" {
		return nil
	}
	var out []Kept
	for _, name := range names(filepath.Join(state, "bugs")) {
		f, err := files.Read(name, maxSize)
		if err != nil {
			continue
		}
		part := strings.SplitN(string(f.Data), "\n", 4)
		if len(part) == 4 {
			out = append(out, Kept{part[0], part[1], part[2], own(frames(part[3]))})
		}
	}
	return out
}

// own returns the frames of this module below the panic.
func own(frames string) []string {
	var out []string
	for line := range strings.Lines(frames) {
		line = strings.TrimSpace(line)
		if i := strings.Index(line, "fettle-dev/fettle/"); i >= 0 && !strings.Contains(line, "/internal/bug.") {
			out = append(out, line[i+len("fettle-dev/fettle/"):])
		}
	}
	return out
}
