package egress

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/fettle-dev/fettle/internal/secret"
	"github.com/fettle-dev/fettle/internal/testkit"
)

// sample makes n characters of an alphabet that look random, the same ones at
// every run: no key-shaped string stands in the repository.
func sample(alphabet string, n int) string {
	b := make([]byte, n)
	x := uint32(len(alphabet)*7919 + n)
	for i := range b {
		x = x*1664525 + 1013904223
		b[i] = alphabet[int(x>>16)%len(alphabet)]
	}
	return string(b)
}

const (
	digits   = "0123456789"
	lowers   = "abcdefghijklmnopqrstuvwxyz"
	uppers   = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
	alnum    = digits + lowers + uppers
	hexChars = digits + "abcdef"
)

func gate() *Gate { return New(Options{PlaceholderKey: []byte("test"), Scrub: &secret.Scrubber{}}) }

// canary is a secret in its place: before and after stay, value goes.
type canary struct{ rule, before, value, after, path string }

func canaries() []canary {
	q := func(rule, value string) canary { return canary{rule, `client = connect("`, value, `")`, "/w/a.py"} }
	return []canary{
		q("aws_key", "AKIA"+sample(uppers, 16)),
		q("github_token", "ghp_"+sample(alnum, 36)),
		q("github_pat", "github_pat_"+sample(alnum, 82)),
		q("gitlab_token", "glpat-"+sample(alnum, 20)),
		q("slack_token", "xoxb-"+sample(digits, 12)+"-"+sample(alnum, 24)),
		{"slack_hook", `u = "https://hooks.slack.com/services/`, "T" + sample(alnum, 8) + "/B" + sample(alnum, 8) + "/" + sample(alnum, 24), `"`, "/w/a.py"},
		{"discord_hook", `u = "https://discord.com/api/webhooks/`, sample(digits, 18) + "/" + sample(alnum, 68), `"`, "/w/a.py"},
		q("stripe_key", "sk_"+"live_"+sample(alnum, 24)),
		q("anthropic_key", "sk-"+"ant-api03-"+sample(alnum, 40)),
		q("openai_key", "sk-"+"proj-"+sample(alnum, 48)),
		q("google_key", "AIza"+sample(alnum, 35)),
		q("google_oauth", "ya29."+sample(alnum, 60)),
		q("google_oauth", "GOCSPX-"+sample(alnum, 28)),
		q("npm_token", "npm_"+sample(alnum, 36)),
		{"npm_auth", "//npm.example/:_authToken=", sample(alnum, 20), "\n", "/w/notes.txt"},
		q("pypi_token", "pypi-AgEIcHlwaS5vcmc"+sample(alnum, 60)),
		q("huggingface_token", "hf_"+sample(lowers+uppers, 34)),
		q("sendgrid_key", "SG."+sample(alnum, 22)+"."+sample(alnum, 43)),
		q("twilio_key", "SK"+sample(hexChars, 32)),
		q("jwt", "eyJ"+sample(alnum, 20)+".eyJ"+sample(alnum, 40)+"."+sample(alnum, 43)),
		q("telegram_token", sample("123456789", 9)+":AA"+sample(alnum, 33)),
		{"discord_token", `discord.run("`, "M" + sample(alnum, 23) + "." + sample(alnum, 6) + "." + sample(alnum, 27), `")`, "/w/a.py"},
		{"azure_key", `c = "DefaultEndpointsProtocol=https;AccountName=a;AccountKey=`, sample(alnum, 86) + "==", `;EndpointSuffix=x"`, "/w/a.py"},
		q("digitalocean_token", "dop_v1_"+sample(hexChars, 64)),
		q("databricks_token", "dapi"+sample(hexChars, 32)),
		q("shopify_token", "shpat_"+sample(hexChars, 32)),
		q("age_key", "AGE-SECRET-KEY-1"+sample(uppers+digits, 58)),
		q("vault_token", "hvs."+sample(alnum, 30)),
		{"assigned_secret", `builder.with_token("`, sample(alnum, 20), `").build()`, "/w/a.rs"},
		{"element_secret", `<apiKey>`, sample(alnum, 20), `</apiKey>`, "/w/a.xml"},
		{"connection_secret", `c = "Server=db;User Id=sa;Password=`, "hunter" + sample(digits, 1), `;Timeout=3"`, "/w/a.cs"},
		{"flag_secret", `RUN deploy --api-key `, sample(alnum, 20), ` --now`, "/w/Dockerfile"},
		q("vendor_key", "gsk_"+sample(alnum, 52)),
		q("vendor_key", "dckr_"+"pat_"+sample(alnum, 27)),
		{"url_password", `db = "postgres://app:`, "s3" + sample(lowers, 6), `@db.internal:5432/x"`, "/w/a.py"},
		{"auth_header", `h = {"Authorization": "Bearer `, sample(alnum, 32), `"}`, "/w/a.py"},
		{"auth_header", "curl -H 'Authorization: Basic ", sample(alnum, 24), "' x", "/w/a.md"},
		{"assigned_secret", `DB_PASSWORD = "`, "hunter" + sample(digits, 4), `"`, "/w/a.py"},
		{"netrc_password", "machine h login bob password ", "s3" + sample(lowers, 6), "\n", "/w/a.txt"},
		{"flag_password", "$ mysql -u root -p", "s3" + sample(lowers, 6), " db\n", "/w/a.txt"},
		{"assigned_literal", `if password == "`, "Hunter" + sample(digits, 1), `":`, "/w/a.py"},
		{"assigned_secret", `password: str = '`, "p@ss" + sample(digits, 3) + "w", `'`, "/w/a.py"},
		{"assigned_secret", `connect(user="u", passwd="`, "S3cr" + sample(lowers, 4) + "7!", `")`, "/w/a.py"},
		{"assigned_secret", `const apiKey = "`, sample(alnum, 20), `";`, "/w/a.ts"},
		{"assigned_secret", `let client_secret: &str = "`, sample(alnum, 24), `";`, "/w/a.rs"},
		{"assigned_secret", `clientSecret := "`, sample(alnum, 24), `"`, "/w/a.go"},
		{"assigned_secret", `{"secret_key": "`, sample(alnum, 24), `"}`, "/w/a.json"},
		{"assigned_secret", `os.environ["API_TOKEN"] = "`, sample(alnum, 18), `"`, "/w/a.py"},
		{"assigned_secret", `SECRET_KEY = '`, sample(lowers+digits+"!@#^&", 50), `'`, "/w/settings.py"},
		{"assigned_value", "API_KEY=", sample(alnum, 20), "\n", "/w/run.sh"},
		{"assigned_value", "  password: ", "abc" + sample(digits, 3) + "!x", "\n", "/w/app.yaml"},
		{"random_key", `blob = "`, sample(alnum, 44), `"`, "/w/a.py"},
		{"random_key", `signer = make("`, sample(hexChars, 48), `")`, "/w/a.py"},
		{"assigned_secret", `    token(` + "`", sample(alnum, 40), "`)", "/w/a.ts"},
	}
}

