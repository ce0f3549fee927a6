package layout

import (
	"math"
	"strings"
	"unicode"
	"unicode/utf8"

	"anzen/shared/reader/doc"
)

// dashesBefore are the dashes that may stand between a label and its value.
var dashesBefore = []string{"- ", "– ", "— ", "― "}

// afterDash is the first value line of a pair behind a dash at its start; "" where there is none.
func afterDash(p doc.Pair) string {
	if p.Kind != doc.Gap || len(p.ValueLines) == 0 {
		return ""
	}
	for _, dash := range dashesBefore {
		if rest, ok := strings.CutPrefix(p.ValueLines[0].Text, dash); ok {
			return rest
		}
	}
	return ""
}

// dashBeforeWord reports a value with a dash before a word: what parts labels and values there.
func dashBeforeWord(p doc.Pair) bool {
	rest := afterDash(p)
	return rest != "" && !unicode.IsDigit(rune(rest[0]))
}

// minusBefore reports a figure with a dash before it that stands with the figure rather than between it and the label: "Boiling point     - 42 °C",
// "Flash point     : - 35 °C".
func minusBefore(p doc.Pair) bool {
	rest := afterDash(p)
	if rest == "" || !unicode.IsDigit(rune(rest[0])) || len(p.LabelLines) == 0 {
		return false
	}
	v := p.ValueLines[0]
	label := p.LabelLines[len(p.LabelLines)-1]
	return v.Words[0].Text == ":" || v.X0-label.X1 > 2*math.Max(v.Size, 6)
}

// dashClosed is a line without the blank behind its first dash.
func dashClosed(l doc.Line) doc.Line {
	_, rest, _ := strings.Cut(l.Text, " ")
	l.Text = "-" + rest
	return l
}

// dashOff removes the dash between a label and its value: "Flash point - 31 °C". A minus
// has no blank after it.
func dashOff(p *doc.Pair) {
	if p.Kind != doc.Gap || len(p.ValueLines) == 0 {
		return
	}
	v := p.ValueLines[0]
	for _, dash := range dashesBefore {
		rest, ok := strings.CutPrefix(v.Text, dash)
		if !ok || strings.TrimSpace(rest) == "" || len(v.Words) < 2 {
			continue
		}
		if utf8.RuneCountInString(v.Words[0].Text) == 1 {
			rest = strings.TrimSpace(rest)
			v = line(v.Words[1:])
			v.Text = rest
		}
		p.ValueLines = append([]doc.Line{v}, p.ValueLines[1:]...)
		return
	}
}
