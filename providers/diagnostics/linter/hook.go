package linter

import (
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/fettle-dev/fettle/internal/files"
	"github.com/fettle-dev/fettle/internal/lazyre"
	"github.com/fettle-dev/fettle/internal/limits"
)

// Bandit has no settings that leave out files for every way in which it is started, and
// projects say in their hook of pre-commit what it is not to look at (tests, with their
// asserts): https://pre-commit.com/#config-exclude. Of other tools, whose settings can say
// it, the hook speaks for itself alone.

// hookFile holds the hooks of a project.
const hookFile = ".pre-commit-config.yaml"

// hookLeaves reports whether the hook of bandit leaves out a file.
func (r *Runner) hookLeaves(path string) bool {
	dir := filepath.Dir(path)
	r.mu.Lock()
	h, known := r.hooks[dir]
	r.mu.Unlock()
	if !known {
		if h.top = files.NearestWith(dir, "", hookFile); h.top != "" {
			h.exclude = hookExcludes(h.top, "bandit")
		}
		r.mu.Lock()
		if r.hooks == nil || len(r.hooks) >= limits.RootMemoryEntries {
			r.hooks = map[string]hook{}
		}
		r.hooks[dir] = h
		r.mu.Unlock()
	}
	rel, ok := files.Below(h.top, path)
	return ok && slices.ContainsFunc(h.exclude, func(re *regexp.Regexp) bool { return re.MatchString(rel) })
}

// hook is what a hook leaves out below the folder that says so; "" = there is none.
type hook struct {
	top     string
	exclude []*regexp.Regexp
}

// hookExcludes returns the patterns of files that a hook leaves out: those of all
// hooks, and its own. Python's patterns that Go does not know leave out nothing.
func hookExcludes(top, hook string) (out []*regexp.Regexp) {
	f, err := files.Read(filepath.Join(top, hookFile), limits.SettingsFile)
	if err != nil {
		return nil
	}
	for _, pattern := range excludesOf(string(f.Data), hook) {
		if re, err := regexp.Compile(pattern); err == nil {
			out = append(out, re)
		}
	}
	return out
}

// excludesOf reads "exclude" at the top of the file and in a hook's entry. Of YAML it knows
// what such files are written in: one key a line, a value that is plain, quoted, or a block
// of lines below.
func excludesOf(config, hook string) (out []string) {
	lines := strings.Split(strings.ReplaceAll(config, "\r\n", "\n"), "\n")
	own, indent := false, 0 // in the hook's entry, whose keys stand that far in
	for i, line := range lines {
		body := strings.TrimLeft(line, " ")
		at := len(line) - len(body)
		if body == "" || strings.HasPrefix(body, "#") {
			continue
		}
		if item, begins := strings.CutPrefix(body, "- "); begins {
			body = strings.TrimLeft(item, " ")
			at += len(line) - at - len(body)
			own = own && at > indent
			if id, ok := strings.CutPrefix(body, "id:"); ok && scalar(id) == hook {
				own, indent = true, at
			}
		} else if at < indent {
			own = false
		}
		value, ok := strings.CutPrefix(body, "exclude:")
		if !ok || at != 0 && !(own && at == indent) {
			continue
		}
		if value = strings.TrimSpace(value); strings.HasPrefix(value, "|") || strings.HasPrefix(value, ">") {
			value = blockBelow(lines[i+1:], at)
		} else {
			value = scalar(value)
		}
		if pattern, ok := strings.CutPrefix(value, "(?x)"); ok { // spaces and comments do not count
			value = verbose.ReplaceAllString(pattern, "")
		}
		if value != "" && value != "^$" {
			out = append(out, value)
		}
	}
	return out
}

var verbose = lazyre.New(`\s+|#.*`)

// blockBelow returns the lines below a key that stand further in than it.
func blockBelow(lines []string, at int) string {
	var out []string
	for _, line := range lines {
		body := strings.TrimLeft(line, " ")
		if body != "" && len(line)-len(body) <= at {
			break
		}
		out = append(out, body)
	}
	return strings.TrimSpace(strings.Join(out, "\n"))
}

// scalar returns a plain or quoted value.
func scalar(s string) string {
	s = strings.TrimSpace(s)
	if len(s) > 1 && (s[0] == '\'' || s[0] == '"') {
		if end := strings.LastIndexByte(s, s[0]); end > 0 {
			s, quote := s[1:end], s[0]
			if quote == '\'' {
				return strings.ReplaceAll(s, "''", "'")
			}
			return strings.NewReplacer(`\\`, `\`, `\"`, `"`).Replace(s)
		}
	}
	plain, _, _ := strings.Cut(s, " #")
	return strings.TrimSpace(plain)
}
