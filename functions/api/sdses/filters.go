package sdses

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"anzen/functions/api/rest"
	"anzen/shared/catalog"
	"anzen/shared/domain/message"
	"anzen/shared/domain/sds"
	"anzen/shared/library/settle"
	"anzen/shared/reference/ghs"
	"anzen/shared/reference/law"
)

// CodeRangeOrder is answered for a range that ends before it begins.
const CodeRangeOrder message.Code = "input.range_order"

// Filters restrict a list. They combine with AND, the values of one with OR;
// "..._not" leaves out what its filter would find.
type Filters struct {
	Text string        `query:"text" json:"text,omitempty" maxLength:"200" doc:"words, each of which stands in the name, product, codes, note, file name, supplier, manufacturer, substances, CAS and UN numbers, H-codes or laws; from one character on"`
	IDs  []sds.SheetID `query:"ids,explode" json:"ids,omitempty" maxItems:"100"`

	Names           []string `query:"name,explode" json:"name,omitempty" maxItems:"20" doc:"parts of the name"`
	NamesNot        []string `query:"name_not,explode" json:"name_not,omitempty" maxItems:"20"`
	Products        []string `query:"product_name,explode" json:"product_name,omitempty" maxItems:"20" doc:"parts of the product's name"`
	ProductsNot     []string `query:"product_name_not,explode" json:"product_name_not,omitempty" maxItems:"20"`
	ProductCodes    []string `query:"product_code,explode" json:"product_code,omitempty" maxItems:"20" doc:"parts of a product code"`
	ProductCodesNot []string `query:"product_code_not,explode" json:"product_code_not,omitempty" maxItems:"20"`
	Suppliers       []string `query:"supplier,explode" json:"supplier,omitempty" maxItems:"20" doc:"parts of the supplier's name"`
	SuppliersNot    []string `query:"supplier_not,explode" json:"supplier_not,omitempty" maxItems:"20"`
	Makers          []string `query:"manufacturer,explode" json:"manufacturer,omitempty" maxItems:"20" doc:"parts of the manufacturer's name; the supplier's where the sheet names no other company"`
	MakersNot       []string `query:"manufacturer_not,explode" json:"manufacturer_not,omitempty" maxItems:"20"`
	Notes           []string `query:"note,explode" json:"note,omitempty" maxItems:"20" doc:"parts of the note"`
	NotesNot        []string `query:"note_not,explode" json:"note_not,omitempty" maxItems:"20"`
	Substances      []string `query:"substance_name,explode" json:"substance_name,omitempty" maxItems:"20" doc:"parts of an ingredient's name"`
	SubstancesNot   []string `query:"substance_name_not,explode" json:"substance_name_not,omitempty" maxItems:"20"`
	Laws            []string `query:"law_name,explode" json:"law_name,omitempty" maxItems:"50" doc:"parts of a law's or regulation's name as section 15 states it"`
	LawsNot         []string `query:"law_name_not,explode" json:"law_name_not,omitempty" maxItems:"50"`

	Groups         []sds.StatusGroup    `query:"status_group,explode" json:"status_group,omitempty" maxItems:"6" enum:"pre_analysis,analyzing,completed,impossible,reconfirmation,check"`
	GroupsNot      []sds.StatusGroup    `query:"status_group_not,explode" json:"status_group_not,omitempty" maxItems:"6" enum:"pre_analysis,analyzing,completed,impossible,reconfirmation,check"`
	Revision       []sds.RevisionStatus `query:"revision_status,explode" json:"revision_status,omitempty" maxItems:"5" enum:"OLD,NEED_REVISION,REVISED,SUPPLIER_CONFIRMED"`
	RevisionNot    []sds.RevisionStatus `query:"revision_status_not,explode" json:"revision_status_not,omitempty" maxItems:"5" enum:"OLD,NEED_REVISION,REVISED,SUPPLIER_CONFIRMED"`
	Languages      []int                `query:"language_id,explode" json:"language_id,omitempty" maxItems:"3" doc:"16 English, 44 Japanese, 999 other"`
	LanguagesNot   []int                `query:"language_id_not,explode" json:"language_id_not,omitempty" maxItems:"3"`
	Sources        []int                `query:"source_type,explode" json:"source_type,omitempty" maxItems:"2" doc:"0 batch, 1 user"`
	Tags           []sds.TagID          `query:"tag_id,explode" json:"tag_id,omitempty" maxItems:"100"`
	TagsNot        []sds.TagID          `query:"tag_id_not,explode" json:"tag_id_not,omitempty" maxItems:"100"`
	Departments    []sds.DepartmentID   `query:"department_id,explode" json:"department_id,omitempty" maxItems:"100"`
	DepartmentsNot []sds.DepartmentID   `query:"department_id_not,explode" json:"department_id_not,omitempty" maxItems:"100"`
	Assignees      []sds.UserID         `query:"assignee_id,explode" json:"assignee_id,omitempty" maxItems:"100"`
	AssigneesNot   []sds.UserID         `query:"assignee_id_not,explode" json:"assignee_id_not,omitempty" maxItems:"100"`

	GHSClasses       []int    `query:"ghs_class,explode" json:"ghs_class,omitempty" maxItems:"40" doc:"values of hazard classes"`
	GHSClassesNot    []int    `query:"ghs_class_not,explode" json:"ghs_class_not,omitempty" maxItems:"40"`
	GHSCategories    []int    `query:"ghs_category,explode" json:"ghs_category,omitempty" maxItems:"100" doc:"values of categories, each of its class"`
	GHSCategoriesNot []int    `query:"ghs_category_not,explode" json:"ghs_category_not,omitempty" maxItems:"100"`
	HCodes           []string `query:"h_code,explode" json:"h_code,omitempty" maxItems:"100"`
	HCodesNot        []string `query:"h_code_not,explode" json:"h_code_not,omitempty" maxItems:"100"`
	SignalWords      []string `query:"signal_word,explode" json:"signal_word,omitempty" maxItems:"3" enum:"danger,warning,none"`
	SignalWordsNot   []string `query:"signal_word_not,explode" json:"signal_word_not,omitempty" maxItems:"3" enum:"danger,warning,none"`
	Pictograms       []string `query:"pictogram,explode" json:"pictogram,omitempty" maxItems:"9" enum:"GHS01,GHS02,GHS03,GHS04,GHS05,GHS06,GHS07,GHS08,GHS09"`
	PictogramsNot    []string `query:"pictogram_not,explode" json:"pictogram_not,omitempty" maxItems:"9" enum:"GHS01,GHS02,GHS03,GHS04,GHS05,GHS06,GHS07,GHS08,GHS09"`

	Compositions      []int    `query:"composition_type,explode" json:"composition_type,omitempty" maxItems:"4" doc:"0 none, 100 substance, 101 mixture, 102 UVCB"`
	CAS               []string `query:"cas_number,explode" json:"cas_number,omitempty" maxItems:"100"`
	CASNot            []string `query:"cas_number_not,explode" json:"cas_number_not,omitempty" maxItems:"100"`
	ConcentrationFrom string   `query:"concentration_from" json:"concentration_from,omitempty" pattern:"^[0-9]{1,3}(\\.[0-9]{1,9})?$" doc:"per cent of one of the CAS numbers, which must be given; a range in part is enough"`
	ConcentrationTo   string   `query:"concentration_to" json:"concentration_to,omitempty" pattern:"^[0-9]{1,3}(\\.[0-9]{1,9})?$"`

	ExposureAuthorities    []string `query:"exposure_authority,explode" json:"exposure_authority,omitempty" maxItems:"50" doc:"whose exposure limits the sheet states: ACGIH, JSOH ..."`
	ExposureAuthoritiesNot []string `query:"exposure_authority_not,explode" json:"exposure_authority_not,omitempty" maxItems:"50"`
	States                 []string `query:"state,explode" json:"state,omitempty" maxItems:"3" enum:"solid,liquid,gas"`
	StatesNot              []string `query:"state_not,explode" json:"state_not,omitempty" maxItems:"3" enum:"solid,liquid,gas"`
	FlashFrom              string   `query:"flash_point_from" json:"flash_point_from,omitempty" pattern:"^-?[0-9]{1,4}(\\.[0-9]{1,3})?$" doc:"°C"`
	FlashTo                string   `query:"flash_point_to" json:"flash_point_to,omitempty" pattern:"^-?[0-9]{1,4}(\\.[0-9]{1,3})?$" doc:"°C"`
	BoilingFrom            string   `query:"boiling_point_from" json:"boiling_point_from,omitempty" pattern:"^-?[0-9]{1,4}(\\.[0-9]{1,3})?$" doc:"°C"`
	BoilingTo              string   `query:"boiling_point_to" json:"boiling_point_to,omitempty" pattern:"^-?[0-9]{1,4}(\\.[0-9]{1,3})?$" doc:"°C"`
	PHFrom                 string   `query:"ph_from" json:"ph_from,omitempty" pattern:"^-?[0-9]{1,2}(\\.[0-9]{1,3})?$"`
	PHTo                   string   `query:"ph_to" json:"ph_to,omitempty" pattern:"^-?[0-9]{1,2}(\\.[0-9]{1,3})?$"`

	UNNumbers           []string `query:"un_number,explode" json:"un_number,omitempty" maxItems:"50"`
	UNNumbersNot        []string `query:"un_number_not,explode" json:"un_number_not,omitempty" maxItems:"50"`
	TransportClasses    []string `query:"transport_class,explode" json:"transport_class,omitempty" maxItems:"30"`
	TransportClassesNot []string `query:"transport_class_not,explode" json:"transport_class_not,omitempty" maxItems:"30"`
	PackingGroups       []string `query:"packing_group,explode" json:"packing_group,omitempty" maxItems:"3" enum:"I,II,III"`
	PackingGroupsNot    []string `query:"packing_group_not,explode" json:"packing_group_not,omitempty" maxItems:"3" enum:"I,II,III"`
	Regulations         []string `query:"regulation,explode" json:"regulation,omitempty" maxItems:"100" doc:"codes of the laws' classes and categories that section 15 states: JP-FSA-4-PETROLEUM1"`
	RegulationsNot      []string `query:"regulation_not,explode" json:"regulation_not,omitempty" maxItems:"100"`
	CheckedLaws         []string `query:"law,explode" json:"law,omitempty" maxItems:"50" doc:"laws that our check found to apply, or to apply where something has to be looked at: by law (JP-PDSCA), category (JP-PDSCA/POISON) or class (JP-ISHA/TOKKA/C2)"`
	CheckedLawsNot      []string `query:"law_not,explode" json:"law_not,omitempty" maxItems:"50"`
	CheckLists          []string `query:"dynamic_list_id,explode" json:"dynamic_list_id,omitempty" maxItems:"50" doc:"checklists that find the sheet at this moment, by id: it applies, requires context, or is scheduled to"`
	CheckListsNot       []string `query:"dynamic_list_id_not,explode" json:"dynamic_list_id_not,omitempty" maxItems:"50"`

	CreatedFrom   string `query:"created_from" json:"created_from,omitempty" format:"date" doc:"days in Japan, the last included"`
	CreatedTo     string `query:"created_to" json:"created_to,omitempty" format:"date"`
	UpdatedFrom   string `query:"updated_from" json:"updated_from,omitempty" format:"date"`
	UpdatedTo     string `query:"updated_to" json:"updated_to,omitempty" format:"date"`
	RevisedFrom   string `query:"revised_from" json:"revised_from,omitempty" format:"date"`
	RevisedTo     string `query:"revised_to" json:"revised_to,omitempty" format:"date"`
	ConfirmedFrom string `query:"supplier_confirmed_from" json:"supplier_confirmed_from,omitempty" format:"date"`
	ConfirmedTo   string `query:"supplier_confirmed_to" json:"supplier_confirmed_to,omitempty" format:"date"`
	AssessedFrom  string `query:"assessed_from" json:"assessed_from,omitempty" format:"date"`
	AssessedTo    string `query:"assessed_to" json:"assessed_to,omitempty" format:"date"`

	HasAttachments  string `query:"has_attachments" json:"has_attachments,omitempty" enum:"true,false"`
	HasFindings     string `query:"has_findings" json:"has_findings,omitempty" enum:"true,false"`
	HasUnreviewed   string `query:"has_unreviewed" json:"has_unreviewed,omitempty" enum:"true,false"`
	HasDeletedItems string `query:"has_deleted_items" json:"has_deleted_items,omitempty" enum:"true,false" doc:"a person deleted some of its values"`
	Removed         bool   `query:"removed" json:"removed,omitempty" doc:"removed sheets instead of the others"`
	OnlyMyOwn       bool   `query:"mine" json:"mine,omitempty" doc:"sheets assigned to the caller"`
	OnlyDepartment  bool   `query:"my_departments" json:"my_departments,omitempty" doc:"sheets of the caller's departments"`
}

