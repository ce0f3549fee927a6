package createsimple

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/xuri/excelize/v2"
	"pgregory.net/rapid"

	"anzen/shared/domain/sds"
	"anzen/shared/formats/export"
	"anzen/shared/reference/chem"
)

var day = time.Date(2026, 11, 22, 3, 0, 0, 0, time.UTC)

func numberOf(v float64) *float64 { return &v }

func textField(key, s string) sds.Field {
	return sds.Field{ID: key, Key: key, Value: sds.Value{Kind: sds.KindText, Text: s}, State: sds.StateMachine, Sources: []sds.Source{{Page: 2}}}
}

func quantityField(key string, low, high *float64, unit, raw string) sds.Field {
	q := &sds.Quantity{Low: low, LowOp: ">=", High: high, HighOp: "<=", Unit: unit}
	return sds.Field{ID: key, Key: key, Value: sds.Value{Kind: sds.KindQuantity, Quantity: q}, Raw: raw, State: sds.StateMachine, Sources: []sds.Source{{Page: 3}}}
}

func ingredientRow(name, cas string, fields ...sds.Field) sds.Row {
	r := sds.Row{ID: name + cas, Fields: append([]sds.Field{}, fields...)}
	if name != "" {
		r.Fields = append(r.Fields, textField("name", name))
	}
	if cas != "" {
		r.Fields = append(r.Fields, sds.Field{Key: "cas", Value: sds.Value{Kind: sds.KindList, List: strings.Split(cas, " ")}, Sources: []sds.Source{{Page: 2}}})
	}
	return r
}

func groupOf(key string, rows ...sds.Row) sds.Group { return sds.Group{Key: key, Rows: rows} }

func bookOf(version int, lang string, sections ...sds.Section) Book {
	record := sds.Sheet{Name: "試験品"}
	record.Derive(sections)
	return New(&record, sections, Options{Version: version, Lang: lang, At: day})
}

// find is the value of an item on a tab, below the first block that has the words.
func find(t *testing.T, b Book, tab, block, item string) Value {
	t.Helper()
	for i := range b.Tabs {
		if b.Tabs[i].Name != tab {
			continue
		}
		within := false
		for _, l := range b.Tabs[i].Lines {
			if l.Item == "" {
				within = strings.Contains(l.Block, block)
			} else if within && l.Item == item {
				return l.Value
			}
		}
	}
	t.Fatalf("%s has no %s below %s", tab, item, block)
	return Value{}
}

// What of a content is entered, and why.
func TestContents(t *testing.T) {
	row := func(low, high *float64, unit, raw string) sds.Row {
		return ingredientRow("物質", "", quantityField("concentration", low, high, unit, raw))
	}
	solvent := ingredientRow("溶剤", "", quantityField("concentration", numberOf(40), numberOf(60), "%", "40～60%"))
	for _, tt := range []struct {
		name  string
		row   sds.Row
		want  string // the value; empty: none
		notes string
	}{
		{"one value", row(numberOf(12.5), numberOf(12.5), "%", "12.5%"), "12.5", ""},
		{"a range", row(numberOf(10), numberOf(20), "%", "10～20%"), "20", "SDSの記載：10～20%。"},
		{"below", row(nil, numberOf(1), "wt%", "＜1"), "1", "上限値"},
		{"parts per million", row(numberOf(100), numberOf(500), "ppm", "100-500ppm"), "0.05", "100-500ppm"},
		{"no upper end: what the others leave", row(numberOf(30), nil, "%", "30%以上"), "60", "とりうる最大の値"},
		{"the rest", ingredientRow("水", "", sds.Field{Key: "concentration", Raw: "残部", Value: sds.Value{Kind: sds.KindQuantity}}), "60", "SDSの記載：残部。"},
		{"over a hundred", row(numberOf(99), numberOf(120), "%", "99-120%"), "100", ""},
		{"a trade secret", ingredientRow("x", "", sds.Field{Key: "concentration", Raw: "営業秘密", Value: sds.Value{Kind: sds.KindQuantity}}), "", "営業秘密のため"},
		{"of the volume", row(numberOf(10), numberOf(20), "vol%", "10～20vol%"), "", "wt%）に換算"},
		{"of the volume, as printed", row(numberOf(10), numberOf(20), "%", "10～20%(v/v)"), "", "wt%）に換算"},
		{"another unit", row(numberOf(1), numberOf(2), "g/L", "1-2 g/L"), "", "SDSの記載：1-2 g/L。"},
		{"nothing", ingredientRow("x", ""), "", "SDSに含有率の記載がありません。"},
		{"deleted by a person", ingredientRow("x", "", sds.Field{Key: "concentration", State: sds.StateDeleted, Value: sds.Value{Quantity: &sds.Quantity{High: numberOf(3)}}}), "", "記載がありません"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			v := find(t, bookOf(Version3, "ja", sds.Section{Number: 3, Groups: []sds.Group{groupOf(sds.GroupComposition, solvent, tt.row)}}), "成分情報", "成分2：", "含有率")
			if v.Cell.String() != tt.want || !strings.Contains(v.Note, tt.notes) || (v.Origin != "") != (tt.want != "") || v.Unit != "wt%" {
				t.Errorf("%q %q %q %q", v.Cell.String(), v.Unit, v.Origin, v.Note)
			}
		})
	}
}

