package semantic

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/fettle-dev/fettle/internal/testkit/must"
)

// asked returns what is shown for a question, each as "role name: why".
func asked(t *testing.T, m Memory, question string, change func(*QueryParams)) []string {
	t.Helper()
	q := DefaultQuery(question)
	if change != nil {
		change(&q)
	}
	res, err := built(t, Options{Source: m}).Query(t.Context(), q)
	must.OK(t, err)
	var out []string
	for _, r := range res.Results {
		out = append(out, r.Role+" "+r.Entity.Name+": "+strings.Join(r.Why, "; "))
	}
	return out
}

// repository has a trait whose method two types have, and what uses all of them.
func repository() Memory {
	return Memory{
		"src/finder.rs": "pub trait Finder {\n    fn find_by_email(&self, email: &str) -> u64;\n}\n",
		"src/user_repo.rs": "use crate::finder::Finder;\n\npub struct Token<'a> {\n    pub key: &'a str,\n}\n\nimpl Token {\n    pub fn key_of(&self) -> u64 {\n        1\n    }\n}\n\n" +
			"pub struct UserRepo;\n\nimpl Finder for UserRepo {\n    fn find_by_email(&self, email: &str) -> u64 {\n        7\n    }\n}\n",
		"src/cache.rs": "use crate::finder::Finder;\n\npub struct Cached;\n\nimpl Finder for Cached {\n    fn find_by_email(&self, email: &str) -> u64 {\n        8\n    }\n}\n",
		"src/login.rs": "use crate::user_repo::{Token, UserRepo};\n\npub fn sign_in(repo: &UserRepo, email: &str) -> u64 {\n    repo.find_by_email(email)\n}\n\n" +
			"pub fn handed_on(repo: &UserRepo) -> u64 {\n    apply(UserRepo::find_by_email, repo)\n}\n\npub fn opens(token: &Token) -> u64 {\n    token.key_of()\n}\n",
		"db/init.sql": "CREATE TABLE users (\n    id INTEGER PRIMARY KEY\n);\n\nCREATE TABLE orders (\n    user_id INTEGER REFERENCES users(id)\n);\n",
	}
}

// TestDefinitionsAreNoCallers: the heads of definitions of the same name, and what
// implements a type, are not among those who call it; and what names it without a call
// is said to use it.
func TestDefinitionsAreNoCallers(t *testing.T) {
	got := asked(t, repository(), "who calls `find_by_email`", nil)
	for _, want := range []string{"direct sign_in: calls `find_by_email` on line 4", "direct handed_on: uses `find_by_email` on line 8"} {
		if !slices.Contains(got, want) {
			t.Errorf("%s is not in %q", want, got)
		}
	}
	for _, s := range got {
		if strings.HasPrefix(s, "direct find_by_email: calls") || strings.HasPrefix(s, "direct find_by_email: uses") || strings.Contains(s, "Finder: ") {
			t.Errorf("a definition is a caller: %s", s)
		}
	}
	if got := asked(t, repository(), "who uses `Token`", nil); len(got) != 2 || got[0] != "direct opens: uses `Token` on line 11" || !strings.HasPrefix(got[1], "direct Token: defines") {
		t.Errorf("%q", got)
	}
	if got := asked(t, repository(), "who uses `users`", nil); !slices.Contains(got, "direct orders: uses `users` on line 6") {
		t.Errorf("%q", got)
	}
}

// TestLifetimesAreNoQuotes: what a statement is called by is quoted in scripts only.
func TestLifetimesAreNoQuotes(t *testing.T) {
	m := Memory{"src/lib.rs": "pub fn normalize(x: u64) -> u64 {\n    x\n}\n", "src/run.rs": "use crate::normalize;\n\nrun!('a: 'b,\n    normalize(1),\n);\n"}
	got := asked(t, m, "who calls `normalize`", nil)
	if len(got) == 0 || got[0] != "direct run.rs:3: calls `normalize` on line 4" {
		t.Errorf("%q", got)
	}
}

// TestFocusedShowsCallers: who calls what is asked about is shown, where a step may be
// taken.
func TestFocusedShowsCallers(t *testing.T) {
	const question, caller = "Fix the bug in UserRepo.find_by_email", "caller sign_in: calls `find_by_email` on line 4"
	if got := asked(t, repository(), question, nil); !slices.Contains(got, caller) {
		t.Errorf("%q", got)
	}
	none := 0
	got := asked(t, repository(), question, func(q *QueryParams) { q.MaxDepth = &none })
	if len(got) == 0 || slices.ContainsFunc(got, func(s string) bool { return !strings.HasPrefix(s, "direct ") }) {
		t.Errorf("without a step: %q", got)
	}
}

