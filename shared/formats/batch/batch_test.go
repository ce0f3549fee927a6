package batch_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/text/encoding/japanese"
	"pgregory.net/rapid"

	"anzen/shared/domain/access"
	"anzen/shared/domain/message"
	"anzen/shared/domain/sds"
	"anzen/shared/formats/batch"
)

const (
	one   sds.SheetID = "11111111-1111-4111-8111-111111111111"
	two   sds.SheetID = "22222222-2222-4222-8222-222222222222"
	three sds.SheetID = "33333333-3333-4333-8333-333333333333"
	busy  sds.SheetID = "44444444-4444-4444-8444-444444444444"
	other sds.SheetID = "55555555-5555-4555-8555-555555555555"
)

func names() batch.Names {
	return batch.Names{
		Departments: map[sds.DepartmentID]string{"d1": "研究", "d2": "製造"},
		Tags:        map[sds.TagID]string{"t1": "重要", "t2": "要確認"},
		Users: []batch.Person{
			{ID: "u1", Name: "山田 花子", Email: "hanako@midori.example"},
			{ID: "u2", Name: "佐藤 次郎", Email: "jiro@midori.example"},
			{ID: "u3", Name: "佐藤 次郎", Email: "jiro2@midori.example"},
		},
	}
}

func records() map[sds.SheetID]sds.Sheet {
	sheet := func(id sds.SheetID, change func(*sds.Sheet)) sds.Sheet {
		s := sds.Sheet{ID: id, Version: 1, Name: "アセトン", Status: sds.StatusCompleted, Departments: []sds.DepartmentID{"d1"}}
		if change != nil {
			change(&s)
		}
		return s
	}
	return map[sds.SheetID]sds.Sheet{
		one: sheet(one, func(s *sds.Sheet) {
			s.ProductCodes, s.GuardedCodes, s.Tags, s.Assignees, s.Note = []string{"A-1"}, []string{"A-1"}, []sds.TagID{"t1"}, []sds.UserID{"u3"}, "=棚3\n奥"
			s.SupplierConfirmedOn = "2026-01-05"
		}),
		two:   sheet(two, func(s *sds.Sheet) { s.ProductCodes, s.GuardedCodes = []string{"B-1"}, []string{"B-1"} }),
		three: sheet(three, func(s *sds.Sheet) { s.Name = strings.Repeat("長", 60) }),
		busy:  sheet(busy, func(s *sds.Sheet) { s.Status = sds.StatusFirstCheck }),
		other: sheet(other, func(s *sds.Sheet) { s.Departments = []sds.DepartmentID{"d2"} }),
	}
}

func caller(role access.Role) batch.Caller {
	return batch.Caller{CompanyID: "c", User: "u1", Role: role, Departments: []sds.DepartmentID{"d1"}}
}

func check(t *testing.T, role access.Role, csv string) (batch.Plan, []batch.Problem) {
	t.Helper()
	f, err := batch.Parse([]byte(csv))
	if err != nil {
		t.Fatal(err)
	}
	k := batch.Checker{Caller: caller(role), Now: time.Date(2026, 11, 20, 0, 0, 0, 0, time.UTC), Sheets: records(), Names: names(), Owners: map[string]sds.SheetID{"a-1": one, "b-1": two, "z-9": "elsewhere"}}
	return k.Check(f)
}

