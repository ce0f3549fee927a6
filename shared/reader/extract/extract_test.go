package extract_test

import (
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"anzen/shared/reader/doc"
	"anzen/shared/reader/extract"
)

// line prints texts side by side at given places; a text is one word.
func line(y float64, cells ...any) doc.Line {
	l := doc.Line{Page: 1, Size: 10}
	var texts []string
	for i := 0; i+1 < len(cells); i += 2 {
		x, text := float64(cells[i].(int)), cells[i+1].(string)
		at := x
		for _, word := range strings.Split(text, " ") {
			w := 0.0
			for _, r := range word {
				if r > 0xff {
					w += 10
				} else {
					w += 5
				}
			}
			l.Words = append(l.Words, doc.Word{Text: word, Page: 1, Size: 10, Conf: 1, Box: doc.Box{X0: at, Y0: y, X1: at + w, Y1: y + 10}})
			at += w + 3
		}
		texts = append(texts, text)
	}
	for _, w := range l.Words {
		l.Box = l.Box.Union(w.Box)
	}
	l.Text = strings.Join(texts, " ")
	l.Raw = l.Text
	return l
}

// lines are one below the other, each one text at the left.
func lines(texts ...string) []doc.Line {
	var out []doc.Line
	for i, t := range texts {
		out = append(out, line(float64(100+14*i), 50, t))
	}
	return out
}

func pair(label, value string) doc.Pair {
	return doc.Pair{Label: label, Value: value, Kind: doc.Colon, LabelLines: lines(label), ValueLines: lines(value)}
}

// sheet is a document of one section each.
func sheet(language string, sections ...doc.Section) *doc.Document {
	return &doc.Document{Language: language, IsSheet: true, Sections: sections}
}

func section(number int, ls []doc.Line, pairs ...doc.Pair) doc.Section {
	return doc.Section{Number: number, Lines: ls, Pairs: pairs, First: 1, Last: 1}
}

func read(d *doc.Document) extract.Result { return extract.Sheet(d) }

// wantTexts reads a sheet for each text that it prints, and checks what a field of it is.
func wantTexts(t *testing.T, key string, wants map[string]string, of func(printed string) *doc.Document) {
	t.Helper()
	for printed, want := range wants {
		r := read(of(printed))
		if got := r.Text(key); got != want {
			t.Errorf("%q: %s %q, want %q", printed, key, got, want)
		}
	}
}

// form is a label of section 9 with what stands beside it, and what a field is by it: a quantity as it is written, else a text; empty for none.
type form struct{ label, value, key, want string }

// wantForms reads each form between items that are no fields.
func wantForms(t *testing.T, forms ...form) {
	t.Helper()
	for _, f := range forms {
		r := read(sheet("en", section(9, nil, pair("Evaporation rate", "slow"), pair("Odor threshold", "not known"), pair("Oxidizing properties", "no"), pair(f.label, f.value))))
		got := ""
		if v := r.Get(f.key); v != nil {
			got = v.Quantity.String() + v.Text
		}
		if got != f.want {
			t.Errorf("%s: %s: %s %q, want %q", f.label, f.value, f.key, got, f.want)
		}
	}
}

func TestIdentification(t *testing.T) {
	r := read(sheet("ja", section(0, lines("安全データシート", "作成日 平成20年10月3日 改訂日 令和元年5月1日")), section(1, lines(
		"製品名：アンゼンクリーナー", "製品コード：AC-100、AC-200", "会社名：安全化学株式会社", "住所：東京都千代田区1-1", "電話番号：03-0000-1111 FAX：03-0000-2222", "緊急連絡先：同上"))))
	for key, want := range map[string]string{
		"product_name": "アンゼンクリーナー", "supplier_name": "安全化学株式会社", "supplier_phone": "03-0000-1111", "emergency_phone": "03-0000-1111",
		"issue_date": "2008-10-03", "revision_date": "2019-05-01",
	} {
		if got := r.Text(key); got != want {
			t.Errorf("%s = %q, want %q", key, got, want)
		}
	}
	if got := strings.Join(r.List("product_codes"), " "); got != "AC-100 AC-200" {
		t.Errorf("product codes %q", got)
	}
}

