package demo

import (
	"testing"

	"anzen/functions/api/apitest"
	"anzen/shared/aws/idp"
	"anzen/shared/catalog"
	"anzen/shared/domain/sds"
)

// A grown company has as many sheets as requested, however often it grows, and they are
// found by what their sections say.
func TestGrow(t *testing.T) {
	w := apitest.New(t)
	target := Target{Table: w.Table, Users: idp.New(w.Pool, "pool"), Now: w.Clock.Now}
	if err := target.company(t.Context()); err != nil {
		t.Fatal(err)
	}
	const wanted = 70
	for range 2 {
		if err := target.Grow(t.Context(), wanted, nil); err != nil {
			t.Fatal(err)
		}
	}
	sheets := catalog.New(w.Table, w.Clock.Now)
	page, err := sheets.Search(t.Context(), Company, catalog.Query{Sort: catalog.SortName, Limit: 100})
	if err != nil || page.Total != wanted-len(samples) {
		t.Fatalf("%d sheets: %v", page.Total, err)
	}
	suppliers, departments, substances, dated, unsure := map[string]bool{}, map[sds.DepartmentID]bool{}, map[string]bool{}, 0, 0
	for _, s := range page.Sheets {
		sections, err := w.Table.Sections(t.Context(), Company, s.ID)
		if err != nil || len(sections) != 7 || s.Name == "" || s.Status != sds.StatusCompleted {
			t.Errorf("%s (%s) has %d sections: %v", s.Name, s.Status.Group(), len(sections), err)
		}
		suppliers[s.Supplier], departments[s.Departments[0]] = true, true
		for _, cas := range s.CAS {
			substances[cas] = true
		}
		if s.RevisedOn != "" {
			dated++
		}
		if s.Unreviewed > 0 {
			unsure++
		}
	}
	if len(suppliers) < 10 || len(departments) < 10 || len(substances) < 50 || dated < wanted/2 || unsure == 0 || unsure == len(page.Sheets) {
		t.Errorf("%d suppliers, %d departments, %d substances, %d dated, %d to review", len(suppliers), len(departments), len(substances), dated, unsure)
	}
}
