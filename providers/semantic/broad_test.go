package semantic

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/fettle-dev/fettle/providers/semantic/plan"
)

// trade is a part of the shops that broad questions are asked about: what it keeps,
// what it does, and on which other parts it rests.
type trade struct {
	name, kind string // orders, Order
	fields     []string
	verbs      []string
	uses       []string
}

var trades = []trade{
	{"users", "User", []string{"email", "full_name", "password_hash", "created_at"}, []string{"register_account", "change_email", "close_account", "merge_accounts", "list_recent", "remind_inactive"}, nil},
	{"auth", "Session", []string{"user_id", "access_token", "expires_at"}, []string{"login_with_password", "logout_everywhere", "refresh_token", "list_devices", "trust_device", "lock_after_failures"}, []string{"users"}},
	{"catalog", "Product", []string{"sku", "title", "unit_price", "weight"}, []string{"publish_product", "search_titles", "retire_product", "reprice_product", "suggest_similar", "import_supplier_list"}, nil},
	{"cart", "Basket", []string{"user_id", "lines", "coupon_code"}, []string{"put_line", "take_line", "empty_basket", "apply_coupon", "merge_baskets", "expire_old"}, []string{"catalog"}},
	{"orders", "Order", []string{"user_id", "basket_id", "placed_at", "state"}, []string{"place_order", "cancel_order", "list_open", "split_order", "mark_delivered", "repeat_order"}, []string{"cart", "payments"}},
	{"payments", "Payment", []string{"order_id", "amount", "currency", "provider_name"}, []string{"charge_card", "refund_amount", "settle_day", "retry_failed", "list_disputes", "answer_dispute"}, nil},
	{"shipping", "Parcel", []string{"order_id", "carrier", "tracking_code"}, []string{"book_carrier", "print_slip", "follow_parcel", "quote_carriers", "change_address", "report_loss"}, []string{"orders"}},
	{"reports", "Report", []string{"title", "from_day", "to_day", "rows"}, []string{"monthly_turnover", "stock_value", "best_sellers", "late_deliveries", "coupon_use", "dead_stock"}, []string{"orders", "catalog"}},
	{"mails", "Letter", []string{"recipient", "subject", "body_text"}, []string{"send_letter", "queue_letter", "retry_bounced", "preview_letter", "unsubscribe_recipient", "count_opened"}, nil},
}

func camel(s string) string {
	out := ""
	for w := range strings.SplitSeq(s, "_") {
		out += strings.ToUpper(w[:1]) + w[1:]
	}
	return out
}

// tongue writes the parts of a shop in one language.
type tongue struct {
	paths  map[string]string // of a part: model, store, service, routes, test; %s is the name
	single map[string]string // config, main, database, limits …
	write  func(what string, t trade) string
}

