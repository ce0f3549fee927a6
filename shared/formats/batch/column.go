package batch

import (
	"slices"
	"sync"

	"anzen/shared/formats/export"
	"anzen/shared/text/fold"
)

// Column is one that a file may have, by its id in exports.
type Column string

// The columns that edit, and the one by which sheets are found.
const (
	ID                  Column = "id"
	Name                Column = "name"
	Codes               Column = "product_codes"
	Departments         Column = "departments"
	Tags                Column = "tags"
	Assignees           Column = "assignees"
	Note                Column = "note"
	SupplierConfirmedOn Column = "supplier_confirmed_at"
	AssessedOn          Column = "assessed_at"
)

// Columns are all of them, in the order of exports.
var Columns = []Column{ID, Name, Codes, SupplierConfirmedOn, AssessedOn, Departments, Assignees, Tags, Note}

// labels are the headings by which exports name their columns, folded.
var labels = sync.OnceValue(func() map[string]Column {
	found := map[string]Column{}
	for _, c := range sheetColumns() {
		for _, lang := range []string{"ja", "en"} {
			found[fold.Squeezed(c.Label(lang))] = Column(c.ID)
		}
		found[fold.Squeezed(c.ID)] = Column(c.ID)
	}
	return found
})

func sheetColumns() []export.Column {
	i := slices.IndexFunc(export.Operations(), func(o export.Operation) bool { return o.ID == export.Sheets })
	return export.Operations()[i].Columns
}

// columnNamed finds a column by its heading in either language.
func columnNamed(heading string) (Column, bool) {
	c, ok := labels()[fold.Squeezed(heading)]
	return c, ok
}

// Edits reports whether the column may change something; others of an export are read past.
func (c Column) Edits() bool { return slices.Contains(Columns, c) }

// Label is the column's heading.
func (c Column) Label(lang string) string {
	for _, e := range sheetColumns() {
		if e.ID == string(c) {
			return e.Label(lang)
		}
	}
	return string(c)
}
