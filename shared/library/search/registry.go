package search

import (
	"slices"
	"strconv"

	"anzen/shared/catalog"
	"anzen/shared/domain/sds"
	"anzen/shared/reference/ghs"
	"anzen/shared/reference/law"
)

// Patterns of numbers.
const (
	percent     = `^[0-9]{1,3}(\.[0-9]{1,9})?$`
	temperature = `^-?[0-9]{1,4}(\.[0-9]{1,3})?$`
	acidity     = `^-?[0-9]{1,2}(\.[0-9]{1,3})?$`
)

// Declarations are all filters, in the order of the API's document. They combine with AND,
// the values of one with OR.
var Declarations = []Declaration{
	{Name: text, Kind: Words, Max: 200, Doc: "words, each of which stands in the name, product, codes, note, file name, supplier, manufacturer, substances, CAS and UN numbers, H-codes or laws; from one character on"},
	{Name: ids, Kind: IDs, Of: "sheet", Max: 100, Doc: "these sheets"},

	{Name: "name", Kind: Parts, Max: 20, Not: true, Doc: "parts of the name", condition: contains(catalog.FieldName)},
	{Name: "product_name", Kind: Parts, Max: 20, Not: true, Doc: "parts of the product's name", condition: contains(catalog.FieldProduct)},
	{Name: "product_code", Kind: Parts, Max: 20, Not: true, Doc: "parts of a product code", condition: contains(catalog.FieldCode)},
	{Name: "supplier", Kind: Parts, Max: 20, Not: true, Doc: "parts of the supplier's name", condition: contains(catalog.FieldSupplier)},
	{Name: "manufacturer", Kind: Parts, Max: 20, Not: true, Doc: "parts of the manufacturer's name; the supplier's where the sheet names no other company", condition: contains(catalog.FieldManufacturer)},
	{Name: "note", Kind: Parts, Max: 20, Not: true, Doc: "parts of the note", condition: contains(catalog.FieldNote)},
	{Name: "substance_name", Kind: Parts, Max: 20, Not: true, Doc: "parts of an ingredient's name", condition: contains(catalog.FieldSubstance)},
	{Name: "law_name", Kind: Parts, Max: 50, Not: true, Doc: "parts of a law's or regulation's name as section 15 states it", condition: contains(catalog.FieldLaw)},

	{
		Name: "status_group", Kind: Choice, Max: 6, Not: true, Doc: "how far the analysis is", condition: inStatusGroups,
		Options: options(sds.GroupBefore, sds.GroupAnalyzing, sds.GroupCompleted, sds.GroupImpossible, sds.GroupReconfirmation, sds.GroupCheck),
	},
	{
		Name: "revision_status", Kind: Choice, Max: 5, Not: true, Doc: "whether the sheet is the current one, and confirmed", condition: withRevisionStatus,
		Options: options(sds.RevisionOld, sds.RevisionNeeded, sds.RevisionRevised, sds.RevisionSupplierConfirmed),
	},
	{
		Name: "language_id", Kind: Numbers, Max: 3, Not: true, Doc: "16 English, 44 Japanese, 999 other", condition: anyOf(catalog.FacetLanguage),
		Options: numbers(sds.LanguageEnglish, sds.LanguageJapanese, sds.LanguageOther),
	},
	{Name: "source_type", Kind: Numbers, Max: 2, Doc: "0 batch, 1 user", Options: numbers(sds.SourceBatch, sds.SourceUser), condition: anyOf(catalog.FacetSource)},
	{Name: "tag_id", Kind: IDs, Of: "tag", Max: 100, Not: true, Doc: "ids of tags", condition: anyOf(catalog.FacetTag)},
	{Name: "department_id", Kind: IDs, Of: "department", Max: 100, Not: true, Doc: "ids of departments", condition: anyOf(catalog.FacetDepartment)},
	{Name: "assignee_id", Kind: IDs, Of: "user", Max: 100, Not: true, Doc: "ids of assigned users", condition: anyOf(catalog.FacetAssignee)},

	{Name: "ghs_class", Kind: Numbers, Of: "ghs_class", Max: 40, Not: true, Doc: "values of hazard classes; a sheet that states inhalation without its form is found by each form", known: isGHSClass, condition: inGHSClasses},
	{Name: "ghs_category", Kind: Numbers, Of: "ghs_category", Max: 100, Not: true, Doc: "values of categories, each of its class; 0: a class that could not be judged, 9999999: a class stated as not classified", known: isGHSCategory, condition: inGHSCategories},
	{Name: "h_code", Kind: Codes, Of: "h_code", Max: 100, Not: true, Doc: "codes of hazard statements; also found are combined ones of which it is a part, and those with further letters: H360 finds H360FD", condition: withHCodes},
	{Name: "signal_word", Kind: Choice, Max: 3, Not: true, Doc: "the signal word of the label", Options: options("danger", "warning", "none"), condition: anyOf(catalog.FacetSignalWord)},
	{
		Name: "pictogram", Kind: Choice, Max: 9, Not: true, Doc: "GHS pictograms of the label", condition: anyOf(catalog.FacetPictogram),
		Options: options("GHS01", "GHS02", "GHS03", "GHS04", "GHS05", "GHS06", "GHS07", "GHS08", "GHS09"),
	},

	{
		Name: "composition_type", Kind: Numbers, Max: 4, Doc: "0 none, 100 substance, 101 mixture, 102 UVCB", condition: anyOf(catalog.FacetComposition),
		Options: numbers(sds.CompositionNone, sds.CompositionSubstance, sds.CompositionMixture, sds.CompositionUVCB),
	},
	{Name: cas, Kind: Codes, Of: "cas_number", Max: 100, Not: true, Doc: "CAS numbers of ingredients", condition: anyOf(catalog.FacetCAS)},
	{
		Name: "concentration", Kind: NumberRange, Unit: "%", Pattern: percent, With: cas, span: withConcentration,
		Doc: "per cent of one of the CAS numbers, which must be given; a range in part is enough",
	},

	{Name: "exposure_authority", Kind: Codes, Of: "exposure_authority", Max: 50, Not: true, Doc: "whose exposure limits the sheet states: ACGIH, JSOH ...", condition: anyOf(catalog.FacetExposureAuthority)},
	{Name: "state", Kind: Choice, Max: 3, Not: true, Doc: "the physical state", Options: options("solid", "liquid", "gas"), condition: anyOf(catalog.FacetState)},
	{Name: "flash_point", Kind: NumberRange, Doc: "the flash point", Unit: "°C", Pattern: temperature, span: between(catalog.ColumnFlashPoint)},
	{Name: "boiling_point", Kind: NumberRange, Doc: "the boiling point", Unit: "°C", Pattern: temperature, span: between(catalog.ColumnBoilingPoint)},
	{Name: "ph", Kind: NumberRange, Doc: "the pH value", Pattern: acidity, span: between(catalog.ColumnPH)},

	{Name: "un_number", Kind: Codes, Of: "un_number", Max: 50, Not: true, Doc: "UN numbers of section 14: 1090", condition: anyOf(catalog.FacetUNNumber)},
	{Name: "transport_class", Kind: Codes, Of: "transport_class", Max: 30, Not: true, Doc: "transport hazard classes of section 14: 3", condition: anyOf(catalog.FacetTransportClass)},
	{Name: "packing_group", Kind: Choice, Max: 3, Not: true, Doc: "the packing group of section 14", Options: options("I", "II", "III"), condition: anyOf(catalog.FacetPackingGroup)},
	{
		Name: "regulation", Kind: Codes, Of: "regulation", Max: 100, Not: true, known: law.IsRegulation, condition: anyOf(catalog.FacetRegulation),
		Doc: "codes of the laws' classes and categories that section 15 states: JP-FSA-4-PETROLEUM1",
	},
	{
		Name: "law", Kind: Codes, Of: "law", Max: 50, Not: true, condition: withVerdict,
		Doc: "laws that our check found to apply, or to apply where something has to be looked at: by law (JP-PDSCA), category (JP-PDSCA/POISON) or class (JP-ISHA/TOKKA/C2)",
	},
	{
		Name: "law_change", Kind: Codes, Of: "law_change", Max: 50, known: isLawChange, condition: withLawChange,
		Doc: "changes of laws that affect the sheet, by law, category or class and the day of the change: JP-ISHA/SDS@2027-04-01; announced ones too",
	},
	{
		Name: "duty", Kind: Codes, Of: "duty", Max: 50, Not: true, known: isDuty, condition: withDuty,
		Doc: "what has to be done, by the id of the duty: sheets to which a law applies that brings it, or may apply; 600000034:applies leaves out those to which it may",
	},
	{
		Name: "dynamic_list_id", Kind: IDs, Of: "checklist", Max: 50, Not: true, condition: onChecklists,
		Doc: "checklists that find the sheet at this moment, by id: it applies, requires context, or is scheduled to",
	},

	{
		Name: "law_hit", Kind: DayRange, span: withLawHit,
		Doc: "when laws began, or will begin, to apply: the sheet was registered in the period, or an entry of a law that covers it came into force, or is announced",
	},

	{Name: "created", Kind: DayRange, Doc: "when the sheet was registered, in days of Japan", moments: true, span: between(catalog.ColumnCreated)},
	{Name: "updated", Kind: DayRange, Doc: "when the sheet was last changed, in days of Japan", moments: true, span: between(catalog.ColumnUpdated)},
	{Name: "revised", Kind: DayRange, Doc: "the revision date", span: between(catalog.ColumnRevised)},
	{Name: "supplier_confirmed", Kind: DayRange, Doc: "when the supplier confirmed that the sheet is the latest", span: between(catalog.ColumnConfirmed)},
	{Name: "assessed", Kind: DayRange, Doc: "when the risk was assessed", span: between(catalog.ColumnAssessed)},

	{Name: "has_attachments", Kind: YesNo, Doc: "with, or without, attachments", condition: flagged(catalog.FlagAttachment)},
	{Name: "has_findings", Kind: YesNo, Doc: "with, or without, findings of our checks", condition: hasFindings},
	{Name: "has_unreviewed", Kind: YesNo, Doc: "with, or without, uncertain values that nobody has reviewed", condition: flagged(catalog.FlagUnreviewed)},
	{Name: "has_deleted_items", Kind: YesNo, Doc: "a person deleted some of its values", condition: flagged(catalog.FlagDeletedItems)},
	{Name: removed, Kind: Switch, Doc: "removed sheets instead of the others", condition: notPurged},
	{Name: "mine", Kind: Switch, Doc: "sheets assigned to the caller", condition: ofViewer},
	{Name: "my_departments", Kind: Switch, Doc: "sheets of the caller's departments", condition: ofViewersDepartments},
}

