package egress

import (
	"cmp"
	"fmt"
	"strings"
	"testing"

	"github.com/fettle-dev/fettle/internal/testkit"
)

// format is a documented form of a secret. Values are made at run time from its
// parts; none stands in the repository.
type format struct {
	of   string
	name string // the name it goes by; "" = its form alone must tell
	make func(r func(alphabet string, n int) string) string
}

const (
	base64Chars = alnum + "+/"
	urlChars    = alnum + "_-"
	base32Chars = uppers + "234567"
	lowNum      = digits + lowers
	upNum       = digits + uppers
)

// formats are what the issuers document, by their beginning or by the name
// under which they are kept.
func formats() []format {
	type r = func(string, int) string
	var out []format
	begins := func(of, begin, alphabet string, n int) {
		out = append(out, format{of, "", func(x r) string { return begin + x(alphabet, n) }})
	}
	named := func(of, name, alphabet string, n int) {
		out = append(out, format{of, name, func(x r) string { return x(alphabet, n) }})
	}
	form := func(of string, f func(x r) string) { out = append(out, format{of, "", f}) }

	for _, p := range []string{"ghp", "gho", "ghu", "ghs", "ghr"} {
		begins("GitHub "+p, p+"_", alnum, 36)
	}
	form("GitHub fine-grained", func(x r) string { return "github" + "_pat_" + x(alnum, 22) + "_" + x(alnum, 59) })
	begins("GitHub long", "ghs"+"_", alnum, 300)
	for _, p := range []string{"pat", "dt", "rt", "ptt", "ft", "imt", "agent", "oas", "soat", "ffct", "wt"} {
		begins("GitLab "+p, "gl"+p+"-", urlChars, 20)
	}
	form("GitLab routable", func(x r) string { return "gl" + "pat-" + x(urlChars, 27) + "." + x(lowNum, 2) + "." + x(lowNum, 9) })
	begins("GitLab runner", "GR"+"1348941", urlChars, 20)
	begins("AWS key id", "AK"+"IA", base32Chars, 16)
	begins("AWS temporary key id", "AS"+"IA", base32Chars, 16)
	named("AWS secret", "aws_secret_access_key", base64Chars, 40)
	named("AWS session", "aws_session_token", base64Chars, 356)
	begins("AWS Bedrock", "AB"+"SK", base64Chars, 128)
	begins("Google API", "AI"+"za", urlChars, 35)
	begins("Google OAuth", "ya"+"29.a0", urlChars, 120)
	begins("Google client", "GOC"+"SPX-", urlChars, 28)
	begins("Google refresh", "1/"+"/0", urlChars, 62)
	form("Slack bot", func(x r) string {
		return "xo" + "xb-" + x("123456789", 12) + "-" + x("123456789", 12) + "-" + x(alnum, 24)
	})
	form("Slack user", func(x r) string {
		return "xo" + "xp-" + x("123456789", 12) + "-" + x("123456789", 12) + "-" + x("123456789", 12) + "-" + x(hexChars, 32)
	})
	form("Slack rotating", func(x r) string { return "xo" + "xe.xoxp-1-" + x(alnum, 160) })
	form("Slack refresh", func(x r) string { return "xo" + "xe-1-" + x(alnum, 146) })
	form("Slack client", func(x r) string { return "xo" + "xc-" + x(digits, 12) + "-" + x(digits, 12) + "-" + x(hexChars, 64) })
	form("Slack cookie", func(x r) string { return "xo" + "xd-" + x(alnum, 60) + "%2B" + x(alnum, 30) })
	form("Slack app", func(x r) string {
		return "xa" + "pp-1-A" + x(upNum, 10) + "-" + x(digits, 13) + "-" + x(hexChars, 64)
	})
	form("Slack workflow", func(x r) string { return "xw" + "fp-" + x(digits, 12) + "-" + x(alnum, 24) })
	form("Slack webhook", func(x r) string {
		return "https://hooks.slack.com/services/" + mark("T"+x(upNum, 8)+"/B"+x(upNum, 8)+"/"+x(alnum, 24))
	})
	for _, p := range []string{"sk_live", "rk_live", "sk_test", "rk_test"} {
		begins("Stripe "+p, p+"_", alnum, 99)
		begins("Stripe short "+p, p+"_", alnum, 24)
	}
	begins("Stripe webhook", "wh"+"sec_", alnum, 32)
	begins("npm", "np"+"m_", alnum, 36)
	begins("PyPI", "py"+"pi-AgEIcHlwaS5vcmc", urlChars, 120)
	begins("TestPyPI", "py"+"pi-AgENdGVzdC5weXBpLm9yZw", urlChars, 120)
	form("OpenAI", func(x r) string { return "sk" + "-" + x(alnum, 20) + "T3BlbkFJ" + x(alnum, 20) })
	for _, p := range []string{"proj", "svcacct", "admin"} {
		form("OpenAI "+p, func(x r) string { return "sk" + "-" + p + "-" + x(urlChars, 74) + "T3BlbkFJ" + x(urlChars, 74) })
	}
	begins("Anthropic", "sk"+"-ant-api03-", urlChars, 95)
	begins("Anthropic admin", "sk"+"-ant-admin01-", urlChars, 95)
	begins("OpenRouter", "sk"+"-or-v1-", hexChars, 64)
	begins("DeepSeek", "sk"+"-", hexChars, 32)
	form("Langfuse", func(x r) string {
		return "sk" + "-lf-" + x(hexChars, 8) + "-" + x(hexChars, 4) + "-" + x(hexChars, 4) + "-" + x(hexChars, 4) + "-" + x(hexChars, 12)
	})
	form("LangSmith", func(x r) string { return "ls" + "v2_pt_" + x(hexChars, 32) + "_" + x(hexChars, 10) })
	begins("Groq", "gs"+"k_", alnum, 52)
	begins("xAI", "xa"+"i-", alnum, 80)
	begins("Perplexity", "pp"+"lx-", alnum, 48)
	begins("NVIDIA", "nv"+"api-", urlChars, 64)
	begins("Cerebras", "cs"+"k-", lowNum, 48)
	begins("Together", "tg"+"p_v1_", urlChars, 43)
	begins("Fireworks", "fw"+"_", alnum, 24)
	begins("Replicate", "r"+"8_", alnum, 37)
	begins("Hugging Face", "hf"+"_", lowers+uppers, 34)
	begins("Hugging Face org", "api"+"_org_", lowers+uppers, 34)
	begins("Pinecone", "pc"+"sk_", alnum+"_", 68)
	begins("Tavily", "tv"+"ly-dev-", alnum, 32)
	begins("ElevenLabs", "sk"+"_", hexChars, 48)
	begins("Jina", "ji"+"na_", alnum, 60)
	form("JWT", func(x r) string { return "ey" + "J" + x(alnum, 33) + ".eyJ" + x(urlChars, 80) + "." + x(urlChars, 43) })
	form("JWE", func(x r) string {
		return "ey" + "J" + x(alnum, 33) + "." + x(urlChars, 80) + "." + x(urlChars, 16) + "." + x(urlChars, 80) + "." + x(urlChars, 22)
	})
	form("Azure storage", func(x r) string {
		return "DefaultEndpointsProtocol=https;AccountName=acct;AccountKey=" + mark(x(base64Chars, 86)+"==") + ";EndpointSuffix=core.windows.net"
	})
	form("Azure bus", func(x r) string {
		return "Endpoint=sb://ns.servicebus.windows.net/;SharedAccessKeyName=Root;SharedAccessKey=" + mark(x(base64Chars, 43)+"=")
	})
	form("Azure SAS", func(x r) string {
		return "https://acct.blob.core.windows.net/c?sv=2022-11-02&ss=b&srt=sco&sp=r&se=2026-01-01&sig=" + mark(x(alnum, 20)+"%2B"+x(alnum, 20)+"%3D")
	})
	form("Azure client", func(x r) string { return x(alnum, 3) + "8Q~" + x(alnum+"_~.-", 34) })
	form("Azure DevOps", func(x r) string { return x(alnum, 76) + "AZDO" + x(alnum, 4) })
	named("Azure key", "AZURE_OPENAI_API_KEY", hexChars, 32)
	for _, scheme := range []string{"postgres", "postgresql+asyncpg", "mysql", "mongodb+srv", "redis", "rediss", "amqp", "https", "ftp", "smtp"} {
		form("URL "+scheme, func(x r) string { return scheme + "://app:" + mark(x(lowers, 6)+x(digits, 2)) + "@db.internal/x" })
	}
	form("URL redis without user", func(x r) string { return "redis://:" + mark(x(alnum, 12)) + "@cache:6379/0" })
	form("URL escaped", func(x r) string {
		return "postgresql://app:" + mark(x(lowers, 6)+"%40"+x(digits, 2)) + "@db.internal/x"
	})
	form("JDBC", func(x r) string {
		return "jdbc:mysql://db.internal:3306/x?user=app&password=" + mark(x(lowers, 6)+x(digits, 2))
	})
	form("JDBC SQL Server", func(x r) string {
		return "jdbc:sqlserver://db.internal;databaseName=x;user=app;password=" + mark(x(lowers, 6)+x(digits, 2)) + ";encrypt=true"
	})
	form("ADO", func(x r) string { return "Server=db;Database=x;User Id=sa;Password=" + mark(x(lowers, 6)+x(digits, 2)) })
	form("libpq", func(x r) string { return "host=db user=app password=" + mark(x(lowers, 6)+x(digits, 2)) + " dbname=x" })
	form("query key", func(x r) string {
		return "https://api.example.com/v1/list?page=2&api_key=" + mark(x(hexChars, 32)) + "&sort=up"
	})
	form("query token", func(x r) string { return "https://api.example.com/v1/list?access_token=" + mark(x(alnum, 40)) })
	form("Bearer", func(x r) string { return "Authorization: Bearer " + mark(x(urlChars, 43)) })
	form("Basic", func(x r) string { return "Authorization: Basic " + mark(x(alnum, 32)) })
	begins("Twilio", "S"+"K", hexChars, 32)
	named("Twilio auth", "TWILIO_AUTH_TOKEN", hexChars, 32)
	form("SendGrid", func(x r) string { return "S" + "G." + x(urlChars, 22) + "." + x(urlChars, 43) })
	form("Mailgun", func(x r) string { return "key" + "-" + x(hexChars, 32) })
	form("Mailchimp", func(x r) string { return x(hexChars, 32) + "-us12" })
	begins("Brevo", "xkey"+"sib-", hexChars, 64)
	form("Telegram", func(x r) string { return x("123456789", 10) + ":AA" + x(urlChars, 33) })
	form("Discord", func(x r) string { return "M" + x(alnum, 25) + "." + x(urlChars, 6) + "." + x(urlChars, 38) })
	form("Discord webhook", func(x r) string {
		return "https://discord.com/api/webhooks/" + mark(x("123456789", 19)+"/"+x(urlChars, 68))
	})
	begins("DigitalOcean", "do"+"p_v1_", hexChars, 64)
	begins("Databricks", "da"+"pi", hexChars, 32)
	begins("Shopify", "shp"+"at_", hexChars, 32)
	begins("age", "AGE"+"-SECRET-KEY-1", upNum, 58)
	begins("Vault", "hv"+"s.", urlChars, 90)
	begins("Vault recovery", "hv"+"r.", urlChars, 90)
	form("Terraform", func(x r) string { return x(alnum, 14) + ".atlas" + "v1." + x(urlChars, 67) })
	begins("Pulumi", "pu"+"l-", hexChars, 40)
	begins("Grafana", "gl"+"c_", alnum, 64)
	form("Grafana service", func(x r) string { return "gl" + "sa_" + x(alnum, 32) + "_" + x(hexChars, 8) })
	begins("Sentry", "sn"+"trys_eyJ", alnum, 120)
	begins("Sentry user", "sn"+"tryu_", hexChars, 64)
	begins("New Relic", "NR"+"AK-", upNum, 27)
	form("Dynatrace", func(x r) string { return "dt" + "0c01." + x(base32Chars, 24) + "." + x(base32Chars, 64) })
	begins("PlanetScale", "psc"+"ale_pw_", urlChars, 43)
	begins("Supabase", "sb"+"p_", hexChars, 40)
	form("Supabase secret", func(x r) string { return "sb" + "_secret_" + x(urlChars, 31) + "_" + x(alnum, 8) })
	begins("Netlify", "nf"+"p_", alnum, 36)
	begins("Vercel", "vc"+"p_", alnum, 56)
	begins("Figma", "fi"+"gd_", urlChars, 40)
	begins("Notion", "nt"+"n_", alnum, 46)
	begins("Notion old", "secret"+"_", alnum, 43)
	begins("Linear", "lin"+"_api_", alnum, 40)
	form("Airtable", func(x r) string { return "pa" + "t" + x(alnum, 14) + "." + x(hexChars, 64) })
	begins("Atlassian", "ATATT"+"3xFfGF0", urlChars, 180)
	begins("Bitbucket", "AT"+"BB", alnum, 32)
	form("Postman", func(x r) string { return "PM" + "AK-" + x(hexChars, 24) + "-" + x(hexChars, 34) })
	begins("Docker", "dckr"+"_pat_", urlChars, 27)
	begins("Docker org", "dckr"+"_oat_", urlChars, 32)
	begins("RubyGems", "ruby"+"gems_", hexChars, 48)
	begins("NuGet", "oy"+"2", lowNum, 43)
	begins("crates.io", "ci"+"o", alnum, 32)
	begins("Clojars", "CLO"+"JARS_", lowNum, 60)
	begins("Artifactory", "AK"+"Cp", alnum, 69)
	begins("Sonar", "sq"+"p_", hexChars, 40)
	begins("Buildkite", "bk"+"ua_", hexChars, 40)
	form("CircleCI", func(x r) string { return "CCI" + "PAT_" + x(alnum, 22) + "_" + x(hexChars, 40) })
	form("Tailscale", func(x r) string { return "ts" + "key-auth-" + x(alnum, 17) + "-" + x(alnum, 32) })
	begins("Square", "sq0"+"atp-", urlChars, 22)
	form("Plaid", func(x r) string {
		return "access" + "-production-" + x(hexChars, 8) + "-" + x(hexChars, 4) + "-" + x(hexChars, 4) + "-" + x(hexChars, 4) + "-" + x(hexChars, 12)
	})
	begins("Facebook", "EA"+"AG", alnum, 180)
	begins("Twitter", strings.Repeat("A", 22), alnum, 80)
	begins("Dropbox", "sl"+".u.", urlChars, 140)
	begins("Alibaba", "LT"+"AI5t", alnum, 20)
	begins("Doppler", "dp"+".pt.", alnum, 43)
	begins("Mapbox", "sk"+".eyJ", alnum, 90)
	begins("Prefect", "pn"+"u_", lowNum, 36)
	begins("Typeform", "tf"+"p_", urlChars, 44)
	begins("OpenShift", "sha"+"256~", urlChars, 43)
	begins("Contentful", "CF"+"PAT-", urlChars, 43)
	begins("1Password", "op"+"s_eyJ", alnum, 250)
	begins("EasyPost", "EZ"+"AK", alnum, 54)
	begins("Flutterwave", "FLW"+"SECK_TEST-", hexChars, 32)
	begins("Heroku", "HR"+"KU-", alnum, 60)
	begins("Fly", "FlyV1 fm2_", base64Chars, 400)
	begins("Render", "rn"+"d_", alnum, 28)
	moreFormats(begins, named, form)
	named("Datadog", "DD_API_KEY", hexChars, 32)
	named("Django", "SECRET_KEY", lowNum+"!@#%^&*(-_=+)", 50)
	named("Cloudflare", "CLOUDFLARE_API_TOKEN", urlChars, 40)
	named("docker auth", "auth", base64Chars, 40)
	named("kube key", "client-key-data", base64Chars, 600)
	named("private key id", "private_key_id", hexChars, 40)
	named("pass phrase", "passphrase", alnum, 16)
	named("password", "db_password", lowNum, 12)
	named("hmac", "hmac_key", hexChars, 64)
	named("session", "SESSION_SECRET", hexChars, 64)
	return out
}