// pythonShop has a folder for each layer.
func pythonShop() tongue {
	return tongue{
		paths: map[string]string{"model": "shop/models/%s.py", "store": "shop/repositories/%s_repository.py", "service": "shop/services/%s.py", "routes": "shop/api/%s.py", "test": "tests/test_%s.py"},
		single: map[string]string{"config": "shop/config.py", "main": "shop/main.py", "database": "shop/database.py", "logging": "shop/middleware/request_log.py", "cors": "shop/middleware/cors.py",
			"card": "shop/services/providers/card_network.py", "bank": "shop/services/providers/bank_transfer.py", "text": "shop/text.py"},
		write: func(what string, t trade) string {
			var b strings.Builder
			switch what {
			case "model":
				fmt.Fprintf(&b, "\"\"\"The %s as the shop keeps it.\"\"\"\n\nfrom dataclasses import dataclass\n\n\n@dataclass\nclass %s:\n    \"\"\"One %s.\"\"\"\n\n    id: int\n", t.name, t.kind, strings.ToLower(t.kind))
				for _, f := range t.fields {
					fmt.Fprintf(&b, "    %s: str\n", f)
				}
				fmt.Fprintf(&b, "\n    def label(self) -> str:\n        \"\"\"A line for people.\"\"\"\n        return f\"{self.id} {self.%s}\"\n", t.fields[0])
			case "store":
				fmt.Fprintf(&b, "\"\"\"Reads and writes %s.\"\"\"\n\nfrom shop.database import Database\nfrom shop.models.%s import %s\n\n\nclass %sRepository:\n    def __init__(self, database: Database):\n        self.database = database\n", t.name, t.name, t.kind, t.kind)
				for _, f := range append([]string{"id"}, t.fields[:2]...) {
					fmt.Fprintf(&b, "\n    def by_%s(self, value: str) -> list[%s]:\n        rows = self.database.rows(\"SELECT * FROM %s WHERE %s = ?\", value)\n        return [%s(*row) for row in rows]\n", f, t.kind, t.name, f, t.kind)
				}
			case "service":
				fmt.Fprintf(&b, "\"\"\"What the shop does with %s.\"\"\"\n\nfrom shop.config import Settings\nfrom shop.models.%s import %s\nfrom shop.repositories.%s_repository import %sRepository\n", t.name, t.name, t.kind, t.name, t.kind)
				for _, u := range t.uses {
					fmt.Fprintf(&b, "from shop.services.%s import %sService\n", u, camel(u))
				}
				fmt.Fprintf(&b, "\n\nclass %sService:\n    def __init__(self, store: %sRepository, settings: Settings):\n        self.store = store\n        self.settings = settings\n", camel(t.name), t.kind)
				for i, v := range t.verbs {
					fmt.Fprintf(&b, "\n    def %s(self, key: str) -> %s:\n        \"\"\"%s.\"\"\"\n        found = self.store.by_%s(key)\n        if not found:\n            raise LookupError(f\"no %s {key}\")\n        first = found[0]\n        first.%s = str(len(found) + %d)\n        return first\n",
						v, t.kind, strings.ToUpper(v[:1])+strings.ReplaceAll(v[1:], "_", " "), t.fields[i%2], strings.ToLower(t.kind), t.fields[i%len(t.fields)], i)
				}
			case "routes":
				fmt.Fprintf(&b, "\"\"\"The paths below /%s.\"\"\"\n\nfrom shop.services.%s import %sService\n\n\ndef register(router, service: %sService) -> None:\n", t.name, t.name, camel(t.name), camel(t.name))
				for _, v := range t.verbs {
					fmt.Fprintf(&b, "    router.post(\"/%s/%s\", service.%s)\n", t.name, strings.ReplaceAll(v, "_", "-"), v)
				}
			case "test":
				fmt.Fprintf(&b, "from shop.services.%s import %sService\n", t.name, camel(t.name))
				for _, v := range t.verbs {
					fmt.Fprintf(&b, "\n\ndef test_%s(store, settings):\n    service = %sService(store, settings)\n    assert service.%s(\"7\").id == 7\n", v, camel(t.name), v)
				}
			case "config":
				b.WriteString("\"\"\"Settings of the shop, read from the environment.\"\"\"\n\nimport os\nfrom dataclasses import dataclass\n\n\n@dataclass\nclass Settings:\n    database_url: str = os.environ.get(\"SHOP_DATABASE\", \"\")\n    token_minutes: int = 60\n    card_key: str = os.environ.get(\"SHOP_CARD_KEY\", \"\")\n    mail_host: str = \"localhost\"\n")
			case "main":
				b.WriteString("\"\"\"Starts the shop.\"\"\"\n\nfrom shop.config import Settings\nfrom shop.database import Database\nfrom shop.middleware.cors import allow_origins\nfrom shop.middleware.request_log import log_requests\n")
				for _, o := range trades {
					fmt.Fprintf(&b, "from shop.api import %s\n", o.name)
				}
				b.WriteString("\n\ndef main(router):\n    settings = Settings()\n    database = Database(settings.database_url)\n    router.use(log_requests)\n    router.use(allow_origins)\n")
				for _, o := range trades {
					fmt.Fprintf(&b, "    %s.register(router, database)\n", o.name)
				}
				b.WriteString("    return router\n\n\nif __name__ == \"__main__\":\n    main(None)\n")
			case "database":
				b.WriteString("\"\"\"The connection to the database.\"\"\"\n\nimport sqlite3\n\n\nclass Database:\n    def __init__(self, url: str):\n        self.connection = sqlite3.connect(url)\n\n    def rows(self, query: str, *values):\n        return self.connection.execute(query, values).fetchall()\n")
			case "logging":
				b.WriteString("\"\"\"Writes a line for each request.\"\"\"\n\n\ndef log_requests(request, forward):\n    answer = forward(request)\n    print(request.path, answer.status)\n    return answer\n")
			case "cors":
				b.WriteString("\"\"\"Says which origins may ask.\"\"\"\n\n\ndef allow_origins(request, forward):\n    answer = forward(request)\n    answer.headers[\"Access-Control-Allow-Origin\"] = \"*\"\n    return answer\n")
			case "card", "bank":
				fmt.Fprintf(&b, "\"\"\"Payments by %s.\"\"\"\n\nfrom shop.models.payments import Payment\n\n\nclass %s:\n    def authorize(self, payment: Payment) -> str:\n        return f\"%s-{payment.id}\"\n\n    def capture(self, reference: str) -> bool:\n        return reference.startswith(\"%s\")\n\n    def give_back(self, reference: str, amount: str) -> bool:\n        return self.capture(reference) and bool(amount)\n", what, map[string]string{"card": "CardNetworkProvider", "bank": "BankTransferProvider"}[what], what, what)
			case "text":
				b.WriteString("\"\"\"Helpers for texts.\"\"\"\n\n\ndef shorten(text: str, most: int) -> str:\n    return text if len(text) <= most else text[: most - 1] + \"…\"\n")
			}
			return b.String()
		},
	}
}

