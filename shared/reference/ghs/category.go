package ghs

import (
	"slices"
	"strings"
	"sync"

	"anzen/shared/text/fold"
	"anzen/shared/text/tsv"
)

// Category is a category of a class, with the id of the API.
type Category struct {
	ID int
	// ClassID is the class's id; 0 for the two that belong to no class.
	ClassID int
	// Key is the name in results: "2", "1A", "1.1", "B", "compressed", "lactation",
	// "unstable".
	Key    string
	Ja, En string
	// Assigned: an edition of the GHS gives the class this category. The others are ids that
	// the API reserves: it numbers most classes alike, from 1 to 5C.
	Assigned bool
}

// The categories that belong to no class.
var (
	NotPossible   = Category{ID: 0, Key: "not_possible", Ja: "分類できない（データなし）", En: "Classification not possible (No data)", Assigned: true}
	NotClassified = Category{ID: 9999999, Key: "not_classified", Ja: "区分に該当しない", En: "Not classified", Assigned: true}
)

// Text is the combined name in both languages.
func (k Category) Text() string { return k.Ja + " ; " + k.En }

// Negative reports whether a category's key says that the class does not apply, or cannot
// be judged.
func Negative(key string) bool { return key == NotPossible.Key || key == NotClassified.Key }

// NegativeIn returns the key of the negative category that a text states, empty where it
// states none: 区分に該当しない, 分類できない, "Not classified".
func NegativeIn(s string) string {
	t := fold.Squeezed(s)
	if t == "" {
		return ""
	}
	for _, k := range []Category{NotPossible, NotClassified} {
		if t == k.Key {
			return k.Key
		}
	}
	for _, w := range []string{"分類できない", "分類できません", "classificationnotpossible", "cannotbeclassified", "datalacking", "データなし", "データ不足", "nodata"} {
		if strings.Contains(t, w) {
			return NotPossible.Key
		}
	}
	for _, w := range []string{"該当しない", "区分外", "対象外", "非該当", "notclassified", "notapplicable", "outofcategory", "notrelevant"} {
		if strings.Contains(t, w) {
			return NotClassified.Key
		}
	}
	return ""
}

type categoryTable struct {
	byClass map[int][]Category
	byID    map[int]Category
}

var categories = sync.OnceValue(func() *categoryTable {
	t := &categoryTable{byClass: map[int][]Category{}, byID: map[int]Category{0: NotPossible, NotClassified.ID: NotClassified}}
	for _, c := range Classes() {
		base := 2000000 + 1000*(c.Index-1)
		for i, choice := range choices(c.Key) {
			choice.ID, choice.ClassID, choice.Assigned = base+i, c.ID(), c.Has(choice.Key)
			t.byClass[c.ID()] = append(t.byClass[c.ID()], choice)
			t.byID[choice.ID] = choice
		}
	}
	return t
})

func choices(class string) []Category {
	var out []Category
	add := func(key, ja, en string) { out = append(out, Category{Key: key, Ja: ja, En: en}) }
	switch class {
	case "explosives":
		add("unstable", "不安定爆発物", "Unstable Explosive")
		for _, d := range []string{"1.1", "1.2", "1.3", "1.4", "1.5", "1.6"} {
			add(d, "等級"+d, "Division "+d)
		}
		for _, d := range []string{"1", "2A", "2B", "2C"} {
			add(d, "区分"+d, "Category "+d)
		}
	case "gases_under_pressure":
		add("compressed", "圧縮ガス", "Compressed gas")
		add("liquefied", "液化ガス", "Liquefied gas")
		add("refrigerated_liquefied", "深冷液化ガス", "Refrigerated liquefied gas")
		add("dissolved", "溶解ガス", "Dissolved gas")
		add("high_pressure", "高圧ガス", "High pressure gas")
	case "self_reactive", "organic_peroxides":
		for _, d := range strings.Split("ABCDEFG", "") {
			add(d, "タイプ"+d, "Type "+d)
		}
	default:
		for _, n := range []string{"1", "2", "3", "4", "5"} {
			for _, sub := range []string{"", "A", "B", "C"} {
				add(n+sub, "区分"+n+sub, "Category "+n+sub)
			}
		}
		if class == "reproductive_toxicity" {
			add("lactation", "追加区分（授乳に対する又は授乳を介した影響）", "Additional Category (effects on or via lactation)")
			add("not_lactation", "追加区分に該当しない", "Not classified as Additional Category")
		}
	}
	return out
}

