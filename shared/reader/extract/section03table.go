package extract

import (
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
	kind  []int
	unit  string // of the share's heading
	bound string // boundOf it
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
	case has("cas"), t == "identifiers":
		return casColumn
	case strings.HasPrefix(t, "%") && len(t) < 24:
		return shareColumn
	case has("化審法", "安衛法", "官報", "einecs", "ecno", "classif", "分類", "reg", "prtr", "化管法", "分子", "化学式", "tlv", "pel", "oel", "許容"):
		return otherColumn
	case has("wt.%", "specification", "assay", "purity", "純度", "濃度", "含有", "含量", "重量%", "wt%", "質量%", "配合", "conc", "content", "weight", "percent", "w/w", "enpoids", "poids%"), strings.HasSuffix(t, "%") && len(t) < 12:
		return shareColumn
	case has("英語", "別名", "慣用", "synonym", "common"):
		return otherColumn
	case has("成分名", "化学名", "物質名", "成分", "component", "ingredient", "chemicalname", "substance", "名称", "nomchimique", "nomdes"):
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
		text := strings.Trim(t.At(row, i).Text(), "│| ")
		k := headingKind(text)
		if k == shareColumn && seen[k] && c.at(nameColumn) < 0 && !strings.Contains(t.At(row, c.at(k)).Text(), "%") && strings.Contains(text, "%") && !strings.ContainsAny(text, "0123456789") {
			c.kind[c.at(k)] = nameColumn // "Composition" beside "%"
			seen[nameColumn], seen[k] = true, false
		}
		if k == nameColumn && seen[k] && emptyBelow(t, row, c.at(k)) && !emptyBelow(t, row, i) {
			c.kind[c.at(k)], seen[k] = otherColumn, false // the title of the table beside its headings
		}
		if k == otherColumn || seen[k] {
			continue
		}
		c.kind[i] = k
		seen[k] = true
		if k == shareColumn {
			c.unit, _ = chem.UnitIn(text)
			c.bound = boundOf(fold.Printed(text))
		}
		if k == casColumn && nameFirst.MatchString(fold.Printed(text)) {
			c.combined = true
		}
	}
	c.combined = c.combined && !seen[nameColumn]
	return c, len(seen) >= 2 && (seen[casColumn] || seen[shareColumn])
}

// emptyBelow reports a column with nothing in most rows below a heading.
func emptyBelow(t doc.Table, row, col int) bool {
	filled := 0
	for r := row + 1; r < len(t.Rows); r++ {
		if !t.Rows[r][col].Covered && !t.Rows[r][col].Empty() {
			filled++
		}
	}
	return filled*2 < len(t.Rows)-row-1
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
		t = ingredientRows(t)
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
				out = rowsFrom(t, start, c, out)
				last, lastHeads = c, t.Rows[r]
				break
			}
		}
		if start == 0 && len(last.kind) == t.Cols() && hasCASTable(t) {
			out = rowsFrom(t, 0, last, out)
			continue
		}
		if c, ok := sameColumns(t, last, lastHeads); start == 0 && ok && (hasCASTable(t) || hasSharesTable(t, c)) {
			rows := tableRows(onBaselines(t, 0, c), 0, c)
			if own, ok := columnsByContent(t); ok {
				if other := withoutNumberNames(tableRows(t, 0, own)); complete(other) > complete(withoutNumberNames(rows)) && len(other) >= len(rows) {
					rows = other
				}
			}
			out = withRows(out, rows)
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
	c := columns{kind: make([]int, t.Cols()), unit: last.unit, bound: last.bound}
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

// hasSharesTable reports a table with a name and a share in its columns.
func hasSharesTable(t doc.Table, cols columns) bool {
	name, share := cols.at(nameColumn), cols.at(shareColumn)
	return name >= 0 && share >= 0 && slices.ContainsFunc(t.Rows, func(row []doc.Cell) bool {
		return !row[name].Empty() && !row[name].Covered && !row[share].Covered && rangeAlone.MatchString(fold.Printed(row[share].Text()))
	})
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
