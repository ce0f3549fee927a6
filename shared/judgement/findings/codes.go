package findings

import (
	"slices"
	"strings"

	"anzen/shared/reference/ghs"
)

var codeRules = []rule{
	{
		id: "category_unknown", severity: Warning, source: ghsCriteria,
		what:   "a category that its class does not have",
		fields: []string{"classification"},
		ja:     "GHS分類「{class}」に「{category}」という区分はありません。", en: "The class “{class}” has no “{category}”.",
		look: categoryUnknown,
	},
	{
		id: "category_h_code", severity: Warning, source: ghsLabel, absence: true,
		what:   "a hazard statement of another category than the one stated",
		fields: []string{"classification", "h_codes"},
		ja:     "危険有害性情報「{code}」は「{class} {category}」に対応しません。", en: "Hazard statement {code} does not go with “{class}, {category}”.",
		look: categoryCode,
	},
	{
		id: "class_twice", severity: Warning, source: ghsCriteria,
		what:   "a class with two categories",
		fields: []string{"classification"},
		ja:     "GHS分類「{class}」に複数の区分（{categories}）が記載されています。", en: "The class “{class}” is stated with several categories ({categories}).",
		look: classTwice,
	},
	{
		id: "h_code_unknown", severity: Warning, source: ghsLabel,
		what:   "an H-code that GHS does not have",
		fields: []string{"h_codes"},
		ja:     "危険有害性情報コード「{code}」はGHSに存在しません。", en: "GHS has no hazard statement {code}.",
		look: codeUnknown,
	},
	{
		id: "euh_unknown", severity: Warning, source: clp,
		what:   "an EUH-code that CLP does not have",
		fields: []string{"h_codes"},
		ja:     "EUHコード「{code}」はCLP規則に存在しません。", en: "CLP has no supplemental statement {code}.",
		look: euhUnknown,
	},
	{
		id: "euh_on_japanese_sheet", severity: Info, source: ghsLabel,
		what:   "a European statement on a Japanese sheet",
		fields: []string{"h_codes"},
		ja:     "EU独自の危険有害性情報「{code}」が記載されています。日本のSDSとしての記載をご確認ください。", en: "The Japanese sheet prints {code}, a statement of the European Union alone.",
		look: euhOnJapanese,
	},
	{
		id: "p_code_unknown", severity: Warning, source: ghsLabel,
		what:   "a P-code that GHS does not have",
		fields: []string{"p_codes"},
		ja:     "注意書きコード「{code}」はGHSに存在しません。", en: "GHS has no precautionary statement {code}.",
		look: precautionUnknown,
	},
	{
		id: "p_code_withdrawn", severity: Info, source: ghsLabel,
		what:   "P-codes that GHS withdrew by its edition of 2015, on a sheet of after 2022",
		fields: []string{"p_codes", "revision_date"},
		ja:     "GHSで廃止された注意書き（{codes}）が記載されています。", en: "The sheet prints precautionary statements that GHS has withdrawn ({codes}).",
		look: precautionWithdrawn,
	},
	{
		id: "skin_corrosion_and_irritation", severity: Warning, source: ghsLabel,
		what:   "statements on both burns (H314) and irritation of the skin (H315)",
		fields: []string{"h_codes"},
		ja:     "H314（重篤な皮膚の薬傷）とH315（皮膚刺激）が同時に記載されています。", en: "H314 (burns) and H315 (skin irritation) are both stated.",
		look: both("H314", "H315"),
	},
	{
		id: "eye_damage_and_irritation", severity: Warning, source: ghsLabel,
		what:   "statements on both damage (H318) and irritation of the eye (H319)",
		fields: []string{"h_codes"},
		ja:     "H318（重篤な眼の損傷）とH319（強い眼刺激）が同時に記載されています。", en: "H318 (eye damage) and H319 (eye irritation) are both stated.",
		look: both("H318", "H319"),
	},
	{
		id: "skin_corrosion_without_eye_damage", severity: Info, source: ghsCriteria, absence: true,
		what:   "corrosive to the skin, but not classified for damage to the eye, or in a weaker category",
		fields: []string{"classification"},
		ja:     "皮膚腐食性（区分1）ですが、眼に対する重篤な損傷性が区分1ではありません。", en: "The product is corrosive to the skin (category 1), but not classified in category 1 for eye damage.",
		look: skinWithoutEye,
	},
}

// mayRepeat reports classes that may be stated in several categories: inhalation hazards
// are of three kinds, and organs may have categories of their own.
func mayRepeat(c string) bool {
	return strings.HasPrefix(c, "stot") || c == "acute_toxicity_inhalation" || c == "reproductive_toxicity" || c == "flammable_gases" || c == "explosives"
}

// compatibilityGroups are the letters after a division of explosives: 1.4S.
const compatibilityGroups = "ABCDEFGHJKLNS"

func categoryUnknown(in *Input, found report) {
	for _, c := range classes(in) {
		key := ghs.CategoryKey(c.class, c.category)
		if c.class == "explosives" && strings.HasPrefix(key, "1.") {
			key = strings.TrimRight(key, compatibilityGroups)
		}
		if of, known := ghs.ClassByKey(c.class); !known || of.Has(key) {
			continue
		}
		found(map[string]string{"class": className(c.class), "category": categoryName(c)}, Field{"classification.category", c.row})
	}
}

