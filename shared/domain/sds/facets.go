package sds

import (
	"regexp"
	"slices"
	"strings"
)

// ReviewBelow is the confidence below which a value that no user has confirmed or
// edited counts as unreviewed.
const ReviewBelow = 0.8

// HazardRule numbers the rule by which hazard codes, categories and exposure limits are derived. Since 1
// the codes are those of the statements; before, they were a list beside them. Since 2 the
// record has the exposure limits.
const HazardRule = 2

// RederivedFrom are the sections from which the record of an older rule is derived anew.
var RederivedFrom = []int{2, 8}

// Rederive derives what a record of an older rule lacks from the sections RederivedFrom.
func (s *Sheet) Rederive(sections []Section) {
	for i := range sections {
		switch sections[i].Number {
		case 2:
			s.deriveHazards(&sections[i])
		case 8:
			s.deriveLimits(&sections[i])
		}
	}
	s.HazardsAs = HazardRule
}

// deriveHazards derives the hazard codes and categories of the record from section 2.
func (s *Sheet) deriveHazards(section *Section) {
	s.HCodes, s.GHSCategories = Codes(section, GroupHazards), nil
	for i := range section.Groups {
		if g := &section.Groups[i]; g.Key == GroupClassification {
			for j := range g.Rows {
				s.takeClass(&g.Rows[j])
			}
		}
	}
}

// CodesByPerson are the product codes of a sheet that a user edited or confirmed: those
// that it guards while it is the newest of its versions.
func CodesByPerson(sections []Section) []string {
	for i := range sections {
		if f := sections[i].Find("product_codes"); sections[i].Number == 1 && f != nil && (f.State == StateEdited || f.State == StateConfirmed) {
			return f.Value.List
		}
	}
	return nil
}

// Guard makes the sheet guard the product codes that users edited or confirmed, none
// where a newer version exists.
func (s *Sheet) Guard(sections []Section) {
	s.GuardedCodes = nil
	if s.Newer == "" {
		s.GuardedCodes = CodesByPerson(sections)
	}
}

// Derive sets the fields of the sheet record that follow from the sections and by which
// lists show and find it. Deleted values do not count.
func (s *Sheet) Derive(sections []Section) {
	s.HazardsAs = HazardRule
	s.ProductName, s.ProductCodes, s.Supplier, s.Manufacturer, s.SignalWord, s.UNNumber = "", nil, "", "", "", ""
	s.HCodes, s.CAS, s.Pictograms, s.Laws = nil, nil, nil, nil
	s.GuardedCodes, s.IssuedOn, s.Unreviewed, s.Composition = nil, "", 0, CompositionNone
	s.GHSCategories, s.Ingredients, s.ExposureAuthorities, s.DeletedItems = nil, nil, nil, 0
	s.State, s.FlashPoint, s.BoilingPoint, s.PH, s.TransportClass, s.PackingGroup = "", nil, nil, nil, "", ""
	s.AutoIgnition, s.WaterSolubility, s.MeltingPoint, s.NoFlashPoint = nil, "", nil, false
	s.ExposureLimits = nil
	revised := ""
	for i := range sections {
		s.takeRows(&sections[i])
		sections[i].Each(func(group string, f *Field) {
			if f.State == StateDeleted {
				s.DeletedItems++
				return
			}
			if f.State == StateMachine && f.Confidence < ReviewBelow && !isHeading(group, f) {
				s.Unreviewed++
			}
			s.take(group, f, &revised)
		})
	}
	for i := range sections { // the ingredients are known now
		if sections[i].Number == 8 {
			s.deriveLimits(&sections[i])
		}
	}
	s.RevisedOn = revised
	if !s.NameByPerson {
		s.Name = s.ProductName
		if s.Name == "" {
			s.Name = s.File.Title()
		}
	}
}

// isHeading reports whether a field is the heading of a text, which is reviewed with the text.
func isHeading(group string, f *Field) bool { return group == GroupText && f.Key == "title" }