// goShop has a package for each part.
func goShop() tongue {
	return tongue{
		paths: map[string]string{"model": "internal/%s/model.go", "store": "internal/%s/store.go", "service": "internal/%s/service.go", "routes": "internal/%s/handler.go", "test": "internal/%s/service_test.go"},
		single: map[string]string{"config": "internal/config/config.go", "main": "cmd/shop/main.go", "database": "internal/database/database.go", "logging": "internal/middleware/logging.go", "cors": "internal/middleware/cors.go",
			"card": "internal/payments/card.go", "bank": "internal/payments/bank.go", "text": "internal/text/text.go", "mod": "go.mod"},
		write: func(what string, t trade) string {
			var b strings.Builder
			switch what {
			case "model":
				fmt.Fprintf(&b, "// Package %s keeps the %s of the shop.\npackage %s\n\n// %s is one of them.\ntype %s struct {\n\tID int\n", t.name, t.name, t.name, t.kind, t.kind)
				for _, f := range t.fields {
					fmt.Fprintf(&b, "\t%s string\n", camel(f))
				}
				b.WriteString("}\n")
			case "store":
				fmt.Fprintf(&b, "package %s\n\nimport \"example.com/shop/internal/database\"\n\n// Store reads and writes %s.\ntype Store struct{ DB *database.DB }\n", t.name, t.name)
				for _, f := range append([]string{"id"}, t.fields[:2]...) {
					fmt.Fprintf(&b, "\n// By%s finds by %s.\nfunc (s *Store) By%s(value string) (%s, error) {\n\tvar out %s\n\trow, err := s.DB.Row(\"SELECT * FROM %s WHERE %s = ?\", value)\n\tif err != nil {\n\t\treturn out, err\n\t}\n\treturn out, row.Scan(&out.ID)\n}\n", camel(f), f, camel(f), t.kind, t.kind, t.name, f)
				}
			case "service":
				fmt.Fprintf(&b, "package %s\n\nimport (\n\t\"fmt\"\n\n\t\"example.com/shop/internal/config\"\n", t.name)
				for _, u := range t.uses {
					fmt.Fprintf(&b, "\t\"example.com/shop/internal/%s\"\n", u)
				}
				fmt.Fprintf(&b, ")\n\n// %sService is what the shop does with %s.\ntype %sService struct {\n\tStore *Store\n\tSettings config.Settings\n", camel(t.name), t.name, camel(t.name))
				for _, u := range t.uses {
					fmt.Fprintf(&b, "\t%s *%s.%sService\n", camel(u), u, camel(u))
				}
				b.WriteString("}\n")
				for i, v := range t.verbs {
					fmt.Fprintf(&b, "\n// %s does as it says.\nfunc (s *%sService) %s(key string) (%s, error) {\n\tfound, err := s.Store.By%s(key)\n\tif err != nil {\n\t\treturn found, fmt.Errorf(\"no %s %%s: %%w\", key, err)\n\t}\n\tfound.%s = fmt.Sprint(found.ID + %d)\n\treturn found, nil\n}\n",
						camel(v), camel(t.name), camel(v), t.kind, camel(t.fields[i%2]), strings.ToLower(t.kind), camel(t.fields[i%len(t.fields)]), i)
				}
			case "routes":
				fmt.Fprintf(&b, "package %s\n\nimport \"net/http\"\n\n// Register adds the paths below /%s.\nfunc Register(mux *http.ServeMux, s *%sService) {\n", t.name, t.name, camel(t.name))
				for _, v := range t.verbs {
					fmt.Fprintf(&b, "\tmux.HandleFunc(\"POST /%s/%s\", func(w http.ResponseWriter, r *http.Request) {\n\t\tif _, err := s.%s(r.PathValue(\"key\")); err != nil {\n\t\t\thttp.Error(w, err.Error(), http.StatusNotFound)\n\t\t}\n\t})\n", t.name, strings.ReplaceAll(v, "_", "-"), camel(v))
				}
				b.WriteString("}\n")
			case "test":
				fmt.Fprintf(&b, "package %s\n\nimport \"testing\"\n", t.name)
				for _, v := range t.verbs {
					fmt.Fprintf(&b, "\nfunc Test%s(t *testing.T) {\n\ts := &%sService{Store: &Store{}}\n\tif _, err := s.%s(\"7\"); err != nil {\n\t\tt.Fatal(err)\n\t}\n}\n", camel(v), camel(t.name), camel(v))
				}
			case "config":
				b.WriteString("// Package config reads the settings of the shop from the environment.\npackage config\n\nimport \"os\"\n\n// Settings of the shop.\ntype Settings struct {\n\tDatabaseURL  string\n\tTokenMinutes int\n\tCardKey      string\n\tMailHost     string\n}\n\n// Load reads them.\nfunc Load() Settings {\n\treturn Settings{DatabaseURL: os.Getenv(\"SHOP_DATABASE\"), TokenMinutes: 60, CardKey: os.Getenv(\"SHOP_CARD_KEY\")}\n}\n")
			case "main":
				b.WriteString("// Command shop starts the shop.\npackage main\n\nimport (\n\t\"net/http\"\n\n\t\"example.com/shop/internal/config\"\n\t\"example.com/shop/internal/database\"\n\t\"example.com/shop/internal/middleware\"\n")
				for _, o := range trades {
					fmt.Fprintf(&b, "\t\"example.com/shop/internal/%s\"\n", o.name)
				}
				b.WriteString(")\n\nfunc main() {\n\tsettings := config.Load()\n\tdb := database.Open(settings.DatabaseURL)\n\tmux := http.NewServeMux()\n")
				for _, o := range trades {
					fmt.Fprintf(&b, "\t%s.Register(mux, &%s.%sService{Store: &%s.Store{DB: db}, Settings: settings})\n", o.name, o.name, camel(o.name), o.name)
				}
				b.WriteString("\t_ = http.ListenAndServe(\":8080\", middleware.LogRequests(middleware.AllowOrigins(mux)))\n}\n")
			case "database":
				b.WriteString("// Package database holds the connection to the database.\npackage database\n\nimport \"database/sql\"\n\n// DB is the connection.\ntype DB struct{ conn *sql.DB }\n\n// Open opens it.\nfunc Open(url string) *DB {\n\tconn, err := sql.Open(\"sqlite\", url)\n\tif err != nil {\n\t\tpanic(err)\n\t}\n\treturn &DB{conn}\n}\n\n// Row asks for one row.\nfunc (d *DB) Row(query string, values ...any) (*sql.Row, error) {\n\trow := d.conn.QueryRow(query, values...)\n\treturn row, row.Err()\n}\n")
			case "logging":
				b.WriteString("// Package middleware is what every request passes.\npackage middleware\n\nimport (\n\t\"log\"\n\t\"net/http\"\n)\n\n// LogRequests writes a line for each request.\nfunc LogRequests(next http.Handler) http.Handler {\n\treturn http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {\n\t\tlog.Print(r.URL.Path)\n\t\tnext.ServeHTTP(w, r)\n\t})\n}\n")
			case "cors":
				b.WriteString("package middleware\n\nimport \"net/http\"\n\n// AllowOrigins says which origins may ask.\nfunc AllowOrigins(next http.Handler) http.Handler {\n\treturn http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {\n\t\tw.Header().Set(\"Access-Control-Allow-Origin\", \"*\")\n\t\tnext.ServeHTTP(w, r)\n\t})\n}\n")
			case "card", "bank":
				n := map[string]string{"card": "CardProvider", "bank": "BankProvider"}[what]
				fmt.Fprintf(&b, "package payments\n\nimport \"strings\"\n\n// %s takes payments by %s.\ntype %s struct{ Key string }\n\n// Authorize reserves the amount.\nfunc (p %s) Authorize(payment Payment) string { return \"%s-\" + payment.Currency }\n\n// Capture takes it.\nfunc (p %s) Capture(reference string) bool { return strings.HasPrefix(reference, \"%s\") }\n", n, what, n, n, what, n, what)
			case "text":
				b.WriteString("// Package text has helpers for texts.\npackage text\n\n// Shorten cuts a text.\nfunc Shorten(s string, most int) string { return s[:min(len(s), most)] }\n")
			case "mod":
				b.WriteString("module example.com/shop\n\ngo 1.24\n")
			}
			return b.String()
		},
	}
}

