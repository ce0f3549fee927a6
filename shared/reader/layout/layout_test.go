package layout

import (
	"fmt"
	"strings"
	"testing"

	"anzen/shared/reader/doc"
	"anzen/shared/text/fold"
)

// page places words: each row of text is a line of 10 points, cells are separated by "|"
// and 150 points apart.
func page(number int, rows ...string) doc.Page {
	p := doc.Page{Number: number, Width: 595, Height: 842}
	for i, row := range rows {
		for c, cell := range strings.Split(row, "|") {
			p.Words = append(p.Words, words(number, 50+150*float64(c), 60+16*float64(i), cell)...)
		}
	}
	return p
}

// words of a cell: runs separated by spaces, Japanese characters 10 points wide, others 5.
func words(number int, x, y float64, text string) []doc.Word {
	var out []doc.Word
	for _, f := range strings.Split(text, " ") {
		w := doc.Word{Text: f, Page: number, Size: 10, Conf: 1, Ink: 0xff000000, Box: doc.Box{X0: x, Y0: y, X1: x, Y1: y + 10}}
		for _, r := range f {
			d := 5.0
			if doc.CJK(r) {
				d = 10
			}
			w.X1 += d
			w.Ends = append(w.Ends, float32(w.X1))
		}
		if f != "" {
			out = append(out, w)
		}
		x = w.X1 + 3
	}
	return out
}

// box draws a grid of rules.
func box(xs, ys []float64) (rules []doc.Rule) {
	for _, y := range ys {
		rules = append(rules, doc.Rule{Box: doc.Box{X0: xs[0], Y0: y, X1: xs[len(xs)-1], Y1: y}})
	}
	for _, x := range xs {
		rules = append(rules, doc.Rule{Box: doc.Box{X0: x, Y0: ys[0], X1: x, Y1: ys[len(ys)-1]}})
	}
	return rules
}

func pairsOf(t *testing.T, s *doc.Section) map[string]string {
	t.Helper()
	if s == nil {
		t.Fatal("no such section")
	}
	m := map[string]string{}
	for _, p := range s.Pairs {
		m[p.Label] = p.Value
	}
	return m
}

func want(t *testing.T, got map[string]string, pairs ...string) {
	t.Helper()
	for i := 0; i < len(pairs); i += 2 {
		if got[pairs[i]] != pairs[i+1] {
			t.Errorf("%q is %q, want %q", pairs[i], got[pairs[i]], pairs[i+1])
		}
	}
}

func TestHeadingsInAllTheirForms(t *testing.T) {
	for _, c := range []struct {
		text   string
		number int
		least  float64
	}{
		{"1. 化学品及び会社情報", 1, sure},
		{"１．製品および会社情報", 1, sure},
		{"第2項 危険有害性の要約", 2, sure},
		{"【3】組成、成分情報", 3, sure},
		{"4【応急処置】", 4, sure},
		{"項目5:火災時の措置", 5, sure},
		{"第十六項 その他の情報", 16, sure},
		{"SECTION 8: ばく露防止及び保護措置 / Exposure controls/personal protection", 8, sure},
		{"SECTION 9 - Physical and chemical properties", 9, sure},
		{"Section IX. Physical & Chemical Characteristics", 9, sure},
		{"7 取扱い及び保管上の注意", 7, sure},
		{"2. 危険物有害性の要約", 2, strong},  // a spelling mistake
		{"8. 曝露防止及び保護措直", 8, strong}, // a recognition error
		{"6. 偶発的流出の際の手段", 6, likely},
		{"２．３ 危険有害性の要約", 0, 0},
		{"10 mg/m3", 0, 0},
		{"3. 取扱い後は手を洗うこと。", 0, 0},
		{"Stability and reactivity", 10, fair},
		{"2. Composition / information on ingredients", 3, strong}, // pre-GHS order: the title decides
	} {
		h, ok := parse(fold.Line(c.text), false)
		if c.number == 0 {
			if ok && h.weight >= strong {
				t.Errorf("%q is taken for a heading: %+v", c.text, h)
			}
			continue
		}
		if !ok || h.number != c.number || h.weight < c.least {
			t.Errorf("%q: %+v, want section %d", c.text, h, c.number)
		}
	}
}

