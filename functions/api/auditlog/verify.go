package auditlog

import (
	"context"
	"time"

	"anzen/functions/api/rest"
	"anzen/functions/grant"
	"anzen/shared/domain/access"
)

// VerifyRoute is the declaration of GET audit_logs/verification.
var VerifyRoute = rest.Route{
	Method: "GET", Path: "/companies/{id}/audit_logs/verification", ID: "verifyAuditLogs", Tag: "audit", Rule: rest.Need(access.CompanyEdit),
	Summary: "Whether the records of the audit log are those that were sealed: each day's records are sealed by a chain of hashes",
	Grants:  []grant.Grant{grant.Table("Query")}, Memory: 1024, Timeout: 28 * time.Second,
}

// VerifyInput names the company.
type VerifyInput struct{ rest.OfCompany }

// AuditVerification is the result.
type AuditVerification struct {
	Intact  bool       `json:"intact" doc:"no sealed record was changed, removed or added"`
	Seals   int        `json:"seals" doc:"one or more of each day that has records"`
	Records int        `json:"records" doc:"sealed records that are unchanged"`
	Removed int        `json:"removed_seals" doc:"seals whose records are no longer kept"`
	Open    int        `json:"open_records" doc:"records that are not sealed yet, such as today's; at most 20,000 are counted"`
	Broken  []int      `json:"broken_seals" doc:"the numbers of seals that do not match"`
	Last    string     `json:"last_hash,omitempty" doc:"the hash of the last seal (SHA-256)"`
	At      *time.Time `json:"sealed_at,omitempty" doc:"when it was made"`
}

// VerifyOutput is the result.
type VerifyOutput struct{ Body AuditVerification }

// Verify compares all records with their seals.
func Verify(ctx context.Context, call *rest.Call, _ *VerifyInput) (*VerifyOutput, error) {
	v, err := call.Table.VerifyAudits(ctx, call.CompanyID)
	if err != nil {
		return nil, err
	}
	out := AuditVerification{Intact: v.Intact(), Seals: v.Seals, Records: v.Records, Removed: v.Removed, Open: v.Open, Broken: v.Broken, Last: v.Last.Hash}
	if v.Seals > 0 {
		out.At = &v.Last.At
	}
	return &VerifyOutput{out}, nil
}
