package checklists

import (
	"context"
	"time"

	"anzen/functions/api/rest"
	"anzen/functions/grant"
	"anzen/shared/catalog"
	"anzen/shared/domain/access"
	"anzen/shared/domain/checklist"
	"anzen/shared/domain/sds"
	"anzen/shared/domain/verdict"
	"anzen/shared/judgement/lawcheck"
	"anzen/shared/judgement/proofs"
	"anzen/shared/library/search"
	"anzen/shared/reference/regulation"
)

// ListResultsRoute is the declaration of GET dynamic_list_results/{listId}.
var ListResultsRoute = rest.Route{
	Method: "GET", Path: "/dynamic_list_results/{listId}", ID: "listChecklistResults", Tag: Tag, Rule: rest.Need(access.CheckListRead),
	Summary: "The current results of a checklist, with users' reviews", Grants: grant.Catalog(), Memory: 1769, Timeout: rest.MaxTimeout,
}

// Filters filter results, in the query of a request or in its body.
type Filters struct {
	Verdicts   []verdict.Verdict     `query:"verdict,explode" json:"verdict,omitempty" maxItems:"5" enum:"applies,requires_context,scheduled,unknown,below_threshold" doc:"the strongest of the sheet; default: applies, requires_context and scheduled"`
	Judgements []checklist.Judgement `query:"judgement,explode" json:"judgement,omitempty" maxItems:"4" enum:"applies,does_not_apply,on_hold,none" doc:"none: without a judgement"`
	Excluded   bool                  `query:"excluded" json:"excluded,omitempty" doc:"excluded sheets instead of the others"`
	Changed    bool                  `query:"changed" json:"changed,omitempty" doc:"only those whose ground has changed since the judgement"`
	Text       string                `query:"q" json:"q,omitempty" maxLength:"200" doc:"words, as in the sheet list"`
}

// Order is the order of results; default: by name.
type Order struct {
	Name    string `query:"order_by_name" json:"order_by_name,omitempty" enum:"asc,desc" doc:"sorts by it; of several, the first in this document applies"`
	Revised string `query:"order_by_revised_at" json:"order_by_revised_at,omitempty" enum:"asc,desc" doc:"sorts by it; of several, the first in this document applies"`
	Created string `query:"order_by_created_at" json:"order_by_created_at,omitempty" enum:"asc,desc" doc:"sorts by it; of several, the first in this document applies"`
	Updated string `query:"order_by_updated_at" json:"order_by_updated_at,omitempty" enum:"asc,desc" doc:"sorts by it; of several, the first in this document applies"`
}

// ResultsInput requests a page.
type ResultsInput struct {
	OfList
	Filters
	Order
	Page  int `query:"page" minimum:"1" maximum:"100000" default:"1" doc:"the page, from 1"`
	Limit int `query:"limit" minimum:"1" maximum:"100" default:"20" doc:"the items of a page"`
}

// ChecklistResult is a sheet that a checklist finds.
type ChecklistResult struct {
	ID             sds.SheetID         `json:"id" format:"uuid" doc:"the sheet's"`
	Version        int64               `json:"version" doc:"of the review, for If-Match; 0: none yet"`
	Sheet          ResultSheet         `json:"sheet"`
	Verdict        verdict.Verdict     `json:"verdict" enum:"not_listed,below_threshold,unknown,scheduled,requires_context,applies"`
	Proofs         []proofs.Proof      `json:"proofs"`
	Stated         []Statement         `json:"stated" doc:"classes watched by the checklist that section 15 states"`
	Judgement      checklist.Judgement `json:"judgement" enum:",applies,does_not_apply,on_hold"`
	Note           string              `json:"note"`
	ReviewedAt     *time.Time          `json:"judged_at,omitempty"`
	ReviewedByName string              `json:"judged_by_name,omitempty"`
	GroundChanged  bool                `json:"ground_changed" doc:"the ground of the judgement has changed: review it again"`
	Excluded       bool                `json:"excluded"`
	IsNew          bool                `json:"is_new" doc:"the last nightly run found it for the first time"`
	CheckedAt      *time.Time          `json:"checked_at,omitempty" doc:"the last nightly run of the checklist"`
}

