package mhlw

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"anzen/shared/domain/message"
	"anzen/shared/domain/sds"
	"anzen/shared/reference/ghs"
	"anzen/shared/text/tsv"
)

// Every member that is written stands in the Ministry's schema. Two names of it are
// not in the list of its paths, which was made from it by a tool that takes them for the
// member before.
func TestEveryMemberIsOfTheSchema(t *testing.T) {
	list, err := os.ReadFile(filepath.Join("..", "..", "..", "..", "shared", "reference", "mhlw_sds_schema_v1_field_paths.tsv"))
	if err != nil {
		t.Skip("the list of the schema's paths is not here")
	}
	known := map[string]bool{}
	for row := range tsv.Read("mhlw_sds_schema_v1_field_paths.tsv", string(list)).Ragged().Rows() {
		known[strings.ReplaceAll(row.Text("path"), "[]", "")] = true
	}
	has := func(path string) bool {
		path = strings.NewReplacer("UseAdvisedAgainst[", "Use[", "CompositionAndConcentration", "Use").Replace(path)
		var bare strings.Builder
		for _, s := range mustPath(path) {
			if s.index < 0 {
				bare.WriteString("." + s.name)
			}
		}
		name := bare.String()[1:]
		name = strings.TrimSuffix(strings.TrimSuffix(name, ".FullText"), ".ItemName")
		for p := range known {
			if p == name || strings.HasPrefix(p, name+".") {
				return true
			}
		}
		return false
	}
	for _, one := range singles {
		if !has(pathOf(one.path)) {
			t.Errorf("%s is not in the schema", pathOf(one.path))
		}
	}
	for _, b := range blocks {
		if !has(pathOf(b.path)) {
			t.Errorf("%s is not in the schema", pathOf(b.path))
		}
	}
	for _, m := range classMembers {
		if !has(classification + "." + m.effect + "." + m.name) {
			t.Errorf("%s is not in the schema", m.name)
		}
	}
	for _, path := range additional {
		if !has(path + ".AdditionalInfo") {
			t.Errorf("%s has no additional information in the schema", path)
		}
	}
}

func TestEveryFieldHasAMember(t *testing.T) {
	written := map[string]bool{"1/product_name": true, "1/sds_number": true, "2/h_codes": true, "2/p_codes": true}
	for _, one := range singles {
		written[fmt.Sprintf("%d/%s", one.definition.Section, one.definition.Key)] = true
	}
	for _, d := range sds.Definitions {
		if d.Group == "" && !written[fmt.Sprintf("%d/%s", d.Section, d.Key)] {
			t.Errorf("section %d: no member holds %s", d.Section, d.Key)
		}
	}
	for _, class := range sds.HazardClasses {
		if class == "chemicals_under_pressure" {
			continue // newer than the format: written in words
		}
		if !slices.ContainsFunc(classMembers, func(m classMember) bool { return m.has(class) }) || className(class, sds.LanguageJapanese) == "" {
			t.Errorf("no member holds the class %s", class)
		}
	}
}

// Contents are a sheet's values, in an order that does not depend on its tables' order
// where the format has another.
func Contents(sections []sds.Section) map[string][]string {
	said := map[string][]string{}
	value := func(v sds.Value) string {
		encoded, _ := json.Marshal(v)
		return string(encoded)
	}
	codes := map[string][]string{}
	for _, s := range sections {
		for _, f := range s.Fields {
			if f.State == sds.StateDeleted {
				continue
			}
			if f.Key == "h_codes" || f.Key == "p_codes" {
				codes[f.Key] = append(codes[f.Key], f.Value.List...)
				continue
			}
			key := fmt.Sprintf("%d/%s", s.Number, f.Key)
			said[key] = append(said[key], value(f.Value))
		}
		for _, g := range s.Groups {
			key := fmt.Sprintf("%d/%s", s.Number, g.Key)
			for _, r := range g.Rows {
				var cells []string
				for _, f := range r.Fields {
					if f.State == sds.StateDeleted {
						continue
					}
					if f.Key == "code" {
						list := map[string]string{sds.GroupHazards: "h_codes", sds.GroupPrecautions: "p_codes"}[g.Key]
						codes[list] = append(codes[list], f.Value.Text)
					}
					cells = append(cells, f.Key+"="+value(f.Value))
				}
				slices.Sort(cells)
				if len(cells) > 0 {
					said[key] = append(said[key], strings.Join(cells, " "))
				}
			}
			if g.Key == sds.GroupText || g.Key == sds.GroupPrecautions || g.Key == sds.GroupClassification {
				slices.Sort(said[key])
			}
		}
	}
	for list, all := range codes {
		slices.Sort(all)
		said[list] = slices.Compact(all)
	}
	return said
}

