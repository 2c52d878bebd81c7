package semantic

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/fettle-dev/fettle/internal/text"
	"github.com/fettle-dev/fettle/providers/semantic/assemble"
	"github.com/fettle-dev/fettle/providers/semantic/index/scan"
	"github.com/fettle-dev/fettle/providers/semantic/plan"
)

func order(t *testing.T, p *Provider, question string) []string {
	t.Helper()
	return p.FilesFor(question)
}

// The two scenarios of the original document on context finding.
//
// Covers R3-17.
func TestScenarios(t *testing.T) {
	p := built(t, Options{Source: shop()})
	got := order(t, p, "Implement authentication")
	for _, want := range []string{"src/auth/mod.rs", "src/middleware/auth.rs", "src/auth/token.rs"} {
		if i := slices.Index(got, want); i < 0 || i >= 8 {
			t.Errorf("%s is at %d of %v", want, i, got)
		}
	}
	got = order(t, p, "Fix the bug in UserService.find_by_email")
	if got[0] != "src/services/user_service.rs" || slices.Index(got, "src/models/user.rs") > 3 {
		t.Errorf("order %v", got)
	}
	if got = order(t, p, "how does it start, the entry point"); slices.Index(got, "src/main.rs") != 0 {
		t.Errorf("order %v", got)
	}
}

// Covers R2-11.
func TestQuery(t *testing.T) {
	p := built(t, Options{Source: shop()})
	q := DefaultQuery("where is find_by_email")
	q.Explain = true
	res, err := p.Query(t.Context(), q)
	if err != nil || len(res.Results) == 0 || res.Results[0].Entity.Name != "find_by_email" || res.Results[0].Entity.QualifiedName != "src/services/user_service.rs::UserService.find_by_email" {
		t.Fatalf("%+v %v", res, err)
	}
	if res.TokenCount == 0 || res.TokenCount > 4000 || res.Plan == nil || res.PlanOrigin != "heuristic" || len(res.Why) == 0 ||
		!strings.Contains(res.Why[0], "defines `find_by_email`, which is asked about; direct, found by symbol") || !strings.Contains(res.Why[0], " bytes") {
		t.Errorf("%+v", res)
	}
	if !strings.Contains(res.Context, "**Imports:**") || len(res.Results[0].CodePreview) > previewSize ||
		!strings.Contains(strings.SplitN(res.Results[0].CodePreview, "\n", 2)[0], "find_by_email") {
		t.Errorf("%s", res.Context)
	}
	var back map[string]any
	raw, _ := json.Marshal(res)
	if json.Unmarshal(raw, &back) != nil || back["tokenCount"] == nil || back["results"] == nil {
		t.Errorf("%s", raw)
	}
	q.IncludeTypes, q.Limit = []string{"struct"}, 1
	if res, _ = p.Query(t.Context(), q); len(res.Results) > 1 || len(res.Results) == 1 && res.Results[0].Entity.Type != "struct" {
		t.Errorf("%+v", res.Results)
	}
	q = DefaultQuery("zebra wombat")
	if res, _ = p.Query(t.Context(), q); res.Context != "" || res.Hint == "" || res.Results == nil {
		t.Errorf("%+v", res)
	}
	if res, _ = New(Options{}).Query(t.Context(), q); !strings.Contains(res.Hint, "being built") || !strings.HasPrefix(res.Partial, "partial") {
		t.Errorf("%+v", res)
	}
	q = DefaultQuery("")
	q.RelatedTo = "src/middleware/auth.rs"
	if res, _ = p.Query(t.Context(), q); len(res.Results) == 0 || res.Results[0].Location.FilePath != "src/auth/mod.rs" {
		t.Errorf("%+v", res.Results)
	}
	q.RelatedTo = "gone.rs"
	if res, _ = p.Query(t.Context(), q); res.Hint == "" {
		t.Errorf("%+v", res)
	}
}

