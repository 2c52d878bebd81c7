package egress

// laterForms were invented when nothing of the code moved any more. At the first
// run 148 of 167 held, of these and of a few that do not hold now: what a format
// string names, a pair in one word of YAML, the column of a table.
func laterForms() []form {
	var out []form
	add := formAdder(&out)
	add("later", "a.py", `redis.Redis(host="h", port=6379, db=0, password="§")`, `app.config["SECRET_KEY"] = "§"`, `app.config.update(SECRET_KEY="§", DEBUG=True)`, `Fernet(b"§")`, `jwt.encode(payload, "§", algorithm="HS256")`, `jwt.decode(tok, key="§")`, `hmac.new(b"§", msg, "sha256")`, `boto3.client("s3", aws_secret_access_key="§")`, `openai.api_key = "§"`, `smtp.login("bob@x.test", "§")`, `paramiko_client.connect(h, username="b", password="§")`, `psycopg2.connect("dbname=x user=b password=§")`, `pymysql.connect(host="h", user="b", passwd="§")`, `TOKENS = {"bob": "§", "eve": "x"}`, `creds = ("bob", "§")`, `with patch.dict(os.environ, {"API_TOKEN": "§"}): pass`, `class Settings(BaseSettings):
    db_password: str = Field("§", env="X")`, `assert cfg.password == "§"`, `password = input() or '§'`, `SECRETS = dict([("a", "§")])`, `os.environ.update(API_KEY="§")`, `return {"Authorization": f"Token §"}`, `passwd = chr(65) + "§"`, `API_KEY = "§".strip()`, `password = u'§'`, `DB = dict(user="a", pwd="§")`, `engine = create_engine(URL.create("postgresql", username="b", password="§"))`)
	add("later", "a.go", `ssh.Password("§")`, `jwt.SigningKey = []byte("§")`, `opts := redis.Options{Addr: "x", Password: "§", DB: 0}`, `sql.Open("mysql", "bob:§@tcp(h)/db")`, `token.SignedString([]byte("§"))`, `credentials.NewStaticCredentials("id", "§", "")`, `client.Auth(smtp.PlainAuth("", "bob", "§", "h"))`, `if subtle.ConstantTimeCompare([]byte(password), []byte("§")) == 1 {`, `bcrypt.GenerateFromPassword([]byte("§"), 10)`, `oauth2.Config{ClientID: "x", ClientSecret: "§"}`, `oauth2.StaticTokenSource(&oauth2.Token{AccessToken: "§"})`, `req.Header["X-Api-Key"] = []string{"§"}`, `assert.Equal(t, "§", user.Password)`, `password = strings.TrimSpace("§")`)
	add("later", "a.ts", `jwt.sign(payload, "§");`, `createHmac("sha256", "§")`, `mongoose.connect("mongodb://bob:§@h/db")`, `new Redis({ host: "h", password: "§" })`, `app.use(session({ secret: "§", resave: false }));`, `expect(user.password).toBe("§");`, `const config = { auth: { pass: "§" } };`, `await page.fill("#password", "§");`, `await page.type('input[name="password"]', "§");`, `cy.get("#password").type("§");`, `bcrypt.hash("§", 10)`, `stripe("§", { apiVersion: "x" }); // secret key`, `const creds = { username: "b", passphrase: "§" };`, `headers: { "Authorization": 'Token §' },`, `const KEY = process.env["API_KEY"] || '§'`, `SECRET: z.string().default("§"),`, `accessToken: () => "§",`)
	add("later", "a.java", `DriverManager.getConnection(url, "bob", "§");`, `new UsernamePasswordAuthenticationToken("bob", "§");`, `@Value("${db.password:§}") String p;`, `new PasswordAuthentication("bob", "§".toCharArray());`, `Jwts.builder().signWith(SignatureAlgorithm.HS256, "§")`, `new SecretKeySpec("§".getBytes(), "AES")`, `assertEquals("§", user.getPassword());`, `User.withUsername("b").password("{noop}§").roles("X")`, `keyStore.load(in, "§".toCharArray());`)
	add("later", "a.rs", `Credentials::new("bob".into(), "§".into())`, `assert_eq!(user.password, "§");`, `encode(&h, &c, &EncodingKey::from_secret("§".as_ref()))`, `.bearer_auth("§")`, `let token = option.unwrap_or_else(|| "§".to_string());`, `#[serde(default = "§")] password: String,`)
	add("later", "a.rb", `Rails.application.secrets.secret_key_base = "§"`, `http.basic_auth("bob", "§")`, `JWT.encode(p, "§", "HS256")`, `fill_in "Password", with: "§"`, `expect(user.password).to eq("§")`, `password ||= "§"`, `has_secure_password; self.password = "§"`, `config.password = ENV.fetch("P") { "§" }`)
	add("later", "a.php", `new PDO($dsn, 'bob', '§');`, `mysqli_connect('h', 'bob', '§', 'db');`, `password_hash('§', PASSWORD_DEFAULT);`, `if ($_POST['password'] === '§') {}`, `curl_setopt($c, CURLOPT_USERPWD, "bob:§");`)
	add("later", "a.cs", `new NetworkCredential("bob", "§");`, `services.AddDb("Server=x;Uid=b;Pwd=§;");`, `new SymmetricSecurityKey(Encoding.UTF8.GetBytes("§"))`, `Environment.SetEnvironmentVariable("API_KEY", "§");`, `Assert.Equal("§", user.Password);`)
	add("later", "a.sh", `curl -H "Authorization: Bearer §" u`, `curl --header 'X-Api-Key: §' u`, `docker login -u bob -p § r`, `docker run -e DB_PASSWORD=§ img`, `openssl enc -aes-256-cbc -pass pass:§ -in x`, `gpg --batch --passphrase § -d x`, `redis-cli -a § ping`, `psql "postgresql://bob:§@h/db"`, `wget --user=b --password=§ u`, `aws configure set aws_secret_access_key §`, `export AWS_SECRET_ACCESS_KEY="§"`, `htpasswd -b f bob §`, `sshpass -p§ ssh h`, `read -s PASSWORD <<< "§"`, `echo "bob:§" | chpasswd`, `kubectl create secret generic x --from-literal=password=§`, `vault kv put secret/x password=§`, `git clone https://bob:§@h/r.git`, `zip -P § a.zip f`, `snowsql --password § -q x`, `npm config set //r/:_authToken §`, `helm install x --set db.password=§`, `export SLACK_WEBHOOK_TOKEN='§'`)
	add("later", "a.yaml", `stringData:
  password: §`, `environment:
  - POSTGRES_PASSWORD=§`, `command: ["--password", "§"]`, `args: --token=§`, `connection: "Server=x;Password=§"`, `key: !secret "§"`, `users:
  - name: bob
    password: §`, `with:
  token: "§"`, `x-api-key: §`, `spring.datasource.password: §`, `secret: >
  §`, `secret: |
  §`, `passwords:
  - §`)
	add("later", "a.json", `{"headers": {"Authorization": "Bearer §"}}`, `{"ConnectionStrings": {"Db": "Server=x;Password=§;"}}`, `{"users": [{"name": "b", "passwd": "§"}]}`, `{"env": [{"name": "TOKEN", "value": "§"}]}`, `["--api-key", "§"]`, `{"secrets": {"a": "§"}}`)
	add("later", "a.ini", `[client]
user=b
passwd = §`, `smtp_pass=§`, `[default]
aws_secret_access_key = §`, `//registry/:_authToken=§`, `sqlalchemy.url = postgresql://b:§@h/d`, `secret_key_base: §`)
	add("later", "a.xml", `<add key="ApiKey" value="§" />`, `<server><username>b</username><password>§</password></server>`, `<entry key="db.password">§</entry>`, `<string name="api_key">§</string>`, `<connectionString>Server=x;Pwd=§</connectionString>`)
	add("later", "a.gradle", `password '§'`, `storePassword "§"`, `credentials { username = "b"; password = "§" }`)
	add("later", "a.tf", `master_password = "§"`, `password = var.p != "" ? var.p : "§"`, `secret_string = "§"`, `environment = { DB_PASSWORD = "§" }`, `user_data = "export TOKEN=§"`)
	add("later", "a.ipynb", `{"cells":[{"cell_type":"code","source":["password = \"§\"\n"]}]}`)
	add("later", "a.md", "Password: §\n", "The admin password is `§`.\n", "```sh\nexport TOKEN=§\n```\n")
	return out
}