// A label whose letters are set wide ends at its colon, not at the gap between them.
func TestLabelsSetWide(t *testing.T) {
	d := Build([]doc.Page{page(1, "安全データシート", "9. 物理的及び化学的性質", "融|点 : 183 ℃", "沸|点 : データなし", "比|重 : 8.5", "外観|銀白色 : 糸状")}, doc.Info{})
	want(t, pairsOf(t, d.Section(9)), "融 点", "183 °C", "沸 点", "データなし", "比 重", "8.5", "外観", "銀白色:糸状")
}

func TestPairsFromColonsGapsAndLinesBelow(t *testing.T) {
	d := Build([]doc.Page{page(1,
		"安全データシート",
		"1. 化学品及び会社情報",
		"化学品の名称|トルエン",
		"供給者の会社名称|架空化学株式会社",
		"|営業部",
		"電話番号：03-0000-0000",
		"2. 危険有害性の要約",
		"注意喚起語",
		"危険",
		"3. 組成及び成分情報",
		"(1) 化学名又は一般名 トルエン",
		"4. 応急措置",
		"吸入した場合：空気の新鮮な場所に移す。",
		"医師に連絡する。",
		"5. 火災時の措置",
	)}, doc.Info{})
	if !d.IsSheet || d.Language != "ja" || len(d.Numbers()) != 5 {
		t.Fatalf("sheet %v, language %q, sections %v", d.IsSheet, d.Language, d.Numbers())
	}
	want(t, pairsOf(t, d.Section(1)), "化学品の名称", "トルエン", "供給者の会社名称", "架空化学株式会社営業部", "電話番号", "03-0000-0000")
	want(t, pairsOf(t, d.Section(2)), "注意喚起語", "危険")
	want(t, pairsOf(t, d.Section(3)), "化学名又は一般名", "トルエン")
	want(t, pairsOf(t, d.Section(4)), "吸入した場合", "空気の新鮮な場所に移す。医師に連絡する。")
	p := d.Section(1).Pairs[0]
	if s := p.Sources(); len(s) != 1 || s[0].Page != 1 || s[0].Boxes[0].X0 != 200 {
		t.Errorf("source of the name: %+v", s)
	}
}

// A known label in heavy brackets has its value behind it.
func TestLabelsInHeavyBrackets(t *testing.T) {
	d := Build([]doc.Page{page(1, "安全データシート", "1. 化学品及び会社情報", "【製品名】架空クリーナー", "【会社名】架空化学株式会社", "東京都千代田区1-1", "【備考】", "2. 危険有害性の要約", "3. 組成及び成分情報", "4. 応急措置")}, doc.Info{})
	want(t, pairsOf(t, d.Section(1)), "製品名", "架空クリーナー", "会社名", "架空化学株式会社東京都千代田区1-1")
}

func TestALatticeGoesOnOverThePage(t *testing.T) {
	one := page(1, "3. 組成及び成分情報", "成分|CAS番号|含有量", "トルエン|108-88-3|60%")
	one.Rules = box([]float64{45, 195, 345, 500}, []float64{74, 90, 106})
	two := page(2, "キシレン|1330-20-7|40%", "", "4. 応急措置")
	two.Rules = box([]float64{45, 195, 345, 500}, []float64{58, 74})
	d := Build([]doc.Page{one, two}, doc.Info{})
	s := d.Section(3)
	if s == nil || len(s.Tables) != 1 {
		t.Fatalf("tables of section 3: %+v", s)
	}
	tab := s.Tables[0]
	if tab.Kind != doc.Lattice || len(tab.Rows) != 3 || tab.Cols() != 3 {
		t.Fatalf("%s, %d rows, %d columns", tab.Kind, len(tab.Rows), tab.Cols())
	}
	if got := tab.Rows[2][1].Text(); got != "1330-20-7" || tab.Rows[2][1].Page != 2 {
		t.Errorf("last row: %q on page %d", got, tab.Rows[2][1].Page)
	}
}

func TestRowsBetweenHorizontalRules(t *testing.T) {
	p := page(1, "9. 物理的及び化学的性質", "爆発下限界及び", "|データなし", "爆発上限界", "引火点|4 °C", "沸点|110 °C")
	// The value is level with the middle of the label's two lines.
	for _, y := range []float64{74, 122, 138, 154} {
		p.Rules = append(p.Rules, doc.Rule{Box: doc.Box{X0: 45, Y0: y, X1: 500, Y1: y}})
	}
	d := Build([]doc.Page{p}, doc.Info{})
	want(t, pairsOf(t, d.Section(9)), "爆発下限界及び爆発上限界", "データなし", "引火点", "4 °C", "沸点", "110 °C")
}