// ResultSheet is the sheet of a result.
type ResultSheet struct {
	ID             sds.SheetID        `json:"id" format:"uuid"`
	Name           string             `json:"name"`
	Supplier       string             `json:"supplier"`
	RevisedOn      string             `json:"revised_on" doc:"YYYY-MM-DD, YYYY-MM where the sheet states no day, or empty"`
	RevisionStatus sds.RevisionStatus `json:"revision_status" enum:",OLD,NEED_REVISION,REVISED,SUPPLIER_CONFIRMED"`
	ProductCodes   []string           `json:"product_codes"`
}

// Statement is a class of a law that section 15 states.
type Statement struct {
	Code string      `json:"code"`
	Name proofs.Name `json:"name"`
}

// ChecklistResultsOutput is a page with the count of the whole.
type ChecklistResultsOutput struct {
	Body struct {
		Items  []ChecklistResult `json:"items"`
		Total  int               `json:"total"`
		Page   int               `json:"page"`
		Limit  int               `json:"limit"`
		Counts VerdictCount      `json:"counts" doc:"of all sheets that are not excluded, regardless of the filters"`
	}
}

// ListResults answers a page of a checklist's results.
func ListResults(ctx context.Context, call *rest.Call, in *ResultsInput) (*ChecklistResultsOutput, error) {
	l, err := call.Table.Checklist(ctx, call.CompanyID, in.List)
	if err != nil {
		return nil, err
	}
	s := lookUp(call, l)
	if err := s.readReviews(ctx); err != nil {
		return nil, err
	}
	if err := s.readNightlyResults(ctx); err != nil {
		return nil, err
	}
	out := &ChecklistResultsOutput{}
	out.Body.Page, out.Body.Limit = in.Page, in.Limit
	found, err := s.counts(ctx)
	if err != nil {
		return nil, err
	}
	out.Body.Counts = countsOf(found)
	page, err := s.page(ctx, checklist.Filters(in.Filters), search.Page{Order: in.stated(), Skip: (in.Page - 1) * in.Limit, Limit: in.Limit})
	if err != nil {
		return nil, err
	}
	out.Body.Total = page.Total
	for i := range page.Sheets {
		out.Body.Items = append(out.Body.Items, s.result(&page.Sheets[i]))
	}
	return out, nil
}

// stated is the requested order.
func (o Order) stated() search.Order {
	for _, by := range []struct {
		sort catalog.Sort
		way  string
	}{{catalog.SortName, o.Name}, {catalog.SortRevised, o.Revised}, {catalog.SortCreated, o.Created}, {catalog.SortUpdated, o.Updated}} {
		if by.way != "" {
			return search.Order{By: by.sort, Desc: by.way == "desc"}
		}
	}
	return search.Order{By: catalog.SortName}
}

// result is a sheet with its current verdicts and its review.
func (s *lookup) result(record *sds.Sheet) ChecklistResult { return s.located(record, nil) }

// located is a result with the sources of its proofs, from the sections.
func (s *lookup) located(record *sds.Sheet, sections []sds.Section) ChecklistResult {
	outcome := s.Plan.Judge(record)
	if sections != nil {
		lawcheck.Locate(outcome.Proofs, sections)
	}
	review := s.Reviews[record.ID]
	r := ChecklistResult{
		ID: record.ID, Version: review.Version, Verdict: outcome.Verdict, Proofs: proofs.View(s.Set, s.call.Lang, outcome.Proofs),
		Sheet: ResultSheet{
			ID: record.ID, Name: record.Name, Supplier: record.Supplier, RevisedOn: record.RevisedOn, ProductCodes: record.ProductCodes,
			RevisionStatus: record.RevisionStatusOn(sds.Day(s.call.Now()), s.call.Company.ExpirationYears),
		},
		Stated: statements(s.Set, outcome.Stated), Judgement: review.Judgement, Note: review.Note, ReviewedByName: review.ByName, Excluded: review.Excluded,
		GroundChanged: review.Judgement != "" && review.Ground != outcome.Ground(),
	}
	if review.Version > 0 {
		r.ReviewedAt = &review.At
	}
	if s.List.Run != nil {
		r.CheckedAt, r.IsNew = &s.List.Run.At, s.isNew(record.ID)
	}
	return r
}

// statements are the names of the codes that section 15 states.
func statements(set *regulation.Set, codes []string) []Statement {
	out := make([]Statement, len(codes))
	for i, code := range codes {
		out[i] = Statement{Code: code, Name: statedName(set, code)}
	}
	return out
}
