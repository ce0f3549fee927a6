package catalog

import (
	"slices"

	"github.com/RoaringBitmap/roaring/v2"

	"anzen/shared/domain/sds"
	"anzen/shared/text/fold"
)

// Facet is something by whose values sheets are found: for each value there is a
// bitmap of the sheets that have it.
type Facet int

// The facets, with what their values are.
const (
	FacetStatus            Facet = iota // processing status ids
	FacetFlag                           // Flag...
	FacetLanguage                       // language ids
	FacetSource                         // source type ids
	FacetTag                            // tag ids
	FacetDepartment                     // department ids
	FacetAssignee                       // user ids
	FacetSupplier                       // names
	FacetManufacturer                   // names; the supplier's where the sheet names no manufacturer
	FacetCAS                            // CAS numbers
	FacetSubstance                      // names of ingredients
	FacetComposition                    // composition type ids
	FacetHCode                          // H225
	FacetGHSCategory                    // class/category
	FacetSignalWord                     // danger, warning, none
	FacetPictogram                      // GHS02
	FacetExposureAuthority              // ACGIH
	FacetExposureLimit                  // limits of substances (sds.ExposureLimit)
	FacetState                          // solid, liquid, gas
	FacetUNNumber                       // four digits
	FacetTransportClass
	FacetPackingGroup
	FacetLaw          // names as section 15 states them
	FacetRegulation   // codes of the laws' classes that section 15 states
	FacetCheckedLaw   // verdicts of the checks: the class's key, a colon and the verdict
	FacetUnidentified // unidentified shares (sds.Sheet.Unidentified)
	FacetLawDate      // since when entries of laws apply: the class's key, "@" and the day
	facetCount
)

// facetNames are the facets' names in the layout of snapshots.
var facetNames = [facetCount]string{
	FacetStatus: "status", FacetFlag: "flag", FacetLanguage: "language", FacetSource: "source", FacetTag: "tag", FacetDepartment: "department",
	FacetAssignee: "assignee", FacetSupplier: "supplier", FacetManufacturer: "manufacturer", FacetCAS: "cas", FacetSubstance: "substance",
	FacetComposition: "composition", FacetHCode: "h_code", FacetGHSCategory: "ghs_category", FacetSignalWord: "signal_word",
	FacetPictogram: "pictogram", FacetExposureAuthority: "exposure_authority", FacetExposureLimit: "exposure_limit", FacetState: "state", FacetUNNumber: "un_number",
	FacetTransportClass: "transport_class", FacetPackingGroup: "packing_group", FacetLaw: "law", FacetRegulation: "regulation",
	FacetCheckedLaw: "checked_law", FacetUnidentified: "unidentified", FacetLawDate: "law_date",
}

// The values of FacetFlag.
const (
	FlagAttachment   = "attachment"    // there is an attachment
	FlagFinding      = "finding"       // there are findings
	FlagUnreviewed   = "unreviewed"    // there are uncertain values that no user has reviewed
	FlagDeletedItems = "deleted_items" // users deleted some of its values
	FlagPDF          = "pdf"           // there is a PDF: imported sheets have none
	flagRemoved      = "removed"       // the sheet itself was removed
	FlagReplaced     = "replaced"      // there is a newer sheet
	flagConfirmed    = "confirmed"     // the supplier's confirmation is later than the revision
	flagDated        = "dated:"        // prefix of a date of issue or revision that was in the future when the sheet was written
)

// searched are the facets whose values the search in all fields includes.
var searched = []Facet{FacetSupplier, FacetManufacturer, FacetCAS, FacetSubstance, FacetHCode, FacetUNNumber, FacetLaw}

// facetValues calls add for every indexed value of a sheet.
func facetValues(s *sds.Sheet, add adder) {
	for i := range s.Ingredients {
		in := &s.Ingredients[i]
		if in.Name != "" {
			add(FacetSubstance, in.Name)
		}
		all(add, FacetCAS, in.CAS)
	}
	for i := range recordColumns {
		if c := &recordColumns[i]; c.facets != nil {
			c.facets(s, add)
		}
	}
}

// checkedValues calls add for the values that the checks set.
func checkedValues(s *sds.Sheet, add adder) {
	for i := range recordColumns {
		if c := &recordColumns[i]; c.revised {
			c.facets(s, add)
		}
	}
}

func all[T ~string](add adder, f Facet, values []T) {
	for _, v := range values {
		add(f, string(v))
	}
}

// values are a facet's values with the sheets of each.
type values struct {
	number map[string]uint32
	names  []string
	folded arena // the folded names
	sheets []*roaring.Bitmap
}

// of is the number of a value, which is assigned on its first use.
func (v *values) of(name string) uint32 {
	n, ok := v.number[name]
	if !ok {
		if v.number == nil {
			v.number = map[string]uint32{}
		}
		n = uint32(len(v.names))
		v.number[name] = n
		v.names = append(v.names, name)
		v.folded.add([]byte(fold.Search(name)))
		v.sheets = append(v.sheets, roaring.New())
	}
	return n
}

// mark adds the sheets that have one of the values.
func (v *values) mark(into bits, names []string) {
	for _, name := range names {
		if n, ok := v.number[name]; ok {
			into.or(v.sheets[n])
		}
	}
}

// markContaining adds the sheets that have a value containing the needle.
func (v *values) markContaining(into bits, needle []byte) {
	v.folded.each(needle, nil, func(n uint32, _ []byte, _ int) { into.or(v.sheets[n]) })
}

// bytes is the approximate memory of the values.
func (v *values) bytes() int {
	total := v.folded.bytes()
	for i, m := range v.sheets {
		total += int(m.GetSizeInBytes()) + len(v.names[i]) + 100
	}
	return total
}

// held is a value that a sheet has.
type held struct {
	facet  Facet
	number uint32
}

// held appends the values of a sheet, in the order of its columns.
func (st *store) held(s *sds.Sheet, of func(*sds.Sheet, adder), into []held) []held {
	of(s, func(f Facet, value string) { into = append(into, held{f, st.facets[f].of(value)}) })
	return into
}

// exchange moves a sheet from the values that it had to those that it has. Most changes
// leave them unchanged.
func (st *store) exchange(n uint32, before, after *sds.Sheet, of func(*sds.Sheet, adder)) {
	var buffers [2][64]held
	had, has := st.held(before, of, buffers[0][:0]), st.held(after, of, buffers[1][:0])
	if slices.Equal(had, has) {
		return
	}
	for _, v := range had {
		st.facets[v.facet].sheets[v.number].Remove(n)
	}
	for _, v := range has {
		st.facets[v.facet].sheets[v.number].Add(n)
	}
}
