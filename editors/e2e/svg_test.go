package e2e

import (
	"fmt"
	"html"
	"strconv"
	"strings"
)

// The size of a character cell, in pixels of the picture.
const cellWidth, cellHeight = 8.4, 18

// style is how a terminal shows a piece of text.
type style struct {
	fg, bg                           string // "" is the terminal's own
	bold, italic, underline, inverse bool
}

// The colours of the picture's terminal: its own two, then the sixteen.
const paper, ink = "#1e1e2e", "#cdd6f4"

var palette = strings.Fields("#45475a #f38ba8 #a6e3a1 #f9e2af #89b4fa #f5c2e7 #94e2d5 #bac2de #585b70 #f38ba8 #a6e3a1 #f9e2af #89b4fa #f5c2e7 #94e2d5 #ffffff")

// svg draws the screen of a terminal, as tmux captures it with its colours.
func svg(screen string) string {
	var back, text strings.Builder
	var now style
	lines := strings.Split(strings.TrimRight(screen, "\n"), "\n")
	for row, line := range lines {
		column := 0
		for line != "" {
			if codes, rest, ok := sequence(line); ok {
				now = now.with(codes)
				line = rest
				continue
			}
			end := strings.IndexByte(line, '\x1b')
			if end < 0 {
				end = len(line)
			}
			width := drawn(&back, &text, row, column, line[:end], now)
			column += width
			line = line[end:]
		}
	}
	width, height := columns*cellWidth+16, float64(len(lines)*cellHeight+16)
	return fmt.Sprintf("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %.0f %.0f\" width=\"%.0f\" height=\"%.0f\">\n"+
		"<rect width=\"100%%\" height=\"100%%\" rx=\"6\" fill=\"%s\"/>\n"+
		"<g font-family=\"ui-monospace,'DejaVu Sans Mono',Menlo,Consolas,monospace\" font-size=\"14\" xml:space=\"preserve\" fill=\"%s\">\n%s%s</g>\n</svg>\n",
		width, height, width, height, paper, ink, back.String(), text.String())
}

// sequence cuts the codes of a style off the front of a line.
func sequence(line string) (codes, rest string, ok bool) {
	if !strings.HasPrefix(line, "\x1b[") {
		return "", line, false
	}
	end := strings.IndexByte(line, 'm')
	if end < 0 {
		return "", line[2:], true
	}
	return line[2:end], line[end+1:], true
}

// drawn draws a piece of one style and gives its width in cells. Each character
// has its place, whatever font the viewer has.
func drawn(back, text *strings.Builder, row, column int, piece string, s style) int {
	fg, bg := s.fg, s.bg
	if s.inverse {
		fg, bg = bg, fg
		if fg == "" {
			fg = paper
		}
		if bg == "" {
			bg = ink
		}
	}
	width := 0
	var places []string
	for _, r := range piece {
		places = append(places, strconv.FormatFloat(8+float64(column+width)*cellWidth, 'f', 1, 64))
		width++
		if r >= 0x1F300 {
			width++
		}
	}
	if bg != "" {
		fmt.Fprintf(back, "<rect x=\"%.1f\" y=\"%d\" width=\"%.1f\" height=\"%d\" fill=\"%s\"/>\n",
			8+float64(column)*cellWidth, 8+row*cellHeight, float64(width)*cellWidth, cellHeight, bg)
	}
	if strings.TrimSpace(piece) == "" {
		return width
	}
	look := ""
	if fg != "" {
		look += ` fill="` + fg + `"`
	}
	if s.bold {
		look += ` font-weight="bold"`
	}
	if s.italic {
		look += ` font-style="italic"`
	}
	if s.underline {
		look += ` text-decoration="underline"`
	}
	fmt.Fprintf(text, "<text x=\"%s\" y=\"%d\"%s>%s</text>\n", strings.Join(places, " "), 8+row*cellHeight+13, look, html.EscapeString(piece))
	return width
}

// with is the style after the codes of a sequence.
func (s style) with(codes string) style {
	list := strings.Split(codes, ";")
	for i := 0; i < len(list); i++ {
		n, _ := strconv.Atoi(list[i])
		switch {
		case n == 0:
			s = style{}
		case n == 1:
			s.bold = true
		case n == 3:
			s.italic = true
		case n == 4:
			s.underline = true
		case n == 7:
			s.inverse = true
		case n == 22:
			s.bold = false
		case n == 23:
			s.italic = false
		case n == 24:
			s.underline = false
		case n == 27:
			s.inverse = false
		case n >= 30 && n <= 37:
			s.fg = palette[n-30]
		case n >= 90 && n <= 97:
			s.fg = palette[n-90+8]
		case n >= 40 && n <= 47:
			s.bg = palette[n-40]
		case n >= 100 && n <= 107:
			s.bg = palette[n-100+8]
		case n == 39:
			s.fg = ""
		case n == 49:
			s.bg = ""
		case n == 38 || n == 48:
			colour, used := extended(list[i+1:])
			if n == 38 {
				s.fg = colour
			} else {
				s.bg = colour
			}
			i += used
		}
	}
	return s
}

// extended reads a colour of 256 or of three parts, and says how many codes it
// took.
func extended(list []string) (string, int) {
	number := func(i int) int {
		if i >= len(list) {
			return 0
		}
		n, _ := strconv.Atoi(list[i])
		return n
	}
	if number(0) == 2 {
		return fmt.Sprintf("#%02x%02x%02x", number(1), number(2), number(3)), 4
	}
	n := number(1)
	switch {
	case n < 16:
		return palette[n], 2
	case n >= 232:
		v := 8 + (n-232)*10
		return fmt.Sprintf("#%02x%02x%02x", v, v, v), 2
	}
	level := func(v int) int {
		if v == 0 {
			return 0
		}
		return 55 + v*40
	}
	n -= 16
	return fmt.Sprintf("#%02x%02x%02x", level(n/36), level(n/6%6), level(n%6)), 2
}