func TestStrategies(t *testing.T) {
	p := built(t, Options{Source: shop()})
	p.SetHistory([][]string{{"src/paint.rs"}})
	q := DefaultQuery("authentication of users")
	q.MinScore, q.Strategies = 0, []string{"history"}
	res, err := p.Query(t.Context(), q)
	if err != nil || len(res.Results) != 0 {
		t.Errorf("history alone knows nothing of the words: %+v %v", res.Results, err)
	}
	depth, tests := 0, true
	q.Strategies, q.MaxDepth, q.IncludeTests, q.Explain = nil, &depth, &tests, true
	if res, _ = p.Query(t.Context(), q); res.Plan.MaxDepth != 0 || !res.Plan.IncludeTests {
		t.Errorf("%+v", res.Plan)
	}
}

// The least score binds what places bring along as it binds them.
func TestMinScoreBindsNeighbours(t *testing.T) {
	p := built(t, Options{Source: shop()})
	for _, question := range []string{"where is find_by_email", "Implement authentication"} {
		neighbours := 0
		last := -1
		for _, least := range []float64{0, 0.3, 0.6, 0.9, 1} {
			q := DefaultQuery(question)
			q.MinScore, q.Limit = least, 0
			res, err := p.Query(t.Context(), q)
			if err != nil {
				t.Fatal(err)
			}
			for _, r := range res.Results {
				if r.Score < least {
					t.Errorf("%s: %s (%s) has %.2f, and %.2f is asked for", question, r.Entity.Name, r.Role, r.Score, least)
				}
				if least == 0.3 && r.Role != roleDirect {
					neighbours++
				}
			}
			if last >= 0 && len(res.Results) > last {
				t.Errorf("%s: %d results for %.1f, fewer with less", question, len(res.Results), least)
			}
			last = len(res.Results)
		}
		if neighbours == 0 {
			t.Errorf("%s: no neighbour with the usual score", question)
		}
	}
}

// A module that is imported as a whole is a neighbour of what uses a name of it,
// and its siblings are not; a feature is found by any form of its name.
func TestModulesImportedAsAWhole(t *testing.T) {
	for name, m := range map[string]Memory{
		"python": {
			"shop/auth.py":   "import shop.ledger\nimport shop.paint\n\n\ndef authenticate(user):\n    return shop.ledger.note(user)\n",
			"shop/ledger.py": "def note(entry):\n    return entry\n", "shop/paint.py": "def brush(entry):\n    return entry\n",
		},
		"python, renamed": {
			"shop/auth.py":   "import shop.ledger as kept\n\n\ndef authenticate(user):\n    return kept.note(user)\n",
			"shop/ledger.py": "def note(entry):\n    return entry\n", "shop/paint.py": "def brush(entry):\n    return entry\n",
		},
		"go": {
			"go.mod":           "module example.com/shop\n",
			"auth/auth.go":     "package auth\n\nimport \"example.com/shop/ledger\"\n\nfunc Authenticate(user string) bool {\n\treturn ledger.Note(user)\n}\n",
			"ledger/ledger.go": "package ledger\n\nfunc Note(entry string) bool { return entry != \"\" }\n",
			"ledger/paint.go":  "package ledger\n\nfunc Brush() int { return 3 }\n",
		},
		"typescript": {
			"src/auth.ts":   "import * as ledger from \"./ledger\";\nimport \"./paint\";\n\nexport function authenticate(user: string) {\n  return ledger.note(user);\n}\n",
			"src/ledger.ts": "export function note(entry: string) {\n  return entry;\n}\n", "src/paint.ts": "export function brush() {}\n",
		},
	} {
		p := built(t, Options{Source: m})
		res, err := p.Query(t.Context(), DefaultQuery("Implement authentication"))
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, r := range res.Results {
			got = append(got, r.Location.FilePath)
		}
		if len(got) != 2 || !strings.Contains(got[0], "auth.") || !strings.Contains(got[1], "ledger.") {
			t.Errorf("%s: %v (%s)", name, got, res.Hint)
		}
	}
	p := built(t, Options{Source: Memory{"a.py": "def authenticate(user):\n    return user\n"}})
	if res, _ := p.Query(t.Context(), DefaultQuery("quarterly weather report of authenticated zebras")); res.Context != "" {
		t.Errorf("a question about something else is answered with\n%s", res.Context)
	}
}

