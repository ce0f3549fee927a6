// Package substances is the API of the substances that a company's products contain.
package substances

import (
	"context"

	"anzen/functions/api/filter"
	"anzen/functions/api/rest"
	"anzen/functions/grant"
	"anzen/shared/domain/access"
	"anzen/shared/judgement/proofs"
	"anzen/shared/library/substances"
	"anzen/shared/reference/regulation"
)

// tag is the resource's in the document.
const tag = "substances"

// ListRoute is the declaration of GET substances.
var ListRoute = rest.Route{
	Method: "GET", Path: "/companies/{id}/substances", ID: "listSubstances", Tag: tag,
	Rule: rest.Need(access.SDSRead), Summary: "The substances of the company's sheets, with the number of sheets of each",
	Grants: grant.Catalog(), Memory: 1769, Timeout: rest.MaxTimeout,
}

// ListInput requests a page.
type ListInput struct {
	rest.OfCompany
	Text  string           `query:"q" maxLength:"200" doc:"in names and CAS numbers, with or without hyphens"`
	Order substances.Order `query:"order_by" enum:"sheets,cas_number,name" default:"sheets" doc:"sheets: the most frequent first"`
	Page  int              `query:"page" minimum:"1" maximum:"1000000" default:"1" doc:"the page, from 1"`
	Limit int              `query:"limit" minimum:"1" maximum:"100" default:"50" doc:"the items of a page"`
}

// SubstanceRow is a substance in lists.
type SubstanceRow struct {
	CAS    string         `json:"cas_number"`
	Name   proofs.Name    `json:"name" doc:"empty where it is not known"`
	Sheets int            `json:"sheet_count"`
	Laws   []SubstanceLaw `json:"laws" doc:"that name it, or will from an announced day"`
}

// SubstanceLaw is a law.
type SubstanceLaw struct {
	Code string      `json:"code"`
	Name proofs.Name `json:"name"`
}

// SubstancesOutput is a page.
type SubstancesOutput struct {
	Body struct {
		Items []SubstanceRow `json:"items"`
		Total int            `json:"total"`
		Page  int            `json:"page"`
		Limit int            `json:"limit"`
	}
}

// List answers a page of the company's substances.
func List(ctx context.Context, call *rest.Call, in *ListInput) (*SubstancesOutput, error) {
	page, total, err := substances.List(ctx, call.Catalog, filter.Viewer(call), substances.Wanted{
		Text: in.Text, Order: in.Order, Lang: call.Lang, Skip: (in.Page - 1) * in.Limit, Length: in.Limit,
	})
	if err != nil {
		return nil, err
	}
	out := &SubstancesOutput{}
	out.Body.Total, out.Body.Page, out.Body.Limit = total, in.Page, in.Limit
	for i := range page {
		out.Body.Items = append(out.Body.Items, row(&page[i]))
	}
	return out, nil
}

func row(s *substances.Substance) SubstanceRow {
	r := SubstanceRow{CAS: string(s.CAS), Name: proofs.Name{Ja: s.Ja, En: s.En}, Sheets: s.Sheets}
	for _, law := range regulation.Current().Laws() {
		for _, code := range s.Laws {
			if law.Code == code {
				r.Laws = append(r.Laws, SubstanceLaw{code, proofs.Name{Ja: law.Ja, En: law.En}})
			}
		}
	}
	return r
}