// conditions collects what a query asks.
type conditions struct {
	all   []catalog.Condition
	wrong rest.Wrong
}

func (cs *conditions) add(c catalog.Condition, not bool) {
	if not {
		c = catalog.Not(c)
	}
	cs.all = append(cs.all, c)
}

func asked[T ~string](cs *conditions, f catalog.Facet, is, isNot []T) {
	if len(is) > 0 {
		cs.add(catalog.Any(f, is...), false)
	}
	if len(isNot) > 0 {
		cs.add(catalog.Any(f, isNot...), true)
	}
}

// texts adds substrings; blank ones ask for nothing.
func (cs *conditions) texts(f catalog.Field, is, isNot []string) {
	is, isNot = said(is), said(isNot)
	if len(is) > 0 {
		cs.add(catalog.Contains(f, is...), false)
	}
	if len(isNot) > 0 {
		cs.add(catalog.Contains(f, isNot...), true)
	}
}

func said(texts []string) (left []string) {
	for _, t := range texts {
		if t = strings.TrimSpace(t); t != "" {
			left = append(left, t)
		}
	}
	return left
}

func (cs *conditions) flag(name, wanted string) {
	if wanted != "" {
		cs.add(catalog.Any(catalog.FacetFlag, name), wanted == "false")
	}
}

