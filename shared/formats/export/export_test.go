package export

import (
	"bytes"
	"encoding/csv"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/xuri/excelize/v2"
	"golang.org/x/text/encoding/japanese"
	"pgregory.net/rapid"

	"anzen/shared/domain/sds"
)

func at(v float64) *float64 { return &v }

// acetone is a sheet with a value of every kind.
func acetone() Sheet {
	quantity := func(key, unit string, low, high *float64, lowOp, highOp string) sds.Field {
		return sds.Field{ID: key, Key: key, Value: sds.Value{Kind: sds.KindQuantity, Quantity: &sds.Quantity{Low: low, High: high, LowOp: lowOp, HighOp: highOp, Unit: unit}}}
	}
	text := func(key, value string) sds.Field {
		return sds.Field{ID: key, Key: key, Value: sds.Value{Kind: sds.KindText, Text: value}}
	}
	list := func(key string, values ...string) sds.Field {
		return sds.Field{ID: key, Key: key, Value: sds.Value{Kind: sds.KindList, List: values}}
	}
	deleted := text("odor", "刺激臭")
	deleted.State = sds.StateDeleted
	choice := func(key, value string) sds.Field {
		return sds.Field{ID: key, Key: key, Value: sds.Value{Kind: sds.KindChoice, Text: value}}
	}
	return Sheet{
		Record: sds.Sheet{
			ID: "0b0e8f2e-9d6c-4f0a-8a57-0c1d9d1f0a01", Name: "アセトン", ProductName: "アセトン", ProductCodes: []string{"A-1", "A-2"}, Supplier: "=SUM(A1)株式会社",
			Status: sds.StatusCompleted, Language: 44, RevisedOn: "2024-05-01", IssuedOn: "2020-04", Departments: []sds.DepartmentID{"d1", "gone"}, Tags: []sds.TagID{"t1"},
			Assignees: []sds.UserID{"u1"}, Note: "備考 \"注\"\n2行目, カンマ", SignalWord: "danger", HCodes: []string{"H225", "H319"}, Pictograms: []string{"GHS02"}, UNNumber: "1090",
			CAS: []string{"67-64-1"}, File: sds.File{Name: "acetone.pdf", Pages: 8}, State: "liquid",
			CreatedAt: time.Date(2026, 11, 20, 23, 30, 5, 0, time.UTC), UpdatedAt: time.Date(2026, 11, 21, 0, 0, 0, 0, time.UTC),
		},
		Sections: []sds.Section{
			{Number: 1, Fields: []sds.Field{text("supplier_phone", "+81-3-1234-5678"), text("recommended_use", "溶剤 𠮷")}},
			{Number: 3, Groups: []sds.Group{{Key: sds.GroupComposition, Rows: []sds.Row{
				{ID: "1", Fields: []sds.Field{text("name", "アセトン"), list("cas", "67-64-1"), quantity("concentration", "%", at(99), nil, ">=", "")}},
				{ID: "2", Fields: []sds.Field{text("name", "水"), quantity("concentration", "%", at(0), at(1), "=", "<")}},
			}}}},
			{Number: 8, Groups: []sds.Group{{Key: sds.GroupExposureLimits, Rows: []sds.Row{
				{ID: "1", Fields: []sds.Field{text("substance", "アセトン"), text("authority", "ACGIH"), choice("kind", "TWA"), quantity("value", "mg/m³", at(250), at(250), "=", "=")}},
			}}}},
			{
				Number: 9, Fields: []sds.Field{quantity("flash_point", "C", at(-20), at(-20), "=", "="), quantity("ph", "", at(7), at(7), "=", "="), deleted},
				Groups: []sds.Group{{Key: sds.GroupText, Rows: []sds.Row{{ID: "1", Fields: []sds.Field{text("title", "外観"), text("body", "無色透明")}}}}},
			},
			{Number: 14, Fields: []sds.Field{{ID: "marine_pollutant", Key: "marine_pollutant", Value: sds.Value{Kind: sds.KindFlag, Text: "false"}}}},
		},
	}
}