// The rest and what is withheld are known by the words that the reader or a person has
// put in place of a figure.
func TestBalanceAndSecrets(t *testing.T) {
	sections := []sds.Section{{Number: 3, Groups: []sds.Group{groupOf(sds.GroupComposition,
		ingredientRow("溶剤", "", quantityField("concentration", numberOf(70), numberOf(80), "%", "70～80%")), ingredientRow("水", "", textField("concentration", "balance")), ingredientRow("添加剤", "", textField("concentration", "withheld")))}}}
	record := sds.Sheet{Name: "試験品"}
	record.Derive(sections)
	b := New(&record, sections, Options{Version: Version3, Lang: "en", At: day})
	if v := find(t, b, "成分情報", "Component 2: ", "含有率"); v.Cell.Number != 30 || !strings.HasPrefix(v.Origin, "Calculated") {
		t.Errorf("%+v", v)
	}
	if v := find(t, b, "成分情報", "Component 3: ", "含有率"); v.Given() || !strings.Contains(v.Note, "trade secret") {
		t.Errorf("%+v", v)
	}
	if b.Missing == 0 {
		t.Error("nothing is missing")
	}
}

// The bands of version 2 begin where the tool has them.
func TestBands(t *testing.T) {
	for content, want := range map[float64]string{100: "25%以上", 25: "25%以上", 24.9: "5%以上25%未満", 5: "5%以上25%未満", 4.9: "1%以上5%未満", 1: "1%以上5%未満", 0.9: "1%未満", 0: "1%未満"} {
		row := ingredientRow("物質", "", quantityField("concentration", numberOf(content), numberOf(content), "%", ""))
		if v := find(t, bookOf(Version2, "ja", sds.Section{Number: 3, Groups: []sds.Group{groupOf(sds.GroupComposition, row)}}), "成分情報", "成分1：", "含有率（選択肢）"); v.Cell.Text != want {
			t.Errorf("%v%%: %q, want %q", content, v.Cell.Text, want)
		}
	}
}

// Properties come in the tool's units, from the end of a range that is on the safe side.
func TestProperties(t *testing.T) {
	for _, tt := range []struct {
		item  string
		field sds.Field
		want  string
		note  string
	}{
		{"沸点", quantityField("boiling_point", numberOf(80), numberOf(110), "C", "80～110℃"), "80", "下限値"},
		{"沸点", quantityField("boiling_point", numberOf(212), numberOf(212), "F", "212°F"), "100", "換算"},
		{"沸点", quantityField("boiling_point", numberOf(373.15), numberOf(373.15), "K", "373.15 K"), "100", "換算"},
		{"引火点", quantityField("flash_point", numberOf(93), nil, "C", ">93℃"), "93", "片側"},
		{"蒸気圧", quantityField("vapor_pressure", numberOf(1), numberOf(2), "mmHg", "1-2 mmHg"), "266.644", "上限値"},
		{"蒸気圧", quantityField("vapor_pressure", numberOf(0.7), numberOf(0.7), "kPa", "0.7kPa"), "700", "換算"},
		{"蒸気圧", quantityField("vapor_pressure", numberOf(5), numberOf(5), "psig", "5 psig"), "", "5 psig"},
		{"オクタノール／水分配係数", quantityField("log_kow", numberOf(-1.3), numberOf(2.4), "", "-1.3～2.4"), "2.4", "上限値"},
		{"水溶解度", textField("solubility_water", "0.1 g/100 mL (20℃)"), "1000", "0.1 g/100 mL"},
		{"水溶解度", textField("solubility_water", "12 g/l at 25 °C"), "12000", ""},
		{"水溶解度", textField("solubility_water", "3.4 mg/L(25°C)"), "3.4", ""},
		{"水溶解度", textField("solubility_water", "水に易溶"), "", "数値の記載がありません"},
		{"水溶解度", textField("solubility_water", "20℃で溶ける"), "", "数値の記載がありません"},
	} {
		v := find(t, bookOf(Version3, "ja", sds.Section{Number: 9, Fields: []sds.Field{tt.field}}), "製品情報", "製品の物理化学的性状", tt.item)
		if v.Cell.String() != tt.want || !strings.Contains(v.Note, tt.note) || (v.Origin != "") != (tt.want != "") {
			t.Errorf("%s of %q: %q %q %q", tt.item, tt.field.Raw, v.Cell.String(), v.Origin, v.Note)
		}
	}
}

