package table_test

import (
	"fmt"
	"testing"
	"time"

	"anzen/shared/catalog"
	"anzen/shared/sds"
	"anzen/shared/table"
	"anzen/shared/table/tabletest"
)

// Two instances of the catalogue over one table: what is acknowledged is in the
// next answer of both, whichever of them was asked before.
func TestCatalogueFollowsTheTable(t *testing.T) {
	ctx := t.Context()
	table1 := tabletest.New(t, time.Now)
	c := sds.NewID[sds.CompanyID]()
	instances := []*catalog.Catalog{catalog.New(table1, time.Now), catalog.New(table1, time.Now)}
	expect := func(total int, q catalog.Query) {
		t.Helper()
		q.Limit = 100
		for i, instance := range instances {
			page, err := instance.Search(ctx, c, q)
			if err != nil || page.Total != total || len(page.Sheets) != total {
				t.Errorf("instance %d counts %d (%d on the page), %v; want %d", i, page.Total, len(page.Sheets), err, total)
			}
		}
	}
	expect(0, catalog.Query{})
	var last sds.Sheet
	for i := range 5 {
		s, err := table1.WriteSheet(ctx, c, table.SheetWrite{After: aSheet(fmt.Sprintf("sheet %d", i), time.Now()), Audit: audit})
		if err != nil {
			t.Fatal(err)
		}
		last = s
		expect(i+1, catalog.Query{})
	}
	renamed := last
	renamed.Name, renamed.Tags = "別の名前", []sds.TagID{"t2"}
	after, err := table1.WriteSheet(ctx, c, table.SheetWrite{Before: &last, After: renamed, Audit: audit})
	if err != nil {
		t.Fatal(err)
	}
	expect(5, catalog.Query{})
	expect(1, catalog.Query{Text: "別の"})
	expect(4, catalog.Query{Where: []catalog.Condition{catalog.Any(catalog.FacetTag, "t1")}})
	expect(1, catalog.Query{Where: []catalog.Condition{catalog.Any(catalog.FacetTag, "t2")}})
	gone, now := after, time.Now()
	gone.DeletedAt = &now
	if _, err := table1.WriteSheet(ctx, c, table.SheetWrite{Before: &after, After: gone, Audit: audit}); err != nil {
		t.Fatal(err)
	}
	expect(4, catalog.Query{})
	expect(1, catalog.Query{Removed: true})
	// An instance that starts now sees the same.
	instances = append(instances, catalog.New(table1, time.Now))
	expect(4, catalog.Query{})
}

// Many writers at once: every number is in the log, and the catalogue has them all.
func TestCatalogueHasEveryConcurrentWrite(t *testing.T) {
	ctx := t.Context()
	table1 := tabletest.New(t, time.Now)
	c := sds.NewID[sds.CompanyID]()
	instance := catalog.New(table1, time.Now)
	const writers, each = 6, 5
	for _, err := range together(writers, func(i int) error {
		for n := range each {
			s, err := table1.WriteSheet(ctx, c, table.SheetWrite{After: aSheet(fmt.Sprintf("%d-%d", i, n), time.Now()), Audit: audit})
			if err != nil {
				return err
			}
			page, err := instance.Search(ctx, c, catalog.Query{IDs: []sds.SheetID{s.ID}, Limit: 1})
			if err != nil || page.Total != 1 {
				return fmt.Errorf("the sheet just written is not found: %d, %w", page.Total, err)
			}
		}
		return nil
	}) {
		if err != nil {
			t.Error(err)
		}
	}
	page, err := instance.Search(ctx, c, catalog.Query{})
	if err != nil || page.Total != writers*each {
		t.Errorf("%d sheets, %v", page.Total, err)
	}
	if head, err := table1.LogHead(ctx, c); err != nil || head != writers*each {
		t.Errorf("the log's head is %d, %v", head, err)
	}
}
