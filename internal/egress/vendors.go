package egress

import (
	"regexp"
	"strings"

	"github.com/fettle-dev/fettle/internal/lazyre"
)

// vendorKeys is one rule for tokens that are known by how they begin, where
// nothing else need be known of them: the beginning, then digits and letters
// without order.
func vendorKeys(re func(string) *lazyre.Regexp) rule {
	begins := []string{
		// models
		"p8e-", "dnkey-", "duffel_live_", "duffel_test_", "fo1_", "fm1a_", "fm1r_", "fio-u-", "ico-", "s-s4t2ud-",
		"s-s4t2af-", "rdme_", "tk-us-", "shippo_live_", "shippo_test_", "sgp_", "AQVN", "NRII-", "cmVmd", "bedrock-api-key-",
		"eyJrIjoi", "ZXlK", "sk_prod_", "rk_prod_",
		"gsk_", "r8_", "xai-", "pplx-", "nvapi-", "csk-", "tgp_v1_", "fw_", "pcsk_", "tvly-", "sk_", "jina_", "lsv2_pt_",
		"lsv2_sk_",
		// source, packages, builds
		"ATATT3xFf", "ATBB", "dckr_pat_", "dckr_oat_", "rubygems_", "oy2", "cio", "CLOJARS_", "AKCp", "squ_", "sqp_", "sqa_",
		"bkua_", "CCIPAT_", "PMAK-", "pnu_", "sntrys_", "sntryu_", "lin_api_", "ntn_", "secret_", "figd_", "CFPAT-", "tfp_",
		// clouds, networks, stores of secrets
		"sbp_", "sb_secret_", "glsa_", "glc_", "NRAK-", "dt0c01.", "pscale_tkn_", "pscale_pw_", "pscale_oauth_", "tskey-",
		"dp.pt.", "dp.st.", "dp.ct.", "hvr.", "pul-", "nfp_", "vcp_", "rnd_", "HRKU-", "fm2_", "ops_eyJ", "sha256~", "LTAI",
		"sl.u.",
		// money, mail, people
		"sq0atp-", "sq0csp-", "EZAK", "EZTK", "FLWSECK", "xkeysib-", "access-production-", "access-sandbox-", "sk.eyJ",
		"EAAG", "EAAM", "EAAC", "EAAA", "AAAAAAAAAAAAAAAAAAAA",
	}
	var words, exprs []string
	for _, b := range begins {
		words = append(words, strings.ToLower(b))
		exprs = append(exprs, regexp.QuoteMeta(b))
	}
	return rule{name: "vendor_key", words: words, re: re("(?:" + strings.Join(exprs, "|") + ")[A-Za-z0-9_=.~+/-]{20,}"),
		before: wordStart, greedy: true, fits: vendorKey}
}

// vendorKey judges what begins like a vendor's token: short beginnings are
// those of ordinary names too, so what follows must be without order.
func vendorKey(v string) bool {
	if HasPlaceholder(v) {
		return false
	}
	body := strings.Map(func(r rune) rune {
		if letterOrDigit(r) {
			return r
		}
		return -1
	}, v)
	return shuffled(body) || uuidLike(v[max(0, len(v)-36):])
}

// shuffled reports whether letters and digits, or capitals and small letters,
// stand among each other as in no word and no number.
func shuffled(s string) bool {
	turns, upper, lower := 0, 0, 0
	for i := range len(s) {
		c := s[i]
		if i > 0 && (c >= '0' && c <= '9') != (s[i-1] >= '0' && s[i-1] <= '9') {
			turns++
		}
		switch {
		case c >= 'A' && c <= 'Z':
			upper++
		case c >= 'a' && c <= 'z':
			lower++
		}
	}
	return (turns >= 4 || upper >= 3 && lower >= 3 && !camel(s)) && entropy(s) >= 3 && !ordered(s)
}
