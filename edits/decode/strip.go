package decode

import "strings"

// stripThought removes a byte order mark and the part in which a model thinks
// aloud. Templates often swallow the opening tag, so that a closing tag alone
// on its line ends a thought too. open reports a thought that does not end.
func stripThought(answer string) (body string, open bool) {
	body = strings.TrimPrefix(answer, "\ufeff")
	thought := false
	for {
		rest := strings.TrimLeft(body, " \t\r\n")
		tag := ""
		for _, t := range [...]string{"think", "thinking"} {
			if strings.HasPrefix(rest, "<"+t+">") {
				tag = t
			}
		}
		if tag == "" {
			break
		}
		end := strings.Index(rest, "</"+tag+">")
		if end < 0 {
			return "", true
		}
		body, thought = rest[end+len(tag)+3:], true
	}
	if !thought {
		if end := closingTag(body); end > 0 {
			body = body[end:]
		}
	}
	return withoutTokens(body), false
}

// withoutTokens drops the marks of a model's own format that a server let through:
// those that end a turn, and all before the last message of several channels.
func withoutTokens(body string) string {
	const message = "<|message|>"
	if i := strings.LastIndex(body, message); i >= 0 && strings.HasPrefix(strings.TrimLeft(body, " \r\n"), "<|") {
		body = body[i+len(message):]
	}
	for {
		rest := strings.TrimRight(body, " \t\r\n")
		cut := rest
		for _, token := range [...]string{"<|im_end|>", "<|end|>", "<|return|>", "<|eot_id|>", "<|endoftext|>",
			"<end_of_turn>", "</s>", "<\uff5cend\u2581of\u2581sentence\uff5c>"} {
			cut = strings.TrimSuffix(cut, token)
		}
		if cut == rest {
			return body
		}
		body = cut
	}
}

// closingTag returns the offset behind the first line that is only a closing tag,
// 0 if there is none. Inside a fence it is code.
func closingTag(s string) int {
	if !strings.Contains(s, "</think>") && !strings.Contains(s, "</thinking>") {
		return 0
	}
	var inside *fence
	for at := 0; at < len(s); {
		line, next := s[at:], len(s)
		if i := strings.IndexAny(line, "\r\n"); i >= 0 {
			line, next = line[:i], at+i+1
		}
		switch t := strings.TrimSpace(line); {
		case inside != nil:
			if inside.closes(line) {
				inside = nil
			}
		case t == "</think>" || t == "</thinking>":
			return next
		default:
			if f, ok := openFence(line); ok {
				inside = &f
			}
		}
		at = next
	}
	return 0
}
