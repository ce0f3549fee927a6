package findings

import (
	"slices"

	"anzen/shared/reference/ghs"
)

var symbolRules = []rule{
	{
		id: "pictogram_without_class", severity: Warning, source: ghsLabel, absence: true,
		what:   "a pictogram that no class calls for",
		fields: []string{"pictograms", "classification"},
		ja:     "絵表示「{pictogram}」に対応するGHS分類が記載されていません。", en: "No class calls for the pictogram {pictogram}.",
		look: pictogramWithoutClass,
	},
	{
		id: "pictogram_skull_and_mark", severity: Info, source: ghsSymbols,
		what:   "the exclamation mark beside the skull, for acute toxicity alone",
		fields: []string{"pictograms", "classification"},
		ja:     "どくろ（GHS06）が適用される場合、急性毒性の感嘆符（GHS07）は使用しません。", en: "Where the skull (GHS06) applies, the exclamation mark (GHS07) is not used for acute toxicity.",
		look: needless("GHS06", "acute_toxicity_oral", "acute_toxicity_dermal", "acute_toxicity_inhalation"),
	},
	{
		id: "pictogram_corrosion_and_mark", severity: Info, source: ghsSymbols,
		what:   "the exclamation mark beside corrosion, for irritation alone",
		fields: []string{"pictograms", "classification"},
		ja:     "腐食性（GHS05）が適用される場合、皮膚又は眼刺激の感嘆符（GHS07）は使用しません。", en: "Where the corrosion symbol (GHS05) applies, the exclamation mark (GHS07) is not used for skin or eye irritation.",
		look: needless("GHS05", "skin_corrosion", "eye_damage"),
	},
	{
		id: "pictogram_respiratory_and_mark", severity: Info, source: ghsSymbols,
		what:   "the exclamation mark beside the health hazard of respiratory sensitization, for skin or eyes alone",
		fields: []string{"pictograms", "classification"},
		ja:     "呼吸器感作性の健康有害性（GHS08）が適用される場合、皮膚感作性、皮膚又は眼刺激の感嘆符（GHS07）は使用しません。", en: "Where the health hazard (GHS08) applies for respiratory sensitization, the exclamation mark (GHS07) is not used for skin sensitization or irritation.",
		look: needless("GHS08", "skin_corrosion", "eye_damage", "skin_sensitization"),
	},
	{
		id: "pictogram_missing", severity: Info, source: ghsLabel, absence: true,
		what:   "no pictogram and no picture at all, although the classes call for one",
		fields: []string{"pictograms", "classification"},
		ja:     "GHS分類から求められる絵表示が一つも見つかりません。", en: "The classification calls for pictograms, but none was found.",
		look: pictogramMissing,
	},
}

// calls are the pictograms that a class and category may have, before precedence.
func calls(c class) []string {
	var out []string
	for _, h := range ghs.HazardsFor(c.class, c.category) {
		out = append(out, h.Pictograms...)
	}
	return out
}

func pictogramWithoutClass(in *Input, found report) {
	stated := classes(in)
	if len(stated) == 0 {
		return
	}
	for _, p := range ghs.Pictograms() {
		if !slices.Contains(in.Result.List("pictograms"), p.Code) {
			continue
		}
		if slices.ContainsFunc(stated, func(c class) bool {
			known := ghs.HazardsFor(c.class, c.category)
			// A chemical under pressure or a gas may have the cylinder beside its flame.
			return len(known) == 0 || slices.Contains(calls(c), p.Code) || p.Code == "GHS04" && (c.class == "aerosols" || c.class == "flammable_gases")
		}) {
			continue
		}
		found(map[string]string{"pictogram": pictogramName(in, p)}, field("pictograms"), field("classification"))
	}
}

// needless finds the exclamation mark where a stronger symbol replaces it for the given
// classes, and no other class demands it.
func needless(strong string, over ...string) func(*Input, report) {
	return func(in *Input, found report) {
		printed := in.Result.List("pictograms")
		stated := classes(in)
		if len(stated) == 0 || !slices.Contains(printed, strong) || !slices.Contains(printed, "GHS07") {
			return
		}
		if strong == "GHS08" && !hasAny(stated, "respiratory_sensitization") {
			return
		}
		if strong == "GHS05" && !has(stated, "skin_corrosion", "1", "1A", "1B", "1C") && !has(stated, "eye_damage", "1") {
			return
		}
		for _, c := range stated {
			if hazards := ghs.HazardsFor(c.class, c.category); len(hazards) == 0 || slices.Contains(calls(c), "GHS07") && !slices.Contains(over, c.class) {
				return
			}
		}
		if slices.ContainsFunc(stated, func(c class) bool { return slices.Contains(calls(c), "GHS07") }) {
			found(nil, field("pictograms"), field("classification"))
		}
	}
}

func pictogramMissing(in *Input, found report) {
	if len(in.Result.List("pictograms")) > 0 || in.Printed.Pictures > 0 {
		return
	}
	for _, c := range classes(in) {
		hazards := ghs.HazardsFor(c.class, c.category)
		if len(hazards) > 0 && !slices.ContainsFunc(hazards, func(h ghs.Hazard) bool { return len(h.Pictograms) == 0 }) {
			found(nil, field("pictograms"), field("classification"))
			return
		}
	}
}

func pictogramName(in *Input, p ghs.Pictogram) string {
	if in.Result.Language == "ja" {
		return p.Code + " " + p.Ja
	}
	return p.Code + " " + p.En
}