func TestCanariesAreRedacted(t *testing.T) {
	g := gate()
	for _, c := range canaries() {
		text := "# ünïcode first\n" + c.before + c.value + c.after + "\nrest = 1\n"
		v := g.Check(Item{Text: text})
		if c.path != "" {
			v = Verdict{}
			v.Text, v.Redactions = g.redact(text, c.path)
		}
		if strings.Contains(v.Text, c.value) || len(v.Redactions) != 1 {
			t.Errorf("%s: %d redactions, text %q", c.rule, len(v.Redactions), v.Text)
			continue
		}
		r := v.Redactions[0]
		if r.Rule != c.rule {
			t.Errorf("%s: found by %s", c.rule, r.Rule)
		}
		if text[r.Start:r.End] != c.value {
			t.Errorf("%s: took %q for %q", c.rule, text[r.Start:r.End], c.value)
		}
		if want := text[:r.Start] + r.Placeholder + text[r.End:]; v.Text != want {
			t.Errorf("%s: other bytes changed:\n%s", c.rule, cmp.Diff(want, v.Text))
		}
		if again, list := g.redact(v.Text, c.path); again != v.Text || len(list) != 0 {
			t.Errorf("%s: not idempotent: %q", c.rule, again)
		}
		if !HasPlaceholder(v.Text) {
			t.Errorf("%s: placeholder not recognised in %q", c.rule, v.Text)
		}
		body, _ := json.Marshal(map[string]any{"messages": []any{map[string]string{"content": v.Text}}})
		if err := g.Seal(body); err != nil {
			t.Errorf("%s: redacted text is refused: %v", c.rule, err)
		}
	}
}

