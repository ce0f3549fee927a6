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

// ReanalyzeRoute is the declaration of POST sdses/{sdsId}/reanalysis.
var ReanalyzeRoute = rest.Route{
	Method: "POST", Path: "/sdses/{sdsId}/reanalysis", ID: "reanalyseSheet", Tag: "sdses",
	Rule: rest.Need(access.SDSRequest), Summary: "Analyze a sheet again; confirmed and edited values stay",
	Grants: []grant.Grant{grant.Table("GetItem", "PutItem", "UpdateItem", "ConditionCheckItem"), grant.StartAnalysis()},
	Status: http.StatusAccepted, Creates: true,
}

// ReanalyzeInput names a sheet, with an optional comment.
type ReanalyzeInput struct {
	SheetID sds.SheetID `path:"sdsId" format:"uuid" doc:"the sheet"`
	Body    struct {
		Comment string `json:"comment,omitempty" maxLength:"2000"`
	}
}

// ReanalyzeBody is the sheet with its new status.
type ReanalyzeBody struct {
	ID     sds.SheetID `json:"id"`
	Status int         `json:"status"`
}

// ReanalyzeOutput is the answer of a request for another analysis.
type ReanalyzeOutput struct{ Body ReanalyzeBody }

// Reanalyze runs the pipeline on a sheet again.
func Reanalyze(ctx context.Context, call *rest.Call, in *ReanalyzeInput) (*ReanalyzeOutput, error) {
	out := &ReanalyzeOutput{}
	err := registrar(call).Reanalyze(ctx, call.Actor(), sheets.Reanalysis{Sheet: in.SheetID, Comment: in.Body.Comment}, func(s sds.Sheet) *write.Answer {
		out.Body = ReanalyzeBody{s.ID, int(s.Status)}
		return call.Answer(out.Body)
	})
	return out, err
}