func TestEveryCheckNamesRowAndColumn(t *testing.T) {
	tests := []struct {
		name, csv string
		role      access.Role
		want      []string
	}{
		{"no ID", "SDS ID,SDS名\n,x\n", access.Admin, []string{"2 id batch.id_missing"}},
		{"an unknown ID", "SDS ID,SDS名\n66666666-6666-4666-8666-666666666666,x\nx,y\n", access.Admin, []string{"2 id batch.id_unknown", "3 id batch.id_unknown"}},
		{"twice the same", "SDS ID,SDS名\n" + string(one) + ",x\n" + strings.ToUpper(string(one)) + ",y\n", access.Admin, []string{"3 id batch.id_twice"}},
		{"no name", "SDS ID,SDS名\n" + string(one) + ",\n", access.Admin, []string{"2 name batch.name_missing"}},
		{"a name of what nobody sees", "SDS ID,SDS名\n" + string(one) + ",\u200b\u00ad\n", access.Admin, []string{"2 name batch.name_missing"}},
		{"a long name", "SDS ID,SDS名\n" + string(one) + "," + strings.Repeat("あ", 47) + "\n", access.Admin, []string{"2 name batch.name_long"}},
		{"just so long", "SDS ID,SDS名\n" + string(one) + "," + strings.Repeat("あ", 46) + "\n", access.Admin, nil},
		{"long, but as it was", "SDS ID,SDS名,備考\n" + string(three) + "," + strings.Repeat("長", 60) + ",新しい\n", access.Admin, nil},
		{"a line break", "SDS ID,SDS名\n" + string(one) + ",\"a\nb\"\n" + string(two) + ",\n", access.Admin, []string{"2 name batch.name_invalid", "3 name batch.name_missing"}},
		{"an unknown department", "SDS ID,部署\n" + string(one) + ",\"研究,営業\"\n", access.Admin, []string{"2 departments batch.department_unknown"}},
		{"a department twice", "SDS ID,部署\n" + string(one) + ",\"研究,製造,研究\"\n", access.Admin, []string{"2 departments batch.twice"}},
		{"an unknown tag", "SDS ID,タグ\n" + string(one) + ",新しい\n", access.Admin, []string{"2 tags batch.tag_unknown"}},
		{"a tag twice", "SDS ID,タグ\n" + string(one) + ",\"重要,重要\"\n", access.Admin, []string{"2 tags batch.twice"}},
		{"a long tag", "SDS ID,タグ\n" + string(one) + "," + strings.Repeat("あ", 46) + "\n", access.Admin, []string{"2 tags batch.tag_invalid"}},
		{"a link for a tag", "SDS ID,タグ\n" + string(one) + ",http://x.example\n", access.Admin, []string{"2 tags batch.tag_invalid"}},
		{"an unknown assignee", "SDS ID,担当者\n" + string(one) + ",鈴木\n", access.Admin, []string{"2 assignees batch.assignee_unknown"}},
		{"an assignee twice", "SDS ID,担当者\n" + string(one) + ",\"山田 花子,HANAKO@midori.example\"\n", access.Admin, []string{"2 assignees batch.twice"}},
		{"one of two with the name", "SDS ID,担当者\n" + string(two) + ",佐藤 次郎\n", access.Admin, []string{"2 assignees batch.assignee_ambiguous"}},
		{"the one it has", "SDS ID,担当者\n" + string(one) + ",佐藤 次郎\n", access.Admin, nil},
		{"a product code twice", "SDS ID,製品コード\n" + string(one) + ",\"C-1,c-1\"\n", access.Admin, []string{"2 product_codes batch.twice"}},
		{"a product code in two rows", "SDS ID,製品コード\n" + string(one) + ",C-1\n" + string(two) + ",c-1\n", access.Admin, []string{"3 product_codes batch.product_code_twice"}},
		{"another's product code", "SDS ID,製品コード\n" + string(one) + ",Z-9\n", access.Admin, []string{"2 product_codes batch.product_code_taken"}},
		{"that of a row that keeps it", "SDS ID,製品コード\n" + string(one) + ",B-1\n" + string(two) + ",B-1\n", access.Admin, []string{"2 product_codes batch.product_code_taken"}},
		{"that of a row that gives it up", "SDS ID,製品コード\n" + string(one) + ",B-1\n" + string(two) + ",\n", access.Admin, nil},
		{"swapped", "SDS ID,製品コード\n" + string(one) + ",B-1\n" + string(two) + ",A-1\n", access.Admin, nil},
		{"31 product codes", "SDS ID,製品コード\n" + string(one) + ",\"" + many(31) + "\"\n", access.Admin, []string{"2 product_codes batch.product_codes_many"}},
		{"a long product code", "SDS ID,製品コード\n" + string(one) + "," + strings.Repeat("1", 101) + "\n", access.Admin, []string{"2 product_codes batch.product_code_invalid"}},
		{"dates", "SDS ID,供給者確認日,リスクアセスメント実施日\n" + string(one) + ",2026/02/30,2026/01\n" + string(two) + ",2026/1/5,\n", access.Admin, []string{"2 supplier_confirmed_at batch.date", "2 assessed_at batch.date"}},
		{"dates to come", "SDS ID,供給者確認日,リスクアセスメント実施日\n" + string(one) + ",2026/11/21,2999/01/01\n" + string(two) + ",2026/11/20,\n", access.Admin, []string{"2 supplier_confirmed_at batch.date_future", "2 assessed_at batch.date_future"}},
		{"dates of Japanese eras", "SDS ID,供給者確認日,リスクアセスメント実施日\n" + string(one) + ",令和8年1月5日,R8.4.1\n" + string(two) + ",2026-01-05,20260105\n", access.Admin, nil},
		{"a long note", "SDS ID,備考\n" + string(one) + "," + strings.Repeat("x", 4001) + "\n", access.Admin, []string{"2 note batch.note_long"}},
		{"in analysis", "SDS ID,備考\n" + string(busy) + ",x\n", access.Admin, []string{"2 id batch.not_editable"}},
		{"in analysis and as it was", "SDS ID,備考\n" + string(busy) + ",\n", access.Admin, nil},
		{"another department's", "SDS ID,備考\n" + string(other) + ",x\n", access.Editor, []string{"2 id batch.other_department"}},
		{"another department's and as it was", "SDS ID,備考\n" + string(other) + ",\n", access.Editor, nil},
		{"into another department", "SDS ID,部署\n" + string(one) + ",\"研究,製造\"\n", access.Editor, []string{"2 departments batch.department_not_yours"}},
		{"into another department, as administrator", "SDS ID,部署\n" + string(one) + ",\"研究,製造\"\n", access.Admin, nil},
		{"all at once", "SDS ID,SDS名,部署,タグ,担当者\n" + string(one) + ",,営業,何,誰\n", access.Admin, []string{
			"2 name batch.name_missing", "2 departments batch.department_unknown", "2 tags batch.tag_unknown", "2 assignees batch.assignee_unknown",
		}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			_, problems := check(t, test.role, test.csv)
			var got []string
			for _, p := range problems {
				got = append(got, fmt.Sprintf("%d %s %s", p.Row, p.Column, p.Code))
				for _, lang := range []string{"ja", "en"} {
					text := p.Text(lang)
					if !strings.Contains(text, fmt.Sprint(p.Row)) || !strings.Contains(text, p.Column.Label(lang)) || strings.Contains(text, "{") {
						t.Errorf("text %s", text)
					}
				}
			}
			if !slices.Equal(got, test.want) {
				t.Errorf("%v, want %v", got, test.want)
			}
		})
	}
}