func view(lang string) *View {
	return &View{
		Lang: lang, Today: time.Date(2026, 11, 21, 0, 0, 0, 0, time.UTC), Years: 5,
		Findings: func(h *sds.Sheet) int { return h.FindingCount },
		Edition:  func(*Sheet) (string, bool) { return "2014", true },
		Numbers: func(name string, cas []string) sds.LawNumbers {
			if !slices.Contains(cas, "67-64-1") {
				return sds.LawNumbers{}
			}
			return sds.LawNumbers{CSCL: []string{"2-542"}, PRTR: []string{"80", "581"}}
		},
		Duties: func(h *sds.Sheet) []Duty {
			return []Duty{
				{
					Kind: "作業環境測定・濃度測定", What: "作業環境測定（有機溶剤の濃度）", Force: "条件により必須", Condition: "有機溶剤業務を行う屋内作業場", Interval: "6か月以内ごと", Years: 3,
					Article: "有機則第28条", Verification: "条文照合済み", Because: "労働安全衛生法 › 有機溶剤中毒予防規則",
				},
				{Kind: "SDSの提供", What: "SDSの交付", Force: "施行後に必要", From: "2027-04-01", Deadline: "事前", Article: "安衛法第57条の2", Verification: "条番号のみ照合", Because: "労働安全衛生法"},
			}
		},
		Names: Names{
			Departments: map[sds.DepartmentID]string{"d1": "研究部"}, Tags: map[sds.TagID]string{"t1": "溶剤"}, Users: map[sds.UserID]string{"u1": "山田 花子"},
		},
	}
}

func table(t *testing.T, operation, lang string, ids ...string) ([]Column, []Row) {
	t.Helper()
	o, ok := OperationOf(operation)
	if !ok {
		t.Fatalf("there is no operation %s", operation)
	}
	columns, unknown := o.Choose(ids)
	if unknown >= 0 {
		t.Fatalf("there is no column %s", ids[unknown])
	}
	s := acetone()
	return columns, o.Rows(view(lang), columns, &s)
}

func csvOf(t *testing.T, e Encoding, lang string, columns []Column, rows []Row) ([]byte, Loss) {
	t.Helper()
	var out bytes.Buffer
	w, err := NewCSV(&out, e, Heading(columns, lang))
	if err != nil {
		t.Fatal(err)
	}
	return finish(t, w, rows, &out)
}

func xlsxOf(t *testing.T, lang string, columns []Column, rows []Row) ([]byte, Loss) {
	t.Helper()
	var out bytes.Buffer
	w, err := NewXLSX(&out, "SDS一覧", columns, lang)
	if err != nil {
		t.Fatal(err)
	}
	return finish(t, w, rows, &out)
}

func finish(t *testing.T, w Writer, rows []Row, out *bytes.Buffer) ([]byte, Loss) {
	t.Helper()
	for _, r := range rows {
		if err := w.Write(r); err != nil {
			t.Fatal(err)
		}
	}
	loss, err := w.Close()
	if err != nil {
		t.Fatal(err)
	}
	return out.Bytes(), loss
}

func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(path, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("%s differs:\n%s", name, got)
	}
}

func TestCSVGolden(t *testing.T) {
	for _, lang := range []string{"ja", "en"} {
		for _, o := range Operations() {
			columns, rows := table(t, o.ID, lang)
			body, loss := csvOf(t, UTF8, lang, columns, rows)
			golden(t, o.ID+"."+lang+".csv", body)
			if !reflect.DeepEqual(loss, Loss{}) {
				t.Errorf("%s: lost %+v", o.ID, loss)
			}
		}
	}
}

