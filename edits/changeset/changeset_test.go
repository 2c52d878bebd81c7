package changeset

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/fettle-dev/fettle/edits/evidence"
	"github.com/fettle-dev/fettle/edits/fixer"
	"github.com/fettle-dev/fettle/edits/verify"
	"github.com/fettle-dev/fettle/internal/syntax"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/signal"
)

// world is a project with a tool. Each line "!code words" is a finding of that
// code; a finding may depend on the other files.
type world struct {
	files map[string]string
	fixes map[string][]string // code → what a line becomes, best first; "" removes the finding's line
	extra func(texts map[string]string) []extra
	check func(all []text.Snapshot) error
	blind map[string]bool // files that the tool does not look at after a change
	whole bool
	runs  int
	worst evidence.Grade // that is taken
}

type extra struct {
	path string
	line int
	code string
	said string
	more int // lines after that one that it covers
}

var bang = regexp.MustCompile(`(?m)^!(\w+)(.*)$`)

func (w *world) report(path, body string, texts map[string]string) []signal.Diagnostic {
	var out []signal.Diagnostic
	for _, m := range bang.FindAllStringSubmatchIndex(body, -1) {
		d := signal.Diagnostic{Tool: "tool", Code: body[m[2]:m[3]], Message: strings.TrimSpace(body[m[4]:m[5]]),
			Severity: signal.Error, Span: text.Span{Start: m[0], End: m[1]}}
		if d.Code == "style" {
			d.Severity = signal.Information
		}
		out = append(out, d)
	}
	if w.extra != nil {
		s := text.File(path, langOf(path), body)
		for _, e := range w.extra(texts) {
			if e.path == path {
				out = append(out, signal.Diagnostic{Tool: "tool", Code: e.code, Message: e.said, Severity: signal.Error,
					Span: text.Span{Start: s.LineSpan(e.line).Start, End: s.LineSpan(e.line + e.more).End}})
			}
		}
	}
	return out
}

// each proposes fixes for one finding after the other.
func each(one func(d *Document, found signal.Diagnostic) ([]fixer.Fix, *fixer.Decline)) func(context.Context, *Document,
	[]signal.Diagnostic, int) []fixer.Proposed {
	return func(_ context.Context, d *Document, found []signal.Diagnostic, _ int) []fixer.Proposed {
		out := make([]fixer.Proposed, len(found))
		for i, f := range found {
			out[i].Fixes, out[i].Why = one(d, f)
		}
		return out
	}
}

func (w *world) options() Options {
	texts := maps.Clone(w.files)
	return Options{
		Propose: each(func(d *Document, found signal.Diagnostic) ([]fixer.Fix, *fixer.Decline) {
			var out []fixer.Fix
			for _, line := range w.fixes[found.Code] {
				out = append(out, fixer.Fix{Problem: fixer.Problem{Snapshot: d.Snapshot, Diagnostic: found},
					Edits: []text.Edit{{Span: d.LineSpan(d.LineAt(found.Span.Start)), New: line}}})
			}
			if out == nil {
				return nil, &fixer.Decline{Code: fixer.DeclineNoModel, Reason: "needs a model"}
			}
			return out, nil
		}),
		Check: func(_ context.Context, tool string, all []text.Snapshot, changed map[string]bool) (map[string][]signal.Diagnostic, error) {
			w.runs++
			if w.check != nil {
				if err := w.check(all); err != nil {
					return nil, err
				}
			}
			now := maps.Clone(texts)
			for _, s := range all {
				now[s.Path] = s.Text()
			}
			out := map[string][]signal.Diagnostic{}
			for _, s := range all {
				if !w.blind[s.Path] {
					out[s.Path] = w.report(s.Path, s.Text(), now)
				}
			}
			return out, nil
		},
		Worst: w.worst, Trees: &syntax.Trees{},
		Whole: func(string) bool { return w.whole }, Counts: func(signal.Diagnostic) bool { return false },
		Owner: func(tool string) string { return tool }, Judges: func(string) bool { return false },
	}
}

func (w *world) run(t *testing.T) (map[string]string, Result) {
	t.Helper()
	var list []File
	for _, path := range slices.Sorted(maps.Keys(w.files)) {
		body := w.files[path]
		list = append(list, File{Snapshot: text.File(path, langOf(path), body),
			Reports: map[string][]signal.Diagnostic{"tool": w.report(path, body, w.files)}})
	}
	r, err := Run(context.Background(), list, w.options())
	if err != nil {
		t.Fatal(err)
	}
	after := map[string]string{}
	for i, f := range r.Files {
		after[list[i].Snapshot.Path] = f.Final.Text()
	}
	return after, r
}

