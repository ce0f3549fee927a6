package sdses

import (
	"context"

	"anzen/functions/api/rest"
	"anzen/shared/domain/access"
	"anzen/shared/domain/sds"
	"anzen/shared/domain/verdict"
	"anzen/shared/judgement/classification"
	"anzen/shared/judgement/proofs"
	"anzen/shared/reference/chem"
	"anzen/shared/reference/clp"
	"anzen/shared/reference/ghs"
	"anzen/shared/reference/nite"
)

// MixtureRoute is the declaration of GET sdses/{sdsId}/mixture.
var MixtureRoute = rest.Route{
	Method: "GET", Path: "/companies/{id}/sdses/{sdsId}/mixture", ID: "getSheetMixture", Tag: "sdses", Memory: 512,
	Rule: rest.Need(access.SDSRead), Summary: "The GHS classification of a sheet's mixture from its ingredients, compared with section 2", Grants: readTable,
}

// MixtureOutput is the classification of a mixture.
type MixtureOutput struct {
	Body struct {
		Mixture     bool                `json:"mixture" doc:"false: the product is one substance, or section 3 has no ingredients; the rest is empty"`
		AsOf        string              `json:"as_of" format:"date" doc:"of the government's classification of substances"`
		EUAsOf      string              `json:"eu_as_of,omitempty" format:"date" doc:"of the harmonised classification of the European Union (CLP Regulation, Annex VI); absent where it is not loaded"`
		Rest        *verdict.Content    `json:"rest,omitempty" doc:"the share that section 3 does not account for"`
		Ingredients []MixtureIngredient `json:"ingredients"`
		Results     []MixtureResult     `json:"results" doc:"by hazard class, in the order of GHS"`
	}
}

// MixtureIngredient is a substance of the mixture; rows of the same substance are one.
type MixtureIngredient struct {
	Name       string          `json:"name"`
	CAS        []string        `json:"cas"`
	Share      verdict.Content `json:"share"`
	Identified bool            `json:"identified" doc:"its substance has been classified by the government, or is named by GHS as not toxic"`
	Fields     []string        `json:"fields" doc:"ids of the fields in section 3 that state it"`
	Harmonised []MixtureFact   `json:"harmonised" doc:"its classes in the European Union (CLP Regulation, Annex VI), which do not enter the calculation by JIS Z 7252"`
}

// MixtureFact is a class of an ingredient.
type MixtureFact struct {
	Class    proofs.Name `json:"class"`
	Category proofs.Name `json:"category" doc:"empty where the entry leaves it open"`
}

// MixtureCategory is a category of a class.
type MixtureCategory struct {
	Key  string      `json:"key" doc:"as in the classification of section 2"`
	Name proofs.Name `json:"name"`
}

// MixtureResult is what follows for a class.
type MixtureResult struct {
	Class      string                 `json:"class"`
	ClassName  proofs.Name            `json:"class_name"`
	Effect     classification.Effect  `json:"effect,omitempty" enum:"irritation,narcosis,lactation" doc:"a part of the class that is judged on its own"`
	Verdict    classification.Verdict `json:"verdict" enum:"classified,not_classified,open,unknown"`
	Mildest    *MixtureCategory       `json:"mildest,omitempty" doc:"the category at the mildest end of contents and facts; absent: none"`
	Severest   *MixtureCategory       `json:"severest,omitempty" doc:"at the severest end"`
	Incomplete bool                   `json:"incomplete" doc:"unknown ingredients may make it severer"`
	Match      classification.Match   `json:"match" enum:"agrees,stricter,less_strict,cannot_judge" doc:"section 2 compared with the result"`
	Stated     *MixtureCategory       `json:"stated,omitempty" doc:"what section 2 states; absent: it does not name the class"`
	Explained  bool                   `json:"explained" doc:"what is unknown may explain the difference"`
	Reasons    []MixtureReason        `json:"reasons"`
	Steps      []MixtureStep          `json:"steps"`
}

// MixtureReason says why no category, or no single one, follows.
type MixtureReason struct {
	Code        classification.ReasonCode `json:"code" enum:"ranges,facts,m_factor,method,ingredients,rest,property,no_ingredients,mass_not_volume"`
	Property    string                    `json:"property,omitempty" doc:"the key of a field that is not stated"`
	Ingredients []int                     `json:"ingredients,omitempty" doc:"indexes of the ingredients that it is about"`
}