func TestWhoMadeItAndWhoSellsIt(t *testing.T) {
	for _, tt := range []struct{ lines, supplier, manufacturer string }{
		{"供給者の会社名称：安全化学株式会社|製造元：架空油化株式会社", "安全化学株式会社", "架空油化株式会社"},
		{"会社名：安全化学株式会社|住所：東京都千代田区1-1", "安全化学株式会社", ""},
		{"製造者：架空ディー・ジー株式会社", "架空ディー・ジー株式会社", "架空ディー・ジー株式会社"},
		{"Supplier: Harborline Ltd.|Manufacturer: Midori Chemical Works Inc.", "Harborline Ltd.", "Midori Chemical Works Inc."},
	} {
		r := read(sheet("ja", section(1, lines(strings.Split(tt.lines, "|")...))))
		if got := [2]string{r.Text("supplier_name"), r.Text("manufacturer_name")}; got != [2]string{tt.supplier, tt.manufacturer} {
			t.Errorf("%s: %q", tt.lines, got)
		}
	}
}

func TestOneDateStandsForBoth(t *testing.T) {
	tests := []struct{ line, issue, revision string }{
		{"発行日：2023/08/15", "2023-08-15", "2023-08-15"},
		{"改訂日：2023/08/15", "", "2023-08-15"},
		{"作成・改訂日：2012.11.30", "2012-11-30", "2012-11-30"},
		{"作成日 2010/01/01 前回改訂日 2015/01/01 改訂日 2020/01/01 印刷日 2021/01/01", "2010-01-01", "2020-01-01"},
		{"2016年10月3日 改訂", "", "2016-10-03"},
		{"Druckdatum: 08.05.2015 überarbeitet am: 07.05.2015", "", "2015-05-07"},
		{"Date de révision : 20 mars 2026", "", "2026-03-20"},
		{"Date de rédaction: 20 mars 2026", "2026-03-20", "2026-03-20"},
		{"최종 개정일자 : 2022-10-27", "", "2022-10-27"},
		{"Issue Date: 16-Feb-2011 Revision Date: 25-Dec-2016 Print Date: 01-Jan-2017", "2011-02-16", "2016-12-25"},
	}
	for _, tt := range tests {
		r := read(sheet("ja", section(1, lines(tt.line))))
		if got := [2]string{r.Text("issue_date"), r.Text("revision_date")}; got != [2]string{tt.issue, tt.revision} {
			t.Errorf("%q: %v", tt.line, got)
		}
	}
}

func TestAStatementWithoutItsCode(t *testing.T) {
	for _, printed := range []string{"飲み込むと有害のおそれ [H303]", "H303 飲み込むと有害のおそれ", "飲み込むと有害のおそれ（H303）", "【H303】飲み込むと有害のおそれ"} {
		r := read(sheet("ja", section(2, lines("危険有害性情報", printed, "注意書き", "P210 熱から遠ざけること。"))))
		if rows := r.Rows("hazard_statements"); len(rows) != 1 || rows[0]["code"].Text != "H303" || rows[0]["text"].Text != "飲み込むと有害のおそれ" {
			t.Errorf("%s: %v", printed, rows)
		}
	}
}

func TestHazards(t *testing.T) {
	r := read(sheet("ja", section(2, lines(
		"GHS分類", "引火性液体 区分2", "急性毒性（経口） 区分に該当しない", "特定標的臓器毒性（単回ばく露） 区分3（麻酔作用）",
		"注意喚起語：危険", "危険有害性情報", "引火性の高い液体及び蒸気", "眠気又はめまいのおそれ", "注意書き", "P210 熱から遠ざけること。",
	))))
	v := r.GoldView()
	want := []extract.ViewClass{{Class: "flammable_liquids", Category: "2"}, {Class: "stot_single", Category: "3"}}
	if d := cmp.Diff(want, v.Classification); d != "" {
		t.Errorf("classification (-want +got)\n%s", d)
	}
	if v.Text("signal_word") == nil || *v.Text("signal_word") != "danger" || v.HazardStatementCount == nil || *v.HazardStatementCount != 2 {
		t.Errorf("signal %v, statements %v", v.Text("signal_word"), v.HazardStatementCount)
	}
	if len(v.List("h_codes")) != 0 || strings.Join(v.List("p_codes"), " ") != "P210" {
		t.Errorf("H %v, P %v", v.List("h_codes"), v.List("p_codes"))
	}
	if rows := r.Rows("hazard_statements"); len(rows) != 2 || rows[0]["code"].Text != "H225" || rows[1]["code"].Text != "H336" {
		t.Errorf("statements %v", rows)
	}
}

// table makes a ruled table of texts.
func table(rows ...[]string) doc.Table {
	t := doc.Table{Page: 1, Kind: doc.Lattice}
	for i, r := range rows {
		var cells []doc.Cell
		for k, text := range r {
			c := doc.Cell{Page: 1, RowSpan: 1, ColSpan: 1, Box: doc.Box{X0: float64(50 + 100*k), Y0: float64(100 + 20*i), X1: float64(150 + 100*k), Y1: float64(120 + 20*i)}}
			if text != "" {
				c.Lines = []doc.Line{line(c.Box.Y0+5, 50+100*k, text)}
			}
			cells = append(cells, c)
		}
		t.Rows = append(t.Rows, cells)
	}
	return t
}

