package extract

import (
	"regexp"
	"slices"
	"strings"

	"anzen/shared/reader/doc"
	"anzen/shared/reference/chem"
	"anzen/shared/text/fold"
)

// The kinds of a composition table's columns.
const (
	otherColumn = iota
	nameColumn
	casColumn
	shareColumn
)

// columns of a composition table.
type columns struct {
	kind []int
	unit string // of the share's heading
	// low and high are the columns of the ends of the share, where each has its own; else
	// 0.
	low, high int
	// combined is set where the column of the CAS number begins with the name.
	combined bool
}

func (c columns) at(kind int) int {
	for i, k := range c.kind {
		if k == kind {
			return i
		}
	}
	return -1
}

// headingKind is the kind of column that a heading names.
func headingKind(text string) int {
	if text == "" || len(text) > 120 {
		return otherColumn
	}
	switch labelKey(3, text) {
	case "name":
		return nameColumn
	case "cas":
		return casColumn
	case "concentration":
		return shareColumn
	case "other_name", "formula", "composition_type":
		return otherColumn
	}
	t := fold.Squeezed(text)
	has := func(words ...string) bool {
		for _, w := range words {
			if strings.Contains(t, w) {
				return true
			}
		}
		return false
	}
	switch {
	case has("cas"):
		return casColumn
	case has("化審法", "安衛法", "官報", "einecs", "ecno", "classif", "分類", "reg", "prtr", "化管法", "分子", "化学式", "tlv", "pel", "oel", "許容"):
		return otherColumn
	case has("specification", "assay", "purity", "純度", "濃度", "含有", "含量", "重量%", "wt%", "質量%", "配合", "conc", "content", "weight", "percent", "w/w"), strings.HasSuffix(t, "%") && len(t) < 12:
		return shareColumn
	case has("英語", "別名", "慣用", "synonym", "common"):
		return otherColumn
	case has("成分名", "化学名", "物質名", "成分", "component", "ingredient", "chemicalname", "substance", "名称"):
		return nameColumn
	}
	return otherColumn
}

// tableColumns reads a heading row; ok is false where it names fewer than two kinds.
func tableColumns(t doc.Table, row int) (columns, bool) {
	n := t.Cols()
	c := columns{kind: make([]int, n)}
	seen := map[int]bool{}
	for i := range n {
		if t.Rows[row][i].Covered && i > 0 && spansFrom(t, row, i) || beside(t, row, i) {
			continue
		}
		text := t.At(row, i).Text()
		k := headingKind(text)
		if k == otherColumn || seen[k] {
			continue
		}
		c.kind[i] = k
		seen[k] = true
		if k == shareColumn {
			c.unit, _ = chem.UnitIn(text)
		}
		if k == casColumn && nameFirst.MatchString(fold.Printed(text)) {
			c.combined = true
		}
	}
	c.combined = c.combined && !seen[nameColumn]
	return c, len(seen) >= 2 && (seen[casColumn] || seen[shareColumn])
}

// beside reports a cell that spans the side of a table as its name: "成分及び含有量".
func beside(t doc.Table, row, col int) bool {
	if t.Rows[row][col].Covered && col > 0 && spansFrom(t, row, col) {
		return false
	}
	at := row
	for at > 0 && t.Rows[at][col].Covered {
		at--
	}
	c := t.Rows[at][col]
	return !c.Covered && c.RowSpan > 2 && (at < row || at+c.RowSpan >= len(t.Rows))
}

// ends finds the columns of the lowest and the highest share in a row of headings.
func (c *columns) ends(row []doc.Cell) bool {
	for i, cell := range row {
		switch strings.Trim(fold.Squeezed(cell.Text()), "().:%") {
		case "min", "minimum", "下限", "最小", "from", "low", "lower", "下限値", "min.%":
			c.low = i
		case "max", "maximum", "上限", "最大", "to", "high", "upper", "上限値", "max.%":
			c.high = i
		}
	}
	return c.low > 0 || c.high > 0
}

// between is the share stated by the columns of its ends.
func between(low, high, unit string) (chem.Concentration, bool) {
	low, high = fold.Printed(low), fold.Printed(high)
	hasLow, hasHigh := strings.ContainsAny(low, "0123456789"), strings.ContainsAny(high, "0123456789")
	switch {
	case hasLow && hasHigh:
		return chem.ParseConcentration(low+" - "+high, unit)
	case hasHigh:
		return chem.ParseConcentration("<= "+strings.TrimLeft(high, "<=≦≤ "), unit)
	case hasLow:
		return chem.ParseConcentration(">= "+strings.TrimLeft(low, ">=≧≥ "), unit)
	}
	return chem.Concentration{}, false
}

