package egress

// freshForms were invented after the code could do the others.
func freshForms() []form {
	var out []form
	add := formAdder(&out)
	freshScripts(add)
	freshTyped(add)
	freshShell(add)
	freshData(add)
	return out
}

func freshScripts(add func(kind, paths string, texts ...string)) {
	add("fresh", "a.py", `password: str = field(default_factory=lambda: "§")`, `f = partial(connect, "h", password="§")`, `os.environ |= {"DB_PASSWORD": "§"}`, `os.putenv("API_KEY", "§")`, `parser.set_defaults(password="§")`, `keyring.set_password("svc", "bob", "§")`, `getattr(settings, "SECRET_KEY", "§")`,
		`match cfg:
    case {"password": "§"}: pass`, `if token in ("x", "§"): pass`, `headers["Authorization"] = "token §"`, `session.headers.update({"X-Auth-Token": "§"})`, `@pytest.fixture
def api_token():
    yield "§"`, `@pytest.mark.parametrize("password", ["§"])
def test(password): pass`, `SECRET: ClassVar[str] = "§"`, `class Password(str, Enum):
    ADMIN = "§"`, `if (pw := "§"): pass`, `print("password is §")`, `def f():
    """
    >>> login("bob", "§")
    """`, `z.extractall(pwd=b"§")`)
	add("fresh", "a.ts", `process.env.API_KEY = "§";`, `localStorage.setItem("token", "§");`, `document.cookie = "session_token=§";`, `switch (password) { case "§": break; }`, `type Secret = "§";`, `enum Secrets { A = "§" }`, `const { apiKey: k = "§" } = cfg;`, `fetch(u, { headers: { Authorization: "Basic " + btoa("bob:§") } });`,
		`axios.defaults.headers.common["X-Api-Key"] = "§";`, `Object.assign(cfg, { apiKey: "§" });`, `env("DB_PASSWORD", "§");`, `getSecret = jest.fn().mockReturnValue("§");`, `vi.stubEnv("API_KEY", "§");`, `sinon.stub(cfg, "password").value("§");`)
	add("fresh", "a.tsx", `const x = <Login password="§" />;`, `const x = <Login password={"§"} />;`)
	add("fresh", "a.rb", `let(:password) { "§" }`, `ENV.store("API_KEY", "§")`, `attr_encrypted :x, key: "§"`, `password = %q(§)`, `PASSWORD = <<~PW
  §
PW`, `create(:user, password: "§")`, `allow(ENV).to receive(:[]).with("API_KEY").and_return("§")`)
	add("fresh", "a.php", `const API_KEY = '§';`, `public $password = '§';`, `putenv('DB_PASSWORD=§');`, `$config['db']['password'] = '§';`, `private string $secret = '§';`, `return ['password' => env('DB_PASSWORD', '§')];`)
	add("fresh", "a.pl", `my $password = '§';`, `DBI->connect($dsn, 'bob', '§');`)
	add("fresh", "a.lua", `cfg.password = "§"`)
	add("fresh", "a.ex", `System.put_env("API_KEY", "§")`)
	add("fresh", "a.r", `Sys.setenv(API_KEY = "§")`)
}