// TestFocusedKeepsItsTest: the usual number of results does not take the test from an
// answer about a symbol, and counts only the kinds that are asked for.
func TestFocusedKeepsItsTest(t *testing.T) {
	m := Memory{"tests/test_till.py": "from till import Till\n\n\ndef test_charge():\n    assert Till().charge(1) == 1\n"}
	var till, parts strings.Builder
	for i := range 6 {
		fmt.Fprintf(&parts, "class Part%d:\n    pass\n\n\ndef weigh_%d(order):\n    return order\n\n\n", i, i)
		m[fmt.Sprintf("shop_%d.py", i)] = "from till import Till\n\n\ndef buy():\n    return Till().charge(2)\n"
	}
	till.WriteString("from parts import *\n\n\nclass Till:\n    def charge(self, order):\n")
	for i := range 6 {
		fmt.Fprintf(&till, "        part: Part%d = weigh_%d(order)\n", i, i)
	}
	m["till.py"], m["parts.py"] = till.String()+"        return part\n", parts.String()
	const question = "Fix the bug in Till.charge"
	got := asked(t, m, question, nil)
	if len(got) != 10 || got[0] != "direct charge: defines `charge`, which is asked about" || got[9] != "test test_charge: tests `charge`" {
		t.Errorf("%d of %q", len(got), got)
	}
	got = asked(t, m, question, func(q *QueryParams) { q.Limit, q.IncludeTypes = 3, []string{"class"} })
	if len(got) != 3 || slices.ContainsFunc(got, func(s string) bool { return !strings.HasPrefix(s, "direct Till") && !strings.HasPrefix(s, "type Part") }) {
		t.Errorf("%q", got)
	}
}

// TestWhoCallsInManyWords: whoever asks for the users of a name is shown them first,
// however it is said, and a word that is the name of a function needs no quotes; what
// asks for something else is not taken for it.
func TestWhoCallsInManyWords(t *testing.T) {
	m := Memory{
		"text.py": "class TooManyRedirects(Exception):\n    pass\n\n\ndef normalize(name):\n    return name.strip()\n\n\ndef parse_row(row):\n    return row\n",
		"run.py": "from text import TooManyRedirects, normalize, parse_row\n\n\ndef follow(url):\n    raise TooManyRedirects(url)\n\n\n" +
			"def clean(name):\n    return normalize(name)\n\n\ndef load(row):\n    return parse_row(row)\n",
	}
	for question, want := range map[string]string{
		"who is calling parse_row": "load", "callers of parse_row": "load", "find all usages of parse_row": "load", "who needs parse_row?": "load",
		"who raises TooManyRedirects": "follow", "where is TooManyRedirects raised": "follow", "what is using parse_row?": "load", "references to parse_row": "load",
		"who calls normalize": "clean", "callers of normalize": "clean", "where is normalize used?": "clean", "which functions call normalize": "clean",
	} {
		if got := asked(t, m, question, nil); len(got) < 2 || !strings.HasPrefix(got[0], "direct "+want+": ") {
			t.Errorf("%s: %q", question, got)
		}
	}
	m["chars.py"] = "class Chars:\n    pass\n"
	m["text.py"] = "from chars import Chars\n\n\ndef normalize(name):\n    return Chars(name)\n"
	for _, s := range asked(t, m, "callers of normalize", nil) {
		if strings.HasPrefix(s, "related ") {
			t.Errorf("what its file rests on is no answer: %s", s)
		}
	}
	for _, question := range []string{"what needs to change in parse_row", "what does parse_row need", "normalize the names that are used", "which name is used as it is stripped", "where is normalize used with strip"} {
		if got := asked(t, m, question, nil); slices.ContainsFunc(got, func(s string) bool { return strings.HasPrefix(s, "direct ") && strings.Contains(s, " on line ") }) {
			t.Errorf("%s: %q", question, got)
		}
	}
}

// TestFocusedShowsTheTypeOfGo: what makes a type and its other methods stand beside the
// asked method as signatures, which in Go lie outside of the type.
func TestFocusedShowsTheTypeOfGo(t *testing.T) {
	long := strings.Repeat("\ts.step()\n", 12)
	m := Memory{"till/till.go": "package till\n\ntype Till struct {\n\tsum int\n}\n\nfunc other() {\n" + long + "}\n\nfunc NewTill(sum int) *Till {\n" + long + "\treturn nil\n}\n\n" +
		"func (s *Till) Close() {\n" + long + "}\n\nfunc (s *Till) Charge() {\n" + long + "}\n\nfunc (d *Drawer) Open() {\n" + long + "}\n\nfunc New() *Till {\n" + long + "\treturn nil\n}\n"}
	res, err := built(t, Options{Source: m}).Query(t.Context(), DefaultQuery("Fix the bug in Till.Charge"))
	must.OK(t, err)
	cut := map[string]string{}
	for _, r := range res.Results {
		cut[r.Entity.Name] = r.Role + " " + r.Cut
	}
	if want := map[string]string{"Charge": "direct ", "Till": "direct ", "NewTill": "type signature", "New": "type signature", "Close": "type signature"}; !maps.Equal(cut, want) {
		t.Errorf("%v, want %v", cut, want)
	}
}

