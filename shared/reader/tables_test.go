package reader_test

import (
	"slices"
	"strings"
	"testing"

	"anzen/shared/reader/doc"
	"anzen/shared/reader/extract"
	"anzen/shared/reader/layout"
)

// ruled adds the rules of a table to a typeset page: its edges from left to right, its first row, and the number of lines in each of its rows.
func ruled(p doc.Page, xs []float64, first int, heights ...int) doc.Page {
	y := 57 + 16*float64(first)
	top := y
	ys := []float64{y}
	for _, h := range heights {
		y += 16 * float64(h)
		ys = append(ys, y)
	}
	for _, at := range ys {
		p.Rules = append(p.Rules, doc.Rule{Box: doc.Box{X0: xs[0], Y0: at, X1: xs[len(xs)-1], Y1: at + 0.5}})
	}
	for _, x := range xs {
		p.Rules = append(p.Rules, doc.Rule{Box: doc.Box{X0: x, Y0: top, X1: x + 0.5, Y1: y}})
	}
	return p
}

var (
	sheetBegins = []string{"Safety Data Sheet", "1. Identification", "Product name: Alphasol 7", "2. Hazard identification", "3. Composition/information on ingredients", "4. First aid measures", "5. Fire-fighting measures", "9. Physical and chemical properties"}
	columnsOf4  = []float64{46, 196, 346, 496, 590}
)

// textsOf are the titles and texts of a section, and its values.
func textsOf(section int, pages ...doc.Page) (texts []string, values []extract.Value) {
	r := extract.Sheet(layout.Build(pages, doc.Info{}))
	for _, v := range r.Values {
		if v.Section == section && v.Key == "text" {
			texts, values = append(texts, "["+v.Title+"] "+v.Text), append(values, v)
		}
	}
	return texts, values
}

// page is a page of a sheet whose rows follow those with which sheets begin.
func page(rows ...string) doc.Page { return typeset(1, slices.Concat(sheetBegins, rows)...) }

func wantSection(t *testing.T, name string, section int, want []string, pages ...doc.Page) {
	t.Helper()
	if got, _ := textsOf(section, pages...); !slices.Equal(got, want) {
		t.Errorf("%s:\n got %q\nwant %q", name, got, want)
	}
}

// Cells of tables keep the headings of their columns, and the names of their rows.
func TestTablesKeepTheirHeadings(t *testing.T) {
	const n = 8 // rows before those of a case
	for _, c := range []struct {
		name    string
		section int
		page    doc.Page
		want    []string
	}{
		{
			"a row for each ingredient, below an item", 11,
			ruled(page("11. Toxicological information", "Acute toxicity", "Chemical name|Oral LD50|Dermal LD50|Inhalation LC50", "Alphanol|2310 mg/kg (Rat)|> 6300 mg/kg|-", "Betanol|-|-|42 g/m3 (Rat)", "12. Ecological information"), columnsOf4, n+2, 1, 1, 1),
			[]string{"[Acute toxicity] Alphanol — Oral LD50: 2310 mg/kg (Rat); Dermal LD50: > 6300 mg/kg\nBetanol — Inhalation LC50: 42 g/m3 (Rat)"},
		},
		{
			"rows stacked in a cell, names with several tests and over two lines", 11,
			ruled(page("11. Toxicological information", "Acute toxicity", "Product/ingredient name|Result|Species|Dose", "n-alphane|LC50 Inhalation|Rat|800 ppm", "|LD50 Oral|Rabbit|15 mg/kg", "Heavy naphtha|LD50 Oral|Rat|84 mg/kg", "(petroleum)|||", "12. Ecological information"), columnsOf4, n+2, 1, 4),
			[]string{"[Acute toxicity] n-alphane — Result: LC50 Inhalation; Species: Rat; Dose: 800 ppm\nn-alphane — Result: LD50 Oral; Species: Rabbit; Dose: 15 mg/kg\nHeavy naphtha (petroleum) — Result: LD50 Oral; Species: Rat; Dose: 84 mg/kg"},
		},
		{
			"columns without rules, below names of substances and routes", 11,
			page("11. Toxicological information", "Components|Species|Test Results", "Alphanol (CAS 67-56-1)", "Acute", "Oral", "LD50|Rat|1100 mg/kg", "Betanol (CAS 64-17-5)", "Acute", "Dermal", "LD50|Rabbit|> 5000 mg/kg", "12. Ecological information"),
			[]string{"[] Alphanol (CAS 67-56-1), Acute, Oral, LD50 — Species: Rat; Test Results: 1100 mg/kg\nBetanol (CAS 64-17-5), Acute, Dermal, LD50 — Species: Rabbit; Test Results: > 5000 mg/kg"},
		},
		{
			"the next item ends a table without rules", 12,
			page("12. Ecological information", "Component|log Pow|BCF", "Alphanol|1.2|40", "Betanol|-0.3|3", "Mobility in soil|No data available", "13. Disposal considerations"),
			[]string{"[] Alphanol — log Pow: 1.2; BCF: 40\nBetanol — log Pow: -0.3; BCF: 3", "[Mobility in soil] No data available"},
		},
		{
			"names of substances one below the other, in small letters", 11,
			ruled(page("11. Toxicological information", "Aspiration hazard", "Name|Result", "Heavy naphtha|Category 1", "light naphtha|Category 1", "12. Ecological information"), []float64{46, 196, 590}, n+2, 1, 2),
			[]string{"[Aspiration hazard] Heavy naphtha — Result: Category 1\nlight naphtha — Result: Category 1"},
		},
		{
			"a share below a name", 15,
			ruled(page("15. Regulatory information", "Mexico", "Chemical name|Exposure limits", "Alphanol|TWA 10 ppm", "( 30 - 60 )|STEL 20 ppm", "16. Other information"), []float64{46, 196, 590}, n+2, 1, 2),
			[]string{"[Mexico] Alphanol ( 30 - 60 ) — Exposure limits: TWA 10 ppm STEL 20 ppm"},
		},
		{
			"the substance over the headings", 12,
			ruled(page("12. Ecological information", "Alphanol (67-56-1)", "Aquatic", "Type|Species|Test results", "Crustacea|Daphnia|40 mg/l", "13. Disposal considerations"), columnsOf4[:4], n+1, 1, 1, 1, 1),
			[]string{"[] Alphanol (67-56-1), Aquatic — Type: Crustacea; Species: Daphnia; Test results: 40 mg/l"},
		},
		{
			"numbers before names", 15,
			ruled(page("15. Regulatory information", "SARA 313", "CAS #|Chemical Name|S. 302|S. 313", "67-64-1|Alphanone|No|Yes", "16. Other information"), columnsOf4, n+2, 1, 1),
			[]string{"[SARA 313] 67-64-1 Alphanone — S. 302: No; S. 313: Yes"},
		},
		{
			"no heading over the names", 15,
			ruled(page("15. Regulatory information", "International inventories", "Country or region|Inventory name|On inventory", "Canada|Domestic Substances List|Yes", "16. Other information"), columnsOf4[:4], n+2, 1, 1),
			[]string{"[International inventories] Country or region: Canada; Inventory name: Domestic Substances List; On inventory: Yes"},
		},
		{
			"labels beside their values are no headings", 11,
			ruled(page("11. Toxicological information", "Skin contact|Irritates the skin.", "Inhalation|May cause headache.", "12. Ecological information"), []float64{46, 196, 590}, n+1, 1, 1),
			[]string{"[Skin contact] Irritates the skin.", "[Inhalation] May cause headache."},
		},
	} {
		wantSection(t, c.name, c.section, c.want, c.page)
	}
}