// langOf is Python for files of that name: the syntax of a text tells which
// function a finding stands in.
func langOf(path string) string {
	if strings.HasSuffix(path, ".py") {
		return "python"
	}
	return "plaintext"
}

// told sums up the outcomes: "a.x one fixed", "a.x two: reason".
func told(r Result) []string {
	var out []string
	for _, f := range r.Files {
		for _, o := range f.Outcomes {
			switch {
			case o.Applied:
				out = append(out, fmt.Sprintf("%s %s %s", f.Final.Path, o.Diagnostic.Code, o.Fix.Grade()))
			default:
				out = append(out, fmt.Sprintf("%s %s: %s", f.Final.Path, o.Diagnostic.Code, o.Decline.Reason))
			}
		}
	}
	return out
}

// TestSet: what becomes of a project's texts, how each finding ends, and how
// often the tool runs.
func TestSet(t *testing.T) {
	long := ""
	for i := range 40 {
		long += fmt.Sprintf("!ok%d x\n\n", i%4)
	}
	fixed := strings.Repeat("done\n\n", 40)
	okays := map[string][]string{"ok0": {"done"}, "ok1": {"done"}, "ok2": {"done"}, "ok3": {"done"}}
	for _, tt := range []struct {
		name  string
		world world
		want  map[string]string
		told  []string
		runs  int // at most
	}{
		{"everything in one run", world{files: map[string]string{"a": "!one x\n\n!two x\n", "b": "!one x\n", "c": "clean\n"},
			fixes: map[string][]string{"one": {"1"}, "two": {"2"}}},
			map[string]string{"a": "1\n\n2\n", "b": "1\n", "c": "clean\n"},
			[]string{"a one checked", "a two checked", "b one checked"}, 1},
		{"a fix that brings something new on its line", world{files: map[string]string{"a": "!one x\n\n!two x\n"},
			fixes: map[string][]string{"one": {"1"}, "two": {"!other y"}}},
			map[string]string{"a": "1\n\n!two x\n"},
			[]string{"a one checked", "a two: tool then reports other y in a"}, 3},
		{"a fix that brings a convention", world{files: map[string]string{"a": "!one x\n"}, fixes: map[string][]string{"one": {"!style y"}}},
			map[string]string{"a": "!one x\n"}, []string{"a one: tool then reports style y in a"}, 3},
		{"the second way of a finding", world{files: map[string]string{"a": "!one x\n"}, fixes: map[string][]string{"one": {"!other y", "1"}}},
			map[string]string{"a": "1\n"}, []string{"a one checked"}, 2},
		{"a problem that is still there", world{files: map[string]string{"a": "!one x\n\n!two x\n"}, fixes: map[string][]string{"one": {"!one  x"}, "two": {"2"}}},
			map[string]string{"a": "!one x\n\n2\n"},
			[]string{"a two checked", "a one: tool still reports one: x"}, 3},
		{"what appears when something else is gone", world{files: map[string]string{"a": "!one x\n"}, fixes: map[string][]string{"one": {"1"}, "late": {"2"}},
			extra: func(texts map[string]string) []extra {
				if texts["a"] == "1\n" {
					return []extra{{"a", 0, "late", "appears", 0}}
				}
				return nil
			}},
			map[string]string{"a": "2\n"}, []string{"a one checked", "a late checked"}, 2},
		{"fixes that need each other, in two files", world{files: map[string]string{"a": "!one x\n", "b": "call\n"}, whole: true,
			fixes: map[string][]string{"one": {"1"}, "caused": {"adapted"}},
			extra: func(texts map[string]string) []extra {
				if texts["a"] == "1\n" && texts["b"] == "call\n" {
					return []extra{{"b", 0, "caused", "calls it", 0}}
				}
				return nil
			}},
			map[string]string{"a": "1\n", "b": "adapted\n"}, []string{"a one checked", "b caused checked"}, 2},
		{"a break in another file that names it", world{files: map[string]string{"a": "!one helper\n\n!two x\n", "b": "call\n"}, whole: true,
			fixes: map[string][]string{"one": {"1"}, "two": {"2"}},
			extra: func(texts map[string]string) []extra {
				if strings.HasPrefix(texts["a"], "1\n") {
					return []extra{{"b", 0, "broken", "no name 'helper'", 0}}
				}
				return nil
			}},
			map[string]string{"a": "!one helper\n\n2\n", "b": "call\n"},
			[]string{"a two checked", "a one: tool then reports broken no name 'helper' in b"}, 3},
		{"what is passed on in the function around it", world{files: map[string]string{"a.py": "def f(\n!one x,\n!two y,\n):\n    call(x)\n"},
			fixes: map[string][]string{"one": {"x = 1,"}, "two": {"y = 2,"}},
			extra: func(texts map[string]string) []extra {
				if strings.Contains(texts["a.py"], "x = 1") {
					return []extra{{"a.py", 4, "arg", "'y' has no type", 0}}
				}
				return nil
			}},
			map[string]string{"a.py": "def f(\n!one x,\ny = 2,\n):\n    call(x)\n"},
			[]string{"a.py two checked", "a.py one: tool then reports arg 'y' has no type in a.py"}, 3},
		{"another line of the statement", world{files: map[string]string{"a.py": "head()\ncall(\n!bad x,\n    1)\n" + long},
			fixes: map[string][]string{"ok0": okays["ok0"], "ok1": okays["ok1"], "ok2": okays["ok2"], "ok3": okays["ok3"], "bad": {"2,"}},
			extra: func(texts map[string]string) []extra {
				if strings.Contains(texts["a.py"], "\n2,") {
					return []extra{{"a.py", 3, "broken", "somewhere", 0}}
				}
				return nil
			}},
			map[string]string{"a.py": "head()\ncall(\n!bad x,\n    1)\n" + fixed}, nil, 3},
		{"a break that nothing is known of", world{files: map[string]string{"a": long, "b": "call\n\n!bad x\n"}, whole: true,
			fixes: map[string][]string{"ok0": okays["ok0"], "ok1": okays["ok1"], "ok2": okays["ok2"], "ok3": okays["ok3"], "bad": {"2"}},
			extra: func(texts map[string]string) []extra {
				if strings.HasSuffix(texts["b"], "2\n") {
					return []extra{{"c", 0, "broken", "somewhere", 0}}
				}
				return nil
			}},
			map[string]string{"a": fixed, "b": "call\n\n!bad x\n"}, nil, 14},
		{"one of many fixes of a file", world{files: map[string]string{"a": "head\n" + long + "!bad x\n" + long, "b": "!ok0 x\n"},
			fixes: map[string][]string{"ok0": okays["ok0"], "ok1": okays["ok1"], "ok2": okays["ok2"], "ok3": okays["ok3"], "bad": {"2"}},
			extra: func(texts map[string]string) []extra {
				if strings.Contains(texts["a"], "\n2\n") {
					return []extra{{"a", 0, "broken", "somewhere", 0}}
				}
				return nil
			}},
			map[string]string{"a": "head\n" + fixed + "!bad x\n" + fixed, "b": "done\n"}, nil, 16},
		{"a file of which something new is said, beside others", world{files: map[string]string{"a": long + long + long + long, "b": "head\n!bad x\n\n!ok0 x\n"}, whole: true,
			fixes: map[string][]string{"ok0": okays["ok0"], "ok1": okays["ok1"], "ok2": okays["ok2"], "ok3": okays["ok3"], "bad": {"2"}},
			extra: func(texts map[string]string) []extra {
				if strings.Contains(texts["b"], "\n2\n") {
					return []extra{{"b", 0, "broken", "somewhere", 0}}
				}
				return nil
			}},
			map[string]string{"a": fixed + fixed + fixed + fixed, "b": "head\n!bad x\n\ndone\n"}, nil, 5},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if tt.world.extra != nil && tt.want["c"] == "" && strings.Contains(tt.name, "nothing is known") {
				tt.world.files["c"], tt.want["c"] = "user\n", "user\n"
			}
			after, r := tt.world.run(t)
			for path, want := range tt.want {
				if after[path] != want {
					t.Errorf("%s: %q, want %q", path, after[path], want)
				}
			}
			if got := told(r); tt.told != nil && !slices.Equal(got, tt.told) {
				t.Errorf("outcomes:\n%s\nwant:\n%s", strings.Join(got, "\n"), strings.Join(tt.told, "\n"))
			}
			if tt.world.runs > tt.runs {
				t.Errorf("%d runs, want at most %d", tt.world.runs, tt.runs)
			}
		})
	}
}

