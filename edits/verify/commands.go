package verify

import (
	"strings"

	"github.com/fettle-dev/fettle/internal/lazyre"
)

// commands start what a shell script or a workflow must not gain.
var commands = lazyre.New(`(?m)(?:^|[\s;|&(` + "`" + `"'])(eval|exec|source|curl|wget|nc|ncat|ssh|scp|rsync|rm|dd|mkfs\w*|chmod|chown|sudo|su|bash|sh|zsh|python3?|perl|ruby|node|npm|pip3?|base64|xxd|kill|pkill|mkfifo|crontab|systemctl|mv|truncate|shred|tee)(?:[\s;|&)]|$)|(!!?[\w/:.]+)|(` + "`" + `)|(\$\(|<\()`)

// commanded is a command that lines of a script hold once more than before, ""
// if there is none.
func (c *check) commanded() string {
	switch c.before.Lang {
	case "shellscript", "yaml", "dockerfile", "makefile", "ruby", "perl", "php":
	default:
		return ""
	}
	had := map[string]int{}
	before, after := c.changed()
	for _, m := range commands.FindAllStringSubmatch(before, -1) {
		had[m[1]+m[2]+m[3]+m[4]]++
	}
	for _, m := range commands.FindAllStringSubmatch(after, -1) {
		s := m[1] + m[2] + m[3] + m[4]
		if had[s]--; had[s] < 0 && !containsWord(c.in.Target.Message, strings.Trim(s, "!`$(<")) {
			return s
		}
	}
	return ""
}