// Each signal that a question can be limited to finds what only it knows.
func TestEachStrategyAlone(t *testing.T) {
	var c concepts
	p := built(t, Options{Source: garage()})
	embedding(p, &c)
	if err := p.Embed(t.Context()); err != nil {
		t.Fatal(err)
	}
	p.SetHistory([][]string{{"b.py"}, {"b.py"}})
	first := func(question string, strategies ...string) (string, string) {
		q := DefaultQuery(question)
		q.MinScore, q.Strategies = 0, strategies
		res, err := p.Query(t.Context(), q)
		if err != nil {
			t.Fatal(err)
		}
		if len(res.Results) == 0 {
			return "", res.Hint
		}
		return res.Results[0].Location.FilePath, res.Hint
	}
	calls := c.calls
	for _, tt := range []struct{ question, strategy, want string }{
		{"return of an automobile", "semantic", "a.py"},
		{"start_vehicle", "symbol", "a.py"},
		{"what returns colour", "lexical", "b.py"},
	} {
		if got, hint := first(tt.question, tt.strategy); got != tt.want {
			t.Errorf("%s alone answers %q with %q (%s), want %s", tt.strategy, tt.question, got, hint, tt.want)
		}
		if tt.strategy != "semantic" && c.calls > calls {
			t.Errorf("%s asks the model of the embeddings", tt.strategy)
		}
		calls = c.calls
	}
	if got, _ := first("return it", "lexical", "symbol", "history"); got != "a.py" && got != "b.py" {
		t.Fatalf("got %q", got)
	}
	if got, _ := first("def return it", "lexical", "history"); got != "b.py" {
		t.Errorf("the file of the last commits is not first of two that say the same, but %q", got)
	}
	if got, _ := first("def return it", "lexical"); got != "a.py" {
		t.Errorf("without the history %q is first", got)
	}
	p.Tune(Tuning{})
	if got, hint := first("return of an automobile", "semantic"); got != "" || !strings.Contains(hint, "context.embeddings.enabled") {
		t.Errorf("without embeddings %q, %q", got, hint)
	}
}

// TestOnlyNamedStrategies: where ways to find code are named, no other adds anything.
func TestOnlyNamedStrategies(t *testing.T) {
	source := shape(t, "rust_service")
	p := built(t, Options{Source: source, Tuning: Tuning{Learned: func([]string, time.Time) map[string]float64 {
		return map[string]float64{"src/models/order.rs": 1}
	}}})
	sources := func(question string, strategies ...string) string {
		t.Helper()
		q := DefaultQuery(question)
		q.Strategies, q.MinScore, q.Limit = strategies, 0, 0
		res, err := p.Query(t.Context(), q)
		if err != nil {
			t.Fatal(err)
		}
		var out []string
		for _, r := range res.Results {
			if !slices.Contains(out, r.Source) {
				out = append(out, r.Source)
			}
		}
		slices.Sort(out)
		return strings.Join(out, " ")
	}
	helped := false
	for _, question := range []string{"Fix the bug in UserService.find_by_email", "find_by_email", "who calls normalize_email", "Implement emails of users", "normalize the email of a user"} {
		if got := sources(question, "lexical"); got != byWords {
			t.Errorf("%s, by words alone: %s", question, got)
		}
		got := sources(question)
		helped = helped || strings.Contains(got, byJournal)
		if !strings.Contains(got, " ") {
			t.Errorf("%s, by all: %s", question, got)
		}
		if got := sources(question, "lexical", "symbol"); strings.Contains(got, byJournal) || !strings.Contains(got, " ") {
			t.Errorf("%s, without the history: %s", question, got)
		}
	}
	if !helped {
		t.Error("the journal adds nothing to any answer")
	}
	if got := sources("how does it start", "lexical"); got != "" {
		t.Errorf("the start, by words alone: %s", got)
	}
	q := DefaultQuery("normalize the email of a user")
	depth := 1
	q.Strategies, q.MaxDepth = []string{"lexical"}, &depth
	if res, err := p.Query(t.Context(), q); err != nil || !slices.ContainsFunc(res.Results, func(r Result) bool { return r.Source == byCalls }) {
		t.Errorf("a step that is asked for: %+v, %v", res.Results, err)
	}
}

