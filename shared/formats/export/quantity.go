package export

import (
	"strconv"

	"anzen/shared/domain/sds"
)

// quantityText is a quantity in one cell, in either language: 5 %, ≥5 %, 1～5 %, >1～<5 %.
func quantityText(q *sds.Quantity) string {
	if q == nil || q.Low == nil && q.High == nil {
		return ""
	}
	number := func(v float64) string { return strconv.FormatFloat(v, 'f', -1, 64) }
	text := ""
	if q.Low != nil && q.High != nil && *q.Low == *q.High && q.LowOp != ">" && q.HighOp != "<" {
		text = number(*q.Low)
	} else {
		if q.Low != nil {
			switch {
			case q.LowOp == ">":
				text = ">"
			case q.High == nil:
				text = "≥"
			}
			text += number(*q.Low)
		}
		if q.High != nil {
			if q.Low != nil {
				text += "～"
			}
			switch {
			case q.HighOp == "<":
				text += "<"
			case q.Low == nil:
				text += "≤"
			}
			text += number(*q.High)
		}
	}
	if unit := unitText(q.Unit); unit != "" {
		text += " " + unit
	}
	return text
}

// unitText is a unit as people write it: degrees stand as C and F in quantities.
func unitText(unit string) string {
	switch unit {
	case "C":
		return "℃"
	case "F":
		return "°F"
	}
	return unit
}

// quantityCell is a number where the quantity is one without a unit, such as a
// pH; else the text.
func quantityCell(q *sds.Quantity) Cell {
	if q != nil && q.Unit == "" && q.Low != nil && q.High != nil && *q.Low == *q.High && q.LowOp != ">" && q.HighOp != "<" {
		return NumberOf(*q.Low)
	}
	return TextOf(quantityText(q))
}

// The parts of a quantity that have columns of their own, for those who calculate.
const (
	partLow  = "low"
	partHigh = "high"
	partUnit = "unit"
)

func quantityPart(q *sds.Quantity, part string) Cell {
	switch {
	case q == nil:
	case part == partLow && q.Low != nil:
		return NumberOf(*q.Low)
	case part == partHigh && q.High != nil:
		return NumberOf(*q.High)
	case part == partUnit && (q.Low != nil || q.High != nil):
		return TextOf(unitText(q.Unit))
	}
	return Cell{}
}