// A molecular weight stands among the texts of the sheet, if anywhere.
func TestWeightOfASubstance(t *testing.T) {
	row := sds.Row{ID: "w", Fields: []sds.Field{textField("title", "分子量（計算値）"), textField("body", "92.14")}}
	b := bookOf(Version3, "ja",
		sds.Section{Number: 3, Groups: []sds.Group{groupOf(sds.GroupComposition, ingredientRow("独自物質", "")), groupOf(sds.GroupText, row)}})
	if v := find(t, b, "成分情報", "物理化学的性状", "分子量"); v.Cell.Number != 92.14 || v.Origin != "SDS 第3項（2ページ）" {
		t.Errorf("%+v", v)
	}
}

// The table's values are a substance's, and never limits of ACGIH, JSOH or DFG.
func TestTheTableFillsWhatTheSheetLeavesOut(t *testing.T) {
	b := bookOf(Version3, "en", sds.Section{Number: 3, Groups: []sds.Group{groupOf(sds.GroupComposition, ingredientRow("トルエン", "108-88-3"), ingredientRow("アクロレイン", "107-02-8"), ingredientRow("ほう砂", "1303-96-4"))}})
	if v := find(t, b, "成分情報", "Component 1: トルエン | Physicochemical", "沸点"); v.Cell.Number != 110.6 || v.Unit != "℃" || !strings.HasPrefix(v.Origin, "Substance data (MHLW") {
		t.Errorf("%+v", v)
	}
	for _, item := range limitItems {
		if v := find(t, b, "成分情報", "Component 1: トルエン | Exposure", item.name.ja); v.Given() {
			t.Errorf("toluene has %s: %+v", item.key, v)
		}
	}
	if v := find(t, b, "成分情報", "Component 2: アクロレイン | Exposure", "短時間濃度基準値"); v.Cell.Number != 0.1 || v.Unit != "ppm" || v.Note != "It is to be treated as a ceiling." || !strings.Contains(v.Origin, "2024-04-01") {
		t.Errorf("%+v", v)
	}
	if v := find(t, b, "成分情報", "Component 3: ほう砂 | Exposure", "８時間濃度基準値"); v.Cell.Number != 0.1 || v.Unit != "mg/m³" || v.Note != "As ホウ素." {
		t.Errorf("%+v", v)
	}
	if v := find(t, b, "成分情報", "Component 2: アクロレイン | Rules", "がん原性物質"); v.Cell.Text != "該当" {
		t.Errorf("%+v", v)
	}
	for cas, f := range facts() {
		if !cas.Valid() || f.ghs != nil && len(f.ghs) != len(classes) {
			t.Errorf("%s: %d classes", cas, len(f.ghs))
		}
		for i, code := range f.ghs {
			if !strings.Contains("|x|?|*|lactation|", "|"+code+"|") && code != "" && category(classes[i].key, code) == "" {
				t.Errorf("%s: %s has a category %q that the tool does not know", cas, classes[i].key, code)
			}
		}
	}
}

// A standard counts from the day in Japan on which it is in force.
func TestConcentrationStandardsCountFromTheirDay(t *testing.T) {
	sections := []sds.Section{{Number: 3, Groups: []sds.Group{groupOf(sds.GroupComposition, ingredientRow("トリエタノールアミン", "102-71-6"))}}}
	record := sds.Sheet{Name: "x"}
	for at, want := range map[time.Time]bool{
		time.Date(2025, 9, 30, 14, 59, 0, 0, time.UTC): false,
		time.Date(2025, 9, 30, 15, 0, 0, 0, time.UTC):  true,
	} {
		b := New(&record, sections, Options{Version: Version3, Lang: "ja", At: at})
		if v := find(t, b, "成分情報", "ばく露限界値", "８時間濃度基準値"); v.Given() != want {
			t.Errorf("at %s: %+v", at, v)
		}
	}
}