// shop writes all files of a shop. at gives them by part and layer.
func (g tongue) shop() (m Memory, at map[string]string) {
	m, at = Memory{}, map[string]string{}
	for _, t := range trades {
		for what, pattern := range g.paths {
			p := strings.ReplaceAll(pattern, "%s", t.name)
			at[t.name+" "+what] = p
			m[p] = g.write(what, t)
		}
	}
	for what, p := range g.single {
		at[what] = p
		m[p] = g.write(what, trade{})
	}
	return m, at
}

// broadCase is a broad question with what a reader would keep of an answer: parts of
// which every layer is wanted, and single files.
type broadCase struct {
	question string
	parts    []string // all their files
	files    []string
	must     []string // without which the answer is none
}

var broadCases = []broadCase{
	{"Implement authentication", []string{"auth", "users"}, []string{"config", "main", "logging", "cors", "database"}, []string{"auth service", "auth model", "auth routes", "auth test"}},
	{"Add a new payment provider", []string{"payments"}, []string{"card", "bank", "config", "main", "orders service", "orders model", "orders routes", "database"}, []string{"card", "bank", "payments model", "payments service", "config"}},
	{"Implement password reset for users", []string{"users", "auth", "mails"}, []string{"config", "main", "database"}, []string{"users service", "users model", "users routes", "config"}},
	{"Implement partial refunds of orders", []string{"orders", "payments"}, []string{"card", "bank", "config", "main", "database", "cart model", "cart service", "shipping service"}, []string{"orders service", "orders model", "payments service"}},
	{"Create a CSV export of reports", []string{"reports"}, []string{"orders model", "orders service", "catalog model", "catalog service", "config", "main", "database", "text"}, []string{"reports service", "reports model", "reports routes", "reports test"}},
	{"Add gift cards to the cart", []string{"cart", "catalog"}, []string{"orders service", "orders model", "payments model", "payments service", "config", "main", "database", "card"}, []string{"cart service", "cart model", "cart routes"}},
}

