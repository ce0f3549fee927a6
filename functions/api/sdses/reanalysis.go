package sdses

import (
	"context"
	"net/http"

	"anzen/functions/api/rest"
	"anzen/functions/grant"
	"anzen/shared/domain/access"
	"anzen/shared/domain/sds"
	"anzen/shared/domain/write"
	"anzen/shared/library/sheets"
)

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
	out := &ReanalyseOutput{}
	err := registrar(call).Reanalyse(ctx, call.Actor(), sheets.Reanalysis{Sheet: in.SheetID, Comment: in.Body.Comment}, func(s sds.Sheet) *write.Answer {
		out.Body = ReanalyseBody{s.ID, int(s.Status)}
		return call.Answer(out.Body)
	})
	return out, err
}
