package overview_test

import (
	"context"
	"testing"
	"time"

	"anzen/shared/catalog"
	"anzen/shared/catalog/sample"
	"anzen/shared/domain/access"
	"anzen/shared/domain/sds"
	"anzen/shared/judgement/evaluate"
	"anzen/shared/library/librarytest"
	"anzen/shared/library/overview"
	"anzen/shared/library/search"
	"anzen/shared/reference/regulation"
)

func viewer(departments ...sds.DepartmentID) search.Viewer {
	me := librarytest.Actor(access.Viewer, departments...)
	return search.Viewer{Principal: me.Principal, Company: me.Settings, Now: librarytest.Now}
}

// figures are all of an overview.
func figures(o *overview.Overview) map[string]overview.Figure {
	all := map[string]overview.Figure{
		"all": o.All, "mine": o.Mine, "departments": o.Departments, "to review": o.ToReview, "findings": o.WithFindings,
		"revision due": o.RevisionDue, "incomplete": o.Incomplete, "registered": o.Registered, "new hits": o.NewLawHits, "announced": o.Announced,
	}
	for _, s := range o.Statuses {
		all["status "+string(s.Group)] = s.Figure
	}
	for _, r := range o.Revisions {
		all["revision "+string(r.Status)] = r.Figure
	}
	for _, l := range o.Laws {
		all["law "+l.Law.Code] = l.Figure
	}
	for _, c := range o.Changes {
		all["change "+c.Class.Key()+" "+c.Day] = c.Figure
	}
	return all
}

// Each figure is the number of sheets that its filter lists.
func TestFiguresAreTheSizesOfTheirLists(t *testing.T) {
	of, all := sample.New(3, 400), make(records, 400)
	for i := range all {
		all[i] = of.Sheet(i, 1)
		sheet := &all[i]
		sheet.CreatedAt = librarytest.Now.AddDate(0, 0, -i)
		switch i % 9 {
		case 0:
			sheet.Assignees = []sds.UserID{"me"}
		case 1:
			sheet.Departments = []sds.DepartmentID{"d"}
		case 2:
			sheet.DeletedAt = &librarytest.Now
		}
	}
	sheets := all.catalog()
	for _, since := range []time.Time{overview.Recent(librarytest.Now), time.Date(2024, 1, 1, 0, 0, 0, 0, time.UTC)} {
		o, err := overview.Of(t.Context(), sheets, regulation.Current(), viewer("d"), since)
		if err != nil {
			t.Fatal(err)
		}
		shown := figures(o)
		for name, f := range shown {
			page, err := search.Search(t.Context(), sheets, viewer("d"), f.Filter, search.Page{})
			if err != nil || page.Total != f.Count {
				t.Errorf("%s: %d, and %d are listed by %s: %v", name, f.Count, page.Total, f.Filter.Text(), err)
			}
		}
		for _, name := range []string{"all", "mine", "departments", "to review", "findings", "revision due", "incomplete", "new hits", "announced", "change JP-ISHA/SDS/DEFAULT 2027-04-01"} {
			if n := shown[name].Count; n == 0 || name != "all" && n == o.All.Count {
				t.Errorf("%s: %d of %d sheets", name, n, o.All.Count)
			}
		}
		if o.Registered.Count > o.All.Count || len(o.Laws) == 0 || o.Laws[0].Count < o.Laws[len(o.Laws)-1].Count {
			t.Errorf("laws are not by number: %+v", o.Laws)
		}
	}
}

// What is new depends on the day from which it is: a law that came into force affects
// sheets registered long before.
func TestNewSince(t *testing.T) {
	day := func(text string) time.Time {
		d, err := time.Parse(time.DateOnly, text)
		if err != nil {
			t.Fatal(err)
		}
		return d
	}
	s := librarytest.New()
	s.Checks = evaluate.Rules{}
	set := regulation.Current()
	from, announced := entryFrom(t, set, "2026-04-01"), entryFrom(t, set, "2027-04-01")
	full := 100.0
	for id, cas := range map[sds.SheetID]string{"00000001-0000-4000-8000-000000000000": from, "00000002-0000-4000-8000-000000000000": announced} {
		s.Add(id, func(sheet *sds.Sheet) {
			sheet.CreatedAt = day("2020-01-01")
			sheet.Ingredients = []sds.Ingredient{{CAS: []string{cas}, Concentration: &sds.Span{Low: &full, High: &full}}}
		})
	}
	for since, want := range map[string]int{"2026-04-01": 1, "2026-04-02": 0} {
		o, err := overview.Of(t.Context(), s.Catalog(), set, viewer(), day(since))
		if err != nil || o.NewLawHits.Count != want || o.Announced.Count != 1 {
			t.Errorf("since %s: %d new and %d announced: %v", since, o.NewLawHits.Count, o.Announced.Count, err)
		}
		for _, c := range o.Changes {
			if c.Count != 1 || c.Day != "2026-04-01" && c.Day != "2027-04-01" || c.Day < since {
				t.Errorf("since %s: %s changes %d sheets on %s", since, c.Class.Key(), c.Count, c.Day)
			}
		}
		if len(o.Changes) == 0 {
			t.Errorf("since %s: no change", since)
		}
	}
}

// entryFrom is the CAS number of a substance whose only dated entries are of one day.
func entryFrom(t *testing.T, set *regulation.Set, day string) string {
	t.Helper()
	for _, e := range set.Entries("JP-ISHA/SDS/DEFAULT") {
		if e.From != day || e.Group != nil {
			continue
		}
		for _, cas := range set.CAS(e.ID) {
			alone := true
			for _, other := range set.ByCAS(cas) {
				alone = alone && (other.From == day || other.From == "")
			}
			if alone {
				return cas
			}
		}
	}
	t.Fatalf("no entry from %s", day)
	return ""
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

func BenchmarkOf50000Sheets(b *testing.B) {
	const n = 50_000
	of, all := sample.New(1, n), make(records, n)
	for i := range all {
		all[i] = of.Sheet(i, 1)
	}
	sheets := all.catalog()
	for b.Loop() {
		if _, err := overview.Of(context.Background(), sheets, regulation.Current(), viewer("d"), overview.Recent(librarytest.Now)); err != nil {
			b.Fatal(err)
		}
	}
}