// Limits go to the component that they name, in the unit of the product's state.
func TestLimits(t *testing.T) {
	limitRow := func(substance, authority, kind, unit string, v float64) sds.Row {
		return sds.Row{ID: substance + authority + kind + unit + fmt.Sprint(v), Fields: []sds.Field{
			textField("substance", substance), textField("authority", authority), textField("kind", kind), quantityField("value", &v, &v, unit, ""),
		}}
	}
	rows := []sds.Row{
		limitRow("トルエン", "ACGIH", "TWA", "ppm", 20), limitRow("トルエン", "ACGIH", "TWA", "mg/m3", 75), limitRow("toluene", "JSOH", "", "ppm", 50),
		limitRow("トルエン (108-88-3)", "DFG", "STEL", "ppm", 100), limitRow("トルエン", "OSHA", "C", "ppm", 300), limitRow("知らない物質", "ACGIH", "TWA", "ppm", 1),
		limitRow("トルエン", "ACGIH", "TWA", "本/cm3", 1),
	}
	book := func(state string) Book {
		return bookOf(Version3, "ja",
			sds.Section{Number: 3, Groups: []sds.Group{groupOf(sds.GroupComposition, ingredientRow("トルエン", "108-88-3"), ingredientRow("水", "7732-18-5"))}},
			sds.Section{Number: 8, Groups: []sds.Group{groupOf(sds.GroupExposureLimits, rows...)}},
			sds.Section{Number: 9, Fields: []sds.Field{textField("state", state)}})
	}
	for _, tt := range []struct{ state, item, want, note string }{
		{"liquid", "ACGIH TLV-TWA", "20 ppm", "ACGIH 75 mg/m3"},
		{"solid", "ACGIH TLV-TWA", "75 mg/m³", "ACGIH 20 ppm"},
		{"liquid", "日本産業衛生学会 許容濃度", "50 ppm", ""},
		{"liquid", "DFG Peak lim", "100 ppm", ""},
		{"liquid", "その他（短時間）", "300 ppm", "OSHA"},
	} {
		v := find(t, book(tt.state), "成分情報", "成分1：トルエン｜ばく露限界値", tt.item)
		if v.Cell.String()+" "+v.Unit != tt.want || !strings.Contains(v.Note, tt.note) {
			t.Errorf("%s %s: %+v", tt.state, tt.item, v)
		}
	}
	if v := find(t, book("liquid"), "成分情報", "対応付けできない", "ACGIH TLV-TWA"); v.Cell.Number != 1 || !strings.Contains(v.Note, "知らない物質") {
		t.Errorf("%+v", v)
	}
}

// Categories are written as the tool writes them; what it lacks is noted.
func TestCategories(t *testing.T) {
	row := func(class, cat, raw string) sds.Row {
		f := textField("category", cat)
		f.Raw = raw
		return sds.Row{ID: class + cat + raw, Fields: []sds.Field{textField("class", class), f}}
	}
	for _, tt := range []struct {
		row              sds.Row
		state            string
		item, want, note string
	}{
		{row("carcinogenicity", "1A", ""), "", "発がん性", "区分1A", ""},
		{row("gases_under_pressure", "liquefied", ""), "", "高圧ガス", "液化ガス", ""},
		{row("explosives", "1.4", ""), "", "爆発物", "等級1.4", ""},
		{row("organic_peroxides", "D", ""), "", "有機過酸化物", "タイプD", ""},
		{row("acute_toxicity_oral", "5", "区分5"), "", "急性毒性（経口）", "", "区分5"},
		{row("acute_toxicity_inhalation", "3", "吸入：粉じん 区分3"), "liquid", "急性毒性（吸入：粉塵、ミスト）", "区分3", ""},
		{row("acute_toxicity_inhalation", "3", "区分3"), "gas", "急性毒性（吸入：ガス）", "区分3", "性状から判断"},
		{row("acute_toxicity_inhalation", "3", "区分3"), "liquid", "急性毒性（吸入：蒸気）", "区分3", "性状から判断"},
	} {
		b := bookOf(Version3, "ja", sds.Section{Number: 2, Groups: []sds.Group{groupOf(sds.GroupClassification, tt.row)}}, sds.Section{Number: 9, Fields: []sds.Field{textField("state", tt.state)}})
		if v := find(t, b, "製品情報", "製品のGHS分類", tt.item); v.Cell.Text != tt.want || !strings.Contains(v.Note, tt.note) {
			t.Errorf("%s: %+v", tt.item, v)
		}
	}
}

