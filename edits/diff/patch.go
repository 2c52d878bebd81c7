package diff

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/fettle-dev/fettle/internal/lazyre"
)

// Patch is what a unified diff does to one file. Old is "" where it makes the file, New
// where it removes it.
type Patch struct {
	Old, New string // paths without the prefixes a/ and b/
	hunks    []patchHunk
}

// patchHunk is one hunk: the old and the new lines, with the lines around them.
type patchHunk struct {
	oldLine, newLine int // from 1
	old, fresh       []string
}

// ErrNoPatch says that a text is no unified diff.
var ErrNoPatch = errors.New("no unified diff")

var patchHeader = lazyre.New(`^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@`)

// Patches reads a unified diff, of git or another program. A diff of binary files, or a
// hunk that is cut off, is an error.
func Patches(s string) (list []Patch, err error) {
	lines := SplitLines(s)
	for i := 0; i < len(lines); i++ {
		switch line := strings.TrimRight(lines[i], "\r\n"); {
		case strings.HasPrefix(line, "GIT binary patch"), strings.HasPrefix(line, "Binary files "):
			return nil, fmt.Errorf("line %d: a change of a binary file", i+1)
		case strings.HasPrefix(line, "rename from "):
			list = append(list, Patch{Old: line[len("rename from "):]})
		case strings.HasPrefix(line, "rename to ") && len(list) > 0:
			list[len(list)-1].New = line[len("rename to "):]
		case strings.HasPrefix(line, "--- ") && i+1 < len(lines) && strings.HasPrefix(lines[i+1], "+++ "):
			p := Patch{Old: patchName(line[4:]), New: patchName(strings.TrimRight(lines[i+1][4:], "\r\n"))}
			if n := len(list); n > 0 && len(list[n-1].hunks) == 0 && list[n-1].Old == p.Old && list[n-1].New == p.New {
				list = list[:n-1] // the rename that was named above
			}
			list = append(list, p)
			i++
		case strings.HasPrefix(line, "@@ "):
			if len(list) == 0 {
				return nil, fmt.Errorf("%w: line %d: a hunk without a file", ErrNoPatch, i+1)
			}
			h, next, err := readHunk(lines, i)
			if err != nil {
				return nil, err
			}
			p := &list[len(list)-1]
			p.hunks = append(p.hunks, h)
			i = next - 1
		}
	}
	if len(list) == 0 {
		return nil, ErrNoPatch
	}
	return list, nil
}

// patchName returns the path of a header: git puts a/ and b/ before it, diff a time behind it.
func patchName(s string) string {
	s, _, _ = strings.Cut(s, "\t")
	if name, err := strconv.Unquote(s); err == nil {
		s = name
	}
	if s == "/dev/null" {
		return ""
	}
	if strings.HasPrefix(s, "a/") || strings.HasPrefix(s, "b/") {
		return s[2:]
	}
	return s
}

// readHunk reads the hunk that begins at a line.
func readHunk(lines []string, at int) (h patchHunk, next int, err error) {
	m := patchHeader.FindStringSubmatch(lines[at])
	if m == nil {
		return h, 0, fmt.Errorf("line %d: the hunk has no ranges", at+1)
	}
	number := func(s string) int {
		if s == "" {
			return 1
		}
		n, _ := strconv.Atoi(s) // digits; too many of them are 0
		return n
	}
	h.oldLine, h.newLine = number(m[1]), number(m[3])
	old, fresh := number(m[2]), number(m[4])
	i := at + 1
	for ; i < len(lines) && (len(h.old) < old || len(h.fresh) < fresh || strings.HasPrefix(lines[i], `\`)); i++ {
		mark, rest := lines[i][0], lines[i][1:]
		if mark == '\n' || mark == '\r' { // an empty line that lost its space
			mark, rest = ' ', lines[i]
		}
		switch mark {
		case ' ':
			h.old, h.fresh = append(h.old, rest), append(h.fresh, rest)
		case '-':
			h.old = append(h.old, rest)
		case '+':
			h.fresh = append(h.fresh, rest)
		case '\\': // no newline at the end of the file, of the line before
			last := lines[i-1]
			if last[0] != '+' && len(h.old) > 0 {
				h.old[len(h.old)-1] = strings.TrimRight(h.old[len(h.old)-1], "\r\n")
			}
			if last[0] != '-' && len(h.fresh) > 0 {
				h.fresh[len(h.fresh)-1] = strings.TrimRight(h.fresh[len(h.fresh)-1], "\r\n")
			}
		default:
			return h, 0, fmt.Errorf("line %d: neither of the old text nor of the new one", i+1)
		}
	}
	if len(h.old) != old || len(h.fresh) != fresh {
		return h, 0, fmt.Errorf("line %d: the hunk is cut off", at+1)
	}
	return h, i, nil
}

// Apply makes the new text of the old one.
func (p Patch) Apply(s string) (string, error) {
	return p.apply(s, func(h patchHunk) (int, []string, []string) { return h.oldLine, h.old, h.fresh })
}

// Undo makes the old text of the new one.
func (p Patch) Undo(s string) (string, error) {
	return p.apply(s, func(h patchHunk) (int, []string, []string) { return h.newLine, h.fresh, h.old })
}

// apply replaces hunks that stand exactly where they say.
func (p Patch) apply(s string, side func(patchHunk) (line int, from, to []string)) (string, error) {
	lines := SplitLines(s)
	var out strings.Builder
	done := 0
	for _, h := range p.hunks {
		line, from, to := side(h)
		at := line - 1
		if len(from) == 0 {
			at = line // behind that line
		}
		if at < done || at+len(from) > len(lines) || strings.Join(lines[at:at+len(from)], "") != strings.Join(from, "") {
			return "", fmt.Errorf("the text at line %d is not what the diff is about", line)
		}
		out.WriteString(strings.Join(lines[done:at], "") + strings.Join(to, ""))
		done = at + len(from)
	}
	return out.String() + strings.Join(lines[min(done, len(lines)):], ""), nil
}
