package createsimple

import (
	"regexp"
	"slices"
	"strings"

	"anzen/shared/domain/sds"
	"anzen/shared/reference/ghs"
)

// class is a hazard class as the tool names it.
type class struct {
	key      string // of the sheet's classification; those of inhalation with their way
	name     words
	physical bool
}

// classes are those that the tool asks for, in its order.
var classes = []class{
	{"explosives", words{"爆発物", "Explosives"}, true},
	{"flammable_gases", words{"可燃性ガス", "Flammable gases"}, true},
	{"aerosols", words{"エアゾール", "Aerosols"}, true},
	{"oxidizing_gases", words{"酸化性ガス", "Oxidizing gases"}, true},
	{"gases_under_pressure", words{"高圧ガス", "Gases under pressure"}, true},
	{"flammable_liquids", words{"引火性液体", "Flammable liquids"}, true},
	{"flammable_solids", words{"可燃性固体", "Flammable solids"}, true},
	{"self_reactive", words{"自己反応性化学品", "Self-reactive chemicals"}, true},
	{"pyrophoric_liquids", words{"自然発火性液体", "Pyrophoric liquids"}, true},
	{"pyrophoric_solids", words{"自然発火性固体", "Pyrophoric solids"}, true},
	{"self_heating", words{"自己発熱性化学品", "Self-heating chemicals"}, true},
	{"water_reactive", words{"水反応可燃性化学品", "Chemicals which, in contact with water, emit flammable gases"}, true},
	{"oxidizing_liquids", words{"酸化性液体", "Oxidizing liquids"}, true},
	{"oxidizing_solids", words{"酸化性固体", "Oxidizing solids"}, true},
	{"organic_peroxides", words{"有機過酸化物", "Organic peroxides"}, true},
	{"corrosive_to_metals", words{"金属腐食性化学品", "Corrosive to metals"}, true},
	{"desensitized_explosives", words{"鈍性化爆発物", "Desensitized explosives"}, true},
	{"acute_toxicity_oral", words{"急性毒性（経口）", "Acute toxicity (oral)"}, false},
	{"acute_toxicity_dermal", words{"急性毒性（経皮）", "Acute toxicity (dermal)"}, false},
	{"acute_toxicity_inhalation_gas", words{"急性毒性（吸入：ガス）", "Acute toxicity (inhalation: gases)"}, false},
	{"acute_toxicity_inhalation_vapour", words{"急性毒性（吸入：蒸気）", "Acute toxicity (inhalation: vapours)"}, false},
	{"acute_toxicity_inhalation_dust_mist", words{"急性毒性（吸入：粉塵、ミスト）", "Acute toxicity (inhalation: dusts and mists)"}, false},
	{"skin_corrosion", words{"皮膚腐食性／刺激性", "Skin corrosion/irritation"}, false},
	{"eye_damage", words{"眼に対する重篤な損傷性／眼刺激性", "Serious eye damage/eye irritation"}, false},
	{"respiratory_sensitization", words{"呼吸器感作性", "Respiratory sensitization"}, false},
	{"skin_sensitization", words{"皮膚感作性", "Skin sensitization"}, false},
	{"germ_cell_mutagenicity", words{"生殖細胞変異原性", "Germ cell mutagenicity"}, false},
	{"carcinogenicity", words{"発がん性", "Carcinogenicity"}, false},
	{"reproductive_toxicity", words{"生殖毒性", "Reproductive toxicity"}, false},
	{"stot_single", words{"特定標的臓器毒性（単回暴露）", "Specific target organ toxicity (single exposure)"}, false},
	{"stot_repeated", words{"特定標的臓器毒性（反復暴露）", "Specific target organ toxicity (repeated exposure)"}, false},
	{"aspiration", words{"誤えん有害性", "Aspiration hazard"}, false},
}

// The tool's words for what is no category.
const (
	notClassified = "区分に該当しない"
	notPossible   = "分類できない"
)

var gases = map[string]string{
	"compressed": "圧縮ガス", "liquefied": "液化ガス", "low_pressure_liquefied": "低圧液化ガス", "high_pressure_liquefied": "高圧液化ガス",
	"refrigerated_liquefied": "深冷液化ガス", "dissolved": "溶解ガス",
}

