package search_test

import (
	"net/url"
	"slices"
	"testing"

	"anzen/shared/catalog"
	"anzen/shared/domain/access"
	"anzen/shared/domain/sds"
	"anzen/shared/domain/selection"
	"anzen/shared/library/librarytest"
	"anzen/shared/library/search"
)

const (
	one   sds.SheetID = "00000001-0000-4000-8000-000000000000"
	two   sds.SheetID = "00000002-0000-4000-8000-000000000000"
	three sds.SheetID = "00000003-0000-4000-8000-000000000000"
	gone  sds.SheetID = "00000004-0000-4000-8000-000000000000"
)

func company() *librarytest.Store {
	s := librarytest.New()
	for id, name := range map[sds.SheetID]string{one: "アセトン", two: "トルエン", three: "アセトン2", gone: "アセトン3"} {
		s.Add(id, func(sheet *sds.Sheet) {
			sheet.Name = name
			switch id {
			case one:
				sheet.Assignees, sheet.File.Name = []sds.UserID{"me"}, "a.pdf"
			case gone:
				sheet.DeletedAt = &librarytest.Now
			}
		})
	}
	return s
}

func viewer() search.Viewer {
	me := librarytest.Actor(access.Viewer)
	return search.Viewer{Principal: me.Principal, Company: me.Settings, Now: librarytest.Now}
}

func ids(page catalog.Page) (all []sds.SheetID) {
	for i := range page.Sheets {
		all = append(all, page.Sheets[i].ID)
	}
	return all
}

var byName = search.Order{By: catalog.SortName}

// A filter is evaluated for the viewer, and combines with words and further conditions.
func TestSearchAsTheViewer(t *testing.T) {
	s := company()
	mine, err := search.Parse(url.Values{"mine": {"true"}})
	if err != nil {
		t.Fatal(err)
	}
	words, err := search.Having("アセトン")
	if err != nil {
		t.Fatal(err)
	}
	for name, tt := range map[string]struct {
		filter  search.Filter
		besides []catalog.Condition
		want    []sds.SheetID
	}{
		"all":            {search.Filter{}, nil, []sds.SheetID{one, three, two}},
		"mine":           {mine, nil, []sds.SheetID{one}},
		"words":          {words, nil, []sds.SheetID{one, three}},
		"words, besides": {words, []catalog.Condition{catalog.Among(two, three)}, []sds.SheetID{three}},
	} {
		page, err := search.Among(t.Context(), s.Catalog(), viewer(), tt.filter, tt.besides, search.Page{Order: byName, Limit: 10})
		if err != nil || !slices.Equal(ids(page), tt.want) || page.Total != len(tt.want) {
			t.Errorf("%s: %v of %d: %v", name, ids(page), page.Total, err)
		}
	}
	if page, err := search.Search(t.Context(), s.Catalog(), viewer(), words, search.Page{}); err != nil || len(page.Sheets) != 0 || page.Total != 2 {
		t.Errorf("counts alone: %+v %v", page, err)
	}
}

// A selection is read page by page: without removed sheets whatever its filter, without
// excluded ones, and with no others than the named ones.
func TestSelected(t *testing.T) {
	s := company()
	for name, tt := range map[string]struct {
		of   selection.Selection
		want []sds.SheetID
		size int
		pdfs int
	}{
		"all":      {selection.Selection{Sort: "name"}, []sds.SheetID{one, three, two}, 3, 1},
		"filter":   {selection.Selection{Sort: "name", Filter: "text=" + selection.Filter(url.QueryEscape("アセトン"))}, []sds.SheetID{one, three}, 2, 1},
		"excluded": {selection.Selection{Sort: "name", Excluded: []sds.SheetID{three}}, []sds.SheetID{one, two}, 2, 1},
		"named":    {selection.Selection{Sort: "name", IDs: []sds.SheetID{two, gone}}, []sds.SheetID{two}, 1, 0},
		"removed":  {selection.Selection{Sort: "name", Desc: true, Filter: "removed=true"}, []sds.SheetID{two, three, one}, 3, 1},
	} {
		var got []sds.SheetID
		var after *catalog.Position
		size := -1
		for {
			page, err := search.Selected(t.Context(), s.Catalog(), viewer(), tt.of, after, 1)
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			if size < 0 {
				size = search.Size(tt.of, page)
			}
			got = append(got, ids(page)...)
			if after = page.Next; after == nil {
				break
			}
		}
		pdfs, err := search.PDFs(t.Context(), s.Catalog(), viewer(), tt.of)
		if !slices.Equal(got, tt.want) || size != tt.size || pdfs != tt.pdfs || err != nil {
			t.Errorf("%s: %v, about %d, %d PDFs: %v", name, got, size, pdfs, err)
		}
	}
	if _, err := search.Selected(t.Context(), s.Catalog(), viewer(), selection.Selection{Filter: "no_such=1"}, nil, 1); err == nil {
		t.Error("an unknown filter is accepted")
	}
}