func (s *Sheet) take(group string, f *Field, revised *string) {
	switch group + "/" + f.Key {
	case "/product_name":
		s.ProductName = f.Value.Text
	case "/product_codes":
		s.ProductCodes = f.Value.List
		if s.Newer == "" && (f.State == StateEdited || f.State == StateConfirmed) {
			s.GuardedCodes = f.Value.List
		}
	case "/supplier_name":
		s.Supplier = f.Value.Text
	case "/manufacturer_name":
		s.Manufacturer = f.Value.Text
	case "/issue_date":
		s.IssuedOn = f.Value.Text
	case "/revision_date":
		*revised = f.Value.Text
	case "/signal_word":
		s.SignalWord = f.Value.Text
	case GroupHazards + "/code":
		s.HCodes = addCodes(s.HCodes, f.Value.Text)
	case "/pictograms":
		s.Pictograms = f.Value.List
	case "/composition_type":
		switch f.Value.Text {
		case "substance":
			s.Composition = CompositionSubstance
		case "mixture":
			s.Composition = CompositionMixture
		case "uvcb":
			s.Composition = CompositionUVCB
		}
	case GroupComposition + "/cas":
		for _, cas := range f.Value.List {
			if !slices.Contains(s.CAS, cas) {
				s.CAS = append(s.CAS, cas)
			}
		}
	case "/un_number":
		s.UNNumber = f.Value.Text
	case "/transport_class":
		s.TransportClass = f.Value.Text
	case "/packing_group":
		s.PackingGroup = f.Value.Text
	case "/state":
		s.State = f.Value.Text
	case "/flash_point":
		s.FlashPoint = spanOf(f.Value.Quantity, celsius)
	case "/melting_point":
		s.MeltingPoint = spanOf(f.Value.Quantity, celsius)
	case "/boiling_point":
		s.BoilingPoint = spanOf(f.Value.Quantity, celsius)
	case "/ph":
		s.PH = spanOf(f.Value.Quantity, plain)
	case "/auto_ignition":
		s.AutoIgnition = spanOf(f.Value.Quantity, celsius)
	case "/solubility_water":
		s.WaterSolubility = waterSolubility(f.Value.Text)
	case GroupExposureLimits + "/authority":
		if !slices.Contains(s.ExposureAuthorities, f.Value.Text) {
			s.ExposureAuthorities = append(s.ExposureAuthorities, f.Value.Text)
		}
	case GroupLaws + "/name":
		s.Laws = append(s.Laws, f.Value.Text)
	}
}

// takeRows takes values that belong together: an ingredient with its concentration, a
// hazard class with its category.
func (s *Sheet) takeRows(section *Section) {
	for _, g := range section.Groups {
		for i := range g.Rows {
			switch g.Key {
			case GroupText:
				s.NoFlashPoint = s.NoFlashPoint || section.Number == 9 && statesNoFlash(&g.Rows[i])
			case GroupComposition:
				if in, ok := ingredientOf(&g.Rows[i]); ok {
					s.Ingredients = append(s.Ingredients, in)
				}
			case GroupClassification:
				s.takeClass(&g.Rows[i])
			}
		}
	}
}

func (s *Sheet) takeClass(r *Row) {
	class := r.text("class")
	if both := class + "/" + r.text("category"); class != "" && !slices.Contains(s.GHSCategories, both) {
		s.GHSCategories = append(s.GHSCategories, both)
	}
}

// IngredientRows are the rows of the composition from which Derive makes the sheet
// record's ingredients, in their order.
func IngredientRows(section *Section) (rows []*Row) {
	for g := range section.Groups {
		if section.Groups[g].Key != GroupComposition {
			continue
		}
		for i := range section.Groups[g].Rows {
			if r := &section.Groups[g].Rows[i]; isIngredient(r) {
				rows = append(rows, r)
			}
		}
	}
	return rows
}

// isIngredient reports whether a row of the composition has a name or a CAS number.
func isIngredient(r *Row) bool {
	cas := r.stated("cas")
	return r.text("name") != "" || cas != nil && len(cas.Value.List) > 0
}

// Sheets state no figure for the rest up to 100 %, and none for a trade secret: the
// reader writes "balance" and "withheld", users enter any of these words.
var (
	balanceWords  = regexp.MustCompile(`(?i)残部|残量|残分|残り|残余|バランス|balance|remainder`)
	withheldWords = regexp.MustCompile(`(?i)秘密|非開示|非公開|社外秘|secret|proprietary|confidential|withheld`)
)