// TestSealRefusesCanaries holds only for what is a secret wherever it stands:
// the file's kind is no longer known.
func TestSealRefusesCanaries(t *testing.T) {
	g := gate()
	for _, c := range canaries() {
		if c.rule == "assigned_value" || c.rule == "npm_auth" {
			continue
		}
		body, _ := json.Marshal(map[string]any{"deep": []any{map[string]string{"content": "a\n" + c.before + c.value + c.after}}})
		err := g.Seal(body)
		if err == nil {
			t.Errorf("%s: sealed", c.rule)
			continue
		}
		if s := err.Error(); strings.Contains(s, c.value) || strings.Contains(s, "\n") {
			t.Errorf("%s: error %q", c.rule, s)
		}
	}
	if g.Seal([]byte(`{"a": "b"`)) == nil || g.Seal([]byte("plain")) == nil {
		t.Error("a body that is not JSON was sealed")
	}
}

func TestLiveKeys(t *testing.T) {
	var s secret.Scrubber
	key := "plainlooking" + sample(lowers, 4)
	s.Add(secret.New(key))
	g := New(Options{Scrub: &s})
	v := g.Check(Item{Text: "x = '" + key + "'"})
	if strings.Contains(v.Text, key) || len(v.Redactions) != 1 || v.Redactions[0].Rule != "live_key" {
		t.Errorf("%+v", v)
	}
	if g.Seal([]byte(`{"a":"`+key+`"}`)) == nil {
		t.Error("sealed a live key")
	}
	if got := g.Scrub("error: " + key); got != "error: ***" {
		t.Errorf("scrubbed to %q", got)
	}
}

func TestSameValueSamePlaceholder(t *testing.T) {
	g := gate()
	a, b := "ghp_"+sample(alnum, 36), "ghp_"+sample(alnum, 37)
	v := g.Check(Item{Text: fmt.Sprintf("x=%q\ny=%q\nz=%q", a, b, a)})
	p := v.Redactions
	if len(p) != 3 || p[0].Placeholder != p[2].Placeholder || p[0].Placeholder == p[1].Placeholder {
		t.Errorf("%+v", p)
	}
	if New(Options{}).Check(Item{Text: a}).Redactions[0].Placeholder == p[0].Placeholder {
		t.Error("placeholders do not depend on the gate's key")
	}
}

