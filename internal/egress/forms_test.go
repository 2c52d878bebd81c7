package egress

import (
	"fmt"
	"os"
	"strings"
	"testing"
)

// form is a way in which a secret is written down. § stands for all of it, ‹ and
// › for its first and second half, ¤ for its bytes in numbers, ¶ for its hex.
type form struct{ kind, path, text string }

// formAdder adds forms of a kind, each to files of all paths.
func formAdder(out *[]form) func(kind, paths string, texts ...string) {
	return func(kind, paths string, texts ...string) {
		for path := range strings.FieldsSeq(paths) {
			for _, t := range texts {
				*out = append(*out, form{kind, path, t})
			}
		}
	}
}

// forms are told by what the value is given to, in the languages of their
// paths: no value of theirs has a form of its own.
func forms() []form {
	var out []form
	add := formAdder(&out)
	// assigned names
	add("name", "a.py", `password = "§"`, `DB_PASSWORD: Final[str] = '§'`, `self.api_key = "§"`, `client_secret = f"§"`, `PASSWORD = r'§'`, `user, password = "bob", "§"`,
		`password = (
    "§"
)`, `if password == "§": pass`, `if "§" == password: pass`, `assert secret != '§'`, `password = password or "§"`, `secret_key = os.environ.get("KEY", "§")`, `pw = '§'`, `api_key: str | None = "§"`, `passwords = ["§"]`, `SECRET_KEY_BASE = "§"`)
	add("name", "a.go", `password := "§"`, "var apiKey = `§`", `const clientSecret string = "§"`, `cfg.Password = "§"`, `user, pass := "bob", "§"`, `if password != "§" {`, `var (
	dbPassword = "§"
)`, `key, secret := "a", "§"`)
	add("name", "a.ts b.js", `const password = "§";`, "let apiKey = `§`;", `this.clientSecret = '§';`, `export const API_KEY = "§";`, `const secret = process.env.SECRET || "§";`, `const token = env.TOKEN ?? '§';`, `if (password === "§") {}`, `const pw = cond ? "§" : "";`)
	add("name", "a.ts", `private readonly password: string = "§";`, `const apiKey = "§" as const;`)
	add("name", "a.rs", `let password = "§";`, `const API_KEY: &str = "§";`, `static SECRET: &'static str = "§";`, `let secret = r#"§"#;`, `let password = String::from("§");`, `let api_key = "§".to_string();`)
	add("name", "a.java b.cs", `String password = "§";`, `private static final String API_KEY = "§";`, `this.clientSecret = "§";`)
	add("name", "a.rb", `password = "§"`, `@api_key = '§'`, `ENV["DB_PASSWORD"] = "§"`, `config.secret_key = "§"`)
	add("name", "a.php", `$password = "§";`, `$this->apiKey = '§';`, `define('DB_PASSWORD', '§');`, `'password' => '§',`)
	add("name", "a.kt b.swift", `val password = "§"`, `let apiKey: String = "§"`)
	add("name", "a.lua", `local password = "§"`)
	add("name", "a.sql", `CREATE USER bob WITH PASSWORD '§';`, `ALTER USER bob IDENTIFIED BY '§';`, `SET PASSWORD FOR bob = '§';`)
	// calls
	add("call", "a.py", `connect(host, password="§")`, `client.set_password("§")`, `login("bob", "§")`, `requests.get(u, auth=("bob", "§"))`, `auth=HTTPBasicAuth("bob", "§")`, `s.auth = ("bob", "§")`, `os.environ.setdefault("API_KEY", "§")`,
		`monkeypatch.setenv("DB_PASSWORD", "§")`, `setattr(cfg, "password", "§")`, `parser.add_argument("--password", default="§")`, `SecretStr("§")`, `Secret(value="§")`, `os.getenv("DB_PASSWORD", "§")`, `headers={"X-Api-Key": "§"}`, `run(["mysql", "--password", "§"])`, `field("password", default="§")`)
	add("call", "a.go", `os.Setenv("API_KEY", "§")`, `req.SetBasicAuth("bob", "§")`, `req.Header.Set("X-Api-Key", "§")`, `flag.String("password", "§", "usage")`, `NewClient(WithPassword("§"))`, `url.UserPassword("bob", "§")`)
	add("call", "a.ts", `connect({ user: "bob", password: "§" });`, `headers.set("X-Api-Key", "§");`, `auth: { username: "bob", password: '§' },`, `cy.type({ apiKey: "§" })`, `new Client("bob").setPassword("§")`)
	add("call", "a.rs", `Client::new().basic_auth("bob", Some("§"))`, `.password("§")`, `env::set_var("API_KEY", "§");`, `.header("X-Api-Key", "§")`)
	// dictionaries, parameters
	add("member", "a.py", `cfg = {"password": "§"}`, `cfg["api_key"] = "§"`, `{"name": "DB_PASSWORD", "value": "§"}`, `DATABASES = {'default': {'USER': 'a', 'PASSWORD': '§'}}`, `dict(password="§")`, `PAIRS = [("password", "§")]`)
	add("member", "a.go", `cfg := Config{User: "bob", Password: "§"}`, `m := map[string]string{"password": "§"}`)
	add("member", "a.rs", `let c = Config { password: "§".into(), user: "b" };`)
	add("default", "a.py", `def connect(host, password="§"): pass`, `def connect(host, password: str = "§") -> None: pass`, `lambda password="§": 1`)
	add("default", "a.ts", `function connect(password = "§") {}`, `function connect(password: string = "§") {}`, `const { password = "§" } = opts;`)
	// put together
	add("joined", "a.py", `password = "‹" + "›"`, `password = ("‹"
            "›")`, `password = "".join(["‹", "›"])`, `secret = "‹" \
         "›"`, `api_key = "%s%s" % ("‹", "›")`)
	add("joined", "a.go", `password := "‹" + "›"`, `password := "‹" +
	"›"`, `secret := strings.Join([]string{"‹", "›"}, "")`)
	add("joined", "a.ts", `const password = "‹" + "›";`, `const secret = ["‹", "›"].join("");`, `const secret =
  "‹" +
  "›";`)
	add("joined", "a.rs", `let secret = concat!("‹", "›");`, `let password = format!("{}{}", "‹", "›");`)
	add("joined", "a.php", `$password = "‹" . "›";`)
	// several lines
	add("lines", "a.py", `password = """
§
"""`, `SECRET = textwrap.dedent("""\
    §
""")`)
	add("lines", "a.go", "secret := `\n§\n`")
	add("lines", "a.ts", "const secret = `\n§\n`;")
	// bytes and encodings
	add("bytes", "a.py", `password = b"§"`, `secret = bytes.fromhex("¶")`, `api_key = base64.b64decode("§")`, `secret_key = bytes([¤])`, `SECRET = bytearray((¤))`, `secret = "§".encode()`, `signing_key = binascii.unhexlify("¶")`, `KEY = bytes([¤])`)
	add("bytes", "a.go", `secret := []byte("§")`, `var secretKey = []byte{¤}`, `key, _ := hex.DecodeString("¶")`)
	add("bytes", "a.ts", `const secret = Buffer.from("¶", "hex");`, `const key = new Uint8Array([¤]);`, `const secret = atob("§");`)
	add("bytes", "a.rs", `const SECRET_KEY: [u8; 24] = [¤];`, `let secret = b"§";`, `let key = hex::decode("¶").unwrap();`, `const SECRET: &[u8] = &[¤];`)
	// texts
	add("comment", "a.py", "# pw: §\nx = 1", "# the password is §\nx = 1", "x = 1  # TODO remove token=§", `def f():
    """Connects.

    password: §
    """`, "# api key: §", "# old password was \"§\"")
	add("comment", "a.go b.ts c.rs", "// pw: §\n", "// the password is §\n", "/* secret = § */", "// use password \"x\", no: password=§\n")
	add("comment", "a.sh b.yaml", "# password: §\n")
	// commands
	add("command", "a.py", `cmd = "deploy --password § --now"`, `cmd = "deploy --api-key=§"`, `os.system("PGPASSWORD=§ pg_dump x")`, `cmd = "curl -u bob:§ https://x.test"`, `cmd = "curl -H 'X-Api-Key: §' x"`, `run("mysql -u root -p§ db")`, `sshpass = "sshpass -p § ssh x"`, `u = "https://x.test/a?token=§&b=1"`, `u = "postgres://bob:§@db/x"`, `dsn = "host=db user=bob password=§ dbname=x"`, `c = "Server=x;User=a;Password=§;"`,
		`body = '{"password": "§"}'`, `body = "{\"password\": \"§\"}"`, `h = "Authorization: Bearer §"`, `h = "Cookie: session_token=§"`)
	// data
	add("data", "a.sh", `export PASSWORD=§`, `API_KEY="§"`, `curl -u bob:§ https://x.test`, `export DB_PASSWORD='§'`, `TOKEN=§ ./run`, `mysql -p§ db`, `deploy --password '§'`)
	add("data", "a.yaml", `password: §`, `  api_key: "§"`, `- name: DB_PASSWORD
  value: §`, `- name: DB_PASSWORD
  value: "§"`, `secret: '§'  # note`, `- PASSWORD=§`, `env: {API_KEY: "§"}`)
	add("data", "a.json", `{"password": "§"}`, `{"name": "API_KEY", "value": "§"}`, `{"auth": {"password": "§"}}`)
	add("data", "a.toml", `password = "§"`, `api_key = '§'`, `db = { password = "§" }`)
	add("data", "a.ini b.cfg c.properties", `password = §`, `db.password=§`, `api_key: §`)
	add("data", "a.env", `PASSWORD=§`, `export API_KEY="§"`)
	add("data", "Dockerfile", `ENV DB_PASSWORD=§`, `ENV DB_PASSWORD §`, `ARG API_KEY="§"`, `RUN login --password §`)
	add("data", "a.xml", `<password>§</password>`, `<db user="x" password="§"/>`, `<property name="password" value="§"/>`)
	add("data", "a.tf", `password = "§"`, `variable "db_password" {
  default = "§"
}`)
	return out
}