// TestBroadAnswers: questions that ask for something new across a program are
// answered with what hangs together with it: much of the budget is used, nearly all of
// what is shown is worth it, and nothing is missing without which the answer is none.
func TestBroadAnswers(t *testing.T) {
	for name, g := range map[string]tongue{"python": pythonShop(), "go": goShop()} {
		m, at := g.shop()
		p := built(t, Options{Source: m})
		fill, kept, all := 0.0, 0, 0
		for _, c := range broadCases {
			q := DefaultQuery(c.question)
			q.Explain = true
			res, err := p.Query(t.Context(), q)
			if err != nil || res.Plan.Strategy != plan.StrategyBroad {
				t.Fatalf("%s: %q is planned as %v: %v", name, c.question, res.Plan, err)
			}
			want := map[string]bool{}
			for _, part := range c.parts {
				for what := range g.paths {
					want[at[part+" "+what]] = true
				}
			}
			for _, f := range c.files {
				want[at[f]] = true
			}
			got := filesOf(res)
			for _, f := range c.must {
				if !slices.Contains(got, at[f]) {
					t.Errorf("%s: %q lacks %s: %v", name, c.question, at[f], got)
				}
			}
			good := 0
			for _, r := range res.Results {
				if want[r.Location.FilePath] {
					good++
				}
			}
			kept, all = kept+good, all+len(res.Results)
			fill += float64(res.TokenCount) / float64(q.MaxTokens) / float64(len(broadCases))
			t.Logf("%s: %q: %d tokens, %d of %d: %v", name, c.question, res.TokenCount, good, len(res.Results), got)
		}
		precision := float64(kept) / float64(all)
		t.Logf("%s: fill %.2f precision %.2f", name, fill, precision)
		if fill < 0.65 || precision < 0.9 {
			t.Errorf("%s: %.2f of the budget is used, %.2f of what is shown is wanted", name, fill, precision)
		}
	}
}