func TestPrivateKeyBlocks(t *testing.T) {
	g := gate()
	begin, end := "-----BEGIN RSA "+"PRIVATE KEY-----", "-----END RSA "+"PRIVATE KEY-----"
	line := sample(alnum, 64)
	for name, c := range map[string]struct {
		text  string
		lines int
		keep  []string
	}{
		"block":      {"a = 1\nKEY = \"\"\"" + begin + "\n" + line + "\n" + line + "\n" + end + "\"\"\"\nb = 2\n", 4, []string{"a = 1\n", "\"\"\"\nb = 2\n"}},
		"one line":   {"k = \"" + begin + `\n` + line + `\n` + end + "\"\nb = 2", 1, []string{`k = "`, "\"\nb = 2"}},
		"no end":     {begin + "\n" + line + "\n" + line + "\n\nb = 2\n", 3, []string{"\n\nb = 2\n"}},
		"no start":   {"a = [\n" + line + "\n" + line + "\n" + end + "\nb = 2\n", 3, []string{"a = [\n", "\nb = 2\n"}},
		"concat":     {"k := \"" + begin + "\\n\" +\n\t\"" + line + "\\n\" +\n\t\"" + end + "\"\nx := 1\n", 3, []string{"\nx := 1\n"}},
		"SSH2":       {"k: |\n  " + strings.ReplaceAll(strings.ReplaceAll(begin, "-----", "----"), "BEGIN", " BEGIN") + "\n  " + line + "\n  ---- END SSH2 " + "PRIVATE KEY ----\nb: 2\n", 3, []string{"k: |\n", "\nb: 2\n"}},
		"two blocks": {begin + "\n" + line + "\n" + end + "\nmid = 1\n" + begin + "\n" + line + "\n" + end, 6, []string{"\nmid = 1\n"}},
	} {
		v := g.Check(Item{Text: c.text})
		if strings.Contains(v.Text, line[:20]) || len(v.Redactions) != c.lines {
			t.Errorf("%s: %d redactions, want %d: %q", name, len(v.Redactions), c.lines, v.Text)
		}
		if strings.Count(v.Text, "\n") != strings.Count(c.text, "\n") {
			t.Errorf("%s: line count changed: %q", name, v.Text)
		}
		for _, k := range c.keep {
			if !strings.Contains(v.Text, k) {
				t.Errorf("%s: %q is gone: %q", name, k, v.Text)
			}
		}
		if again, _ := g.redact(v.Text, ""); again != v.Text {
			t.Errorf("%s: not idempotent:\n%q\n%q", name, v.Text, again)
		}
	}
	public := "-----BEGIN PUBLIC " + "KEY-----\nabc\n-----END PUBLIC " + "KEY-----\n"
	if v := g.Check(Item{Text: public}); v.Text != public {
		t.Errorf("public key redacted: %q", v.Text)
	}
}

func TestOrdinaryTextStays(t *testing.T) {
	g := gate()
	for _, text := range []string{
		`token = "access_token"`, `password = os.environ["DB_PASSWORD"]`, `secret = getpass("Enter your secret")`, `TOKEN_URL = "https://example.com/oauth/token"`,
		`password="password"`, `api_key = "YOUR_API_KEY"`, `if token == "identifier":`, `{"token_type": "bearer"}`, `headers = {"Authorization": f"Bearer {token}"}`,
		`url = "https://user:{password}@host/x"`, `u = "http://localhost:8080/a@b"`, `id = "123e4567-e89b-12d3-a456-426614174000"`,
		`commit = "` + sample(hexChars, 40) + `"`, `integrity: "sha512-` + sample(alnum, 86) + `=="`, `assert digest == "` + sample(hexChars, 64) + `"`,
		`ALPHABET = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"`, `HEX = "0123456789abcdef0123456789abcdef"`,
		`path = "github.com/fettle-dev/fettle/internal/egress/rules2/Version1"`, `class = "sk-toolbar-button-primary-action"`,
		`def test_returns_the_right_token_when_the_password_is_wrong(self):`, `PASSWORD_RESET_TIMEOUT_DAYS = 3`, `"django.contrib.auth.password_validation.UserAttributeSimilarityValidator"`,
		`AUTH_PASSWORD_VALIDATORS = "NumericPasswordValidatorForUsers"`, `token: Optional[str] = None`, `tokenizer = "BertTokenizerFast"`, `key="primary_key_1"`,
		`update_id = "1a2b3c4d-5e6f-7a8b-9c0d-1e2f3a4b5c6d"`, `token_url = "1a2b3c4d-5e6f-7a8b-9c0d-1e2f3a4b5c6d"`, `git@github.com:org/repo.git`, `ContainsToken(r.Header["Expect"], "100-continue")`, `password = password.encode("latin1")`, `mailto:me@example.com`, `s = "-----BEGIN CERTIFICATE-----"`,
	} {
		if v := g.Check(Item{Text: text}); v.Text != text {
			t.Errorf("changed %q to %q", text, v.Text)
		}
	}
}

func BenchmarkCheck64KiB(b *testing.B) {
	g := gate()
	line := "    def handler_token(self, request, password=None):  # see https://example.com/a\n        value = self.client.get(\"/api/v1/items\", key=\"name\")\n"
	text := strings.Repeat(line, 64<<10/len(line)+1)[:64<<10]
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		g.Check(Item{Text: text})
	}
}

