package semantic

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/fettle-dev/fettle/internal/testkit/must"
	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers"
	"github.com/fettle-dev/fettle/providers/signal"
)

// shop is a small project in the manner of a web service.
func shop() Memory {
	return Memory{
		"src/auth/mod.rs":              "pub mod token;\nuse crate::models::user::User;\n/// Authentication of users by session or token.\npub struct Auth { user: User }\nimpl Auth {\n    pub fn login(&self) -> bool { true }\n}\n",
		"src/auth/token.rs":            "pub struct Token(String);\nimpl Token {\n    pub fn verify(&self) -> bool { true }\n}\n",
		"src/middleware/auth.rs":       "use crate::auth::Auth;\npub fn require_auth(a: &Auth) -> bool { a.login() }\n",
		"src/models/user.rs":           "pub struct User { pub email: String }\n",
		"src/services/user_service.rs": "use crate::models::user::User;\npub struct UserService;\nimpl UserService {\n    pub fn find_by_email(&self, email: &str) -> Option<User> {\n        None\n    }\n}\n",
		"src/routes/mod.rs":            "use crate::middleware::auth::require_auth;\npub fn routes() {}\n",
		"src/config.rs":                "pub struct Settings { pub port: u16 }\n",
		"src/main.rs":                  "mod auth;\nmod config;\nmod routes;\nfn main() { routes::routes(); }\n",
		"src/paint.rs":                 "pub fn colour() -> u8 { 3 }\n",
		"tests/user_service_test.rs":   "use shop::services::user_service::UserService;\nfn finds() { UserService.find_by_email(\"x\"); }\n",
		"migrations/001.sql":           "CREATE TABLE users (\n  id int,\n  email text\n);\n",
		"README.md":                    "authentication\n",
	}
}

func built(t *testing.T, o Options) *Provider {
	t.Helper()
	p := New(o)
	must.OK(t, p.Build(t.Context(), nil))
	return p
}

func fix(m Memory, path string, line int) providers.Request {
	s := text.File("/root/"+path, languageOf(path), m[path])
	return providers.Request{Kind: providers.Fix, Root: "/root", Snapshot: s, Target: s.LineSpan(line - 1), Bytes: 8000}
}

func provide(t *testing.T, p *Provider, req providers.Request) providers.Section {
	t.Helper()
	sec, err := p.Provide(t.Context(), req)
	if err != nil || sec.Priority != providers.Semantic || sec.Title != "Relevant Code from Workspace" {
		t.Fatalf("%+v, %v", sec, err)
	}
	return sec
}

func shown(sec providers.Section) string {
	var out []string
	for _, s := range sec.Snippets {
		out = append(out, fmt.Sprintf("%s %s", s.Role, s.Place))
	}
	return strings.Join(out, "\n")
}

func markdown(sec providers.Section) string {
	s := providers.NewSheet(sec)
	for _, sn := range sec.Snippets {
		s.Add(sn)
	}
	return s.String()
}

func TestFixShowsDefinitionsFirst(t *testing.T) {
	m := shop()
	p := built(t, Options{Source: m})
	sec := provide(t, p, fix(m, "src/middleware/auth.rs", 2))
	if len(sec.Snippets) == 0 || sec.Snippets[0].Role != providers.RoleDefinition || sec.Snippets[0].Place.Path != "src/auth/mod.rs" {
		t.Errorf("got\n%s", shown(sec))
	}
	if strings.Contains(shown(sec), "src/middleware/auth.rs") {
		t.Errorf("the document itself is shown:\n%s", shown(sec))
	}
	if sec.Partial || len(sec.Snippets[0].Why) == 0 {
		t.Errorf("%+v", sec)
	}
}

// Covers R3-08, R3-09.
func TestBudgetAndCaps(t *testing.T) {
	m := shop()
	var long strings.Builder
	long.WriteString("pub struct Auth2;\nimpl Auth2 {\n    pub fn login(&self) {\n")
	for i := range 200 {
		fmt.Fprintf(&long, "        step_{%d}(); // login session\n", i)
	}
	m["src/long.rs"] = long.String() + "    }\n}\n"
	p := built(t, Options{Source: m, Tuning: Tuning{MaxFiles: 2}})
	for _, n := range []int{300, 1000, 3000, 20_000} {
		req := fix(m, "src/middleware/auth.rs", 2)
		req.Bytes = n
		sec := provide(t, p, req)
		if got := len(markdown(sec)); got > n {
			t.Errorf("%d bytes in a budget of %d", got, n)
		}
		files := map[string]bool{}
		for _, s := range sec.Snippets {
			if s.Role != providers.RoleSummary {
				files[s.Place.Path] = true
			}
			if l := strings.Count(s.Body, "\n"); s.Exact() && l != s.Place.Last-s.Place.First+1 {
				t.Errorf("%s has %d lines", s.Place, l)
			}
		}
		if len(files) > 2 {
			t.Errorf("%d files, want at most 2", len(files))
		}
	}
	req := fix(m, "src/middleware/auth.rs", 2)
	req.Max, req.Bytes = 1, 20_000
	n := 0
	for _, s := range provide(t, p, req).Snippets {
		if s.Role == providers.RoleChunk {
			n++
		}
	}
	if n > 1 {
		t.Errorf("%d chunks, want one", n)
	}
	req.Covered = []providers.Place{{Path: "src/auth/mod.rs", First: 1, Last: 99}}
	if sec := provide(t, p, req); strings.Contains(shown(sec), "src/auth/mod.rs") {
		t.Errorf("covered lines are shown:\n%s", shown(sec))
	}
}

