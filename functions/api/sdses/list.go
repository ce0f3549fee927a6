package sdses

import (
	"context"
	"encoding/base64"
	"encoding/json"

	"anzen/functions/api/filter"
	"anzen/functions/api/rest"
	"anzen/functions/common/measure"
	"anzen/functions/grant"
	"anzen/shared/aws/metrics"
	"anzen/shared/catalog"
	"anzen/shared/domain/access"
	"anzen/shared/domain/message"
	"anzen/shared/library/search"
)

// The declarations of GET sdses and sdses/count.
var (
	ListRoute = rest.Route{
		Method: "GET", Path: "/companies/{id}/sdses", ID: "listSheets", Tag: "sdses",
		Rule: rest.Need(access.SDSRead), Summary: "Search sheets", Grants: grant.Catalog(), Memory: 1769, Timeout: rest.MaxTimeout,
	}
	CountRoute = rest.Route{
		Method: "GET", Path: "/companies/{id}/sdses/count", ID: "countSheets", Tag: "sdses",
		Rule: rest.Need(access.SDSRead), Summary: "Count sheets", Grants: grant.Catalog(), Memory: 1769, Timeout: rest.MaxTimeout,
	}
)

// ListInput requests a page.
type ListInput struct {
	rest.OfCompany
	filter.Query
	filter.Order
	Page   int    `query:"page" minimum:"1" maximum:"1000000" default:"1" doc:"the page, from 1"`
	Cursor string `query:"cursor" maxLength:"2000" doc:"instead of page: next of the previous page, so that concurrent changes do not shift the pages; the order must be the same"`
	Limit  int    `query:"limit" minimum:"1" maximum:"100" default:"50" doc:"the items of a page"`
}

// ListOutput is a page with the exact count of the whole.
type ListOutput struct {
	Body struct {
		Items      []SheetRow `json:"items"`
		Total      int        `json:"total"`
		Page       int        `json:"page"`
		Limit      int        `json:"limit"`
		InProgress int        `json:"in_progress" doc:"how many of the whole are still being analyzed"`
		Next       string     `json:"next,omitempty" doc:"the cursor of the next page; empty on the last"`
	}
}

// Match is a place of a searched word.
type Match struct {
	Term  string `json:"term" doc:"as searched"`
	Field string `json:"field" enum:"name,product_name,product_code,supplier,manufacturer,substance_name,cas_number,un_number,h_code,law_name,note,file_name"`
	Text  string `json:"text" doc:"as the sheet has it"`
}

// CountInput selects the sheets to count.
type CountInput struct {
	rest.OfCompany
	filter.Query
}

// CountOutput is the number of sheets.
type CountOutput struct {
	Body struct {
		Count int `json:"count"`
	}
}

// List answers a page of the company's sheets.
func List(ctx context.Context, call *rest.Call, in *ListInput) (*ListOutput, error) {
	request := search.Page{Order: in.Order.Stated(), Limit: in.Limit}
	began := call.Now()
	var err error
	if in.Cursor == "" {
		request.Skip = (in.Page - 1) * in.Limit
	} else if request.After, err = readCursor(in.Cursor); err != nil {
		return nil, err
	}
	page, err := search.Search(ctx, call.Catalog, filter.Viewer(call), in.Filter(), request)
	if err != nil {
		return nil, err
	}
	measure.Put(ctx, call.Metrics, call.Log, metrics.Sample{
		Metric: metrics.ListTime, Unit: metrics.Milliseconds, Value: measure.Milliseconds(call.Now().Sub(began)),
		Dimension: metrics.CompanySize, Of: metrics.Size(call.Catalog.Sheets(call.CompanyID)), Total: true,
		Also: map[string]string{"company": string(call.CompanyID)},
	})
	out := &ListOutput{}
	out.Body.Total, out.Body.Page, out.Body.Limit, out.Body.InProgress = page.Total, in.Page, in.Limit, page.InProgress
	out.Body.Next = cursor(page.Next)
	out.Body.Items = make([]SheetRow, len(page.Sheets))
	for i := range page.Sheets {
		out.Body.Items[i] = row(call, &page.Sheets[i])
		for _, m := range search.Matches(in.Filter(), &page.Sheets[i]) {
			out.Body.Items[i].Matches = append(out.Body.Items[i].Matches, Match(m))
		}
	}
	return out, nil
}

// Count answers how many of the company's sheets match.
func Count(ctx context.Context, call *rest.Call, in *CountInput) (*CountOutput, error) {
	page, err := search.Search(ctx, call.Catalog, filter.Viewer(call), in.Filter(), search.Page{})
	if err != nil {
		return nil, err
	}
	out := &CountOutput{}
	out.Body.Count = page.Total
	return out, nil
}

// cursor encodes a position in a list as an opaque string.
func cursor(p *catalog.Position) string {
	if p == nil {
		return ""
	}
	text, err := json.Marshal(p)
	if err != nil {
		panic(err) // a number and two strings
	}
	return base64.RawURLEncoding.EncodeToString(text)
}

func readCursor(s string) (*catalog.Position, error) {
	var p catalog.Position
	text, err := base64.RawURLEncoding.DecodeString(s)
	if err == nil {
		err = json.Unmarshal(text, &p)
	}
	if err != nil {
		return nil, message.New(message.Invalid, message.CodeInvalid).Because(err).On("cursor", message.CodePattern, nil)
	}
	return &p, nil
}