// places are how a value stands in files of each kind.
func places() map[string]string {
	return map[string]string{
		"a.py": "%[1]s = \"%[2]s\"\n", "b.py": "run(%[1]s='%[2]s')\n", "c.py": "cfg = {\"%[1]s\": \"%[2]s\"}\n", "a.go": "%[1]s := \"%[2]s\"\n", "b.go": "var %[1]s = `%[2]s`\n",
		"a.ts": "const %[1]s = '%[2]s';\n", "b.ts": "const c = { %[1]s: `%[2]s` };\n", "a.rs": "let %[1]s: &str = \"%[2]s\";\n", "a.toml": "%[1]s = \"%[2]s\"\n", "a.json": "{\"%[1]s\": \"%[2]s\"}\n",
		"a.env": "%[1]s=%[2]s\n", "b.env": "export %[1]s=\"%[2]s\"\n", "a.yaml": "  %[1]s: %[2]s\n", "b.yaml": "  %[1]s: \"%[2]s\"\n", "a.ini": "%[1]s = %[2]s\n",
	}
}

// mark says which part of a value is the secret, where it is not all of it.
func mark(part string) string { return "\x00" + part + "\x00" }

// TestFormats finds every documented form in files of every kind, whatever it
// is called there.
func TestFormats(t *testing.T) {
	g := gate()
	t.Logf("%d formats", len(formats()))
	for _, f := range testkit.Sample(formats()) {
		for seed := range uint32(5) {
			value := f.make(seeded(seed))
			part := value
			if p := strings.Split(value, "\x00"); len(p) == 3 {
				value, part = strings.Join(p, ""), p[1]
			}
			for place, line := range places() {
				got, _ := g.redact(fmt.Sprintf(line, cmp.Or(f.name, "value"), value), "/w/"+place)
				if left(got, part) {
					t.Errorf("%s in %s: %s", f.of, place, got)
				}
			}
		}
	}
}