var (
	words16 = rapid.StringMatching(`[A-Za-z0-9あ-んア-ヶ一-龠、。・%℃（）()/<>&"'\\-]{1,16}`)
	bodies  = rapid.Map(rapid.StringMatching(`[A-Za-z0-9あ-ん一-龠【】、。:=\[\]{}"\n -]{0,40}[A-Za-z0-9あ-ん】]`), strings.TrimSpace)
)

func drawValue(t *rapid.T, d sds.Definition) sds.Value {
	v := sds.Value{Kind: d.Kind}
	switch d.Kind {
	case sds.KindChoice:
		v.Text = rapid.SampledFrom(d.Choices).Draw(t, d.Key)
	case sds.KindFlag:
		v.Text = rapid.SampledFrom([]string{"true", "false"}).Draw(t, d.Key)
	case sds.KindDate:
		v.Text = rapid.SampledFrom([]string{"2024-02-29", "2026-11", "1999-12-31", "2025-01-01"}).Draw(t, d.Key)
	case sds.KindList:
		entry := words16
		switch d.Key {
		case "subsidiary_risks":
			entry = rapid.StringMatching(`[0-9](\.[0-9])?`)
		case "cas":
			entry = rapid.SampledFrom([]string{"67-64-1", "7732-18-5", "108-88-3"})
		case "pictograms":
			entry = rapid.SampledFrom(sds.Pictograms)
		}
		v.List = rapid.SliceOfN(entry, 1, 4).Draw(t, d.Key)
	case sds.KindQuantity:
		v.Quantity, v.Text = drawQuantity(t, d.Key)
	default:
		v.Text = words16.Draw(t, d.Key)
		if d.Key == "un_number" {
			v.Text = rapid.SampledFrom([]string{"1294", "0081", "not_regulated"}).Draw(t, d.Key)
		}
	}
	return v
}

func drawQuantity(t *rapid.T, key string) (*sds.Quantity, string) {
	n := rapid.Float64Range(-1e9, 1e9)
	unit := rapid.SampledFrom([]string{"", "C", "F", "K", "%", "kPa", "mg/m3", "ppm"}).Draw(t, key+" unit")
	low := n.Draw(t, key+" low")
	switch rapid.IntRange(0, 4).Draw(t, key+" form") {
	case 0:
		return nil, rapid.SampledFrom([]string{"営業秘密", "残部", "trade secret"}).Draw(t, key)
	case 1:
		high := low
		return &sds.Quantity{Low: &low, LowOp: "=", High: &high, HighOp: "=", Unit: unit}, ""
	case 2:
		return &sds.Quantity{Low: &low, LowOp: rapid.SampledFrom([]string{"=", ">=", ">"}).Draw(t, key), Unit: unit}, ""
	case 3:
		return &sds.Quantity{High: &low, HighOp: rapid.SampledFrom([]string{"=", "<=", "<"}).Draw(t, key), Unit: unit}, ""
	default:
		high := low + rapid.Float64Range(0.5, 1e6).Draw(t, key+" width")
		return &sds.Quantity{Low: &low, LowOp: rapid.SampledFrom([]string{"=", ">=", ">"}).Draw(t, key), High: &high, HighOp: rapid.SampledFrom([]string{"=", "<=", "<"}).Draw(t, key), Unit: unit}, ""
	}
}

