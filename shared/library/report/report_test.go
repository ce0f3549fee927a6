package report_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"anzen/shared/catalog"
	"anzen/shared/domain/access"
	"anzen/shared/domain/checklist"
	"anzen/shared/domain/sds"
	"anzen/shared/domain/verdict"
	"anzen/shared/formats/export"
	"anzen/shared/judgement/evaluate"
	"anzen/shared/library/librarytest"
	"anzen/shared/library/report"
	"anzen/shared/library/search"
	"anzen/shared/library/settle"
)

const (
	found    sds.SheetID = "00000001-0000-4000-8000-000000000000"
	reviewed sds.SheetID = "00000002-0000-4000-8000-000000000000"
	excluded sds.SheetID = "00000003-0000-4000-8000-000000000000"
	other    sds.SheetID = "00000004-0000-4000-8000-000000000000"
)

// watched is a checklist of toluene, and a company with three sheets of it and another one.
func watched(t *testing.T) (*librarytest.Store, *report.Report) {
	t.Helper()
	s := librarytest.New()
	for id, cas := range map[sds.SheetID]string{found: "108-88-3", reviewed: "108-88-3", excluded: "108-88-3", other: "64-17-5"} {
		sections := []sds.Section{{Number: 3, Groups: []sds.Group{{Key: sds.GroupComposition, Rows: []sds.Row{{ID: "a", Fields: []sds.Field{
			{ID: "composition/a/cas", Key: "cas", State: sds.StateMachine, Confidence: 0.9, Value: sds.Value{Kind: sds.KindList, List: []string{cas}}},
			{ID: "composition/a/concentration", Key: "concentration", State: sds.StateMachine, Confidence: 0.9, Value: sds.Value{Kind: sds.KindQuantity, Quantity: &sds.Quantity{Low: ptr(50.0), High: ptr(60.0), Unit: "%"}}},
		}}}}}}}
		s.Content[id] = sections
		s.Add(id, func(sheet *sds.Sheet) {
			sheet.Name, sheet.NameByPerson = "シート"+string(id[7]), true
			settle.Sheet(sheet, sections, nil)
		})
	}
	r := report.New(checklist.List{
		ID: "l", Kind: checklist.BySubstances, State: checklist.Created, Targets: []checklist.Target{checklist.Composition},
		Substances: []checklist.Substance{{CAS: "108-88-3"}},
	}, report.Day(librarytest.Now))
	sheet := s.Sheets[reviewed]
	o := r.Plan.Judge(&sheet)
	if o.Verdict != verdict.Applies {
		t.Fatalf("the checklist does not find it: %+v", o)
	}
	r.Reviews = map[sds.SheetID]checklist.Review{
		reviewed: {Sheet: reviewed, Judgement: "does_not_apply", Ground: o.Ground(), ByName: "花子", Note: "見た"}, excluded: {Sheet: excluded, Excluded: true},
	}
	return s, r
}

func ptr[T any](v T) *T { return &v }

func viewer() search.Viewer {
	me := librarytest.Actor(access.Viewer)
	return search.Viewer{Principal: me.Principal, Company: me.Settings, Now: librarytest.Now}
}