// formValues are what a name must be enough for: values that look like a hash,
// an identifier or words too.
func formValues() map[string]string {
	r := seeded(7)
	return map[string]string{"symbols": r(uppers, 2) + r(lowers, 4) + "!" + r(digits, 2) + r(lowers, 3), "random": r(alnum, 24), "password": r(lowers, 7) + r(digits, 3), "hash": "a7" + r(hexChars, 38),
		"uuid": r(hexChars, 8) + "-" + r(hexChars, 4) + "-4" + r(hexChars, 3) + "-a" + r(hexChars, 3) + "-" + r(hexChars, 12)}
}

func (f form) with(v string) string {
	half := len(v) / 2
	var nums []string
	for _, b := range []byte(v) {
		nums = append(nums, fmt.Sprint(b))
	}
	return strings.NewReplacer("§", v, "‹", v[:half], "›", v[half:], "¤", strings.Join(nums, ", "), "¶", fmt.Sprintf("%x", v)).Replace(f.text)
}

// arrives reports whether a value can still be read in what is left of a form.
func (f form) arrives(got, v string) bool {
	half := len(v) / 2
	switch {
	case strings.Contains(f.text, "‹"):
		return strings.Contains(got, v[:half]) || strings.Contains(got, v[half:])
	case strings.Contains(f.text, "¤"):
		return strings.Contains(got, fmt.Sprintf("%d, %d, %d", v[0], v[1], v[2]))
	case strings.Contains(f.text, "¶"):
		return strings.Contains(got, fmt.Sprintf("%x", v)[:12])
	}
	return left(got, v)
}

