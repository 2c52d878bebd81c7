package decode

import (
	"slices"
	"strings"
)

// elided reports whether a line is a comment, or dots, in place of code.
func elided(t string) bool {
	if t == "…" || t == "// ..." || t == "# ..." {
		return true
	}
	comment := false
	for _, lead := range [...]string{"#", "//", "/*", "--", "<!--", "{/*", ";", "%"} {
		comment = comment || strings.HasPrefix(t, lead)
	}
	if strings.HasPrefix(t, "...") && t != "..." && !comment {
		low := strings.ToLower(t)
		return strings.Contains(low, "existing") || strings.Contains(low, "rest of") || strings.Contains(low, "unchanged")
	}
	if !comment {
		return false
	}
	low := strings.ToLower(strings.Trim(t, "#/*-<!>{};% \t"))
	if strings.HasPrefix(low, "...") || strings.HasPrefix(low, "…") {
		return true
	}
	for _, mark := range [...]string{"existing code", "rest of the", "rest of code", "remains the same",
		"remain the same", "remains unchanged", "same as before", "unchanged code", "code unchanged", "(unchanged)"} {
		if strings.Contains(low, mark) {
			return true
		}
	}
	if strings.HasSuffix(low, "...") || strings.HasSuffix(low, "…") { // many a comment ends so
		return slices.ContainsFunc(strings.Fields(strings.TrimRight(low, ".…")), leftOut)
	}
	return low == "unchanged"
}

// leftOut reports whether a word speaks of code that is there already.
func leftOut(word string) bool {
	switch word {
	case "existing", "rest", "remaining", "remains", "remain", "unchanged", "same", "omitted", "previous",
		"other", "more", "code", "implementation", "body":
		return true
	}
	return false
}