// TestRelatedSaysWhy: what belongs to a file, or is found in one way alone, says what
// it is there for and what it was found by, and is a definition.
func TestRelatedSaysWhy(t *testing.T) {
	var c concepts
	p := built(t, Options{Source: garage()})
	embedding(p, &c)
	if err := p.Embed(t.Context()); err != nil {
		t.Fatal(err)
	}
	shapes := built(t, Options{Source: shape(t, "python_service")})
	shapes.SetHistory([][]string{{"shop/services/user_service.py", "shop/models/order.py"},
		{"shop/services/user_service.py", "shop/models/order.py"}})
	for _, tt := range []struct {
		p            *Provider
		related      string
		question     string
		way          string
		role, source string
	}{
		{shapes, "shop/services/user_service.py", "", "", roleRelated, bySymbol},
		{shapes, "shop/services/user_service.py", "", "", roleRelated, "history"},
		{shapes, "", "find_by_email", "symbol", roleDirect, bySymbol},
		{p, "", "return of an automobile", "semantic", roleDirect, "semantic"},
	} {
		q := DefaultQuery(tt.question)
		q.RelatedTo, q.MinScore, q.Limit = tt.related, 0, 0
		if tt.way != "" {
			q.Strategies = []string{tt.way}
		}
		res, err := tt.p.Query(t.Context(), q)
		if err != nil || !slices.ContainsFunc(res.Results, func(r Result) bool { return r.Source == tt.source }) {
			t.Errorf("%+v: nothing found by %s: %+v %v", q.Strategies, tt.source, res.Results, err)
		}
		for _, r := range res.Results {
			if r.Role != tt.role || r.Source == "" || r.Entity.Type == string(scan.Gap) {
				t.Errorf("%s%s: %+v", tt.related, tt.question, r)
			}
		}
	}
}

func TestQueryChecksParameters(t *testing.T) {
	p := built(t, Options{Source: shop()})
	four := 4
	for name, change := range map[string]func(*QueryParams){
		"empty": func(q *QueryParams) { q.Query = "" }, "long": func(q *QueryParams) { q.Query = strings.Repeat("é", 2001) },
		"tokens": func(q *QueryParams) { q.MaxTokens = 99 }, "many tokens": func(q *QueryParams) { q.MaxTokens = 64_001 }, "lines": func(q *QueryParams) { q.ContextLines = 21 },
		"depth": func(q *QueryParams) { q.MaxDepth = &four }, "format": func(q *QueryParams) { q.Format = "html" }, "truncation": func(q *QueryParams) { q.Truncation = "x" },
		"keywords": func(q *QueryParams) { q.Keywords = make([]string, 21) }, "long keyword": func(q *QueryParams) { q.Keywords = []string{strings.Repeat("k", 61)} },
		"keywords of a file": func(q *QueryParams) { q.Query, q.RelatedTo, q.Keywords = "", "src/main.rs", []string{"x"} },
		"plan":               func(q *QueryParams) { q.Plan = "x" }, "score": func(q *QueryParams) { q.MinScore = 2 },
	} {
		q := DefaultQuery("x")
		change(&q)
		if _, err := p.Query(t.Context(), q); err == nil {
			t.Errorf("%s was accepted", name)
		}
	}
}