var some = []string{"name", "supplier_phone", "flash_point", "flash_point.low", "flash_point.unit", "ph", "odor", "composition", "composition.concentration", "exposure_limits", "text.9", "marine_pollutant", "recommended_use", "note", "issue_date", "revision_date", "created_at", "supplier_name"}

func TestShiftJISTellsWhatItLacks(t *testing.T) {
	columns, rows := table(t, Sheets, "ja", some...)
	body, loss := csvOf(t, ShiftJIS, "ja", columns, rows)
	golden(t, "some.sjis.csv", body)
	decoded, err := japanese.ShiftJIS.NewDecoder().Bytes(body)
	if err != nil {
		t.Fatal(err)
	}
	records, err := csv.NewReader(bytes.NewReader(decoded)).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	want := []string{"アセトン", "'+81-3-1234-5678", "'-20 ℃", "-20", "℃", "7", "", "アセトン 67-64-1 ≧99 %\n水 0～<1 %", "≧99 %\n0～<1 %", "アセトン ACGIH TWA（時間加重平均） 250 mg/m3", "[外観]\n無色透明", "非該当", "溶剤 〓", "備考 \"注\"\n2行目, カンマ", "2020/04", "2024/05/01", "2026/11/21 08:30:05", "'=SUM(A1)株式会社"}
	if !reflect.DeepEqual(records[1], want) {
		t.Errorf("got  %q\nwant %q", records[1], want)
	}
	wantLoss := Loss{Replaced: 1, Folded: 3, Columns: []ColumnLoss{{"推奨用途", 1}}, Places: []Place{{2, "推奨用途", "𠮷"}}}
	if !reflect.DeepEqual(loss, wantLoss) {
		t.Errorf("lost %+v, want %+v", loss, wantLoss)
	}
	if got := loss.Where("ja"); got != "2行目「推奨用途」 𠮷（推奨用途: 1）" {
		t.Errorf("where: %s", got)
	}
}

func TestShiftJISFolds(t *testing.T) {
	e := newShiftJIS()
	for _, tt := range []struct{ in, want string }{
		{"①㎎㏄㈱髙﨑～∥－", "①㎎㏄㈱髙﨑～∥－"},
		{"〜−‖¢µm²㎥㎍≤≥", "～－∥￠μm2m3μg≦≧"},
		{"H₂O, 10⁻³, é, ñ, Ö, ß", "H2O, 10-3, e, n, O, ss"},
		{"か\u3099\u00a0ﬁ®™", "が fi(R)TM"},
		{"表ソ能—¥", "表ソ能―￥"},
		{"𠮷😀", "〓〓"},
	} {
		got := e.fold(tt.in, func(rune, fidelity) {})
		if got != tt.want {
			t.Errorf("%s: %s, want %s", tt.in, got, tt.want)
		}
		encoded, err := e.encode(got)
		if err != nil {
			t.Fatal(err)
		}
		back, _ := japanese.ShiftJIS.NewDecoder().Bytes(encoded)
		if string(back) != got {
			t.Errorf("%s comes back as %s", got, back)
		}
	}
}