// What a user has entered or confirmed is distinguished from what was read.
func TestOriginsTellWhoseWordAValueIs(t *testing.T) {
	b := &builder{lang: "ja"}
	for state, want := range map[sds.FieldState]string{
		sds.StateMachine: "SDS 第9項（4ページ）", sds.StateConfirmed: "SDS 第9項（4ページ、担当者が確認済み）", sds.StateEdited: "SDS 第9項（担当者が入力）",
	} {
		if got := b.origin(9, &sds.Field{State: state, Sources: []sds.Source{{Page: 4}}}); got != want {
			t.Errorf("%s: %s", state, got)
		}
	}
	if got := b.origin(9, &sds.Field{State: sds.StateMachine}); got != "SDS 第9項" {
		t.Error(got)
	}
}

func TestFileNames(t *testing.T) {
	for name, want := range map[string]string{
		"トルエン": "CREATE-SIMPLE_v3_トルエン.xlsx", "a/b:c\n": "CREATE-SIMPLE_v3_a_b_c.xlsx", " .. ": "CREATE-SIMPLE_v3_SDS.xlsx",
	} {
		if got := FileName(&sds.Sheet{Name: name}, Version3); got != want {
			t.Errorf("%q: %s", name, got)
		}
	}
}

// Whatever a sheet contains, its workbook opens again with the same values, none of them a
// formula, each with an origin; and it is the same to the byte when it is made again.
func TestAnySheetGivesAWorkbookThatOpens(t *testing.T) {
	words := rapid.OneOf(rapid.SampledFrom([]string{"=1+1", "@SUM(A1)", "-5", "＝cmd|' /C calc'!A0", "トルエン", "108-88-3", "_x0041_", "a\u0000b\n\u2028c", "残部", "営業秘密", "𠮷", " ", ""}), rapid.String())
	value := rapid.OneOf(rapid.Float64(), rapid.Float64Range(-300, 300))
	end := func(t *rapid.T, name string) *float64 {
		if rapid.Bool().Draw(t, name+" there") {
			return numberOf(value.Draw(t, name))
		}
		return nil
	}
	unit := rapid.SampledFrom([]string{"", "%", "ppm", "C", "F", "kPa", "mg/m3", "psig", "vol%", "x"})
	quantity := func(t *rapid.T, key string) sds.Field {
		return quantityField(key, end(t, key+" low"), end(t, key+" high"), unit.Draw(t, key+" unit"), words.Draw(t, key+" raw"))
	}
	state := rapid.SampledFrom([]sds.FieldState{sds.StateMachine, sds.StateConfirmed, sds.StateEdited, sds.StateDeleted})
	cas := rapid.SampledFrom([]string{"", "108-88-3", "107-02-8 50-00-0", "556-52-5", "409-21-2", "0-0-0"})
	rapid.Check(t, func(t *rapid.T) {
		var ingredients, limits, hazards []sds.Row
		for i := range rapid.IntRange(0, 12).Draw(t, "ingredients") {
			r := ingredientRow(words.Draw(t, "name"), cas.Draw(t, "cas"), quantity(t, "concentration"))
			r.ID = fmt.Sprint(i)
			r.Fields[0].State = state.Draw(t, "state")
			ingredients = append(ingredients, r)
		}
		for range rapid.IntRange(0, 4).Draw(t, "limits") {
			limits = append(limits, sds.Row{Fields: []sds.Field{
				textField("substance", words.Draw(t, "substance")), textField("authority", rapid.SampledFrom([]string{"ACGIH", "JSOH", "MHLW", "DFG", "=X"}).Draw(t, "authority")),
				textField("kind", rapid.SampledFrom([]string{"", "TWA", "STEL", "C"}).Draw(t, "kind")), quantity(t, "value"),
			}})
		}
		for range rapid.IntRange(0, 4).Draw(t, "hazards") {
			hazards = append(hazards, sds.Row{Fields: []sds.Field{textField("class", rapid.SampledFrom(sds.HazardClasses).Draw(t, "class")), textField("category", words.Draw(t, "category"))}})
		}
		sections := []sds.Section{
			{Number: 1, Fields: []sds.Field{textField("product_name", words.Draw(t, "product")), textField("supplier_name", words.Draw(t, "supplier"))}},
			{Number: 2, Groups: []sds.Group{groupOf(sds.GroupClassification, hazards...)}},
			{Number: 3, Fields: []sds.Field{textField("composition_type", rapid.SampledFrom([]string{"substance", "mixture", ""}).Draw(t, "type"))}, Groups: []sds.Group{groupOf(sds.GroupComposition, ingredients...)}},
			{Number: 8, Groups: []sds.Group{groupOf(sds.GroupExposureLimits, limits...)}},
			{Number: 9, Fields: []sds.Field{
				textField("state", rapid.SampledFrom([]string{"solid", "liquid", "gas", ""}).Draw(t, "state")),
				quantity(t, "boiling_point"), quantity(t, "flash_point"), quantity(t, "vapor_pressure"), quantity(t, "log_kow"), textField("solubility_water", words.Draw(t, "solubility")),
			}},
		}
		record := sds.Sheet{Name: words.Draw(t, "sheet")}
		record.Derive(sections)
		o := Options{Version: rapid.SampledFrom([]int{Version2, Version3}).Draw(t, "version"), Lang: rapid.SampledFrom([]string{"ja", "en"}).Draw(t, "lang"), At: day}
		book := New(&record, sections, o)
		var body, again bytes.Buffer
		if err := book.Write(&body); err != nil {
			t.Fatal(err)
		}
		if err := New(&record, sections, o).Write(&again); err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(body.Bytes(), again.Bytes()) {
			t.Fatal("made again, the workbook is another")
		}
		compare(t, book, body.Bytes())
	})
}

