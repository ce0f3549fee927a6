package extract

import (
	"slices"
	"strings"

	"anzen/shared/reader/doc"
	"anzen/shared/reference/chem"
	"anzen/shared/text/fold"
	"anzen/shared/text/pattern"
)

// listTitle matches the title of a list of limits between the rows of a table: "US. ACGIH Threshold Limit Values".
var listTitle = pattern.MustCompile(`^(?:US|USA|U\.S|UK|EU|` + countries + `)(?:\. ?[A-Z]| .*(?i:limit|guide|threshold|level)|\.? ?: )`)

// titlesList is the authority whose list a line is the title of; empty for another line.
func titlesList(text string) string {
	if text == "" || len(text) > 140 || text[0] < 'A' || text[0] > 'Z' || !listTitle.MatchString(text) || len(airborne(text)) > 0 || chem.FindCAS(text) != nil || rowFigures.MatchString(text) || otherValues(text) || isSentence(text) {
		return ""
	}
	return authorityIn(text)
}

// listsApart is a table without closed cells in whose rows no title of a list stands: what stands in a row from the title on is a row of its own, on
// each of its heights.
func listsApart(t doc.Table) doc.Table {
	out := t
	out.Rows = nil
	for _, row := range t.Rows {
		out.Rows = append(out.Rows, withoutTitle(row)...)
	}
	return out
}

// withoutTitle divides a row at the title of a list below its first line.
func withoutTitle(row []doc.Cell) [][]doc.Cell {
	for _, cell := range row {
		for i, l := range cell.Lines {
			if i > 0 && titlesList(fold.Printed(l.Text)) != "" && !cell.Covered && cell.RowSpan < 2 {
				return dividedAt(row, cell.Lines)
			}
		}
	}
	return [][]doc.Cell{row}
}

// nextList gives the columns of a table the authority of the list whose title a row is.
func (b *bodyState) nextList(r textRow) bool {
	if r.figures > 0 {
		return false
	}
	authority := titlesList(r.text)
	if authority == "" {
		return false
	}
	before := ""
	for _, c := range b.cols {
		if c.limits && c.authority != "" {
			if before != "" && before != c.authority {
				return false // the columns are of several authorities
			}
			before = c.authority
		}
	}
	b.cols = slices.Clone(b.cols)
	for i := range b.cols {
		b.cols[i].authority = ""
	}
	b.authority, b.list = authority, authority
	return true
}

// tlvAlone matches the name of limits that ACGIH and others have, at the end of the words before a figure.
var tlvAlone = pattern.MustCompile(`^(?:[^A]|A[^C])*\bTLV ?:?$`)

// ofList is the authority that a text names below the title of a country's list, whose limits it may call TLV.
func ofList(named, text, list string) string {
	if named == "ACGIH" && list != "" && tlvAlone.MatchString(strings.TrimSpace(text)) && countryRE.MatchString(list) {
		return list
	}
	return named
}