// MixtureStep is a condition of a class, with its arithmetic.
type MixtureStep struct {
	Kind        classification.Kind    `json:"kind" enum:"estimate,sum,cutoff,property"`
	Category    *MixtureCategory       `json:"category,omitempty" doc:"what follows where it is met"`
	Criterion   string                 `json:"criterion" doc:"chapter or table of GHS, which JIS Z 7252 follows"`
	Terms       []MixtureTerm          `json:"terms"`
	Low         *float64               `json:"low,omitempty" doc:"the value at both ends; absent: unbounded, or not stated"`
	High        *float64               `json:"high,omitempty"`
	HighOpen    bool                   `json:"high_open,omitempty" doc:"the upper end does not belong to it"`
	Unknown     *verdict.Content       `json:"unknown,omitempty" doc:"of an estimate, the share of unknown toxicity"`
	Corrected   bool                   `json:"corrected,omitempty" doc:"more than 10 % are unknown: the formula divides by what is known"`
	Property    string                 `json:"property,omitempty" doc:"the key of the field in section 9"`
	Op          string                 `json:"op" enum:">=,<=,<"`
	Threshold   float64                `json:"threshold"`
	Unit        string                 `json:"unit,omitempty" doc:"%, mg/kg, mg/L, ppm, C, mm2/s, vol%; absent for pH"`
	Outcome     classification.Outcome `json:"outcome" enum:"met,open,not_met"`
	PropertyRef string                 `json:"field,omitempty" doc:"the id of the field in section 9, where it is stated"`
}

// MixtureTerm is an ingredient in a step.
type MixtureTerm struct {
	Ingredient   int                   `json:"ingredient" doc:"index"`
	Category     *MixtureCategory      `json:"category,omitempty" doc:"the ingredient's; absent: none"`
	CategoryHigh *MixtureCategory      `json:"category_high,omitempty" doc:"at the severest end, where it differs"`
	Source       classification.Source `json:"source" enum:"nite,sheet,both,ghs"`
	Weight       float64               `json:"weight,omitempty" doc:"the factor of its content"`
	WeightHigh   *float64              `json:"weight_high,omitempty" doc:"at the severest end; absent where it is open"`
	ATELow       float64               `json:"ate_low,omitempty" doc:"the acute toxicity estimate, the more toxic end"`
	ATEHigh      *float64              `json:"ate_high,omitempty" doc:"the less toxic end; absent where the ingredient may not be toxic"`
	Converted    bool                  `json:"converted,omitempty" doc:"the estimate is the point that stands for the category"`
}

// Mixture answers how a sheet's mixture is to be classified by its ingredients.
func Mixture(ctx context.Context, call *rest.Call, in *OfSheet) (*MixtureOutput, error) {
	record, err := call.Table.Sheet(ctx, call.CompanyID, in.SheetID)
	if err != nil {
		return nil, err
	}
	out := &MixtureOutput{}
	out.Body.EUAsOf = clp.Current().AsOf
	out.Body.AsOf, out.Body.Ingredients, out.Body.Results = nite.AsOf, []MixtureIngredient{}, []MixtureResult{}
	if !classification.IsMixture(&record) || len(record.Ingredients) == 0 {
		return out, nil
	}
	sections, err := call.Table.Sections(ctx, call.CompanyID, record.ID)
	if err != nil {
		return nil, err
	}
	subject := classification.Of(&record, sections)
	v := mixtureView{sections: sections, at: map[int]int{}}
	out.Body.Mixture = true
	if subject.Rest.High > 0 {
		out.Body.Rest = content(subject.Rest)
	}
	for i := range subject.Ingredients {
		out.Body.Ingredients = append(out.Body.Ingredients, v.ingredient(i, &subject.Ingredients[i]))
	}
	for _, c := range classification.Compare(classification.Mixture(&subject), &record, sections) {
		out.Body.Results = append(out.Body.Results, v.result(&c))
	}
	return out, nil
}

// mixtureView prepares results for display.
type mixtureView struct {
	sections []sds.Section
	at       map[int]int // the index of the ingredient that a row belongs to
}

func content(s classification.Share) *verdict.Content {
	return &verdict.Content{Low: s.Low, High: s.High, LowOpen: s.LowOpen, HighOpen: s.HighOpen, Known: s.Stated || s.High < 100}
}

