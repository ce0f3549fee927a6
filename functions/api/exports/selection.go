package exports

import (
	"context"
	"strconv"

	"anzen/functions/api/filter"
	"anzen/functions/api/rest"
	"anzen/shared/catalog"
	"anzen/shared/domain/message"
	"anzen/shared/domain/sds"
	"anzen/shared/domain/selection"
	"anzen/shared/library/search"
)

// SheetChoice is the part of a body that selects sheets: those with the ids, those of a
// filter, or all.
type SheetChoice struct {
	IDs      []sds.SheetID   `json:"sds_ids,omitempty" maxItems:"1000" doc:"these sheets"`
	Filter   *filter.Filters `json:"filter,omitempty" doc:"or all that match this filter"`
	Excluded []sds.SheetID   `json:"exclude_ids,omitempty" maxItems:"1000" doc:"except these"`
	OrderBy  string          `json:"order_by,omitempty" enum:"created_at,revised_at,name,status,assessed_at,supplier_confirmed_at" default:"created_at"`
	Order    string          `json:"order,omitempty" enum:"asc,desc" default:"desc"`
}

// selection is the sheets of a body, in their order.
func (c *SheetChoice) selection(ctx context.Context, call *rest.Call) (selection.Selection, error) {
	s := selection.Selection{IDs: c.IDs, Excluded: c.Excluded, Sort: c.OrderBy, Desc: c.Order == "desc"}
	if len(c.IDs) > 0 {
		if c.Filter != nil {
			return s, message.New(message.Invalid, message.CodeInvalid).On("sds_ids", CodeOneSelection, nil)
		}
		return s, exist(ctx, call, c.IDs)
	}
	read, err := c.Filter.Filter()
	s.Filter = read.Text()
	return s, err
}

// counted is the number of sheets of a selection; an empty one is refused.
func counted(ctx context.Context, call *rest.Call, s selection.Selection) (int, error) {
	page, err := search.Selected(ctx, call.Catalog, filter.Viewer(call), s, nil, 1)
	if err != nil {
		return 0, err
	}
	count := search.Size(s, page)
	if count == 0 {
		return 0, message.New(message.Invalid, CodeNothing)
	}
	return count, nil
}

// exist checks that all sheets with the ids exist; the error lists the others, removed
// ones by their names.
func exist(ctx context.Context, call *rest.Call, ids []sds.SheetID) error {
	found := map[sds.SheetID]bool{}
	names := map[sds.SheetID]string{}
	for _, removed := range []bool{false, true} {
		page, err := call.Catalog.Search(ctx, call.CompanyID, catalog.Query{IDs: ids, Removed: removed, Limit: len(ids)})
		if err != nil {
			return err
		}
		for i := range page.Sheets {
			s := &page.Sheets[i]
			found[s.ID] = found[s.ID] || !removed
			names[s.ID] = s.Name
		}
	}
	var denied []message.Denied
	for _, id := range ids {
		if found[id] {
			continue
		}
		name := names[id]
		if name == "" {
			name = string(id)
		}
		found[id] = true // listed once
		denied = append(denied, message.Denied{ID: string(id), Name: name})
	}
	if len(denied) == 0 {
		return nil
	}
	e := message.New(message.Invalid, CodeDenied).With(message.Args{"count": strconv.Itoa(len(denied))})
	e.Denied = denied
	return e
}
