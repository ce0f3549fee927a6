package analysis

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"github.com/xuri/excelize/v2"

	"anzen/shared/domain/sds"
	"anzen/shared/formats/createsimple"
)

// workbook is the workbook of a sample, opened by excelize.
func workbook(t *testing.T, id string, version int, lang string) *excelize.File {
	t.Helper()
	r := readSample(t, id+".pdf")
	sections := sectionsOf(r)
	record := sds.Sheet{}
	record.Derive(sections)
	var body bytes.Buffer
	at := time.Date(2026, 11, 22, 3, 0, 0, 0, time.UTC)
	if err := createsimple.New(&record, sections, createsimple.Options{Version: version, Lang: lang, At: at}).Write(&body); err != nil {
		t.Fatal(err)
	}
	book, err := excelize.OpenReader(&body)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = book.Close() })
	return book
}

// cell is the line of an item on a tab, below the first block whose name begins so, as
// "value|unit|origin|note".
func cell(t *testing.T, book *excelize.File, tab, block, item string) string {
	t.Helper()
	rows, err := book.GetRows(tab)
	if err != nil {
		t.Fatal(err)
	}
	within := false
	for _, r := range rows {
		switch {
		case len(r) > 0 && r[0] != "":
			within = strings.HasPrefix(r[0], block)
		case within && len(r) > 1 && r[1] == item:
			for len(r) < len(rows[0]) {
				r = append(r, "")
			}
			return strings.Join(r[len(r)-4:], "|")
		}
	}
	t.Fatalf("%s has no item %s below %s", tab, item, block)
	return ""
}

// The values of sheets are in their workbooks, with their origin.
func TestKnownSheetsGiveKnownWorkbooks(t *testing.T) {
	const (
		assessment, details, product = "リスクアセスメントシート", "成分情報", "製品情報"
		tool                         = "物質データ（厚生労働省 CREATE-SIMPLE ver.3.2.1 収載値）"
		nite                         = "物質データ（NITE 政府によるGHS分類結果、2026年3月時点）"
	)
	for _, tt := range []struct{ id, tab, block, item, want string }{
		// A substance: values of the sheet have priority, the table adds missing ones.
		{"js-006", assessment, "【STEP 1】", "製品名等", "トリクロロエチレン||SDS 第1項（1ページ）|"},
		{"js-006", assessment, "【STEP 1】", "性状", "液体||SDS 第9項（4ページ）|"},
		{"js-006", details, "成分1：トリクロロエチレン｜【STEP 2】", "CAS RN", "79-01-6||SDS 第3項（2ページ）|"},
		{"js-006", details, "成分1：トリクロロエチレン｜【STEP 2】", "含有率", "100|wt%|計算値（SDS 第3項（2ページ）の記載から）|SDSの記載：99.5以上。100 %から他の成分の下限値の合計を引いた、とりうる最大の値です。"},
		{"js-006", details, "成分1：トリクロロエチレン｜GHS分類", "発がん性", "区分1A||SDS 第2項（1ページ）|"},
		{"js-006", details, "成分1：トリクロロエチレン｜GHS分類", "急性毒性（吸入：蒸気）", "区分4||SDS 第2項（1ページ）|"},
		{"js-006", details, "成分1：トリクロロエチレン｜GHS分類", "自己反応性化学品", "タイプG||SDS 第2項（1ページ）|"},
		{"js-006", details, "成分1：トリクロロエチレン｜GHS分類", "引火性液体", "分類できない||" + nite + "|"},
		{"js-006", details, "成分1：トリクロロエチレン｜GHS分類", "爆発物", "区分に該当しない||" + nite + "|"},
		{"js-006", details, "成分1：トリクロロエチレン｜ばく露限界値", "日本産業衛生学会 許容濃度", "25|ppm|SDS 第8項（3ページ）|"},
		{"js-006", details, "成分1：トリクロロエチレン｜ばく露限界値", "ACGIH TLV-STEL", "25|ppm|SDS 第8項（4ページ）|"},
		{"js-006", details, "成分1：トリクロロエチレン｜ばく露限界値", "管理濃度（参考）", "10|ppm|SDS 第8項（3ページ）|"},
		{"js-006", details, "成分1：トリクロロエチレン｜ばく露限界値", "DFG MAK", "|||"},
		{"js-006", details, "成分1：トリクロロエチレン｜物理化学的性状", "蒸気圧", "7800|Pa|SDS 第9項（4ページ）|SDSの記載：7.8kPa(20°C)。単位を換算しています。"},
		{"js-006", details, "成分1：トリクロロエチレン｜物理化学的性状", "水溶解度", "1000|mg/L|SDS 第9項（4ページ）|SDSの記載：0.1 g/100 mL(20°C)。"},
		{"js-006", details, "成分1：トリクロロエチレン｜物理化学的性状", "分子量", "131.39||" + tool + "|"},
		{"js-006", details, "成分1：トリクロロエチレン｜物理化学的性状", "揮発性／飛散性", "中揮発性（沸点：50℃以上～150℃未満）||SDS 第9項（4ページ）|沸点 87.2 ℃から選択しています。"},
		{"js-006", details, "成分1：トリクロロエチレン｜関係法令", "特化則（第２類物質）", "該当||" + tool + "|裾切値：1 wt%"},
		// A mixture: its properties are not its components'.
		{"js-005", details, "成分2：塩化ナトリウム｜【STEP 2】", "含有率", "12|wt%|SDS 第3項（2ページ）|SDSの記載：8~12。リスクを低く見積もらないよう上限値としています。"},
		{"js-005", details, "成分4：水｜【STEP 2】", "含有率", "80|wt%|計算値（SDS 第3項（2ページ）の記載から）|SDSの記載：残部。100 %から他の成分の下限値の合計を引いた、とりうる最大の値です。"},
		{"js-005", details, "成分1：次亜塩素酸ナトリウム｜GHS分類", "皮膚腐食性／刺激性", "区分1||" + nite + "|"},
		{"js-005", product, "製品のGHS分類", "金属腐食性化学品", "区分1||SDS 第2項（1ページ）|"},
		{"js-005", product, "製品の物理化学的性状", "水溶解度", "|mg/L||SDSの記載：自由に混和。数値の記載がありません。"},
		{"js-005", details, "成分に対応付けできない", "管理濃度（参考）", "0.5|ppm|SDS 第8項（3ページ）|SDSに物質名の記載がありません。"},
		{"js-015", details, "成分2：モノエタノールアミン｜ばく露限界値", "８時間濃度基準値", "20|mg/m³|厚生労働大臣が定める濃度の基準（2025/10/01適用）|"},
		{"js-015", details, "成分2：モノエタノールアミン｜ばく露限界値", "ACGIH TLV-STEL", "6|ppm|SDS 第8項（4ページ）|"},
		{"js-015", details, "成分4：有機酸塩｜【STEP 2】", "CAS RN", "|||SDSにCAS RNの記載がありません。"},
		{"js-016", product, "製品の物理化学的性状", "引火点", "200|℃|SDS 第9項（4ページ）|SDSの記載：>200°C(COC)。片側の値のみのため、その値としています。"},
	} {
		t.Run(tt.id+" "+tt.item, func(t *testing.T) {
			if got := cell(t, workbook(t, tt.id, createsimple.Version3, "ja"), tt.tab, tt.block, tt.item); got != tt.want {
				t.Errorf("%s %s:\n%s, want\n%s", tt.block, tt.item, got, tt.want)
			}
		})
	}
}