func part(name, cas string, low float64, lowOp string, high float64, highOp string) extract.ViewPart {
	p := extract.ViewPart{Name: &name, CAS: []string{}}
	if cas != "" {
		p.CAS = []string{cas}
	}
	unit := "%"
	if lowOp != "" {
		p.Low, p.LowOp, p.Unit = &low, &lowOp, &unit
	}
	if highOp != "" {
		p.High, p.HighOp, p.Unit = &high, &highOp, &unit
	}
	return p
}

func TestCompositionFromTables(t *testing.T) {
	want := []extract.ViewPart{part("トルエン", "108-88-3", 60, ">=", 70, "<="), part("添加剤", "", 0, "", 1, "<"), part("水", "7732-18-5", 0, "", 0, "")}
	for name, rows := range map[string][][]string{
		"with a heading":  {{"成分名", "含有量(wt%)", "CAS番号"}, {"トルエン", "60～70", "108-88-3"}, {"添加剤", "<1", "非開示"}, {"水", "残部", "7732-18-5"}, {"合計", "100", ""}},
		"columns swapped": {{"CAS No.", "化学名又は一般名", "濃度又は濃度範囲"}, {"108-88-3", "トルエン", "60-70%"}, {"営業秘密", "添加剤", "1%未満"}, {"7732-18-5", "水", "残部"}},
	} {
		s := section(3, nil)
		s.Tables = []doc.Table{table(rows...)}
		r := read(sheet("ja", s))
		if d := cmp.Diff(want, r.GoldView().Composition); d != "" {
			t.Errorf("%s (-want +got)\n%s", name, d)
		}
	}
}

func TestCompositionFromRecordsLinesAndColumns(t *testing.T) {
	want := []extract.ViewPart{part("Acetone", "67-64-1", 30, ">=", 50, "<="), part("Toluene", "108-88-3", 0, "", 10, "<")}
	records := section(3, nil, pair("Component 1", "Acetone"), pair("CAS No.", "67-64-1"), pair("Concentration", "30 - 50 %"), pair("Component 2", "Toluene"), pair("CAS No.", "108-88-3"), pair("Concentration", "< 10 %"))
	running := section(3, lines("Acetone (CAS No. 67-64-1) 30 - 50 %", "Toluene (CAS No. 108-88-3) < 10 %"))
	columns := section(3, []doc.Line{line(100, 50, "Chemical name", 200, "Concentration", 320, "CAS no."), line(114, 50, "Acetone", 200, "30 - 50", 320, "67-64-1"), line(128, 50, "Toluene", 200, "< 10", 320, "108-88-3")})
	transposed := section(3, []doc.Line{line(100, 50, "Name", 150, "Acetone", 250, "Toluene"), line(130, 50, "CAS No.", 150, "67-64-1", 250, "108-88-3"), line(160, 50, "Content (%)", 150, "30 - 50", 250, "< 10")})
	for name, s := range map[string]doc.Section{"records": records, "lines": running, "columns": columns, "transposed": transposed} {
		r := read(sheet("en", s))
		if d := cmp.Diff(want, r.GoldView().Composition); d != "" {
			t.Errorf("%s (-want +got)\n%s", name, d)
		}
	}
}

// A number apart from its label is no part of the name, but one that does not count on is.
func TestNumbersOfIngredientsApartFromTheirLabel(t *testing.T) {
	for want, s := range map[string]doc.Section{
		"アセトン キシレン":          section(3, nil, pair("成分", "1 アセトン"), pair("CAS番号", "67-64-1"), pair("含有量", "30 %"), pair("成分", "2キシレン"), pair("CAS番号", "1330-20-7"), pair("含有量", "5 %")),
		"2エチルヘキサノール 1-ブタノール": section(3, nil, pair("成分", "2エチルヘキサノール"), pair("CAS番号", "104-76-7"), pair("含有量", "30 %"), pair("成分", "1-ブタノール"), pair("CAS番号", "71-36-3"), pair("含有量", "5 %")),
	} {
		var got []string
		r := read(sheet("ja", s))
		for _, p := range r.GoldView().Composition {
			if p.Name != nil {
				got = append(got, *p.Name)
			}
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%q, want %s", got, want)
		}
	}
}

