package newer

import (
	"slices"
	"strings"
	"sync"

	"github.com/fettle-dev/fettle/internal/lazyre"
)

// May reports whether what differs between two texts can need a newer Python. It looks
// at the lines that differ and takes no text apart: of thousands of fixes of a large
// file hardly one brings in a name or a sign that tells.
func May(before, after string) bool {
	was, now := differing(before, after)
	words := telling.FindAllString(now, -1)
	more := map[string]int{}
	for _, w := range words {
		more[w]++
	}
	for _, w := range telling.FindAllString(was, -1) {
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

// differing are the lines of two texts between those at their starts and at their ends
// that are the same.
func differing(before, after string) (was, now string) {
	head, tail := same(before, after)
	return before[head : len(before)-tail], after[head : len(after)-tail]
}

// same is how much two texts have in common at their starts and at their ends, in lines.
func same(before, after string) (head, tail int) {
	least := min(len(before), len(after))
	for head < least && before[head] == after[head] {
		head++
	}
	head = strings.LastIndexByte(before[:head], '\n') + 1
	for tail < least-head && before[len(before)-1-tail] == after[len(after)-1-tail] {
		tail++
	}
	tail -= strings.IndexByte(before[len(before)-tail:]+"\n", '\n')
	return head, max(tail, 0)
}

var (
	telling = lazyre.New(`[A-Za-z_]\w*|:=|->|[|*/(\["':]`)
	formats = lazyre.New(`\b(?:[rR]?[fF]|[fF][rR])["']`)
	guards  = wordSet(`if elif else try except finally version_info hexversion TYPE_CHECKING PY2 PY3 __future__ annotations
		ImportError ModuleNotFoundError AttributeError NameError Exception`)
	// lost are what older versions may need of what is gone.
	lost = wordSet("asyncio futures object coding u U self cls unicode_literals print_function division absolute_import")
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
