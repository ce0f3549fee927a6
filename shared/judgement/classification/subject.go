package classification

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"anzen/shared/domain/sds"
	"anzen/shared/reference/chem"
	"anzen/shared/reference/nite"
	"anzen/shared/text/fold"
)

// parts are the classes that facts of ingredients are of, with their effects.
var parts = func() (all []part) {
	for _, class := range []string{
		"acute_toxicity_oral", "acute_toxicity_dermal", "acute_toxicity_inhalation_gas", "acute_toxicity_inhalation_vapour",
		"acute_toxicity_inhalation_dust_mist", "skin_corrosion", "eye_damage", "respiratory_sensitization", "skin_sensitization",
		"germ_cell_mutagenicity", "carcinogenicity", "reproductive_toxicity", "stot_single", "stot_repeated", "aspiration",
		"aquatic_acute", "aquatic_chronic", "ozone",
	} {
		all = append(all, part{class, ""})
	}
	return append(all, part{"reproductive_toxicity", Lactation}, part{"stot_single", Irritation}, part{"stot_single", Narcosis})
}()

type part struct {
	class  string
	effect Effect
}

// places are the indexes of the parts.
var places = func() map[part]int {
	at := map[part]int{}
	for i, p := range parts {
		at[p] = i
	}
	return at
}()

// IsMixture reports whether a sheet's product is a mixture: as section 3 states it, or, where
// it states neither, by several ingredients.
func IsMixture(record *sds.Sheet) bool {
	switch record.Composition {
	case sds.CompositionMixture:
		return true
	case sds.CompositionNone:
		return len(record.Ingredients) > 1
	}
	return false
}

// Of is a sheet's mixture with what is known of its ingredients. The sections are those
// with the values of the record: 3 for the units, 9, 11 and 12 for properties and facts.
func Of(record *sds.Sheet, sections []sds.Section) Subject {
	s := Subject{
		State: record.State, FlashPoint: record.FlashPoint, BoilingPoint: record.BoilingPoint, PH: record.PH,
		NoFlash: record.NoFlashPoint && record.FlashPoint == nil,
		Aerosol: slices.ContainsFunc(record.GHSCategories, func(c string) bool {
			class, category, _ := strings.Cut(c, "/")
			return (class == "aerosols" || class == "chemicals_under_pressure") && category != "" && category != "not_classified" && category != "not_possible"
		}),
	}
	s.takeIngredients(record.Ingredients)
	for i := range sections {
		switch sections[i].Number {
		case 3:
			s.ByVolume = byVolume(&sections[i])
		case 9:
			s.takeProperties(&sections[i])
		case 11, 12:
			s.takeStatements(&sections[i])
		}
	}
	return s
}

func (s *Subject) takeIngredients(rows []sds.Ingredient) {
	shares, balance := make([]Share, len(rows)), make([]bool, len(rows))
	for i := range rows {
		shares[i], balance[i] = shareOf(&rows[i])
	}
	if len(rows) > 0 {
		s.Rest = complete(shares, balance)
	}
	at := map[string]int{}
	for i := range rows {
		numbers := identify(&rows[i])
		key := strings.Join(numbers, ";")
		if key == "" {
			key = "name:" + fold.Squeezed(rows[i].Name)
		}
		if j, known := at[key]; known {
			is := &s.Ingredients[j]
			is.Rows, is.Share = append(is.Rows, i), is.Share.plus(shares[i]).capped()
			continue
		}
		at[key] = len(s.Ingredients)
		s.Ingredients = append(s.Ingredients, NewIngredient(rows[i].Name, numbers, shares[i], i))
	}
}

// identify are the CAS numbers of a row: those that it states, or the one that its name
// stands for.
func identify(is *sds.Ingredient) (numbers []string) {
	for _, n := range is.CAS {
		if chem.CAS(n).Valid() && !slices.Contains(numbers, n) {
			numbers = append(numbers, n)
		}
	}
	if len(numbers) == 0 && len(is.CAS) == 0 && is.Name != "" {
		for _, n := range chem.ByName(is.Name) {
			numbers = append(numbers, string(n))
		}
	}
	slices.Sort(numbers)
	return numbers
}

// NewIngredient is an ingredient with what the government's classification says of it.
func NewIngredient(name string, cas []string, share Share, rows ...int) Ingredient {
	is := Ingredient{Rows: rows, Name: name, CAS: cas, Share: share, facts: make([]Fact, len(parts)), m: map[string]mFactor{}}
	for _, n := range cas {
		is.Identified = is.Identified || slices.Contains(harmless, n) || len(nite.Lookup(n)) > 0
	}
	if is.Identified {
		for i, p := range parts {
			is.facts[i] = reference(cas, p.class, p.effect)
		}
	}
	return is
}

