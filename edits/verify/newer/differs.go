package newer

import (
	"slices"
	"strings"
	"sync"

	"github.com/fettle-dev/fettle/internal/lazyre"
	"github.com/fettle-dev/fettle/internal/text"
)

// May reports whether what differs between two texts can need a newer Python. It looks
// at the lines that differ and takes no text apart: of thousands of fixes of a large
// file hardly one brings in a name or a sign that tells.
func May(before, after string) bool {
	was, now := differing(before, after)
	if renames(was, now) {
		return true
	}
	words := telling(now)
	more := map[string]int{}
	for _, w := range words {
		more[w]++
	}
	for _, w := range telling(was) {
		more[w]--
	}
	same := true
	for w, n := range more {
		if n != 0 && guards[w] || n > 0 && tells()[w] || n < 0 && lost[w] {
			return true
		}
		same = same && n == 0
	}
	switch {
	case same: // what is only moved may stand where it is evaluated
		return slices.ContainsFunc(words, func(w string) bool { return tells()[w] })
	case more[`"`] != 0 || more["'"] != 0:
		return formats.MatchString(now)
	}
	return more["("] > 0 && slices.Contains(words, "with")
}

// renames reports whether a file imports a module that it did not: what has the name of
// another one now has other members everywhere.
func renames(was, now string) bool {
	for line := range strings.Lines(now) {
		if strings.HasPrefix(line, "import ") && !strings.Contains(was, line) {
			return true
		}
	}
	return false
}

// telling are the names and the signs of a text that can tell.
func telling(src string) (words []string) {
	for i := 0; i < len(src); {
		end := i + 1
		switch c := src[i]; {
		case inName(c) && (c < '0' || c > '9'):
			for end < len(src) && inName(src[end]) {
				end++
			}
		case strings.HasPrefix(src[i:], ":="), strings.HasPrefix(src[i:], "->"):
			end++
		case strings.IndexByte("|*/([\"':", c) < 0:
			i++
			continue
		}
		words = append(words, src[i:end])
		i = end
	}
	return words
}

func inName(c byte) bool {
	return c == '_' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9'
}

// differing are the lines of two texts between those at their starts and at their ends
// that are the same.
func differing(before, after string) (was, now string) {
	head, tail := same(before, after)
	return before[head : len(before)-tail], after[head : len(after)-tail]
}

// same is how much two texts have in common at their starts and at their ends, in lines.
func same(before, after string) (head, tail int) {
	head, tail = text.Common(before, after)
	head = strings.LastIndexByte(before[:head], '\n') + 1
	tail -= strings.IndexByte(before[len(before)-tail:]+"\n", '\n')
	return head, max(tail, 0)
}

var (
	formats = lazyre.New(`\b(?:[rR]?[fF]|[fF][rR])["']`)
	guards  = wordSet(`if elif else try except finally version_info hexversion TYPE_CHECKING PY2 PY3 __future__ annotations
		ImportError ModuleNotFoundError AttributeError NameError Exception`)
	// lost are what older versions may need of what is gone.
	lost = wordSet("asyncio futures Generic object coding u U self cls unicode_literals print_function division absolute_import")
	// tells are the words and signs that can be what a newer Python is needed for.
	tells = sync.OnceValue(func() map[string]bool {
		out := wordSet("| := -> : * / [ match case type f F rf fr from nonlocal TimeoutError " + strings.Join(generics, " ") + " deque defaultdict OrderedDict Counter ChainMap Pattern Match Queue PathLike")
		for name := range since() {
			out[name[strings.LastIndexByte(name, '.')+1:]] = true
		}
		for name := range methods {
			out[name] = true
		}
		for call := range keyworded {
			out[call[strings.IndexByte(call, ' ')+1:]] = true
		}
		return out
	})
)

func wordSet(words string) map[string]bool {
	out := map[string]bool{}
	for w := range strings.FieldsSeq(words) {
		out[w] = true
	}
	return out
}
