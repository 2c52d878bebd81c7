package semantic

import (
	"encoding/json"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/fettle-dev/fettle/internal/testkit/must"
	"github.com/fettle-dev/fettle/providers/semantic/plan"
)

// shape reads a project from testdata/shapes: files behind lines "-- path --".
func shape(t *testing.T, name string) Memory {
	t.Helper()
	body := must.Read(t, filepath.Join("testdata", "shapes", name+".txt"))
	m, path := Memory{}, ""
	for line := range strings.Lines(body) {
		if head, ok := strings.CutPrefix(line, "-- "); ok && strings.HasSuffix(head, " --\n") {
			path = strings.TrimSuffix(head, " --\n")
			m[path] = ""
			continue
		}
		m[path] += line
	}
	return m
}

// filesOf are those that an answer shows, in order.
func filesOf(r QueryResult) []string {
	var out []string
	for _, e := range r.Results {
		if !slices.Contains(out, e.Location.FilePath) {
			out = append(out, e.Location.FilePath)
		}
	}
	return out
}

// rankCorrelation is Spearman's, of the wanted files by their order in got;
// those that are missing come last.
func rankCorrelation(want, got []string) float64 {
	var order []string
	for _, f := range got {
		if slices.Contains(want, f) {
			order = append(order, f)
		}
	}
	sum, n := 0.0, float64(len(want))
	for i, f := range want {
		at := slices.Index(order, f)
		if at < 0 {
			at = len(want)
		}
		sum += float64((i - at) * (i - at))
	}
	return 1 - 6*sum/(n*(n*n-1))
}

// TestBroadShapes: asked for authentication, an answer shows the eight kinds of
// files of the original document on finding context, in about its order, the
// program's start as a summary, and little else.
//
// Covers R3-17.
func TestBroadShapes(t *testing.T) {
	for name, want := range map[string][]string{
		"rust_auth": {"src/auth/mod.rs", "src/models/user.rs", "src/middleware/auth.rs", "src/database/user_repo.rs", "src/routes/mod.rs", "src/config.rs", "src/main.rs", "tests/auth_tests.rs"},
		"python_auth": {"app/auth/__init__.py", "app/models/user.py", "app/middleware/auth.py", "app/database/user_repo.py", "app/routes/__init__.py", "app/config.py", "app/main.py",
			"tests/test_auth.py"},
		"go_auth": {"internal/auth/auth.go", "internal/models/user.go", "internal/middleware/auth.go", "internal/database/user_repo.go", "internal/routes/routes.go", "internal/config/config.go",
			"cmd/club/main.go", "internal/auth/auth_test.go"},
		"typescript_auth": {"src/auth/index.ts", "src/models/user.ts", "src/middleware/auth.ts", "src/database/userRepo.ts", "src/routes/index.ts", "src/config.ts", "src/main.ts", "tests/auth.test.ts"},
	} {
		t.Run(name, func(t *testing.T) {
			p := built(t, Options{Source: shape(t, name)})
			res, err := p.Query(t.Context(), DefaultQuery("Implement authentication"))
			must.OK(t, err)
			got := filesOf(res)
			if c := rankCorrelation(want, got); c < 0.8 {
				t.Errorf("the order of %v agrees by %.2f with %v", got, c, want)
			}
			kept := 0
			for _, f := range want {
				if !slices.Contains(got, f) {
					t.Errorf("%s is missing from %v", f, got)
				}
				kept++
			}
			if share := float64(kept) / float64(len(got)); share < 0.8 {
				t.Errorf("%.2f of %v was wanted", share, got)
			}
			for _, e := range res.Results {
				if start := e.Location.FilePath == want[6]; start != (e.Cut == "summary") {
					t.Errorf("%s is shown as %q", e.Location.FilePath, e.Cut)
				}
				if e.Role == "" || e.Source == "" || len(e.Why) == 0 || e.Why[0] == "" {
					t.Errorf("%s says not why it is there: %+v", e.Location.FilePath, e)
				}
			}
		})
	}
}