func (v *mixtureView) ingredient(index int, is *classification.Ingredient) MixtureIngredient {
	out := MixtureIngredient{Name: is.Name, CAS: is.CAS, Share: *content(is.Share), Identified: is.Identified, Fields: []string{}, Harmonised: harmonised(is.CAS)}
	if out.CAS == nil {
		out.CAS = []string{}
	}
	var rows []*sds.Row
	for i := range v.sections {
		if v.sections[i].Number == 3 {
			rows = sds.IngredientRows(&v.sections[i])
		}
	}
	for _, r := range is.Rows {
		v.at[r] = index
		if r >= len(rows) {
			continue
		}
		for i := range rows[r].Fields {
			if f := &rows[r].Fields[i]; f.State != sds.StateDeleted && (f.Key == "name" || f.Key == "cas" || f.Key == "concentration") {
				out.Fields = append(out.Fields, f.ID)
			}
		}
	}
	return out
}

// harmonised are the classes of an ingredient in the European Union.
func harmonised(numbers []string) []MixtureFact {
	out := []MixtureFact{}
	for _, cas := range numbers {
		for _, h := range clp.Current().Of(chem.CAS(cas)) {
			class, _ := ghs.ClassByKey(h.Class)
			category := proofs.Name{Ja: h.Category, En: h.Category}
			if k, ok := ghs.CategoryOf(h.Class, h.Category); ok {
				category = proofs.Name{Ja: k.Ja, En: k.En}
			}
			out = append(out, MixtureFact{proofs.Name{Ja: class.Ja, En: class.En}, category})
		}
	}
	return out
}

// categoryOf is a category with its names; nil for none.
func categoryOf(class, key string) *MixtureCategory {
	if key == "" {
		return nil
	}
	if k, ok := ghs.CategoryOf(class, key); ok {
		return &MixtureCategory{k.Key, proofs.Name{Ja: k.Ja, En: k.En}}
	}
	return &MixtureCategory{key, proofs.Name{Ja: key, En: key}}
}

func (v *mixtureView) result(c *classification.Compared) MixtureResult {
	class, _ := ghs.ClassByKey(c.Class)
	out := MixtureResult{
		Class: c.Class, ClassName: proofs.Name{Ja: class.Ja, En: class.En}, Effect: c.Effect, Verdict: c.Verdict,
		Mildest: categoryOf(c.Class, c.Mildest), Severest: categoryOf(c.Class, c.Severest), Incomplete: c.Incomplete(),
		Match: c.Match, Stated: categoryOf(c.Class, c.Stated), Explained: c.Explained, Reasons: []MixtureReason{}, Steps: []MixtureStep{},
	}
	for _, r := range c.Reasons {
		out.Reasons = append(out.Reasons, MixtureReason{r.Code, r.Property, v.indexes(r.Parts)})
	}
	for i := range c.Steps {
		out.Steps = append(out.Steps, v.step(c.Class, &c.Steps[i]))
	}
	return out
}

func (v *mixtureView) indexes(parts []classification.Part) (out []int) {
	for _, p := range parts {
		if len(p.Rows) > 0 {
			out = append(out, v.at[p.Rows[0]])
		}
	}
	return out
}

func (v *mixtureView) step(class string, s *classification.Step) MixtureStep {
	out := MixtureStep{
		Kind: s.Kind, Category: categoryOf(class, s.Category), Criterion: s.Criterion, Terms: []MixtureTerm{}, Low: s.Low, High: s.High, HighOpen: s.HighOpen,
		Corrected: s.Corrected, Property: s.Property, Op: s.Op, Threshold: s.Threshold, Unit: s.Unit, Outcome: s.Outcome,
	}
	if s.Unknown != nil {
		out.Unknown = content(*s.Unknown)
	}
	for i := range v.sections {
		if f := v.sections[i].Find(s.Property); v.sections[i].Number == 9 && s.Property != "" && f != nil && f.State != sds.StateDeleted {
			out.PropertyRef = f.ID
		}
	}
	for i := range s.Parts {
		p := &s.Parts[i]
		t := MixtureTerm{
			Category: categoryOf(class, p.Category), CategoryHigh: categoryOf(class, p.CategoryHigh), Source: p.Source,
			Weight: p.Weight, ATELow: p.ATELow, Converted: p.Converted,
		}
		if len(p.Rows) > 0 {
			t.Ingredient = v.at[p.Rows[0]]
		}
		if p.WeightHigh > 0 {
			t.WeightHigh = &p.WeightHigh
		}
		if p.ATEHigh > 0 {
			t.ATEHigh = &p.ATEHigh
		}
		out.Terms = append(out.Terms, t)
	}
	return out
}
