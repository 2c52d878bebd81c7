package testkit

import "regexp"

// insiders are words of the source that mean nothing to who uses the program.
var insiders = regexp.MustCompile(`(?i)\b(rungs?|gates?|planners?|ladder|signal table|edit windows?|the windows?` +
	`|power|imprun|stmt|G1?[0-9]|change ?sets?|oracle|canary|` +
	`hash ids?|agg?regator|provider|escalat\w*|snippets?|egress|narrowing|sideeffects|no row|table row|digest gate)\b` +
	`|~\d|\+[SINCR]\b`)

// Insiders returns the first word of a text that only the source explains, "" if
// there is none.
func Insiders(said string) string { return insiders.FindString(said) }
