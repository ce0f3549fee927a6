// Package vocabulary is the words under which safety data sheets print what they say: those of the
// fields, as package sds has them, those of items that the reader tells apart though they are no
// fields of their own, and further labels by which the layout of a sheet is known.
//
// Package layout finds labels by those that are labels wherever they stand, package extract tells by
// all of them which item a label of a section names. How texts are compared with them is theirs.
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

// Item is something that sheets print under a label.
type Item struct {
	Section int
	// Key is a field's, without its group, or the reader's own.
	Key string
	// Printed are its labels wherever they stand, PrintedInSection those that name it in its section only.
	Printed, PrintedInSection []string
}

// Items are all that the reader tells apart.
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

// Labels are the wordings that are labels wherever they stand.
var Labels = sync.OnceValue(func() (all []string) {
	for _, i := range Items() {
		all = slices.Concat(all, i.Printed)
	}
	for row := range tsv.Embedded("vocabulary/further.tsv", furtherTable).Rows() {
		all = append(all, row.Text("printed"))
	}
	return all
})