// Both versions have exactly the items of their tool.
func TestWorkbooksOfBothVersions(t *testing.T) {
	two, three := workbook(t, "js-015", createsimple.Version2, "ja"), workbook(t, "js-015", createsimple.Version3, "en")
	if got := cell(t, two, "成分情報", "成分1：トリエタノールアミン｜【STEP 2】", "含有率（選択肢）"); got != "25%以上||SDS 第3項（2ページ）|含有率 30 wt% から選択しています。" {
		t.Errorf("band %s", got)
	}
	if got := cell(t, two, "成分情報", "成分1：トリエタノールアミン｜ばく露限界値", "８時間濃度基準値（参考）"); !strings.HasPrefix(got, "1|mg/m³|") {
		t.Errorf("concentration standard %s", got)
	}
	if got := cell(t, three, "成分情報", "Component 1: トリエタノールアミン | STEP 2", "含有率"); got != "30|wt%|SDS section 3 (page 2)|The SDS states 20-30; the upper end is given so that the risk is not underestimated." {
		t.Errorf("content %s", got)
	}
	if got := cell(t, three, "リスクアセスメントシート", "STEP 1", "成分数"); !strings.HasPrefix(got, "7||") {
		t.Errorf("number %s", got)
	}
	for _, b := range []struct {
		book  *excelize.File
		lacks []string
	}{{two, []string{"成分数", "Q1 取扱量", "Q7 ばく露濃度の変動の大きさ"}}, {three, []string{"取扱量", "含有率（選択肢）"}}} {
		for _, tab := range b.book.GetSheetList() {
			rows, err := b.book.GetRows(tab)
			if err != nil {
				t.Fatal(err)
			}
			for _, r := range rows {
				for _, item := range b.lacks {
					if len(r) > 1 && r[1] == item {
						t.Errorf("%s has %s", tab, item)
					}
				}
			}
		}
	}
	list, err := three.GetRows("成分一覧")
	if err != nil || len(list) != 8 || strings.Join(list[1][:5], "|") != "1|102-71-6|トリエタノールアミン|30|低揮発性（沸点：150℃以上）" {
		t.Errorf("%v %v", list, err)
	}
	missing, err := three.GetRows("未入力項目")
	if err != nil || len(missing) < 3 || !strings.Contains(strings.Join(missing[2], "|"), "Component 4|CAS RN|CAS RN") {
		t.Errorf("%v %v", missing, err)
	}
}