func ingredientOf(r *Row) (is Ingredient, ok bool) {
	is.Name = r.text("name")
	if f := r.stated("cas"); f != nil {
		is.CAS = f.Value.List
	}
	if f := r.stated("concentration"); f != nil {
		is.Concentration = spanOf(f.Value.Quantity, percent)
		if is.Concentration == nil {
			is.Balance = balanceWords.MatchString(f.Value.Text)
			is.Withheld = withheldWords.MatchString(f.Value.Text)
		}
		is.ByVolume = is.Concentration != nil && ByVolume(f)
	}
	return is, isIngredient(r)
}

// Sheets of products without a flash point state words instead of a figure: "引火せず" beside the flash point, "不燃性"
// beside the flammability.
var (
	flashTitle = regexp.MustCompile(`(?i)引火点|燃焼性|可燃性|引火性|flash ?point|flammability`)
	flashNone  = regexp.MustCompile(`(?i)^[\s(]*(?:なし|無し|ない|none)[\s).。]*$|引火(?:点|性)?(?:は|が)?(?:なし|無し|ない|せず|しない|しません)|引火点を(?:持たない|示さない|有しない)|不燃|非引火性|燃焼しない|燃えない|燃焼性(?:は)?(?:なし|ない)|no flash|non-? ?(?:flammable|combustible)|not (?:flammable|combustible)|does not (?:burn|flash)`)
)

// statesNoFlash reports whether a block of section 9 states that the product does not burn.
func statesNoFlash(r *Row) bool {
	return flashTitle.MatchString(r.text("title")) && flashNone.MatchString(r.text("body"))
}

// stated is the row's field with the key, nil where there is none or it was deleted.
func (r *Row) stated(key string) *Field {
	i := slices.IndexFunc(r.Fields, func(f Field) bool { return f.Key == key && f.State != StateDeleted })
	if i < 0 {
		return nil
	}
	return &r.Fields[i]
}

func (r *Row) text(key string) string {
	if f := r.stated(key); f != nil {
		return f.Value.Text
	}
	return ""
}

// spanOf converts a quantity to the unit that lists filter by; nil where it has no
// number or a unit that cannot be converted.
func spanOf(q *Quantity, convert func(v float64, unit string) (float64, bool)) *Span {
	if q == nil || q.Low == nil && q.High == nil {
		return nil
	}
	var s Span
	for _, end := range []struct {
		from *float64
		to   **float64
	}{{q.Low, &s.Low}, {q.High, &s.High}} {
		if end.from != nil {
			v, ok := convert(*end.from, strings.TrimSpace(q.Unit))
			if !ok {
				return nil
			}
			*end.to = &v
		}
	}
	s.LowOpen = q.Low != nil && q.LowOp == ">"
	s.HighOpen = q.High != nil && q.HighOp == "<"
	return &s
}

func plain(v float64, _ string) (float64, bool) { return v, true }

func celsius(v float64, unit string) (float64, bool) {
	switch strings.TrimPrefix(unit, "°") {
	case "", "C", "℃":
		return v, true
	case "F", "℉":
		return (v - 32) * 5 / 9, true
	case "K":
		return v - 273.15, true
	default:
		return 0, false
	}
}

var volumeWords = regexp.MustCompile(`(?i)[vw]/v|vol|体積|容量|容積|mol|モル`)

// ByVolume reports whether a field states parts of the volume, or moles, as printed or by
// its unit. They become parts of the mass only with densities.
func ByVolume(f *Field) bool {
	return volumeWords.MatchString(f.Raw) || f.Value.Quantity != nil && volumeWords.MatchString(f.Value.Quantity.Unit)
}

// percent converts to per cent, of the mass or of the volume (Ingredient.ByVolume).
func percent(v float64, unit string) (float64, bool) {
	switch strings.ToLower(strings.ReplaceAll(unit, " ", "")) {
	case "", "%", "wt%", "w/w%", "mass%", "vol%", "質量%", "重量%":
		return v, true
	case "ppm":
		return v / 1e4, true
	case "ppb":
		return v / 1e7, true
	default:
		return 0, false
	}
}
