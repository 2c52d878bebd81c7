package token

import "github.com/fettle-dev/fettle/internal/lazyre"

// GivenBackBy are the getters and methods of a script's classes that do nothing but
// give back a member of their object.
func GivenBackBy(src, member string) []string {
	var out []string
	for _, m := range givesBack.FindAllStringSubmatch(src, -1) {
		if m[2] == member {
			out = append(out, m[1])
		}
	}
	return out
}

var givesBack = lazyre.New(`([\w$]+)\(\)(?:: *[^{};]+)? \{\s*return this\.([\w$]+);?\s*\}`)