// TestUnknownIsNotGone: a tool that fails, and one that does not look at the file
// any more, have proven nothing. Such fixes are made only for those who ask for them.
func TestUnknownIsNotGone(t *testing.T) {
	files := map[string]string{"a": "!one x\n"}
	fixes := map[string][]string{"one": {"1"}}
	for name, w := range map[string]*world{
		"fails":        {files: files, fixes: fixes, check: func([]text.Snapshot) error { return errors.New("no memory") }},
		"looks beside": {files: files, fixes: fixes, blind: map[string]bool{"a": true}},
	} {
		after, r := w.run(t)
		got := r.Files[0].Outcomes
		if len(got) != 1 || got[0].Applied || got[0].Decline.Step != fixer.StepAllowUnchecked || !strings.HasPrefix(got[0].Decline.Reason, "a fix was found but could not be checked") || got[0].Decline.Gates[0].Detail == "" || after["a"] != files["a"] {
			t.Errorf("%s: %v, %q", name, told(r), after)
		}
		w.worst = evidence.Unchecked
		_, r = w.run(t)
		got = r.Files[0].Outcomes
		if len(got) != 1 || !got[0].Applied || got[0].Fix.Grade() != evidence.Unchecked {
			t.Fatalf("%s: %v", name, told(r))
		}
		if gates := got[0].Fix.Gates; len(gates) == 0 || gates[len(gates)-1].State != verify.Unknown || gates[len(gates)-1].Detail == "" {
			t.Errorf("%s: the reason is missing: %v", name, gates)
		}
	}
}

