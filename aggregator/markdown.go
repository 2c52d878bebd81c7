package aggregator

import "strings"

// truncated is the marker of a text that was cut.
const truncated = "\n... (truncated)\n"

// TruncateMarkdown shortens Markdown to at most maxBytes, at section or line
// boundaries, the marker included. Sections start at lines "## " outside
// fences; the text in front of the first, and the heading of a text with one
// section, are always kept. A proportional share of the sections is kept, then
// fewer until the rest fits. A text without sections is cut behind its last
// line that fits, and an open fence is closed. Where nothing fits the result
// is empty. The result is never longer than the input.
func TruncateMarkdown(text string, maxBytes int) string {
	if len(text) <= maxBytes {
		return text
	}
	if maxBytes <= len(truncated) {
		return ""
	}
	header, entries := split(text)
	if len(entries) == 0 {
		return cutLines(header, "", maxBytes)
	}
	if len(entries) == 1 {
		// The heading of the only section is header, its text is cut by lines.
		line, rest := cutLine(entries[0])
		return cutLines(rest, header+line, maxBytes)
	}
	keep := len(entries) * maxBytes / len(text)
	size := len(header) + len(truncated)
	for _, e := range entries[:keep] {
		size += len(e)
	}
	for ; keep > 0; keep-- {
		if size <= maxBytes {
			return trimEnd(header+strings.Join(entries[:keep], "")) + truncated
		}
		size -= len(entries[keep-1])
	}
	return cutLines(entries[0], header, maxBytes)
}

// split cuts Markdown in front of its "## " lines outside fences.
func split(text string) (header string, entries []string) {
	start, inEntry := 0, false
	var open fence
	for pos := 0; pos < len(text); {
		line, _ := cutLine(text[pos:])
		if strings.HasPrefix(line, "## ") && open.mark == 0 {
			if inEntry {
				entries = append(entries, text[start:pos])
			} else {
				header = text[:pos]
			}
			start, inEntry = pos, true
		}
		open = open.next(line)
		pos += len(line)
	}
	if !inEntry {
		return text, nil
	}
	return header, append(entries, text[start:])
}

// cutLines keeps as many whole lines of text behind prefix as fit with a
// closing fence and the marker.
func cutLines(text, prefix string, maxBytes int) string {
	var open fence
	best := -1
	bestClose := ""
	for pos := 0; pos < len(text); {
		line, _ := cutLine(text[pos:])
		open = open.next(line)
		pos += len(line)
		end := open.closing()
		if len(prefix)+pos+len(end)+len(truncated) > maxBytes {
			// A later end may still fit: a closing fence costs less than
			// the promise to close it, but only by a few bytes.
			if len(prefix)+pos > maxBytes {
				break
			}
			continue
		}
		if strings.HasSuffix(line, "\n") {
			best, bestClose = pos, end
		}
	}
	if best <= 0 {
		return ""
	}
	out := prefix + text[:best] + bestClose
	return trimEnd(out) + truncated
}

// trimEnd drops line ends, so that the marker follows after one blank line.
func trimEnd(s string) string { return strings.TrimRight(s, "\r\n") + "\n" }

func cutLine(s string) (line, rest string) {
	if i := strings.IndexByte(s, '\n'); i >= 0 {
		return s[:i+1], s[i+1:]
	}
	return s, ""
}

// fence is the state of being inside a fenced block; the zero value is
// outside.
type fence struct {
	mark byte
	n    int
}

// next returns the state behind a line. A block closes only with the same
// character, at least the same length, and nothing behind it.
func (f fence) next(line string) fence {
	t := strings.TrimLeft(line, " ")
	if len(line)-len(t) > 3 || t == "" || t[0] != '`' && t[0] != '~' {
		return f
	}
	n := 0
	for n < len(t) && t[n] == t[0] {
		n++
	}
	rest := strings.TrimSpace(t[n:])
	switch {
	case n < 3:
		return f
	case f.mark == 0:
		if t[0] == '`' && strings.Contains(rest, "`") {
			return f
		}
		return fence{t[0], n}
	case t[0] == f.mark && n >= f.n && rest == "":
		return fence{}
	}
	return f
}

func (f fence) closing() string {
	if f.mark == 0 {
		return ""
	}
	return strings.Repeat(string(f.mark), f.n) + "\n"
}
