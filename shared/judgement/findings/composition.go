package findings

import (
	"slices"
	"strconv"
	"strings"

	"anzen/shared/reader/extract"
	"anzen/shared/reference/chem"
	"anzen/shared/text/fold"
)

var compositionRules = []rule{
	{
		id: "cas_check_digit", severity: Error, source: casRules,
		what:   "a CAS number whose check digit does not follow from its other digits",
		fields: []string{"composition.cas"},
		ja:     "CAS番号「{cas}」のチェックディジットが一致しません。番号をご確認ください。",
		en:     "The check digit of CAS number “{cas}” is wrong. Please check the number.",
		look:   casCheckDigit,
	},
	{
		id: "cas_name", severity: Warning, source: dictionary,
		what:   "an ingredient whose name belongs to another CAS number",
		fields: []string{"composition.name", "composition.cas"},
		ja:     "成分名「{name}」とCAS番号「{cas}」（{known}）が一致していない可能性があります。",
		en:     "The name “{name}” does not seem to belong to CAS number {cas} ({known}).",
		look:   casName,
	},
	{
		id: "cas_duplicate", severity: Info, source: jis7253,
		what:   "a CAS number that stands in more than one row",
		fields: []string{"composition.cas"},
		ja:     "CAS番号「{cas}」が複数の行に記載されています。",
		en:     "CAS number {cas} is listed in more than one row.",
		look:   casDuplicate,
	},
	{
		id: "cas_missing", severity: Info, source: jis7253, absence: true,
		what:   "ingredients without a CAS number",
		fields: []string{"composition.name", "composition.cas"},
		ja:     "CAS番号の記載がない成分が{count}件あります（{names}）。",
		en:     "Ingredients without a CAS number: {count} ({names}).",
		look:   casMissing,
	},
	{
		id: "concentration_sum", severity: Warning, source: arithmetic,
		what:   "lower ends of the concentrations that add up to more than the whole",
		fields: []string{"composition.concentration"},
		ja:     "含有量の下限の合計が{sum}%となり、100%を超えています。",
		en:     "The lower ends of the concentrations add up to {sum} %, more than 100 %.",
		look:   concentrationSum,
	},
	{
		id: "concentration_order", severity: Error, source: arithmetic,
		what:   "a share over 100 %, or a range whose ends are the wrong way round",
		fields: []string{"composition.concentration"},
		ja:     "成分「{name}」の含有量「{value}」が正しくありません。",
		en:     "The concentration “{value}” of “{name}” cannot be right.",
		look:   concentrationOrder,
	},
	{
		id: "no_ingredients", severity: Warning, source: jis7253, absence: true,
		what:   "a mixture or classified product without any ingredient",
		fields: []string{"composition"},
		ja:     "組成及び成分情報（3項）に成分の記載が見つかりません。",
		en:     "No ingredients were found in section 3.",
		look:   noIngredients,
	},
}

// eachIngredient calls see for each row of the composition.
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

// casCheckDigit finds CAS numbers with a wrong check digit.
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
		if partOfName(name, s) {
			return
		}
		found(map[string]string{"cas": cas[0], "name": name, "known": s.Name(in.Result.Language)}, Field{"composition.name", row}, Field{"composition.cas", row})
	})
}

// partOfName reports whether a name of the substance contains the printed one: limonene for
// d-limonene.
func partOfName(name string, s chem.Substance) bool {
	key := strings.ToLower(fold.Squeezed(name))
	return len(key) > 4 && slices.ContainsFunc(append([]string{s.Ja, s.En}, s.Others...), func(known string) bool {
		return strings.Contains(strings.ToLower(fold.Squeezed(known)), key)
	})
}

// casDuplicate finds CAS numbers listed in more than one row.
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
	var twice []string
	var fields []Field
	for _, c := range order {
		if len(rows[c]) < 2 {
			continue
		}
		twice = append(twice, c)
		for _, r := range rows[c] {
			fields = append(fields, Field{"composition.cas", r})
		}
	}
	// Where most are listed twice, the sheet lists the ingredients of several variants.
	if len(twice) > 0 && (len(twice) == 1 || 2*len(twice) < len(order)) {
		found(map[string]string{"cas": strings.Join(twice, ", ")}, fields...)
	}
}

// casMissing counts ingredients without a CAS number.
func casMissing(in *Input, found report) {
	var fields []Field
	var names []string
	eachIngredient(in, func(row int, name string, cas []string, _ *extract.Value) {
		if len(cas) == 0 && !restRE.MatchString(strings.TrimSpace(fold.Printed(name))) {
			fields = append(fields, Field{"composition.name", row})
			names = append(names, name)
		}
	})
	if len(fields) > 0 {
		found(map[string]string{"names": strings.Join(names, "、"), "count": strconv.Itoa(len(fields))}, fields...)
	}
}

// concentrationSum finds compositions whose lower ends add up to more than 100 %.
func concentrationSum(in *Input, found report) {
	sum := 0.0
	var fields []Field
	numbers := map[string]int{}
	eachIngredient(in, func(row int, _ string, cas []string, c *extract.Value) {
		numbers[strings.Join(cas, " ")]++
		if c == nil || c.Quantity.Unit != "%" || c.Quantity.LowOp == "" {
			return
		}
		sum += c.Quantity.Low
		fields = append(fields, Field{"composition.concentration", row})
	})
	if sum > 100.5 && !variants(numbers) {
		found(map[string]string{"sum": number(sum)}, fields...)
	}
}

// variants reports whether most CAS numbers are listed in several rows: the ingredients of
// several variants.
func variants(rows map[string]int) bool {
	twice := 0
	for cas, n := range rows {
		if cas != "" && n > 1 {
			twice++
		}
	}
	return twice > 1 && 2*twice >= len(rows)
}

// concentrationOrder finds shares over 100 % and ranges with the higher end first.
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

// noIngredients finds sheets of mixtures or classified products without an ingredient.
func noIngredients(in *Input, found report) {
	if len(in.Result.Rows("composition")) > 0 {
		return
	}
	if in.Result.Text("composition_type") == "mixture" || len(in.Result.Rows("classification")) > 0 {
		found(nil, field("composition"))
	}
}