// TestConcernsWithoutAnyPlace: where nothing is named after a concern and no file
// stands between requests and their answers, nothing is made up.
func TestConcernsWithoutAnyPlace(t *testing.T) {
	p := built(t, Options{Source: Memory{"sums.py": "def add(a, b):\n    return a + b\n"}})
	res, err := p.Query(t.Context(), DefaultQuery("Implement throttling"))
	if err != nil || len(res.Results) != 0 || res.Hint == "" {
		t.Errorf("%v %q %v", filesOf(res), res.Hint, err)
	}
}

// TestWithinKeepsTestsAndTheStart: an answer of few pieces still shows a test and
// where the program starts.
func TestWithinKeepsTestsAndTheStart(t *testing.T) {
	var list []piece
	for i := range 6 {
		list = append(list, piece{path: fmt.Sprint("f", i), role: roleDirect, score: 1 - float64(i)/10})
	}
	list = append(list, piece{path: "main", role: roleEntry, score: 0.3}, piece{path: "test", role: roleTest, score: 0.9})
	var got []string
	for _, n := range within(list, 4) {
		got = append(got, n.path)
	}
	if !slices.Equal(got, []string{"f0", "f1", "main", "test"}) {
		t.Errorf("%v", got)
	}
	if got := within(list, 0); len(got) != len(list) {
		t.Errorf("%d of %d without a limit", len(got), len(list))
	}
	got = nil
	for _, n := range within(list, 7) { // the start is the last one that fits
		got = append(got, n.path)
	}
	if !slices.Equal(got, []string{"f0", "f1", "f2", "f3", "f4", "main", "test"}) {
		t.Errorf("%v", got)
	}
}

// TestPartOfPaths: the words of a file's name tell its part, between dots too.
func TestPartOfPaths(t *testing.T) {
	for path, want := range map[string]part{"src/users/users.controller.ts": partRoute, "src/users/users.repository.ts": partData, "internal/cart/handler.go": partRoute,
		"src/auth/auth.guard.ts": partMiddleware, "src/users/users.service.ts": partOther, "app/models/user.py": partModel} {
		if got := partOf(path); got != want {
			t.Errorf("%s: %d, want %d", path, got, want)
		}
	}
}

// TestBroadShowsCodeOfLongFiles: of a file that the question is about and that is too
// long to be shown, the answer holds the code in it that matches best.
func TestBroadShowsCodeOfLongFiles(t *testing.T) {
	var long strings.Builder
	long.WriteString("\"\"\"How requests authenticate.\"\"\"\n\n\n" +
		"def attach_token(request, token):\n    \"\"\"Puts a bearer token into the headers for authentication.\"\"\"\n    request.headers[\"Authorization\"] = \"Bearer \" + token\n    return request\n\n\n")
	for i := range 60 {
		fmt.Fprintf(&long, "def step_%d(message):\n    return message + %d\n\n\n", i, i)
	}
	p := built(t, Options{Source: Memory{
		"net/auth.py": long.String(),
		"net/send.py": "from net.auth import attach_token\n\n\ndef send(request):\n    return attach_token(request, request.token)\n",
	}})
	res, err := p.Query(t.Context(), DefaultQuery("Implement authentication with bearer tokens"))
	if err != nil {
		t.Fatal(err)
	}
	shown := false
	for _, r := range res.Results {
		shown = shown || r.Entity.Name == "attach_token" && r.Cut == "" && r.Role == roleDirect
		if strings.HasPrefix(r.Entity.Name, "step_") {
			t.Errorf("%s is shown", r.Entity.Name)
		}
	}
	if !shown || !strings.Contains(res.Context, `"Bearer " + token`) {
		t.Errorf("%+v", res.Results)
	}
}