// known notes each of a filter's values that there is not.
func known[T any](cs *conditions, name string, values []T, is func(T) bool) {
	for i, v := range values {
		if !is(v) {
			cs.wrong.Note(name+"["+strconv.Itoa(i)+"]", message.CodeChoice)
		}
	}
}

// ends reads both ends of a range, which are open where they are empty. Its
// parameters are the name with _from and _to.
func (cs *conditions) ends(name, from, to string, read func(s string, end bool) (float64, error)) (low, high float64, ok bool) {
	low, high, ok = catalog.Unbounded(-1), catalog.Unbounded(1), true
	for _, end := range []struct {
		name, text string
		into       *float64
	}{{name + "_from", from, &low}, {name + "_to", to, &high}} {
		if end.text == "" {
			continue
		}
		v, err := read(end.text, end.into == &high)
		if err != nil {
			cs.wrong.Note(end.name, message.CodePattern)
			ok = false
			continue
		}
		*end.into = v
	}
	if low > high {
		cs.wrong.Note(name+"_to", CodeRangeOrder)
		ok = false
	}
	return low, high, ok
}

// between adds a range whose ends are read by read.
func (cs *conditions) between(c catalog.Column, name, from, to string, read func(s string, end bool) (float64, error)) {
	if from == "" && to == "" {
		return
	}
	if low, high, ok := cs.ends(name, from, to, read); ok {
		cs.add(catalog.Between(c, low, high), false)
	}
}