func drawSheet(t *rapid.T) []sds.Section {
	var sections []sds.Section
	for n := 1; n <= 16; n++ {
		s := sds.Section{Number: n}
		columns := map[string][]sds.Definition{}
		var groups []string
		for _, d := range sds.Definitions {
			switch {
			case d.Section != n || d.Key == "h_codes" || d.Key == "p_codes":
			case d.Group != "":
				if columns[d.Group] == nil {
					groups = append(groups, d.Group)
				}
				columns[d.Group] = append(columns[d.Group], d)
			case rapid.Bool().Draw(t, d.Key+"?"):
				s.Fields = append(s.Fields, sds.Field{ID: d.Key, Key: d.Key, Value: drawValue(t, d)})
			}
		}
		for _, key := range groups {
			g := sds.Group{Key: key}
			for i := range rapid.IntRange(0, 4).Draw(t, key+" rows") {
				row := sds.Row{ID: fmt.Sprint(i)}
				for _, d := range columns[key] {
					v := drawValue(t, d)
					switch {
					case key == sds.GroupText && d.Key == "title":
						v.Text = drawTitle(t, n)
					case key == sds.GroupText:
						v.Text = bodies.Draw(t, "body")
					case d.Key == "code":
						v.Text = rapid.SampledFrom([]string{"H225", "H300+H310", "P210", "P301+P310", "P403", "P501"}).Draw(t, "code")
					case d.Key == "effects" && !strings.HasPrefix(row.Fields[0].Value.Text, "stot_"):
						continue // the format has organs alone
					case d.Key == "class" && v.Text == inhalation:
						v.Text = inhalation + "_gas" // a form that is not stated may come back as that of the physical state
					case d.Key == "category":
						v.Text = drawCategory(t, row)
					case key != sds.GroupClassification && d.Key != "name" && d.Key != "text" && d.Key != "body" && !rapid.Bool().Draw(t, d.Key+"?"):
						continue
					}
					row.Fields = append(row.Fields, sds.Field{ID: sds.FieldID(key, row.ID, d.Key), Key: d.Key, Value: v})
				}
				g.Rows = append(g.Rows, row)
			}
			s.Groups = append(s.Groups, g)
		}
		sections = append(sections, s)
	}
	return sections
}

func drawTitle(t *rapid.T, section int) string {
	titles := []string{"その他", "4.1 一般的な注意", "ToxicologicalInformation[0].AcuteToxicity", "StabilityReactivity"}
	for _, b := range blocks {
		if b.section == section {
			titles = append(titles, b.ja, b.en, b.ja+"の措置")
		}
	}
	return rapid.SampledFrom(titles).Draw(t, "title")
}

func drawCategory(t *rapid.T, row sds.Row) string {
	var keys []string
	class, _ := ghs.ClassByKey(row.Fields[0].Value.Text)
	for _, k := range ghs.Categories(class.ID()) {
		keys = append(keys, k.Key)
	}
	return rapid.SampledFrom(keys).Draw(t, "category")
}

func TestASheetComesBackAsItWas(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		sections := drawSheet(t)
		language := rapid.SampledFrom([]int{sds.LanguageJapanese, sds.LanguageEnglish}).Draw(t, "language")
		document, err := Export(language, sections)
		if err != nil {
			t.Fatal(err)
		}
		back, err := Import(document)
		if err != nil {
			t.Fatalf("%v\n%s", err, document)
		}
		named := slices.ContainsFunc(sections[0].Fields, func(f sds.Field) bool { return f.Key == "product_name" })
		if named && back.Language != language {
			t.Fatalf("language %d, want %d", back.Language, language)
		}
		if !named && language == sds.LanguageEnglish {
			return // without a name, a document does not name its language
		}
		if diff := cmp.Diff(Contents(sections), Contents(back.Sections)); diff != "" {
			t.Fatalf("%s\n%s", diff, document)
		}
		if len(back.Left) > 0 {
			t.Fatalf("not imported: %v", back.Left)
		}
		again, err := Export(back.Language, back.Sections)
		if err != nil || string(again) != string(document) {
			if diff := cmp.Diff(tree(document), tree(again)); diff != "" && !reordered(document, again) {
				t.Fatalf("%v\n%s", err, diff)
			}
		}
	})
}