// TestForms: no form lets its value through, and lines stay where they are.
func TestForms(t *testing.T) { tryForms(t, forms()) }

// TestGivenForms: the same of those that were put together later.
func TestGivenForms(t *testing.T) { tryForms(t, givenForms()) }

// TestFreshForms: and of those that were invented last.
func TestFreshForms(t *testing.T) { tryForms(t, freshForms()) }

// TestLaterForms: and of those that were invented after that.
func TestLaterForms(t *testing.T) { tryForms(t, laterForms()) }

// TestFormsAreCounted: the README and the list of changes say how many there are.
func TestFormsAreCounted(t *testing.T) {
	n := len(forms()) + len(givenForms()) + len(freshForms()) + len(laterForms())
	for _, name := range []string{"README.md", "CHANGELOG.md"} {
		data, err := os.ReadFile("../../" + name)
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(string(data), fmt.Sprintf("%d ways", n)) {
			t.Errorf("%s does not say that %d ways are tested", name, n)
		}
	}
}

func tryForms(t *testing.T, all []form) {
	t.Helper()
	g, passed := gate(), 0
	for _, f := range all {
		ok := true
		for name, v := range formValues() {
			text := f.with(v)
			got, _ := g.redact(text, "/w/"+f.path)
			switch again, list := g.redact(got, "/w/"+f.path); {
			case f.arrives(got, v):
				t.Errorf("%s in %s, %s: %s", f.kind, f.path, name, got)
				ok = false
			case strings.Count(got, "\n") != strings.Count(text, "\n"):
				t.Errorf("%s in %s: lines changed: %s", f.kind, f.path, got)
			case len(list) > 0:
				t.Errorf("%s in %s: not idempotent: %s\n%s", f.kind, f.path, got, again)
			}
		}
		if ok {
			passed++
		}
	}
	t.Logf("%d of %d forms are taken out whatever the value looks like", passed, len(all))
}