func freshTyped(add func(kind, paths string, texts ...string)) {
	add("fresh", "a.go", `t.Setenv("DB_PASSWORD", "§")`, `tests := []struct {
	name     string
	password string
}{
	{"ok", "§"},
}`, `pflag.StringVarP(&o.password, "password", "p", "§", "usage")`, `switch password {
case "§":
}`, `req.Header.Add("Authorization", "Bearer "+"§")`, `url.Values{"client_secret": {"§"}}`, `form.Set("password", "§")`, `cfg := &Config{Auth: Auth{Password: "§"}}`, `s := fmt.Sprintf("user=%s password=§", u)`, `viper.Set("api_key", "§")`, `secretData := map[string][]byte{"x": []byte("§")}`, "json.Unmarshal([]byte(`{\"password\":\"§\"}`), &v)")
	add("fresh", "a.java", `System.setProperty("javax.net.ssl.keyStorePassword", "§");`, `props.put("password", "§");`, `String password = new String("§");`, `@TestPropertySource(properties = "db.password=§")`, `builder.password("§").build();`, `Optional.ofNullable(password).orElse("§");`, `enum Token { A("§") }`)
	add("fresh", "a.kt", `data class C(val password: String = "§")`, `password = "§".toCharArray()`, `companion object { const val API_KEY = "§" }`, `buildConfigField("String", "API_KEY", "\"§\"")`)
	add("fresh", "a.cs", `options.Password = "§";`, `new SqlConnectionStringBuilder { Password = "§" };`, `builder.Configuration["ApiKey"] = "§";`, `[InlineData("password", "§")]`, `const string secret = @"§";`, `Password = $"§";`)
	add("fresh", "a.rs", `let pw: Secret<String> = Secret::new("§".into());`, `match password { "§" => true, _ => false }`, `SecretString::from("§")`, `impl Default for C { fn default() -> Self { Self { password: "§".to_owned() } } }`, `option_env!("API_KEY").unwrap_or("§")`, `pub const fn secret() -> &'static str { "§" }`)
	add("fresh", "a.cpp", `std::string password{"§"};`, `static const char kApiKey[] = "§";`, `setenv("API_KEY", "§", 1);`, `#define API_KEY ("§")`, `return strcmp(password, "§") == 0;`, `const std::string kSecret("§");`)
	add("fresh", "a.swift", `static let apiKey = "§"`, `request.setValue("§", forHTTPHeaderField: "X-Api-Key")`, `UserDefaults.standard.set("§", forKey: "token")`)
	add("fresh", "a.m", `NSString *password = @"§";`)
	add("fresh", "a.dart", `headers: {'X-Api-Key': '§'},`)
	add("fresh", "a.scala", `val password = sys.env.getOrElse("P", "§")`)
}

func freshShell(add func(kind, paths string, texts ...string)) {
	add("fresh", "a.sh", `declare -r API_KEY="§"`, `local password=§`, `export X=1 TOKEN=§`, `printf '%s' "§" | gh auth login --with-token`, `echo § | sudo -S ls`, `PASS=${1:-§}`, `if [ "$PASSWORD" = "§" ]; then`, `mysql --password="§"`, `keytool -storepass § -list`, `ansible-playbook -e "db_password=§"`, `terraform apply -var 'db_password=§'`,
		`curl -d "password=§" u`, `curl -d '{"password":"§"}' u`, `http POST u password=§`, `cat > x <<EOF
password=§
EOF`, `helm install x --set auth.password=§`)
	add("fresh", "Makefile", `export API_KEY = §`, `x:
	curl -u bob:§ https://x.test`)
	add("fresh", "Dockerfile", `LABEL api_key="§"`, `RUN npm config set _authToken=§`)
}

func freshData(add func(kind, paths string, texts ...string)) {
	add("fresh", "a.yaml", `environment:
  - DB_PASSWORD=§`, `- {name: API_KEY, value: §}`, `auth:
  username: bob
  password: §`, `args: ["--password", "§"]`, `command: mysqld --password=§`, `users:
  - name: bob
    password: §`, `with:
  token: §`, `run: echo "§" | docker login -u b --password-stdin`, `password: "§" # prod`)
	add("fresh", "a.toml", `[database]
password = '§'`, `[[users]]
password = "§"`, `auth.token = "§"`)
	add("fresh", "a.json", `["--password", "§"]`, `{"secret": ["§"]}`, `{"password" : "§"}`)
	add("fresh", "a.tf", `resource "x" "y" {
  master_password = "§"
}`, `set {
  name  = "password"
  value = "§"
}`, `environment = { DB_PASSWORD = "§" }`)
	add("fresh", "a.sql", `GRANT ALL ON x TO bob IDENTIFIED BY '§';`, `EXEC sp_addlogin 'bob', '§';`, `SELECT * FROM u WHERE password = '§';`, `CREATE USER MAPPING FOR x SERVER y OPTIONS (user 'b', password '§');`, `INSERT INTO u (id, api_key) VALUES (1, 'x'), (2, '§');`)
	add("fresh", "a.xml", `<server><username>b</username><password>§</password></server>`, `<user name="b" pwd="§"/>`, `<setting name="ApiKey"><value>§</value></setting>`, `<param name="password">§</param>`)
	add("fresh", "a.properties", `jdbc.password = §`)
	add("fresh", "haproxy.cfg", `user bob insecure-password §`)
	add("fresh", "a.md", "```sh\nexport API_KEY=§\n```", "Log in with user `bob` and password `§`.")
}
