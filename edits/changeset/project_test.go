package changeset

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/fettle-dev/fettle/internal/testkit/must"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/signal"
)

// TestRewordedFarAway: an error of a place that nobody has touched, which only quotes
// the type that a declaration has now, is the one that was there before. One more at
// the same place is new.
func TestRewordedFarAway(t *testing.T) {
	for _, c := range []struct{ before, after, want string }{
		{"wants int", "wants int or None", "good\n"},
		{"", "wants int or None", "!bad\n"},
		{"wants int", "wants int or None|wants another", "!bad\n"},
	} {
		w := &world{whole: true, files: map[string]string{"a": "!bad\n", "b": "call\n"}, fixes: map[string][]string{"bad": {"good"}},
			extra: func(texts map[string]string) (out []extra) {
				said := c.before
				if texts["a"] == "good\n" {
					said = c.after
				}
				for _, one := range strings.FieldsFunc(said, func(r rune) bool { return r == '|' }) {
					out = append(out, extra{"b", 0, "argument", one, 0})
				}
				return out
			}}
		o := w.options()
		o.Counts = func(signal.Diagnostic) bool { return true }
		var list []File
		for _, path := range []string{"a", "b"} {
			list = append(list, File{Snapshot: text.File(path, "plaintext", w.files[path]),
				Reports: map[string][]signal.Diagnostic{"tool": w.report(path, w.files[path], w.files)}})
		}
		r, err := Run(t.Context(), list, o)
		must.OK(t, err)
		if got := r.Files[0].Final.Text(); got != c.want {
			t.Errorf("%q, then %q: got %q, want %q: %q", c.before, c.after, got, c.want, told(r))
		}
	}
}

// TestTellingNames: of the fixes that share a name with a finding the one is to blame
// that shares the name that few others have.
func TestTellingNames(t *testing.T) {
	const body = "!loose a: int\n\n!loose width: int\n\n!loose b: int\n\nuse\n"
	w := &world{whole: true, files: map[string]string{"a": body, "b": "!loose c: int\n"},
		fixes: map[string][]string{"loose": {"fixed"}},
		extra: func(texts map[string]string) []extra {
			if strings.Split(texts["a"], "\n")[2] == "fixed" {
				return []extra{{"a", 6, "argument", "'width' wants 'int'", 0}}
			}
			return nil
		}}
	after, r := w.run(t)
	if want := "fixed\n\n!loose width: int\n\nfixed\n\nuse\n"; after["a"] != want || after["b"] != "fixed\n" {
		t.Errorf("got %q: %q", after, told(r))
	}
	if w.runs > 3 { // the set, what is left of it, and the one again that was refused
		t.Errorf("looked %d times", w.runs)
	}
}

// TestLate: when the time is over, what is proven by then stays, and each of the others
// says why it is left.
func TestLate(t *testing.T) {
	const n = 8
	for _, runs := range []int{0, 1, 2, 5} {
		w := &world{files: map[string]string{"bad": strings.Repeat("!one\n", n), "good": "!two\n"}, whole: true, fixes: map[string][]string{"one": {"1"}, "two": {"2"}},
			extra: func(texts map[string]string) []extra {
				if strings.Contains(texts["bad"], "1") {
					return []extra{{"bad", n, "worse", "somewhere", 0}}
				}
				return nil
			}}
		o := w.options()
		o.Late = func() bool { return w.runs >= runs }
		var list []File
		for _, path := range []string{"bad", "good"} {
			list = append(list, File{Snapshot: text.File(path, "plaintext", w.files[path]),
				Reports: map[string][]signal.Diagnostic{"tool": w.report(path, w.files[path], w.files)}})
		}
		r, err := Run(t.Context(), list, o)
		must.OK(t, err)
		if w.runs > runs+1 {
			t.Errorf("time for %d: looked %d times", runs, w.runs)
		}
		if got := r.Files[1].Final.Text(); runs > 0 && got != "2\n" {
			t.Errorf("time for %d: the other file is %q: %q", runs, got, told(r))
		}
		if got := r.Files[0].Final.Text(); got != w.files["bad"] {
			t.Errorf("time for %d: unproven: %q", runs, got)
		}
		late, refused := 0, 0
		for _, o := range r.Files[0].Outcomes {
			if !o.Applied && o.Decline != nil && strings.Contains(o.Decline.Reason, "time for checks was over") {
				late++
			} else if !o.Applied && o.Decline != nil && strings.Contains(o.Decline.Reason, "worse") {
				refused++
			}
		}
		if late+refused != n || late == 0 || !r.Bounded {
			t.Errorf("time for %d: %d findings say that there was no time, %d why their fix was refused (bounded %v): %q", runs, late, refused, r.Bounded, told(r))
		}
	}
}

// TestRetriesPay: what was refused is not tried again and again where a tool looks at
// the whole project and little comes of it.
func TestRetriesPay(t *testing.T) {
	const n = 12
	body, made := "", 0
	for i := range n {
		body += fmt.Sprintf("!one x%d\n", i)
	}
	w := &world{whole: true, files: map[string]string{"a": body}, fixes: map[string][]string{"one": {"1"}}}
	w.extra = func(texts map[string]string) (out []extra) { // one more is right each time
		lines := strings.Split(texts["a"], "\n")
		for i, line := range lines[:n] {
			if line == "1" && i > made {
				out = append(out, extra{"a", i, "wrong", "too early", 0})
			}
		}
		if len(out) == 0 && lines[made] == "1" && strings.Count(texts["a"], "1\n") > made {
			made++
		}
		return out
	}
	after, r := w.run(t)
	if got := strings.Count(after["a"], "\n1\n") + strings.Count(after["a"][:2], "1\n"); got < 1 || w.runs > 6 {
		t.Errorf("looked %d times: %q", w.runs, told(r))
	}
}

// TestMaskedFarAway: what Go's analyzers say of a package that uses one which did not compile is nothing new; what they
// say without that is, and so is an error of the compiler.
func TestMaskedFarAway(t *testing.T) {
	for _, c := range []struct {
		name, was, then string
		severity        signal.Severity
		want            string
	}{
		{"masked", "compile", "tests", signal.Warning, "good\n"},
		{"nothing was masked", "loop", "tests", signal.Warning, "!loop\n"},
		{"of the compiler", "compile", "compile", signal.Error, "!compile\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := &world{whole: true, files: map[string]string{"a": "!" + c.was + "\n", "b": "call\n"},
				fixes: map[string][]string{c.was: {"good"}},
				extra: func(texts map[string]string) []extra {
					if texts["a"] == "good\n" {
						return []extra{{"b", 0, c.then, "malformed", 0}}
					}
					return nil
				}}
			o := w.options()
			o.Counts = func(signal.Diagnostic) bool { return true }
			check := o.Check
			o.Check = func(ctx context.Context, tool string, all []text.Snapshot, changed map[string]bool) (
				map[string][]signal.Diagnostic, error) {
				said, err := check(ctx, tool, all, changed)
				for i := range said["b"] {
					said["b"][i].Severity = c.severity
				}
				return said, err
			}
			var list []File
			for _, path := range []string{"a", "b"} {
				reports := w.report(path, w.files[path], w.files)
				for i := range reports {
					reports[i].Severity = signal.Warning
				}
				list = append(list, File{Snapshot: text.File(path, "plaintext", w.files[path]),
					Reports: map[string][]signal.Diagnostic{"go vet": reports}})
			}
			r, err := Run(t.Context(), list, o)
			must.OK(t, err)
			if got := r.Files[0].Final.Text(); got != c.want {
				t.Errorf("got %q: %q", got, told(r))
			}
		})
	}
}