// TestBroadFillsItsBudget: where there is more than fits, the answer uses most
// of its room, and shows all parts.
func TestBroadFillsItsBudget(t *testing.T) {
	p := built(t, Options{Source: shape(t, "rust_auth")})
	for _, tokens := range []int{1200, 1600, 2000, 2400} {
		q := DefaultQuery("Implement authentication")
		q.MaxTokens = tokens
		res, err := p.Query(t.Context(), q)
		if err != nil || res.TokenCount > tokens || float64(res.TokenCount) < 0.8*float64(tokens) {
			t.Errorf("%d of %d tokens: %v %v", res.TokenCount, tokens, filesOf(res), err)
		}
	}
}

// TestFocusedShapes: asked about one method, an answer shows its type with the
// implementation, the named type as a definition only, what it calls, the table
// that it reads and its test, and nothing of the neighbours.
//
// Covers R3-17.
func TestFocusedShapes(t *testing.T) {
	for name, c := range map[string]struct {
		method string
		files  []string // service, model, helper, schema, test
		shows  []string
		hides  []string
	}{
		"rust_service": {"find_by_email", []string{"src/services/user_service.rs", "src/models/user.rs", "src/util/text.rs", "migrations/001_init.sql", "tests/user_service_test.rs"},
			[]string{"pub struct UserService {", "impl UserService {", "pub fn find_by_email", "fn parse_row", "pub struct User {\n    pub id: u64,", "pub fn normalize_email", "CREATE TABLE users", "fn finds_by_email_whatever_its_case"},
			[]string{"fn initials", "capitalize", "OrderService", "CREATE TABLE orders", "finds_orders", "counts_users"}},
		"python_service": {"find_by_email", []string{"shop/services/user_service.py", "shop/models/user.py", "shop/text.py", "migrations/001_init.sql", "tests/test_user_service.py"},
			[]string{"class UserService:", "def find_by_email", "def parse_row", "class User:", "    email: str\n", "def initials(self) -> str:", "def normalize_email", "CREATE TABLE users", "def test_finds_by_email_whatever_its_case"},
			[]string{"parts = self.name", "def capitalize", "OrderService", "CREATE TABLE orders", "test_finds_orders", "test_counts_users"}},
		"go_service": {"FindByEmail", []string{"services/user_service.go", "models/user.go", "textutil/textutil.go", "migrations/001_init.sql", "services/user_service_test.go"},
			[]string{"type UserService struct {", ") FindByEmail(", "func parseRow", "type User struct {", "func NormalizeEmail", "CREATE TABLE users", "func TestFindsByEmailWhateverItsCase"},
			[]string{"Initials", "func Capitalize", "OrderService", "CREATE TABLE orders", "TestFindsOrders", "TestCountsUsers"}},
		"typescript_service": {"findByEmail", []string{"src/services/userService.ts", "src/models/user.ts", "src/text.ts", "migrations/001_init.sql", "tests/userService.test.ts"},
			[]string{"export class UserService {", "findByEmail(email: string)", "function parseRow", "export class User {", "initials(): string {", "function normalizeEmail", "CREATE TABLE users", "finds by email whatever its case"},
			[]string{"const first", "function capitalize", "OrderService", "CREATE TABLE orders", "finds orders", "counts users"}},
	} {
		t.Run(name, func(t *testing.T) {
			p := built(t, Options{Source: shape(t, name)})
			res, err := p.Query(t.Context(), DefaultQuery("Fix the bug in UserService."+c.method))
			if err != nil || len(res.Results) == 0 {
				t.Fatalf("%+v %v", res, err)
			}
			got := filesOf(res)
			if got[0] != c.files[0] || got[1] != c.files[1] || got[len(got)-1] != c.files[4] {
				t.Errorf("order %v", got)
			}
			for _, f := range c.files {
				if !slices.Contains(got, f) {
					t.Errorf("%s is missing from %v", f, got)
				}
			}
			for _, s := range c.shows {
				if !strings.Contains(res.Context, s) {
					t.Errorf("does not show %q:\n%s", s, res.Context)
				}
			}
			for _, s := range c.hides {
				if strings.Contains(res.Context, s) {
					t.Errorf("shows %q:\n%s", s, res.Context)
				}
			}
		})
	}
}

