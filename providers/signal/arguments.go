package signal

import (
	"strconv"
	"strings"

	"github.com/fettle-dev/fettle/internal/lazyre"
)

// The words for a call that lacks an argument: of mypy, pyright, pylint, ty and the
// Go compiler; tsc and rustc count.
var (
	missingArgument = lazyre.New(`(?i)missing (?:\d+ )?(?:required )?(?:named |positional |keyword-only |keyword ` +
		`)*arguments?\b|arguments? missing|not enough arguments|too few (?:positional )?arguments|no value for argument|no ` +
		`argument provided`)
	countedArgument = lazyre.New(`(?i)(?:expected|takes) (?:at least )?(\d+)(?:-\d+)? arguments?,? but (?:got |only ` +
		`)?(\d+)`)
)

// LacksArgument reports whether a diagnostic is about a call with an argument too
// few.
func LacksArgument(d Diagnostic) bool {
	if missingArgument.MatchString(d.Message) {
		return true
	}
	m := countedArgument.FindStringSubmatch(d.Message)
	if m == nil {
		return false
	}
	want, _ := strconv.Atoi(m[1])
	have, _ := strconv.Atoi(m[2])
	return have < want
}

// askedCall finds the call that a message asks for: "should call wg.Add(1) before
// starting the goroutine", or the one that it wants elsewhere: "WaitGroup.Add
// called from inside new goroutine".
var askedCall = lazyre.New(`(?i)\b(?:should|must|needs? to|have to|forgot to) (?:also |first |always )?call ` +
	`([a-z_][\w.]*)\(|\bmissing (?:a )?call to ([a-z_][\w.]*)|([a-z_][\w.]*)(?:\(\))? (?:is|was) (?:never|not) called\b` +
	`|([a-z_][\w.]*)(?:\(\))? (?:(?:is|was|must be|should be) )?called (?:from )?(?:inside|outside|before|after)\b`)

// AskedCall returns the last name of the function that a message asks to call; "" where
// it asks for none.
func AskedCall(message string) string {
	m := askedCall.FindStringSubmatch(message)
	if m == nil {
		return ""
	}
	name := strings.Join(m[1:], "")
	return name[strings.LastIndexByte(name, '.')+1:]
}