// Filters that are more than a condition, or that others require.
const (
	text    = "text"
	ids     = "ids"
	removed = "removed"
	cas     = "cas_number"
)

func options[T ~string](of ...T) []string {
	texts := make([]string, len(of))
	for i, o := range of {
		texts[i] = string(o)
	}
	return texts
}

func numbers[T ~int](of ...T) []string {
	texts := make([]string, len(of))
	for i, n := range of {
		texts[i] = strconv.Itoa(int(n))
	}
	return texts
}

func isGHSClass(id string) bool {
	n, _ := strconv.Atoi(id) // validated when it was parsed
	_, is := ghs.ClassByID(n)
	return is
}

func isGHSCategory(id string) bool {
	n, _ := strconv.Atoi(id) // validated when it was parsed
	return n == ghs.NotPossible.ID || ghs.CategoryByID(n).ID == n
}

// known is a parameter with its declaration.
type known struct {
	declaration *Declaration
	parameter   Parameter
}

var byName = func() map[string]known {
	all := map[string]known{}
	for i := range Declarations {
		d := &Declarations[i]
		if d.Kind == Numbers && d.Options != nil {
			d.known = func(id string) bool { return slices.Contains(d.Options, id) }
		}
		for _, p := range d.Parameters() {
			all[p.Name] = known{d, p}
		}
	}
	return all
}()

// Parameters are those of all filters.
func Parameters() (all []Parameter) {
	for i := range Declarations {
		all = append(all, Declarations[i].Parameters()...)
	}
	return all
}