func number(s string, _ bool) (float64, error) { return strconv.ParseFloat(s, 64) }

func date(s string, _ bool) (float64, error) {
	n, ok := catalog.DayNumber(s)
	if !ok {
		return 0, message.New(message.Invalid, message.CodeInvalid)
	}
	return n, nil
}

// moment is the first second of a day where the customers are, or its last.
func moment(s string, end bool) (float64, error) {
	t, err := time.ParseInLocation(time.DateOnly, s, time.FixedZone("JST", 9*60*60))
	if err != nil {
		return 0, fmt.Errorf("read the day: %w", err)
	}
	if end {
		t = t.AddDate(0, 0, 1).Add(-time.Second)
	}
	return float64(t.Unix()), nil
}

func numbers[T ~int](of []T) []string {
	texts := make([]string, len(of))
	for i, n := range of {
		texts[i] = strconv.Itoa(int(n))
	}
	return texts
}

func statusesOf(groups []sds.StatusGroup) (ids []string) {
	for _, s := range sds.Statuses {
		for _, g := range groups {
			if s.Group() == g {
				ids = append(ids, strconv.Itoa(int(s)))
			}
		}
	}
	if len(groups) > 0 && len(ids) == 0 {
		ids = []string{""} // a group that nothing is in
	}
	return ids
}

