package sds

import (
	"regexp"
	"strconv"
	"strings"

	"anzen/shared/text/fold"
)

// The values of Sheet.WaterSolubility, in the sense of the Fire Service Act: a
// water-soluble liquid mixed with the same volume of water stays visibly uniform.
const (
	WaterSoluble   = "soluble"
	WaterInsoluble = "insoluble"
)

// A liquid that dissolves at a kilogram a litre stays uniform with the same volume of
// water; one that dissolves at less than half of that does not. In between the density
// decides, which is not considered.
const (
	solubleFrom   = 1000 // g/L
	insolubleUpTo = 500
)

// Statements on water; the first that matches decides: a product that reacts with water
// counts as neither; "partly miscible" is not miscible; a figure outweighs "soluble",
// which sheets print for butanol too.
var (
	reactsWithWater   = regexp.MustCompile(`反応|分解|崩壊|react|decompos|hydroly`)
	dissolvesBarely   = regexp.MustCompile(`不溶|難溶|微溶|不混和|溶けない|溶けにくい|溶解しない|混和しない|混ざらない|混じらない|僅か|わずか|ごく少|一部|部分的|insoluble|immiscible|not (?:soluble|miscible)|non-?soluble|un-?soluble|slight|sparing|poor|partial|partly|negligible|practically in|low solub`)
	mixesFreely       = regexp.MustCompile(`混和|任意|自由に|あらゆる割合|無限|完全に溶|混ざる|混合|miscible|all proportions|any proportion|complete|freely|infinite`)
	dissolves         = regexp.MustCompile(`可溶|易溶|溶ける|溶けやすい|溶解する|良く溶|よく溶|soluble|dissolves`)
	printedSolubility = regexp.MustCompile(`([0-9]+(?:[.,][0-9]+)?)\s*(kg|mg|µg|μg|ug|g)\s*/\s*(?:(100)\s*)?(l|ml|dl|cm3|kg|g)\b`)
)

var grams = map[string]float64{"kg": 1000, "g": 1, "mg": 1e-3, "µg": 1e-6, "μg": 1e-6, "ug": 1e-6}

// inLitre is how many of the unit are a litre, or a kilogram, the mass of a litre of water.
var inLitre = map[string]float64{"l": 1, "kg": 1, "dl": 10, "ml": 1000, "cm3": 1000, "g": 1000}

// waterSolubility classifies a sheet's statement on solubility in water; empty where it
// is inconclusive.
func waterSolubility(text string) string {
	t := fold.Caseless(text)
	switch {
	case dissolvesBarely.MatchString(t):
		return WaterInsoluble
	case reactsWithWater.MatchString(t):
		return ""
	case mixesFreely.MatchString(t):
		return WaterSoluble
	}
	if m := printedSolubility.FindStringSubmatch(t); m != nil {
		perLitre, err := strconv.ParseFloat(strings.Replace(m[1], ",", ".", 1), 64)
		if err != nil {
			return ""
		}
		perLitre *= grams[m[2]] * inLitre[m[4]]
		if m[3] != "" {
			perLitre /= 100
		}
		switch {
		case perLitre >= solubleFrom:
			return WaterSoluble
		case perLitre < insolubleUpTo:
			return WaterInsoluble
		}
		return ""
	}
	if dissolves.MatchString(t) {
		return WaterSoluble
	}
	return ""
}