// TestUnknownKeepsTheRest: what was proven before a tool fails is kept, and so are the
// fixes of files that it looked at.
func TestUnknownKeepsTheRest(t *testing.T) {
	checks := 0
	// Two fixes of one line: the second one is of a later round.
	w := &world{files: map[string]string{"a": "!one x\n"}, fixes: map[string][]string{"one": {"1"}, "two": {"2"}},
		extra: func(map[string]string) []extra { return []extra{{"a", 0, "two", "y", 0}} },
		check: func([]text.Snapshot) error {
			if checks++; checks > 1 {
				return errors.New("no memory")
			}
			return nil
		}}
	if after, r := w.run(t); after["a"] != "1\n" || len(r.Failed) != 1 {
		t.Errorf("%q %v", after, told(r))
	}
	w = &world{files: map[string]string{"a": "!one x\n", "b": "!one x\n"}, fixes: map[string][]string{"one": {"1"}}, blind: map[string]bool{"a": true}}
	if after, r := w.run(t); after["a"] != "!one x\n" || after["b"] != "1\n" {
		t.Errorf("%q %v", after, told(r))
	}
}

// TestSilentJudges: a tool that has a say and does not report is asked once about the
// files as they are, and its findings are neither fixed nor told; a fix that brings
// one is refused, one that it could not look at is not checked.
func TestSilentJudges(t *testing.T) {
	for _, tt := range []struct {
		name, bad string // what the judge dislikes
		fails     bool
		want      string
		reason    string
	}{
		{"content", "none", false, "1\n\nold\n", ""},
		{"against it", "1", false, "!one x\n\nold\n", "judge then reports K dislikes"},
		{"fails then", "none", true, "!one x\n\nold\n", "a fix was found but could not be checked"},
	} {
		w := &world{files: map[string]string{"a": "!one x\n\nold\n"}, fixes: map[string][]string{"one": {"1"}, "J": {"new"}}}
		o := w.options()
		judge := func(s text.Snapshot) (out []signal.Diagnostic) {
			for l := range s.LineCount() {
				code := map[string]string{"old": "J", tt.bad: "K"}[s.Line(l)]
				if code != "" {
					out = append(out, signal.Diagnostic{Tool: "judge", Code: code, Message: "dislikes", Severity: signal.Error, Span: s.LineSpan(l)})
				}
			}
			return out
		}
		asked := 0
		o.Silent = func(_ context.Context, all []text.Snapshot) (map[string]map[string][]signal.Diagnostic, map[string]error) {
			asked++
			return map[string]map[string][]signal.Diagnostic{"judge": {all[0].Path: judge(all[0])}}, map[string]error{"absent": errors.New("absent is not installed")}
		}
		o.Judges = func(tool string) bool { return tool == "judge" }
		o.Counts = func(d signal.Diagnostic) bool { return d.Tool == "judge" }
		check := o.Check
		o.Check = func(ctx context.Context, tool string, all []text.Snapshot, changed map[string]bool) (map[string][]signal.Diagnostic, error) {
			if tool != "judge" {
				return check(ctx, tool, all, changed)
			}
			if tt.fails {
				return nil, errors.New("no memory")
			}
			return map[string][]signal.Diagnostic{all[0].Path: judge(all[0])}, nil
		}
		a := text.File("a", langOf("a"), w.files["a"])
		r, err := Run(t.Context(), []File{{Snapshot: a, Reports: map[string][]signal.Diagnostic{"tool": w.report("a", a.Text(), w.files)}}}, o)
		if err != nil {
			t.Fatal(err)
		}
		got := r.Files[0]
		if got.Final.Text() != tt.want || asked != 1 || len(got.Outcomes) != 1 || got.Outcomes[0].Diagnostic.Tool != "tool" || got.Beside != 0 || r.Failed["absent"] == nil {
			t.Errorf("%s: %q, asked %d times: %v", tt.name, got.Final.Text(), asked, told(r))
		}
		if d := got.Outcomes[0].Decline; (d == nil) != (tt.reason == "") || d != nil && !strings.HasPrefix(d.Reason, tt.reason) {
			t.Errorf("%s: %v", tt.name, told(r))
		}
	}
}

