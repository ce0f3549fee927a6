package fold_test

import (
	"testing"

	"anzen/shared/text/fold"
)

func runes(key func(string) ([]rune, []int)) func(string) string {
	return func(s string) string {
		text, _ := key(fold.Printed(s))
		return string(text)
	}
}

// Each folding with what it makes equal, and what it does not.
func TestFoldings(t *testing.T) {
	label := func(s string) string { return fold.Label(fold.Printed(s), 0, nil) }
	law, statement := runes(fold.Law), runes(fold.Statement)
	for _, c := range []struct {
		name string
		fold func(string) string
		text string
		want string
	}{
		{"Caseless", fold.Caseless, "ＡＣＥＴＯＮＥ ｱｾﾄﾝ", "acetone アセトン"},
		{"Search", fold.Search, "ＴＯＬＵＥＮＥ‐トルエン\n", "toluene-とるえん "},
		{"Search", fold.Search, "一", "一"},
		{"Line", fold.Line, " 引火　点\u200b™ ⼀ ⻑ ", "引火 点™ 一 長"},
		{"Line", fold.Line, "－２０〜３０ ℃", "-20〜30 °C"},
		{"Printed", fold.Printed, "－２０〜３０　℃", "-20~30 °C"},
		{"Printed", fold.Printed, "067ー64一1 ーア一", "067-64-1 ーア一"},
		{"Printed", fold.Printed, "˂99 ˃1", "<99 >1"},
		{"Printed", fold.Printed, "0.1-\uf0a31 %, \uf0b35 \uf0b0C", "0.1-≤1 %, ≥5 °C"},
		{"Squeezed", fold.Squeezed, "Ethyl  Acetate（99 %）", "ethylacetate(99%)"},
		{"Label", label, "蒸気圧（20℃）／Vapour Pressure", "蒸気圧20cvaporpressure"},
		{"Label", label, "ばく露及び暴露", "ばく露ばく露"},
		{"Title", fold.Title, "取扱い及び保管上の注意事項", "取扱保管上の注意"},
		{"Title", fold.Title, "HAZARDS IDENTIFICATION", "hazardidentification"},
		{"Law", law, "化学物質の審査および製造等の規制に関する法律（化審法）", "化学物質の審査及び製造等の規制に関する法律化審法"},
		{"Statement", statement, "目に入った場合、発癌の虞", "眼に入った場合発がんのおそれ"},
		{"Statement", statement, "Skin corrosion or irritation", "skincorrosionirritation"},
		{"Company", fold.Company, "㈱日本ケミカル", "日本ケミカル"},
		{"Company", fold.Company, "日本ケミカル　株式会社", "日本ケミカル"},
		{"Company", fold.Company, "ＮＩＨＯＮ Chemical Co.,Ltd.", "nihonchemical"},
		{"Company", fold.Company, "Nihon Chemical Company, Limited", "nihonchemical"},
		{"Company", fold.Company, "Nihon-Chemical Inc.", "nihonchemical"},
		{"Company", fold.Company, "Incotec GmbH & Co. KG", "incotec"},
		{"Company", fold.Company, "Agrar AG", "agrar"},
		{"Company", fold.Company, "株式会社", "株式会社"},
		{"Answer", fold.Answer, "トルエン（特級）、ＡＢＣ®", "トルエン特級abc"},
	} {
		if got := c.fold(c.text); got != c.want {
			t.Errorf("%s of %q is %q, not %q", c.name, c.text, got, c.want)
		}
	}
}

// A key knows the place of each of its letters.
func TestKeysKnowTheirPlaces(t *testing.T) {
	if text, at := fold.Law("1) および A"); string(text) != "1及びa" || len(at) != len(text) || at[1] != 3 || at[2] != 3 || at[3] != 13 {
		t.Errorf("%q at %v", string(text), at)
	}
	if text, at := fold.Statement("虞 (A)"); string(text) != "おそれa" || len(at) != len(text) || at[0] != 0 || at[2] != 0 || at[3] != 5 {
		t.Errorf("%q at %v", string(text), at)
	}
	var cuts []fold.Cut
	if key := fold.Label("Flash point (closed)", 0, &cuts); key != "flashpointclosed" || len(cuts) != 3 || cuts[1] != (fold.Cut{At: 11, Len: 10}) {
		t.Errorf("%q, %v", key, cuts)
	}
}