// Covers R3-13.
func TestBeforeTheIndexIsBuilt(t *testing.T) {
	for _, source := range []Source{shop(), nil} {
		p := New(Options{Source: source})
		sec := provide(t, p, fix(shop(), "src/middleware/auth.rs", 2))
		if !sec.Partial || p.Ready() || len(sec.Snippets) != 0 {
			t.Errorf("partial %v\n%s", sec.Partial, shown(sec))
		}
	}
}

func TestOpenDocumentsWin(t *testing.T) {
	m := shop()
	p := built(t, Options{Source: m})
	p.Open("src/paint.rs", text.File("", "rust", "pub fn brand_new_name() {}\n"))
	if p.index.Definers("brand_new_name") != 1 || p.index.Definers("colour") != 0 {
		t.Error("the open text is not indexed")
	}
	m["src/paint.rs"] = "pub fn on_disk() {}\n"
	p.Changed(t.Context(), "src/paint.rs")
	if err := p.Build(t.Context(), nil); err != nil || p.index.Definers("on_disk") != 0 {
		t.Error("the disk won over an open document")
	}
	p.Close(t.Context(), "src/paint.rs")
	if p.index.Definers("on_disk") != 1 {
		t.Error("after closing the disk must count")
	}
	delete(m, "src/paint.rs")
	p.Changed(t.Context(), "src/paint.rs")
	if p.index.Has("src/paint.rs") {
		t.Error("a deleted file is still indexed")
	}
	m["src/new.rs"] = "pub fn late_comer() {}\n"
	delete(m, "src/config.rs")
	var done int
	if err := p.Build(t.Context(), func(d, _ int) { done = d }); err != nil || !p.index.Has("src/new.rs") || p.index.Has("src/config.rs") || done == 0 {
		t.Error("building again missed a change")
	}
}

func TestDenied(t *testing.T) {
	m := shop()
	m["src/secret_auth.rs"] = "pub fn canary_login() {}\n"
	p := built(t, Options{Source: m, Gate: func(path, body string) (string, bool) {
		return strings.ReplaceAll(body, "String", "«x»"), path != "src/secret_auth.rs"
	}})
	p.Open("src/secret_auth.rs", text.File("", "rust", m["src/secret_auth.rs"]))
	if p.index.Has("src/secret_auth.rs") {
		t.Error("a denied file is indexed")
	}
	q := DefaultQuery("login canary authentication token")
	q.MinScore = 0
	res, err := p.Query(t.Context(), q)
	if err != nil || strings.Contains(res.Context, "canary") || strings.Contains(res.Context, "String") || !strings.Contains(res.Context, "«x»") {
		t.Errorf("%v\n%s", err, res.Context)
	}
}

func TestDeadline(t *testing.T) {
	m := shop()
	p := built(t, Options{Source: m})
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	sec, err := p.Provide(ctx, fix(m, "src/middleware/auth.rs", 2))
	if err != nil || !sec.Partial {
		t.Errorf("%+v %v", sec, err)
	}
}

// Covers R3-06.
func TestNeeds(t *testing.T) {
	m := Memory{
		"app/view.py":        "class Base:\n    def render(self, page):\n        return page\n",
		"app/home.py":        "from app.view import Base\n\n\nclass Home(Base):\n    def render(self):\n        q = 'SELECT id FROM users WHERE id = 1'\n        return conect_db(q)\n",
		"app/db.py":          "def connect_db(url):\n    return url\n",
		"app/caller.py":      "from app.home import Home\n\n\ndef show():\n    return Home().render()\n",
		"tests/test_home.py": "from app.home import Home\n\n\ndef test_home():\n    assert Home().render()\n",
		"db/schema.sql":      "CREATE TABLE users (\n  id int\n);\n",
	}
	p := built(t, Options{Source: m})
	has := func(need signal.Need, line int, message, want string) {
		t.Helper()
		req := fix(m, "app/home.py", line)
		req.Needs = []signal.Need{need}
		req.Diagnostics = []signal.Diagnostic{{Tool: "ruff", Message: message}}
		if out := markdown(provide(t, p, req)); !strings.Contains(out, want) {
			t.Errorf("%s: %q is not in\n%s", need, want, out)
		}
	}
	has(signal.NeedParent, 5, "", "def render(self, page)")
	has(signal.NeedFlow, 6, "", "call in function: `show`")
	has(signal.NeedSchema, 6, "", "CREATE TABLE users")
	has(signal.NeedLookup, 7, "Undefined name `conect_db`", "names like it: `connect_db`")
	has(signal.NeedLookup, 7, "Undefined name `connect_db`", "to import it: `from app.db import connect_db`")
	has(signal.NeedTypes, 7, "incompatible with supertype \"Base\"", "class Base:")
	has(signal.NeedFixtures, 5, "", "def test_home()")
	req := fix(m, "app/home.py", 7)
	req.Focus = []string{"app.db.connect_db"}
	if out := markdown(provide(t, p, req)); !strings.Contains(out, "def connect_db(url)") {
		t.Errorf("a second round with focus:\n%s", out)
	}
}