// TestBound: a set that never comes clean ends, and keeps nothing unproven.
func TestBound(t *testing.T) {
	n := 0
	w := &world{files: map[string]string{"a": "!one x\n\n!two x\n", "b": "!one x\n", "c": "\n"}, whole: true, fixes: map[string][]string{"one": {"1"}, "two": {"2"}},
		extra: func(texts map[string]string) []extra {
			if texts["a"] == "!one x\n\n!two x\n" && texts["b"] == "!one x\n" {
				return nil
			}
			n++
			return []extra{{"c", 0, fmt.Sprintf("e%d", n), "always another", 0}}
		}}
	after, _ := w.run(t)
	if !maps.Equal(after, w.files) {
		t.Errorf("kept: %v", after)
	}
	if w.runs > 10*12 {
		t.Errorf("%d runs", w.runs)
	}
}

// TestBoundKeepsOtherFiles: what one file costs in runs is not paid for by the
// others, and the next round goes on with it.
func TestBoundKeepsOtherFiles(t *testing.T) {
	const n = 40
	w := &world{files: map[string]string{"bad": strings.Repeat("!one\n", n), "good": "!two\n"}, whole: true, fixes: map[string][]string{"one": {"1"}, "two": {"2"}},
		extra: func(texts map[string]string) []extra { // one at a time
			if i := slices.Index(strings.Split(texts["bad"], "\n"), "1"); i >= 0 {
				return []extra{{"bad", i, "worse", "than before", 0}}
			}
			return nil
		}}
	after, r := w.run(t)
	if after["good"] != "2\n" || after["bad"] != w.files["bad"] {
		t.Errorf("got %q", after)
	}
	refused := 0
	for _, o := range r.Files[0].Outcomes {
		if !o.Applied && strings.Contains(o.Decline.Reason, "worse") {
			refused++
		}
	}
	if refused < n/2 {
		t.Errorf("of %d findings %d say why their fix was refused: %q", n, refused, told(r))
	}
}

// TestReworded: a finding that quotes its line is not a new one because another
// fix changes the line; what a judge calls an error always is.
func TestReworded(t *testing.T) {
	for _, judged := range []bool{false, true} {
		w := &world{files: map[string]string{"a": "!bad x\n"}, fixes: map[string][]string{"bad": {"good x"}},
			extra: func(texts map[string]string) []extra {
				return []extra{{"a", 0, "style", "say it in other words: " + texts["a"], 0}}
			}}
		o := w.options()
		o.Counts = func(signal.Diagnostic) bool { return judged }
		body := w.files["a"]
		r, err := Run(t.Context(), []File{{Snapshot: text.File("a", "plaintext", body), Reports: map[string][]signal.Diagnostic{"tool": w.report("a", body, w.files)}}}, o)
		if err != nil {
			t.Fatal(err)
		}
		if got, want := r.Files[0].Final.Text() == "good x\n", !judged; got != want {
			t.Errorf("a judge's error %v: applied %v, want %v", judged, got, want)
		}
	}
}

// TestGrowthByFile: where what a fix causes in one file cannot be mended, those of
// other files stay.
func TestGrowthByFile(t *testing.T) {
	w := &world{files: map[string]string{"a": "!one\n", "b": "!two\n"},
		fixes: map[string][]string{"one": {"!more"}, "more": {"!never"}, "two": {"!then"}, "then": {"done"}}}
	after, _ := w.run(t)
	if after["a"] != "!one\n" || after["b"] != "done\n" {
		t.Errorf("got %q", after)
	}
}

// TestSharedEdit: two fixes that both need a line are of one set, and have it
// once.
func TestSharedEdit(t *testing.T) {
	var list text.Disjoint
	list.Add(text.Edit{New: "import x\n"}, text.Edit{Span: text.Span{Start: 5, End: 6}, New: "a"})
	list.Add(text.Edit{New: "import x\n"}, text.Edit{Span: text.Span{Start: 8, End: 9}, New: "b"})
	if len(list.Edits()) != 3 {
		t.Errorf("got %v", list.Edits())
	}
	s := text.New("abcdefghi  lmnop")
	for _, c := range []struct {
		next []text.Edit
		want bool
	}{
		{[]text.Edit{{Span: text.Span{Start: 11, End: 12}}}, true}, // blanks between
		{[]text.Edit{{New: "import x\n"}, {Span: text.Span{Start: 12, End: 13}}}, false},
		{[]text.Edit{{New: "import y\n"}, {Span: text.Span{Start: 12, End: 13}}}, true},
		{[]text.Edit{{Span: text.Span{Start: 5, End: 6}, New: "c"}}, true},
		{[]text.Edit{{Span: text.Span{Start: 5, End: 6}, New: "a"}, {Span: text.Span{Start: 13, End: 14}}}, true}, // taken away, and put elsewhere
		{[]text.Edit{{New: "import x\n"}}, true},
		{[]text.Edit{{Span: text.Span{Start: 6, End: 7}}}, true},
	} {
		if got := collide(s, &list, c.next); got != c.want {
			t.Errorf("%v: %v", c.next, got)
		}
	}
}

