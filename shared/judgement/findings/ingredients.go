package findings

import (
	"math"
	"regexp"
	"strconv"
	"strings"

	"anzen/shared/reader/extract"
	"anzen/shared/reference/chem"
	"anzen/shared/text/fold"
)

var ingredientRules = []rule{
	{
		id: "concentration_missing", severity: Info, source: jis7253, absence: true,
		what:   "ingredients without a concentration beside others that have one",
		fields: []string{"composition.name", "composition.concentration"},
		ja:     "含有量の記載がない成分が{count}件あります（{names}）。", en: "{count} ingredients have no concentration ({names}).",
		look: concentrationMissing,
	},
	{
		id: "concentration_wide", severity: Info, source: isha,
		what:   "a range wider than ten points on a Japanese sheet of after April 2024, which the law allows for no notifiable substance",
		fields: []string{"composition.concentration"},
		ja:     "含有量の幅が10%を超えています（{names}）。通知対象物は重量%の記載が必要で、営業秘密の場合も10%刻みの幅までです。", en: "The concentration has a range wider than 10 points ({names}). For substances that must be notified in Japan no wider one is allowed.",
		look: concentrationWide,
	},
	{
		id: "concentration_short", severity: Info, source: arithmetic,
		what:   "upper ends that add up to less than the whole, although the rest is listed too",
		fields: []string{"composition.concentration"},
		ja:     "「{rest}」を含む含有量の上限の合計が{sum}%で、100%になりません。", en: "The upper ends of the concentrations, “{rest}” included, add up to {sum} % only.",
		look: concentrationShort,
	},
	{
		id: "concentration_zero", severity: Info, source: arithmetic,
		what:   "an ingredient with a share of 0 %",
		fields: []string{"composition.concentration"},
		ja:     "成分「{name}」の含有量が0%です。", en: "The concentration of “{name}” is 0 %.",
		look: concentrationZero,
	},
	{
		id: "concentration_negative", severity: Error, source: arithmetic,
		what:   "an ingredient with a share below nothing",
		fields: []string{"composition.concentration"},
		ja:     "成分「{name}」の含有量が負の値です。", en: "The concentration of “{name}” is negative.",
		look: concentrationNegative,
	},
	{
		id: "ingredient_name_missing", severity: Info, source: jis7253, absence: true,
		what:   "an ingredient with a CAS number, but without a name",
		fields: []string{"composition.name", "composition.cas"},
		ja:     "CAS番号「{cas}」の成分名が見つかりません。", en: "No name was found for the ingredient with CAS number {cas}.",
		look: ingredientNameMissing,
	},
	{
		id: "ingredient_name_duplicate", severity: Info, source: jis7253,
		what:   "a name that stands in rows with different CAS numbers",
		fields: []string{"composition.name", "composition.cas"},
		ja:     "成分名「{name}」に異なるCAS番号（{cas}）が記載されています。", en: "The name “{name}” stands beside different CAS numbers ({cas}).",
		look: ingredientNameDuplicate,
	},
	{
		id: "ingredient_withheld", severity: Info, source: isha,
		what:   "an ingredient whose identity is kept secret",
		fields: []string{"composition.name"},
		ja:     "成分「{name}」は非開示です。通知対象物に該当しないかご確認ください。", en: "The identity of “{name}” is withheld. Please check that it need not be notified.",
		look: ingredientWithheld,
	},
	{
		id: "substance_impure", severity: Info, source: reach, absence: true,
		what:   "a substance whose only ingredient makes up less than 80 %",
		fields: []string{"composition_type", "composition.concentration"},
		ja:     "化学物質とされていますが、成分の含有量が80%未満です（{value}）。", en: "The sheet says substance, but its ingredient makes up less than 80 % ({value}).",
		look: substanceImpure,
	},
	{
		id: "substance_many_ingredients", severity: Info, source: reach,
		what:   "a substance with several main ingredients",
		fields: []string{"composition_type", "composition.concentration"},
		ja:     "化学物質とされていますが、20%以上の成分が{count}件あります。", en: "The sheet says substance, but {count} ingredients make up 20 % or more.",
		look: substanceMany,
	},
	{
		id: "mixture_single_ingredient", severity: Info, source: jis7253, absence: true,
		what:   "a mixture with a single ingredient that is all of it",
		fields: []string{"composition_type", "composition.concentration"},
		ja:     "混合物とされていますが、成分は「{name}」（{value}）のみです。", en: "The sheet says mixture, but “{name}” ({value}) is its only ingredient.",
		look: mixtureSingle,
	},
	{
		id: "cas_several", severity: Info, source: casRules,
		what:   "an ingredient with several CAS numbers",
		fields: []string{"composition.cas"},
		ja:     "成分「{name}」に複数のCAS番号（{cas}）が記載されています。", en: "Several CAS numbers ({cas}) are given for “{name}”.",
		look: casSeveral,
	},
}

func isPercent(c *extract.Value) bool {
	return c != nil && c.Quantity.Stated() && strings.HasPrefix(c.Quantity.Unit, "%")
}

func concentrationMissing(in *Input, found report) {
	var names []string
	var fields []Field
	some := false
	eachIngredient(in, func(row int, name string, _ []string, c *extract.Value) {
		if c != nil && (c.Quantity.Stated() || c.Raw != "") {
			some = true
		} else if name != "" {
			names, fields = append(names, name), append(fields, Field{"composition.name", row})
		}
	})
	// A single one is the rest.
	if some && len(names) > 1 {
		found(map[string]string{"count": strconv.Itoa(len(names)), "names": strings.Join(names, "、")}, fields...)
	}
}

