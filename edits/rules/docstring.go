package rules

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/fettle-dev/fettle/edits/rules/pytree"
	"github.com/fettle-dev/fettle/edits/rules/rule"
	"github.com/fettle-dev/fettle/internal/text"
)

// docstring is that at a diagnostic, in its module.
type docstring struct {
	module
	body  string
	start int // of the body, in the text
	first int // of the summary, in the body
}

func readDocstring(p Problem) (docstring, error) {
	m, err := read(p)
	if err != nil {
		return docstring{}, err
	}
	s, err := m.Statement()
	if err != nil {
		return docstring{}, err
	}
	if s.Last != s.First+1 || m.Tokens[s.First].Kind != pytree.String {
		return docstring{}, rule.Decline("no docstring at the diagnostic")
	}
	t := m.Tokens[s.First]
	l := t.Literal()
	if l.Format() || len(l.Quote) != 3 {
		return docstring{}, rule.Decline("the docstring is not in three quotes")
	}
	return docstring{m, l.Body, t.Span.Start + len(l.Prefix) + len(l.Quote),
		len(l.Body) - len(strings.TrimLeft(l.Body, " \t\r\n"))}, nil
}

// summaryEnds are the abbreviations whose full stop ends no sentence.
var summaryEnds = []string{"e.g.", "i.e.", "etc.", "vs.", "cf.", "approx.", "al.", "No.", "Dr.", "Mr.", "Ms.", "St."}

// blankAfterSummary puts a blank line behind a docstring's first line, if that
// ends a sentence and the next line begins one.
func blankAfterSummary(p Problem) ([]text.Edit, error) {
	m, err := readDocstring(p)
	if err != nil {
		return nil, err
	}
	n := m.Snapshot.LineAt(m.start + m.first)
	end := m.Snapshot.LineSpan(n).End
	if end >= m.start+len(m.body) {
		return nil, rule.Decline("the docstring has one line")
	}
	summary := strings.TrimRight(m.Src[m.start+m.first:end], " \t")
	words := strings.Fields(summary)
	switch {
	case !strings.HasSuffix(summary, ".") && !strings.HasSuffix(summary, "!") && !strings.HasSuffix(summary, "?"),
		strings.HasSuffix(summary, ".."):
		return nil, rule.Decline("the summary goes on in the next line")
	case len(words) < 2 || slices.Contains(summaryEnds, words[len(words)-1]):
		return nil, rule.Decline("the first line may not end the summary")
	}
	next := strings.TrimLeft(m.Src[m.Snapshot.LineSpan(n+1).Start:m.start+len(m.body)], " \t")
	if r, _ := utf8.DecodeRuneInString(next); !unicode.IsUpper(r) && !strings.ContainsRune("`:-*@>", r) {
		return nil, rule.Decline("the next line may belong to the summary")
	}
	at := m.Snapshot.FullLineSpan(n).End
	return []text.Edit{rule.InsertAt(at, m.Eol(at-1))}, nil
}

// verbs are those with which a summary often begins.
var verbs = strings.Fields(`accept activate add adjust allow append apply assert assign attach authenticate authorize
begin bind
 build calculate call cancel cast change check clean clear close collect combine commit compare compile complete
 compute concatenate
 configure connect construct consume convert copy create deactivate decode decorate decrypt define delete deserialize
 destroy
 detach detect determine disable disconnect dispatch display divide download draw drop dump emit enable encode encrypt
 ensure enter escape estimate evaluate execute exit expand export extend extract fetch fill filter find fire finish fix
 flatten flush format forward generate get give go group guess handle have hide hold identify ignore implement import
 increment
 indicate infer inform initialise initialize inject insert inspect install instantiate invoke iterate join keep
 launch list
 listen load locate lock log look make manage map mark match merge modify monitor move normalise normalize notify obtain
 open override overwrite parse pass perform pick pop prepare prepend prevent print process produce prompt provide
 publish
 pull push put query raise read receive record recreate redirect reduce refresh register reject release reload remove
 rename render replace represent reset resize resolve respond restart restore retrieve retry return reverse revert
 rotate run save scale scan schedule search select send serialise serialize serve set show shut skip sort split start
 stop
 store strip submit subscribe subtract take tell terminate test throw toggle transform translate traverse trigger
 trim truncate try turn unlock unpack unregister update upgrade upload use validate verify visit wait walk warn wrap
 write yield`)

// thirdPerson returns the form of a verb behind "it".
func thirdPerson(verb string) string {
	switch {
	case verb == "have":
		return "has"
	case strings.HasSuffix(verb, "y") && !strings.ContainsRune("aeiou", rune(verb[len(verb)-2])):
		return verb[:len(verb)-1] + "ies"
	case strings.HasSuffix(verb, "s"), strings.HasSuffix(verb, "x"), strings.HasSuffix(verb, "z"), strings.HasSuffix(verb,
		"o"),
		strings.HasSuffix(verb, "sh"), strings.HasSuffix(verb, "ch"):
		return verb + "es"
	}
	return verb + "s"
}

// imperativeSummary makes "Returns the name." of a docstring "Return the name.".
func imperativeSummary(p Problem) ([]text.Edit, error) {
	m, err := readDocstring(p)
	if err != nil {
		return nil, err
	}
	var words []string
	for line := range strings.Lines(m.body[m.first:]) {
		if strings.TrimSpace(line) == "" {
			break
		}
		words = append(words, strings.Fields(line)...)
	}
	if len(words) < 2 {
		return nil, rule.Decline("the summary has one word")
	}
	i := slices.IndexFunc(verbs, func(v string) bool { return thirdPerson(v) == strings.ToLower(words[0]) })
	if i < 0 || words[0] == strings.ToUpper(words[0]) {
		return nil, rule.Decline("%s is not the third person of a known verb", words[0])
	}
	if slices.Contains([]string{"of", "are", "were", "is", "was", "have", "has", "must", "should", "can", "may", "will"},
		words[1]) {
		return nil, rule.Decline("%s may be a noun here", words[0])
	}
	for k, w := range words[1:] {
		last := words[k]
		joins := slices.Contains([]string{"and", "or", "then", "but"}, last) || strings.HasSuffix(last, ",")
		if joins && strings.HasSuffix(strings.TrimRight(w, ".,;:"), "s") {
			return nil, rule.Decline("another verb of the summary may be in the third person")
		}
	}
	verb := verbs[i]
	if r, _ := utf8.DecodeRuneInString(words[0]); unicode.IsUpper(r) {
		verb = strings.ToUpper(verb[:1]) + verb[1:]
	}
	at := m.start + m.first
	return []text.Edit{{Span: text.Span{Start: at, End: at + len(words[0])}, New: verb}}, nil
}
