package ghs_test

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"anzen/shared/domain/sds"
	"anzen/shared/reference/ghs"
	"anzen/shared/text/fold"
)

func TestReadClassification(t *testing.T) {
	tests := []struct{ text, want string }{
		{"引火性液体 区分2", "flammable_liquids/2"},
		{"引火性液体　　　区分２\n急性毒性（経口）　区分４", "flammable_liquids/2 acute_toxicity_oral/4"},
		{"皮膚腐食性／刺激性：区分1A", "skin_corrosion/1A"},
		{"眼に対する重篤な損傷性又は眼刺激性 区分2A", "eye_damage/2A"},
		{"目に対する重篤な損傷・眼刺激性 区分 2B", "eye_damage/2B"},
		{"特定標的臓器毒性（単回ばく露）区分1（中枢神経系）、区分3（気道刺激性）", "stot_single/1 stot_single/3"},
		{"特定標的臓器・全身毒性(反復暴露) 区分2 (肝臓)", "stot_repeated/2"},
		{"急性毒性 経口 区分外 経皮 区分3 吸入（蒸気） 区分4", "acute_toxicity_dermal/3 acute_toxicity_inhalation_vapour/4"},
		{"急性毒性（吸入：粉じん、ミスト） 区分4", "acute_toxicity_inhalation_dust_mist/4"},
		{"急性毒性（吸入：粉じん） 区分4 急性毒性（吸入：ミスト） 区分3 急性毒性（吸入：ガス） 区分2", "acute_toxicity_inhalation_dust/4 acute_toxicity_inhalation_mist/3 acute_toxicity_inhalation_gas/2"},
		{"急性毒性（吸入） 区分3", "acute_toxicity_inhalation/3"},
		{"水生環境有害性 短期（急性） 区分1 水生環境有害性 長期（慢性） 区分2", "aquatic_acute/1 aquatic_chronic/2"},
		{"水生環境急性有害性 区分2 水生環境慢性有害性 分類できない", "aquatic_acute/2"},
		{"高圧ガス 圧縮ガス", "gases_under_pressure/compressed"},
		{"高圧ガス：深冷液化ガス", "gases_under_pressure/refrigerated_liquefied"},
		{"生殖毒性 区分1B、追加区分（授乳に対する又は授乳を介した影響）", "reproductive_toxicity/1B reproductive_toxicity/lactation"},
		{"自己反応性化学品 タイプG", "self_reactive/G"},
		{"爆発物 等級1.1", "explosives/1.1"},
		{"引火性液体 区分に該当しない 金属腐食性物質 区分1", "corrosive_to_metals/1"},
		{"爆発物 分類対象外 可燃性固体 区分外", ""},
		{"Flam. Liq. 2, H225; Acute Tox. 4 (Oral), H302; Eye Irrit. 2A", "flammable_liquids/2 acute_toxicity_oral/4 eye_damage/2A"},
		{"Flammable liquids (Category 2), H225", "flammable_liquids/2"},
		{"Acute toxicity, Oral (Category 4), H302", "acute_toxicity_oral/4"},
		{"Acute Tox. 4 H332", "acute_toxicity_inhalation/4"},
		{"Specific target organ toxicity - single exposure (Category 3), Central nervous system, H336", "stot_single/3"},
		{"STOT SE 3 H335 STOT RE 2 H373", "stot_single/3 stot_repeated/2"},
		{"Hazardous to the aquatic environment, long-term hazard Category 3", "aquatic_chronic/3"},
		{"Aquatic Chronic 2; H411", "aquatic_chronic/2"},
		{"Serious eye damage/eye irritation Category 1 Skin sensitization Category 1B", "eye_damage/1 skin_sensitization/1B"},
		{"Gases under pressure: Liquefied gas", "gases_under_pressure/liquefied"},
		{"Flam. Aerosol 2 H223 Compressed gas H280 Acute Tox. 3 (Oral) H301", "aerosols/2 gases_under_pressure/compressed acute_toxicity_oral/3"},
		{"Environmental Hazard (chronic) - Cat. 3 H412", "aquatic_chronic/3"},
		{"Acute oral toxicant: Category 4. Acute inhalation toxicant: Category 3.", "acute_toxicity_oral/4 acute_toxicity_inhalation/3"},
		{"Org. Perox. D", "organic_peroxides/D"},
		{"Skin Corr. 1B", "skin_corrosion/1B"},
		{"Aerosols Category 1", "aerosols/1"},
		{"区分4 急性毒性（経口）", "acute_toxicity_oral/4"},
		{"representative samples of carcass Category A", ""},
		{"Acute toxicity - Category 2 - Inhalation\nAcute toxicity - Category 4 - Dermal\nSkin corrosion - Category 1B", "acute_toxicity_inhalation/2 acute_toxicity_dermal/4 skin_corrosion/1B"},
		{"Acute Toxicity Category 4 Specific Target Organ Toxicity - Repeated Exposure Category 2", "stot_repeated/2"},
		{"特定標的臓器毒性（反復ばく露）区分2（肺）\n土壌環境有害性 区分1", "stot_repeated/2"},
		{"水性環境慢性有害性 区分1", "aquatic_chronic/1"},
		{"Oral Toxicity Acute Tox. 4\nEye corrosive 2A\nOrgan toxin single exposure 3\nOrgan toxin repeated exposure 2\nReproductive toxin 1B", "acute_toxicity_oral/4 eye_damage/2A stot_single/3 stot_repeated/2 reproductive_toxicity/1B"},
	}
	for _, tt := range tests {
		var got []string
		for _, i := range ghs.ReadClassification(tt.text) {
			got = append(got, i.Class.Key+"/"+i.Category)
		}
		if strings.Join(got, " ") != tt.want {
			t.Errorf("ReadClassification(%q)\n got %v\nwant %v", tt.text, got, tt.want)
		}
	}
}

