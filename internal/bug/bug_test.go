package bug

import (
	"bytes"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

// reader panics as a decoder does that trusts its input.
func reader(data []byte) byte { return data[len(data)] }

func spoken(words string) {
	defer func() { _ = Report("speaking", recover()) }()
	panic(words)
}

func survived(in string) (err error) {
	defer func() {
		if v := recover(); v != nil {
			err = Report(in, v)
		}
	}()
	reader([]byte("abc"))
	return nil
}

// TestReport: value and stack reach the log, once, and a report of the fault,
// which names our own functions and no file of the user's.
func TestReport(t *testing.T) {
	t.Setenv("XDG_STATE_HOME", t.TempDir())
	t.Setenv("FETTLE_BUGS", "")
	var log bytes.Buffer
	was := slog.Default()
	slog.SetDefault(slog.New(slog.NewTextHandler(&log, nil)))
	defer slog.SetDefault(was)
	err := survived("reading")
	var b *Error
	if !errors.As(err, &b) || !strings.Contains(err.Error(), "index out of range") || !strings.Contains(b.Stack, "bug.reader") {
		t.Fatalf("%v", err)
	}
	if s := log.String(); strings.Count(s, "level=ERROR") != 1 || !strings.Contains(s, "in=reading") || !strings.Contains(s, "bug.reader") {
		t.Errorf("log: %s", s)
	}
	_ = survived("reading") // at the same place: one entry
	_ = survived("writing")
	spoken("canary of the user")
	list := List()
	if len(list) != 3 || strings.Contains(list[0].Value, "canary") || list[0].In != "speaking" {
		t.Fatalf("%+v", list)
	}
	if list = list[1:]; !strings.Contains(list[0].Value, "index out of range") || list[0].Time == "" {
		t.Fatalf("%+v", list)
	}
	for _, k := range list {
		if strings.Contains(strings.Join(k.Stack, " "), "/tmp") {
			t.Errorf("stack: %q", k.Stack)
		}
	}
}

// TestKeepsTheNewest: old bugs make room.
func TestKeepsTheNewest(t *testing.T) {
	state := t.TempDir()
	for i := range Most + 3 {
		e := &Error{In: fmt.Sprint("step ", i), Value: "x", Stack: "goroutine 1 [running]:\n"}
		e.write(state, time.Now())
		at := time.Now().Add(time.Duration(i-100) * time.Minute)
		for _, name := range names(filepath.Join(state, "bugs")) {
			if data, _ := os.ReadFile(name); strings.Contains(string(data), fmt.Sprintf("step %d\n", i)) {
				if err := os.Chtimes(name, at, at); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
	t.Setenv("XDG_STATE_HOME", filepath.Dir(state))
	left := names(filepath.Join(state, "bugs"))
	if len(left) != Most {
		t.Errorf("%d are kept", len(left))
	}
	if slices.ContainsFunc(left, func(name string) bool {
		data, _ := os.ReadFile(name)
		return strings.Contains(string(data), "step 0\n")
	}) {
		t.Error("the oldest is still there")
	}
}

// Panics of several goroutines are kept at once: none fails for another one's file
// that came while it looked.
func TestWriteAtOnce(t *testing.T) {
	var all sync.WaitGroup
	for round := range 40 {
		state := t.TempDir()
		for i := range 4 {
			all.Go(func() { (&Error{In: fmt.Sprint(round, i)}).write(state, time.Unix(int64(i), 0)) })
		}
		all.Wait()
		if n := len(names(filepath.Join(state, "bugs"))); n != 4 {
			t.Fatalf("%d kept", n)
		}
	}
}
