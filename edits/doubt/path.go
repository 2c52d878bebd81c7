package doubt

import (
	"strings"

	"github.com/fettle-dev/fettle/internal/lazyre"
)

var (
	// madePath is a Path of what is no literal.
	madePath = lazyre.New(`\bPath\([A-Za-z_]\w*\s*[^\w\s"']`)
	// noText are paths of bytes, and files that are open.
	noText = lazyre.New(`\b[bB][rR]?["']|\bos\.(?:fsencode|getcwdb|open|pipe)\(|\.fileno\(\)`)
)

// noPath says what speaks for a path that is no text: open and the functions of os accept bytes and the numbers of open
// files, and Path does not (https://docs.python.org/3/library/pathlib.html#pathlib.PurePath,
// https://github.com/astral-sh/ruff/issues/26922).
func (c Change) noPath() string {
	was, now := c.lines()
	if c.Snapshot.Lang != "python" || len(madePath.FindAllString(now, -1)) <= len(madePath.FindAllString(was, -1)) {
		return ""
	}
	if m := noText.FindString(c.Snapshot.Text()); m != "" {
		return "Path accepts only text, and the file has something else that may be a path: " + strings.TrimSpace(m)
	}
	return ""
}