func TestXLSX(t *testing.T) {
	columns, rows := table(t, Sheets, "en", some...)
	body, loss := xlsxOf(t, "en", columns, rows)
	if !reflect.DeepEqual(loss, Loss{}) {
		t.Errorf("lost %+v", loss)
	}
	book, err := excelize.OpenReader(bytes.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	shown, err := book.GetRows("SDS一覧")
	if err != nil {
		t.Fatal(err)
	}
	want := [][]string{
		{"SDS name", "Supplier phone", "Flash point", "Flash point (low)", "Flash point (unit)", "pH", "Odor", "Ingredients (name, CAS number, concentration)", "Concentration", "Exposure limits", "9. Physical and chemical properties (text)", "Marine pollutant", "Recommended use", "Note", "Issue date", "Revision date", "Registered at", "Supplier"},
		{"アセトン", "+81-3-1234-5678", "-20 ℃", "-20", "℃", "7", "", "アセトン 67-64-1 ≥99 %\n水 0～<1 %", "≥99 %\n0～<1 %", "アセトン ACGIH TWA (time-weighted average) 250 mg/m³", "[外観]\n無色透明", "No", "溶剤 𠮷", "備考 \"注\"\n2行目, カンマ", "2020/04", "2024/05/01", "2026/11/21 08:30:05", "=SUM(A1)株式会社"},
	}
	if !reflect.DeepEqual(shown, want) {
		t.Errorf("got  %q\nwant %q", shown, want)
	}
	for cell, kind := range map[string]excelize.CellType{"B2": excelize.CellTypeInlineString, "D2": excelize.CellTypeUnset, "P2": excelize.CellTypeUnset, "R2": excelize.CellTypeInlineString} {
		if got, _ := book.GetCellType("SDS一覧", cell); got != kind {
			t.Errorf("%s has the type %d, want %d", cell, got, kind)
		}
	}
	for cell, quoted := range map[string]bool{"A2": false, "B2": true, "C2": true, "R2": true} {
		s, _ := book.GetCellStyle("SDS一覧", cell)
		q := book.Styles.CellXfs.Xf[s].QuotePrefix
		if (q != nil && *q) != quoted {
			t.Errorf("%s: quoted %v, want %v", cell, q, quoted)
		}
	}
	if panes, _ := book.GetPanes("SDS一覧"); !panes.Freeze || panes.YSplit != 1 {
		t.Errorf("the heading is not frozen: %+v", panes)
	}
	if width, _ := book.GetColWidth("SDS一覧", "A"); width != 36 {
		t.Errorf("the first column is %v wide", width)
	}
}

func TestXLSXCutsWhatNoCellHolds(t *testing.T) {
	columns, _ := table(t, Sheets, "ja", "name", "note")
	long := strings.Repeat("溶", MaxText-1) + "𠮷" // one unit too many
	body, loss := xlsxOf(t, "ja", columns, []Row{{TextOf("x"), TextOf(long)}, {TextOf("_x000D_"), TextOf(strings.Repeat("溶", MaxText))}})
	if loss.Cut != 1 || !reflect.DeepEqual(loss.Places, []Place{{2, "備考", ""}}) {
		t.Errorf("lost %+v", loss)
	}
	book, err := excelize.OpenReader(bytes.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	rows, _ := book.GetRows("SDS一覧")
	if rows[1][1] != strings.Repeat("溶", MaxText-1)+"…" || rows[2][0] != "_x000D_" || len([]rune(rows[2][1])) != MaxText {
		t.Errorf("%d %q %d", len([]rune(rows[1][1])), rows[2][0], len([]rune(rows[2][1])))
	}
}

func TestXLSXGoesOnOnAnotherSheet(t *testing.T) {
	columns, _ := table(t, Sheets, "ja", "name")
	var out bytes.Buffer
	w, err := NewXLSX(&out, "SDS一覧", columns, "ja")
	if err != nil {
		t.Fatal(err)
	}
	w.(*xlsxFile).limit = 3
	body, _ := finish(t, w, []Row{{TextOf("a")}, {TextOf("b")}, {TextOf("c")}, {TextOf("d")}, {TextOf("e")}}, &out)
	book, err := excelize.OpenReader(bytes.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string][][]string{"SDS一覧": {{"SDS名"}, {"a"}, {"b"}}, "SDS一覧 2": {{"SDS名"}, {"c"}, {"d"}}, "SDS一覧 3": {{"SDS名"}, {"e"}}} {
		if rows, _ := book.GetRows(name); !reflect.DeepEqual(rows, want) {
			t.Errorf("%s: %q", name, rows)
		}
		if panes, _ := book.GetPanes(name); !panes.Freeze {
			t.Errorf("the heading of %s is not frozen", name)
		}
	}
}

func TestDefuse(t *testing.T) {
	for _, tt := range []struct{ in, want string }{
		{"", ""},
		{"アセトン", "アセトン"},
		{"-20", "-20"},
		{"+5.5", "+5.5"},
		{"-", "-"},
		{"---", "---"},
		{"－", "－"},
		{"1-2", "1-2"},
		{"=1+1", "'=1+1"},
		{"+81-3", "'+81-3"},
		{"-20 ℃", "'-20 ℃"},
		{"@SUM(A1)", "'@SUM(A1)"},
		{"\t=1", "'\t=1"},
		{"\r=1", "'\r=1"},
		{" =1", "' =1"},
		{"\u3000＝1", "'\u3000＝1"},
		{"＋1", "'＋1"},
		{"\n=1", "'\n=1"},
		{"\n溶剤", "\n溶剤"},
		{"-1-1", "'-1-1"},
		{"--1", "'--1"},
		{"-1e5", "'-1e5"},
		{"-.5", "'-.5"},
		{"-1.2.3", "'-1.2.3"},
	} {
		if got := Defuse(tt.in); got != tt.want {
			t.Errorf("%q: %q, want %q", tt.in, got, tt.want)
		}
	}
}

// formula reports whether a spreadsheet would take a cell of a CSV file for a formula.
func formula(s string) bool {
	if _, err := strconv.ParseFloat(s, 64); err == nil {
		return false
	}
	s = strings.TrimLeft(s, " \u3000\n")
	return s != "" && strings.Trim(s, "-－") != "" && strings.ContainsAny(s[:1], "=+-@\t\r")
}

// Whatever stands in a cell: no cell of a file begins a formula, numbers stay
// what they are, and texts come back but for the apostrophe.
func FuzzCells(f *testing.F) {
	for _, s := range []string{"=1+1", "+81", "-20", "@x", "\t=", "\r\n=x", "a,b", "\"", "\ufeff=1", "−1", "＝1", "_x000D_", "𠮷", "\u200b=1", "-1,5"} {
		f.Add(s, -20.5)
	}
	o, _ := OperationOf(Sheets)
	columns, _ := o.Choose([]string{"name", "pages"})
	f.Fuzz(func(t *testing.T, s string, n float64) {
		cell := TextOf(s)
		rows := []Row{{cell, NumberOf(n)}}
		for _, e := range []Encoding{UTF8, ShiftJIS} {
			body, loss := csvOf(t, e, "ja", columns, rows)
			if e == ShiftJIS {
				body, _ = japanese.ShiftJIS.NewDecoder().Bytes(body)
			}
			records, err := csv.NewReader(bytes.NewReader(bytes.TrimPrefix(body, []byte("\uFEFF")))).ReadAll()
			if err != nil || len(records) != 2 || len(records[1]) != 2 {
				t.Fatalf("%s: %v %q", e, err, body)
			}
			got := records[1][0]
			if formula(got) {
				t.Errorf("%s: %q begins a formula", e, got)
			}
			if loss.Replaced+loss.Folded == 0 && got != Defuse(cell.Text) {
				t.Errorf("%s: %q became %q", e, cell.Text, got)
			}
			sameNumber(t, n, records[1][1])
		}
		body, _ := xlsxOf(t, "ja", columns, rows)
		if bytes.Contains(body, []byte("<f>")) {
			t.Error("there is a formula")
		}
		book, err := excelize.OpenReader(bytes.NewReader(body), excelize.Options{RawCellValue: true})
		if err != nil {
			t.Fatal(err)
		}
		got, _ := book.GetCellValue("SDS一覧", "A2")
		if got != fit(strings.ToValidUTF8(cell.Text, "")) && strings.ToValidUTF8(cell.Text, "") == cell.Text {
			t.Errorf("%q became %q", cell.Text, got)
		}
		if text, _ := book.GetCellFormula("SDS一覧", "A2"); text != "" {
			t.Errorf("%q is the formula %q", cell.Text, text)
		}
		if value, _ := book.GetCellValue("SDS一覧", "B2"); true {
			sameNumber(t, n, value)
		}
	})
}

func sameNumber(t *testing.T, want float64, got string) {
	t.Helper()
	if math.IsNaN(want) || math.IsInf(want, 0) {
		if got != "" {
			t.Errorf("%v became %q", want, got)
		}
		return
	}
	if v, err := strconv.ParseFloat(got, 64); err != nil || v != want {
		t.Errorf("%v became %q", want, got)
	}
}

func TestRowsComeBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		cell := rapid.Custom(func(t *rapid.T) Cell {
			return Cell{Kind: Kind(rapid.IntRange(0, 4).Draw(t, "kind")), Text: rapid.String().Draw(t, "text"), Number: rapid.Float64().Draw(t, "number")}
		})
		rows := rapid.SliceOf(rapid.Map(rapid.SliceOfN(cell, 1, 5), func(c []Cell) Row { return c })).Draw(t, "rows")
		packed, err := Pack(rows)
		if err != nil {
			t.Fatal(err)
		}
		back, err := Unpack(packed)
		if err != nil || len(back) != len(rows) || len(rows) > 0 && !reflect.DeepEqual(back, rows) {
			t.Fatalf("%v came back as %v: %v", rows, back, err)
		}
	})
}