// TestBeginningsOfNames: names that begin like a token stay.
func TestBeginningsOfNames(t *testing.T) {
	g := gate()
	for _, v := range []string{"sk_toolbar_button_primary_action2", "fw_version_update_check_2024_01", "rnd_seed_for_the_value_of_2024", "secret_name_of_the_component_v2",
		"cioConfigurationManagerVersion2", "access-production-database-replica-1", "sb_secret_manager_configuration_1", "glc_error_invalid_argument_type_7", "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
		"figd_document_renderer_options_3", "key-value-store-adapter-version-2", "region-us1", "pul-request-template-directory-1", "rubygems_installed_versions_list1", "EZAKayakReservationHandlerTest1"} {
		for place, line := range places() {
			text := fmt.Sprintf(line, "value", v)
			if got, _ := g.redact(text, "/w/"+place); got != text {
				t.Errorf("%s: %s", place, got)
			}
		}
	}
}

// left reports whether twelve bytes of a secret still stand in a text.
func left(text, value string) bool {
	n := min(len(value), 12)
	for i := 0; i+n <= len(value); i++ {
		if strings.Contains(text, value[i:i+n]) {
			return true
		}
	}
	return false
}

// seeded makes characters that look random, the same ones for the same seed.
func seeded(seed uint32) func(string, int) string {
	x := seed*2654435761 + 17
	return func(alphabet string, n int) string {
		b := make([]byte, n)
		for i := range b {
			x = x*1664525 + 1013904223
			b[i] = alphabet[int(x>>16)%len(alphabet)]
		}
		return string(b)
	}
}