func TestProperties(t *testing.T) {
	r := read(sheet("ja", section(9, nil,
		pair("外観", "無色透明の液体"), pair("臭い", "芳香臭"), pair("pH", "データなし"), pair("融点・凝固点", "-95℃"), pair("沸点又は初留点及び沸点範囲", "110～111℃"),
		pair("引火点", "4℃（密閉式）"), pair("爆発範囲", "下限 1.1 vol%、上限 7.1 vol%"), pair("蒸気圧", "20℃：2.9 kPa"), pair("比重", "0.87（20/4℃）"),
		pair("粘度", "0.59 mPa·s（20℃）"), pair("溶解度", "水：不溶、エタノール：可溶"), pair("n-オクタノール／水分配係数", "log Pow = 2.73"), pair("自然発火点", "非該当"))))
	v := r.GoldView()
	if v.Text("state") == nil || *v.Text("state") != "liquid" || v.Text("color") == nil || *v.Text("color") != "無色透明" || v.Text("odor") == nil || *v.Text("odor") != "芳香臭" {
		t.Errorf("state %v color %v odor %v", v.Text("state"), v.Text("color"), v.Text("odor"))
	}
	for name, q := range map[string]struct {
		got  *extract.ViewQuantity
		want string
	}{
		"melting": {v.Quantity("melting_point"), "-95 C"}, "boiling": {v.Quantity("boiling_point"), "110-111 C"}, "flash": {v.Quantity("flash_point"), "4 C"}, "low": {v.Quantity("explosive_low"), "1.1 vol%"}, "high": {v.Quantity("explosive_high"), "7.1 vol%"},
		"pressure": {v.Quantity("vapor_pressure"), "2.9 kPa"}, "relative density": {v.Quantity("relative_density"), "0.87"}, "viscosity": {v.Quantity("viscosity_dynamic"), "0.59 mPa·s"}, "kow": {v.Quantity("log_kow"), "2.73"}, "ph": {v.Quantity("ph"), ""}, "ignition": {v.Quantity("auto_ignition"), ""}, "density": {v.Quantity("density"), ""},
	} {
		if got := show(q.got); got != q.want {
			t.Errorf("%s = %q, want %q", name, got, q.want)
		}
	}
	if v.Text("solubility_water") == nil || *v.Text("solubility_water") != "不溶" {
		t.Errorf("solubility %v", v.Text("solubility_water"))
	}
}

func show(q *extract.ViewQuantity) string {
	if q == nil {
		return ""
	}
	s := strings.TrimRight(strings.TrimRight(cmpFloat(q.Low), "0"), ".")
	if high := strings.TrimRight(strings.TrimRight(cmpFloat(q.High), "0"), "."); high != s {
		s += "-" + high
	}
	if q.Unit != nil {
		s += " " + *q.Unit
	}
	return s
}

func TestTransportAndLaws(t *testing.T) {
	r := read(sheet("ja",
		section(14, nil, pair("国連番号", "UN1294"), pair("品名（国連輸送名）", "トルエン"), pair("国連分類", "クラス3"), pair("副次危険", "－"), pair("容器等級", "Ⅱ"), pair("海洋汚染物質", "非該当")),
		section(15, lines("労働安全衛生法 名称等を通知すべき有害物", "毒物及び劇物取締法 該当しない", "消防法 第4類引火性液体第一石油類", "化学物質排出把握管理促進法 非該当"))))
	v := r.GoldView()
	if *v.Text("un_number") != "1294" || *v.Text("shipping_name") != "トルエン" || *v.Text("transport_class") != "3" || *v.Text("packing_group") != "II" || *v.Flag("marine_pollutant") {
		t.Errorf("transport %+v", v)
	}
	if got := strings.Join(v.Laws, " "); got != "労働安全衛生法 消防法" {
		t.Errorf("laws %q", got)
	}
	r = read(sheet("en", section(14, lines("Not regulated as dangerous goods under DOT, IMDG or IATA.")), section(15, lines("TSCA: All components are listed.", "SARA 313: This product does not contain any listed chemicals."))))
	v = r.GoldView()
	if v.Text("un_number") == nil || *v.Text("un_number") != "not_regulated" || strings.Join(v.Laws, " ") != "TSCA" {
		t.Errorf("UN %v, laws %v", v.Text("un_number"), v.Laws)
	}
}

