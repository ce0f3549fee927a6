package substances

import (
	"context"
	"time"

	"anzen/functions/api/filter"
	"anzen/functions/api/rest"
	"anzen/functions/grant"
	"anzen/shared/domain/access"
	"anzen/shared/domain/message"
	"anzen/shared/domain/sds"
	"anzen/shared/judgement/numbers"
	"anzen/shared/judgement/proofs"
	"anzen/shared/library/substances"
	"anzen/shared/reference/chem"
	"anzen/shared/reference/clp"
	"anzen/shared/reference/gazette"
	"anzen/shared/reference/ghs"
	"anzen/shared/reference/regulation"
)

// The declarations of the routes of one substance.
var (
	GetRoute = rest.Route{
		Method: "GET", Path: "/companies/{id}/substances/{cas}", ID: "getSubstance", Tag: tag,
		Rule: rest.Need(access.SDSRead), Summary: "A substance: where it is used, the laws that name it, its limits and its classification",
		Grants: grant.Catalog(), Memory: 1769, Timeout: rest.MaxTimeout,
	}
	UsesRoute = rest.Route{
		Method: "GET", Path: "/companies/{id}/substances/{cas}/sdses", ID: "listSubstanceSheets", Tag: tag,
		Rule: rest.Need(access.SDSRead), Summary: "The sheets whose products contain a substance, with its share, by name",
		Grants: grant.Catalog(), Memory: 1769, Timeout: rest.MaxTimeout,
	}
)

// OfSubstance is embedded in the inputs of a substance's routes.
type OfSubstance struct {
	rest.OfCompany
	CAS string `path:"cas" maxLength:"36" example:"108-88-3" doc:"the CAS number"`
}

// number is the CAS number of the path.
func (o OfSubstance) number() (chem.CAS, error) {
	cas := chem.CAS(o.CAS)
	if !cas.Valid() {
		return "", message.New(message.NotFound, message.CodeNotFound)
	}
	return cas, nil
}

// SubstanceDepartment is a department with sheets that contain a substance.
type SubstanceDepartment struct {
	ID    sds.DepartmentID `json:"id"`
	Count int              `json:"count"`
}

// ExposureLimit is a limit of exposure.
type ExposureLimit struct {
	Kind  string `json:"kind" enum:"standard_8h,standard_short" doc:"the concentration standards of the Minister of Health, Labour and Welfare"`
	Value string `json:"value" doc:"with its unit"`
	From  string `json:"from,omitempty" format:"date"`
}

// SubstanceHazard is a hazard class with its category.
type SubstanceHazard struct {
	Class    string      `json:"class"`
	Name     proofs.Name `json:"name"`
	Category proofs.Name `json:"category"`
}

// SubstanceNumbers are the numbers under which the official gazette published a substance.
type SubstanceNumbers struct {
	CSCL     []string `json:"cscl" doc:"of the Chemical Substances Control Law"`
	ISHA     []string `json:"isha" doc:"of the Industrial Safety and Health Act"`
	Complete bool     `json:"complete" doc:"the tables of both laws are loaded as a whole, so that no number says that there is none"`
}

// Harmonised is the classification of a substance in the European Union.
type Harmonised struct {
	Classes []SubstanceHazard `json:"classes"`
	AsOf    string            `json:"as_of,omitempty" doc:"of the table; absent where none is loaded, so that no class says nothing"`
}

// PRTRNumbers are the control numbers under which a substance is reported by the PRTR law.
type PRTRNumbers struct {
	Numbers []string `json:"numbers"`
	AsOf    string   `json:"as_of,omitempty" doc:"of the table; absent where none is loaded, so that no number says nothing"`
}

// SubstanceOutput is a substance.
type SubstanceOutput struct {
	Body struct {
		SubstanceRow
		OtherNames     []string              `json:"other_names"`
		Formula        string                `json:"formula,omitempty"`
		Gazette        SubstanceNumbers      `json:"gazette" doc:"numbers of the official gazette, as far as they are loaded: none does not say that there is none"`
		PRTR           PRTRNumbers           `json:"prtr" doc:"control numbers of the PRTR law (管理番号)"`
		Departments    []SubstanceDepartment `json:"departments" doc:"the most sheets first"`
		Entries        []proofs.Proof        `json:"entries" doc:"of laws that cover the substance itself, in force or announced"`
		Limits         []ExposureLimit       `json:"limits"`
		Classification []SubstanceHazard     `json:"classification" doc:"by the government of Japan (NITE)"`
		Classified     bool                  `json:"classified" doc:"the government has classified it, if only as not hazardous"`
		Harmonised     Harmonised            `json:"harmonised" doc:"by the European Union (CLP Regulation, Annex VI)"`
		StatedLimits   []StatedLimit         `json:"stated_limits" doc:"limits of exposure as the sheets state them, by authority, kind and unit, the most sheets first"`
		StatedClasses  []StatedClass         `json:"stated_classification" doc:"of the sheets of the substance itself, in the order of the GHS"`
		Classifying    int                   `json:"classifying_sheet_count" doc:"the sheets of the substance itself that state classes"`
	}
}