func TestSpreadLabelsAreOneWord(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{"作   成   日", "作成日"},
		{"安 全 対 策：手を洗う。", "安全対策:手を洗う。"},
		{"トルエン キシレン", "トルエンキシレン"}, // a gap of 3 points is no space between Japanese words
		{"Flash point 4", "Flash point 4"},
	} {
		ws := words(1, 0, 0, c.in)
		if got := line(ws).Text; got != c.want {
			t.Errorf("%q reads %q, want %q", c.in, got, c.want)
		}
	}
}

func TestHeadersAndFootersLeaveTheBody(t *testing.T) {
	var pages []doc.Page
	for n := 1; n <= 4; n++ {
		rows := make([]string, 48)
		rows[0] = "架空化学株式会社 SDS番号 A-1"
		rows[20] = []string{"1. 化学品及び会社情報", "2. 危険有害性の要約", "3. 組成及び成分情報", "4. 応急措置"}[n-1]
		rows[21] = "本文" + strings.Repeat("あ", n)
		rows[47] = string(rune('0'+n)) + "/4"
		pages = append(pages, page(n, rows...))
	}
	d := Build(pages, doc.Info{})
	if len(d.Headers) != 4 || len(d.Footers) != 4 || len(d.Lines) != 8 {
		t.Fatalf("%d headers, %d footers, %d lines", len(d.Headers), len(d.Footers), len(d.Lines))
	}
}

func TestTwoSheetsInOneFile(t *testing.T) {
	sheet := func(n int) doc.Page {
		return page(n, "安全データシート", "1. 化学品及び会社情報", "製品名|A", "2. 危険有害性の要約", "なし", "3. 組成及び成分情報", "混合物", "4. 応急措置", "洗う",
			"5. 火災時の措置", "消す", "6. 漏出時の措置", "拭く", "10. 安定性及び反応性", "安定", "16. その他の情報", "以上")
	}
	d := Build([]doc.Page{sheet(1), sheet(2)}, doc.Info{})
	if len(d.Sheets) != 2 || d.Sheets[0].Last != 1 || d.Sheets[1].First != 2 || len(d.Sections) != 9 {
		t.Fatalf("sheets %+v, %d sections", d.Sheets, len(d.Sections))
	}
}

func TestWatermarksLeaveTheBody(t *testing.T) {
	p := page(1, "1. 化学品及び会社情報", "製品名|トルエン")
	p.Words = append(p.Words,
		doc.Word{Text: "見本", Page: 1, Size: 80, Ink: 0xffcccccc, Box: doc.Box{X0: 100, Y0: 50, X1: 260, Y1: 130}},
		doc.Word{Text: "COPY", Page: 1, Size: 10, Angle: 90, Ink: 0xff000000, Box: doc.Box{X0: 5, Y0: 50, X1: 15, Y1: 80}})
	d := Build([]doc.Page{p}, doc.Info{})
	if len(d.Watermarks) != 2 || len(d.Lines) != 2 {
		t.Fatalf("watermarks %+v, lines %d", d.Watermarks, len(d.Lines))
	}
}

func TestHiddenWordsLeaveTheBody(t *testing.T) {
	p := page(1, "1. 化学品及び会社情報", "製品名|トルエン")
	at := p.Words[len(p.Words)-1].Box
	p.Words = append(p.Words,
		doc.Word{Text: "space", Page: 1, Size: 2, Ink: 0xffffffff, Conf: 1, Box: doc.Box{X0: 20, Y0: at.Y0 + 4, X1: 25, Y1: at.Y0 + 6}},
		doc.Word{Text: "99%", Page: 1, Size: 10, Ink: 0xffffffff, Conf: 1, Box: doc.Box{X0: at.X1 + 30, Y0: at.Y0, X1: at.X1 + 60, Y1: at.Y1}})
	d := Build([]doc.Page{p}, doc.Info{})
	if got := d.Lines[len(d.Lines)-1].Text; got != "製品名 トルエン 99%" {
		t.Errorf("got %q: white is read on a dark ground, not in letters too small for the eye", got)
	}
}

func TestBuildOfNothing(t *testing.T) {
	d := Build(nil, doc.Info{})
	if d.IsSheet || len(d.Lines) != 0 || len(d.Sections) != 1 {
		t.Fatalf("%+v", d)
	}
}

