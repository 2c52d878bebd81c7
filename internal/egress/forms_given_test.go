package egress

// givenForms are further ones, put together by kinds of places rather than by
// kinds of values: what a function named for a secret gives back, members of a
// container so named, defaults, positional arguments, commands, markup.
func givenForms() []form {
	var out []form
	add := formAdder(&out)
	add("returned", "a.go", `func dbPassword() string { return "§" }`, `func (c *Config) Secret() (string, error) {
	return "§", nil
}`, `x := Config{Password: func() string { return "§" }}`)
	add("returned", "a.py", `def get_api_key():
    return "§"`, `@property
def password(self) -> str:
    """The password."""
    return "§"`, `get_password = lambda: "§"`, `async def fetch_password(user):
    if user:
        return "§"
    return None`)
	add("returned", "a.ts", `function getSecret(): string {
  return "§";
}`, `const getPassword = () => "§";`, `class A { get password() { return "§"; } }`, `export const apiKey = async () => { return "§"; };`)
	add("returned", "a.js", `module.exports.getPassword = function () { return '§' }`, `const cfg = { password() { return "§"; } }`)
	add("returned", "a.java", `public String getPassword() {
    return "§";
}`)
	add("returned", "a.rs", `fn api_key() -> String {
    "§".to_string()
}`)
	add("returned", "a.rb", `def password
  "§"
end`)
	add("returned", "a.php", `function getPassword() { return '§'; }`)
	add("returned", "a.cs", `public string ApiKey => "§";`, `public string Password { get; set; } = "§";`)
	add("returned", "a.kt", `fun password() = "§"`, `val apiKey: String get() = "§"`, `val secret by lazy { "§" }`)
	add("returned", "a.scala", `def dbPassword: String = "§"`)
	add("returned", "a.swift", `var apiKey: String { return "§" }`, `var apiKey: String { "§" }`)
	// members of containers that are named for secrets
	add("container", "a.go", `var passwords = map[string]string{"alice": "§"}`, `var credentials = map[string]string{
	"alice": "§",
	"bob":   "x",
}`, `users := []struct{ name, password string }{{"alice", "§"}}`)
	add("container", "a.py", `PASSWORDS = {"alice": "§"}`, `credentials = {"alice": "§"}`, `PASSWORDS["alice"] = "§"`, `api_keys = ("x", "§")`)
	add("container", "a.ts", `const passwords: Record<string, string> = { alice: "§" };`, `const apiKeys = new Map([["alice", "§"]]);`)
	add("container", "a.rb", `PASSWORDS = { "alice" => "§" }.freeze`, `secrets = { alice: "§" }`)
	add("container", "a.php", `$passwords = ['alice' => '§'];`)
	add("container", "a.java", `Map<String, String> passwords = Map.of("alice", "§");`, `passwords.put("alice", "§");`)
	add("container", "a.kt", `val passwords = mapOf("alice" to "§")`)
	add("container", "a.cs", `var passwords = new Dictionary<string, string> { ["alice"] = "§" };`, `var passwords = new Dictionary<string, string> { { "alice", "§" } };`)
	add("container", "a.rs", `let passwords = HashMap::from([("alice", "§")]);`, `passwords.insert("alice", "§");`)
	add("container", "a.json", `{"passwords": {"alice": "§"}}`)
	add("container", "a.yaml", `passwords:
  alice: §`, `secrets:
  - §`, `kind: Secret
stringData:
  alice: §`)
	add("container", "a.toml", `[passwords]
alice = "§"`)
	add("container", "a.ini", `[passwords]
alice = §`)
	add("container", "a.tf", `secrets = {
  alice = "§"
}`)
	// values on lines of their own
	add("block", "a.yaml", `password: |
  §`, `stringData:
  password: >-
    §`, `password:
  "§"`, `apiKey: !!str §`, `password: &pw §`, `kind: Secret
data:
  password: §`)
	add("block", "a.toml", `password = """
§"""`)
	add("block", "a.tf", `password = <<EOT
§
EOT`)
	add("block", "a.sh", `PASSWORD=$(cat <<EOF
§
EOF
)`)
	add("block", "a.xml", `<password>
  §
</password>`, `<Password><![CDATA[§]]></Password>`)
	givenCommands(add)
	givenDefaults(add)
	givenCalls(add)
	givenTexts(add)
	return out
}