// Know adds a fact that the sheet states to what is known of an ingredient.
func (is *Ingredient) Know(class string, effect Effect, f Fact) {
	f.Known, f.Source = true, FromSheet
	at := places[part{class, effect}]
	old := is.facts[at]
	if !old.Known {
		is.facts[at] = f
		return
	}
	joined := old
	if f.ATELow == 0 && f.ATEHigh == 0 {
		joined = old.union(f)
	} else {
		joined.Source = FromBoth
		if old.Source == FromSheet {
			joined = old.union(f)
		}
	}
	joined.ATELow, joined.ATEHigh = leastOf(old.ATELow, f.ATELow), max(old.ATEHigh, f.ATEHigh)
	is.facts[at] = joined
}

func leastOf(a, b float64) float64 {
	if a == 0 || b != 0 && b < a {
		return b
	}
	return a
}

// byVolume reports whether contents are stated in per cent of volume.
func byVolume(section *sds.Section) bool {
	for _, row := range sds.IngredientRows(section) {
		for i := range row.Fields {
			f := &row.Fields[i]
			if q := f.Value.Quantity; f.Key == "concentration" && q != nil && strings.Contains(strings.ToLower(q.Unit), "vol") {
				return true
			}
		}
	}
	return false
}

// takeProperties takes viscosity and explosive limits from section 9.
func (s *Subject) takeProperties(section *sds.Section) {
	kinematic, dynamic, density := section.Find("viscosity_kinematic"), section.Find("viscosity_dynamic"), section.Find("density")
	switch {
	case stated(kinematic):
		s.Viscosity = at40(kinematic, 1)
	case stated(dynamic) && stated(density):
		if d := grams(density.Value.Quantity); d > 0 {
			s.Viscosity = at40(dynamic, 1/d)
		}
	}
	if f := section.Find("explosive_low"); stated(f) {
		s.ExplosiveLow = span(f.Value.Quantity, 1)
	}
	if f := section.Find("explosive_high"); stated(f) {
		s.ExplosiveHigh = span(f.Value.Quantity, 1)
	}
}

func stated(f *sds.Field) bool {
	return f != nil && f.State != sds.StateDeleted && f.Value.Quantity != nil && (f.Value.Quantity.Low != nil || f.Value.Quantity.High != nil)
}

// grams is a density in g/cm³, 0 in other units.
func grams(q *sds.Quantity) float64 {
	if q.Low == nil {
		return 0
	}
	switch strings.ToLower(q.Unit) {
	case "g/cm3", "g/ml", "kg/l":
		return *q.Low
	case "kg/m3", "g/l":
		return *q.Low / 1000
	}
	return 0
}

var degrees = regexp.MustCompile(`(-?\d+(?:\.\d+)?) ?(?:°C|℃|deg ?C)`)

// at40 is a viscosity in mm²/s at 40 °C: as stated at that temperature; of a lower one, or
// of none, it is an upper bound, as liquids thin with heat. Of a higher temperature it says
// nothing that decides.
func at40(f *sds.Field, factor float64) *sds.Span {
	switch strings.ToLower(f.Value.Quantity.Unit) {
	case "m2/s":
		factor *= 1e6
	case "pa.s", "pa·s":
		factor *= 1e3
	case "", "mm2/s", "cst", "mpa.s", "mpa·s", "cp", "cps":
	default:
		return nil
	}
	v := span(f.Value.Quantity, factor)
	m := degrees.FindStringSubmatch(fold.Printed(f.Raw))
	if m == nil {
		return &sds.Span{High: v.High, HighOpen: v.HighOpen}
	}
	switch t, _ := strconv.ParseFloat(m[1], 64); {
	case t == 40:
		return v
	case t < 40:
		return &sds.Span{High: v.High, HighOpen: v.HighOpen}
	}
	return &sds.Span{Low: v.Low, LowOpen: v.LowOpen}
}

func span(q *sds.Quantity, factor float64) *sds.Span {
	var s sds.Span
	if q.Low != nil {
		s.Low, s.LowOpen = new(float64), q.LowOp == ">"
		*s.Low = *q.Low * factor
	}
	if q.High != nil {
		s.High, s.HighOpen = new(float64), q.HighOp == "<"
		*s.High = *q.High * factor
	}
	return &s
}
