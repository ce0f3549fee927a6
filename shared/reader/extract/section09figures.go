package extract

import (
	"regexp"
	"strings"
)

var (
	// degreeZero matches a zero that is printed for the sign of degrees: "1500 0C", "(0C)".
	degreeZero = regexp.MustCompile(`(\(|[0-9] )0 ?([CF])\b`)
	// bareDegree is a unit in brackets without a figure.
	bareDegree = regexp.MustCompile(`^ *\(°[CF]\) *$`)
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
			v = loosePoint.ReplaceAllString(v, "$1$2$3")
			if commas {
				v = commaThousandth.ReplaceAllString(v, "$1$2.$3$4")
			}
		}
		it.label = degreeZero.ReplaceAllString(it.label, "$1°$2")
		it.value = v
		out[i] = it
	}
	return out
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
