package child

import "strings"

// windowsPath is PATH as Windows has it, without the entries that are empty,
// relative (also to a drive: C:x, \x) or inside one of the given folders. It is
// about names only; links are for its caller.
func windowsPath(list string, roots []string) []string {
	var out []string
	for dir := range strings.SplitSeq(list, ";") {
		dir = strings.ReplaceAll(dir, `"`, "")
		name := windowsName(dir)
		drive := len(name) >= 3 && name[1] == ':' && name[2] == '\\' && name[0] >= 'a' && name[0] <= 'z'
		if !drive && (!strings.HasPrefix(name, `\\`) || strings.Count(name, `\`) < 3) {
			continue
		}
		if !insideWindows(dir, roots) {
			out = append(out, dir)
		}
	}
	return out
}

// insideWindows reports whether a path lies in one of the roots.
func insideWindows(path string, roots []string) bool {
	name := windowsName(path)
	for _, root := range roots {
		if in := windowsName(root); in != "" && (name == in || strings.HasPrefix(name, strings.TrimSuffix(in, `\`)+`\`)) {
			return true
		}
	}
	return false
}

// windowsName returns the one spelling of a path: one kind of separator, small letters,
// no prefix of the long form, nothing that the system drops
// (https://learn.microsoft.com/windows/win32/fileio/naming-a-file: dots and blanks
// at the end of a name).
func windowsName(path string) string {
	s := strings.ToLower(strings.ReplaceAll(path, "/", `\`))
	if rest, ok := strings.CutPrefix(s, `\\?\unc\`); ok {
		s = `\\` + rest
	}
	s = strings.TrimPrefix(strings.TrimPrefix(s, `\\?\`), `\??\`)
	share := strings.HasPrefix(s, `\\`)
	rooted := !share && strings.HasPrefix(s, `\`)
	var parts []string
	for part := range strings.SplitSeq(s, `\`) {
		switch trimmed := strings.TrimRight(part, ". "); {
		case part == "..":
			if n := len(parts); n > 1 || n == 1 && !strings.HasSuffix(parts[0], ":") {
				parts = parts[:n-1]
			}
		case trimmed != "":
			parts = append(parts, trimmed)
		}
	}
	name := strings.Join(parts, `\`)
	switch {
	case share:
		return `\\` + name
	case rooted:
		return `\` + name
	case len(parts) == 1 && len(name) == 2 && name[1] == ':' && strings.HasPrefix(s, name+`\`):
		return name + `\`
	}
	return name
}