func TestEveryValueTellsWhereItStands(t *testing.T) {
	r := read(sheet("ja", section(1, lines("製品名：アンゼン", "会社名：安全株式会社 電話 03-0000-1111", "改訂日：2024年1月1日")), section(2, lines("引火性液体 区分2", "注意喚起語：危険", "危険有害性情報：引火性の高い液体及び蒸気"))))
	if len(r.Values) < 6 {
		t.Fatalf("only %d values", len(r.Values))
	}
	for _, v := range r.Values {
		if len(v.Source) == 0 || v.Source[0].Page != 1 || len(v.Source[0].Boxes) == 0 || v.Extractor == "" || v.Confidence <= 0 || v.Confidence > 1 {
			t.Errorf("%s = %+v", v.Key, v)
		}
	}
}

func TestEmptyDocuments(t *testing.T) {
	for _, d := range []*doc.Document{{}, {Language: "ja", Sections: []doc.Section{{Number: 3}, {Number: 9}, {Number: 2}}}} {
		r := read(d)
		v := r.GoldView()
		if v.Text("product_name") != nil || len(v.Composition) != 0 || v.Language == nil {
			t.Errorf("an empty document has %+v", v)
		}
	}
}

func cmpFloat(x *float64) string {
	if x == nil {
		return ""
	}
	return strconv.FormatFloat(*x, 'f', 6, 64)
}

func TestStatementsWithTheirSentences(t *testing.T) {
	r := read(sheet("ja", section(2, lines("注意喚起語：危険", "危険有害性情報", "H225 引火性の高い液体及び蒸気", "注意書き", "P210 熱、高温のもの、火花、裸火から", "遠ざけること。禁煙。", "日光から遮断すること。(P410)", "P501"))))
	var got []string
	for _, row := range r.Rows("precautionary_statements") {
		got = append(got, row["code"].Text+" "+row["text"].Text)
	}
	want := []string{"P210 熱、高温のもの、火花、裸火から遠ざけること。禁煙。", "P410 日光から遮断すること。", "P501 内容物／容器を…に廃棄すること。"}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("with codes (-want +got)\n%s", d)
	}
	r = read(sheet("en", section(2, lines("Signal word: Warning", "Precautionary statements", "Prevention", "Keep container tightly closed.", "Storage", "Store locked up."))))
	got = nil
	for _, row := range r.Rows("precautionary_statements") {
		got = append(got, row["code"].Text)
	}
	if d := cmp.Diff([]string{"P233", "P405"}, got); d != "" {
		t.Errorf("by their wording (-want +got)\n%s", d)
	}
}

func TestAddressUnderTheName(t *testing.T) {
	for _, c := range []struct {
		lines []string
		want  string
	}{
		{[]string{"製品名：アンゼン", "安全化学株式会社", "〒100-0001 東京都千代田区1-1", "TEL 03-0000-0000"}, "〒100-0001 東京都千代田区1-1"},
		{[]string{"Supplier: Safe Chemicals Ltd.", "12 Mill Road", "Leeds LS1 4DL", "Telephone: +44 113 000 0000"}, "12 Mill Road Leeds LS1 4DL"},
		{[]string{"Supplier: Safe Chemicals Ltd.", "12 Mill Road", "Leeds LS1 4DL", "www.safe.example"}, "12 Mill Road Leeds LS1 4DL"},
		{[]string{"Supplier: Safe Chemicals Ltd.", "12 Mill Road", "Leeds LS1 4DL", "Emergency # call a doctor"}, "12 Mill Road Leeds LS1 4DL"},
		{[]string{"Supplier: Safe Chemicals Ltd.", "Website: www.safe.example"}, ""},
		{[]string{"Supplier: Safe Chemicals Ltd.", "Website: www.safe.example", "Address: 12 Mill Road, Leeds"}, "12 Mill Road, Leeds"},
		{[]string{"製品名：アンゼン", "会社名：安全化学株式会社", "住所：東京都千代田区1-1"}, "東京都千代田区1-1"},
		{[]string{"製品名：アンゼン", "会社名：安全化学株式会社", "電話番号：03-0000-0000"}, ""},
	} {
		r := read(sheet("ja", section(1, lines(c.lines...))))
		if got := r.Text("supplier_address"); got != c.want {
			t.Errorf("%q: %q, want %q", c.lines, got, c.want)
		}
	}
}

// An address ends where the column beside the company's name begins.
func TestAddressBesideAnotherColumn(t *testing.T) {
	ls := []doc.Line{
		line(10, 40, "Safe Chemicals Limited", 300, "Safe Canada"),
		line(22, 40, "12 Mill Road", 300, "99 Lake Drive"),
		line(34, 40, "Leeds LS1 4DL", 298, "Toronto L5S 1R2"),
		line(46, 40, "www.safe.example"),
	}
	r := read(sheet("en", section(1, ls)))
	if got, want := r.Text("supplier_address"), "12 Mill Road Leeds LS1 4DL"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}