// compare holds that a workbook, opened, has the book's values and no formula.
func compare(t *rapid.T, book Book, body []byte) {
	file, err := excelize.OpenReader(bytes.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close() //nolint:errcheck // it is in memory
	column := 2
	if book.english {
		column = 3
	}
	for _, tab := range book.Tabs {
		rows, err := file.GetRows(tab.Name, excelize.Options{RawCellValue: true})
		if err != nil {
			t.Fatal(err)
		}
		for i, r := range rows {
			for k := range r {
				at, _ := excelize.CoordinatesToCellName(k+1, i+1)
				if formula, err := file.GetCellFormula(tab.Name, at); err != nil || formula != "" {
					t.Fatalf("%s %s is the formula %q, %v", tab.Name, at, formula, err)
				}
			}
		}
		for i, l := range tab.Lines {
			if l.Item == "" {
				continue
			}
			got := ""
			if i+1 < len(rows) && column < len(rows[i+1]) {
				got = rows[i+1][column]
			}
			if want := l.Value.Cell.String(); !same(got, want, l.Value.Cell.Kind) {
				t.Fatalf("%s: %s is %q, want %q", tab.Name, l.Item, got, want)
			}
			if l.Value.Given() != (l.Value.Origin != "") {
				t.Fatalf("%s: %s is %+v", tab.Name, l.Item, l.Value)
			}
		}
	}
}

func same(got, want string, kind export.Kind) bool {
	if kind != export.Number {
		return got == want
	}
	var a, b float64
	_, errA := fmt.Sscan(got, &a)
	_, errB := fmt.Sscan(want, &b)
	return errA == nil && errB == nil && a == b
}

// What a sheet of ten known ingredients costs.
func BenchmarkBook(b *testing.B) {
	var rows []sds.Row
	for _, cas := range []string{"108-88-3", "1330-20-7", "67-64-1", "67-56-1", "78-93-3", "141-78-6", "110-54-3", "64-17-5", "71-36-3", "100-41-4"} {
		known, _ := chem.ByCAS(chem.CAS(cas))
		rows = append(rows, ingredientRow(known.Ja, cas, quantityField("concentration", numberOf(5), numberOf(10), "%", "5-10%")))
	}
	sections := []sds.Section{{Number: 3, Groups: []sds.Group{groupOf(sds.GroupComposition, rows...)}}}
	record := sds.Sheet{Name: "シンナー"}
	record.Derive(sections)
	facts()
	b.ReportAllocs()
	size := 0
	for range b.N {
		var out bytes.Buffer
		if err := New(&record, sections, Options{Version: Version3, Lang: "ja", At: day}).Write(&out); err != nil {
			b.Fatal(err)
		}
		size = out.Len()
	}
	b.ReportMetric(float64(size)/1024, "KB")
}