func concentrationWide(in *Input, found report) {
	if _, day, ok := date(in, "revision_date"); !ok || day < "2024-04-01" || in.Result.Language != "ja" {
		return
	}
	var names []string
	var fields []Field
	eachIngredient(in, func(row int, name string, cas []string, c *extract.Value) {
		if isPercent(c) && c.Quantity.LowOp != "" && c.Quantity.HighOp != "" && c.Quantity.High-c.Quantity.Low > 10.01 && len(cas) > 0 && cas[0] != "7732-18-5" {
			names, fields = append(names, name+" "+c.Quantity.String()), append(fields, Field{"composition.concentration", row})
		}
	})
	if len(names) > 0 {
		found(map[string]string{"names": strings.Join(names, "、")}, fields...)
	}
}

var restRE = regexp.MustCompile(`(?i)^(?:残部|その他(?:の?成分)?|バランス|balance|remainder|rest|others?(?: (?:ingredients|components)(?: below reportable levels)?)?)$`)

func concentrationShort(in *Input, found report) {
	sum, all, rest := 0.0, true, ""
	eachIngredient(in, func(_ int, name string, _ []string, c *extract.Value) {
		if !isPercent(c) || c.Quantity.HighOp == "" {
			all = false
			return
		}
		sum += c.Quantity.High
		if restRE.MatchString(strings.TrimSpace(fold.Printed(name))) {
			rest = name
		}
	})
	if all && rest != "" && sum < 98.5 {
		found(map[string]string{"rest": rest, "sum": number(sum)}, field("composition.concentration"))
	}
}

// number formats a sum without the noise of binary fractions.
func number(x float64) string { return strconv.FormatFloat(math.Round(x*1e4)/1e4, 'f', -1, 64) }

func concentrationZero(in *Input, found report) {
	eachIngredient(in, func(row int, name string, _ []string, c *extract.Value) {
		if isPercent(c) && c.Quantity.HighOp == chem.Equal && c.Quantity.High == 0 {
			found(map[string]string{"name": name}, Field{"composition.concentration", row})
		}
	})
}

func concentrationNegative(in *Input, found report) {
	eachIngredient(in, func(row int, name string, _ []string, c *extract.Value) {
		if c != nil && (c.Quantity.LowOp != "" && c.Quantity.Low < 0 || c.Quantity.HighOp != "" && c.Quantity.High < 0) {
			found(map[string]string{"name": name}, Field{"composition.concentration", row})
		}
	})
}

func ingredientNameMissing(in *Input, found report) {
	eachIngredient(in, func(row int, name string, cas []string, c *extract.Value) {
		if name == "" && len(cas) > 0 && isPercent(c) {
			found(map[string]string{"cas": strings.Join(cas, ", ")}, Field{"composition.name", row}, Field{"composition.cas", row})
		}
	})
}

func ingredientNameDuplicate(in *Input, found report) {
	type row struct {
		number int
		name   string
		cas    string
	}
	first := map[string]row{}
	reported := map[string]bool{}
	eachIngredient(in, func(i int, name string, cas []string, _ *extract.Value) {
		key := fold.Squeezed(name)
		if key == "" || len(cas) != 1 || restRE.MatchString(name) {
			return
		}
		f, seen := first[key]
		if !seen {
			first[key] = row{i, name, cas[0]}
			return
		}
		if f.cas != cas[0] && !reported[key] {
			reported[key] = true
			found(map[string]string{"name": name, "cas": f.cas + ", " + cas[0]}, Field{"composition.name", f.number}, Field{"composition.name", i})
		}
	})
}

var withheldRE = regexp.MustCompile(`(?i)企業秘密|営業秘密|社外秘|非開示|非公開|trade secret|proprietary|confidential|withheld`)

func ingredientWithheld(in *Input, found report) {
	eachIngredient(in, func(row int, name string, cas []string, _ *extract.Value) {
		if len(cas) == 0 && withheldRE.MatchString(name) {
			found(map[string]string{"name": name}, Field{"composition.name", row})
		}
	})
}

func substanceImpure(in *Input, found report) {
	rows := in.Result.Rows("composition")
	if in.Result.Text("composition_type") != "substance" || len(rows) != 1 {
		return
	}
	if c := rows[0]["concentration"]; isPercent(c) && c.Quantity.HighOp != "" && c.Quantity.High < 80 {
		found(map[string]string{"value": c.Quantity.String()}, field("composition_type"), Field{"composition.concentration", 0})
	}
}

func substanceMany(in *Input, found report) {
	if in.Result.Text("composition_type") != "substance" {
		return
	}
	count := 0
	seen := map[string]bool{}
	eachIngredient(in, func(_ int, _ string, cas []string, c *extract.Value) {
		key := strings.Join(cas, " ")
		if isPercent(c) && c.Quantity.LowOp != "" && c.Quantity.Low >= 20 && key != "" && !seen[key] {
			seen[key] = true
			count++
		}
	})
	if count > 1 {
		found(map[string]string{"count": strconv.Itoa(count)}, field("composition_type"), field("composition.concentration"))
	}
}

func mixtureSingle(in *Input, found report) {
	rows := in.Result.Rows("composition")
	if in.Result.Text("composition_type") != "mixture" || len(rows) != 1 || rows[0]["name"] == nil {
		return
	}
	if c := rows[0]["concentration"]; isPercent(c) && c.Quantity.LowOp != "" && c.Quantity.Low >= 99.9 {
		found(map[string]string{"name": rows[0]["name"].Text, "value": c.Quantity.String()}, field("composition_type"), Field{"composition.concentration", 0})
	}
}

func casSeveral(in *Input, found report) {
	eachIngredient(in, func(row int, name string, cas []string, _ *extract.Value) {
		if len(cas) > 1 {
			found(map[string]string{"name": name, "cas": strings.Join(cas, ", ")}, Field{"composition.cas", row})
		}
	})
}