// reordered reports whether two documents have the same values, whatever the order of lists.
func reordered(a, b []byte) bool {
	values := func(data []byte) (all []string) {
		for _, l := range leaves("", tree(data)) {
			all = append(all, fmt.Sprint(l.value))
		}
		slices.Sort(all)
		return all
	}
	return slices.Equal(values(a), values(b))
}

func tree(data []byte) (v any) {
	_ = json.Unmarshal(data, &v)
	return v
}

// foreign is a document of somebody else's, with much that a sheet has no field for.
const foreign = `{
  "Datasheet": {"IssueDate": "2024/3/31", "RevisionDate": ["2024-01-01", "2025年4月1日"], "SDS-SchemaVersionNo": "1.0", "JISVersionNo": ["JIS Z 7253:2019"]},
  "Identification": {"TradeProductIdentity": {"TradeNameJP": "エタノール", "TradeNameEN": "Ethanol", "ProductNoUser": ["E-1", "E-2"]},
    "SupplierInformation": {"CompanyName": "みどり化学", "EmergencyContact": [{"Phone": "0120-000-000", "WorkingHours": "24時間"}]}},
  "HazardIdentification": {"Classification": {"PhysicochemicalEffect": {"FlammableLiquids": "区分２", "Explosives": "区分に該当しない"},
      "HealthEffect": {"AcuteToxicityInhalationVapour": "区分4", "EyeDamageOrIrritation": "区分2B", "SpecificTargetOrganSE": [{"Category": "区分3", "TargetOrgan": ["気道"]}]}},
    "HazardLabelling": {"SignalWord": "危険", "HazardPictogram": ["GHS02"], "HazardStatement": [{"HazardStatementCode": "H225", "FullText": "引火性の高い液体及び蒸気"}],
      "PrecautionaryStatements": {"Response": [{"PrecautionaryStatementCode": "P370+P378"}]}}},
  "Composition": {"CompositionType": "単一物質", "CompositionAndConcentration": [{"SubstanceIdentifiers": {"SubstanceNames": {"IupacName": "エタノール"},
      "SubstanceIdentity": {"CASno": {"FullText": ["64-17-5"]}}}, "MolecularWeight": 46.07,
      "Concentration": {"NumericRangeWithUnitAndQualifier": {"LowerValue": {"ValueSymbol": "≧", "Value": 99.5}, "Unit": "%"}}}]},
  "FirstAidMeasures": {"ExposureRoute": {"FirstAidInhalation": {"FullText": "新鮮な空気の場所に移す。"}}},
  "PhysicalChemicalProperties": {"BasePhysicalChemicalProperties": {"PhysicalState": "液体"},
    "FlashPoint": [{"NumericRangeWithUnitAndQualifier": {"ExactValue": {"Value": 13.0}, "Unit": "℃"}, "Method": "密閉式"}],
    "Densities": [{"ItemName": "比重", "NumericRangeWithUnitAndQualifier": {"ExactValue": {"Value": 0.789}}}]},
  "StabilityReactivity": {"HazardousReactions": {"FullText": "強酸化剤と反応する。", "Flammability": "引火しやすい"}},
  "ToxicologicalInformation": [{"AcuteToxicity": {"ExposureRoute": [{"ExposureRouteName": "経口", "Result": [{"toxicityTestInfo": {"TestGuidline": "OECD 401", "Dose/Concentration": 7060}}]}]},
    "SkinCorrosionIrritation": {"Category": "区分2"}}],
  "TransportInformation": {"InternationalRegulations": [{"RegulationName": [{"UnNo": "1170", "ProperShippingName": "ETHANOL", "PackingGroup": "II"}], "MarinePollutant": "非該当"}]},
  "OtherInformation": {"Desclaimer": "保証するものではありません。", "RevisionInformation": [{"LastUpdateDate": "2025-04-01", "FullText": "全面改訂"}]}
}`

