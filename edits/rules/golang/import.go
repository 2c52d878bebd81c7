package golang

import (
	"path"
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/edits/rules/rule"
	"github.com/fettle-dev/fettle/internal/text"
)

// goPackages are packages of the standard library that are known by the last part
// of their path: no other package of it ends so. What is left out has a name that
// two of them share (rand, template, scanner), or that is hardly ever theirs.
var goPackages = strings.Fields(`archive/tar archive/zip bufio bytes cmp compress/gzip compress/zlib container/heap
container/list
	container/ring context crypto/md5 crypto/sha1 crypto/tls crypto/x509 database/sql embed encoding/base32 encoding/base64
	encoding/binary encoding/csv encoding/gob encoding/hex encoding/json encoding/pem encoding/xml expvar flag fmt go/ast
	go/parser go/printer go/token hash/adler32 hash/crc32 hash/fnv html image image/color image/draw image/jpeg
	image/png io
	io/fs io/ioutil iter log log/slog log/syslog math/big math/bits math/cmplx mime mime/multipart net net/http
	net/http/httptest net/http/httputil net/mail net/netip net/rpc net/smtp net/textproto net/url os os/exec os/signal
	os/user path path/filepath reflect regexp runtime runtime/debug slices sort strconv strings sync/atomic syscall
	testing testing/fstest testing/iotest testing/quick text/tabwriter unicode unicode/utf16 unicode/utf8 unsafe
	encoding errors maps math sync time`)

// MissingImport imports the package of the standard library that an undefined
// name is, where something exported is read of it. Whether that package has such a
// thing is for the compiler to say, which checks the fix.
func MissingImport(g Source) ([]text.Edit, error) {
	use, name := g.packageUse()
	if use == nil {
		return nil, rule.Declined{Reason: "the name is not used as a package", Aside: true}
	}
	i := slices.IndexFunc(goPackages, func(p string) bool { return path.Base(p) == name })
	if i < 0 {
		return nil, rule.Decline("no single package of the standard library is called %s", name)
	}
	edits, err := g.importLine(goPackages[i])
	if err == nil && edits == nil {
		return nil, rule.Decline("%s is imported already", name)
	}
	return edits, err
}