var (
	categoryRE = regexp.MustCompile(`^(?:1[A-C]?|2[A-C]?|[34])$`)
	typeRE     = regexp.MustCompile(`^[A-G]$`)
	divisionRE = regexp.MustCompile(`^1\.[1-6]$`)
)

// category is a category in the tool's words; empty where the tool has none such.
func category(class, key string) string {
	switch ghs.NegativeIn(key) {
	case ghs.NotClassified.Key:
		return notClassified
	case ghs.NotPossible.Key:
		return notPossible
	}
	switch class {
	case "gases_under_pressure":
		return gases[key]
	case "explosives":
		switch {
		case key == "unstable":
			return "不安定爆発物"
		case divisionRE.MatchString(key):
			return "等級" + key
		}
		return ""
	case "self_reactive", "organic_peroxides":
		if typeRE.MatchString(key) {
			return "タイプ" + key
		}
		return ""
	}
	if categoryRE.MatchString(key) {
		return "区分" + key
	}
	return ""
}

// ofSheet are the categories that section 2 states of the product, by place in classes.
func (b *builder) ofSheet() []Value {
	values := make([]Value, len(classes))
	for _, r := range b.rows(2, sds.GroupClassification) {
		name, cat := fieldIn(r.Fields, "class"), fieldIn(r.Fields, "category")
		if name == nil || cat == nil || cat.Value.Text == "" {
			continue
		}
		key, note := b.way(name, cat)
		i := slices.IndexFunc(classes, func(c class) bool { return c.key == key })
		if i < 0 {
			continue // of the environment: the tool does not ask
		}
		v := text(category(key, cat.Value.Text), b.origin(2, cat), note)
		if !v.Given() {
			v.Note = b.join(note, words{"SDSの記載：{raw}。ツールの選択肢にない区分です。", "The SDS states {raw}, which is none of the tool's choices."}.in(b.lang, "{raw}", strings.TrimSpace(stated(cat))))
		}
		there := &values[i]
		if v.Given() && (!there.Given() || v.Cell.Text < there.Cell.Text) || !there.Given() && there.Note == "" {
			*there = v
		}
	}
	return values
}

const inhaled = "acute_toxicity_inhalation"

var ways = []struct {
	key string
	re  *regexp.Regexp
}{
	{inhaled + "_gas", regexp.MustCompile(`(?i)ガス|気体|\bgas`)},
	{inhaled + "_vapour", regexp.MustCompile(`(?i)蒸気|vapou?r`)},
	{inhaled + "_dust_mist", regexp.MustCompile(`(?i)粉[塵じ]|ミスト|\bdust|\bmist`)},
}

// way is the key of a class with the way of inhalation. Where the sheet's data do not state
// it, it is as printed, or else by the product's state.
func (b *builder) way(name, cat *sds.Field) (key, note string) {
	switch name.Value.Text {
	case inhaled:
	case inhaled + "_dust", inhaled + "_mist":
		return inhaled + "_dust_mist", ""
	default:
		return name.Value.Text, ""
	}
	for _, w := range ways {
		if w.re.MatchString(name.Raw) || w.re.MatchString(cat.Raw) {
			return w.key, ""
		}
	}
	key = map[string]string{"gas": inhaled + "_gas", "solid": inhaled + "_dust_mist"}[b.state()]
	if key == "" {
		key = inhaled + "_vapour"
	}
	return key, words{"SDSから吸入の経路（ガス・蒸気・粉塵、ミスト）を読み取れないため、性状から判断しています。", "The SDS does not tell gases, vapours, dusts and mists apart; chosen by the physical state."}.in(b.lang)
}

// ofTable is a substance's category by the government's classification.
func (b *builder) ofTable(f *fact, i int) Value {
	if f == nil || i >= len(f.ghs) {
		return Value{}
	}
	origin := fromNITE.in(b.lang)
	switch code := f.ghs[i]; code {
	case "":
		return Value{}
	case "x":
		return text(notClassified, origin, "")
	case "?":
		return text(notPossible, origin, "")
	case "*":
		return text("", "", words{"形状・形態により分類が異なる物質です。SDSを確認してください。", "The classification depends on the form of the substance. Please see the SDS."}.in(b.lang))
	case "lactation":
		return text(notClassified, origin, words{"授乳に対する影響の追加区分があります。", "It is of the additional category for effects on or via lactation."}.in(b.lang))
	default:
		return text(category(classes[i].key, code), origin, "")
	}
}
