package power

import (
	"path"
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/internal/lazyre"
	"github.com/fettle-dev/fettle/internal/lex"
)

// harmlessCommands of a shell read, count and print; any script may use them.
var harmlessCommands = strings.Fields(`: [ [[ (( test true false echo printf read mapfile readarray let expr seq set
shift getopts local declare typeset
	readonly export unset return exit break continue wait cd pushd popd pwd command type which shopt sleep date
	cat grep egrep fgrep sed awk cut tr sort uniq head tail wc paste join comm cmp diff column rev fold nl basename
	dirname realpath
	readlink mktemp ls stat find xargs pgrep ps uname nproc jobs if then else elif fi for while until do done in case
	esac select
	function time ! { } ]] ))`)

// command is a word where a script, or the instruction of an image, may run one: behind a sign that ends another one,
// words of the language and assignments. Quotes and backslashes in it are the shell's.
var command = lazyre.New("(?m)(?:^|[;&|({`!])[ \\t]*(?:(?i:run)[ \\t]+(?:--\\S+[ \\t]+)*)?" +
	`(?:(?:then|do|else|elif|if|while|until|time|command|builtin|exec|sudo|xargs|env)[ \t]+)*(?:\w+=\S*[ \t]+)*` +
	`([A-Za-z_./"'\\$-][\w./"'\\$-]*)`)

// quotes are the signs that a shell drops from a word.
var quotes = strings.NewReplacer(`"`, "", `'`, "", `\`, "")

// Reached returns a command that lines of a script or an image run, and that the script does not name: "" if there is
// none but what a complaint names.
func Reached(lang, whole, now, message string) string {
	if lang != "shellscript" && lang != "dockerfile" {
		return ""
	}
	said := strings.ToLower(message)
	for _, m := range command.FindAllStringSubmatch(strings.ReplaceAll(now, "\\\n", " "), -1) {
		w := path.Base(quotes.Replace(m[1]))
		if instruction := lang == "dockerfile" && strings.ToUpper(w) == w; !instruction && !strings.HasPrefix(w, "-") &&
			!slices.Contains(harmlessCommands, w) && !lex.HasWord(whole, w) && !lex.HasWord(said, strings.ToLower(w)) {
			return w
		}
	}
	had := reaching.FindAllStringSubmatch(whole, -1)
	for _, m := range reaching.FindAllStringSubmatch(now, -1) {
		if s := strings.Join(m[1:], ""); !slices.ContainsFunc(had, func(o []string) bool {
			return strings.Join(o[1:], "") == s
		}) {
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