func TestADocumentBecomesASheet(t *testing.T) {
	in, err := Import([]byte(foreign))
	if err != nil {
		t.Fatal(err)
	}
	var s sds.Sheet
	s.Derive(in.Sections)
	if s.ProductName != "エタノール" || s.IssuedOn != "2024-03-31" || s.RevisedOn != "2025-04-01" || s.SignalWord != "danger" || s.UNNumber != "1170" || s.PackingGroup != "II" ||
		s.State != "liquid" || s.Composition != sds.CompositionSubstance || in.Language != sds.LanguageJapanese {
		t.Errorf("head: %+v", s)
	}
	if want := []string{"explosives/not_classified", "flammable_liquids/2", "acute_toxicity_inhalation_vapour/4", "eye_damage/2B", "stot_single/3"}; !slices.Equal(s.GHSCategories, want) {
		t.Errorf("categories %v, want %v", s.GHSCategories, want)
	}
	if s.FlashPoint == nil || *s.FlashPoint.Low != 13 || len(s.Ingredients) != 1 || *s.Ingredients[0].Concentration.Low != 99.5 || s.Ingredients[0].Concentration.High != nil {
		t.Errorf("flash point %+v, ingredients %+v", s.FlashPoint, s.Ingredients)
	}
	if s.Unreviewed != 0 || len(s.GuardedCodes) != 0 || !slices.Equal(s.ProductCodes, []string{"E-1", "E-2"}) {
		t.Errorf("unreviewed %d, codes %v, guarded %v", s.Unreviewed, s.ProductCodes, s.GuardedCodes)
	}
	want := []string{
		"Datasheet.RevisionDate[0]", "Identification.SupplierInformation.EmergencyContact[0].WorkingHours",
		"Identification.TradeProductIdentity.TradeNameEN", "Composition.CompositionAndConcentration[0].MolecularWeight",
	}
	slices.Sort(want)
	slices.Sort(in.Left)
	if diff := cmp.Diff(want, in.Left); diff != "" {
		t.Errorf("not imported: %s", diff)
	}
	for _, section := range in.Sections {
		section.Each(func(_ string, f *sds.Field) {
			if f.Extractor != Extractor || f.Confidence != 1 || f.State != sds.StateMachine {
				t.Errorf("%s: %+v", f.ID, f)
			}
		})
	}
	// Nothing but what is reported is lost on the way back.
	out, err := Export(in.Language, in.Sections)
	if err != nil {
		t.Fatal(err)
	}
	has := map[string]int{}
	for _, l := range leaves("", tree(out)) {
		has[l.path]++
	}
	for _, l := range leaves("", tree([]byte(foreign))) {
		renamed := strings.HasSuffix(l.path, "IupacName") || strings.HasPrefix(l.path, "Datasheet.RevisionDate")
		if has[l.path] == 0 && !slices.Contains(in.Left, l.path) && !renamed {
			t.Errorf("%s is lost\n%s", l.path, out)
		}
	}
}