// TestKeywords: words that whoever asks expects in names lead to what no word of the
// question does, and to nothing where the code has none of them.
func TestKeywords(t *testing.T) {
	source := Memory{
		"net/pause.go":  "package net\n\n// backoffDelay is how long to sleep.\nfunc backoffDelay(n int) int { return 1 << n }\n",
		"net/failed.go": "package net\n\n// tally notes each attempt.\nfunc tally(attempts []bool) int {\n\tn := 0\n\treturn n\n}\n",
		"net/open.go":   "package net\n\nfunc open(address string) error {\n\treturn nil\n}\n",
	}
	ask := func(p *Provider, question string, words ...string) string {
		t.Helper()
		q := DefaultQuery(question)
		q.Keywords = words
		res, err := p.Query(t.Context(), q)
		if err != nil {
			t.Fatal(err)
		}
		if len(res.Results) == 0 {
			return res.Hint
		}
		return res.Results[0].Entity.Name
	}
	p := built(t, Options{Source: source})
	const question = "how does it slow down after each attempt"
	if got := ask(p, question); got != "tally" {
		t.Errorf("without keywords %s", got)
	}
	if got := ask(p, question, "backoff", "jitter", "delay"); got != "backoffDelay" {
		t.Errorf("with keywords %s", got)
	}
	if got := ask(p, question, "failed", "attempts"); got != "tally" {
		t.Errorf("with the words of the question %s", got)
	}
	if got := ask(p, "zebras in winter", "backoffDelay"); got != "backoffDelay" {
		t.Errorf("a question without known words %s", got)
	}
	if got := ask(p, "zebras in winter", "stripe", "snow"); got != "nothing in the workspace matches" {
		t.Errorf("nothing of the kind %s", got)
	}
	planned := built(t, Options{Source: source, Tuning: Tuning{Planner: &plan.Model{Complete: complete(`{"keywords":["backoff","delay"]}`)}}})
	q := DefaultQuery(question)
	q.Plan = "model"
	if res, err := planned.Query(t.Context(), q); err != nil || len(res.Results) == 0 || res.Results[0].Entity.Name != "backoffDelay" {
		t.Errorf("what a model expects: %+v %v", res.Results, err)
	}
}

// TestRelatedScripts: a script that defines nothing belongs to what it imports, too, and
// is named by its place.
func TestRelatedScripts(t *testing.T) {
	p := built(t, Options{Source: Memory{"settings.py": "LIMIT = 3\n", "run.py": "import settings\n\nprint(settings.LIMIT)\n", "use.py": "import settings\n\n\ndef use():\n    return settings.LIMIT\n"}})
	q := DefaultQuery("")
	q.RelatedTo = "settings.py"
	res, err := p.Query(t.Context(), q)
	if got := names(res); err != nil || !strings.Contains(got, "run.py::run.py:1") || !strings.Contains(got, "use.py::use") || strings.Contains(got, "use.py::use.py") {
		t.Errorf("%s %v", got, err)
	}
}

// Covers R3-04.
func TestModelPlanOnlyAdds(t *testing.T) {
	m := shop()
	without := built(t, Options{Source: m})
	q := DefaultQuery("implement rate limiting of the middleware")
	q.MinScore = 0
	invented := built(t, Options{Source: m, Tuning: Tuning{Planner: &plan.Model{Complete: complete(`{"symbols_to_find":["Nothing","Invented"],"strategy":"broad"}`)}}})
	a, _ := without.Query(t.Context(), q)
	b, _ := invented.Query(t.Context(), q)
	if names(a) != names(b) {
		t.Errorf("a plan with invented symbols changed the answer:\n%s\n%s", names(a), names(b))
	}
	adds := built(t, Options{Source: m, Tuning: Tuning{Planner: &plan.Model{Complete: complete(`{"keywords":["colour"],"strategy":"semantic"}`)}}})
	c, _ := adds.Query(t.Context(), q)
	if !strings.Contains(names(c), "colour") {
		t.Errorf("the plan's words found nothing: %s", names(c))
	}
}

func names(r QueryResult) string {
	var out []string
	for _, x := range r.Results {
		out = append(out, x.Entity.QualifiedName)
	}
	return strings.Join(out, " ")
}

// keep is stored content by hash.
type keep map[[sha256.Size]byte]string

func (k keep) Load(context.Context) ([]byte, map[string]string, error) { return nil, nil, nil }
func (k keep) Save(context.Context, []byte, map[string]string) error   { return nil }
func (k keep) Keep(context.Context, []string) error                    { return nil }
func (k keep) Text(h [sha256.Size]byte) (string, bool)                 { s, ok := k[h]; return s, ok }

