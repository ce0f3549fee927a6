package tsv

import (
	"slices"
	"strings"
)

// Merge is the text of a table in which the rows are those imported anew, but for rows with a note: they were written or
// changed by hand, and stay. A row is known again by its first column, and the rows are in the order of it. The table's
// last column is note, which imported rows do not have. What stands above the columns stays.
func Merge(name, text string, imported [][]string) (string, error) {
	t := Read(name, text)
	rows := map[string]string{}
	for _, cells := range imported {
		rows[cells[0]] = strings.Join(cells, "\t") + "\t"
		if len(cells)+1 != len(t.columns) {
			t.fail("an imported row has %d cells, and the table %d columns with note", len(cells), len(t.columns))
		}
	}
	head := text[:len(text)-len(t.body)]
	for r := range t.Rows() {
		if r.Text("note") != "" {
			rows[r.cells[0]] = strings.Join(r.cells, "\t")
		}
	}
	if t.err != nil {
		return "", t.err
	}
	keys := make([]string, 0, len(rows))
	for key := range rows {
		keys = append(keys, key)
	}
	slices.Sort(keys)
	var b strings.Builder
	b.WriteString(head)
	for _, key := range keys {
		b.WriteString(rows[key] + "\n")
	}
	return b.String(), nil
}