// TestHostileTextIsCheap bounds the work on text that is made to be slow, by that
// on ordinary text on the same machine under the same load.
func TestHostileTextIsCheap(t *testing.T) {
	testkit.OneGoroutine(t)
	g := gate()
	timed := func(unit string) time.Duration {
		text := strings.Repeat(unit, 1<<18/len(unit))
		start := time.Now()
		g.Check(Item{Text: text})
		return time.Since(start)
	}
	timed("value = self.client.get(\"/api/v1/items\")\n") // compiles the expressions
	for name, unit := range map[string]string{
		"jwt": "-eyJ", "names": "passwtoken", "assign": "token=", "quoted": "secret='", "urls": "://a:", "blocks": "-----BEGIN PRIVATE " + "KEY-----\n",
		"ends": "-----END PRIVATE " + "KEY-----\n", "mixed": "-----END PRIVATE " + "KEY-----\n-----BEGIN PRIVATE " + "KEY-----\n", "points": "M.aaaaaa.", "sk": "-sk-", "run": "aB3", "xox": " xoxb-", "quotes": `\"`, "hosts": "hooks.slack.com/services/",
	} {
		usual := timed("value = self.client.get(\"/api/v1/items\")\n")
		took := timed(unit)
		t.Logf("%-8s %5d ms for 256 KiB, ordinary text %d ms", name, took.Milliseconds(), usual.Milliseconds())
		if took > 10*time.Second && took > 100*usual {
			t.Errorf("%s: took %v, ordinary text %v", name, took, usual)
		}
	}
}

// TestSecretBehindASecret: what a value in front of it hid from the first look is found once that is replaced.
func TestSecretBehindASecret(t *testing.T) {
	text := "AccountKey=p=z9G5pzYv" + "GIJrcfyGsP\"\"\"nMKyjZM" + "FFbB\\aDOhVHe2s9X"
	g := gate()
	v := g.Check(Item{Text: text})
	if again := g.Check(Item{Text: v.Text}); again.Text != v.Text {
		t.Errorf("%q is %q at the second look", v.Text, again.Text)
	}
	for _, r := range v.Redactions {
		if p := g.placeholder(text[r.Start:r.End]); p != r.Placeholder {
			t.Errorf("the bytes %d to %d are not those of %s", r.Start, r.End, r.Placeholder)
		}
	}
}

// TestOriginal maps places of a text with placeholders to the text without.
func TestOriginal(t *testing.T) {
	// "ab SECRET cd" with SECRET replaced by ten bytes.
	list := []Redaction{{Start: 3, End: 9, Placeholder: "REDACTED_x"}}
	for _, c := range []struct {
		at   int
		end  side
		want int
	}{{0, atStart, 0}, {3, atEnd, 3}, {3, atStart, 3}, {5, atStart, 3}, {5, atEnd, 9}, {13, atStart, 9}, {13, atEnd, 9},
		{16, atEnd, 12}} {
		if got := original(list, c.at, c.end); got != c.want {
			t.Errorf("%d is %d, want %d", c.at, got, c.want)
		}
	}
}

func FuzzRedact(f *testing.F) {
	for _, c := range canaries() {
		f.Add(c.before + c.value + c.after)
	}
	f.Add("-----BEGIN PRIVATE " + "KEY-----\nabc\n-----END")
	f.Add("AccountKey=p=z9G5pzYv" + "GIJrcfyGsP\"\"\"nMKyjZM" + "FFbB\\aDOhVHe2s9X")
	f.Add("seCret,\"0012" + "71AB\",\"0011" + "A2B7\"")
	g := gate()
	f.Fuzz(func(t *testing.T, text string) {
		v := g.Check(Item{Text: text})
		at, rebuilt := 0, ""
		for _, r := range v.Redactions {
			if r.Start < at || r.End <= r.Start {
				t.Fatalf("spans out of order: %+v", v.Redactions)
			}
			rebuilt += text[at:r.Start] + r.Placeholder
			at = r.End
		}
		if rebuilt+text[at:] != v.Text {
			t.Fatal("other bytes changed")
		}
		if again := g.Check(Item{Text: v.Text}); again.Text != v.Text {
			t.Fatalf("not idempotent: %q -> %q -> %q", text, v.Text, again.Text)
		}
	})
}
