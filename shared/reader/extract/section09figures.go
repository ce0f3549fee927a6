package extract

import (
	"slices"
	"strings"

	"anzen/shared/reference/chem"
	"anzen/shared/text/pattern"
)

var (
	// degreeZero matches a zero that is printed for the sign of degrees: "1500 0C", "(0C)".
	degreeZero = pattern.MustCompile(`(\( ?|[0-9] )0 ?([CF])\b`)
	// labelZero is such a zero at the end of a label: "Boiling Point 0C".
	labelZero = pattern.MustCompile(`( )0([CF])$`)
	// bareDegree is a unit in brackets without a figure.
	bareDegree = pattern.MustCompile(`^ *\( ?°[CF] ?\)[^0-9]*$`)
	// bareRange matches a range whose first figure has a sign of degrees only: "300°-527° F".
	bareRange = pattern.MustCompile(`([0-9])° ?(-|to) ?([0-9])`)
	// betweenEnds matches a range in words, each end perhaps with another unit in brackets behind it.
	betweenEnds = pattern.MustCompile(`(?i)\bbetween ([^()]{1,16}?)(?: ?\([^()]*\))? and ([0-9])`)
	// operatorApart matches an operator in brackets.
	operatorApart = pattern.MustCompile(`\(([<>])\) ?([0-9])`)
	// minusApart matches a minus in words, or with a blank behind it at the start of a value.
	minusApart = pattern.MustCompile(`(?i)\bminus (-?[0-9])|^- ([0-9])`)
	// conditionAhead matches the condition of a value before it: "25/25: 1.05", "@ 40 °C: 46 cSt".
	conditionAhead = pattern.MustCompile(`(?i)^(?:@|at )? ?\(?[0-9][0-9.,]* ?(?:°|deg\.? ?)?[cf]?(?: ?/ ?[0-9.,]+ ?(?:°|deg\.? ?)?[cf]?)?\)? ?[:=] ?([<>~≥≤]?=? ?-?[0-9].*)$`)
	// leadingUnit matches a value that begins with its unit, bare, in brackets or before a colon: "F: 96 C: 36".
	leadingUnit = pattern.MustCompile(`^[(\[]? ?([^ ()\[\]:0-9<>~][^ ()\[\]:<>~]{0,7}(?: (?:of )?Hg)?|0[CF]) ?[)\]]?(?:: *|:? +?)([<>~≥≤»]*=? ?-?[0-9].*)$`)
	// bareDegreeLabel matches a label that ends with the unit of its figures, perhaps another one behind it: "Flash point °C (°F)".
	bareDegreeLabel = pattern.MustCompile(`([a-z)]) (°[CF])(?: ?[(/] ?°[CF] ?\)?)?$`)
	// labelRest matches a value that begins with the rest of its label, up to degrees or a share in brackets: "in air (% by volume): 1.0". Other
	// brackets are conditions: "(10 g/l): 7".
	labelRest = pattern.MustCompile(`^[^:]{0,40}(\( ?(?:°?[CF]|%[^():0-9]{0,16}) ?\)) ?: ?([<>~≥≤]?=? ?-?[0-9].*)$`)
	// standardPressure is the condition of boiling points in their labels: its unit is not that of the figures.
	standardPressure = pattern.MustCompile(`(?i) ?(?:@|\bat\b|\(|,) ?760 ?(?:mm ?hg|torr)\b\)?`)
	// smallDegree matches a figure with its unit in a small letter: "2c. Calculated".
	smallDegree = pattern.MustCompile(`^([<>~≥≤]?=? ?-?[0-9]+(?:\.[0-9]+)?) ?[°º\x{F0B0}]? ?([cf])\b`)
	// otherUnit is the same value in another unit behind it.
	otherUnit = pattern.MustCompile(` °?[CF]:.*$`)
	// loosePoint matches a figure with a blank before its point: "1 .12g/cm3".
	loosePoint = pattern.MustCompile(`(^|[^0-9.])([0-9]{1,3}) (\.[0-9]+)`)
	// commaThousandth matches a figure below ten with three digits behind a comma.
	commaThousandth = pattern.MustCompile(`(^|[^0-9.,])([0-9]),([0-9]{3})($|[^0-9,])`)
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
			if m := labelRest.FindStringSubmatch(v); m != nil {
				it.label, v = it.label+" "+m[1], m[2]
			}
			it.label, v = unitToLabel(it.label, minusApart.ReplaceAllString(v, "-$1$2"))
			v = conditionAhead.ReplaceAllString(v, "$1")
			v = loosePoint.ReplaceAllString(v, "$1$2$3")
			if commas {
				v = commaThousandth.ReplaceAllString(v, "$1$2.$3$4")
			}
		}
		it.label = bareDegreeLabel.ReplaceAllString(labelZero.ReplaceAllString(degreeZero.ReplaceAllString(it.label, "$1°$2"), "$1°$2"), "$1 ($2)")
		it.label = standardPressure.ReplaceAllString(it.label, "")
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
	bothLooks = pattern.MustCompile(`(?i)(?:appearance|colou?r).*odou?r|odou?r.*(?:appearance|colou?r)`)
	lookParts = pattern.MustCompile(`^([^/·]{3,60}?) [/·] ([^/·]{3,60})$`)
	// formOnly is a form where a colour should be.
	formOnly = pattern.MustCompile(`(?i)^(?:liquid|solid|powder|gas|paste|gel|crystals?|granules|pellets)$`)
)

// looksApart divides the values of labels that ask for several things at once: "Dark amber / Characteristic", or "Liquid, green,
// pine" under "Form, color, odor".
func looksApart(list []item) []item {
	var out []item
	for _, it := range list {
		if m := oneLook.FindStringSubmatch(unnumbered(it.label)); m != nil {
			it.key = labels()[9][squeezeLabel(m[1])]
		}
		if parts := answersInOrder(it); parts != nil {
			out = append(out, parts...)
			continue
		}
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

// answersInOrder are the answers to a label that asks for state, colour or odour, one for each and in its order; nil where a value is not so.
func answersInOrder(it item) []item {
	kinds := lookKinds(it.label)
	if len(kinds) < 2 || slices.Contains(kinds, "appearance") {
		return nil
	}
	for _, mark := range []string{"/", ";", ","} {
		texts := strings.Split(strings.TrimRight(it.value, " ."), mark)
		if len(texts) != len(kinds) {
			continue
		}
		parts := make([]item, len(kinds))
		for i, kind := range kinds {
			parts[i] = it
			parts[i].key, parts[i].label, parts[i].value = kind, kind, strings.TrimSpace(texts[i])
			if parts[i].value == "" || (kind == "state") != (stateOf(parts[i].value) != "") {
				return nil
			}
		}
		return parts
	}
	return nil
}
