package sdses

import (
	"context"
	"time"

	"anzen/functions/api/rest"
	"anzen/shared/access"
	"anzen/shared/catalog"
	"anzen/shared/grant"
	"anzen/shared/message"
	"anzen/shared/sds"
)

var readTable = []grant.Grant{grant.Table("GetItem", "Query")}

// Listing and Counting are the declarations of GET sdses and sdses/count.
var (
	Listing = rest.Route{
		Method: "GET", Path: "/companies/{id}/sdses", ID: "listSheets", Tag: "sdses",
		Rule: rest.Need(access.SDSRead), Summary: "Search sheets", Grants: readTable, Memory: 1024,
	}
	Counting = rest.Route{
		Method: "GET", Path: "/companies/{id}/sdses/count", ID: "countSheets", Tag: "sdses",
		Rule: rest.Need(access.SDSRead), Summary: "Count sheets", Grants: readTable, Memory: 1024,
	}
)

// Filters restrict a list. They combine with AND, the values of one with OR.
type Filters struct {
	Text           string               `query:"text" maxLength:"200" doc:"words in name, product, codes, supplier, note, CAS and UN numbers"`
	IDs            []sds.SheetID        `query:"ids,explode" maxItems:"100"`
	Names          []string             `query:"name,explode" maxItems:"20"`
	ProductCodes   []string             `query:"product_code,explode" maxItems:"20"`
	Suppliers      []string             `query:"supplier,explode" maxItems:"20"`
	Groups         []sds.StatusGroup    `query:"status_group,explode" maxItems:"6" enum:"pre_analysis,analyzing,completed,impossible,reconfirmation,check"`
	Revision       []sds.RevisionStatus `query:"revision_status,explode" maxItems:"5" enum:"OLD,NEED_REVISION,REVISED,SUPPLIER_CONFIRMED"`
	Languages      []int                `query:"language_id,explode" maxItems:"3"`
	Tags           []sds.TagID          `query:"tag_id,explode" maxItems:"100"`
	Departments    []sds.DepartmentID   `query:"department_id,explode" maxItems:"100"`
	Assignees      []sds.UserID         `query:"assignee_id,explode" maxItems:"100"`
	CAS            []string             `query:"cas_number,explode" maxItems:"100"`
	HCodes         []string             `query:"h_code,explode" maxItems:"100"`
	SignalWords    []string             `query:"signal_word,explode" maxItems:"3" enum:"danger,warning,none"`
	UNNumbers      []string             `query:"un_number,explode" maxItems:"50"`
	GHSClasses     []int                `query:"ghs_class,explode" maxItems:"40"`
	Pictograms     []string             `query:"pictogram,explode" maxItems:"9"`
	Laws           []string             `query:"law_name,explode" maxItems:"50"`
	CreatedFrom    string               `query:"created_from" format:"date"`
	CreatedTo      string               `query:"created_to" format:"date"`
	RevisedFrom    string               `query:"revised_from" format:"date"`
	RevisedTo      string               `query:"revised_to" format:"date"`
	HasFindings    string               `query:"has_findings" enum:"true,false"`
	HasUnreviewed  string               `query:"has_unreviewed" enum:"true,false"`
	Removed        bool                 `query:"removed" doc:"removed sheets instead of the others"`
	OnlyMyOwn      bool                 `query:"mine" doc:"sheets assigned to the caller"`
	OnlyDepartment bool                 `query:"my_departments" doc:"sheets of the caller's departments"`
}

// ListInput asks for a page.
type ListInput struct {
	rest.OfCompany
	Filters
	Page           int    `query:"page" minimum:"1" maximum:"1000000" default:"1"`
	Limit          int    `query:"limit" minimum:"1" maximum:"100" default:"50"`
	OrderCreated   string `query:"order_by_created_at" enum:"asc,desc"`
	OrderRevised   string `query:"order_by_revised_at" enum:"asc,desc"`
	OrderName      string `query:"order_by_name" enum:"asc,desc"`
	OrderStatus    string `query:"order_by_status" enum:"asc,desc"`
	OrderAssessed  string `query:"order_by_assessed_at" enum:"asc,desc"`
	OrderConfirmed string `query:"order_by_supplier_confirmed_at" enum:"asc,desc"`
}