func TestWhatIsWrongIsToldWithItsPath(t *testing.T) {
	tests := []struct{ name, document, want string }{
		{"not JSON", "{\n\"Datasheet\": }", "exchange.not_json"},
		{"not text", "{\"Datasheet\": \"\xff\"}", "exchange.not_json"},
		{"a list", "[]", "exchange.not_json"},
		{"something else", `{"name": "x"}`, "exchange.not_mhlw"},
		{"another version", `{"Datasheet": {"SDS-SchemaVersionNo": "2.0"}}`, "Datasheet.SDS-SchemaVersionNo exchange.version"},
		{"a number for a name", `{"Identification": {"TradeProductIdentity": {"TradeNameJP": 5}}}`, "Identification.TradeProductIdentity.TradeNameJP exchange.text_expected"},
		{"a text for a number", `{"PhysicalChemicalProperties": {"FlashPoint": [{"NumericRangeWithUnitAndQualifier": {"ExactValue": {"Value": "13"}}}]}}`, "PhysicalChemicalProperties.FlashPoint[0].NumericRangeWithUnitAndQualifier.ExactValue.Value exchange.number_expected"},
		{"no list", `{"PhysicalChemicalProperties": {"FlashPoint": {}}}`, "PhysicalChemicalProperties.FlashPoint exchange.list_expected"},
		{"no object", `{"Composition": []}`, "Composition exchange.object_expected"},
		{"no list of toxicity", `{"ToxicologicalInformation": {}}`, "ToxicologicalInformation exchange.list_expected"},
		{"a date", `{"Datasheet": {"IssueDate": "2024-02-30"}}`, "Datasheet.IssueDate exchange.date"},
		{"no UN number", `{"TransportInformation": {"InternationalRegulations": [{"RegulationName": [{"UnNo": "トルエン"}]}]}}`, "TransportInformation.InternationalRegulations[0].RegulationName[0].UnNo exchange.un_number"},
		{"a choice", `{"HazardIdentification": {"HazardLabelling": {"SignalWord": "たぶん"}}}`, "HazardIdentification.HazardLabelling.SignalWord exchange.choice"},
		{"a range turned round", `{"PhysicalChemicalProperties": {"PhValue": [{"NumericRangeWithUnitAndQualifier": {"LowerValue": {"Value": 9}, "UpperValue": {"Value": 3}}}]}}`, "PhysicalChemicalProperties.PhValue[0].NumericRangeWithUnitAndQualifier exchange.range"},
		{"a long text", `{"OtherInformation": {"Desclaimer": "` + strings.Repeat("あ", 20_001) + `"}}`, "OtherInformation.Desclaimer exchange.text_long"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			_, err := Import([]byte(test.document))
			var e *message.Error
			if !errors.As(err, &e) {
				t.Fatalf("%v", err)
			}
			got := []string{string(e.Code)}
			for _, f := range e.Fields {
				got = append(got, f.Path+" "+string(f.Code))
				if !message.Known(f.Code) {
					t.Errorf("%s has no text", f.Code)
				}
			}
			if !slices.Contains(got, test.want) || !message.Known(e.Code) {
				t.Errorf("%v, want %s", got, test.want)
			}
		})
	}
}

// Days and UN numbers are read and kept in the form in which every other way in keeps them, with
// what the document says beside.
func TestDaysAndUNNumbersAreKeptInOneForm(t *testing.T) {
	for text, want := range map[string]string{
		"令和6年3月31日": "2024-03-31", "R6.3.31": "2024-03-31", "平成30年4月": "2018-04", "20240331": "2024-03-31", "2024年3月": "2024-03", "2024-03-31T09:00:00+09:00": "2024-03-31", "２０２４／３／３１": "2024-03-31",
	} {
		in, err := Import([]byte(`{"Datasheet": {"IssueDate": "` + text + `", "RevisionDate": ["` + text + `"]}}`))
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		for _, key := range []string{"issue_date", "revision_date"} {
			if f := in.Sections[0].Find(key); f == nil || f.Value.Text != want || f.Raw != text {
				t.Errorf("%s as %s: %+v, want %s", text, key, f, want)
			}
		}
	}
	for text, want := range map[string]string{"UN1170": "1170", "ＵＮ 1170": "1170", "UN No. 1170": "1170", "該当しない": "not_regulated", "Not regulated": "not_regulated"} {
		in, err := Import([]byte(`{"TransportInformation": {"InternationalRegulations": [{"RegulationName": [{"UnNo": "` + text + `"}]}]}}`))
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		if f := in.Sections[0].Find("un_number"); f == nil || f.Value.Text != want || f.Raw != text {
			t.Errorf("%s: %+v, want %s", text, f, want)
		}
	}
}

func FuzzImport(f *testing.F) {
	f.Add([]byte(foreign))
	f.Add([]byte(`{"ToxicologicalInformation":[{},null],"OtherInformation":{"a.b":[[[1]]],"x":true}}`))
	f.Add([]byte(`{"TransportInformation":{"InternationalRegulations":[null,{"RegulationName":[{"UnNo":"1001"}]}]}}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		in, err := Import(data)
		if err != nil {
			return
		}
		out, err := Export(in.Language, in.Sections)
		if err != nil {
			t.Fatal(err)
		}
		back, err := Import(out)
		if err != nil {
			t.Fatalf("its own document is refused: %v\n%s", err, out)
		}
		if len(in.Sections) > 0 && len(back.Sections) == 0 {
			t.Fatalf("everything is lost: %s", out)
		}
	})
}
