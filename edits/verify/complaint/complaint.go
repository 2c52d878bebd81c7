// Package complaint reads in the words of a complaint, and in the name of its rule,
// what a fix of it may do that a fix of any other may not.
package complaint

import (
	"regexp"
	"strconv"
	"strings"

	"github.com/fettle-dev/fettle/internal/lazyre"
)

// reshapes are complaints about the form of code that does what it should: the same
// is to be done by other means, and what they are is in the message.
var reshapes = lazyre.New("(?i)\\b(?:can be|could (?:be|expand)|should be (?:replaced|rewritten|written|quoted|sorted|inlined|separated)|may be simplified|instead|unnecessar\\w+|unneeded|redundan\\w+|unused|never used|useless|" +
	"needless\\w*|superfluous|simplif\\w+|manual(?:ly)?|reimplements?|deprecated|prefer|replac\\w+|usage of|casts? from|matching over|verbose|inefficient|immediately|combine|collaps\\w*|merge|equivalent|" +
	"clamp-like|moderniz\\w*|returning an|transmute|swapping|dereferenc\\w+|only simple|lossy|infallibl\\w+|inlin\\w+|lazy|nested|unnested|complex\\w*|imports?|inherits|annotations?|quotes?|derivable|sort\\w*|removed in|" +
	"coerc\\w+|consider using)\\b|^use |^using `?[\\w:]+`? (?:on|to|where)|^using an? `|^use of|called `|calling `|this (?:pattern|match|call|`|let|boolean|operation|expression|public|trait|range)|^missing `")

// reshaping are names of rules that say the same of themselves.
var reshaping = lazyre.New(`(?:^|[:_-])(?:needless|redundant|unnecessary|useless|manual|slow|non_canonical|cmp_owned|box_default|match_same|unneeded|duplicate)(?:$|[_-])|same_(?:arms|item)`)

// less are complaints that there is too much of something.
var less = lazyre.New("(?i)\\b(?:remov\\w*|drop|delet\\w+|omit\\w*|too many (?:positional|args|parameters|return values)|too many return|unexpected|extra|excess\\w*|only specify|shadow\\w*|not allowed|has default|debug\\w*|todo|print|" +
	"duplicate\\w*|repeat\\w*|unreachable|empty|pointless|no effect|should be named|naming|may panic|copies lock)\\b|used (?:.unwrap|unwrap|.expect)")

// nothing are complaints about a value that may be missing: what is done then is
// asked for.
var nothing = lazyre.New("(?:^|[^`\\w])None|(?i:\\bnull|possible nil|nil pointer|nil deref|nil map|'[^']*\\bundefined\\b|possibly.{0,3}undefined|is undefined|optional|\\bzero\\b|is missing|out of range|invalid literal|absent)|Option\\b")

// unset are complaints about a value that may not be there, of which the
// message names the place.
var unset = lazyre.New(`(?i)not a required key|possibly un|may be undefined|before (?:being )?assign`)

// Reshapes reports whether the complaint is that the same should be done by other
// means.
func Reshapes(rule, message string) bool {
	return reshapes.MatchString(message) || reshaping.MatchString(rule)
}

// PermitsLess reports whether something is to go.
func PermitsLess(message string) bool { return less.MatchString(message) }

// MaybeNothing reports whether a value may be none.
func MaybeNothing(message string) bool { return nothing.MatchString(message) }

// MaybeUnset reports whether a value may not be there at the place.
func MaybeUnset(message string) bool { return unset.MatchString(message) }

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

// quoted is a name between quotes.
var quoted = lazyre.New("['\"`]([\\pL_$][\\pL\\d_$]*)['\"`]")

// besides takes out of messages what they name and do not mark: the member that a value
// lacks, the callee of an argument.
var besides = strings.NewReplacer("no attribute \"", "", " to \"", "")

// Named is the one name of a line that a message has between quotes, for a tool that
// marks the whole line; the line where there is none, or where it stands twice.
func Named(message, line string) string {
	for _, m := range quoted.FindAllStringSubmatch(besides.Replace(message), -1) {
		if len(regexp.MustCompile(`\b`+regexp.QuoteMeta(m[1])+`\b`).FindAllString(line, 2)) == 1 {
			return m[1]
		}
	}
	return line
}