// categoriesOf are class/category of the categories' values, as heads have them.
func categoriesOf(ids []int) (both []string) {
	const inhalation = "acute_toxicity_inhalation" // heads do not tell its forms apart
	for _, id := range ids {
		category := ghs.CategoryByID(id)
		class, _ := ghs.ClassByID(category.ClassID)
		if strings.HasPrefix(class.Key, inhalation) {
			class.Key = inhalation
		}
		both = append(both, class.Key+"/"+category.Key)
	}
	return both
}

// query is what the filters ask of the catalogue.
func (f *Filters) query(call *rest.Call) (catalog.Query, error) {
	cs := &conditions{}
	f.choices(cs)
	cs.texts(catalog.FieldName, f.Names, f.NamesNot)
	cs.texts(catalog.FieldProduct, f.Products, f.ProductsNot)
	cs.texts(catalog.FieldCode, f.ProductCodes, f.ProductCodesNot)
	cs.texts(catalog.FieldSupplier, f.Suppliers, f.SuppliersNot)
	cs.texts(catalog.FieldManufacturer, f.Makers, f.MakersNot)
	cs.texts(catalog.FieldNote, f.Notes, f.NotesNot)
	cs.texts(catalog.FieldSubstance, f.Substances, f.SubstancesNot)
	cs.texts(catalog.FieldLaw, f.Laws, f.LawsNot)
	asked(cs, catalog.FacetStatus, statusesOf(f.Groups), statusesOf(f.GroupsNot))
	asked(cs, catalog.FacetLanguage, numbers(f.Languages), numbers(f.LanguagesNot))
	asked(cs, catalog.FacetSource, numbers(f.Sources), nil)
	asked(cs, catalog.FacetTag, f.Tags, f.TagsNot)
	asked(cs, catalog.FacetDepartment, f.Departments, f.DepartmentsNot)
	asked(cs, catalog.FacetAssignee, f.Assignees, f.AssigneesNot)
	asked(cs, catalog.FacetGHSClass, numbers(f.GHSClasses), numbers(f.GHSClassesNot))
	asked(cs, catalog.FacetGHSCategory, categoriesOf(f.GHSCategories), categoriesOf(f.GHSCategoriesNot))
	asked(cs, catalog.FacetHCode, f.HCodes, f.HCodesNot)
	asked(cs, catalog.FacetSignalWord, f.SignalWords, f.SignalWordsNot)
	asked(cs, catalog.FacetPictogram, f.Pictograms, f.PictogramsNot)
	asked(cs, catalog.FacetComposition, numbers(f.Compositions), nil)
	asked(cs, catalog.FacetExposureAuthority, f.ExposureAuthorities, f.ExposureAuthoritiesNot)
	asked(cs, catalog.FacetState, f.States, f.StatesNot)
	asked(cs, catalog.FacetUNNumber, f.UNNumbers, f.UNNumbersNot)
	asked(cs, catalog.FacetTransportClass, f.TransportClasses, f.TransportClassesNot)
	asked(cs, catalog.FacetPackingGroup, f.PackingGroups, f.PackingGroupsNot)
	asked(cs, catalog.FacetRegulation, f.Regulations, f.RegulationsNot)
	f.checks(cs)
	f.substances(cs)
	f.ranges(cs)
	cs.flag(catalog.FlagAttachment, f.HasAttachments)
	cs.flag(catalog.FlagUnreviewed, f.HasUnreviewed)
	cs.flag(catalog.FlagDeletedItems, f.HasDeletedItems)
	today, years := sds.Day(call.Now()), call.Of.ExpirationYears
	if f.HasFindings != "" {
		cs.add(settle.HasFindings(call.Now(), years), f.HasFindings == "false")
	}
	if len(f.Revision) > 0 {
		cs.add(catalog.Revision(today, years, f.Revision...), false)
	}
	if len(f.RevisionNot) > 0 {
		cs.add(catalog.Revision(today, years, f.RevisionNot...), true)
	}
	if f.OnlyMyOwn {
		cs.add(catalog.Any(catalog.FacetAssignee, call.User), false)
	}
	if f.OnlyDepartment {
		cs.add(catalog.Any(catalog.FacetDepartment, call.Departments...), false)
	}
	if f.Removed { // what is purged of a removed sheet has no status any more
		cs.add(catalog.Any(catalog.FacetStatus, numbers([]sds.Status{sds.StatusDefault})...), true)
	}
	return catalog.Query{Text: f.Text, IDs: f.IDs, Where: cs.all, Removed: f.Removed}, cs.wrong.Err()
}

