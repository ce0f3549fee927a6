package gazette

import (
	_ "embed"
	"strings"
	"sync"

	"anzen/shared/reference/chem"
	"anzen/shared/text/tsv"
)

//go:embed prtr.tsv
var prtrFile string

// Controls are control numbers of the PRTR law (化管法 管理番号) by CAS number, which stay the
// same when the orders number the substances anew.
type Controls struct {
	byCAS map[chem.CAS][]string
	// AsOf is the day of the table; empty where none is loaded.
	AsOf string
}

// Of returns the control numbers of a substance.
func (c *Controls) Of(cas chem.CAS) []string { return c.byCAS[cas] }

// Loaded reports whether there is a table: without one, no number says nothing.
func (c *Controls) Loaded() bool { return len(c.byCAS) > 0 }

// PRTR are the control numbers that are part of the program.
var PRTR = sync.OnceValue(func() *Controls { return controlsIn(prtrFile) })

func controlsIn(text string) *Controls {
	table := tsv.Embedded("gazette/prtr.tsv", text)
	c := &Controls{byCAS: map[chem.CAS][]string{}}
	for row := range table.Rows() {
		c.byCAS[chem.CAS(row.Text("cas"))] = row.List("number", ";")
	}
	c.AsOf = strings.TrimSpace(table.Comment("# as of:"))
	return c
}
