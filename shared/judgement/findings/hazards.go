package findings

import (
	"slices"
	"strings"

	"anzen/shared/reference/chem"
	"anzen/shared/reference/ghs"
)

var hazardRules = []rule{
	{
		id: "h_code_without_class", severity: Warning, source: ghsLabel, absence: true,
		what:   "a hazard statement whose class is not stated",
		fields: []string{"h_codes", "classification"},
		ja:     "危険有害性情報「{code}」に対応するGHS分類（{class}）が記載されていません。",
		en:     "Hazard statement {code} has no matching GHS classification ({class}).",
		look:   codeWithoutClass,
	},
	{
		id: "class_without_h_code", severity: Warning, source: ghsLabel, absence: true,
		what:   "a class without its hazard statement",
		fields: []string{"classification", "h_codes"},
		ja:     "GHS分類「{class} {category}」に対応する危険有害性情報（{code}など）が記載されていません。",
		en:     "The classification “{class}, {category}” has no matching hazard statement (such as {code}).",
		look:   classWithoutCode,
	},
	{
		id: "signal_word_class", severity: Error, source: ghsLabel, absence: true,
		what:   "another signal word than the strongest that the classes call for",
		fields: []string{"signal_word", "classification"},
		ja:     "注意喚起語「{word}」がGHS分類から求められる「{want}」と一致しません。",
		en:     "The signal word “{word}” does not match the classification, which calls for “{want}”.",
		look:   signalWord,
	},
	{
		id: "pictogram_class", severity: Warning, source: ghsLabel, absence: true,
		what:   "a class whose pictogram the label lacks",
		fields: []string{"pictograms", "classification"},
		ja:     "GHS分類から求められる絵表示「{pictogram}」が記載されていません。",
		en:     "The pictogram {pictogram}, which the classification calls for, is missing.",
		look:   pictograms,
	},
	{
		id: "flash_point_class", severity: Warning, source: ghsCriteria,
		what:   "a flash point outside the bounds of the stated category of flammable liquids",
		fields: []string{"flash_point", "classification"},
		ja:     "引火点（{flash_point}）と引火性液体の{category}が一致しません。",
		en:     "The flash point ({flash_point}) does not match flammable liquids, {category}.",
		look:   flashPoint,
	},
}

// class is a row of the classification with both class and category.
type class struct {
	class, category string
	row             int
}

func classes(in *Input) []class {
	var out []class
	for i, r := range in.Result.Rows("classification") {
		if r["class"] != nil && r["category"] != nil && ghs.NegativeIn(r["category"].Text) == "" {
			out = append(out, class{ghs.FamilyOf(r["class"].Text), r["category"].Text, i})
		}
	}
	return out
}

// codes are the hazard statements of the sheet: the printed codes, else those found by
// their sentence.
func codes(in *Input) []string {
	if printed := in.Result.List("h_codes"); len(printed) > 0 {
		return printed
	}
	var out []string
	for _, r := range in.Result.Rows("hazard_statements") {
		if c := r["code"]; c != nil && c.Confidence > 0.8 {
			out = append(out, c.Text)
		}
	}
	return out
}

// codeWithoutClass finds hazard statements whose class is not stated.
func codeWithoutClass(in *Input, found report) {
	stated := classes(in)
	if len(stated) == 0 {
		return
	}
	for _, code := range codes(in) {
		if strings.HasPrefix(code, "EUH") || len(code) < 4 {
			continue
		}
		base := code[:4]
		if strings.Contains(code, "+") {
			base = code
		}
		hazards := ghs.HazardsOf(base)
		if len(hazards) == 0 || sameClassOtherCategory(stated, base) {
			continue // category_h_code reports it
		}
		fits := slices.ContainsFunc(hazards, func(h ghs.Hazard) bool {
			return slices.ContainsFunc(stated, func(c class) bool { return c.class == h.Class && slices.Contains(h.Categories, c.category) })
		})
		if !fits {
			found(map[string]string{"code": code, "class": className(hazards[0].Class)}, field("h_codes"), field("classification"))
		}
	}
}