// Categories returns the categories of a class with those whose ids are only reserved, by
// its id.
func Categories(classID int) []Category { return categories().byClass[classID] }

// CategoryByID returns the category with an id; NotPossible for an unknown one.
func CategoryByID(id int) Category {
	if k, ok := categories().byID[id]; ok {
		return k
	}
	return NotPossible
}

// CategoryOf returns the category of a class, by both keys; ok is false for one that no
// edition of the GHS gives the class.
func CategoryOf(class, key string) (Category, bool) {
	c, ok := ClassByKey(class)
	switch {
	case !ok:
		return Category{}, false
	case key == NotPossible.Key:
		return NotPossible, true
	case key == NotClassified.Key:
		return NotClassified, true
	}
	for _, k := range Categories(c.ID()) {
		if k.Key == key && c.Has(key) {
			return k, true
		}
	}
	return Category{}, false
}

// CategoryKey is the key of the category that a text states for a class: 区分２, "Category 1A",
// タイプG. A text that states none of the class's is returned as it is.
func CategoryKey(class, entered string) string {
	if _, known := CategoryOf(class, entered); known || strings.TrimSpace(entered) == "" {
		return entered
	}
	c, ok := ClassByKey(class)
	if !ok {
		return entered
	}
	folded := fold.Squeezed(entered)
	for _, k := range Categories(c.ID()) {
		if !c.Has(k.Key) {
			continue
		}
		for _, name := range []string{k.Key, k.Ja, k.En} {
			if fold.Squeezed(name) == folded {
				return k.Key
			}
		}
	}
	if negative := NegativeIn(entered); negative != "" {
		return negative
	}
	return entered
}

// Effect is a target organ or a kind of effect that qualifies a category.
type Effect struct {
	ID     int
	Ja, En string
}

var organs = sync.OnceValue(func() []Effect {
	var out []Effect
	for row := range tsv.Embedded("ghs/organs.tsv", organsFile).Rows() {
		out = append(out, Effect{ID: len(out), Ja: row.Text("ja"), En: row.Text("en")})
	}
	return out
})

// EffectsOf returns the ids of the effects or organs of a class that a text names: "中枢神経系、
// 腎臓". The longest name at each place counts.
func EffectsOf(class, s string) (ids []int) {
	rest := fold.Squeezed(s)
	list := Effects(class)
	for _, language := range []func(Effect) string{func(e Effect) string { return e.Ja }, func(e Effect) string { return e.En }} {
		slices.SortStableFunc(list, func(a, b Effect) int { return len(language(b)) - len(language(a)) })
		for _, e := range list {
			if name := fold.Squeezed(language(e)); name != "" && strings.Contains(rest, name) {
				rest = strings.ReplaceAll(rest, name, "|")
				if !slices.Contains(ids, e.ID) {
					ids = append(ids, e.ID)
				}
			}
		}
	}
	slices.Sort(ids)
	return ids
}

// Effects returns the organs of the two target organ classes (ids from 3030000 and 3031000)
// and the effects of reproductive toxicity (from 3029000). Other classes have none.
func Effects(class string) []Effect {
	var list []Effect
	base := 0
	switch class {
	case "reproductive_toxicity":
		base = 3029000
		list = []Effect{
			{Ja: "授乳に対する又は授乳を介した影響", En: "Effects on or via lactation"},
			{Ja: "奇形", En: "Malformations"},
			{Ja: "体重減少", En: "Weight loss"},
			{Ja: "水頭症", En: "Hydrocephalus"},
			{Ja: "骨化遅延", En: "Ossification delay"},
			{Ja: "発生影響", En: "Developmental effects"},
			{Ja: "生殖能又は胎児への悪影響", En: "Adverse effects on fertility or the fetus"},
			{Ja: "悪影響の疑い", En: "Suspected adverse effects"},
		}
	case "stot_single":
		base, list = 3030000, organs()
	case "stot_repeated":
		base, list = 3031000, organs()
	}
	out := make([]Effect, len(list))
	for i, e := range list {
		out[i] = Effect{ID: base + i, Ja: e.Ja, En: e.En}
	}
	return out
}
