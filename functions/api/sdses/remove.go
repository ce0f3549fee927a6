package sdses

import (
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"anzen/functions/api/filter"
	"anzen/functions/api/rest"
	"anzen/functions/grant"
	"anzen/shared/aws/table"
	"anzen/shared/catalog"
	"anzen/shared/domain/access"
	"anzen/shared/domain/message"
	"anzen/shared/domain/sds"
	"anzen/shared/domain/selection"
	"anzen/shared/library/search"
)

// Codes of deletions.
const (
	CodeDeleteDenied  message.Code = "deletion.denied"
	CodeDeleteWhat    message.Code = "deletion.which"
	CodeDeleteCount   message.Code = "deletion.count_changed"
	CodeDeleteChanged message.Code = "deletion.changed"
)

// maxRemovals is how many sheets one request deletes.
const maxRemovals = 500

// Removing is the declaration of PUT sdses/delete.
var Removing = rest.Route{
	Method: "PUT", Path: "/companies/{id}/sdses/delete", ID: "deleteSheets", Tag: "sdses", Rule: rest.Need(access.SDSDelete),
	MaxBody: rest.ListBody, MaxValues: rest.ListValues,
	Summary: "Delete sheets: none where one of them may not be deleted; 500 in a request, the same request deletes the next ones. They go on counting as uploads of the plan",
	Grants:  append(grant.Catalog(), grant.Table("PutItem", "DeleteItem")), Memory: 1769, Timeout: rest.MaxTimeout,
}

// RemoveInput says which sheets: those named, or those of a filter.
type RemoveInput struct {
	rest.OfCompany
	Body struct {
		IDs      []sds.SheetID   `json:"sds_ids,omitempty" maxItems:"500" doc:"either these; what is deleted already counts as done"`
		Filter   *filter.Filters `json:"filter,omitempty" doc:"or all that a list with this filter shows"`
		Excluded []sds.SheetID   `json:"exclude_ids,omitempty" maxItems:"1000" doc:"but for these"`
		Expected *int            `json:"expected_count,omitempty" minimum:"0" doc:"how many the filter is expected to find, those excluded aside; refused (409) where it is another number"`
	}
}

// RemoveOutput tells what was deleted.
type RemoveOutput struct {
	Body struct {
		Deleted   int `json:"deleted"`
		Remaining int `json:"remaining" doc:"how many of the filter's are still there: repeat the request until there are none"`
	}
}

// Remove deletes sheets.
func Remove(ctx context.Context, call *rest.Call, in *RemoveInput) (*RemoveOutput, error) {
	b := &in.Body
	if (len(b.IDs) > 0) == (b.Filter != nil) {
		return nil, message.New(message.Invalid, message.CodeInvalid).On("sds_ids", CodeDeleteWhat, nil)
	}
	var ids []sds.SheetID
	var total int
	var err error
	if b.Filter == nil {
		ids, err = named(ctx, call, b.IDs)
		total = len(ids)
	} else {
		ids, total, err = filtered(ctx, call, b.Filter, b.Excluded)
	}
	if err != nil {
		return nil, err
	}
	if b.Expected != nil && *b.Expected != total {
		return nil, message.New(message.Conflict, CodeDeleteCount).With(message.Args{"count": total})
	}
	out := &RemoveOutput{}
	for part := range slices.Chunk(ids, headsAtOnce) {
		if deadline, ok := ctx.Deadline(); ok && time.Until(deadline) < removalTakes {
			break
		}
		n, err := removeSome(ctx, call, part)
		if err != nil {
			return nil, err
		}
		out.Body.Deleted += n
	}
	out.Body.Remaining = total - out.Body.Deleted
	return out, nil
}

const (
	headsAtOnce = 100
	// removalTakes is more than the deletion of headsAtOnce sheets takes, each with other versions.
	removalTakes = 8 * time.Second
)

// named are the sheets with the ids that are not deleted yet, once each, if all of
// them may be deleted.
func named(ctx context.Context, call *rest.Call, ids []sds.SheetID) (left []sds.SheetID, err error) {
	invalid := message.New(message.Invalid, message.CodeInvalid)
	var refused []sds.Sheet
	for part := range slices.Chunk(unique(ids), headsAtOnce) {
		heads, err := call.Table.SheetHeads(ctx, call.Company, part)
		if err != nil {
			return nil, err
		}
		for _, id := range part {
			i := slices.IndexFunc(heads, func(s sds.Sheet) bool { return s.ID == id })
			switch {
			case i < 0:
				invalid = invalid.On("sds_ids["+itoa(slices.Index(ids, id))+"]", CodeSheetUnknown, nil)
			case heads[i].DeletedAt != nil:
			case !call.MayEdit(heads[i]):
				refused = append(refused, heads[i])
			default:
				left = append(left, id)
			}
		}
	}
	if len(invalid.Fields) > 0 {
		return nil, invalid
	}
	return left, undeletable(refused)
}

