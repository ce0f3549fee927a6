// Package companies is the API of the company itself: its name, plan, options, usage and
// settings.
package companies

import (
	"context"
	"time"

	"anzen/functions/api/rest"
	"anzen/shared/domain/audit"
	"anzen/shared/domain/company"
	"anzen/shared/domain/plan"
	"anzen/shared/domain/sds"
)

// Company is a company with its plan, options and usage.
type Company struct {
	ID              sds.CompanyID      `json:"id" format:"uuid"`
	Version         int64              `json:"version" doc:"for If-Match"`
	Name            string             `json:"name"`
	Phone           string             `json:"phone"`
	PlanID          plan.ID            `json:"plan_id" doc:"0: free; 1000000000: unlimited; else the number of uploads"`
	Plan            plan.Plan          `json:"plan"`
	Subscribed      bool               `json:"is_subscribed" doc:"the plan is above the free one"`
	AttachmentLimit int                `json:"attachment_limit_id" enum:"1,10,50" doc:"most attachments of a sheet"`
	UploadedFiles   int                `json:"uploaded_file_number" doc:"sheets that count against the plan"`
	RemainingFiles  *int               `json:"remaining_file_number,omitempty" doc:"sheets that the plan still allows; absent: no limit"`
	Features        []plan.Feature     `json:"active_features" nullable:"false" enum:"change_history,ip_restriction,saml,checklists,bulk_download,periodic_export,attachments" doc:"the company's options"`
	ExpirationYears int                `json:"sds_expiration_years" minimum:"1" maximum:"10"`
	CopyFields      []string           `json:"sds_revision_copy_fields" nullable:"false" enum:"departments,note,product_code_list,sds_assignees,tags"`
	IdleHours       int                `json:"session_idle_hours" enum:"1,4,12,24,72" doc:"an unused session ends after this time"`
	FactorRule      company.FactorRule `json:"second_factor_rule" enum:"optional,administrators,everyone" doc:"who must have a second factor; optional with the SAML option"`
	GraceDays       int                `json:"second_factor_grace_days" enum:"0,7,14,30" doc:"how long users have to set one up"`
	AuditYears      int                `json:"audit_retention_years" minimum:"1" maximum:"10" doc:"for how long the audit log is kept"`
	CustomerID      string             `json:"customer_id,omitempty"`
	SubscriptionID  string             `json:"subscription_id,omitempty"`
	SubscribedAt    *time.Time         `json:"subscribed_at,omitempty"`
	RenewedAt       *time.Time         `json:"renewed_at,omitempty"`
	NextPaidAt      *time.Time         `json:"next_paid_at,omitempty"`
	CreatedAt       time.Time          `json:"created_at"`
}

// CompanyOutput is a company.
type CompanyOutput struct{ Body Company }

// view is the company with its current usage.
func view(ctx context.Context, call *rest.Call, c company.Company) (*CompanyOutput, error) {
	usage, err := call.Table.Usage(ctx, c.ID)
	if err != nil {
		return nil, err
	}
	p := plan.Get(c.Plan)
	rule, days := c.Factors()
	v := Company{
		ID: c.ID, Version: c.Version, Name: c.Name, Phone: c.Phone,
		PlanID: p.ID, Plan: p, Subscribed: p.Paid(), AttachmentLimit: c.AttachmentsPerSheet(), UploadedFiles: usage.UploadedSheets,
		Features: append([]plan.Feature{}, c.Features...), ExpirationYears: c.ExpirationYears, CopyFields: append([]string{}, c.CopyFields...), IdleHours: int(c.IdleTime().Hours()), FactorRule: rule, GraceDays: days, AuditYears: audit.Years(c.AuditYears),
		CustomerID: c.CustomerID, SubscriptionID: c.SubscriptionID, SubscribedAt: c.SubscribedAt, RenewedAt: c.RenewedAt, NextPaidAt: c.NextPaidAt,
		CreatedAt: c.CreatedAt,
	}
	if p.MaxUploads != nil {
		left := max(0, *p.MaxUploads-usage.UploadedSheets)
		v.RemainingFiles = &left
	}
	return &CompanyOutput{v}, nil
}