// choices notes what is none of a fixed set of numbers or codes.
func (f *Filters) choices(cs *conditions) {
	class := func(id int) bool {
		_, is := ghs.ClassByID(id)
		return is
	}
	category := func(id int) bool { return id == ghs.NotPossible.ID || ghs.CategoryByID(id).ID == id }
	among := func(ids ...int) func(int) bool { return func(id int) bool { return slices.Contains(ids, id) } }
	languages := among(sds.LanguageEnglish, sds.LanguageJapanese, sds.LanguageOther)
	known(cs, "language_id", f.Languages, languages)
	known(cs, "language_id_not", f.LanguagesNot, languages)
	known(cs, "source_type", f.Sources, among(int(sds.SourceBatch), int(sds.SourceUser)))
	known(cs, "composition_type", f.Compositions, among(int(sds.CompositionNone), int(sds.CompositionSubstance), int(sds.CompositionMixture), int(sds.CompositionUVCB)))
	known(cs, "ghs_class", f.GHSClasses, class)
	known(cs, "ghs_class_not", f.GHSClassesNot, class)
	known(cs, "ghs_category", f.GHSCategories, category)
	known(cs, "ghs_category_not", f.GHSCategoriesNot, category)
	known(cs, "regulation", f.Regulations, law.IsRegulation)
	known(cs, "regulation_not", f.RegulationsNot, law.IsRegulation)
}

// substances asks for CAS numbers, and for so much of them.
func (f *Filters) substances(cs *conditions) {
	asked(cs, catalog.FacetCAS, nil, f.CASNot)
	if f.ConcentrationFrom == "" && f.ConcentrationTo == "" {
		asked(cs, catalog.FacetCAS, f.CAS, nil)
		return
	}
	if len(f.CAS) == 0 {
		cs.wrong.Note("cas_number", message.CodeRequired)
		return
	}
	if low, high, ok := cs.ends("concentration", f.ConcentrationFrom, f.ConcentrationTo, number); ok {
		cs.add(catalog.Concentration(low, high, f.CAS...), false)
	}
}

func (f *Filters) ranges(cs *conditions) {
	cs.between(catalog.ColumnFlashPoint, "flash_point", f.FlashFrom, f.FlashTo, number)
	cs.between(catalog.ColumnBoilingPoint, "boiling_point", f.BoilingFrom, f.BoilingTo, number)
	cs.between(catalog.ColumnPH, "ph", f.PHFrom, f.PHTo, number)
	cs.between(catalog.ColumnCreated, "created", f.CreatedFrom, f.CreatedTo, moment)
	cs.between(catalog.ColumnUpdated, "updated", f.UpdatedFrom, f.UpdatedTo, moment)
	cs.between(catalog.ColumnRevised, "revised", f.RevisedFrom, f.RevisedTo, date)
	cs.between(catalog.ColumnConfirmed, "supplier_confirmed", f.ConfirmedFrom, f.ConfirmedTo, date)
	cs.between(catalog.ColumnAssessed, "assessed", f.AssessedFrom, f.AssessedTo, date)
}