// planBy answers with the plan of a model.
func planBy(t *testing.T, source Memory, question string, pl map[string]any, change func(*QueryParams)) QueryResult {
	t.Helper()
	raw, err := json.Marshal(pl)
	must.OK(t, err)
	p := built(t, Options{Source: source, Tuning: Tuning{Planner: &plan.Model{Complete: complete(string(raw))}}})
	q := DefaultQuery(question)
	q.Plan, q.Explain, q.Limit, q.MaxTokens = "model", true, 0, 20_000
	if change != nil {
		change(&q)
	}
	res, err := p.Query(t.Context(), q)
	if err != nil || res.PlanOrigin != "model" {
		t.Fatalf("%v, planned by %s: %s", err, res.PlanOrigin, res.PlanReason)
	}
	return res
}

// TestPlansDecide: every part of a plan changes the answer.
//
// Covers R3-02, R3-03.
func TestPlansDecide(t *testing.T) {
	const broadly = "make it possible for people to be known across the whole project and then also test that"
	auth, service := shape(t, "rust_auth"), shape(t, "rust_service")
	shows := func(res QueryResult, path string) bool { return slices.Contains(filesOf(res), path) }
	ask := func(m Memory, pl map[string]any) QueryResult { return planBy(t, m, broadly, pl, nil) }
	broad := func(depth int, tests bool, patterns ...string) map[string]any {
		return map[string]any{"strategy": "broad", "file_patterns": patterns, "max_depth": depth, "include_tests": tests}
	}
	focused := func(depth int, tests bool, symbols ...string) map[string]any {
		return map[string]any{"strategy": "focused", "symbols_to_find": symbols, "max_depth": depth, "include_tests": tests}
	}
	entry := func(depth int, files ...string) map[string]any {
		return map[string]any{"strategy": "entry_point_based", "entry_files": files, "max_depth": depth}
	}
	similar := func(k int, query string) map[string]any {
		return map[string]any{"strategy": "semantic", "top_k": k, "query": query, "max_depth": 0}
	}
	// A program that imports what lies beside its tests.
	fixed := Memory{"main.py": "from tests.sample import rows\n\n\ndef main():\n    return 1\n", "tests/sample.py": "def rows():\n    return []\n"}
	entryTests := func(tests bool) map[string]any {
		return map[string]any{"strategy": "entry_point_based", "entry_files": []string{"main.py"}, "max_depth": 1, "include_tests": tests}
	}
	broadFrom := func(files ...string) map[string]any {
		return map[string]any{"strategy": "broad", "file_patterns": []string{"auth"}, "entry_files": files, "max_depth": 0, "include_tests": false}
	}
	chain := Memory{"a.py": "from b import second\n\n\ndef first_zebra(n):\n    return second(n)\n", "b.py": "from c import third\n\n\ndef second(n):\n    return third(n)\n",
		"c.py": "from d import fourth\n\n\ndef third(n):\n    return fourth(n)\n", "d.py": "def fourth(n):\n    return n\n"}
	deep := func(depth int) map[string]any {
		return map[string]any{"strategy": "semantic", "top_k": 1, "query": "first zebra", "max_depth": depth}
	}
	for _, c := range []struct {
		name      string
		with, not QueryResult
		file      string
	}{
		{"patterns of broad", ask(auth, broad(0, false, "auth")), ask(auth, broad(0, false, "report")), "src/auth/mod.rs"},
		{"depth of broad", ask(auth, broad(1, false, "auth")), ask(auth, broad(0, false, "auth")), "src/database/user_repo.rs"},
		{"more depth of broad", ask(auth, broad(2, false, "auth")), ask(auth, broad(1, false, "auth")), "src/routes/mod.rs"},
		{"tests of broad", ask(auth, broad(1, true, "auth")), ask(auth, broad(1, false, "auth")), "tests/auth_tests.rs"},
		{"symbols of focused", ask(service, focused(0, false, "Db")), ask(service, focused(0, false, "Order")), "src/db.rs"},
		{"depth of focused", ask(service, focused(1, false, "UserService.find_by_email")), ask(service, focused(0, false, "UserService.find_by_email")), "src/util/text.rs"},
		{"tests of focused", ask(service, focused(1, true, "find_by_email")), ask(service, focused(1, false, "find_by_email")), "tests/user_service_test.rs"},
		{"entry files", ask(auth, entry(0, "src/billing/mod.rs")), ask(auth, entry(0, "src/main.rs")), "src/billing/mod.rs"},
		{"found entry files", ask(auth, entry(0)), ask(auth, focused(0, false, "Invoice")), "src/main.rs"},
		{"depth of entry", ask(auth, entry(1, "src/main.rs")), ask(auth, entry(0, "src/main.rs")), "src/config.rs"},
		{"more depth of entry", ask(auth, entry(2, "src/main.rs")), ask(auth, entry(1, "src/main.rs")), "src/models/user.rs"},
		{"tests of entry", ask(fixed, entryTests(true)), ask(fixed, entryTests(false)), "tests/sample.py"},
		{"entry files of broad", ask(auth, broadFrom("src/billing/mod.rs")), ask(auth, broadFrom("src/main.rs")), "src/billing/mod.rs"},
		{"found entry files of broad", ask(auth, broadFrom()), ask(auth, broadFrom("src/billing/mod.rs")), "src/main.rs"},
		{"depth of semantic", ask(chain, deep(1)), ask(chain, deep(0)), "b.py"},
		{"more depth of semantic", ask(chain, deep(2)), ask(chain, deep(1)), "c.py"},
		{"most depth of semantic", ask(chain, deep(3)), ask(chain, deep(2)), "d.py"},
		{"query of semantic", ask(auth, similar(1, "value of the stock")), ask(auth, similar(1, "letters to customers")), "src/report/mod.rs"},
	} {
		if !shows(c.with, c.file) || shows(c.not, c.file) {
			t.Errorf("%s: %s is in %v, and in %v", c.name, c.file, filesOf(c.with), filesOf(c.not))
		}
	}
	one, many := ask(auth, similar(1, "user session token")), ask(auth, similar(6, "user session token"))
	if len(one.Results) != 1 || len(many.Results) < 3 {
		t.Errorf("top_k: %d and %d results", len(one.Results), len(many.Results))
	}
	// One plan sent as each strategy gives four answers.
	seen := map[string]string{}
	for _, s := range []plan.Strategy{plan.StrategyFocused, plan.StrategyBroad, plan.StrategyEntry, plan.StrategySemantic} {
		res := ask(auth, map[string]any{"strategy": s, "symbols_to_find": []string{"Authenticator"}, "file_patterns": []string{"auth"}, "entry_files": []string{"src/main.rs"},
			"query": "who somebody is", "top_k": 5, "max_depth": 1, "include_tests": true})
		if other, same := seen[res.Context]; same {
			t.Errorf("%s and %s show the same", s, other)
		}
		seen[res.Context] = string(s)
	}
	// What the caller says wins.
	depth, no := 0, false
	res := planBy(t, auth, broadly, broad(2, true, "auth"), func(q *QueryParams) { q.MaxDepth, q.IncludeTests = &depth, &no })
	if shows(res, "src/config.rs") || shows(res, "tests/auth_tests.rs") {
		t.Errorf("%v", filesOf(res))
	}
}