func givenCommands(add func(kind, paths string, texts ...string)) {
	add("command", "a.sh", `aws configure set aws_secret_access_key §`, `docker login -u bob --password-stdin <<< "§"`, `echo "§" | docker login -u bob --password-stdin`, `curl --user "bob:§" https://x.test`, `wget --http-password=§ x`,
		`docker login -u bob -p § registry.test`, `kubectl create secret generic db --from-literal=password=§`, `gh secret set DB_PASSWORD --body "§"`, `heroku config:set API_KEY=§`, `vault kv put secret/db password=§`, `echo 'bob:§' | chpasswd`,
		`redis-cli -a § ping`, `openssl enc -aes-256-cbc -pass pass:§`, `htpasswd -b .htpasswd bob §`, `git clone https://oauth2:§@git.test/x.git`, `PGPASSWORD='§' psql`, `sshpass -p '§' ssh x`, `read -r PASSWORD <<< "§"`, `: "${DB_PASSWORD:=§}"`, `PASSWORD="${PASSWORD:-§}"`)
	add("command", "Makefile", `DB_PASSWORD := §`, `DB_PASSWORD ?= §`, `run:
	docker run -e API_KEY=§ app`)
	add("command", "Dockerfile", `RUN curl -H "Authorization: Bearer §" x`, `RUN echo "bob:§" | chpasswd`, `ENV A=b DB_PASSWORD=§`)
	add("command", "a.py", `subprocess.run(["docker", "login", "-u", "bob", "-p", "§"])`)
	add("command", "a.go", `exec.Command("sshpass", "-p", "§", "ssh")`)
	add("command", "a.ps1", `$password = ConvertTo-SecureString "§" -AsPlainText -Force`, `[string]$ApiKey = "§"`)
	add("command", "a.bat", `set DB_PASSWORD=§`)
	add("command", "a.sql", `ALTER ROLE app WITH LOGIN PASSWORD '§';`, `CREATE USER 'bob'@'%' IDENTIFIED WITH mysql_native_password BY '§';`, `INSERT INTO users (name, password) VALUES ('bob', '§');`, `UPDATE users SET password = '§' WHERE id = 1;`,
		`CREATE LOGIN bob WITH PASSWORD = N'§';`, `SELECT dblink_connect('host=x user=bob password=§');`, `SELECT pgp_sym_encrypt('x', '§')`)
	add("command", "a.py", `cur.execute("ALTER USER bob WITH PASSWORD '§'")`)
}

func givenDefaults(add func(kind, paths string, texts ...string)) {
	add("default", "a.rs", `let key = env::var("API_KEY").unwrap_or("§".into());`, `let x = env::var("DB_PASSWORD").unwrap_or_else(|_| "§".to_string());`, `#[arg(long, default_value = "§")]
    password: String,`)
	add("default", "a.ts", `connect(process.env.DB_PASSWORD ?? "§")`, `@Input() password = "§";`)
	add("default", "a.rb", `x = ENV.fetch("DB_PASSWORD", "§")`, `x = ENV.fetch("API_KEY") { "§" }`, `x = ENV["API_KEY"] || "§"`)
	add("default", "a.php", `$x = getenv('DB_PASSWORD') ?: '§';`, `$x = $_ENV['DB_PASSWORD'] ?? '§';`)
	add("default", "a.java", `String x = System.getenv().getOrDefault("DB_PASSWORD", "§");`, `@Value("${db.password:§}") String x;`, `@NotNull
private String password = "§";`, `@Value("§")
private String apiKey;`, `@DataSourceDefinition(name="x", password="§")`)
	add("default", "a.cs", `var x = Environment.GetEnvironmentVariable("DB_PASSWORD") ?? "§";`, `[JsonProperty("password")] public string P { get; } = "§";`)
	add("default", "a.kt", `val x = System.getenv("DB_PASSWORD") ?: "§"`)
	add("default", "a.go", `x := cmp.Or(os.Getenv("DB_PASSWORD"), "§")`, `x := getEnv("API_KEY", "§")`, `viper.SetDefault("db.password", "§")`, "Password string `default:\"§\"`")
	add("default", "a.py", `x = os.environ.get("DB_PASSWORD") or "§"`, `x = config("SECRET_KEY", default="§")`, `@click.option("--password", default="§")`, `class S(BaseSettings):
    api_key: SecretStr = SecretStr("§")`, `api_key: Annotated[str, Field(min_length=1)] = "§"`, `password: str = Field(default="§", env="X")`)
	add("default", "a.yaml", `x: ${DB_PASSWORD:-§}`, `password: ${DB_PASSWORD:-§}`)
	add("default", "a.properties", `db.password=${DB_PASSWORD:§}`, `spring.datasource.password : §`)
}

