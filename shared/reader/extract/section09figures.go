package extract

import (
	"regexp"
	"strings"

	"anzen/shared/reference/chem"
)

var (
	// degreeZero matches a zero that is printed for the sign of degrees: "1500 0C", "(0C)".
	degreeZero = regexp.MustCompile(`(\( ?|[0-9] )0 ?([CF])\b`)
	// bareDegree is a unit in brackets without a figure.
	bareDegree = regexp.MustCompile(`^ *\( ?°[CF] ?\)[^0-9]*$`)
	// bareRange matches a range whose first figure has a sign of degrees only: "300°-527° F".
	bareRange = regexp.MustCompile(`([0-9])° ?(-|to) ?([0-9])`)
	// betweenEnds matches a range in words, each end perhaps with another unit in brackets behind it.
	betweenEnds = regexp.MustCompile(`(?i)\bbetween ([^()]{1,16}?)(?: ?\([^()]*\))? and ([0-9])`)
	// operatorApart matches an operator in brackets.
	operatorApart = regexp.MustCompile(`\(([<>])\) ?([0-9])`)
	// leadingUnit matches a value that begins with its unit, bare, in brackets or before a colon: "F: 96 C: 36".
	leadingUnit = regexp.MustCompile(`^[(\[]? ?([^ ()\[\]:0-9<>~][^ ()\[\]:<>~]{0,7}(?: (?:of )?Hg)?|0[CF]) ?[)\]]?:? +?([<>~≥≤»]*=? ?-?[0-9].*)$`)
	// bareDegreeLabel matches a label that ends with the unit of its figures: "Flash point °C".
	bareDegreeLabel = regexp.MustCompile(`([a-z]) (°[CF])$`)
	// smallDegree matches a figure with its unit in a small letter: "2c. Calculated".
	smallDegree = regexp.MustCompile(`^([<>~≥≤]?=? ?-?[0-9]+(?:\.[0-9]+)?) ?[°º\x{F0B0}]? ?([cf])\b`)
	// otherUnit is the same value in another unit behind it.
	otherUnit = regexp.MustCompile(` °?[CF]:.*$`)
	// loosePoint matches a figure with a blank before its point: "1 .12g/cm3".
	loosePoint = regexp.MustCompile(`(^|[^0-9.])([0-9]{1,3}) (\.[0-9]+)`)
	// commaThousandth matches a figure below ten with three digits behind a comma.
	commaThousandth = regexp.MustCompile(`(^|[^0-9.,])([0-9]),([0-9]{3})($|[^0-9,])`)
)

// repaired are the items of section 9 with the figures of their values as they are meant; commas is
// set where the sheet writes its decimals with a comma.
func repaired(list []item, commas bool) []item {
	out := make([]item, len(list))
	for i, it := range list {
		v := it.value
		if strings.ContainsAny(v, "0123456789") {
			v = degreeZero.ReplaceAllString(v, "$1°$2")
			if bareDegree.MatchString(v) {
				v = ""
			}
			v = operatorApart.ReplaceAllString(betweenEnds.ReplaceAllString(bareRange.ReplaceAllString(v, "$1 $2 $3"), "$1 - $2"), "$1$2")
			it.label, v = unitToLabel(it.label, v)
			v = loosePoint.ReplaceAllString(v, "$1$2$3")
			if commas {
				v = commaThousandth.ReplaceAllString(v, "$1$2.$3$4")
			}
		}
		it.label = bareDegreeLabel.ReplaceAllString(degreeZero.ReplaceAllString(it.label, "$1°$2"), "$1 ($2)")
		it.value = v
		out[i] = it
	}
	return out
}

// unitToLabel moves a unit that stands before the figures of a value to its label.
func unitToLabel(label, value string) (string, string) {
	m := leadingUnit.FindStringSubmatch(value)
	if m == nil {
		return label, value
	}
	unit := strings.TrimPrefix(m[1], "0")
	if name, _ := chem.UnitIn("(" + unit + ")"); name == "" {
		return label, value
	}
	return label + " (" + unit + ")", otherUnit.ReplaceAllString(m[2], "")
}

var (
	bothLooks = regexp.MustCompile(`(?i)(?:appearance|colou?r).*odou?r|odou?r.*(?:appearance|colou?r)`)
	lookParts = regexp.MustCompile(`^([^/·]{3,60}?) [/·] ([^/·]{3,60})$`)
	// formOnly is a form where a colour should be.
	formOnly = regexp.MustCompile(`(?i)^(?:liquid|solid|powder|gas|paste|gel|crystals?|granules|pellets)$`)
)

// looksApart divides the values of labels that ask for the look and the odour at once: "Dark
// amber / Characteristic".
func looksApart(list []item) []item {
	var out []item
	for _, it := range list {
		m := lookParts.FindStringSubmatch(it.value)
		if m == nil || !bothLooks.MatchString(it.label) || colorEn.MatchString(m[2]) || formOnly.MatchString(m[2]) {
			out = append(out, it)
			continue
		}
		look, odor := it, it
		look.key, look.value = "appearance", m[1]
		odor.key, odor.value = "odor", m[2]
		out = append(out, look, odor)
	}
	return out
}