func TestNegativeResults(t *testing.T) {
	for text, want := range map[string]string{
		"爆発物 区分に該当しない":                    "explosives/not_classified",
		"爆発物 分類対象外 可燃性固体 区分外":             "explosives/not_classified flammable_solids/not_classified",
		"発がん性 分類できない 生殖毒性 区分2":            "carcinogenicity/not_possible",
		"Carcinogenicity: Not classified": "carcinogenicity/not_classified",
		"皮膚感作性 データなし":                     "skin_sensitization/not_possible",
	} {
		var got []string
		for _, i := range ghs.ReadResults(text) {
			if i.Category == "" {
				got = append(got, i.Class.Key+"/"+i.Negative)
			}
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%q: %v, want %s", text, got, want)
		}
	}
}

func TestCategoriesAsEntered(t *testing.T) {
	for _, c := range []struct{ class, entered, want string }{
		{"flammable_liquids", "2", "2"},
		{"flammable_liquids", "区分２", "2"},
		{"skin_corrosion", "Category 1A", "1A"},
		{"self_reactive", "タイプB", "B"},
		{"explosives", "等級1.1", "1.1"},
		{"gases_under_pressure", "液化ガス", "liquefied"},
		{"ozone", "区分に該当しない", "not_classified"},
		{"ozone", "分類できない", "not_possible"},
		{"acute_toxicity_inhalation", "区分 4", "4"},
		{"reproductive_toxicity", "追加区分に該当しない", "not_lactation"},
		{"ozone", "よくわからない", "よくわからない"},
		{"ozone", "", ""},
	} {
		if got := ghs.CategoryKey(c.class, c.entered); got != c.want {
			t.Errorf("%s %q: %q, want %q", c.class, c.entered, got, c.want)
		}
	}
}

func TestEffectsOfNames(t *testing.T) {
	for _, c := range []struct{ class, text, want string }{
		{"stot_single", "呼吸器", "3030000"},
		{"stot_repeated", "呼吸器系", "3031001"},
		{"stot_single", "respiratory organs, nose", "3030000 3030006"},
		{"reproductive_toxicity", "水頭症", "3029003"},
		{"flammable_liquids", "呼吸器", ""},
		{"stot_single", "知らない臓器", ""},
	} {
		var got []string
		for _, id := range ghs.EffectsOf(c.class, c.text) {
			got = append(got, strconv.Itoa(id))
		}
		if strings.Join(got, " ") != c.want {
			t.Errorf("%s %q: %v, want %s", c.class, c.text, got, c.want)
		}
	}
}

// The choices of a sheet's class are all classes, and categories are named as in the table.
func TestSheetsHaveTheSameClasses(t *testing.T) {
	for _, key := range sds.HazardClasses {
		if _, known := ghs.ClassByKey(key); !known {
			t.Errorf("%s is no class", key)
		}
	}
	for _, c := range ghs.Classes() {
		if !slices.Contains(sds.HazardClasses, c.Key) {
			t.Errorf("no sheet is of %s", c.Key)
		}
		for _, k := range ghs.Categories(c.ID()) {
			if name, named := sds.ChoiceName("category", k.Key); named && (name.Ja != k.Ja || name.En != k.En) {
				t.Errorf("%s is %+v, want %+v", k.Key, name, k)
			}
		}
	}
	for _, k := range []ghs.Category{ghs.NotPossible, ghs.NotClassified} {
		if name, _ := sds.ChoiceName("category", k.Key); name.Ja != k.Ja || name.En != k.En {
			t.Errorf("%+v is %+v", k, name)
		}
	}
}

