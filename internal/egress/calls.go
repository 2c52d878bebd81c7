package egress

import (
	"strings"

	"github.com/fettle-dev/fettle/internal/text"
)

// credentialCalls are functions that expect a secret at a place that only their
// documentation names: how they end, with what they belong to where the last
// part says too little, and the numbers of the arguments.
var credentialCalls = parseCalls(`
drivermanager.getconnection 2
pdo 2
mysqli mysqli_connect mysql_connect mysqli.real_connect mysqli_real_connect sequelize ftp_login imap_open 2
pymysql.connect mysqldb.connect psycopg2.connect mysql.connect mariadb.connect mysql2.connect 2
dbi.connect 2
oracledb.connect cx_oracle.connect oci_connect oci_new_connect ora_logon ldap_bind ftp_login ftp.login imap.login
smtp.login simple_bind_s simple_bind simplebind ldap.bind 1
ssh.connect client.connect sftp.connect transport.connect 3
jwt.sign jwt.verify jwt.encode jwt.decode jws.sign jws.verify jws.encode jwt.create jose.encode jose.decode
jose.jwt.encode jsonwebtoken.sign jsonwebtoken.verify itsdangerous.sign 1
signwith setsigningkey verifywith 0 1
hmac.new hmac.hmac 0 1
hmac.digest hmac.hexdigest hmac.base64digest createhmac createcipheriv createdecipheriv createcipher createdecipher
aes.encrypt aes.decrypt des.encrypt des.decrypt tripledes.encrypt rabbit.encrypt rc4.encrypt hmacsha256 hmacsha1
hmacsha512 hmacmd5 1
hash_hmac openssl_encrypt openssl_decrypt mcrypt_encrypt mcrypt_decrypt hash_hmac_file 2
constanttimecompare compare_digest timingsafeequal hash_equals constant_time_compare secure_compare fixedtimeequals 0 1
fernet multifernet aes.new des.new des3.new arc4.new blowfish.new chacha20.new chacha20_poly1305.new aesgcm
chacha20poly1305 aes.newcipher des.newcipher newcipher newtripledescipher chacha20poly1305.new secretbox
secretbox.new aescipher 0
cookieparser cookiesession newcookiestore cookiestore cookie.newstore securecookie.new newsecurecookie
urlsafetimedserializer urlsafeserializer timedserializer timestampsigner timedjsonwebsignatureserializer
itsdangerous.signer 0 1
signedstring hmac256 hmac384 hmac512 secretkeyspec pbekeyspec symmetricsecuritykey hmacsha1 hmacsha256 hmacsha384
hmacsha512 hs256key hs384key hs512key hmacshakeyfor new_from_slice from_secret symmetrickey.create importkey 0
passwordauthentication usernamepasswordcredentials usernamepasswordauthenticationtoken networkcredential
basicauthentication basicauthenticator basicauthcredentials passwordcredentials userpass credentials.new
credentials.create credentials.basic httpbasicauth httpdigestauth set_basic_auth basic_auth setbasicauth basicauth
userpassword 1
keystore.load keystore.getkey keystore.setkeyentry ks.load trust.load loadkeystore pkcs12_parse 1 
password_verify password_hash bcrypt.compare bcrypt.comparesync bcrypt.hash bcrypt.hashsync bcrypt.hashpw
bcrypt.checkpw hashpw checkpw bcrypt.verify argon2.hash argon2id.createhash scrypt.hash generatefrompassword pbkdf2
pbkdf2sync pbkdf2.key pbkdf2.new scrypt scryptsync scrypt.key argon2.key argon2.idkey make_password bcrypt.create
crypt.crypt 0
comparehashandpassword pbkdf2_hmac argon2.verify check_password_hash check_password password_matches bcrypt.matches 1
newstaticcredentials newstaticcredentialsprovider basicawscredentials awsbasiccredentials.create
basicsessioncredentials aws.credentials newstaticv4 credentials.newstaticv4 staticcredentialsprovider 1 2
plainauth smtp.plainauth crammd5auth smtp.crammd5auth 1 2
pgp_sym_encrypt pgp_sym_decrypt aes_encrypt aes_decrypt hmac gitlab gitlab.gitlab algoliasearch supabase.createclient
supabase.create_client twilio twilio.client telesign pusher.pusher azurekeycredential.new 1
stripe stripe.stripe github.github pygithub slack_sdk.webclient webclient telebot telegrambot discord.bot
azurekeycredential namedkeycredential sharedkeycredential tokenauth staticsecret ssh.password resend sendgrid
sendgridapiclient setapikey mailgun postmark.serverclient anthropic.new groq personalaccesstokencredentials 0
newsharedkeycredential storagesharedkeycredential azurenamedkeycredential 1
sharedkeycredential.new 1
`)

// parseCalls reads names up to the numbers of their arguments, over as many lines as they need.
func parseCalls(rows string) map[string][]int {
	out := map[string][]int{}
	var names []string
	counted := false
	for word := range strings.FieldsSeq(rows) {
		if len(word) == 1 && word[0] >= '0' && word[0] <= '9' {
			for _, n := range names {
				out[n] = append(out[n], int(word[0]-'0'))
			}
			counted = true
			continue
		}
		if counted {
			names, counted = nil, false
		}
		names = append(names, word)
	}
	return out
}

// credential reports whether a function expects a secret as its argument at an index.
func credential(callee, recv string, index int) bool {
	for _, i := range credentialPlaces(callee, recv) {
		if i == index {
			return true
		}
	}
	return false
}

func credentialPlaces(callee, recv string) []int {
	if callee == "" || len(callee) > 100 {
		return nil
	}
	name := strings.ToLower(strings.ReplaceAll(callee, "$", ""))
	if recv != "" && !strings.Contains(name, ".") && len(recv) < 60 {
		name = strings.ToLower(lastPart(recv)) + "." + name
	}
	for {
		if places, ok := credentialCalls[name]; ok {
			return places
		}
		_, rest, ok := strings.Cut(name, ".")
		if !ok {
			return nil
		}
		name = rest
	}
}

// takesKey reports whether an argument called key is a secret.
func takesKey(callee string) bool {
	for _, w := range nameWords(lastPart(callee)) {
		switch w {
		case "encrypt", "encrypted", "decrypt", "encrypts", "hmac", "sign", "cipher", "aes", "jwt":
			return true
		}
	}
	return len(credentialPlaces(callee, "")) > 0
}

// arguments judges the literals of a list or a call as the words of a command.
func (p *sites) arguments(f *frame) {
	words := make([]word, len(f.argv))
	for i, a := range f.argv {
		words[i] = word{a.at, p.src[a.at.Start:a.at.End]}
	}
	for _, s := range commandSecrets(words) {
		if v := p.src[s.Start:s.End]; secretValue(passwordName, v) || namedPassword(v) {
			p.out = append(p.out, span{s.Start, s.End, "command_secret"})
		}
	}
}

// word is one of a command.
type word struct {
	at text.Span
	s  string
}