// TestCause: what a new finding comes from is mended in another file, if that is
// one place, and is no outcome of its own.
func TestCause(t *testing.T) {
	w := &world{whole: true, files: map[string]string{"a": "!call\n", "b": "narrow\n", "c": "other\n"},
		fixes: map[string][]string{"call": {"passes none"}, "origin": {"wide"}},
		extra: func(texts map[string]string) []extra {
			if texts["a"] == "passes none\n" && texts["b"] == "narrow\n" {
				return []extra{{"a", 0, "arg", "it passes none", 0}}
			}
			return nil
		}}
	for _, places := range []string{"b", "bc"} {
		o := w.options()
		o.Cause = func(found signal.Diagnostic, in *Document) (signal.Diagnostic, bool) {
			return signal.Diagnostic{Tool: "tool", Code: "origin", Span: in.LineSpan(0)}, found.Code == "arg" && strings.Contains(places, in.Path)
		}
		var list []File
		for _, path := range []string{"a", "b", "c"} {
			list = append(list, File{Snapshot: text.File(path, "plaintext", w.files[path]), Reports: map[string][]signal.Diagnostic{"tool": w.report(path, w.files[path], w.files)}})
		}
		r, err := Run(t.Context(), list, o)
		if err != nil {
			t.Fatal(err)
		}
		mended := r.Files[1].Final.Text() == "wide\n" && r.Files[0].Final.Text() == "passes none\n"
		if mended != (places == "b") || len(r.Files[1].Outcomes) != 0 {
			t.Errorf("places %s: %q, %q, %v", places, r.Files[0].Final.Text(), r.Files[1].Final.Text(), r.Files[1].Outcomes)
		}
	}
}

// TestChain: where a tool reports one at a time of several that follow each other,
// the set grows to their end; round in a circle it does not go for ever.
func TestChain(t *testing.T) {
	w := &world{files: map[string]string{"a": "!one\n", "b": "!left\n"},
		fixes: map[string][]string{"one": {"!two"}, "two": {"!three"}, "three": {"!four"}, "four": {"!five"}, "five": {"done"}, "left": {"!right"}, "right": {"!left"}}}
	after, _ := w.run(t)
	if after["a"] != "done\n" || after["b"] != "!left\n" {
		t.Errorf("got %q", after)
	}
}

// TestRefusedInCompany: a fix that was refused for what the others of its set
// brought is tried again once they are made, as another run would.
func TestRefusedInCompany(t *testing.T) {
	for _, whole := range []bool{false, true} {
		w := &world{whole: whole, files: map[string]string{"a": "!one x\n\n!two y\n"}, fixes: map[string][]string{"one": {"bad", "1"}, "two": {"2"}},
			extra: func(texts map[string]string) []extra {
				if texts["a"] == "bad\n\n2\n" {
					return []extra{{"a", 0, "wrong", "of itself", 0}, {"a", 2, "clash", "by the other one", 0}}
				}
				return nil
			}}
		if after, _ := w.run(t); after["a"] != "1\n\n2\n" {
			t.Errorf("whole %v: got %q", whole, after)
		}
	}
	// What is in the way lies in another file.
	w := &world{whole: true, files: map[string]string{"a": "!two y\n", "b": "!one x\n"}, fixes: map[string][]string{"one": {"bad", "1"}, "two": {"2"}},
		extra: func(texts map[string]string) []extra {
			if texts["a"] == "2\n" && texts["b"] != "1\n" {
				return []extra{{"a", 0, "clash", "with the other one", 0}}
			}
			if texts["b"] == "bad\n" {
				return []extra{{"b", 0, "wrong", "of itself", 0}}
			}
			return nil
		}}
	if after, _ := w.run(t); after["a"] != "2\n" || after["b"] != "1\n" {
		t.Errorf("got %q", after)
	}
	// Nothing was made since.
	w = &world{whole: true, files: map[string]string{"a": "!one x\n"}, fixes: map[string][]string{"one": {"bad"}},
		extra: func(texts map[string]string) []extra {
			if texts["a"] == "bad\n" {
				return []extra{{"a", 0, "wrong", "of itself", 0}}
			}
			return nil
		}}
	if w.run(t); w.runs != 1 {
		t.Errorf("looked %d times", w.runs)
	}
}