// A table goes on at the top of the next page, with its headings again or without them; its text is printed on both.
func TestTablesGoOnOverPages(t *testing.T) {
	first := ruled(page("11. Toxicological information", "Chemical name|IARC|NTP|OSHA", "Alphanol|Group 3|-|X"), columnsOf4, 9, 1, 1)
	second := ruled(typeset(2, "Betanol|Group 1|Known|X", "12. Ecological information"), columnsOf4, 0, 1)
	want := []string{"[] Alphanol — IARC: Group 3; OSHA: X\nBetanol — IARC: Group 1; NTP: Known; OSHA: X"}
	wantSection(t, "without headings", 11, want, first, second)
	again := ruled(typeset(2, "Chemical name|IARC|NTP|OSHA", "Betanol|Group 1|Known|X", "12. Ecological information"), columnsOf4, 0, 1, 1)
	wantSection(t, "with headings", 11, want, first, again)

	_, values := textsOf(11, first, second)
	for _, p := range []doc.Page{first, second} {
		for _, w := range p.Words {
			if !strings.Contains(values[0].Text, w.Text) || w.Y0 < 200 && w.Page == 1 || w.Text == "12." {
				continue
			}
			if !slices.ContainsFunc(values[0].Source, func(s doc.Source) bool {
				return s.Page == w.Page && slices.ContainsFunc(s.Boxes, func(b doc.Box) bool { return b.Holds(w.Box) })
			}) {
				t.Errorf("%q on page %d is in the text, not in its places", w.Text, w.Page)
			}
		}
	}
}

// Japanese tables: properties of ingredients, effects by concentration. A list of laws keeps each law as a title.
func TestJapaneseTablesKeepTheirHeadings(t *testing.T) {
	begins := []string{"安全データシート", "1. 化学品及び会社情報", "製品名|架空ガス 7", "2. 危険有害性の要約", "3. 組成及び成分情報", "4. 応急措置", "5. 火災時の措置"}
	of := func(rows ...string) doc.Page { return typeset(1, slices.Concat(begins, rows)...) }
	wantSection(t, "effects by concentration", 11, []string{"[] 酸素濃度: 18 vol%; 症状: 初期の酸欠症状\n酸素濃度: 6 vol%以下; 症状: けいれん"},
		of("11. 有害性情報", "酸素濃度|症状", "18 vol%|初期の酸欠症状", "6 vol%以下|けいれん", "12. 環境影響情報"))
	wantSection(t, "a row for each ingredient", 12, []string{"[生体蓄積性] 架空アミン — LogPow: 3.64; 可能性: 高"},
		ruled(of("12. 環境影響情報", "生体蓄積性", "製品/成分の名称|LogPow|BCF|可能性", "架空アミン|3.64|-|高", "13. 廃棄上の注意"), columnsOf4, 9, 1, 1))
	wantSection(t, "laws", 15, []string{"[法令] 内容", "[消防法] 第4類第二石油類", "[航空法] 引火性液体"},
		ruled(of("15. 適用法令", "法令|内容", "消防法|第4類第二石油類", "航空法|引火性液体", "16. その他の情報"), []float64{46, 196, 590}, 8, 1, 1, 1))
}
