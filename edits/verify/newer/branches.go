package newer

import (
	"slices"
	"strconv"
	"strings"

	"github.com/fettle-dev/fettle/edits/rules/pytree"
	"github.com/fettle-dev/fettle/internal/text"
)

// each visits the statements that run on every version of Python, and those behind a
// question about the version for what they need beyond its answer.
func (r *reader) each(list []*pytree.Stmt, visit func(*pytree.Stmt)) {
	var body, otherwise branch
	for _, s := range list {
		switch s.Keyword {
		case "if":
			body, otherwise = r.asks(s)
		case "elif":
			if b, o := r.asks(s); b != (branch{}) || o != (branch{}) {
				body, otherwise = b, o
			} else {
				body = otherwise
			}
		case "else":
			body = otherwise
		case "try":
			body = branch{spared: s.Index+1 < len(list) && r.catchesMissing(list[s.Index+1])}
			otherwise = body
		case "except":
		case "finally":
			body = branch{}
		default:
			body, otherwise = branch{}, branch{}
		}
		visit(s)
		if body.elsewhere {
			continue
		}
		floor, spared := r.floor, r.spared
		r.floor, r.spared = max(floor, body.floor), spared || body.spared
		r.each(s.Body, visit)
		r.floor, r.spared = floor, spared
	}
}

// branch is what is known of the Pythons that run a block.
type branch struct {
	floor     int  // 3.minor and newer; 0: all
	spared    bool // names may be missing
	elsewhere bool // they cannot be told, or a checker reads it
}

// asks is what a condition tells of its block and of what comes otherwise: it may ask
// for a version, or for a checker of types.
func (r *reader) asks(s *pytree.Stmt) (body, otherwise branch) {
	ts := r.t.Tokens[s.First:s.Last]
	for i, t := range ts {
		if t.Is("version_info") && i+5 < len(ts) && ts[i+1].Is(">=", "<") && ts[i+2].Is("(") && ts[i+3].Text == "3" && ts[i+4].Is(",") {
			if minor, err := strconv.Atoi(ts[i+5].Text); err == nil {
				if ts[i+1].Is(">=") {
					return branch{floor: minor}, branch{}
				}
				return branch{}, branch{floor: minor}
			}
		}
	}
	if slices.ContainsFunc(ts, func(t pytree.Token) bool {
		return t.Is("version_info", "TYPE_CHECKING", "hexversion", "PY3", "PY2") || strings.HasPrefix(t.Text, "PY3")
	}) {
		return branch{elsewhere: true}, branch{elsewhere: true}
	}
	return branch{}, branch{}
}

// catchesMissing reports whether a clause runs where a name or a module is missing.
func (r *reader) catchesMissing(s *pytree.Stmt) bool {
	return s.Keyword == "except" && slices.ContainsFunc(r.t.Tokens[s.First:s.Last], func(t pytree.Token) bool {
		return t.Is("ImportError", "ModuleNotFoundError", "AttributeError", "NameError", "Exception")
	})
}

// lostBranch is the least version above 3.minor that a text asked for and does not
// ask for now: what older ones need is gone. 0: there is none.
func lostBranch(minor int, old *looked, after string) int {
	head, tail := same(old.src, after)
	before, touched := map[int]int{}, false
	for _, a := range old.asks() {
		before[a.minor]++
		touched = touched || a.at.End > head && a.at.Start < len(old.src)-tail
	}
	if !touched {
		return 0
	}
	now, _ := pytree.Parse(after)
	for _, a := range asked(now) {
		before[a.minor]--
	}
	least := 0
	for v, n := range before {
		if n > 0 && v > minor && (least == 0 || v < least) {
			least = v
		}
	}
	return least
}

// asking is a place where a text asks for a version 3.minor.
type asking struct {
	minor int
	at    text.Span
}

// asked are the places where a text asks for a version.
func asked(t *pytree.Tree) (list []asking) {
	if t == nil {
		return nil
	}
	for i, tok := range t.Tokens {
		if tok.Is("version_info") && i+5 < len(t.Tokens) && t.Tokens[i+2].Is("(") && t.Tokens[i+3].Text == "3" && t.Tokens[i+4].Is(",") {
			if v, err := strconv.Atoi(t.Tokens[i+5].Text); err == nil {
				list = append(list, asking{v, text.Span{Start: tok.Span.Start, End: t.Tokens[i+5].Span.End}})
			}
		}
	}
	return list
}