func unique(ids []sds.SheetID) (once []sds.SheetID) {
	seen := make(map[sds.SheetID]bool, len(ids))
	for _, id := range ids {
		if !seen[id] {
			seen[id] = true
			once = append(once, id)
		}
	}
	return once
}

func undeletable(refused []sds.Sheet) error {
	if len(refused) == 0 {
		return nil
	}
	return denied(message.New(message.Invalid, CodeDeleteDenied).With(message.Args{"count": len(refused)}), refused)
}

// pageOfFilter is how many sheets of a filter are looked at at a time.
const pageOfFilter = 1000

// filtered are the first sheets of a filter, and how many there are, if all of them
// may be deleted.
func filtered(ctx context.Context, call *rest.Call, f *filter.Filters, excluded []sds.SheetID) (first []sds.SheetID, total int, err error) {
	stated, err := f.Filter()
	if err != nil {
		return nil, 0, err
	}
	all := selection.Selection{Filter: stated.Text(), Sort: string(catalog.SortCreated)}
	left := make(map[sds.SheetID]bool, len(excluded))
	for _, id := range excluded {
		left[id] = true
	}
	var refused []sds.Sheet
	var after *catalog.Position
	for {
		page, err := search.Selected(ctx, call.Catalog, filter.Viewer(call), all, after, pageOfFilter)
		if err != nil {
			return nil, 0, err
		}
		for i := range page.Sheets {
			s := &page.Sheets[i]
			switch {
			case left[s.ID]:
				continue
			case !call.MayEdit(*s):
				refused = append(refused, *s)
			case len(first) < maxRemovals:
				first = append(first, s.ID)
			}
			total++
		}
		if after = page.Next; after == nil {
			return first, total, undeletable(refused)
		}
	}
}

// removeSome deletes sheets that were found to be deletable. Where others change them
// meanwhile they are looked at anew.
func removeSome(ctx context.Context, call *rest.Call, ids []sds.SheetID) (removed int, err error) {
	for try := 1; len(ids) > 0; try++ {
		heads, err := call.Table.SheetHeads(ctx, call.Company, ids)
		if err != nil {
			return removed, err
		}
		heads = slices.DeleteFunc(heads, func(s sds.Sheet) bool { return s.DeletedAt != nil })
		for _, s := range heads {
			if !call.MayEdit(s) { // it has come to another department since
				return removed, undeletable([]sds.Sheet{s})
			}
		}
		var again []sds.SheetID
		for _, batch := range batches(heads) {
			err := removeBatch(ctx, call, batch)
			switch {
			case err == nil:
				removed += len(batch)
			case errors.Is(err, table.ErrStale):
				for _, s := range batch {
					again = append(again, s.ID)
				}
			default:
				return removed, err
			}
		}
		if len(again) > 0 && try >= maxTries && len(again) == len(heads) {
			return removed, message.New(message.TooMany, CodeDeleteChanged)
		}
		ids = again
	}
	return removed, nil
}

// batches are sheets that are deleted in one transaction: several that stand alone,
// or one that has other versions, of which one at a time is looked at, because deleting
// it changes its neighbours.
func batches(heads []sds.Sheet) (all [][]sds.Sheet) {
	records, open := 0, -1
	for _, s := range heads {
		if table.Chained(s) {
			all = append(all, []sds.Sheet{s})
			continue
		}
		n := table.RemovalRecords(s)
		if open < 0 || len(all[open]) == table.RemovalsPerWrite || records+n > maxRecords {
			open, records = len(all), 0
			all = append(all, nil)
		}
		all[open] = append(all[open], s)
		records += n
	}
	return all
}

// maxRecords leaves room in a transaction for the audit record.
const maxRecords = 95

func removeBatch(ctx context.Context, call *rest.Call, batch []sds.Sheet) error {
	ids := make([]string, len(batch))
	for i, s := range batch {
		ids[i] = string(s.ID)
	}
	by := table.Remover{By: call.User, ByName: call.Name, At: call.Now(), Audit: call.Audit("sheet.deleted", strings.Join(ids, ","))}
	if len(batch) == 1 && table.Chained(batch[0]) {
		return call.Table.RemoveVersion(ctx, call.Company, batch[0], by)
	}
	return call.Table.RemoveSheets(ctx, call.Company, batch, by)
}