// TestBroadFollowsTypesAndRoutes: what keeps a type that the seeds name is shown, though
// neither names the other; and what leads requests to them.
func TestBroadFollowsTypesAndRoutes(t *testing.T) {
	m := Memory{
		"app/auth.py":            "from app.models.user import User\n\n\ndef login(name, password) -> User:\n    return User(name)\n\n\ndef logout(user: User):\n    return user\n",
		"app/models/user.py":     "class User:\n    def __init__(self, name):\n        self.name = name\n",
		"app/models/book.py":     "class Book:\n    pass\n",
		"app/database/people.py": "from app.models.user import User\n\n\ndef load_person(name) -> User:\n    return User(name)\n",
		"app/database/books.py":  "from app.models.book import Book\n\n\ndef load_book() -> Book:\n    return Book()\n",
		"app/routes/auth.py":     "from app.auth import login\n\nrouter = Router()\n\n\ndef post_login(request):\n    return login(request.name, request.password)\n",
		"app/routes/account.py":  "from app.auth import login, logout\nfrom app.models.user import User\n\n\ndef post_account(request) -> User:\n    return login(logout(request.user), request.password)\n",
		"app/routes/__init__.py": "from app.routes import auth\n\nROUTERS = [auth.router]\n",
	}
	res, err := built(t, Options{Source: m}).Query(t.Context(), DefaultQuery("Implement authentication"))
	if err != nil {
		t.Fatal(err)
	}
	roles := map[string]string{}
	for _, r := range res.Results {
		roles[r.Location.FilePath] = r.Role
	}
	if roles["app/database/people.py"] != roleData || roles["app/database/books.py"] != "" || roles["app/routes/account.py"] != roleRoute {
		t.Errorf("%v", roles)
	}
}

// TestBroadGoesAsFarAsAsked: the settings that lie one import further off are shown where
// two steps may be taken.
func TestBroadGoesAsFarAsAsked(t *testing.T) {
	m := Memory{
		"app/auth.py":     "from app.hashing import digest\n\n\ndef login(name, password):\n    return digest(password)\n",
		"app/hashing.py":  "from app.settings import rounds\n\n\ndef digest(text):\n    return hash(text) * rounds()\n",
		"app/settings.py": "def rounds():\n    return 7\n",
	}
	p := built(t, Options{Source: m})
	for depth := range 3 {
		q := DefaultQuery("Implement authentication")
		q.MaxDepth = &depth
		res, err := p.Query(t.Context(), q)
		if err != nil {
			t.Fatal(err)
		}
		settings := slices.ContainsFunc(res.Results, func(r Result) bool { return r.Role == roleConfig && r.Location.FilePath == "app/settings.py" })
		if settings != (depth == 2) {
			t.Errorf("depth %d: %v", depth, filesOf(res))
		}
	}
}

// TestStartsThatAreTied: where a program starts that has nothing to do with what is
// asked about, no answer says so.
func TestStartsThatAreTied(t *testing.T) {
	for start, want := range map[string]bool{"import auth\n\n\ndef main():\n    auth.login(1)\n": true, "def main():\n    return 1\n": false} {
		p := built(t, Options{Source: Memory{"auth.py": "def login(name):\n    return name\n", "main.py": start}})
		res, err := p.Query(t.Context(), DefaultQuery("Implement authentication"))
		if err != nil {
			t.Fatal(err)
		}
		got := slices.ContainsFunc(res.Results, func(r Result) bool { return r.Role == roleEntry })
		if len(res.Results) == 0 || got != want {
			t.Errorf("%q: %v, the start is shown: %v", start, filesOf(res), got)
		}
	}
}