func TestAPageOnItsSideIsTurned(t *testing.T) {
	for _, deg := range []float64{90, 180, 270} {
		p := page(1, "1. 化学品及び会社情報", "製品名：トルエン", "供給者：架空化学株式会社本社品質保証部", "住所：東京都架空区架空町一丁目二番三号架空ビル")
		back := turner(360-deg, p.Width, p.Height)
		for i := range p.Words {
			p.Words[i].Box, p.Words[i].Angle, p.Words[i].Ends = back(p.Words[i].Box), deg, nil
		}
		if deg != 180 {
			p.Width, p.Height = p.Height, p.Width
		}
		shown := make([]doc.Box, len(p.Words))
		for i, w := range p.Words {
			shown[i] = w.Box
		}
		d := Build([]doc.Page{p}, doc.Info{})
		want(t, pairsOf(t, d.Section(1)), "製品名", "トルエン")
		for i, w := range d.Pages[0].Words {
			if got := d.Pages[0].Displayed(w.Box); got != shown[i] {
				t.Errorf("turned by %v: %v is displayed at %v, not %v", deg, w.Text, shown[i], got)
			}
		}
		if d.Pages[0].Turn != int(deg) || d.Pages[0].Width != 595 {
			t.Errorf("turned by %d, %.0f wide", d.Pages[0].Turn, d.Pages[0].Width)
		}
	}
}

func TestHostilePagesEnd(t *testing.T) {
	p := page(1)
	for i := range 40_000 {
		x, y := float64(i%200)*2.9, float64(i/200)*4.1
		p.Words = append(p.Words, doc.Word{Text: "ab", Page: 1, Size: 3, Box: doc.Box{X0: x, Y0: y, X1: x + 2, Y1: y + 3}})
		p.Rules = append(p.Rules, doc.Rule{Box: doc.Box{X0: x, Y0: y, X1: x + 500, Y1: y}}, doc.Rule{Box: doc.Box{X0: x, Y0: y, X1: x, Y1: y + 300}})
	}
	d := Build([]doc.Page{p}, doc.Info{})
	if len(d.Lines) == 0 {
		t.Fatal("no lines")
	}
}

func TestTwoColumnsOfRunningText(t *testing.T) {
	p := doc.Page{Number: 1, Width: 595, Height: 842}
	left, right := "left column text runs on full width here", "right one has text of its own, full too"
	for i := range 30 {
		p.Words = append(p.Words, words(1, 40, 60+16*float64(i), left)...)
		p.Words = append(p.Words, words(1, 320, 64+16*float64(i), right)...)
	}
	d := Build([]doc.Page{p}, doc.Info{})
	if len(d.Lines) != 60 || d.Lines[0].Text != left || d.Lines[29].Text != left || d.Lines[30].Text != right || d.Lines[30].Col != 1 {
		t.Fatalf("%d lines, the first %q", len(d.Lines), d.Lines[0].Text)
	}
}

func TestTextBehindAHeading(t *testing.T) {
	d := Build([]doc.Page{page(1, "1. 化学品及び会社情報", "製品名：トルエン", "13. 廃棄上の注意：法令に従い処分する。", "14. 輸送上の注意", "なし")}, doc.Info{})
	s := d.Section(13)
	if s == nil || len(s.Lines) != 1 || s.Lines[0].Text != "法令に従い処分する。" {
		t.Fatalf("section 13: %+v", s)
	}
}

func TestAnUnknownTitleInTheSequence(t *testing.T) {
	p := page(1, "10. 安定性及び反応性", "安定", "11. 毒性のあらまし", "なし", "12. 環境影響情報", "1. 手を洗う", "13. 廃棄上の注意")
	for i := range p.Words {
		p.Words[i].Bold = p.Words[i].Y0 == 60+16*2
	}
	d := Build([]doc.Page{p}, doc.Info{})
	if got := d.Numbers(); len(got) != 4 || got[1] != 11 {
		t.Fatalf("sections %v", got)
	}
}

func TestManyChaptersAreNoSheet(t *testing.T) {
	var lines []string
	for i, title := range []string{"はじめに", "画面の見方", "入庫登録", "出庫登録", "発注", "在庫確認", "使用期限", "履歴一覧", "台帳", "集計"} {
		lines = append(lines, fmt.Sprintf("%d. %s", i+1, title), "この章では操作の手順を説明します。")
	}
	p := page(1, lines...)
	for i := range p.Words {
		p.Words[i].Bold = true
	}
	if d := Build([]doc.Page{p}, doc.Info{}); d.IsSheet {
		t.Fatalf("a manual is taken for a sheet: sections %v", d.Numbers())
	}
}
