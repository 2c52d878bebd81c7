package power

import (
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/internal/lazyre"
	"github.com/fettle-dev/fettle/internal/lex"
)

// Reached returns a command that lines of a script or an image run, and that the script did not: "" if there is
// none but what a complaint names.
func Reached(lang, whole, now, message string) string {
	known := append(Commands(lang, whole), harmlessCommands...)
	for _, m := range functions.FindAllStringSubmatch(whole+"\n"+now, -1) {
		known = append(known, m[1]+m[2])
	}
	said := strings.ToLower(message)
	for _, w := range Commands(lang, now) {
		if !slices.Contains(known, w) && !lex.HasWord(said, strings.ToLower(w)) {
			return w
		}
	}
	for _, m := range reaching.FindAllStringSubmatch(now, -1) {
		if s := strings.Join(m[1:], ""); (lang == "shellscript" || lang == "dockerfile") && !slices.ContainsFunc(
			reaching.FindAllStringSubmatch(whole, -1), func(o []string) bool { return strings.Join(o[1:], "") == s }) {
			return s
		}
	}
	return ""
}

// reaching is what harmless commands do outside of the script: options that delete, write or run, redirections into
// files and the network, and variables by which other programs are found.
var reaching = lazyre.New(`\s(-delete|-execdir|-exec)\b|\bsed\s+-\w*(i)\b|\b(?:mapfile|readarray)\s[^\n;|&]*-(C)\b` +
	`|(/dev/(?:tcp|udp)/)|(?:^|[^<>&-])(>>?)\|?\s*(?:[^\s&>(/]|/(?:[^d\s]|d[^e\s]))` +
	`|\b((?:PATH|ENV|BASH_ENV|LD_\w+|PROMPT_COMMAND|PS4|GIT_\w+)=|unset PATH)|\b(system)\s*\(`)

// functions are those that a shell script defines.
var functions = lazyre.New(`(?m)^\s*(?:function\s+([\w.-]+)|([\w.-]+)\s*\(\))`)
