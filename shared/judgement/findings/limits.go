package findings

import (
	"slices"
	"strings"

	"anzen/shared/reader/extract"
	"anzen/shared/reference/chem"
	"anzen/shared/text/fold"
)

var limitRules = []rule{
	{
		id: "exposure_limit_without_ingredient", severity: Info, source: jis7253, absence: true,
		what:   "an exposure limit of a substance that is no ingredient",
		fields: []string{"exposure_limits", "composition.name"},
		ja:     "許容濃度が記載されている「{substance}」は成分にありません。", en: "An exposure limit is given for “{substance}”, which is no ingredient.",
		look: limitWithoutIngredient,
	},
	{
		id: "exposure_limit_unit", severity: Info, source: jis7253, absence: true,
		what:   "an exposure limit without a unit",
		fields: []string{"exposure_limits.value"},
		ja:     "許容濃度（{value}）に単位がありません。", en: "The exposure limit {value} has no unit.",
		look: limitUnit,
	},
	{
		id: "exposure_limit_order", severity: Warning, source: arithmetic,
		what:   "a short-term limit below the limit for the day",
		fields: []string{"exposure_limits.value"},
		ja:     "{authority}の短時間許容濃度（{short}）が8時間の許容濃度（{day}）より低い値です。", en: "The short-term limit of {authority} ({short}) is below that for eight hours ({day}).",
		look: limitOrder,
	},
	{
		id: "exposure_limit_zero", severity: Warning, source: physics,
		what:   "an exposure limit that is not above nothing",
		fields: []string{"exposure_limits.value"},
		ja:     "許容濃度の値（{value}）が正しくありません。", en: "The exposure limit {value} cannot be right.",
		look: limitZero,
	},
}

// limit is a row of the exposure limits.
type limit struct {
	row                        int
	substance, authority, kind string
	value                      chem.Quantity
}

func limits(in *Input) []limit {
	var out []limit
	for i, r := range in.Result.Rows("exposure_limits") {
		l := limit{row: i}
		for column, to := range map[string]*string{"substance": &l.substance, "authority": &l.authority, "kind": &l.kind} {
			if v := r[column]; v != nil {
				*to = v.Text
			}
		}
		if r["value"] != nil {
			l.value = r["value"].Quantity
		}
		if l.value.Stated() {
			out = append(out, l)
		}
	}
	return out
}

// limitWithoutIngredient compares by CAS numbers: only substances whose name the dictionary
// knows, and only where all ingredients have numbers.
func limitWithoutIngredient(in *Input, found report) {
	var parts []string
	unknown := false
	var names []string
	eachIngredient(in, func(_ int, name string, cas []string, _ *extract.Value) {
		unknown = unknown || len(cas) == 0
		parts = append(parts, cas...)
		names = append(names, fold.Squeezed(name))
	})
	if len(parts) == 0 || unknown {
		return
	}
	var reported []string
	for _, l := range limits(in) {
		known := chem.ByName(l.substance)
		key := fold.Squeezed(l.substance)
		if l.substance == "" || len(known) == 0 || slices.Contains(reported, key) {
			continue
		}
		if slices.ContainsFunc(known, func(c chem.CAS) bool { return slices.Contains(parts, string(c)) }) ||
			slices.ContainsFunc(names, func(n string) bool { return n != "" && (strings.Contains(n, key) || strings.Contains(key, n)) }) {
			continue
		}
		reported = append(reported, key)
		found(map[string]string{"substance": l.substance}, Field{"exposure_limits.substance", l.row}, field("composition.name"))
	}
}

func limitUnit(in *Input, found report) {
	for _, l := range limits(in) {
		if l.value.Unit == "" {
			found(map[string]string{"value": l.value.String()}, Field{"exposure_limits.value", l.row})
		}
	}
}

// limitOrder compares limits of the same substance, authority and unit, where there is one
// of each kind.
func limitOrder(in *Input, found report) {
	type key struct{ substance, authority, unit string }
	days, shorts := map[key][]limit{}, map[key][]limit{}
	var order []key
	for _, l := range limits(in) {
		k := key{l.substance, l.authority, l.value.Unit}
		switch {
		case l.value.LowOp != chem.Equal:
		case l.kind == "STEL":
			shorts[k] = append(shorts[k], l)
			order = append(order, k)
		case l.kind == "TWA":
			days[k] = append(days[k], l)
		}
	}
	for _, k := range order {
		if len(days[k]) != 1 || len(shorts[k]) != 1 || shorts[k][0].value.Low >= days[k][0].value.Low {
			continue
		}
		short, day := shorts[k][0], days[k][0]
		found(map[string]string{"authority": k.authority, "short": short.value.String(), "day": day.value.String()}, Field{"exposure_limits.value", short.row}, Field{"exposure_limits.value", day.row})
	}
}

func limitZero(in *Input, found report) {
	for _, l := range limits(in) {
		if l.value.LowOp == chem.Equal && l.value.Low <= 0 {
			found(map[string]string{"value": l.value.String()}, Field{"exposure_limits.value", l.row})
		}
	}
}