func givenCalls(add func(kind, paths string, texts ...string)) {
	add("positional", "a.java", `DriverManager.getConnection(url, "bob", "§")`, `new SecretKeySpec("§".getBytes(), "AES")`, `new PasswordAuthentication("bob", "§".toCharArray())`, `Jwts.builder().signWith(SignatureAlgorithm.HS256, "§")`, `Algorithm.HMAC256("§")`, `keyStore.load(in, "§".toCharArray())`, `new PBEKeySpec("§".toCharArray())`)
	add("positional", "a.php", `new PDO($dsn, "bob", "§");`, `mysqli_connect("localhost", "bob", "§", "db");`, `hash_hmac('sha256', $data, '§');`, `openssl_encrypt($d, 'aes-256-cbc', '§');`, `password_verify('§', $hash);`, `JWT::encode($p, '§', 'HS256');`, `curl_setopt($ch, CURLOPT_USERPWD, "bob:§");`)
	add("positional", "a.py", `psycopg2.connect("db", "bob", "§")`, `jwt.encode(payload, "§", algorithm="HS256")`, `jwt.decode(t, "§", algorithms=["HS256"])`, `hmac.new(b"§", msg, hashlib.sha256)`, `Fernet(b"§")`, `AES.new(b"§", AES.MODE_GCM)`, `MySQLdb.connect("h", "bob", "§", "db")`, `URLSafeTimedSerializer("§")`)
	add("positional", "a.ts", `jwt.sign(payload, "§", { expiresIn: 1 });`, `jwt.verify(token, "§");`, `createHmac("sha256", "§");`, `crypto.createCipheriv("aes-256-gcm", "§", iv);`, `CryptoJS.AES.encrypt(m, "§");`, `session({ secret: "§" });`, `app.use(cookieParser("§"));`, `new Sequelize("db", "bob", "§");`, `new Stripe("§");`, `bcrypt.compare("§", hash);`, `await page.fill("#password", "§");`)
	add("positional", "a.go", `hmac.New(sha256.New, []byte("§"))`, `subtle.ConstantTimeCompare([]byte(got), []byte("§"))`, `aes.NewCipher([]byte("§"))`, `sessions.NewCookieStore([]byte("§"))`, `token.SignedString([]byte("§"))`, `smtp.PlainAuth("", "bob", "§", "host")`, `ssh.Password("§")`, `bcrypt.GenerateFromPassword([]byte("§"), 10)`,
		`bcrypt.CompareHashAndPassword(hash, []byte("§"))`, `credentials.NewStaticCredentials("x", "§", "")`)
	add("positional", "a.cs", `new NetworkCredential("bob", "§")`, `new SymmetricSecurityKey(Encoding.UTF8.GetBytes("§"))`, `new HMACSHA256(Encoding.UTF8.GetBytes("§"))`)
	add("positional", "a.rb", `JWT.encode(payload, "§", "HS256")`, `OpenSSL::HMAC.hexdigest("SHA256", "§", data)`, `http_basic_authenticate_with name: "bob", password: "§"`, `request.basic_auth("bob", "§")`, `fill_in "Password", with: "§"`)
	add("positional", "a.rs", `EncodingKey::from_secret("§".as_ref())`, `Hmac::<Sha256>::new_from_slice(b"§")`, `Credentials::new("bob".into(), "§".into())`)
}

func givenTexts(add func(kind, paths string, texts ...string)) {
	add("markup", "a.xml", `<add key="ApiKey" value="§"/>`, `<entry key="db.password">§</entry>`, `<string name="api_key">§</string>`, `<add connectionString="Server=x;Uid=a;Pwd=§"/>`)
	add("markup", "a.html", `<input type="password" value="§">`, `<!-- password: § -->`)
	add("markup", "a.md", "The admin password is `§`.", "| password | § |", "Password: **§**")
	add("data", "a.ini", `[default]
aws_secret_access_key = §`, `password=§ ; note`)
	add("data", "a.json", `{"Authorization": "Basic §"}`, `{"env": [{"name": "X_TOKEN", "value": "§"}]}`, `{"type": "password", "value": "§"}`)
	add("data", "redis.conf", `requirepass §`)
	add("data", "a.gradle", `storePassword '§'`, `credentials { username 'bob'; password '§' }`)
	add("test", "a_test.go", `assert.Equal(t, "§", cfg.Password)`, `want := Config{Password: "§"}`)
	add("test", "a.test.ts", `expect(user.password).toBe("§");`)
	add("test", "ATest.java", `assertEquals("§", user.getPassword());`)
	add("test", "test_a.py", `assert user.password == "§"`, `self.assertEqual(cfg.password, "§")`)
	add("name", "a.c", `#define DB_PASSWORD "§"`, `strcpy(password, "§");`, `char password[] = "§";`, `const char *api_key = "§";`)
	add("name", "a.ex", `config :app, App.Endpoint, secret_key_base: "§"`)
	add("name", "a.dart", `static const String apiKey = '§';`)
	add("comment", "A.java", `/**
 * Default password: §
 */`)
	add("comment", "a.py", `def f(password):
    """Logs in.

    :param password: for instance "§"
    """`)
	add("command", "a.exp", `expect "Password:"
send "§\r"`)
}
