package mhlw

import (
	"slices"

	"anzen/shared/domain/sds"
	"anzen/shared/reference/chem"
)

// symbols are the format's signs of inequality.
var symbols = map[string]string{chem.Equal: "=", chem.AtLeast: "≧", chem.Above: "＞", chem.AtMost: "≦", chem.Below: "＜"}

var operators = map[string]string{
	"=": chem.Equal, "＝": chem.Equal, "≧": chem.AtLeast, "≥": chem.AtLeast, ">=": chem.AtLeast, "以上": chem.AtLeast, "＞": chem.Above, ">": chem.Above, "超": chem.Above,
	"≦": chem.AtMost, "≤": chem.AtMost, "<=": chem.AtMost, "以下": chem.AtMost, "＜": chem.Below, "<": chem.Below, "未満": chem.Below,
}

// units are written as people print them: the reader keeps degrees by their letter.
var units = map[string]string{"C": "°C", "F": "°F"}

// rangeOf writes a quantity as NumericRangeWithUnitAndQualifier. One that is
// stated in words ("trade secret") stands in its additional information.
func rangeOf(v sds.Value) object {
	o := object{}
	q := v.Quantity
	if q == nil {
		o["AdditionalInfo"] = object{"FullText": []any{v.Text}}
		return o
	}
	switch {
	case q.Low != nil && q.High != nil && *q.Low == *q.High && q.LowOp == chem.Equal && q.HighOp == chem.Equal:
		o["ExactValue"] = object{"Value": *q.Low}
	default:
		if q.Low != nil {
			o["LowerValue"] = object{"ValueSymbol": symbols[q.LowOp], "Value": *q.Low}
		}
		if q.High != nil {
			o["UpperValue"] = object{"ValueSymbol": symbols[q.HighOp], "Value": *q.High}
		}
	}
	if q.Unit != "" {
		unit := q.Unit
		if printed, ok := units[unit]; ok {
			unit = printed
		}
		o["Unit"] = unit
	}
	return o
}

// quantity reads NumericRangeWithUnitAndQualifier; ok is false where it is empty.
func (r *reader) quantity(steps []step) (sds.Value, bool) {
	v := sds.Value{Kind: sds.KindQuantity}
	if look(r.root, steps) == nil {
		return v, false
	}
	var q sds.Quantity
	exact, isExact := r.end(steps, "ExactValue")
	low, hasLow := r.end(steps, "LowerValue")
	high, hasHigh := r.end(steps, "UpperValue")
	switch {
	case isExact:
		r.exact(&q, exact)
	default:
		if hasLow {
			q.Low, q.LowOp = &low.value, low.operator(chem.AtLeast, chem.Equal, chem.AtLeast, chem.Above)
		}
		if hasHigh {
			q.High, q.HighOp = &high.value, high.operator(chem.AtMost, chem.Equal, chem.AtMost, chem.Below)
		}
	}
	if q.Low != nil && q.High != nil && *q.Low > *q.High {
		r.addError(steps, CodeRange, nil)
	}
	if q.Low == nil && q.High == nil {
		text, ok := r.text(member(steps, "AdditionalInfo", "FullText", 0))
		v.Text = text
		return v, ok
	}
	if unit, ok := r.text(member(steps, "Unit")); ok {
		q.Unit = unit
		for letter, printed := range units {
			if unit == printed {
				q.Unit = letter
			}
		}
	}
	v.Quantity = &q
	return v, true
}

type endOf struct {
	value  float64
	symbol string
}

func (e endOf) operator(usual string, allowed ...string) string {
	if op, ok := operators[e.symbol]; ok && slices.Contains(allowed, op) {
		return op
	}
	return usual
}

func (r *reader) end(steps []step, name string) (endOf, bool) {
	value, ok := r.number(member(steps, name, "Value"))
	if !ok {
		return endOf{}, false
	}
	symbol, _ := r.text(member(steps, name, "ValueSymbol"))
	return endOf{value, symbol}, true
}

// exact reads a single value, which some write with an inequality.
func (r *reader) exact(q *sds.Quantity, e endOf) {
	switch op := e.operator(chem.Equal, chem.Equal, chem.AtLeast, chem.Above, chem.AtMost, chem.Below); op {
	case chem.AtLeast, chem.Above:
		q.Low, q.LowOp = &e.value, op
	case chem.AtMost, chem.Below:
		q.High, q.HighOp = &e.value, op
	default:
		low, high := e.value, e.value
		q.Low, q.LowOp, q.High, q.HighOp = &low, chem.Equal, &high, chem.Equal
	}
}
