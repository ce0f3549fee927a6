// Package gazette has the numbers by which Japanese law refers to substances: those under
// which the official gazette published them (官報公示整理番号), by the Chemical Substances
// Control Law and by the Industrial Safety and Health Act, and the control numbers of the PRTR
// law (管理番号), which stay the same when its orders number the substances anew. Tables are
// loaded by make regulations FILE=; without a complete one, no number does not say that there
// is none.
package gazette

import (
	"embed"
	"io/fs"
	"slices"
	"strings"
	"sync"

	"anzen/shared/reference/chem"
	"anzen/shared/text/tsv"
)

//go:embed cscl.tsv isha.tsv prtr.tsv
var files embed.FS

// Table are the numbers of one law.
type Table struct {
	byCAS   map[chem.CAS][]string
	byEntry map[string][]string
	// AsOf is the day of the table, and Source who published it; AsOf is empty where none is
	// loaded.
	AsOf, Source string
	// Complete is set where a table of all numbers is loaded, so that no number says that there
	// is none.
	Complete bool
}

// Of returns the numbers of a substance.
func (t *Table) Of(cas chem.CAS) []string { return t.byCAS[cas] }

// OfEntry returns the numbers of a statutory entry ("1-353"), which its group shares.
func (t *Table) OfEntry(number string) []string { return t.byEntry[number] }

// Loaded reports whether there is a table.
func (t *Table) Loaded() bool { return len(t.byCAS)+len(t.byEntry) > 0 }

// Tables are the numbers of all laws.
type Tables struct{ CSCL, ISHA, PRTR *Table }

// Current are the tables that are part of the program.
var Current = sync.OnceValue(func() *Tables { return In(files) })

// In reads the tables of a folder; it panics where one is faulty.
func In(folder fs.FS) *Tables {
	return &Tables{tableIn(folder, "cscl.tsv"), tableIn(folder, "isha.tsv"), tableIn(folder, "prtr.tsv")}
}

func tableIn(folder fs.FS, name string) *Table {
	text, err := fs.ReadFile(folder, name)
	if err != nil {
		panic("gazette: " + err.Error())
	}
	rows := tsv.Embedded("gazette/"+name, string(text))
	t := &Table{byCAS: make(map[chem.CAS][]string, rows.Count()), byEntry: map[string][]string{}}
	for row := range rows.Rows() {
		numbers := row.List("number", ";")
		if cas := chem.CAS(row.Text("cas")); cas != "" {
			t.byCAS[cas] = union(t.byCAS[cas], numbers)
		}
		if entry := row.Text("entry"); entry != "" {
			t.byEntry[entry] = union(t.byEntry[entry], numbers)
		}
	}
	t.AsOf, t.Source = strings.TrimSpace(rows.Comment("# as of:")), strings.TrimSpace(rows.Comment("# source:"))
	t.Complete = strings.TrimSpace(rows.Comment("# complete:")) == "yes"
	return t
}

// union are the numbers of both, each once.
func union(a, b []string) []string {
	for _, n := range b {
		if !slices.Contains(a, n) {
			a = append(a, n)
		}
	}
	return a
}