// Get answers a substance.
func Get(ctx context.Context, call *rest.Call, in *OfSubstance) (*SubstanceOutput, error) {
	cas, err := in.number()
	if err != nil {
		return nil, err
	}
	p, err := substances.Of(ctx, call.Catalog, filter.Viewer(call), cas)
	if err != nil {
		return nil, err
	}
	out := &SubstanceOutput{}
	b := &out.Body
	b.SubstanceRow, b.OtherNames, b.Formula = row(&p.Substance), p.Others, p.Formula
	found, tables := numbers.Of("", []string{string(cas)}, sds.Day(call.Now()).Format(time.DateOnly)), gazette.Current()
	b.Gazette = SubstanceNumbers{found.CSCL, found.ISHA, tables.CSCL.Complete && tables.ISHA.Complete}
	b.PRTR = PRTRNumbers{found.PRTR, tables.PRTR.AsOf}
	for _, d := range p.Departments {
		b.Departments = append(b.Departments, SubstanceDepartment{sds.DepartmentID(d.Value), d.Count})
	}
	b.Entries = proofs.View(regulation.Current(), call.Lang, p.Proofs)
	for _, l := range []ExposureLimit{{"standard_8h", p.Known.Standard8h, p.Known.StandardSince}, {"standard_short", p.Known.StandardShort, p.Known.StandardSince}} {
		if l.Value != "" && l.Value != "none" {
			b.Limits = append(b.Limits, l)
		}
	}
	for _, c := range p.Known.Classes {
		name := proofs.Name{Ja: c.Ja, En: c.En}
		// The workbooks of CREATE-SIMPLE spell some classes in their own way.
		if class, ok := ghs.ClassByKey(c.Key); ok {
			name = proofs.Name{Ja: class.Ja, En: class.En}
		}
		b.Classification = append(b.Classification, SubstanceHazard{c.Key, name, proofs.Name{Ja: c.CategoryJa, En: c.CategoryEn}})
	}
	b.Classified = p.IsKnown
	b.Harmonised = Harmonised{Classes: []SubstanceHazard{}, AsOf: clp.Current().AsOf}
	for _, h := range clp.Current().Of(cas) {
		class, _ := ghs.ClassByKey(h.Class)
		b.Harmonised.Classes = append(b.Harmonised.Classes, SubstanceHazard{h.Class, proofs.Name{Ja: class.Ja, En: class.En}, categoryName(h.Class, h.Category)})
	}
	b.StatedLimits, b.StatedClasses, b.Classifying = statedLimits(p.Limits), statedClasses(p), p.Classified
	return out, nil
}

// UsesInput requests a page of the sheets with a substance.
type UsesInput struct {
	OfSubstance
	Stated string `query:"exposure_limit" maxLength:"400" doc:"only sheets that state this limit: a key of the substance's stated_limits"`
	Class  string `query:"ghs_category" maxLength:"200" doc:"only sheets of the substance itself that state this category: a key of its stated_classification"`
	Page   int    `query:"page" minimum:"1" maximum:"1000000" default:"1" doc:"the page, from 1"`
	Limit  int    `query:"limit" minimum:"1" maximum:"100" default:"50" doc:"the items of a page"`
}

// SubstanceSheet is a sheet whose product contains a substance.
type SubstanceSheet struct {
	ID          sds.SheetID        `json:"id"`
	Name        string             `json:"name"`
	Supplier    string             `json:"supplier"`
	Departments []sds.DepartmentID `json:"department_id_list"`
	RevisedOn   string             `json:"revised_at" doc:"YYYY-MM-DD, YYYY-MM where the sheet states no day, or empty"`
	As          string             `json:"ingredient" doc:"the substance's name on the sheet"`
	Share       *SubstanceShare    `json:"share,omitempty" doc:"mass per cent; absent where the sheet states none"`
	Balance     bool               `json:"balance" doc:"the rest up to 100 %"`
	Withheld    bool               `json:"withheld" doc:"a trade secret"`
	Itself      bool               `json:"itself" doc:"the product is the substance itself, so that its classification is the substance's"`
	Signal      string             `json:"signal_word"`
	Hazards     []string           `json:"ghs_categories" doc:"of the product: class/category"`
	HCodes      []string           `json:"h_codes" doc:"of the product"`
	Limits      []string           `json:"exposure_authorities" doc:"whose limits of exposure the sheet states"`
}

// SubstanceShare is a share in mass per cent.
type SubstanceShare struct {
	Low      *float64 `json:"low,omitempty"`
	High     *float64 `json:"high,omitempty"`
	LowOpen  bool     `json:"low_open"`
	HighOpen bool     `json:"high_open"`
}

// SubstanceSheetsOutput is a page.
type SubstanceSheetsOutput struct {
	Body struct {
		Items []SubstanceSheet `json:"items"`
		Total int              `json:"total"`
		Page  int              `json:"page"`
		Limit int              `json:"limit"`
	}
}

// Uses answers a page of the sheets with a substance.
func Uses(ctx context.Context, call *rest.Call, in *UsesInput) (*SubstanceSheetsOutput, error) {
	cas, err := in.number()
	if err != nil {
		return nil, err
	}
	uses, total, err := substances.Uses(ctx, call.Catalog, filter.Viewer(call), cas, substances.Stating{Limit: in.Stated, Class: in.Class}, (in.Page-1)*in.Limit, in.Limit)
	if err != nil {
		return nil, err
	}
	out := &SubstanceSheetsOutput{}
	out.Body.Total, out.Body.Page, out.Body.Limit = total, in.Page, in.Limit
	for i := range uses {
		u := &uses[i]
		r := SubstanceSheet{
			ID: u.Sheet.ID, Name: u.Sheet.Name, Supplier: u.Sheet.Supplier, Departments: u.Sheet.Departments, RevisedOn: u.Sheet.RevisedOn,
			As: u.Ingredient.Name, Balance: u.Ingredient.Balance, Withheld: u.Ingredient.Withheld, Itself: u.Whole,
			Signal: u.Sheet.SignalWord, Hazards: u.Sheet.GHSCategories, HCodes: u.Sheet.HCodes, Limits: u.Sheet.ExposureAuthorities,
		}
		if c := u.Ingredient.Concentration; c != nil {
			r.Share = &SubstanceShare{c.Low, c.High, c.LowOpen, c.HighOpen}
		}
		out.Body.Items = append(out.Body.Items, r)
	}
	return out, nil
}
