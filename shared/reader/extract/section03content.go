package extract

import (
	"strings"

	"anzen/shared/reader/doc"
	"anzen/shared/reference/chem"
	"anzen/shared/text/fold"
)

// columnsByContent finds the columns of a table without headings by the CAS numbers and
// shares in them.
func columnsByContent(t doc.Table) (columns, bool) {
	n := t.Cols()
	cas, share, words := make([]int, n), make([]int, n), make([]int, n)
	for _, row := range t.Rows {
		for i, c := range row {
			text := fold.Printed(c.Text())
			if text == "" || c.Covered {
				continue
			}
			found := chem.FindCAS(text)
			switch {
			case len(found) > 0 && found[0].Valid && len(text) < 40:
				cas[i]++
			case strings.HasPrefix(text, "CAS") && casInText.MatchString(text):
				cas[i]++
			case (strings.ContainsAny(text, "%<>~≦≧≤≥") || rangeAlone.MatchString(text)) && len(text) < 30:
				if _, ok := chem.ParseConcentration(text, ""); ok {
					share[i]++
				}
			case strings.IndexFunc(text, func(r rune) bool { return r > '9' }) >= 0 && len(airborne(text)) == 0 && !noData(text) && len(text) > 4:
				words[i]++
			}
		}
	}
	best := func(count []int) int {
		at := -1
		for i, v := range count {
			if v > 0 && (at < 0 || v > count[at]) {
				at = i
			}
		}
		return at
	}
	c := columns{kind: make([]int, n)}
	at := best(cas)
	if at < 0 || cas[at]*2 < len(t.Rows) {
		return c, false
	}
	c.kind[at] = casColumn
	if at := best(share); at >= 0 {
		c.kind[at] = shareColumn
	}
	for i := range n {
		if c.kind[i] == otherColumn && words[i]*2 >= len(t.Rows) {
			c.kind[i] = nameColumn
			return c, true
		}
	}
	return c, false
}

// shareColumnOf finds the column of the shares by its cells, where no heading names it.
func shareColumnOf(t doc.Table, from int, cols columns) int {
	for c, kind := range cols.kind {
		if kind != otherColumn {
			continue
		}
		shares, filled := 0, 0
		for r := from; r < len(t.Rows); r++ {
			text := fold.Printed(t.At(r, c).Text())
			if text == "" {
				continue
			}
			filled++
			if _, ok := chem.ParseConcentration(text, ""); ok && len(text) < 24 && (strings.Contains(text, "%") || rangeAlone.MatchString(text)) {
				shares++
			}
		}
		if shares > 0 && shares == filled {
			return c
		}
	}
	return -1
}
