package duties_test

import (
	"context"
	"slices"
	"strconv"
	"testing"
	"time"

	"anzen/shared/catalog"
	"anzen/shared/catalog/sample"
	"anzen/shared/domain/access"
	"anzen/shared/domain/sds"
	"anzen/shared/formats/export"
	judged "anzen/shared/judgement/duties"
	"anzen/shared/judgement/evaluate"
	"anzen/shared/judgement/lawcheck"
	"anzen/shared/library/changes"
	"anzen/shared/library/duties"
	"anzen/shared/library/librarytest"
	"anzen/shared/library/search"
	"anzen/shared/reference/duty"
	"anzen/shared/reference/regulation"
)

func viewer() search.Viewer {
	me := librarytest.Actor(access.Viewer)
	return search.Viewer{Principal: me.Principal, Company: me.Settings, Now: librarytest.Now}
}

// The duties of a company are those of its sheets, each counted once, and each number is that of the list behind it.
func TestACompanysDutiesAreThoseOfItsSheets(t *testing.T) {
	of, all := sample.New(3, 400), make(records, 400)
	for i := range all {
		all[i] = of.Sheet(i, 1)
		if i%3 == 0 {
			all[i].Departments = []sds.DepartmentID{"d"}
		}
	}
	sheets, set, table := all.catalog(), regulation.Current(), duty.Current()
	for _, departments := range [][]sds.DepartmentID{nil, {"d"}} {
		s, err := duties.Of(t.Context(), sheets, set, table, viewer(), departments)
		if err != nil {
			t.Fatal(err)
		}
		wanted, certain := map[int]int{}, map[int]int{}
		for i := range all {
			if len(departments) > 0 && !slices.Contains(all[i].Departments, "d") || all[i].DeletedAt != nil || all[i].Status != sds.StatusCompleted && all[i].Status != sds.StatusReconfirmation {
				continue
			}
			subject := lawcheck.Of(&all[i])
			for _, d := range judged.Of(table, lawcheck.Sheet(set, &subject, s.Day), judged.CAS(&all[i]), s.Day) {
				if d.Force == judged.Scheduled {
					continue
				}
				wanted[d.ID]++
				if d.Force != judged.Possible {
					certain[d.ID]++
				}
			}
		}
		if len(s.Duties) < 60 || len(wanted) != len(s.Duties) {
			t.Errorf("%d duties, not %d", len(s.Duties), len(wanted))
		}
		for _, a := range s.Duties {
			if a.Sheets != wanted[a.ID] || a.Certain != certain[a.ID] {
				t.Errorf("%d (%s): %d sheets, %d certain; one by one %d, %d", a.ID, a.What.Ja, a.Sheets, a.Certain, wanted[a.ID], certain[a.ID])
			}
			page, err := search.Search(t.Context(), sheets, viewer(), a.Filter, search.Page{})
			if err != nil || page.Total != a.Sheets {
				t.Errorf("%d: %d sheets, and %d are listed by %s: %v", a.ID, a.Sheets, page.Total, a.Filter.Text(), err)
			}
		}
		if !slices.ContainsFunc(s.Changes, func(c changes.Change) bool {
			return c.Day == "2027-04-01" && c.Class.Key() == "JP-ISHA/SDS/DEFAULT" && c.Sheets > 0 && c.First <= c.Sheets && c.Entries > 0 && len(c.Duties) > 0
		}) {
			t.Errorf("the change of April 2027: %+v", s.Changes)
		}
	}
}

// The rows of the table of sheets are the duties of each.
func TestRows(t *testing.T) {
	low := 30.0
	record := sds.Sheet{Status: sds.StatusCompleted, Ingredients: []sds.Ingredient{{Name: "トルエン", CAS: []string{"108-88-3"}, Concentration: &sds.Span{Low: &low, High: &low}}}}
	rows := duties.Rows(regulation.Current, "ja", librarytest.Now)(&record)
	i := slices.IndexFunc(rows, func(d export.Duty) bool { return d.Article == "有機則第28条" })
	if i < 0 || rows[i].Kind != "作業環境測定・濃度測定" || rows[i].Years != 3 || rows[i].Interval != "6か月以内ごと" || rows[i].Force != "条件により必須" ||
		rows[i].Verification != "条文照合済み" || rows[i].Because != "労働安全衛生法 › 有機溶剤中毒予防規則 › 有機則 第2種有機溶剤等" {
		t.Errorf("%+v", rows)
	}
	record.Status = sds.StatusDefault
	if rows := duties.Rows(regulation.Current, "ja", librarytest.Now)(&record); rows != nil {
		t.Errorf("a sheet that was not analyzed has %d duties", len(rows))
	}
}

// A duty's filter finds nothing else where it asks for certain ones.
func TestFilterOfDuties(t *testing.T) {
	for value, known := range map[string]bool{"600000034": true, "600000034:applies": true, "600000034:maybe": false, "1": false, "": false, "x:applies": false} {
		if _, err := search.Parse(map[string][]string{"duty": {value}}); (err == nil) != known && value != "" {
			t.Errorf("%q: %v", value, err)
		}
	}
}

// records are a company's sheets as the catalog's source.
type records []sds.Sheet

func (r records) catalog() *catalog.Catalog {
	return catalog.New(r, func() time.Time { return librarytest.Now }, catalog.WithChecks(evaluate.Rules{}))
}

func (records) LogEnd(context.Context, sds.CompanyID) (int64, error) { return 0, nil }

func (records) LogBefore(context.Context, sds.CompanyID, time.Time) (int64, error) { return 0, nil }

func (records) Tail(context.Context, sds.CompanyID, int64) ([]sds.LogEntry, error) { return nil, nil }

func (records) At(context.Context, sds.CompanyID, []int64) ([]sds.LogEntry, error) { return nil, nil }

func (r records) EachSheet(_ context.Context, _ sds.CompanyID, each func(*sds.Sheet) error) error {
	for i := range r {
		s := r[i]
		if err := each(&s); err != nil {
			return err
		}
	}
	return nil
}

// BenchmarkOf is the page of a company with as many sheets as its name says.
func BenchmarkOf(b *testing.B) {
	for _, n := range []int{5_000, 50_000} {
		of, all := sample.New(1, n), make(records, n)
		for i := range all {
			all[i] = of.Sheet(i, 1)
		}
		sheets := all.catalog()
		if _, err := sheets.Search(b.Context(), viewer().Company.ID, catalog.Query{}); err != nil { // reads and checks the sheets
			b.Fatal(err)
		}
		b.Run(strconv.Itoa(n), func(b *testing.B) {
			for b.Loop() {
				if _, err := duties.Of(b.Context(), sheets, regulation.Current(), duty.Current(), viewer(), nil); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
