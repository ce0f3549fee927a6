package layout

import (
	"math"
	"unicode/utf8"

	"anzen/shared/reader/doc"
	"anzen/shared/text/pattern"
)

var (
	// smallFirst matches a text that begins in the middle of a title, with a small letter.
	smallFirst = pattern.MustCompile(`^\(?[a-z][a-z,;/)\- ]`)
	// openLast matches a label that has to go on.
	openLast = pattern.MustCompile(`(?i)(?:[,/&]|\b(?:of|and|or|the|for|to|in|with|by|from)) ?$`)
)

// labelBeside adds a line to the pair of the line above whose label goes on in it, beside the second line of its value: "Hazardous decomposition  Carbon
// monoxide and" over "products  other gases".
func (p *pairer) labelBeside(first, value doc.Line) bool {
	if !p.columns || p.outer < 0 || p.inner >= 0 {
		return false
	}
	o := &p.out[p.outer]
	if o.Kind != doc.Gap || len(o.ValueLines) == 0 {
		return false
	}
	above, last := o.LabelLines[len(o.LabelLines)-1], o.ValueLines[len(o.ValueLines)-1]
	h := math.Max(first.H(), 4)
	switch {
	case above.Page != first.Page, last.Page != first.Page, math.Abs(first.X0-above.X0) > 1.5, math.Abs(value.X0-p.x) > 1.5:
		return false
	case first.Y0-above.Y1 > 0.7*h, first.Y0 < above.CY(), math.Abs(last.CY()-above.CY()) > 0.5*h:
		return false
	case math.Abs(first.Size-above.Size) > 0.3, first.Bold != above.Bold:
		return false
	case !smallFirst.MatchString(first.Text) && !openLast.MatchString(above.Text):
		return false
	}
	joined := doc.JoinText(o.Label, first.Text)
	whole := known(first.Text) || known(o.Label) && !openLast.MatchString(above.Text)
	if whole && !known(joined) || utf8.RuneCountInString(joined) > 2*longLabel {
		return false
	}
	o.Label = cleanLabel(joined)
	o.LabelLines = append(o.LabelLines, first)
	p.add(p.outer, value)
	return true
}