// TestOneOfSeveral: of several fixes on the lines of something new the one is
// refused that brings it, and the others are made. A tool that looks at the whole
// project is not run that often.
func TestOneOfSeveral(t *testing.T) {
	for _, whole := range []bool{false, true} {
		w := &world{whole: whole, files: map[string]string{"a": "!one\n!two\n!three\n!four\n!five\n"},
			fixes: map[string][]string{"one": {"1"}, "two": {"2"}, "three": {"3"}, "four": {"4"}, "five": {"5"}},
			extra: func(texts map[string]string) []extra {
				if strings.Contains(texts["a"], "4") {
					return []extra{{"a", 0, "broken", "somewhere here", 4}}
				}
				return nil
			}}
		after, r := w.run(t)
		if want := "1\n2\n3\n!four\n5\n"; (after["a"] == want) == whole {
			t.Errorf("whole %v: got %q", whole, after["a"])
		}
		if n := len(r.Files[0].Outcomes); n != 5 {
			t.Errorf("whole %v: %d outcomes of 5 findings: %q", whole, n, told(r))
		}
		if w.runs > 20 {
			t.Errorf("whole %v: %d runs", whole, w.runs)
		}
	}
}

// TestFixForAll: of several new findings in one statement one has a fix, which takes
// away all of them; in another statement it would not.
func TestFixForAll(t *testing.T) {
	for body, want := range map[string]string{
		"var = [1,\n       2]\n":   "const = [1,\n       2]\n",
		"var = [1]\nother = [2]\n": "var = [1]\nother = [2]\n",
	} {
		w := &world{files: map[string]string{"a.py": body},
			extra: func(texts map[string]string) []extra {
				switch s := texts["a.py"]; {
				case strings.HasPrefix(s, "var"):
					return []extra{{"a.py", 0, "var", "is old", 0}}
				case strings.HasPrefix(s, "let"):
					return []extra{{"a.py", 0, "const", "last", 0}, {"a.py", 1, "const", "first", 0}}
				case strings.Contains(s, "other"):
					return []extra{{"a.py", 1, "const", "first", 0}}
				}
				return nil
			}}
		o := w.options()
		o.Propose = each(func(d *Document, found signal.Diagnostic) ([]fixer.Fix, *fixer.Decline) {
			to := map[string]string{"is old": "let", "last": "const"}[found.Message]
			if to == "" {
				return nil, &fixer.Decline{Code: fixer.DeclineNoModel, Reason: "needs a model"}
			}
			word := text.Span{End: strings.Index(d.Text(), " ")}
			return []fixer.Fix{{Problem: fixer.Problem{Snapshot: d.Snapshot, Diagnostic: found}, Edits: []text.Edit{{Span: word, New: to}}}}, nil
		})
		r, err := Run(t.Context(), []File{{Snapshot: text.File("a.py", "python", body), Reports: map[string][]signal.Diagnostic{"tool": w.report("a.py", body, w.files)}}}, o)
		if err != nil {
			t.Fatal(err)
		}
		if got := r.Files[0].Final.Text(); got != want {
			t.Errorf("%q became %q, want %q: %q", body, got, want, told(r))
		}
	}
}

// TestChosenOnAChangedLine: of findings that were chosen, one on a line that the fix
// of another has changed is still there, and not gone with it.
func TestChosenOnAChangedLine(t *testing.T) {
	const body = "f\"x\", itme\n"
	look := func(s text.Snapshot) []signal.Diagnostic {
		var out []signal.Diagnostic
		for word, code := range map[string]string{"f\"": "prefix", "itme": "name"} {
			if at := strings.Index(s.Text(), word); at >= 0 {
				out = append(out, signal.Diagnostic{Tool: "tool", Code: code, Message: code, Span: text.Span{Start: at, End: at + len(word)}})
			}
		}
		return out
	}
	o := (&world{}).options()
	o.Propose = each(func(d *Document, found signal.Diagnostic) ([]fixer.Fix, *fixer.Decline) {
		if found.Code == "name" {
			return nil, &fixer.Decline{Code: fixer.DeclineNoModel, Reason: "needs a model"}
		}
		return []fixer.Fix{{Problem: fixer.Problem{Snapshot: d.Snapshot, Diagnostic: found}, Edits: []text.Edit{{Span: text.Span{Start: found.Span.Start, End: found.Span.Start + 1}}}}}, nil
	})
	o.Check = func(_ context.Context, _ string, all []text.Snapshot, _ map[string]bool) (map[string][]signal.Diagnostic, error) {
		return map[string][]signal.Diagnostic{"a": look(all[0])}, nil
	}
	s := text.File("a", "plaintext", body)
	r, err := Run(t.Context(), []File{{Snapshot: s, Reports: map[string][]signal.Diagnostic{"tool": look(s)}, Found: look(s)}}, o)
	if err != nil {
		t.Fatal(err)
	}
	if got := strings.Join(told(r), ", "); got != "a prefix checked, a name: needs a model" || r.Files[0].Beside != 0 {
		t.Errorf("%s; %d beside", got, r.Files[0].Beside)
	}
}