func TestEditUsesTheInstruction(t *testing.T) {
	m := shop()
	p := built(t, Options{Source: m})
	req := fix(m, "src/paint.rs", 1)
	req.Kind, req.Instruction = providers.Edit, "use the settings port"
	order := p.Files(req)
	if len(order) == 0 || order[0] != "src/config.rs" {
		t.Errorf("order %v", order)
	}
}

func TestQuotedNames(t *testing.T) {
	for in, want := range map[string][]string{
		"Undefined name `foo`":                                  {"foo"},
		`"User" has no attribute "emial"`:                       {"User", "emial"},
		"undefined: parseURL":                                   {"parseURL"},
		"cannot find type `Foo` in this scope":                  {"Foo"},
		"Argument 1 to \"f\" has incompatible type \"a.b.Cls\"": {"Cls"},
		"line too long (120 > 88)":                              nil,
	} {
		if got := quotedNames(in); !slices.Equal(got, want) {
			t.Errorf("%q: %v, want %v", in, got, want)
		}
	}
}

// TestConcurrent edits, builds and asks at once; the race detector watches.
func TestConcurrent(t *testing.T) {
	m := shop()
	p := built(t, Options{Source: m})
	var wg sync.WaitGroup
	for i := range 4 {
		wg.Go(func() {
			for k := range 30 {
				switch i {
				case 0:
					p.Open("src/paint.rs", text.File("", "rust", fmt.Sprintf("pub fn colour_%d() {}\n", k)))
				case 1:
					p.Changed(t.Context(), "src/config.rs", "src/gone.rs")
				case 2:
					_, _ = p.Provide(t.Context(), fix(m, "src/middleware/auth.rs", 2))
				default:
					_, _ = p.Query(t.Context(), DefaultQuery("login of a user"))
				}
			}
		})
	}
	wg.Wait()
}

func TestLearned(t *testing.T) {
	m := shop()
	plain := built(t, Options{Source: m})
	var asked []string
	none := built(t, Options{Source: m, Tuning: Tuning{Learned: func(terms []string, _ time.Time) map[string]float64 { asked = terms; return nil }}})
	const question = "user login"
	if a, b := order(t, plain, question), order(t, none, question); !slices.Equal(a, b) || !slices.Contains(asked, "login") {
		t.Errorf("an empty journal changed the order: %v, %v; asked for %v", a, b, asked)
	}
	some := built(t, Options{Source: m, Tuning: Tuning{Learned: func([]string, time.Time) map[string]float64 {
		return map[string]float64{"src/paint.rs": 3, "gone.rs": 5}
	}}})
	if got := order(t, some, question); !slices.Contains(got, "src/paint.rs") || slices.Contains(order(t, plain, question), "src/paint.rs") {
		t.Errorf("what was learned has no effect: %v", got)
	}
}

// Of a function that is called at a place it shows how it is called, of a type all
// that fits: its fields are what the place uses.
func TestCalledFunctionsAreHeads(t *testing.T) {
	long := func(name string) string {
		var b strings.Builder
		fmt.Fprintf(&b, "def %s(\n    seed,\n    depth=2,\n):\n", name)
		for i := range 20 {
			fmt.Fprintf(&b, "    seed = seed + %d\n", i)
		}
		return b.String() + "    return seed\n"
	}
	fields := "class Forest:\n"
	for i := range 20 {
		fields += fmt.Sprintf("    tree_%d: int\n", i)
	}
	m := Memory{
		"a.py": "from b import Forest, grow\n\n\ndef plant(f: Forest):\n    return grow(f)\n",
		"b.py": long("grow") + "\n\n" + fields,
	}
	p := built(t, Options{Source: m})
	req := fix(m, "a.py", 5)
	req.Bytes = 2400 // so that there is no room for all of it as chunks
	cut, whole := false, false
	for _, sn := range provide(t, p, req).Snippets {
		if sn.Role != providers.RoleDefinition {
			continue
		}
		cut = cut || sn.Note == "cut" && strings.HasPrefix(sn.Body, "def grow(") && strings.Count(sn.Body, "\n") == callHead+1 &&
			strings.Contains(sn.Body, "21 lines omitted")
		whole = whole || sn.Note == "" && strings.Contains(sn.Body, "tree_19")
	}
	if !cut || !whole {
		t.Errorf("grow by its head: %v, Forest whole: %v\n%s", cut, whole, markdown(provide(t, p, req)))
	}
}
