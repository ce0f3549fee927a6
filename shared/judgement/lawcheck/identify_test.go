package lawcheck

import (
	"slices"
	"strings"
	"testing"
)

// Synonyms, isomers and hydrates stand for their substance in both languages, whatever
// spelling the sheet uses.
func TestNamesInBothLanguages(t *testing.T) {
	for cas, names := range map[string]string{
		"108-88-3":   "トルエン|メチルベンゼン|トルオール|toluene|Methylbenzene|ﾄﾙｴﾝ",
		"95-47-6":    "o-キシレン|オルト-キシレン|オルトーキシレン|o-xylene|ortho-xylene|1,2-dimethylbenzene|1,2-ジメチルベンゼン",
		"108-39-4":   "m-クレゾール|メタクレゾール|m-cresol|meta-cresol|3-methylphenol|3-メチルフェノール|3-メチルフエノール",
		"106-49-0":   "p-トルイジン|パラトルイジン|para-toluidine",
		"67-66-3":    "クロロホルム|クロロフオルム|クロロフォルム|chloroform|trichloromethane",
		"78-92-2":    "sec-ブタノール|2-ブタノール|sec-butanol|butan-2-ol",
		"75-65-0":    "tert-ブタノール|ターシャリーブタノール|t-ブチルアルコール|tert-butyl alcohol",
		"584-84-9":   "2,4-TDI|2,4-トリレンジイソシアネート|2,4-toluene diisocyanate",
		"7758-99-8":  "硫酸銅(II)五水和物|copper(II) sulfate pentahydrate|copper(II) sulphate pentahydrate|胆礬",
		"10101-97-0": "硫酸ニッケル六水和物|nickel sulfate hexahydrate|nickel sulphate hexahydrate",
		"7446-20-0":  "硫酸亜鉛七水和物|硫酸亜鉛・七水和物|zinc sulfate heptahydrate",
		"6153-56-6":  "シュウ酸二水和物|蓚酸二水和物|oxalic acid dihydrate",
		"7803-57-8":  "ヒドラジン一水和物|抱水ヒドラジン|hydrazine hydrate",
		"1327-53-3":  "三酸化二ヒ素|三酸化二砒素|arsenic trioxide|white arsenic",
		"7664-39-3":  "ふっ化水素酸|フッ化水素酸|弗化水素酸|hydrofluoric acid",
		"10043-01-3": "硫酸アルミニウム|aluminum sulfate|aluminium sulphate",
	} {
		for _, name := range strings.Split(names, "|") {
			if got, water := resolve(name); water != nil || !slices.Equal(got, []string{cas}) {
				t.Errorf("%s is %v with %v, not %s", name, got, water, cas)
			}
		}
	}
	for name, times := range map[string]float64{"硫酸銅五水和物": 5, "copper sulphate 5-hydrate": 5, "塩化コバルト(II)6水和物": 6, "cobalt chloride hexahydrate": 6, "硫酸亜鉛7水和物": 7} {
		if got, water := resolve(name); water == nil || water.times != times || len(got) != 1 {
			t.Errorf("%s is %v with %v", name, got, water)
		}
	}
}

// A name that may mean several substances is none of them for certain.
func TestAmbiguousNamesStayOpen(t *testing.T) {
	for _, name := range []string{"MDI", "六価クロム", "酸化鉛", "変性アルコール", "HMDI", "フタル酸エステル"} {
		if got, _ := resolve(name); len(got) == 1 {
			t.Errorf("%s is %v", name, got)
		}
	}
	if got, _ := resolve("キシレン"); len(got) < 3 {
		t.Errorf("xylene is %v", got)
	}
}