// categoryCode finds statements on a stated class whose categories do not include any
// stated one.
func categoryCode(in *Input, found report) {
	stated := classes(in)
	for _, code := range codes(in) {
		if !sameClassOtherCategory(stated, code) {
			continue
		}
		family := ghs.HazardsOf(code)[0].Class
		i := slices.IndexFunc(stated, func(c class) bool { return c.class == family })
		if i < 0 {
			continue
		}
		found(map[string]string{"code": code, "class": className(family), "category": categoryName(stated[i])}, field("h_codes"), Field{"classification.category", stated[i].row})
	}
}

// sameClassOtherCategory reports whether the class of a single code is stated, but none of
// the code's categories.
func sameClassOtherCategory(stated []class, code string) bool {
	hazards := ghs.HazardsOf(code)
	if len(hazards) == 0 || strings.Contains(code, "+") {
		return false
	}
	same := false
	for _, h := range hazards {
		for _, c := range stated {
			if c.class != h.Class {
				continue
			}
			same = true
			if slices.Contains(h.Categories, c.category) {
				return false
			}
		}
	}
	return same
}

func classTwice(in *Input, found report) {
	categories := map[string][]string{}
	var order []string
	for _, c := range classes(in) {
		if mayRepeat(c.class) {
			continue
		}
		if categories[c.class] == nil {
			order = append(order, c.class)
		}
		if name := categoryName(c); !slices.Contains(categories[c.class], name) {
			categories[c.class] = append(categories[c.class], name)
		}
	}
	for _, key := range order {
		if len(categories[key]) > 1 {
			found(map[string]string{"class": className(key), "categories": strings.Join(categories[key], ", ")}, field("classification"))
		}
	}
}

func codeUnknown(in *Input, found report) {
	for _, code := range in.Result.List("h_codes") {
		for _, part := range strings.Split(code, "+") {
			if strings.HasPrefix(part, "EUH") || len(part) < 4 {
				continue
			}
			if _, ok := ghs.StatementByCode(part[:4]); !ok {
				found(map[string]string{"code": part}, field("h_codes"))
			}
		}
	}
}

// euh are the supplemental statements of CLP annexes II and III, including delegated
// regulation 2023/707.
const euh = " 001 006 014 018 019 029 031 032 044 059 066 070 071 201 201A 202 203 204 205 206 207 208 209 209A 210 211 212 380 381 401 430 431 440 441 450 451 "

func euhUnknown(in *Input, found report) {
	for _, code := range in.Result.List("h_codes") {
		if number, ok := strings.CutPrefix(code, "EUH"); ok && !strings.Contains(euh, " "+number+" ") {
			found(map[string]string{"code": code}, field("h_codes"))
		}
	}
}

func euhOnJapanese(in *Input, found report) {
	if in.Result.Language != "ja" {
		return
	}
	for _, code := range in.Result.List("h_codes") {
		if strings.HasPrefix(code, "EUH") {
			found(map[string]string{"code": code}, field("h_codes"))
		}
	}
}

// later are P-statements that are newer than the table of statements.
const later = " P203 P212 P262 P263 P264 P265 P236 P316 P317 P318 P319 P354 P503 "

func precautionUnknown(in *Input, found report) {
	for _, code := range in.Result.List("p_codes") {
		if _, ok := ghs.StatementByCode(code); ok {
			continue
		}
		for _, part := range strings.Split(code, "+") {
			if _, ok := ghs.StatementByCode(part); !ok && !strings.Contains(later+withdrawn, " "+part+" ") && !partOfCombined(part) {
				found(map[string]string{"code": part}, field("p_codes"))
			}
		}
	}
}

// partOfCombined reports codes that occur in combinations only, such as P303 and P305.
func partOfCombined(code string) bool {
	return strings.Contains(" P301 P302 P303 P304 P305 P306 P307 P308 P309 P332 P333 P336 P337 P342 P370 P371 ", " "+code+" ")
}

const withdrawn = " P281 P285 P307 P309 P322 P341 P350 "

func precautionWithdrawn(in *Input, found report) {
	_, day, ok := date(in, "revision_date")
	if !ok || day < "2022-05-25" {
		return
	}
	var old []string
	for _, code := range in.Result.List("p_codes") {
		for _, part := range strings.Split(code, "+") {
			if strings.Contains(withdrawn, " "+part+" ") && !slices.Contains(old, code) {
				old = append(old, code)
			}
		}
	}
	if len(old) > 0 {
		found(map[string]string{"codes": strings.Join(old, ", ")}, field("p_codes"), field("revision_date"))
	}
}

// both finds two statements of which the stronger supersedes the weaker.
func both(strong, weak string) func(*Input, report) {
	return func(in *Input, found report) {
		if printed := codes(in); slices.Contains(printed, strong) && slices.Contains(printed, weak) {
			found(nil, field("h_codes"))
		}
	}
}

func skinWithoutEye(in *Input, found report) {
	stated := classes(in)
	if has(stated, "skin_corrosion", "1", "1A", "1B", "1C") && !has(stated, "eye_damage", "1") {
		found(nil, field("classification"))
	}
}

// has reports whether a class is stated in one of the categories; in any where none is
// given.
func has(stated []class, key string, categories ...string) bool {
	return slices.ContainsFunc(stated, func(c class) bool {
		return c.class == key && (len(categories) == 0 || slices.Contains(categories, c.category))
	})
}

// hasAny reports whether one of the classes is stated.
func hasAny(stated []class, keys ...string) bool {
	return slices.ContainsFunc(stated, func(c class) bool { return slices.Contains(keys, c.class) })
}
