package extract

import (
	"strings"

	"anzen/shared/text/pattern"
)

// valueToken matches one value of a row of limits, or what a row prints for none.
var valueToken = pattern.MustCompile(`(?i)^(?:not (?:established|available|applicable|listed|determined|known|regulated)|no (?:data|limit)|none(?: (?:established|listed|known))?|n/est\.?|n\.[aed]\.|n/?[aed]\b\.?|[-–—]+|[<>≤≥]? ?[0-9][0-9.,]*\*{0,2}(?: ?(?:ppm|mg ?/ ?m3|mg/cu\.? ?m|μg/m3|f(?:ibers?)?/(?:cc|ml|cm3)|mppcf))?(?: ?\(? ?(?:TWA|STEL|C|ceiling|total|resp(?:\.|irable)?|inhal(?:\.|able)?|skin|dust|fume|mist|total dust|respirable fraction|inhalable fraction)\)?)?)(?:$| |[,;])`)

// inOrder puts the values of a row into the columns of limits by their order, where the row ends
// with exactly as many values, empty ones among them, as there are columns: "100 ppm N/est 150
// ppm". Placement by distance is wrong where figures are much narrower than their headings.
func (b *bodyState) inOrder(r textRow) []bodyCell {
	var columns []int
	for i, c := range b.cols {
		if c.limits {
			columns = append(columns, i)
		}
	}
	if len(columns) < 3 {
		return nil
	}
	for k := range r.words {
		text, _ := textAt(r.words[k:])
		values := valuesOf(noteMark.ReplaceAllString(b.w.fold(text), ""))
		if values == nil {
			continue
		}
		if len(values) != len(columns) {
			return nil
		}
		before := r
		before.words = r.words[:k]
		out := b.cells(before)
		for i := range out {
			if out[i].column >= 0 && b.cols[out[i].column].limits {
				out[i].column = b.nameColumn()
			}
		}
		for i, v := range values {
			out = append(out, bodyCell{columns[i], v})
		}
		return out
	}
	return nil
}

// noteMark is the mark of a note at the end of a row: "[a]".
var noteMark = pattern.MustCompile(` *\[[a-z]\] *$`)

// nameColumn is the first column that is not one of limits; -1 for none.
func (b *bodyState) nameColumn() int {
	for i, c := range b.cols {
		if !c.limits {
			return i
		}
	}
	return -1
}

// valuesOf are the values of a text that consists of nothing else; nil for another text.
func valuesOf(text string) []string {
	var out []string
	for text != "" {
		m := valueToken.FindString(text)
		if m == "" {
			return nil
		}
		out = append(out, strings.TrimRight(m, " ,;"))
		text = strings.TrimLeft(text[len(m):], " ")
	}
	return out
}
