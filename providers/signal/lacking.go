package signal

import (
	"strings"

	"github.com/fettle-dev/fettle/internal/lazyre"
)

// lacking is what checkers say where a class is used that lacks a member: mypy and
// pyright of abstract ones, pylint, Go's compiler, mypy of a protocol.
var lacking = lazyre.New(`[Cc]annot instantiate abstract class ["']([\w.]+)["']|Abstract class '(\w+)' with abstract methods instantiated|\b([\w.]+) does not implement [\w.]+ \((?:missing method|wrong type for method)|^["'](\w+)["'] is missing following ["'][\w.]+["'] protocol member|` +
	`^Following member\(s\) of ["']([\w.]+)["'] have conflicts|["'](\w+)["'] is incompatible with protocol`)

// Lacking is the class, or the type, that a diagnostic or a note of it is about where it
// lacks a member: what is to be changed is not the place that uses it. "" if it is about
// none.
func Lacking(d Diagnostic) string {
	m := lacking.FindStringSubmatch(d.Message)
	for i := 0; m == nil && i < len(d.Related); i++ {
		m = lacking.FindStringSubmatch(d.Related[i].Message)
	}
	if m == nil {
		return ""
	}
	name := strings.Join(m[1:], "")
	return name[strings.LastIndexByte(name, '.')+1:]
}
