package extract

import (
	"slices"

	"anzen/shared/reader/doc"
	"anzen/shared/text/pattern"
)

// notAir matches words of effects and of other quantities, whose figures are no limits.
var notAir = pattern.MustCompile(`(?i)\bL[CD] ?/?50|\bATE\b|\bNOAE|\brats?\b|\bmouse\b|\brabbit\b|odou?r threshold|flash`)

// oldSections are those in which sheets of before GHS print limits: their numbers are others', or
// missing.
var oldSections = []int{0, 1, 2, 3, 5, 7, 10}

// besideIngredients reads the limits of sheets whose section 8 has none: they stand among the
// ingredients, in tables or on lines of their own.
func (w *limitWriter) besideIngredients() {
	for i := range w.s.d.Sections {
		sec := &w.s.d.Sections[i]
		if !slices.Contains(oldSections, sec.Number) {
			continue
		}
		from := len(w.found)
		st := limitState{}
		for k, l := range sec.Lines {
			w.ingredientLine(sec.Lines, k, l, &st)
		}
		w.byColumns(sec, from)
	}
}

// ingredientLine reads a line among ingredients: figures count only behind words of a limit.
func (w *limitWriter) ingredientLine(lines []doc.Line, k int, l doc.Line, st *limitState) {
	text := w.fold(l.Text)
	if name := w.part(text); name != "" && name != st.substance {
		*st = limitState{substance: name}
	}
	if notAir.MatchString(text) {
		st.on = false
		return
	}
	if len(airborne(text)) == 0 && !speaksOfLimits(text) {
		return
	}
	next := ""
	if k+1 < len(lines) {
		next = w.fold(lines[k+1].Text)
	}
	if authorityIn(text) == "" && kindIn(text) == "" {
		return
	}
	w.line(text, next, l, st)
}