// classWithoutCode finds classes whose hazard statement is missing.
func classWithoutCode(in *Input, found report) {
	printed := map[string]bool{}
	for _, c := range codes(in) {
		for _, part := range strings.Split(c, "+") {
			if len(part) >= 4 {
				printed[part[:4]] = true
			}
		}
	}
	if len(in.Result.List("h_codes")) == 0 {
		// Statements without codes are identified by their wording: a doubt about one
		// affects all.
		for _, r := range in.Result.Rows("hazard_statements") {
			if c := r["code"]; c == nil || c.Confidence <= 0.8 {
				return
			}
		}
	}
	if len(printed) == 0 || counted(in) > float64(len(codes(in))) {
		return
	}
	for _, c := range classes(in) {
		hazards := ghs.HazardsFor(c.class, c.category)
		if len(hazards) == 0 || optional(c) || slices.ContainsFunc(hazards, func(h ghs.Hazard) bool { return printed[h.Code[:4]] }) {
			continue
		}
		if otherCategoryPrinted(in, c) {
			continue // category_h_code reports it
		}
		// The long-term statement may cover both aquatic hazards, burns eye damage.
		if c.class == "aquatic_acute" && printed["H410"] || c.class == "eye_damage" && printed["H314"] {
			continue
		}
		found(map[string]string{"class": className(c.class), "category": categoryName(c), "code": hazards[0].Code}, Field{"classification.class", c.row}, field("h_codes"))
	}
}

// otherCategoryPrinted reports whether a statement of the class is printed, of another
// category than the stated ones.
func otherCategoryPrinted(in *Input, c class) bool {
	return slices.ContainsFunc(codes(in), func(code string) bool {
		return sameClassOtherCategory(classes(in), code) && ghs.HazardsOf(code)[0].Class == c.class
	})
}

// optional reports categories that JIS has but whose statement need not be on the label.
func optional(c class) bool {
	return c.category == "5" || c.class == "aquatic_acute" && c.category != "1" || c.class == "skin_corrosion" && c.category == "3" || c.class == "flammable_liquids" && c.category == "4"
}

// signalWord compares the signal word with the strongest that the classes demand.
func signalWord(in *Input, found report) {
	word := in.Result.Text("signal_word")
	if word == "" {
		return
	}
	want := strongest(classes(in))
	if want != "" && want != word {
		found(map[string]string{"word": wordName(word), "want": wordName(want)}, field("signal_word"), field("classification"))
	}
}

// pictograms finds those that the classes demand and the label lacks, where it has any at
// all.
func pictograms(in *Input, found report) {
	printed := in.Result.List("pictograms")
	if len(printed) == 0 {
		return
	}
	has := func(code string) bool { return slices.Contains(printed, code) }
	missing := map[string]bool{}
	for _, c := range classes(in) {
		hazards := ghs.HazardsFor(c.class, c.category)
		if len(hazards) == 0 || slices.ContainsFunc(hazards, func(h ghs.Hazard) bool {
			return len(h.Pictograms) == 0 || slices.ContainsFunc(h.Pictograms, has)
		}) {
			continue
		}
		p := hazards[0].Pictograms[0]
		// A stronger symbol replaces the exclamation mark; the flame replaces the gas
		// cylinder.
		if p == "GHS07" && (has("GHS05") || has("GHS06") || has("GHS08")) || p == "GHS04" && (has("GHS02") || has("GHS06")) {
			continue
		}
		missing[p] = true
	}
	for _, p := range ghs.Pictograms() {
		if missing[p.Code] {
			found(map[string]string{"pictogram": pictogramName(in, p)}, field("pictograms"), field("classification"))
		}
	}
}

// flashPoint compares the flash point of section 9 with the category of flammable liquids.
func flashPoint(in *Input, found report) {
	v := in.Result.Get("flash_point")
	if v == nil {
		return
	}
	celsius, ok := toCelsius(v.Quantity)
	if !ok {
		return
	}
	for _, c := range classes(in) {
		if c.class != "flammable_liquids" {
			continue
		}
		bad := false
		switch c.category {
		case "1", "2":
			bad = celsius >= 23
		case "3":
			bad = celsius < 23 || celsius > 60
		case "4":
			bad = celsius <= 60 || celsius > 93
		}
		if bad {
			found(map[string]string{"flash_point": v.Quantity.String(), "category": categoryName(c)}, field("flash_point"), Field{"classification.category", c.row})
		}
	}
}

// toCelsius converts a single temperature; ok is false for ranges and other units.
func toCelsius(q chem.Quantity) (float64, bool) {
	if q.LowOp != chem.Equal {
		return 0, false
	}
	switch q.Unit {
	case "C":
		return q.Low, true
	case "F":
		return (q.Low - 32) / 1.8, true
	case "K":
		return q.Low - 273.15, true
	}
	return 0, false
}
