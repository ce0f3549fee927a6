package extract_test

import (
	"slices"
	"testing"

	"anzen/shared/reader/doc"
	"anzen/shared/reader/extract"
)

func firstAid(r extract.Result) (texts []string, values []extract.Value) {
	for _, v := range r.Values {
		if v.Section == 4 {
			texts, values = append(texts, "["+v.Title+"] "+v.Text), append(values, v)
		}
	}
	return texts, values
}

// Forms from before the sixteen sections have first aid within the data on health hazards.
func TestFirstAidWithinHealthHazards(t *testing.T) {
	before := []string{"Effects of overexposure: Irritates eyes and skin.", "EYES: Redness."}
	for name, tt := range map[string]struct{ lines, want []string }{
		"routes below the heading": {
			[]string{"D. Emergency and First Aid Procedures for:", "1. Ingestion: Drink water. Do not", "induce vomiting.", "2. Skin contact: Wash with soap.", "CARCINOGENICITY: None."},
			[]string{"[Ingestion] Drink water. Do not induce vomiting.", "[Skin contact] Wash with soap."},
		},
		"bullets within lines": {
			[]string{"EMERGENCY & FIRST AID PROCEDURES: • Eyes: Flush with water.", "See a physician. • Skin: Wash with soap.", "• Inhalation: Give oxygen."},
			[]string{"[Eyes] Flush with water. See a physician.", "[Skin] Wash with soap.", "[Inhalation] Give oxygen."},
		},
		"dashes, text without a route, another heading in capitals": {
			[]string{"EMERGENCY AND FIRST AID PROCEDURES - Call for medical aid. Move the", "victim to fresh air.", "Eyes and skin - rinse with water.", "SHIELDING GASES such as argon are asphyxiants."},
			[]string{"[] Call for medical aid. Move the victim to fresh air.", "[Eyes and skin] rinse with water."},
		},
		"a sentence on first aid": {[]string{"First aid techniques are those of the Red Cross.", "Skin: wash."}, nil},
	} {
		ls := lines(slices.Concat(before, tt.lines)...)
		r := read(sheet("en", section(11, ls, doc.Pair{Label: "Effects of overexposure", LabelLines: ls[:1]}, doc.Pair{Label: "CARCINOGENICITY", LabelLines: ls[len(ls)-1:]})))
		got, values := firstAid(r)
		if !slices.Equal(got, tt.want) {
			t.Errorf("%s:\n got %q\nwant %q", name, got, tt.want)
		}
		for _, v := range values {
			for _, src := range v.Source {
				for _, b := range src.Boxes {
					if b.Y0 < ls[len(before)].Y0 {
						t.Errorf("%s: %q has a place above its heading", name, v.Text)
					}
				}
			}
			if len(v.Source) == 0 {
				t.Errorf("%s: %q has no place", name, v.Text)
			}
		}
	}
}

// What section 4 says itself counts.
func TestFirstAidOfItsOwnSection(t *testing.T) {
	own := section(4, nil, pair("Eyes", "Rinse."))
	hazards := section(11, lines("First aid:", "Skin: Wash."))
	if got, _ := firstAid(read(sheet("en", own, hazards))); !slices.Equal(got, []string{"[Eyes] Rinse."}) {
		t.Error(got)
	}
	r := read(sheet("en", hazards))
	if got, _ := firstAid(r); !slices.Equal(got, []string{"[Skin] Wash."}) {
		t.Error(got)
	}
	if !slices.ContainsFunc(r.Values, func(v extract.Value) bool { return v.Section == 11 && v.Key == "text" }) {
		t.Error("the text is gone from where it is printed")
	}
}