// spansFrom reports whether a covered cell belongs to the cell on its left.
func spansFrom(t doc.Table, row, col int) bool {
	return !t.Rows[row][col-1].Covered && max(t.Rows[row][col-1].ColSpan, 1) > 1
}

// tableIngredients reads the tables whose headings or contents show names with CAS numbers or shares.
func tableIngredients(sec *doc.Section) []ingredient {
	var out []ingredient
	var last columns
	var lastHeads []doc.Cell
	for _, t := range sec.Tables {
		if t.Cols() < 2 {
			continue
		}
		start := 0
		for r := 0; r < len(t.Rows); r++ {
			if c, ok := tableColumns(t, r); ok && !hasCAS(t.Rows[r]) {
				start = r + 1
				if start < len(t.Rows) && c.ends(t.Rows[start]) {
					start++
				} else {
					c.ends(t.Rows[r])
				}
				// The heading may continue on a second row.
				for start < len(t.Rows) && headingRest(t, start) {
					start++
				}
				if r > 0 && hasCASTable(doc.Table{Rows: t.Rows[:r]}) {
					// Rows above the heading of the next page belong to the same columns.
					out = append(out, tableRows(doc.Table{Page: t.Page, Box: t.Box, Kind: t.Kind, Rows: t.Rows[:r]}, 0, c)...)
				}
				out = append(out, tableRows(t, start, c)...)
				last, lastHeads = c, t.Rows[r]
				break
			}
		}
		if start == 0 && len(last.kind) == t.Cols() && hasCASTable(t) {
			out = append(out, tableRows(t, 0, last)...)
			continue
		}
		if c, ok := sameColumns(t, last, lastHeads); start == 0 && ok && hasCASTable(t) {
			out = append(out, tableRows(t, 0, c)...)
			continue
		}
		if start == 0 {
			if c, ok := columnsByContent(t); ok {
				out = append(out, tableRows(t, 0, c)...)
				last = c
			}
		}
	}
	if len(out) > 0 {
		out = otherComponents(sec, out)
	}
	return out
}

// sameColumns are the columns of a table that continues on another page, by the places of
// its headings.
func sameColumns(t doc.Table, last columns, headings []doc.Cell) (columns, bool) {
	c := columns{kind: make([]int, t.Cols()), unit: last.unit}
	found := 0
	for i, h := range headings {
		if i >= len(last.kind) || last.kind[i] == otherColumn || h.Empty() {
			continue
		}
		best, most := -1, 0.0
		for k := range t.Cols() {
			for _, row := range t.Rows {
				if o := h.Box.OverlapX(row[k].Box); !row[k].Covered && o > most {
					best, most = k, o
				}
			}
		}
		if best >= 0 && c.kind[best] == otherColumn {
			c.kind[best] = last.kind[i]
			found++
		}
	}
	return c, found >= 2
}

func hasCAS(row []doc.Cell) bool {
	for _, c := range row {
		for _, f := range chem.FindCAS(fold.Printed(c.Text())) {
			if f.Valid {
				return true
			}
		}
	}
	return false
}

func hasCASTable(t doc.Table) bool {
	for _, r := range t.Rows {
		if hasCAS(r) {
			return true
		}
	}
	return false
}

// headingRest reports a row that continues the heading: covered cells and further headings
// only.
func headingRest(t doc.Table, row int) bool {
	covered, filled := 0, 0
	for _, c := range t.Rows[row] {
		switch {
		case c.Covered:
			covered++
		case !c.Empty():
			filled++
			if k := labelKey(3, c.Text()); k != "formula" && k != "cas" && k != "name" && k != "concentration" {
				return false
			}
		}
	}
	return covered+filled > 0 && covered > 0
}

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

var formulaShare = regexp.MustCompile(`[0-9] ?- ?\(|[0-9] ?- ?[A-Z]|[A-Z][a-z]?[0-9]?\+`)

