package egress

// moreFormats are those that gitleaks' rules know besides. The beginnings are
// written in two parts, so that no scanner takes them for keys.
func moreFormats(begins func(of, begin, alphabet string, n int), named func(of, name, alphabet string, n int), form func(of string, f func(x func(string, int) string) string)) {
	type r = func(string, int) string
	form("1Password secret key", func(x r) string {
		return "A3" + "-" + x(upNum, 6) + "-" + x(upNum, 6) + "-" + x(upNum, 5) + "-" + x(upNum, 5) + "-" + x(upNum, 5) + "-" + x(upNum, 5)
	})
	form("1Password secret key, two parts", func(x r) string {
		return "A3" + "-" + x(upNum, 6) + "-" + x(upNum, 11) + "-" + x(upNum, 5) + "-" + x(upNum, 5) + "-" + x(upNum, 5)
	})
	begins("Adobe", "p8"+"e-", lowNum, 32)
	begins("Artifactory reference", "cm"+"VmdGtu", alnum, 56)
	begins("Bedrock", "bedrock"+"-api-key-", base64Chars, 100)
	begins("ClickHouse", "4b"+"1d", alnum, 38)
	form("Cloudflare origin", func(x r) string { return "v1" + ".0-" + x(hexChars, 24) + "-" + x(hexChars, 146) })
	form("Defined Networking", func(x r) string { return "dn" + "key-" + x(lowNum, 26) + "-" + x(lowNum, 52) })
	begins("Duffel", "duf"+"fel_live_", alnum, 43)
	begins("EasyPost test", "EZ"+"TK", alnum, 54)
	form("Facebook", func(x r) string { return "1" + x(digits, 14) + "|" + mark(x(alnum, 27)) })
	begins("Facebook page", "EA"+"AM", alnum, 110)
	form("Flutterwave encryption", func(x r) string { return "FLW" + "SECK_TEST-" + x("12345", 4) + x("abcdef", 4) + x("12345", 4) })
	begins("Fly machine", "fm"+"1a_", alnum, 120)
	begins("Fly organisation", "fo"+"1_", alnum, 43)
	begins("Frame.io", "fio"+"-u-", lowNum, 64)
	form("GitLab job", func(x r) string { return "gl" + "cbt-1_" + x(urlChars, 20) })
	form("GitLab session", func(x r) string { return "Cookie: _gitlab" + "_session=" + mark(x(lowNum, 32)) })
	begins("Grafana old", "ey"+"JrIjoi", alnum, 90)
	form("Harness", func(x r) string { return "pa" + "t." + x(alnum, 22) + "." + x(alnum, 24) + "." + x(alnum, 20) })
	begins("Infracost", "ic"+"o-", alnum, 32)
	begins("Intra 42", "s-s4"+"t2ud-", hexChars, 64)
	form("MaxMind", func(x r) string { return x(alnum, 6) + "_" + x(alnum, 29) + "_m" + "mk" })
	form("Microsoft Teams", func(x r) string {
		return "https://acme.webhook.office.com/webhookb2/" + mark(x(hexChars, 8)+"-"+x(hexChars, 4)+"@"+x(hexChars, 8)+"/IncomingWebhook/"+x(hexChars, 32))
	})
	begins("New Relic browser", "NR"+"JS-", hexChars, 19)
	begins("New Relic insert", "NR"+"II-", alnum, 32)
	form("Octopus", func(x r) string { return "AP" + "I-" + x(uppers, 12) + x(digits, 4) + x(uppers, 10) })
	begins("ReadMe", "rd"+"me_", lowNum, 70)
	begins("Scalingo", "tk"+"-us-", alnum, 48)
	begins("SettleMint", "sm"+"_pat_", "ab12cd34EF", 16)
	begins("Shippo", "ship"+"po_live_", hexChars, 40)
	begins("Sourcegraph", "sg"+"p_", hexChars, 40)
	begins("Stripe prod", "sk"+"_prod_", alnum, 30)
	begins("Square old", "EA"+"AA", alnum, 60)
	form("Yandex", func(x r) string { return "t1" + "." + x(alnum, 20) + "." + x(urlChars, 86) })
	begins("Yandex API", "AQ"+"VN", alnum, 36)
	// keys without a form of their own, told by whose they are
	for _, name := range []string{"ALGOLIA_ADMIN", "fastly", "cohere_live", "NETLIFY", "sendbird", "CODECOV_PROD"} {
		named(name, name, hexChars, 40)
	}
}