func many(n int) string {
	var all []string
	for i := range n {
		all = append(all, fmt.Sprintf("N-%d", i))
	}
	return strings.Join(all, ",")
}

func TestAFileAsAWhole(t *testing.T) {
	rows := "SDS ID,SDS名\n" + strings.Repeat("x,y\n", batch.MaxRows)
	tests := []struct {
		name, csv string
		want      message.Code
	}{
		{"nothing", "", "csv.empty"},
		{"no heading", "11111111-1111-4111-8111-111111111111,アセトン\n", batch.CodeNoHeader},
		{"only a heading", "SDS ID,SDS名\n", batch.CodeNoRows},
		{"no ID", "SDS名,備考\nx,y\n", batch.CodeNoIDColumn},
		{"a column twice", "SDS ID,備考,Note\nx,y,z\n", batch.CodeColumnTwice},
		{"an unknown column", "SDS ID,備考,価格\nx,y,z\n", batch.CodeColumnUnknown},
		{"an unknown column first", "価格,SDS ID,備考\nx,y,z\n", batch.CodeColumnUnknown},
		{"10,001 rows", rows + "x,y\n", batch.CodeTooManyRows},
		{"10,000 rows", rows, ""},
		{"neither UTF-8 nor Shift_JIS", "SDS ID\n\xff\xfe\n", "csv.encoding"},
		{"other columns of an export", "SDS ID,製品名,解析状況,備考\nx,y,z,a\n", ""},
		{"in English", "SDS ID,SDS name,Product codes,Note,Departments\nx,y,z,a,b\n", ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			_, err := batch.Parse([]byte(test.csv))
			var e *message.Error
			if test.want == "" && err != nil || test.want != "" && (!errors.As(err, &e) || e.Code != test.want || !message.Known(e.Code)) {
				t.Errorf("%v, want %s", err, test.want)
			}
		})
	}
}