// ListOutput is a page with the exact count of the whole.
type ListOutput struct {
	Body struct {
		Items  []SheetRow `json:"items"`
		Total  int        `json:"total"`
		Page   int        `json:"page"`
		Limit  int        `json:"limit"`
		Moving int        `json:"moving" doc:"how many of the whole are still being analysed"`
	}
}

// CountInput asks how many.
type CountInput struct {
	rest.OfCompany
	Filters
}

// CountOutput tells how many.
type CountOutput struct {
	Body struct {
		Count int `json:"count"`
	}
}

// List answers a page of the company's sheets.
func List(ctx context.Context, call *rest.Call, in *ListInput) (*ListOutput, error) {
	q, err := in.query(call)
	if err != nil {
		return nil, err
	}
	q.Sort, q.Desc = in.order()
	q.Skip, q.Limit = (in.Page-1)*in.Limit, in.Limit
	page, err := call.Catalog.Search(ctx, call.Company, q)
	if err != nil {
		return nil, err
	}
	out := &ListOutput{}
	out.Body.Total, out.Body.Page, out.Body.Limit, out.Body.Moving = page.Total, in.Page, in.Limit, page.Moving
	out.Body.Items = make([]SheetRow, len(page.Sheets))
	for i := range page.Sheets {
		out.Body.Items[i] = row(call, &page.Sheets[i])
	}
	return out, nil
}

// Count answers how many of the company's sheets match.
func Count(ctx context.Context, call *rest.Call, in *CountInput) (*CountOutput, error) {
	q, err := in.query(call)
	if err != nil {
		return nil, err
	}
	page, err := call.Catalog.Search(ctx, call.Company, q)
	if err != nil {
		return nil, err
	}
	out := &CountOutput{}
	out.Body.Count = page.Total
	return out, nil
}

func (in *ListInput) order() (catalog.Sort, bool) {
	for _, o := range []struct {
		sort catalog.Sort
		way  string
	}{
		{catalog.SortCreated, in.OrderCreated},
		{catalog.SortRevised, in.OrderRevised},
		{catalog.SortName, in.OrderName},
		{catalog.SortStatus, in.OrderStatus},
		{catalog.SortAssessed, in.OrderAssessed},
		{catalog.SortConfirmed, in.OrderConfirmed},
	} {
		if o.way != "" {
			return o.sort, o.way == "desc"
		}
	}
	return catalog.SortCreated, true
}

func (f Filters) query(call *rest.Call) (catalog.Query, error) {
	q := catalog.Query{
		Text: f.Text, IDs: f.IDs, Names: f.Names, ProductCodes: f.ProductCodes, Suppliers: f.Suppliers, Groups: f.Groups,
		Revision: f.Revision, Languages: f.Languages, Tags: f.Tags, Departments: f.Departments, Assignees: f.Assignees,
		CAS: f.CAS, HCodes: f.HCodes, SignalWords: f.SignalWords, UNNumbers: f.UNNumbers, GHSClasses: f.GHSClasses,
		Pictograms: f.Pictograms, Laws: f.Laws, RevisedFrom: f.RevisedFrom, RevisedTo: f.RevisedTo, Removed: f.Removed,
		HasFindings: flag(f.HasFindings), HasUnreviewed: flag(f.HasUnreviewed),
		Today: sds.Day(call.Now()), ExpirationYear: call.Of.ExpirationYears,
	}
	if f.OnlyMyOwn {
		q.Assignees = []sds.UserID{call.User}
	}
	if f.OnlyDepartment {
		if len(call.Departments) == 0 {
			q.Departments = []sds.DepartmentID{""}
		} else {
			q.Departments = call.Departments
		}
	}
	var err error
	if q.CreatedFrom, err = tokyoDay(f.CreatedFrom, 0); err != nil {
		return q, err
	}
	q.CreatedTo, err = tokyoDay(f.CreatedTo, 1)
	return q, err
}

func flag(s string) *bool {
	if s == "" {
		return nil
	}
	yes := s == "true"
	return &yes
}

// tokyoDay is the beginning of a day, or of one some days later, where the customers are.
func tokyoDay(s string, later int) (time.Time, error) {
	if s == "" {
		return time.Time{}, nil
	}
	t, err := time.ParseInLocation(time.DateOnly, s, time.FixedZone("JST", 9*60*60))
	if err != nil {
		return t, message.New(message.Invalid, message.CodeInvalid).Because(err)
	}
	return t.AddDate(0, 0, later), nil
}