// TestStartOfShapes: a question about the start or the whole of a program is
// answered with the file in which it starts, though no word of it is in the code.
func TestStartOfShapes(t *testing.T) {
	for name, want := range map[string]string{
		"rust_auth": "src/main.rs", "python_auth": "app/main.py", "go_auth": "cmd/club/main.go", "typescript_auth": "src/main.ts",
		"rust_service": "src/main.rs",
	} {
		p := built(t, Options{Source: shape(t, name)})
		for _, question := range []string{"how does it start", "how does the program start", "overview of the architecture", "explain the overall structure"} {
			res, err := p.Query(t.Context(), DefaultQuery(question))
			must.OK(t, err)
			if got := filesOf(res); len(got) == 0 || got[0] != want {
				t.Errorf("%s: %s: %v (%s)", name, question, got, res.Hint)
			}
		}
	}
	for _, name := range []string{"python_service", "go_service", "typescript_service"} { // nothing starts in them
		p := built(t, Options{Source: shape(t, name)})
		if res, err := p.Query(t.Context(), DefaultQuery("how does it start")); err != nil || len(res.Results) > 0 || res.Hint == "" {
			t.Errorf("%s: %v (%s) %v", name, filesOf(res), res.Hint, err)
		}
	}
	res := planBy(t, shape(t, "rust_auth"), "zebras in winter", map[string]any{"strategy": "entry_point_based", "entry_files": []string{"src/billing/mod.rs"}}, nil)
	if got := filesOf(res); len(got) == 0 || got[0] != "src/billing/mod.rs" {
		t.Errorf("planned by a model: %v (%s)", got, res.Hint)
	}
}

