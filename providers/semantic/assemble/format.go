package assemble

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/fettle-dev/fettle/providers"
)

// The formats.
const (
	Markdown = "markdown"
	Plain    = "plain"
	XML      = "xml"
)

// format writes the parts of one output format.
type format struct {
	open, end string
	block     func(Block) string
	note      func(excluded int) string
}

func (f format) frame() int { return len(f.open) + len(f.end) }

func formatOf(name string) format {
	switch name {
	case XML:
		return format{open: "<context>\n", end: "</context>\n", block: xmlBlock,
			note: func(n int) string { return fmt.Sprintf("  <excluded count=\"%d\"/>\n", n) }}
	case Plain:
		return format{block: plainBlock, note: func(n int) string {
			return fmt.Sprintf("... %d additional results excluded\n",
				n)
		}}
	}
	return format{block: markdownBlock,
		note: func(n int) string { return fmt.Sprintf("---\n*%d additional results excluded*\n", n) }}
}

// Format writes a result. Without blocks it is empty.
func Format(c Context, name string) string {
	if len(c.Blocks) == 0 {
		return ""
	}
	f := formatOf(name)
	var b strings.Builder
	b.WriteString(f.open)
	for _, block := range c.Blocks {
		b.WriteString(f.block(block))
	}
	over := 0
	for _, e := range c.Summary.Exclusions {
		if e.Reason == OverBudget {
			over++
		}
	}
	if over > 0 {
		b.WriteString(f.note(over))
	}
	b.WriteString(f.end)
	return b.String()
}

// mostRanges are as many runs of lines as a heading names of a block that is cut.
const mostRanges = 6

// place returns the file with the lines that are shown of it: those of the entity, or what
// is left of them.
func (b Block) place() string {
	list := b.Lines
	if len(list) == 0 || len(list) > mostRanges {
		list = []Range{{b.Location.StartLine, b.Location.EndLine}}
	}
	var out []string
	for _, r := range list {
		out = append(out, fmt.Sprintf("%d-%d", r.StartLine, r.EndLine))
	}
	return b.Location.FilePath + ":" + strings.Join(out, ",")
}

// fenced returns code in a fence, as valid UTF-8 with the line ends of Markdown.
func fenced(lang, code string) string {
	code = strings.ToValidUTF8(strings.ReplaceAll(code, "\r\n", "\n"), "\uFFFD")
	code = strings.ReplaceAll(strings.ReplaceAll(code, "\r", "\n"), "\x00", "\uFFFD")
	if !strings.HasSuffix(code, "\n") {
		code += "\n"
	}
	f := providers.Fence(code)
	return f + lang + "\n" + code + f + "\n"
}

// about says why a block is there, and what else it shows.
func (b Block) about(span func(string) string) []string {
	var out []string
	add := func(head, tail string) {
		if tail != "" {
			out = append(out, head+tail)
		}
	}
	because := b.Role
	if len(b.Why) > 0 {
		because = strings.TrimPrefix(because+": "+strings.Join(strings.Fields(b.Why[0]), " "), ": ")
		because = strings.TrimPrefix(because, "direct: ")
	}
	add("Why: ", because)
	var also []string
	for _, m := range b.Merged {
		also = append(also, span(m.Entity.Name))
	}
	add("Also here: ", strings.Join(also, ", "))
	switch b.Origin {
	case "stored-deleted":
		add("Note: ", "this file is deleted; the text is as it was last indexed")
	case "stored-changed":
		add("Note: ", "this is no longer in the file; the text is as it was last indexed")
	case "moved":
		add("Note: ", "the file has moved here since it was indexed")
	}
	return out
}

// tag returns the language of a fence.
func (b Block) tag() string {
	switch b.lang {
	case "typescriptreact":
		return "typescript"
	case "javascriptreact":
		return "javascript"
	}
	return b.lang
}

func markdownBlock(b Block) string {
	var s strings.Builder
	fmt.Fprintf(&s, "### %s: %s\n*%s* (score: %.2f)\n", b.Entity.Type, providers.CodeSpan(b.Entity.Name),
		providers.CodeSpan(b.place()), b.Score)
	for _, line := range b.about(providers.CodeSpan) {
		s.WriteString(line + "\n")
	}
	if b.Context != nil && b.Context.Imports != "" {
		s.WriteString("**Imports:**\n" + fenced(b.tag(), b.Context.Imports))
	}
	if b.Cut == string(Summarized) {
		s.WriteString("**Summary:** " + b.Code + "\n")
		return s.String()
	}
	s.WriteString("**Code:**\n" + fenced(b.tag(), b.Code))
	return s.String()
}

func plainBlock(b Block) string {
	var s strings.Builder
	fmt.Fprintf(&s, "=== %s: %s ===\nFile: %s\nScore: %.2f\n", b.Entity.Type, oneLine(b.Entity.Name), oneLine(b.place()),
		b.Score)
	for _, line := range b.about(oneLine) {
		s.WriteString(line + "\n")
	}
	s.WriteString("\n")
	if b.Context != nil && b.Context.Imports != "" {
		s.WriteString(ended(b.Context.Imports) + "\n")
	}
	s.WriteString(ended(b.Code) + "\n")
	return s.String()
}

func ended(s string) string {
	s = strings.ToValidUTF8(s, "\uFFFD")
	if !strings.HasSuffix(s, "\n") {
		s += "\n"
	}
	return s
}

// oneLine makes control characters visible.
func oneLine(s string) string { return strings.Trim(providers.CodeSpan(s), "` ") }

func xmlBlock(b Block) string {
	var s strings.Builder
	fmt.Fprintf(&s, "  <entity type=\"%s\" name=\"%s\" score=\"%.2f\">\n", attribute(b.Entity.Type),
		attribute(b.Entity.Name), b.Score)
	fmt.Fprintf(&s, "    <location file=\"%s\" start=\"%d\" end=\"%d\"/>\n", attribute(b.Location.FilePath),
		b.Location.StartLine, b.Location.EndLine)
	if about := b.about(func(s string) string { return s }); len(about) > 0 {
		fmt.Fprintf(&s, "    <note>%s</note>\n", cdata(strings.Join(about, "\n")))
	}
	if b.Context != nil && b.Context.Imports != "" {
		fmt.Fprintf(&s, "    <imports>%s</imports>\n", cdata(b.Context.Imports))
	}
	fmt.Fprintf(&s, "    <code>%s</code>\n  </entity>\n", cdata(b.Code))
	return s.String()
}

// legal shows characters that XML 1.0 forbids as \u{…}.
func legal(s string, write func(r rune) bool) string {
	var b strings.Builder
	for i := 0; i < len(s); {
		r, n := utf8.DecodeRuneInString(s[i:])
		switch {
		case r == '\r' && strings.HasPrefix(s[i:], "\r\n"):
		case r == utf8.RuneError && n == 1:
			b.WriteString("\uFFFD")
		case r == '\t' || r == '\n' || r >= 0x20 && r < 0xD800 || r >= 0xE000 && r <= 0xFFFD || r >= 0x10000:
			if write == nil || !write(r) {
				b.WriteRune(r)
			} else {
				fmt.Fprintf(&b, "&#%d;", r)
			}
		default:
			fmt.Fprintf(&b, "\\u{%x}", r)
		}
		i += n
	}
	return b.String()
}

func attribute(s string) string {
	return legal(s, func(r rune) bool { return r == '<' || r == '&' || r == '"' || r == '\n' || r == '\t' || r == '>' })
}

func cdata(s string) string {
	return "<![CDATA[" + strings.ReplaceAll(legal(s, nil), "]]>", "]]]]><![CDATA[>") + "]]>"
}