func TestFindCodes(t *testing.T) {
	tests := []struct{ text, h, p string }{
		{"H225 引火性の高い液体及び蒸気 H301 + H311", "H225 H301+H311", ""},
		{"H360FD; EUH066", "H360FD EUH066", ""},
		{"(P305 + P351 + P338) P210", "", "P305+P351+P338 P210"},
		{"P301+330+331", "", "P301+P330+P331"},
		{"H2O, PH200, AH225, H225-1, H2250", "", ""},
	}
	for _, tt := range tests {
		join := func(codes []ghs.Code) string {
			var s []string
			for _, c := range codes {
				s = append(s, c.Code)
			}
			return strings.Join(s, " ")
		}
		folded := fold.Printed(tt.text)
		if got := join(ghs.FindHCodes(folded)); got != tt.h {
			t.Errorf("FindHCodes(%q) = %q, want %q", tt.text, got, tt.h)
		}
		if got := join(ghs.FindPCodes(folded)); got != tt.p {
			t.Errorf("FindPCodes(%q) = %q, want %q", tt.text, got, tt.p)
		}
	}
}

func TestMatchStatement(t *testing.T) {
	tests := []struct {
		text string
		kind byte
		want string
	}{
		{"引火性の高い液体及び蒸気", 'H', "H225"},
		{"引火性の高い液体および蒸気。", 'H', "H225"},
		{"極めて引火性の高い液体及び蒸気", 'H', "H224"},
		{"Highly flammable liquid and vapour.", 'H', "H225"},
		{"重篤な眼の損傷", 'H', "H318"},
		{"強い目刺激", 'H', "H319"},
		{"長期にわたる、又は反復暴露による臓器の障害のおそれ", 'H', "H373"},
		{"Keep out of reach of children", 'P', "P102"},
		{"施錠して保管すること。", 'P', "P405"},
		{"この文は何でもない", 'H', ""},
	}
	for _, tt := range tests {
		if got, score := ghs.MatchStatement(tt.text, tt.kind); got != tt.want {
			t.Errorf("MatchStatement(%q) = %q (%.2f), want %q", tt.text, got, score, tt.want)
		}
	}
}

func TestEveryStatementMatchesItself(t *testing.T) {
	same := map[string]bool{}
	for _, code := range []string{"H220", "H225", "H226", "H302", "H314", "H334", "H351", "H361", "H370", "H372", "H373", "H400", "H410", "P210", "P280", "P501"} {
		s, ok := ghs.StatementByCode(code)
		if !ok {
			t.Fatalf("no statement %s", code)
		}
		for _, text := range []string{s.Ja, s.En} {
			if got, _ := ghs.MatchStatement(text, code[0]); got != code {
				t.Errorf("%q is matched to %q, want %q", text, got, code)
			}
		}
		same[code] = true
	}
	if len(same) != 16 {
		t.Errorf("checked %d statements", len(same))
	}
}

func TestNumbers(t *testing.T) {
	classes := ghs.Classes()
	if len(classes) != 37 {
		t.Fatalf("%d classes", len(classes))
	}
	for id, key := range map[int]string{1000000: "explosives", 1005000: "flammable_liquids", 1019000: "acute_toxicity_inhalation_gas", 1022000: "acute_toxicity_inhalation_mist", 1023000: "skin_corrosion", 1029000: "reproductive_toxicity", 1031000: "stot_repeated", 1035000: "ozone", 1036000: "chemicals_under_pressure"} {
		if c, ok := ghs.ClassByID(id); !ok || c.Key != key || c.ID() != id {
			t.Errorf("class %d = %+v, want %s", id, c, key)
		}
	}
	if k, ok := ghs.CategoryOf("explosives", "unstable"); !ok || k.ID != 2000000 {
		t.Errorf("unstable explosive = %+v", k)
	}
	if k, ok := ghs.CategoryOf("flammable_liquids", "2"); !ok || ghs.CategoryByID(k.ID) != k || k.ClassID != 1005000 {
		t.Errorf("flammable liquid 2 = %+v", k)
	}
	for class, from := range map[string]int{"reproductive_toxicity": 29000, "stot_single": 30000, "stot_repeated": 31000} {
		c, _ := ghs.ClassByKey(class)
		k, _ := ghs.CategoryOf(class, "1")
		if e := ghs.Effects(class)[0]; c.ID() != 1000000+from || k.ID != 2000000+from || e.ID != 3000000+from {
			t.Errorf("%s: class %d, category %d, effect %d", class, c.ID(), k.ID, e.ID)
		}
	}
	if either, _ := ghs.ClassByKey("acute_toxicity_inhalation_dust_mist"); either.Covers(1020000) || !either.Covers(1021000) || !either.Covers(1022000) || either.Covers(1023000) {
		t.Errorf("%+v", either)
	}
	if c, _ := ghs.ClassByID(1018000); c.Text() != "急性毒性（経皮） / Acute toxicity (dermal)" || ghs.NotClassified.Text() != "区分に該当しない ; Not classified" {
		t.Errorf("%q, %q", c.Text(), ghs.NotClassified.Text())
	}
	if n := len(ghs.Categories(1005000)); n != 20 {
		t.Errorf("%d categories of flammable liquids, want 20", n)
	}
	if ghs.CategoryByID(42) != ghs.NotPossible || ghs.CategoryByID(9999999) != ghs.NotClassified {
		t.Error("the defaults are wrong")
	}
	if e := ghs.Effects("stot_repeated"); len(e) != 103 || e[0].ID != 3031000 || e[102].ID != 3031102 {
		t.Errorf("%d organs", len(e))
	}
	if e := ghs.Effects("reproductive_toxicity"); len(e) != 8 || e[7].ID != 3029007 {
		t.Errorf("%d effects", len(e))
	}
}

