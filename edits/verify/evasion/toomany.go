package evasion

import (
	"strconv"

	"github.com/fettle-dev/fettle/internal/lazyre"
)

// surplus are complaints about an argument that a call must do without, each in the
// words of its tool; counts are those that tell it by two numbers.
var (
	surplus = lazyre.New(`(?i)too many (?:positional )?arguments (?:for|in|passed)|^expected \d+ (?:positional )?arguments?$|unexpected keyword argument|no parameter named|multiple values for`)
	counts  = lazyre.New(`(?i)(?:expected|takes) (?:at most |exactly )?(\d+)(?:-(\d+))? (?:positional )?arguments?,? but (?:got )?(\d+)`)
)

// TooMany reports whether a message says that a call has arguments that it must do
// without.
func TooMany(message string) bool {
	if surplus.MatchString(message) {
		return true
	}
	m := counts.FindStringSubmatch(message)
	if m == nil {
		return false
	}
	if m[2] != "" {
		m[1] = m[2]
	}
	wanted, err1 := strconv.Atoi(m[1])
	got, err2 := strconv.Atoi(m[3])
	return err1 == nil && err2 == nil && got > wanted
}
