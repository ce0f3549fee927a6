package findings

import (
	"slices"
	"strings"

	"anzen/shared/judgement/classification"
	"anzen/shared/reference/ghs"
)

var mixtureRules = []rule{
	{
		id: "mixture_less_strict", severity: Warning, source: ghsMixtures, absence: true,
		what:   "a Japanese sheet of a mixture that states a milder category, or none, than follows from its ingredients whatever is unknown of them",
		fields: []string{"classification", "composition"},
		ja:     "第2項の区分が、成分から計算した区分より緩くなっています（計算 → 記載：{names}）。製品の試験データなど、分類の根拠をご確認ください。",
		en:     "Section 2 states milder categories than follow from the ingredients (calculated → stated: {names}). Please check what the classification rests on, such as tests of the product.",
		look:   mixtureDiffers(classification.LessStrict),
	},
	{
		id: "mixture_stricter", severity: Info, source: ghsMixtures,
		what:   "a Japanese sheet of a mixture that states a severer category than follows from its ingredients, although all of them are known",
		fields: []string{"classification", "composition"},
		ja:     "第2項の区分が、成分から計算した区分より厳しくなっています（計算 → 記載：{names}）。",
		en:     "Section 2 states severer categories than follow from the ingredients (calculated → stated: {names}).",
		look:   mixtureDiffers(classification.Stricter),
	},
}

// mixtureDiffers finds the classes in which section 2 differs from the ingredients in one
// direction, beyond what is unknown. The facts of ingredients are those of the Japanese
// government: sheets of other markets may rest on others.
func mixtureDiffers(match classification.Match) func(*Input, report) {
	return func(in *Input, found report) {
		if in.Result.Language != "ja" {
			return
		}
		var names []string
		var fields []Field
		for i := range in.Mixture {
			c := &in.Mixture[i]
			if c.Match != match || c.Explained {
				continue
			}
			// Narcotic effects and irritation of the airways are both of category 3.
			if name := difference(c); !slices.Contains(names, name) {
				names = append(names, name)
			}
			for _, stated := range classes(in) {
				if ghs.FamilyOf(stated.class) == ghs.FamilyOf(c.Class) {
					fields = append(fields, Field{"classification.category", stated.row})
				}
			}
		}
		if len(names) > 0 {
			found(map[string]string{"names": strings.Join(names, "、")}, append(fields, field("composition"))...)
		}
	}
}

// difference names a class with the calculated and the stated category: "生殖毒性 区分1A → 区分2".
func difference(c *classification.Compared) string {
	calculated := c.Mildest
	if c.Match == classification.Stricter {
		calculated = c.Severest
	}
	name := func(category string) string {
		if category == "" {
			category = ghs.NotClassified.Key
		}
		return categoryName(class{class: c.Class, category: category})
	}
	stated := wordName(ghs.NoSignal)
	if c.Stated != "" {
		stated = name(c.Stated)
	}
	return className(c.Class) + " " + name(calculated) + " → " + stated
}