// What an export writes of a sheet changes nothing when it comes back.
func TestAnExportComesBackWithoutChanges(t *testing.T) {
	csv := "\ufeffSDS ID,SDS名,製品コード,供給者確認日,リスクアセスメント実施日,部署,担当者,タグ,備考\r\n" +
		string(one) + ",アセトン,A-1,2026/01/05,,研究,佐藤 次郎,重要,\"'=棚3\n奥\"\r\n" + string(other) + ",アセトン,,,,製造,,,\r\n"
	sjis, err := japanese.ShiftJIS.NewEncoder().String(strings.TrimPrefix(csv, "\ufeff"))
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range []string{csv, sjis} {
		plan, problems := check(t, access.Editor, file)
		if len(plan.Changes) > 0 || len(problems) > 0 {
			t.Errorf("%+v, %v", plan, problems)
		}
	}
}

func TestAPlan(t *testing.T) {
	plan, problems := check(t, access.Admin, "SDS ID,SDS名,製品コード,供給者確認日,部署,担当者,タグ,備考\n"+
		string(one)+",エタノール,\"B-1,C-1\",,\"製造,研究\",hanako@midori.example,,\n"+string(two)+",アセトン,A-1,2026/3/1,研究,,,\n")
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	p := func(s string) *string { return &s }
	want := batch.Plan{Changes: []batch.Change{
		{
			Row: 2, Sheet: one, Name: p("エタノール"), Codes: &[]string{"C-1"}, Later: &[]string{"B-1", "C-1"}, SupplierConfirmedOn: p(""), Note: p(""),
			Departments: &[]sds.DepartmentID{"d2", "d1"}, Assignees: &[]sds.UserID{"u1"}, Tags: &[]sds.TagID{},
		},
		{Row: 3, Sheet: two, Codes: &[]string{}, Later: &[]string{"A-1"}, SupplierConfirmedOn: p("2026-03-01")},
	}}
	if diff := cmp.Diff(want, plan); diff != "" {
		t.Error(diff)
	}
	count := plan.Count()
	if count[batch.Codes] != 2 || count[batch.Name] != 1 || count[batch.SupplierConfirmedOn] != 2 || count[batch.AssessedOn] != 0 {
		t.Errorf("%v", count)
	}
	if ops := plan.Ops(); len(ops) != 4 || plan.Passes() != 2 || ops[2].Codes == nil || len(*ops[2].Codes) != 2 {
		t.Errorf("%+v", ops)
	}
}

