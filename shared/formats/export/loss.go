package export

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// Loss is what of the cells a file could not hold as it is.
type Loss struct {
	// Replaced characters do not exist in the encoding: 〓 stands for each.
	Replaced int
	// Folded characters were written as others that read the same: ㎥ as m3, ≤ as ≦.
	Folded int
	// Cut texts were longer than a cell can be.
	Cut int
	// Columns are where characters were replaced or texts were cut, by heading, the most first.
	Columns []ColumnLoss
	// Places are the first of them.
	Places []Place
}

// ColumnLoss counts what was lost in a column.
type ColumnLoss struct {
	Column string
	Count  int
}

// Place is a cell: the row counted from 1, the heading's being the first.
type Place struct {
	Row    int
	Column string
	Text   string // the character that was replaced; empty for a text that was cut
}

const maxPlaces = 10

func (l *Loss) at(row int, column, text string) {
	i := slices.IndexFunc(l.Columns, func(c ColumnLoss) bool { return c.Column == column })
	if i < 0 {
		l.Columns = append(l.Columns, ColumnLoss{Column: column})
		i = len(l.Columns) - 1
	}
	l.Columns[i].Count++
	if len(l.Places) < maxPlaces {
		l.Places = append(l.Places, Place{row, column, text})
	}
}

func (l *Loss) sort() {
	slices.SortStableFunc(l.Columns, func(a, b ColumnLoss) int { return cmp.Compare(b.Count, a.Count) })
}

// Where names, in a few words, the columns and rows in which something was lost.
func (l *Loss) Where(lang string) string {
	var where []string
	for _, p := range l.Places[:min(len(l.Places), 5)] {
		text := p.Text
		if text != "" {
			text = " " + text
		}
		if lang == "ja" {
			where = append(where, fmt.Sprintf("%d行目「%s」%s", p.Row, p.Column, text))
		} else {
			where = append(where, fmt.Sprintf("row %d “%s”%s", p.Row, p.Column, text))
		}
	}
	var columns []string
	for _, c := range l.Columns[:min(len(l.Columns), 5)] {
		columns = append(columns, fmt.Sprintf("%s: %d", c.Column, c.Count))
	}
	if lang == "ja" {
		return strings.Join(where, "、") + "（" + strings.Join(columns, "、") + "）"
	}
	return strings.Join(where, ", ") + " (" + strings.Join(columns, ", ") + ")"
}