// A table reads the sections that its columns need, and no other.
func TestNeeds(t *testing.T) {
	for _, tt := range []struct {
		operation string
		columns   []string
		want      []int
	}{
		{Sheets, nil, nil},
		{Sheets, []string{"flash_point.low", "name", "text.4", "ph"}, []int{4, 9}},
		{Ingredients, nil, []int{3}},
		{Laws, []string{"name"}, []int{15}},
	} {
		o, _ := OperationOf(tt.operation)
		columns, _ := o.Choose(tt.columns)
		if got := o.Needs(columns); !reflect.DeepEqual(got, tt.want) {
			t.Errorf("%s %v needs %v, want %v", tt.operation, tt.columns, got, tt.want)
		}
	}
	o, _ := OperationOf(Sheets)
	for ids, want := range map[string]int{"name,nothing": 1, "name,note,name": 2} {
		if _, unknown := o.Choose(strings.Split(ids, ",")); unknown != want {
			t.Errorf("%s: the id at %d is wrong, want %d", ids, unknown, want)
		}
	}
}

// Columns have ids and headings of their own, in both languages.
func TestColumnsAreToldApart(t *testing.T) {
	for _, o := range Operations() {
		for _, lang := range []string{"ja", "en"} {
			ids, labels := map[string]bool{}, map[string]string{}
			for _, c := range o.Columns {
				if ids[c.ID] {
					t.Errorf("%s: %s is there twice", o.ID, c.ID)
				}
				if other := labels[c.Label(lang)]; other != "" || c.Label(lang) == "" {
					t.Errorf("%s: %s and %s are both %q", o.ID, c.ID, other, c.Label(lang))
				}
				ids[c.ID], labels[c.Label(lang)] = true, c.ID
			}
		}
	}
}

// The edition of the standards is a column, in both languages, with how it is known.
func TestEditionColumns(t *testing.T) {
	for _, c := range []struct {
		edition string
		stated  bool
		ja, en  string
	}{{"2025", true, "2025 記載", "2025 stated"}, {"2014", false, "2014以前 推定", "2014 or older inferred"}, {"", false, " ", " "}} {
		for lang, want := range map[string]string{"ja": c.ja, "en": c.en} {
			v := &View{Lang: lang, Edition: func(*Sheet) (string, bool) { return c.edition, c.stated }}
			s := &Sheet{}
			if got := editionColumns[0].cell(v, s, nil).String() + " " + editionColumns[1].cell(v, s, nil).String(); got != want {
				t.Errorf("%q in %s: %q, not %q", c.edition, lang, got, want)
			}
		}
	}
}