// TestFollowUps: what a set newly causes and nobody has a fix for may go with the text that the set has added, where
// what else it causes is fixed: an import that is deprecated, as soon as its use is another name. Text of the user's
// stays under the same complaint.
func TestFollowUps(t *testing.T) {
	for _, tt := range []struct {
		name, was, want string
		left            string
	}{
		{"of added text", "use List\n", "use list\n", ""},
		{"of the user's text", "import List\nuse List\nneed\n", "import List\nuse List\nneed\n", "needs"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			w := &world{files: map[string]string{"a": tt.was}, extra: func(texts map[string]string) (out []extra) {
				lines := strings.Split(texts["a"], "\n")
				imported := slices.Index(lines, "import List")
				use := slices.Index(lines, "use List")
				switch {
				case use >= 0 && imported < 0:
					out = append(out, extra{"a", use, "undefined", "", 0})
				case use >= 0 && (tt.left == "" || slices.Contains(lines, "had")):
					out = append(out, extra{"a", imported, "deprecated", "", 0}, extra{"a", use, "old", "", 0})
				case imported >= 0 && tt.left == "":
					out = append(out, extra{"a", imported, "unused", "", 0})
				}
				if need := slices.Index(lines, "need"); need >= 0 {
					out = append(out, extra{"a", need, "needs", "", 0})
				}
				return out
			}}
			o := w.options()
			o.Propose = each(func(d *Document, found signal.Diagnostic) ([]fixer.Fix, *fixer.Decline) {
				line := d.FullLineSpan(d.LineAt(found.Span.Start))
				edits := map[string]text.Edit{"undefined": {New: "import List\n"}, "old": {Span: line, New: "use list\n"}, "unused": {Span: line}, "needs": {Span: line, New: "had\n"}}
				e, known := edits[found.Code]
				if !known {
					return nil, &fixer.Decline{Code: fixer.DeclineNotOffered, Reason: "there is none"}
				}
				return []fixer.Fix{{Problem: fixer.Problem{Snapshot: d.Snapshot, Diagnostic: found}, Edits: []text.Edit{e}}}, nil
			})
			r, err := Run(context.Background(), []File{{Snapshot: text.File("a", "plaintext", tt.was), Reports: map[string][]signal.Diagnostic{"tool": w.report("a", tt.was, w.files)}}}, o)
			if err != nil {
				t.Fatal(err)
			}
			if got := r.Files[0].Final.Text(); got != tt.want {
				t.Errorf("got %q, want %q: %q", got, tt.want, told(r))
			}
			left := ""
			for _, f := range r.Files[0].Outcomes {
				if !f.Applied {
					left += f.Diagnostic.Code
				}
			}
			if left != tt.left {
				t.Errorf("left %q, want %q: %q", left, tt.left, told(r))
			}
		})
	}
}

// TestVersionsAreNamed: a fix names the version of each tool that has looked at its set.
func TestVersionsAreNamed(t *testing.T) {
	w := &world{files: map[string]string{"a": "!one\n"}, fixes: map[string][]string{"one": {"1"}}}
	o := w.options()
	o.Version = func(tool string) string { return tool + " 1.2" }
	s := text.File("a", "plaintext", "!one\n")
	reports := map[string][]signal.Diagnostic{"tool": w.report("a", s.Text(), w.files)}
	r, err := Run(t.Context(), []File{{Snapshot: s, Reports: reports}}, o)
	if err != nil || len(r.Files[0].Outcomes) != 1 {
		t.Fatalf("%v, %d outcomes", err, len(r.Files[0].Outcomes))
	}
	f := r.Files[0].Outcomes[0].Fix
	if !slices.Contains(f.Evidence, evidence.Looked("tool", "tool 1.2")) || f.Proof.Tools[0].Version != "tool 1.2" {
		t.Errorf("%v, %v", f.Evidence, f.Proof)
	}
}