// Covers R2-09, R2-10.
func TestStale(t *testing.T) {
	const path = "src/services/user_service.rs"
	ask := func(change func(Memory, *Provider)) QueryResult {
		m := shop()
		k := keep{}
		for _, s := range m {
			k[sha256.Sum256([]byte(s))] = s
		}
		p := built(t, Options{Source: m, Store: opened(k)})
		change(m, p)
		q := DefaultQuery("find_by_email")
		q.Limit = 1
		res, err := p.Query(t.Context(), q)
		if err != nil {
			t.Fatal(err)
		}
		return res
	}
	for name, c := range map[string]struct {
		change func(Memory, *Provider)
		path   string
		line   int
	}{
		"undisturbed":  {func(Memory, *Provider) {}, path, 4},
		"edited above": {func(m Memory, _ *Provider) { m[path] = "// new\n// lines\n" + m[path] }, path, 6},
		"moved":        {func(m Memory, _ *Provider) { m["src/b.rs"] = m[path]; delete(m, path) }, path, 4},
		"deleted":      {func(m Memory, _ *Provider) { delete(m, path) }, path, 4},
		"rewritten":    {func(m Memory, _ *Provider) { m[path] = "pub fn other() {}\n" }, path, 4},
		"open": {func(_ Memory, p *Provider) {
			p.texts.setOpen(path, text.File("", "rust", "// one\n"+shop()[path]))
		}, path, 5},
	} {
		res := ask(c.change)
		if len(res.Results) != 1 || res.Results[0].Location.StartLine != c.line || !strings.Contains(res.Context, "fn find_by_email") {
			t.Errorf("%s: %+v %s", name, res.Results, res.Hint)
		}
	}
	// What was found changed is indexed anew, and what is gone and was not
	// stored is left out, with the reason.
	m := shop()
	p := built(t, Options{Source: m})
	m[path] = "pub fn brand_new() {}\n" + m[path]
	if res, err := p.Query(t.Context(), DefaultQuery("find_by_email")); err != nil || p.index.Definers("brand_new") != 1 || res.Results[0].Location.StartLine != 5 {
		t.Errorf("the changed file is not indexed: %v\n%s", err, res.Context)
	}
	delete(m, path)
	if res, err := p.Query(t.Context(), DefaultQuery("find_by_email")); err != nil || strings.Contains(res.Context, "user_service.rs") ||
		!slices.ContainsFunc(res.Summary.Exclusions, func(e assemble.Exclusion) bool { return e.Reason == assemble.NotFound }) {
		t.Errorf("%v %+v\n%s", err, res.Summary, res.Context)
	}
	m = shop()
	p = built(t, Options{Source: m})
	m["src/b.rs"] = m[path]
	delete(m, path)
	if err := p.Build(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	res, _ := p.Query(t.Context(), DefaultQuery("find_by_email"))
	if len(res.Results) == 0 || res.Results[0].Location.FilePath != "src/b.rs" {
		t.Errorf("after a move: %+v", res.Results)
	}
}

func TestPreview(t *testing.T) {
	long := strings.Repeat("é", 150)
	if got := preview(long); len(got) > previewSize || !strings.HasSuffix(got, "é...") {
		t.Errorf("%d bytes %q", len(got), got)
	}
	if got := preview("short\n"); got != "short\n" {
		t.Error(got)
	}
	if got := preview(strings.Repeat("line\n", 60)); !strings.HasSuffix(got, "line\n...") || len(got) > previewSize {
		t.Errorf("%q", got)
	}
}

var errDisk = errors.New("no disk")

func TestBuildFails(t *testing.T) {
	p := New(Options{Source: failing{}})
	if err := p.Build(t.Context(), nil); !errors.Is(err, errDisk) || p.Ready() {
		t.Errorf("%v", err)
	}
}

// A redaction that takes lines away must not let the text through.
func TestRedactionOfLines(t *testing.T) {
	p := built(t, Options{Source: shop(), Gate: func(_, body string) (string, bool) {
		return strings.ReplaceAll(body, "impl UserService {\n", "«key»"), true
	}})
	res, err := p.Query(t.Context(), DefaultQuery("find_by_email"))
	if err != nil || strings.Contains(res.Context, "impl UserService {") {
		t.Errorf("%v\n%s", err, res.Context)
	}
	if !slices.ContainsFunc(res.Summary.Exclusions, func(e assemble.Exclusion) bool { return e.Reason == assemble.Denied }) {
		t.Errorf("%+v", res.Summary)
	}
}