func tableRows(t doc.Table, from int, cols columns) []ingredient {
	nameAt, casAt, shareAt := cols.at(nameColumn), cols.at(casColumn), cols.at(shareColumn)
	if cols.combined {
		nameAt = casAt
	}
	if nameAt < 0 {
		for i, k := range cols.kind {
			if k == otherColumn {
				nameAt = i
				break
			}
		}
	}
	if shareAt < 0 && cols.low == 0 && cols.high == 0 && casAt >= 0 {
		shareAt = shareColumnOf(t, from, cols)
	}
	var out []ingredient
	for r := from; r < len(t.Rows); r++ {
		if c, ok := tableColumns(t, r); ok && !hasCAS(t.Rows[r]) {
			_ = c // a heading repeated on a new page
			continue
		}
		in := ingredient{raw: map[string]string{}, source: map[string][]doc.Source{}, rule: "table", confidence: 0.9}
		filled := 0
		if nameAt >= 0 {
			cell := t.At(r, nameAt)
			named := beforeLabels(cell.Lines)
			if cols.combined {
				named = aboveNumbers(cell.Lines)
				if len(named) == 0 {
					named = cell.Lines
				}
			}
			in.name = ingredientName(classBehind.ReplaceAllString(doc.Join(named), ""))
			in.raw["name"], in.source["name"] = cell.Text(), doc.SourcesOf(named)
		}
		if casAt >= 0 {
			cell := t.At(r, casAt)
			if nameAt >= 0 && nameAt != casAt && sameCell(cell, t.At(r, nameAt)) {
				continue // a heading over the whole width
			}
			text := fold.Printed(cell.Text())
			found := chem.FindCAS(text)
			if len(found) == 0 {
				// A narrow cell may break the number: "25036-2" / "5-3".
				for _, f := range chem.FindCAS(strings.ReplaceAll(text, " ", "")) {
					if f.Valid {
						found = append(found, f)
					}
				}
			} else if rest := strings.TrimSpace(text[found[len(found)-1].End:]); rest != "" && (shareAt < 0 || t.At(r, shareAt).Empty()) {
				// The share follows directly, in the same column.
				if c, ok := chem.ParseConcentration(rest, cols.unit); ok && c.Stated() {
					in.concentration = c
					in.raw["concentration"], in.source["concentration"] = rest, doc.SourcesOf(cell.Lines)
				}
			}
			if casInText.MatchString(text) {
				found = labelledCAS(text, found)
				var ok bool
				if in.concentration, ok = shareBeside(cell.Lines, cols.unit); ok && shareAt < 0 {
					in.raw["concentration"], in.source["concentration"] = text, doc.SourcesOf(cell.Lines)
				}
			}
			for _, f := range found {
				in.cas = append(in.cas, string(f.CAS))
			}
			if text != "" {
				filled++
			}
			in.raw["cas"], in.source["cas"] = text, doc.SourcesOf(cell.Lines)
		}
		if shareAt >= 0 {
			cell := t.At(r, shareAt)
			text := fold.Printed(cell.Text())
			if !formulaShare.MatchString(text) {
				in.concentration, _ = chem.ParseConcentration(text, cols.unit)
			}
			if text != "" {
				filled++
			}
			in.raw["concentration"], in.source["concentration"] = text, doc.SourcesOf(cell.Lines)
		}
		if (cols.low > 0 || cols.high > 0) && !in.concentration.Stated() {
			low, high := doc.Cell{}, doc.Cell{}
			if cols.low > 0 {
				low = t.At(r, cols.low)
			}
			if cols.high > 0 {
				high = t.At(r, cols.high)
			}
			in.concentration, _ = between(low.Text(), high.Text(), cols.unit)
			in.raw["concentration"] = strings.TrimSpace(low.Text() + " " + high.Text())
			in.source["concentration"] = doc.SourcesOf(append(slices.Clone(low.Lines), high.Lines...))
			filled++
		}
		if casAt < 0 {
			for _, c := range t.Rows[r] {
				for _, f := range chem.FindCAS(fold.Printed(c.Text())) {
					if f.Valid {
						in.cas = append(in.cas, string(f.CAS))
						in.raw["cas"], in.source["cas"] = c.Text(), doc.SourcesOf(c.Lines)
					}
				}
			}
			if len(in.cas) > 0 && nameAt >= 0 {
				in.name = ingredientName(cutAtCAS(in.raw["name"]))
			}
		}
		if filled == 0 && len(in.cas) == 0 || in.name == "" && len(in.cas) == 0 || isTotal(in.name) || len(in.name) > 300 {
			continue
		}
		out = append(out, in)
	}
	return out
}

// beforeLabels returns the lines of a cell before one with the label of another item:
// "CAS-No.", "EC-No.".
func beforeLabels(lines []doc.Line) []doc.Line {
	for i, l := range lines {
		if i == 0 {
			continue
		}
		if classLine.MatchString(fold.Printed(l.Text)) {
			return lines[:i]
		}
		if key, _, _ := splitLabel(3, l.Text); key == "cas" || key == "formula" || key == "concentration" {
			return lines[:i]
		}
		if strings.IndexFunc(lines[0].Text, doc.CJK) == 0 && strings.IndexFunc(lines[i-1].Text, doc.CJK) >= 0 && strings.IndexFunc(l.Text, func(r rune) bool { return r > 0x7e }) < 0 && strings.IndexFunc(l.Text, isLetterRune) >= 0 && l.X0-lines[0].X0 < 3 {
			return lines[:i] // the name in English under the Japanese one
		}
	}
	return lines
}

func sameCell(a, b doc.Cell) bool { return a.Box == b.Box && a.Page == b.Page && !a.Empty() }
