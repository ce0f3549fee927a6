package companies

import (
	"context"
	"slices"
	"time"

	"anzen/functions/api/rest"
	"anzen/functions/grant"
	"anzen/shared/aws/table"
	"anzen/shared/domain/access"
	"anzen/shared/domain/audit"
	"anzen/shared/domain/company"
	"anzen/shared/domain/input"
	"anzen/shared/domain/message"
	"anzen/shared/domain/plan"
)

// GetRoute is the declaration of GET companies/{id}.
var GetRoute = rest.Route{
	Method: "GET", Path: "/companies/{id}", ID: "getCompany", Tag: "companies", Rule: rest.Session, Unenrolled: true,
	Summary: "The company with its plan, limits, usage and options",
	Grants:  []grant.Grant{grant.Table("GetItem")},
}

// GetInput names the company.
type GetInput struct{ rest.OfCompany }

// Get reads the company.
func Get(ctx context.Context, call *rest.Call, _ *GetInput) (*CompanyOutput, error) {
	return view(ctx, call, call.Company)
}

// EditRoute is the declaration of PUT companies/{id}.
var EditRoute = rest.Route{
	Method: "PUT", Path: "/companies/{id}", ID: "editCompany", Tag: "companies", Rule: rest.Need(access.CompanyEdit),
	Summary: "Change the company's name and phone number",
	Grants:  []grant.Grant{grant.Table("GetItem", "PutItem")},
}

// CompanyChange is a change of a company. Absent members stay unchanged.
type CompanyChange struct {
	Name  *string `json:"name,omitempty" maxLength:"100"`
	Phone *string `json:"phone,omitempty" maxLength:"30"`
}

// EditInput is a change of the company.
type EditInput struct {
	rest.OfCompany
	rest.Edited
	Body CompanyChange
}

// Edit changes the company's name and phone number.
func Edit(ctx context.Context, call *rest.Call, in *EditInput) (*CompanyOutput, error) {
	return write(ctx, call, in.Edited, "company.edited", func(c *company.Company) error {
		var wrong input.FieldErrors
		if in.Body.Name != nil {
			wrong.Add("name", company.Name(*in.Body.Name))
			c.Name = company.Clean(*in.Body.Name)
		}
		if in.Body.Phone != nil {
			wrong.Add("phone", company.Phone(*in.Body.Phone))
			c.Phone = company.CleanPhone(*in.Body.Phone)
		}
		return wrong.Err()
	})
}

// SetRoute is the declaration of PUT companies/{id}/settings.
var SetRoute = rest.Route{
	Method: "PUT", Path: "/companies/{id}/settings", ID: "editCompanySettings", Tag: "companies", Rule: rest.Need(access.CompanyEdit),
	Summary: "Change after how many years a sheet needs revision, which attributes a revised sheet copies, after how many hours an unused session ends, who must have a second factor, and for how many years the audit log is kept",
	Grants:  []grant.Grant{grant.Table("GetItem", "PutItem")},
}

// CodeNothingToChange is the error where no setting is present.
const CodeNothingToChange message.Code = "company.settings_nothing"

// CodeFactorsBySAML is the error for a rule of second factors of a company that signs in by
// SAML.
const CodeFactorsBySAML message.Code = "company.second_factor_saml"

// CompanySettings are the settings of the company. Absent members stay unchanged.
type CompanySettings struct {
	ExpirationYears *int                `json:"sds_expiration_years,omitempty" minimum:"1" maximum:"10"`
	CopyFields      *[]string           `json:"sds_revision_copy_fields,omitempty" maxItems:"5" enum:"departments,note,product_code_list,sds_assignees,tags"`
	IdleHours       *int                `json:"session_idle_hours,omitempty" enum:"1,4,12,24,72"`
	FactorRule      *company.FactorRule `json:"second_factor_rule,omitempty" enum:"optional,administrators,everyone" doc:"refused with the SAML option, unless optional"`
	GraceDays       *int                `json:"second_factor_grace_days,omitempty" enum:"0,7,14,30"`
	AuditYears      *int                `json:"audit_retention_years,omitempty" minimum:"1" maximum:"10" doc:"needs recent credentials where it becomes less"`
}

// SetInput is a change of settings.
type SetInput struct {
	rest.OfCompany
	rest.Edited
	Body CompanySettings
}

// Set changes the company's settings.
func Set(ctx context.Context, call *rest.Call, in *SetInput) (*CompanyOutput, error) {
	if in.Body == (CompanySettings{}) {
		return nil, message.New(message.Invalid, CodeNothingToChange)
	}
	if in.Body.changesFactors(call.Company) || in.Body.AuditYears != nil && *in.Body.AuditYears < audit.Years(call.Company.AuditYears) {
		if err := call.Recent(ctx); err != nil {
			return nil, err
		}
	}
	return write(ctx, call, in.Edited, "company.settings_edited", func(c *company.Company) error {
		if years := in.Body.ExpirationYears; years != nil {
			c.ExpirationYears = *years
		}
		if fields := in.Body.CopyFields; fields != nil {
			c.CopyFields = slices.Compact(slices.Sorted(slices.Values(*fields)))
		}
		if hours := in.Body.IdleHours; hours != nil {
			c.SessionIdleHours = *hours
		}
		if years := in.Body.AuditYears; years != nil {
			c.AuditYears = *years
		}
		return in.Body.setFactors(c, call.Now())
	})
}

func (s CompanySettings) changesFactors(c company.Company) bool {
	rule, days := c.Factors()
	return s.FactorRule != nil && *s.FactorRule != rule || s.GraceDays != nil && *s.GraceDays != days
}

// setFactors changes the rule of second factors. The days of grace begin anew with a change.
func (s CompanySettings) setFactors(c *company.Company, now time.Time) error {
	if !s.changesFactors(*c) {
		return nil
	}
	if c.Has(plan.FeatureSAML) {
		return message.New(message.Invalid, message.CodeInvalid).On("second_factor_rule", CodeFactorsBySAML, nil)
	}
	now = now.UTC()
	c.FactorRuleFrom = &now
	if s.FactorRule != nil {
		c.FactorRule = *s.FactorRule
	}
	if s.GraceDays != nil {
		c.GraceDays = s.GraceDays
	}
	return nil
}

// write changes the company that was read with this request.
func write(ctx context.Context, call *rest.Call, edited rest.Edited, action string, change func(*company.Company) error) (*CompanyOutput, error) {
	read, err := rest.Version(edited.IfMatch)
	if err != nil {
		return nil, err
	}
	c := call.Company
	if c.Version != read {
		return nil, table.ErrStale
	}
	if err := change(&c); err != nil {
		return nil, err
	}
	x := call.Begin(action, string(c.ID))
	c = x.WriteCompany(c)
	if err := x.Commit(ctx); err != nil {
		return nil, err
	}
	return view(ctx, call, c)
}
