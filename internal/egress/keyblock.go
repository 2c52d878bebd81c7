package egress

import (
	"strings"

	"github.com/fettle-dev/fettle/internal/lazyre"
)

var (
	blockStart = lazyre.New(`-{4,5} ?BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)? ?-{4,5}`)
	blockEnd   = lazyre.New(`-{4,5} ?END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)? ?-{4,5}`)
	// blockLine is a line of a key block inside code: base64 in whatever quotes,
	// comment marks and escapes the language wants, or a header of the block.
	blockLine = lazyre.New(`^[\s"'` + "`" + `+,.\\()#*/;]*(?:[A-Za-z0-9+/=]{8,}|[A-Za-z-]+: [^"]*)?(?:\\n)?[\s"'` + "`" +
		`+,.\\();]*$`)
)

// keyBlocks finds private keys in their PEM form. Line breaks are not part of
// what is found, so that lines keep their numbers; a block that was cut off at
// either side is followed as far as its lines look like one.
func keyBlocks(text, low string) []span {
	if !strings.Contains(low, "private key") {
		return nil
	}
	var out []span
	starts, ends := blockStart.FindAllStringIndex(text, -1), blockEnd.FindAllStringIndex(text, -1)
	covered := 0
	for len(starts)+len(ends) > 0 {
		switch {
		case len(starts) > 0 && starts[0][0] < covered:
			starts = starts[1:]
		case len(ends) > 0 && ends[0][0] < covered:
			ends = ends[1:]
		case len(ends) > 0 && (len(starts) == 0 || ends[0][0] < starts[0][0]): // an end without a start
			out = append(out, lines(text, blockHead(text, covered, ends[0][0]), ends[0][1])...)
			covered = ends[0][1]
		case len(ends) > 0 && (len(starts) == 1 || ends[0][0] < starts[1][0]):
			out = append(out, lines(text, starts[0][0], ends[0][1])...)
			covered = ends[0][1]
		default: // a start without an end
			tail := blockTail(text, starts[0][1])
			out = append(out, lines(text, starts[0][0], tail)...)
			covered = tail
		}
	}
	return out
}

// blockHead returns the start of a block without a start mark, not before from: the
// first line of those above the end mark that look like part of it.
func blockHead(text string, from, end int) int {
	start := strings.LastIndexByte(text[from:end], '\n') + 1 + from
	for start > from {
		above := strings.LastIndexByte(text[from:start-1], '\n') + 1 + from
		line := text[above : start-1]
		if strings.TrimSpace(line) == "" || !blockLine.MatchString(line) {
			break
		}
		start = above
	}
	return start
}

// blockTail returns the end of a block without an end mark: the last line that
// looks like part of it.
func blockTail(text string, from int) int {
	n := strings.IndexByte(text[from:], '\n')
	if n < 0 {
		return len(text)
	}
	end := from + n
	for end < len(text) {
		line, _, _ := strings.Cut(text[end+1:], "\n")
		if strings.TrimSpace(line) == "" || !blockLine.MatchString(line) {
			break
		}
		end += 1 + len(line)
	}
	return end
}

// lines makes a span of each line of a part, without the blanks at its sides.
func lines(text string, start, end int) []span {
	var out []span
	for at := start; at < end; {
		stop := end
		if n := strings.IndexByte(text[at:end], '\n'); n >= 0 {
			stop = at + n
		}
		part := text[at:stop]
		trimmed := strings.TrimSpace(part)
		if trimmed != "" && !HasPlaceholder(trimmed) {
			s := at + strings.Index(part, trimmed)
			out = append(out, span{s, s + len(trimmed), "private_key"})
		}
		at = stop + 1
	}
	return out
}
