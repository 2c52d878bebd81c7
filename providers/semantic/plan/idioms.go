package plan

import (
	"slices"
	"strings"
	"sync"
)

// idiomWeight is what words count that only mean something together: they ask for a
// kind of thing, not for one that is named.
const idiomWeight = 0.6

// idioms are turns of speech, each with what code calls what they ask about. They
// were written from how people ask about programs in general. A word stands for all
// its forms; of the words of a turn none is looked for by itself.
const idioms = `how many: limit max count size number
how long: timeout duration delay interval ttl
how often: interval rate frequency period
how big: size max limit length
how large: size max limit length
how far: depth offset distance limit
how deep: depth level nested max
how old: age expire ttl
how fast: rate speed throttle
how much: limit max size amount
at once: concurrent parallel limit batch all
at the same time: concurrent parallel lock
at a time: batch chunk limit size
one at a time: lock mutex queue sequential
one by one: each iterate next
one after another: chain sequence next queue
one after the other: chain sequence next queue
each other: mutual circular cross
depend on each other: circular cycle dependency topological
for ever: infinite endless loop recursion depth max
without end: infinite endless loop
over and over: loop repeat retry recursion
itself: self recursive recursion circular cycle
in a circle: circular cycle recursive
in circles: circular cycle recursive
go wrong: error fail handle exception
goes wrong: error fail handle exception
do not exist: missing notfound absent exists create
does not exist: missing notfound absent exists create
did not exist: missing notfound absent exists create
no longer exist: missing stale remove prune clean
not exist: missing notfound absent exists
not there: missing notfound absent exists
not set: default unset empty missing
not given: default unset empty missing optional
none is given: default fallback optional
nothing is given: default fallback optional
none is set: default fallback unset
nothing is set: default fallback unset
by default: default
too long: timeout deadline max limit truncate
too big: max limit size large
too large: max limit size large
too many: max limit exceed
too much: max limit exceed
too old: expire stale age max
too slow: timeout deadline slow
too deep: depth max recursion
too late: deadline timeout expire
too short: min short
too few: min least
more than once: duplicate repeat multiple twice
only once: once single unique memo
just once: once single unique
twice: duplicate once unique
a second time: duplicate again repeat
up to date: stale fresh sync refresh
out of date: stale expire old
out of order: sort order sequence
in order: order sort sequence
which order: order sort priority
what order: order sort priority
come first: priority order precedence first sort
comes first: priority order precedence first sort
take precedence: priority precedence order override
takes precedence: priority precedence order override
have the last word: priority precedence override
in the background: background async worker thread daemon
behind the scenes: internal background
in the end: final finish result
at the end: finish end last final close
at the start: start init begin first
at startup: start init boot
on startup: start init boot
on start: start init boot
on the fly: dynamic lazy runtime
on demand: lazy
when needed: lazy
on disk: file disk save store fs
in memory: memory cache buffer
on screen: display render screen print
on the screen: display render screen print
on its own: auto standalone self
by hand: manual custom explicit
from outside: external public remote
in advance: pre preload prepare eager
ahead of time: pre preload prepare eager
in between: middle intermediate between
in half: split half partial
in pieces: chunk part split
in one go: batch all bulk
all at once: batch all bulk
upper and lower case: insensitive lower case fold
lower and upper case: insensitive lower case fold
upper case: upper case
lower case: lower case
control c: interrupt sigint signal
ctrl c: interrupt sigint signal
only a part: sub subset partial slice filter
a part of: sub subset partial slice filter
a piece of: chunk part slice
a copy of: clone copy duplicate
a list of: list all
the rest: rest remaining left
give up: abort stop fail timeout cancel
gives up: abort stop fail timeout cancel
give back: return release restore
given back: return release restore
take back: undo rollback revert release
come from: source origin from
comes from: source origin from
go to: target destination to
pull into: include import embed insert
pulled into: include import embed insert
pulled in: include import embed
run into: hit error collide
is made: make create build new generate
are made: make create build new generate
gets made: make create build new generate
made from: from build parse convert
made of: compose build
clean up: cleanup clear dispose teardown close
get rid of: remove delete drop clear
keep out: deny block exclude filter
let in: allow accept permit
lock out: lock deny block
let through: allow pass accept
kept apart: isolate separate scope namespace
fill into: populate assign decode set bind unmarshal
filled into: populate assign decode set bind unmarshal
fill in: populate complete default set
put in place: install insert substitute
put in for: substitute replace expand
stand for: alias represent expand
stands for: alias represent expand
point to: reference target alias link resolve
points to: reference target alias link resolve
talk to: client connect request send
say no: deny reject refuse
same name: conflict duplicate collision redefine unique
same thing: duplicate equal same
short name: alias
other name: alias
second name: alias
pet name: alias
last resort: fallback default
safe side: guard check ensure
file ending: extension ext suffix
half way: partial cancel interrupt
halfway: partial cancel interrupt
step by step: step iterate next`

// idiom is one turn of speech.
type idiom struct {
	words []string // after the first
	means []string
}

// idiomsBy gives the turns that begin with a word, the longest first.
var idiomsBy = sync.OnceValue(func() map[string][]idiom {
	out := map[string][]idiom{}
	for row := range strings.Lines(idioms) {
		turn, means, _ := strings.Cut(strings.TrimSpace(row), ": ")
		words := strings.Fields(turn)
		list := out[words[0]]
		at := 0
		for at < len(list) && len(list[at].words) >= len(words)-1 {
			at++
		}
		list = append(list, idiom{})
		copy(list[at+1:], list[at:])
		list[at] = idiom{words[1:], strings.Fields(means)}
		out[words[0]] = list
	}
	return out
})

// turn reads a turn of speech at the beginning of some words, and says how many of
// them it is.
func turn(fields []string) (means []string, n int) {
	for _, base := range bases(spelled(fields[0])) {
		for _, it := range idiomsBy()[base] {
			if n := begins(fields[1:], it.words); n >= 0 {
				return it.means, 1 + n
			}
		}
	}
	return nil, 0
}

// begins says how many of some words the rest of a turn is, in any form of its words,
// or -1. Between them may stand what a sentence has there: "when they are needed" is
// "when needed".
func begins(fields, words []string) int {
	n := 0
	for _, w := range words {
		for n < len(fields) && between[spelled(fields[n])] && spelled(fields[n]) != w {
			n++
		}
		if n == len(fields) || !isForm(spelled(fields[n]), w) {
			return -1
		}
		n++
	}
	return n
}

// between are words that may stand in the middle of a turn.
var between = words(`it they he she we you i is are was were be been being`)

// isForm reports whether a word is a form of another.
func isForm(said, word string) bool { return said == word || slices.Contains(bases(said), word) }

// spelled is a word of a question without what stands around it.
func spelled(field string) string {
	return strings.ToLower(strings.Trim(field, ".'"))
}
