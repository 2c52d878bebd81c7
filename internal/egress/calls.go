package egress

import (
	_ "embed" // the table next to this file
	"strings"

	"github.com/fettle-dev/fettle/internal/text"
)

// credentialCalls are functions that expect a secret at a place that only their
// documentation names: how they end, with what they belong to where the last
// part says too little, and the numbers of the arguments.
var credentialCalls = parseCalls(callList)

//go:embed calls.txt
var callList string

// parseCalls reads names up to the numbers of their arguments, over as many lines as they need.
func parseCalls(rows string) map[string][]int {
	out := map[string][]int{}
	var names []string
	counted := false
	for word := range strings.FieldsSeq(rows) {
		if len(word) == 1 && word[0] >= '0' && word[0] <= '9' {
			for _, n := range names {
				out[n] = append(out[n], int(word[0]-'0'))
			}
			counted = true
			continue
		}
		if counted {
			names, counted = nil, false
		}
		names = append(names, word)
	}
	return out
}

// credential reports whether a function expects a secret as its argument at an index.
func credential(callee, recv string, index int) bool {
	for _, i := range credentialPlaces(callee, recv) {
		if i == index {
			return true
		}
	}
	return false
}

func credentialPlaces(callee, recv string) []int {
	if callee == "" || len(callee) > 100 {
		return nil
	}
	name := strings.ToLower(strings.ReplaceAll(callee, "$", ""))
	if recv != "" && !strings.Contains(name, ".") && len(recv) < 60 {
		name = strings.ToLower(lastPart(recv)) + "." + name
	}
	for {
		if places, ok := credentialCalls[name]; ok {
			return places
		}
		_, rest, ok := strings.Cut(name, ".")
		if !ok {
			return nil
		}
		name = rest
	}
}

// takesKey reports whether an argument called key is a secret.
func takesKey(callee string) bool {
	return anyOf("cipher", callee) || len(credentialPlaces(callee, "")) > 0
}

// arguments judges the literals of a list or a call as the words of a command.
func (p *sites) arguments(f *frame) {
	words := make([]word, len(f.argv))
	for i, a := range f.argv {
		words[i] = word{a.at, p.src[a.at.Start:a.at.End]}
	}
	for _, s := range commandSecrets(words) {
		if v := p.src[s.Start:s.End]; secretValue(passwordName, v) || namedPassword(v) {
			p.out = append(p.out, span{s.Start, s.End, "command_secret"})
		}
	}
}

// word is one of a command.
type word struct {
	at text.Span
	s  string
}