// TestQueryOfPlan: what a model searches for instead of the question is found,
// however little the code has of the question's own words, and nothing is where
// the code speaks of neither.
func TestQueryOfPlan(t *testing.T) {
	m := Memory{"web/session.py": "def read_session_cookie(request):\n    return request.cookies['session']\n", "web/paint.py": "def paint(colour):\n    return colour\n"}
	for _, question := range []string{"zebras in winter", "zebras, wombats, quokkas and camels in winter at midnight"} {
		res := planBy(t, m, question, map[string]any{"strategy": "semantic", "query": "session cookie"}, nil)
		if got := filesOf(res); len(got) != 1 || got[0] != "web/session.py" {
			t.Errorf("%s: %v (%s)", question, got, res.Hint)
		}
		if res = planBy(t, m, question, map[string]any{"strategy": "semantic", "query": "llamas"}, nil); len(res.Results) > 0 || res.Hint == "" {
			t.Errorf("%s: %v", question, filesOf(res))
		}
	}
	p := built(t, Options{Source: m})
	q := p.planned("zebras in winter", plan.Plan{Strategy: plan.StrategySemantic, Query: "the cookie of winter", Origin: "model"}, nil)
	var words []string
	for _, g := range q.Groups {
		words = append(words, g.Word)
	}
	if got := strings.Join(words, " "); got != "zebras winter cookie" || q.Terms["cooki"] != 1 || q.Terms["winter"] != 1 {
		t.Errorf("%s, %v", got, q.Terms)
	}
}

// TestSummaries: a summary names what a file exports and not its helpers, and shows
// how a file begins that defines nothing.
func TestSummaries(t *testing.T) {
	long := strings.Repeat("step()\n", wholeFile+10)
	p := built(t, Options{Source: Memory{
		"app/__main__.py": "from app.jobs import work\n\nwork()\n" + long, "app/jobs.py": "def work():\n    _help()\n\n\ndef _help():\n    return 1\n",
		"app/bare.py": "\n", "app/said.py": "# Says what it is for.\nwork()\n",
	}})
	for path, want := range map[string]string{
		"app/__main__.py": "- `from app.jobs import work`\n- `work()`\n" + strings.Repeat("- `step()`\n", 5),
		"app/jobs.py":     "- `def work()`\n",
		"app/bare.py":     "",
		"app/said.py":     "Says what it is for\n",
	} {
		s, err := p.texts.read(t.Context(), path)
		if got := p.summary(path, s, longSummary, firstLines); err != nil || got != want {
			t.Errorf("%s: got %q, want %q, %v", path, got, want, err)
		}
	}
	for _, question := range []string{"how does it start", "Implement authentication of jobs"} {
		res, err := p.Query(t.Context(), DefaultQuery(question))
		if err != nil || !slices.Contains(filesOf(res), "app/__main__.py") || !strings.Contains(res.Context, "- `work()`") {
			t.Errorf("%s: %v, %v\n%s", question, filesOf(res), err, res.Context)
		}
	}
}

// TestWhoUses: a question about users of a name shows them first.
func TestWhoUses(t *testing.T) {
	p := built(t, Options{Source: shape(t, "rust_service")})
	for _, question := range []string{"who calls normalize_email", "where is normalize_email used", "which functions use `normalize_email`?"} {
		res, err := p.Query(t.Context(), DefaultQuery(question))
		if err != nil || len(res.Results) < 2 || res.Results[0].Entity.Name != "find_by_email" || res.Results[1].Entity.Name != "normalize_email" {
			t.Errorf("%s: %+v %v", question, res.Results, err)
		}
	}
}
