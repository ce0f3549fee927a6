package lawcheck

import (
	"slices"
	"strings"

	"anzen/shared/domain/sds"
	"anzen/shared/reference/chem"
	"anzen/shared/reference/ghs"
	"anzen/shared/text/fold"
)

// Of returns a sheet record as the checks see it.
func Of(record *sds.Sheet) Subject {
	s := Subject{
		Substance: record.Composition == sds.CompositionSubstance,
		State:     record.State,
		NoFlash:   record.NoFlashPoint && record.FlashPoint == nil, MeltingPoint: record.MeltingPoint,
		FlashPoint: record.FlashPoint, BoilingPoint: record.BoilingPoint, AutoIgnition: record.AutoIgnition, PH: record.PH,
		Solubility: record.WaterSolubility, UNNumber: record.UNNumber, TransportOf: record.TransportClass,
		GHSCategories: hazards(record.GHSCategories), Massive: record.State == "solid" && massiveName(record.ProductName),
		Ingredients: make([]Ingredient, len(record.Ingredients)),
	}
	for i := range record.Ingredients {
		is := &record.Ingredients[i]
		s.Ingredients[i] = Ingredient{Row: i, Name: is.Name, CAS: valid(is.CAS), Share: shareOf(is)}
	}
	s.byMass()
	s.fillBalance()
	return s
}

// hazards drops the classes that are stated as not applying, or without a category.
func hazards(categories []string) []string {
	none := func(c string) bool {
		_, category, _ := strings.Cut(c, "/")
		return category == "" || ghs.Negative(category)
	}
	if !slices.ContainsFunc(categories, none) {
		return categories
	}
	return slices.DeleteFunc(slices.Clone(categories), none)
}

// valid drops invalid CAS numbers.
func valid(numbers []string) []string {
	invalid := func(n string) bool { return !chem.CAS(n).Valid() }
	if !slices.ContainsFunc(numbers, invalid) {
		return numbers
	}
	return slices.DeleteFunc(slices.Clone(numbers), invalid)
}

func shareOf(is *sds.Ingredient) Share {
	s := Share{High: 100, Withheld: is.Withheld, Balance: is.Balance && is.Concentration == nil, Volume: is.ByVolume}
	c := is.Concentration
	if c == nil || c.Low == nil && c.High == nil {
		return s
	}
	s.Known = true
	// An ingredient that is listed as "< 1 %" is contained: its content is more than none.
	s.LowOpen = true
	if c.Low != nil {
		s.Low, s.LowOpen = tidy(*c.Low), c.LowOpen
	}
	if c.High != nil {
		s.High, s.HighOpen = tidy(*c.High), c.HighOpen
	}
	return s
}

// fillBalance computes rests to 100 % from the other shares, and sets a substance without
// other ingredients and without a share to 100 %.
func (s *Subject) fillBalance() {
	if len(s.Ingredients) == 1 && s.Substance && !s.Ingredients[0].Share.Known {
		s.Ingredients[0].Share = Share{Low: 100, High: 100, Known: true}
		return
	}
	others, rests := Share{Known: true}, 0
	for i := range s.Ingredients {
		switch share := s.Ingredients[i].Share; {
		case share.Balance:
			rests++
		default:
			others = others.plus(share)
		}
	}
	if rests == 0 {
		return
	}
	rest := Share{
		Low: max(0, tidy(100-others.High)), LowOpen: others.HighOpen, High: max(0, tidy(100-others.Low)), HighOpen: others.LowOpen && others.Low < 100,
		Known: true, Balance: true, Converted: others.Converted,
	}
	// What is listed is contained, and each of several rests may be close to 0.
	if rests > 1 || rest.Low == 0 {
		rest.Low, rest.LowOpen = 0, rest.High > 0
	}
	for i := range s.Ingredients {
		if s.Ingredients[i].Share.Balance {
			s.Ingredients[i].Share = rest
		}
	}
}

// massives are words in the names of solid alloys and articles, and powders of words that
// show another form.
var (
	massives = []string{"合金", "鋼", "ステンレス", "鋳鉄", "鋳物", "地金", "インゴット", "丸棒", "線材", "ワイヤ", "板材", "鋼板", "条材", "箔", "成形品", "はんだ", "ろう材", "溶接棒", "alloy", "steel", "castiron", "ingot", "wire", "sheetmetal", "solder", "brazingrod"}
	powders  = []string{"粉", "パウダー", "ペースト", "フラックス", "粒", "ショット", "顔料", "めっき液", "処理剤", "洗浄", "研磨", "powder", "paste", "flux", "granule", "shot", "cleaner", "grit"}
)

// massiveName reports whether a product is a solid alloy or article by its name.
func massiveName(name string) bool {
	folded := fold.Squeezed(name)
	in := func(w string) bool { return strings.Contains(folded, w) }
	return slices.ContainsFunc(massives, in) && !slices.ContainsFunc(powders, in)
}