func TestLabelWords(t *testing.T) {
	for text, want := range map[string]string{"危険": "danger", "危　険": "danger", "警告": "warning", "Danger": "danger", "WARNING!": "warning", "なし": "none", "データなし": "", "Not a hazardous substance": "", "GHSラベル不必要": ""} {
		if got, _ := ghs.SignalWord(text); got != want {
			t.Errorf("SignalWord(%q) = %q, want %q", text, got, want)
		}
	}
	for text, want := range map[string]string{"炎、感嘆符": "GHS02 GHS07", "円上の炎": "GHS03", "Flame over circle, Skull and crossbones": "GHS03 GHS06", "GHS05 GHS09": "GHS05 GHS09", "": ""} {
		if got := strings.Join(ghs.PictogramsIn(text), " "); got != want {
			t.Errorf("PictogramsIn(%q) = %q, want %q", text, got, want)
		}
	}
}

func FuzzReadClassification(f *testing.F) {
	f.Add("引火性液体 区分2 Acute Tox. 4 (Oral) H302")
	f.Add("急性毒性 経口 Category 1 1.1")
	f.Fuzz(func(t *testing.T, s string) {
		folded := fold.Printed(s)
		for _, i := range ghs.ReadClassification(s) {
			if i.Start < 0 || i.End > len(folded) || i.Start > i.End || i.Category == "" || i.Class.Key == "" {
				t.Fatalf("%q: %+v", s, i)
			}
		}
		ghs.FindHCodes(folded)
		ghs.FindPCodes(folded)
	})
}

// A class has the categories of the GHS; the others are numbers that only the API reserves.
func TestCategoriesOfClasses(t *testing.T) {
	for _, c := range ghs.Classes() {
		for _, k := range ghs.Categories(c.ID()) {
			got, ok := ghs.CategoryOf(c.Key, k.Key)
			if ok != c.Has(k.Key) || ok != k.Assigned || ok && got != k {
				t.Errorf("%s %s: %+v, %v", c.Key, k.Key, got, ok)
			}
			if !ok && ghs.CategoryKey(c.Key, k.Ja) != k.Ja {
				t.Errorf("%s: %q is read as a category", c.Key, k.Ja)
			}
		}
		for _, key := range c.Keys() {
			if _, ok := ghs.CategoryOf(c.Key, key); !ok {
				t.Errorf("%s %s has no number", c.Key, key)
			}
		}
	}
	for class, none := range map[string]string{
		"flammable_liquids": "5C 1A 2B", "carcinogenicity": "1C 2A 3", "aspiration": "3 1A", "stot_repeated": "3", "stot_single": "3A 4", "aquatic_acute": "4", "ozone": "2",
		"skin_sensitization": "2 1C", "eye_damage": "1A 2C 3", "germ_cell_mutagenicity": "2A", "acute_toxicity_inhalation": "6 1A", "oxidizing_gases": "2", "self_reactive": "H 1",
		"explosives": "3 2", "flammable_gases": "1C 3", "corrosive_to_metals": "1A",
	} {
		for _, key := range strings.Fields(none) {
			if k, ok := ghs.CategoryOf(class, key); ok {
				t.Errorf("%s has %+v", class, k)
			}
		}
	}
	// Every category with a hazard statement is one of its class.
	for _, c := range ghs.Classes() {
		for _, key := range []string{"1", "1A", "1B", "1C", "2", "2A", "2B", "2C", "3", "4", "5"} {
			if len(ghs.HazardsFor(c.Key, key)) > 0 && !c.Has(key) && !(c.Key == "explosives" && key == "2") {
				t.Errorf("%s %s has a statement, but is none of the class", c.Key, key)
			}
		}
	}
}
