package sdses

import (
	"context"

	"anzen/functions/api/rest"
	"anzen/shared/domain/access"
	"anzen/shared/domain/message"
	"anzen/shared/domain/plan"
	"anzen/shared/domain/sds"
)

// CodeHistoryOption is the error where the company has not bought the edit history.
const CodeHistoryOption message.Code = "change_history.option"

// EditsRoute is the declaration of GET sdses/{sdsId}/edit_histories.
var EditsRoute = rest.Route{
	Method: "GET", Path: "/companies/{id}/sdses/{sdsId}/edit_histories", ID: "listSheetEdits", Tag: "sdses",
	Rule: rest.Need(access.SDSRead), Summary: "Who changed what of a sheet, the latest first; an option (402)", Grants: readTable,
}

// EditsInput requests a page of a sheet's history.
type EditsInput struct {
	OfSheet
	Page  int `query:"page" minimum:"1" maximum:"1000000" default:"1" doc:"the page, from 1"`
	Limit int `query:"limit" minimum:"1" maximum:"100" default:"50" doc:"the items of a page"`
}

// EditsOutput is a page of a sheet's history, the latest first.
type EditsOutput struct {
	Body struct {
		Items []sds.Edit `json:"items"`
		Total int        `json:"total"`
		Page  int        `json:"page"`
		Limit int        `json:"limit"`
	}
}

// Edits answers a sheet's history. It is stored for every company, so that it exists when
// the option is bought later.
func Edits(ctx context.Context, call *rest.Call, in *EditsInput) (*EditsOutput, error) {
	if _, err := call.Table.Sheet(ctx, call.CompanyID, in.SheetID); err != nil {
		return nil, err
	}
	if !call.Company.Has(plan.FeatureChangeHistory) {
		return nil, message.New(message.PlanLimit, CodeHistoryOption)
	}
	all, err := call.Table.Edits(ctx, call.CompanyID, in.SheetID)
	if err != nil {
		return nil, err
	}
	out := &EditsOutput{}
	out.Body.Total, out.Body.Page, out.Body.Limit = len(all), in.Page, in.Limit
	from := min((in.Page-1)*in.Limit, len(all))
	out.Body.Items = all[from:min(from+in.Limit, len(all))]
	return out, nil
}
