package check

import (
	"strconv"
	"strings"

	"anzen/shared/analyze/extract"
	"anzen/shared/chem"
)

type report = func(args map[string]string, fields ...Field)

// eachIngredient calls see for every row of the composition.
func eachIngredient(in *Input, see func(row int, name string, cas []string, concentration *extract.Value)) {
	for i, r := range in.Result.Rows("composition") {
		name := ""
		if r["name"] != nil {
			name = r["name"].Text
		}
		var cas []string
		if r["cas"] != nil {
			cas = r["cas"].List
		}
		see(i, name, cas, r["concentration"])
	}
}

// casCheckDigit finds CAS numbers whose last digit does not follow from the others.
func casCheckDigit(in *Input, found report) {
	eachIngredient(in, func(row int, name string, cas []string, _ *extract.Value) {
		for _, c := range cas {
			if !chem.CAS(c).Valid() {
				found(map[string]string{"cas": c, "name": name}, Field{"composition.cas", row})
			}
		}
	})
}

// casName finds ingredients whose name belongs to another CAS number.
func casName(in *Input, found report) {
	eachIngredient(in, func(row int, name string, cas []string, _ *extract.Value) {
		if name == "" || len(cas) != 1 || !chem.CAS(cas[0]).Valid() {
			return
		}
		same, known := chem.SameSubstance(chem.CAS(cas[0]), name)
		if !known || same {
			return
		}
		s, _ := chem.ByCAS(chem.CAS(cas[0]))
		found(map[string]string{"cas": cas[0], "name": name, "known": s.Name(in.Result.Language)}, Field{"composition.name", row}, Field{"composition.cas", row})
	})
}

// casDuplicate finds CAS numbers that stand in more than one row with the same name.
func casDuplicate(in *Input, found report) {
	rows := map[string][]int{}
	var order []string
	eachIngredient(in, func(row int, _ string, cas []string, _ *extract.Value) {
		for _, c := range cas {
			if rows[c] == nil {
				order = append(order, c)
			}
			rows[c] = append(rows[c], row)
		}
	})
	for _, c := range order {
		if len(rows[c]) < 2 {
			continue
		}
		var fields []Field
		for _, r := range rows[c] {
			fields = append(fields, Field{"composition.cas", r})
		}
		found(map[string]string{"cas": c, "count": strconv.Itoa(len(rows[c]))}, fields...)
	}
}

// casMissing counts ingredients without a CAS number.
func casMissing(in *Input, found report) {
	var fields []Field
	var names []string
	eachIngredient(in, func(row int, name string, cas []string, _ *extract.Value) {
		if len(cas) == 0 {
			fields = append(fields, Field{"composition.name", row})
			names = append(names, name)
		}
	})
	if len(fields) > 0 {
		found(map[string]string{"names": strings.Join(names, "、"), "count": strconv.Itoa(len(fields))}, fields...)
	}
}

// concentrationSum finds compositions whose lower ends alone are more than the whole.
func concentrationSum(in *Input, found report) {
	sum := 0.0
	var fields []Field
	eachIngredient(in, func(row int, _ string, _ []string, c *extract.Value) {
		if c == nil || c.Quantity.Unit != "%" || c.Quantity.LowOp == "" {
			return
		}
		sum += c.Quantity.Low
		fields = append(fields, Field{"composition.concentration", row})
	})
	if sum > 100.5 {
		found(map[string]string{"sum": strconv.FormatFloat(sum, 'f', -1, 64)}, fields...)
	}
}

// concentrationOrder finds shares over 100 % and ranges whose ends are the wrong way round.
func concentrationOrder(in *Input, found report) {
	eachIngredient(in, func(row int, name string, _ []string, c *extract.Value) {
		if c == nil || c.Quantity.Unit != "%" {
			return
		}
		q := c.Quantity
		if q.LowOp != "" && q.Low > 100 || q.LowOp != "" && q.HighOp != "" && q.Low > q.High {
			found(map[string]string{"name": name, "value": q.String()}, Field{"composition.concentration", row})
		}
	})
}

// noIngredients finds sheets of mixtures or classified products without any ingredient.
func noIngredients(in *Input, found report) {
	if len(in.Result.Rows("composition")) > 0 {
		return
	}
	if in.Result.Text("composition_type") == "mixture" || len(in.Result.Rows("classification")) > 0 {
		found(nil, field("composition"))
	}
}