// A change that is taken back leaves the sheet as it was.
func TestUndoIsTheInverse(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.SampledFrom([]string{"", "a", "b", "2026-01-01"})
		codes := rapid.SliceOfNDistinct(rapid.SampledFrom([]string{"A", "B", "C"}), 0, 3, rapid.ID[string])
		tags := rapid.SliceOfNDistinct(rapid.SampledFrom([]sds.TagID{"x", "y"}), 0, 2, rapid.ID[sds.TagID])
		record := sds.Sheet{Name: "n", NameByPerson: rapid.Bool().Draw(t, "by person"), Note: text.Draw(t, "note"), Tags: tags.Draw(t, "tags"), Departments: []sds.DepartmentID{}, Assignees: []sds.UserID{}}
		if !record.NameByPerson {
			record.File.Name = "n.pdf"
		}
		var sections []sds.Section
		if rapid.Bool().Draw(t, "section") {
			s := sds.Section{Number: 1, Fields: []sds.Field{}}
			if list := codes.Draw(t, "codes"); len(list) > 0 {
				v := sds.Value{Kind: sds.KindList, List: list}
				f := sds.Field{ID: "product_codes", Key: "product_codes", Value: v, Confidence: 0.5, State: rapid.SampledFrom([]sds.FieldState{sds.StateMachine, sds.StateConfirmed, sds.StateEdited, sds.StateDeleted}).Draw(t, "state")}
				if f.State != sds.StateMachine {
					f.Machine = &sds.Value{Kind: sds.KindList, List: []string{"M"}}
				}
				s.Fields = append(s.Fields, f)
			}
			sections = append(sections, s)
		}
		record.Derive(sections)
		before, beforeSections := record, clone(sections)
		c := batch.Change{}
		if rapid.Bool().Draw(t, "changes name") {
			name := rapid.SampledFrom([]string{"n", "m"}).Draw(t, "name")
			c.Name = &name
		}
		if rapid.Bool().Draw(t, "changes note") {
			note := text.Draw(t, "new note")
			c.Note = &note
		}
		if rapid.Bool().Draw(t, "changes tags") {
			ids := tags.Draw(t, "new tags")
			c.Tags = &ids
		}
		if rapid.Bool().Draw(t, "changes codes") {
			list := codes.Draw(t, "new codes")
			c.Codes = &list
		}
		changes, err := c.Apply(&record, &sections)
		if err != nil {
			t.Fatal(err)
		}
		batch.Undo(changes, &record, &sections)
		if len(beforeSections) == 0 { // an additional empty section changes nothing
			sections = nil
		}
		if diff := cmp.Diff(before, record, empties); diff != "" {
			t.Fatalf("head: %s", diff)
		}
		if diff := cmp.Diff(beforeSections, sections, empties); diff != "" {
			t.Fatalf("sections: %s", diff)
		}
	})
}

var empties = cmp.FilterValues(func(a, b []string) bool { return len(a) == 0 && len(b) == 0 }, cmp.Ignore())

func clone(sections []sds.Section) (all []sds.Section) {
	for _, s := range sections {
		s.Fields = slices.Clone(s.Fields)
		all = append(all, s)
	}
	return all
}

func FuzzParse(f *testing.F) {
	f.Add([]byte("\ufeffSDS ID,SDS名,製品コード,部署\r\n" + string(one) + ",アセトン,\"A,B\",研究\r\n"))
	f.Add([]byte("SDS ID,Note\n" + string(one) + ",\"'=1\nx\"\n"))
	sjis, _ := japanese.ShiftJIS.NewEncoder().String("SDS ID,備考\n" + string(one) + ",～棚\n")
	f.Add([]byte(sjis))
	f.Fuzz(func(t *testing.T, data []byte) {
		file, err := batch.Parse(data)
		var e *message.Error
		if err != nil {
			if !errors.As(err, &e) {
				t.Fatalf("an error without words: %v", err)
			}
			return
		}
		k := batch.Checker{Caller: caller(access.Admin), Sheets: records(), Names: names(), Owners: map[string]sds.SheetID{"a-1": one, "b-1": two}}
		plan, problems := k.Check(file)
		again, _ := k.Check(file)
		if diff := cmp.Diff(plan, again); diff != "" {
			t.Fatal(diff)
		}
		for _, p := range problems {
			if p.Row < 2 || !message.Known(p.Code) {
				t.Fatalf("%+v", p)
			}
		}
		for _, c := range plan.Changes {
			record := records()[c.Sheet]
			var sections []sds.Section
			if _, err := c.Apply(&record, &sections); err != nil {
				t.Fatalf("%+v: %v", c, err)
			}
		}
	})
}
