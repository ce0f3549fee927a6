// Package clp holds the harmonised classification of substances in the European Union
// (Regulation (EC) No 1272/2008, Annex VI, Table 3). It is loaded from the agency's own table
// (make regulations FILE= LIST=EU-CLP/AVI); without one it says nothing about any substance.
package clp

import (
	"embed"
	"io/fs"
	"strings"
	"sync"

	"anzen/shared/reference/chem"
	"anzen/shared/text/tsv"
)

//go:embed classifications.tsv
var file embed.FS

// Hazard is a class with its category, by the keys of package ghs; the category is empty
// where the entry leaves it open (Press. Gas).
type Hazard struct{ Class, Category string }

// Table is the loaded table.
type Table struct {
	byCAS map[chem.CAS][]Hazard
	// AsOf is its day; empty where none is loaded.
	AsOf string
}

// Of returns the harmonised classification of a substance; none where it has no entry, or no
// table is loaded.
func (t *Table) Of(cas chem.CAS) []Hazard { return t.byCAS[cas] }

// Current is the table that is part of the program.
var Current = sync.OnceValue(func() *Table { return In(file) })

// In reads the table of a folder; it panics where it is faulty.
func In(folder fs.FS) *Table {
	text, err := fs.ReadFile(folder, "classifications.tsv")
	if err != nil {
		panic("clp: " + err.Error())
	}
	rows := tsv.Embedded("clp/classifications.tsv", string(text))
	t := &Table{byCAS: map[chem.CAS][]Hazard{}}
	for row := range rows.Rows() {
		for _, both := range row.List("categories", ";") {
			class, category, _ := strings.Cut(both, "/")
			cas := chem.CAS(row.Text("cas"))
			t.byCAS[cas] = append(t.byCAS[cas], Hazard{class, category})
		}
	}
	t.AsOf = strings.TrimSpace(rows.Comment("# as of:"))
	return t
}
