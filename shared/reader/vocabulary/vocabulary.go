// Package vocabulary holds the labels of safety data sheets: those of the fields in package
// sds, those of items that the reader distinguishes without fields of their own, and
// further labels by which the layout is recognised.
//
// Package layout finds labels by those valid in any section, package extract identifies the
// items of a section by all of them. How texts are compared with them is up to these
// packages.
package vocabulary

import (
	_ "embed"
	"slices"
	"sync"

	"anzen/shared/domain/sds"
	"anzen/shared/text/tsv"
)

//go:embed items.tsv
var itemTable string

//go:embed further.tsv
var furtherTable string

// Item is a labelled item of a sheet.
type Item struct {
	Section int
	// Key is a field's, without its group, or the reader's own.
	Key string
	// Printed are its labels in any section, PrintedInSection those that identify it in its
	// section only.
	Printed, PrintedInSection []string
}

// Items are all that the reader distinguishes.
var Items = sync.OnceValue(func() (all []Item) {
	for _, d := range sds.Definitions {
		if len(d.Printed)+len(d.PrintedInSection) > 0 {
			all = append(all, Item{d.Section, d.Key, d.Printed, d.PrintedInSection})
		}
	}
	for row := range tsv.Embedded("vocabulary/items.tsv", itemTable).Rows() {
		all = append(all, Item{row.Int("section"), row.Text("key"), row.List("printed", ";"), row.List("printed_in_section", ";")})
	}
	return all
})

// Labels are the wordings that are labels in any section.
var Labels = sync.OnceValue(func() (all []string) {
	for _, i := range Items() {
		all = slices.Concat(all, i.Printed)
	}
	for row := range tsv.Embedded("vocabulary/further.tsv", furtherTable).Rows() {
		all = append(all, row.Text("printed"))
	}
	return all
})
