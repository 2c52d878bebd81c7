package text

// Hidden names the class of a code point that cannot be seen, or that turns the
// order of those that can; "" for all others. Tabs and the characters of line
// ends are no hidden ones. It is the one table of the kind: what is hidden is
// shown by its number to models and on terminals, dropped from messages, and
// may not be brought in by an edit.
func Hidden(r rune) string {
	switch {
	case r < 0x20 && r != '\t' && r != '\n' && r != '\r', r >= 0x7F && r <= 0x9F:
		return "control character"
	case r < 0xAD:
		return ""
	case r >= 0x202A && r <= 0x202E, r >= 0x2066 && r <= 0x2069, r == 0x061C:
		return "bidirectional control"
	case r >= 0x200B && r <= 0x200F, r == 0xFEFF, r == 0xAD, r == 0x180E, r >= 0x2060 && r <= 0x2064, r >= 0x206A && r <= 0x206F:
		return "zero-width character"
	case r == 0x2028, r == 0x2029:
		return "line separator"
	case r == 0x115F, r == 0x1160, r == 0x17B4, r == 0x17B5, r == 0x3164, r == 0xFFA0: // letters to a compiler, nothing to a reader
		return "blank letter"
	case r >= 0xE0000 && r <= 0xE007F, r >= 0xE0100 && r <= 0xE01EF:
		return "tag character"
	}
	return ""
}
