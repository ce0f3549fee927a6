package catalog

import (
	"cmp"
	"strconv"

	"github.com/RoaringBitmap/roaring/v2"

	"anzen/shared/domain/sds"
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
	FacetManufacturer                   // names; the supplier's where the sheet names nobody else
	FacetCAS                            // CAS numbers
	FacetSubstance                      // names of ingredients
	FacetComposition                    // composition type ids
	FacetHCode                          // H225
	FacetGHSClass                       // class values of the specification
	FacetGHSCategory                    // class/category
	FacetSignalWord                     // danger, warning, none
	FacetPictogram                      // GHS02
	FacetExposureAuthority              // ACGIH
	FacetState                          // solid, liquid, gas
	FacetUNNumber                       // four digits
	FacetTransportClass
	FacetPackingGroup
	FacetLaw          // names as section 15 states them
	FacetRegulation   // codes of the laws' classes that section 15 states
	FacetCheckedLaw   // verdicts that the checks found, as the class's key, a colon and the verdict
	FacetUnidentified // of which share it is not known what it is (sds.Sheet.Unidentified)
	facetCount
)

// The values of FacetFlag.
const (
	FlagAttachment   = "attachment"    // there is an attachment
	FlagFinding      = "finding"       // there are findings
	FlagUnreviewed   = "unreviewed"    // there are uncertain values that nobody has looked at
	FlagDeletedItems = "deleted_items" // a person deleted some of its values
	FlagPDF          = "pdf"           // there is a PDF: sheets that came as data may have none
	flagRemoved      = "removed"       // the sheet itself was removed
	FlagReplaced     = "replaced"      // there is a newer sheet
	flagConfirmed    = "confirmed"     // the supplier's confirmation is later than the revision
	flagDated        = "dated:"        // and a date of issue or revision that lay ahead when the sheet was written
)

// searched are the facets whose values the search in all fields looks into.
var searched = []Facet{FacetSupplier, FacetManufacturer, FacetCAS, FacetSubstance, FacetHCode, FacetUNNumber, FacetLaw}

// facetValues calls add for every value of a sheet.
func facetValues(s *sds.Sheet, add func(f Facet, value string)) {
	one := func(f Facet, value string) {
		if value != "" {
			add(f, value)
		}
	}
	flag := func(is bool, name string) {
		if is {
			add(FacetFlag, name)
		}
	}
	add(FacetStatus, strconv.Itoa(int(s.Status)))
	flag(s.AttachmentCount > 0, FlagAttachment)
	flag(s.FindingCount > 0, FlagFinding)
	flag(s.Unreviewed > 0, FlagUnreviewed)
	flag(s.DeletedItems > 0, FlagDeletedItems)
	flag(s.File.Name != "", FlagPDF)
	flag(s.DeletedAt != nil, flagRemoved)
	flag(s.Newer != "", FlagReplaced)
	flag(dayOf(s.SupplierConfirmedOn) > revisionDay(s), flagConfirmed)
	for _, date := range []string{s.IssuedOn, s.RevisedOn} {
		if d := dayOf(date); d > dayAt(s.UpdatedAt) {
			add(FacetFlag, flagDated+dayText(d))
		}
	}
	add(FacetLanguage, strconv.Itoa(s.Language))
	add(FacetSource, strconv.Itoa(int(s.Source)))
	all(add, FacetTag, s.Tags)
	all(add, FacetDepartment, s.Departments)
	all(add, FacetAssignee, s.Assignees)
	one(FacetSupplier, s.Supplier)
	one(FacetManufacturer, cmp.Or(s.Manufacturer, s.Supplier))
	all(add, FacetCAS, s.CAS)
	for i := range s.Ingredients {
		one(FacetSubstance, s.Ingredients[i].Name)
		all(add, FacetCAS, s.Ingredients[i].CAS)
	}
	add(FacetComposition, strconv.Itoa(int(s.Composition)))
	all(add, FacetHCode, s.HCodes)
	for _, class := range s.GHSClassValues {
		add(FacetGHSClass, strconv.Itoa(class))
	}
	all(add, FacetGHSCategory, s.GHSCategories)
	one(FacetSignalWord, s.SignalWord)
	all(add, FacetPictogram, s.Pictograms)
	all(add, FacetExposureAuthority, s.ExposureAuthorities)
	one(FacetState, s.State)
	one(FacetUNNumber, s.UNNumber)
	one(FacetTransportClass, s.TransportClass)
	one(FacetPackingGroup, s.PackingGroup)
	all(add, FacetLaw, s.Laws)
	all(add, FacetRegulation, s.Regulations)
	found(s, add)
}

func all[T ~string](add func(Facet, string), f Facet, values []T) {
	for _, v := range values {
		add(f, string(v))
	}
}

// values are the values of a facet that occur, with the sheets of each.
type values struct {
	number map[string]uint32
	names  []string
	folded arena // of the names, where they are searched
	sheets []*roaring.Bitmap
}

// of is the number of a value, which it gets when it comes for the first time.
func (v *values) of(name string) uint32 {
	n, ok := v.number[name]
	if !ok {
		if v.number == nil {
			v.number = map[string]uint32{}
		}
		n = uint32(len(v.names))
		v.number[name] = n
		v.names = append(v.names, name)
		v.folded.add([]byte(Fold(name)))
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

// markContaining adds the sheets that have a value with the needle in it.
func (v *values) markContaining(into bits, needle []byte) {
	v.folded.each(needle, nil, func(n uint32, _ []byte, _ int) { into.or(v.sheets[n]) })
}

// bytes is how much memory the values take, about.
func (v *values) bytes() int {
	total := v.folded.bytes()
	for i, m := range v.sheets {
		total += int(m.GetSizeInBytes()) + len(v.names[i]) + 100
	}
	return total
}