// TestSchemaOfConstants: SQL that stands in a constant which a function names leads to
// its tables as SQL in the function does; that of another constant does not.
func TestSchemaOfConstants(t *testing.T) {
	for path, code := range map[string]string{
		"app/find.py": "FIND = \"\"\"\n    SELECT id\n    FROM people\n\"\"\"\nOTHER = \"SELECT id FROM orders\"\n\n\ndef find_person(db):\n    return db.one(FIND)\n",
		"app/find.go": "package app\n\nconst FIND = \"SELECT id FROM people\"\n\nconst OTHER = \"SELECT id FROM orders\"\n\nfunc find_person(db DB) int {\n\treturn db.one(FIND)\n}\n",
		"app/find.rs": "const FIND: &str = \"SELECT id FROM people\";\nconst OTHER: &str = \"SELECT id FROM orders\";\n\npub fn find_person(db: &Db) -> u64 {\n    db.one(FIND)\n}\n",
		"app/find.ts": "const FIND = \"SELECT id FROM people\";\nconst OTHER = \"SELECT id FROM orders\";\n\nexport function find_person(db: Db): number {\n  return db.one(FIND);\n}\n",
	} {
		got := asked(t, Memory{path: code, "db/init.sql": "CREATE TABLE people (\n    id INTEGER\n);\n\nCREATE TABLE orders (\n    id INTEGER\n);\n"}, "Fix the bug in find_person", nil)
		if !slices.Contains(got, "schema people: the table `people` of the SQL in `find_person`") || slices.ContainsFunc(got, func(s string) bool { return strings.HasPrefix(s, "schema orders") }) {
			t.Errorf("%s: %q", path, got)
		}
	}
}

// chain is a program whose parts call one another in a row, each in its own file.
func chain() Memory {
	return Memory{
		"main.py":             "from steps.first import first_step\n\n\ndef main():\n    first_step(1)\n",
		"steps/first.py":      "from steps.second import second_step\n\n\ndef first_step(x):\n    return second_step(x)\n",
		"steps/second.py":     "from steps.third import third_step\n\n\ndef second_step(x):\n    return third_step(x)\n",
		"steps/third.py":      "from steps.fourth import fourth_step\n\n\ndef third_step(x):\n    return fourth_step(x)\n",
		"steps/fourth.py":     "def fourth_step(x):\n    return x\n",
		"tests/test_first.py": "from steps.first import first_step\n\n\ndef test_first_step():\n    assert first_step(1) == 1\n",
	}
}

// TestFocusedGoesAsFarAsAsked: each step of the depth shows what one more call leads to.
func TestFocusedGoesAsFarAsAsked(t *testing.T) {
	names := []string{"first_step", "second_step", "third_step", "fourth_step"}
	for depth := range 4 {
		got := asked(t, chain(), "Fix the bug in `first_step`", func(q *QueryParams) { q.MaxDepth = &depth })
		for i, name := range names {
			called := slices.ContainsFunc(got, func(s string) bool { return strings.Contains(s, " "+name+": ") })
			if called != (i <= depth) {
				t.Errorf("depth %d: %s is shown: %v in %q", depth, name, called, got)
			}
		}
	}
}

// TestTestsAreLeftOut: without tests none is shown, not even where they match best or
// call what is asked about.
func TestTestsAreLeftOut(t *testing.T) {
	for _, question := range []string{"Fix the bug in `first_step`", "who calls `first_step`", "where is the test of the first step"} {
		for _, tests := range []bool{true, false} {
			got := asked(t, chain(), question, func(q *QueryParams) { q.IncludeTests = &tests })
			shown := slices.ContainsFunc(got, func(s string) bool { return strings.Contains(s, " test_first_step: ") })
			if len(got) == 0 || shown != tests {
				t.Errorf("%s: tests %v: %q", question, tests, got)
			}
		}
	}
}

// TestWhatTheStartCalls: beside where the program starts stands what is called there.
func TestWhatTheStartCalls(t *testing.T) {
	got := asked(t, chain(), "how does it start and go on with its steps", nil)
	if !slices.Contains(got, "entry main: the program starts here") || !slices.Contains(got, "callee first_step: `main` calls it") {
		t.Errorf("%q", got)
	}
	none := 0
	got = asked(t, chain(), "how does it start and go on with its steps", func(q *QueryParams) { q.MaxDepth = &none })
	if !slices.Equal(got, []string{"entry main: the program starts here"}) {
		t.Errorf("without a step: %q", got)
	}
}
