package sdses

import (
	"context"
	"net/http"

	"anzen/functions/analysis/run"
	"anzen/functions/api/rest"
	"anzen/functions/grant"
	"anzen/shared/aws/table"
	"anzen/shared/domain/access"
	"anzen/shared/domain/message"
	"anzen/shared/domain/sds"
)

// CodeNoPDFToRead is answered for another analysis of a sheet that was imported as data.
const CodeNoPDFToRead message.Code = "sheet.no_pdf_reanalysis"

// Reanalysing is the declaration of POST sdses/{sdsId}/reanalysis.
var Reanalysing = rest.Route{
	Method: "POST", Path: "/sdses/{sdsId}/reanalysis", ID: "reanalyseSheet", Tag: "sdses",
	Rule: rest.Need(access.SDSRequest), Summary: "Analyse a sheet again; what people confirmed or edited stays",
	Grants: []grant.Grant{grant.Table("GetItem", "PutItem", "UpdateItem", "ConditionCheckItem"), grant.StartAnalysis()},
	Status: http.StatusAccepted, Creates: true,
}

// ReanalyseInput says why.
type ReanalyseInput struct {
	SheetID sds.SheetID `path:"sdsId" format:"uuid" doc:"the sheet"`
	Body    struct {
		Comment string `json:"comment,omitempty" maxLength:"2000"`
	}
}

// ReanalyseBody is the sheet as it now stands in lists.
type ReanalyseBody struct {
	ID     sds.SheetID `json:"id"`
	Status int         `json:"status"`
}

// ReanalyseOutput is the answer of a request for another analysis.
type ReanalyseOutput struct{ Body ReanalyseBody }

// Reanalyse runs the pipeline on a sheet again.
func Reanalyse(ctx context.Context, call *rest.Call, in *ReanalyseInput) (*ReanalyseOutput, error) {
	if err := cleanComment(&in.Body.Comment); err != nil {
		return nil, err
	}
	before, err := call.Table.Sheet(ctx, call.Company, in.SheetID)
	if err != nil {
		return nil, err
	}
	switch {
	case !call.MayRequest(before):
		return nil, message.New(message.Forbidden, message.CodeOtherDepartment)
	case !before.Status.Editable():
		return nil, message.New(message.Conflict, CodeNotEditable)
	case before.File.Key == "":
		return nil, message.New(message.Conflict, CodeNoPDFToRead)
	}
	if err := openFile(before.File); err != nil {
		return nil, err
	}
	after := before
	after.Attempt++
	after.Status, after.Reason, after.ReasonDetail, after.UpdatedAt = sds.StatusAssort, "", nil, call.Now()
	out := &ReanalyseOutput{ReanalyseBody{after.ID, int(after.Status)}}
	_, err = call.Table.WriteSheet(ctx, call.Company, table.SheetWrite{
		Before: &before, After: after, Audit: call.Audit("sheet.reanalysis_requested", string(before.ID)),
		Edit: &sds.Edit{
			ID: table.NewEditID(call.Now()), At: call.Now(), By: call.User, ByName: call.Name,
			Action: "reanalysis_requested", Changes: []sds.Change{}, Comment: in.Body.Comment,
		},
		With: func(x *table.Tx) { call.Remember(x.Promise(after), out.Body) },
	})
	if err != nil {
		return nil, err
	}
	if _, err := call.Analysis.Start(ctx, run.Name(after), run.Of(call.Company, after)); err != nil {
		// The promise stands: the sweep starts what did not start here.
		call.Log.ErrorContext(ctx, "analysis not started", "sheet", after.ID, "cause", err.Error())
	}
	return out, nil
}
