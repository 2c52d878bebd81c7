package document

import (
	"path/filepath"
	"strings"

	"go.lsp.dev/uri"
)

// Key returns the form under which spellings of one URI are equal: percent signs,
// drive letters and the number of slashes are made alike. A string
// that is no URI is its own key. The protocol leaves the spelling to the client:
// https://microsoft.github.io/language-server-protocol/specifications/lsp/3.17/specification/#uri
func Key(spelled string) string {
	u, err := uri.Parse(spelled)
	if spelled == "" || err != nil {
		return spelled
	}
	return string(u)
}

// Scheme returns the scheme of a URI in the spelling of the client, empty for what
// is no URI.
func Scheme(spelled string) string {
	scheme, _, found := strings.Cut(spelled, ":")
	if !found {
		return ""
	}
	return strings.ToLower(scheme)
}

// Path returns the file that a URI names, absolute and clean. It is false for other
// schemes than file and for what must never reach the file system: a NUL, no
// path, the root itself, or another machine.
func Path(spelled string) (string, bool) {
	if !strings.HasPrefix(spelled, "file:") {
		return "", false
	}
	u, err := uri.Parse(spelled)
	if err != nil || !u.IsFile() || u.Authority() != "" {
		return "", false
	}
	path := u.FsPath()
	if path == "" || strings.ContainsRune(path, 0) || strings.HasPrefix(path, `\\`) || strings.HasPrefix(path, "//") {
		return "", false
	}
	path = filepath.Clean(filepath.FromSlash(path))
	if !filepath.IsAbs(path) || path == filepath.VolumeName(path)+string(filepath.Separator) {
		return "", false
	}
	if again, err := uri.Parse(URI(path)); err != nil || filepath.Clean(filepath.FromSlash(again.FsPath())) != path {
		return "", false // "/A:" looks like a drive and has no URI of its own
	}
	return path, true
}

// URI returns the name of a file in the spelling that [Key] returns.
func URI(path string) string { return string(uri.File(path)) }