// Results are filtered by verdicts, reviews and words, and paged in the requested order.
func TestSearch(t *testing.T) {
	s, r := watched(t)
	for name, tt := range map[string]struct {
		filters checklist.Filters
		want    []sds.SheetID
	}{
		"no filter":        {checklist.Filters{}, []sds.SheetID{found, reviewed}},
		"excluded":         {checklist.Filters{Excluded: true}, []sds.SheetID{excluded}},
		"judged so":        {checklist.Filters{Judgements: []checklist.Judgement{"does_not_apply"}}, []sds.SheetID{reviewed}},
		"judged otherwise": {checklist.Filters{Judgements: []checklist.Judgement{"applies"}}, nil},
		"not judged":       {checklist.Filters{Judgements: []checklist.Judgement{checklist.Unreviewed}}, []sds.SheetID{found}},
		"judged, and not":  {checklist.Filters{Judgements: []checklist.Judgement{checklist.Unreviewed, "does_not_apply"}}, []sds.SheetID{found, reviewed}},
		"changed":          {checklist.Filters{Changed: true}, nil},
		"below":            {checklist.Filters{Verdicts: []verdict.Verdict{verdict.BelowThreshold}}, nil},
		"words":            {checklist.Filters{Text: "シート1"}, []sds.SheetID{found}},
		"words of another": {checklist.Filters{Text: "シート4"}, nil},
	} {
		page, err := r.Search(t.Context(), s.Catalog(), viewer(), tt.filters, search.Page{Order: search.Order{By: catalog.SortName}, Limit: 10})
		var got []sds.SheetID
		for i := range page.Sheets {
			got = append(got, page.Sheets[i].ID)
		}
		if err != nil || !slices.Equal(got, tt.want) || page.Total != len(tt.want) {
			t.Errorf("%s: %v of %d, want %v: %v", name, got, page.Total, tt.want, err)
		}
	}
	first, err := r.Search(t.Context(), s.Catalog(), viewer(), checklist.Filters{}, search.Page{Order: search.Order{By: catalog.SortName, Desc: true}, Limit: 1})
	if err != nil || len(first.Sheets) != 1 || first.Sheets[0].ID != reviewed || first.Total != 2 || first.Next == nil {
		t.Fatalf("%+v %v", first, err)
	}
	second, err := r.Search(t.Context(), s.Catalog(), viewer(), checklist.Filters{}, search.Page{Order: search.Order{By: catalog.SortName, Desc: true}, After: first.Next, Limit: 1})
	if err != nil || len(second.Sheets) != 1 || second.Sheets[0].ID != found || second.Next != nil {
		t.Errorf("%+v %v", second, err)
	}
}

// A judgement whose ground has changed since is found as changed.
func TestChangedGround(t *testing.T) {
	s, r := watched(t)
	review := r.Reviews[reviewed]
	review.Ground = "another"
	r.Reviews[reviewed] = review
	page, err := r.Search(t.Context(), s.Catalog(), viewer(), checklist.Filters{Changed: true}, search.Page{Limit: 10})
	if err != nil || len(page.Sheets) != 1 || page.Sheets[0].ID != reviewed {
		t.Errorf("%+v %v", page, err)
	}
}

// sectionsOf reads the sections of the store.
type sectionsOf struct{ *librarytest.Store }

func (s sectionsOf) SectionsOf(_ context.Context, _ sds.CompanyID, ids []sds.SheetID, _ []int) ([][]sds.Section, error) {
	all := make([][]sds.Section, len(ids))
	for i, id := range ids {
		all[i] = s.Content[id]
	}
	return all, nil
}

// Every proof is a line between the columns of the sheet and those of the review; a sheet
// without any has one line.
func TestLines(t *testing.T) {
	s, r := watched(t)
	columns := report.File(checklist.Written{Format: "csv", Lang: "en"}).Columns
	lines, err := r.Lines(t.Context(), sectionsOf{s}, librarytest.Company, "en", []sds.Sheet{s.Sheets[reviewed], s.Sheets[other]})
	if err != nil || len(lines) != 2 {
		t.Fatalf("%d lines: %v", len(lines), err)
	}
	cell := func(line export.Row, key string) string {
		i := slices.IndexFunc(columns, func(c export.Column) bool { return c.ID == key })
		return line[i].Text
	}
	for i, line := range lines {
		if len(line) != len(columns) {
			t.Errorf("line %d has %d cells of %d columns", i, len(line), len(columns))
		}
	}
	of := lines[0]
	if cell(of, "name") != "シート2" || !strings.Contains(cell(of, "ingredients"), "(108-88-3) 50-60") || cell(of, "share") != "50-60" || cell(of, "note") != "見た" || cell(of, "judged_by") != "花子" || cell(of, "ground_changed") != "no" {
		t.Errorf("%+v", of)
	}
	if none := lines[1]; cell(none, "name") != "シート4" || cell(none, "law")+cell(none, "entry")+cell(none, "verdict")+cell(none, "judgement") != "" {
		t.Errorf("%+v", none)
	}
}

// The plan's counts and the report's pages cover the same verdicts.
func TestStandardVerdicts(t *testing.T) {
	for _, v := range report.Standard {
		if !slices.Contains(evaluate.CountedVerdicts, v) {
			t.Errorf("%s is shown without a filter, and not counted", v)
		}
	}
}
