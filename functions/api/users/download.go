package users

import (
	"context"
	"slices"
	"time"

	"anzen/functions/api/rest"
	"anzen/functions/grant"
	"anzen/shared/domain/access"
	"anzen/shared/formats/csvfile"
)

// DownloadRoute is the declaration of GET users/csv/download.
var DownloadRoute = rest.Route{
	Method: "GET", Path: "/companies/{id}/users/csv/download", ID: "downloadUsers", Tag: "users", Rule: rest.Need(access.UserEdit),
	Summary: "All users of the company as a CSV file (UTF-8 with BOM), headings in the caller's language; the upload accepts it",
	Grants:  []grant.Grant{grant.Table("Query")},
}

// DownloadInput names the company.
type DownloadInput struct{ rest.OfCompany }

// DownloadOutput is the file.
type DownloadOutput struct {
	ContentType string `header:"Content-Type" produces:"text/csv"`
	Disposition string `header:"Content-Disposition"`
	Body        []byte
}

// Download answers all users of the company as a CSV file.
func Download(ctx context.Context, call *rest.Call, _ *DownloadInput) (*DownloadOutput, error) {
	people, err := call.Table.Users(ctx, call.CompanyID)
	if err != nil {
		return nil, err
	}
	names, err := allDepartments(ctx, call)
	if err != nil {
		return nil, err
	}
	slices.SortFunc(people, byName)
	f := newFile(call.Lang, names)
	rows := make([][]string, 1, len(people)+1)
	for _, c := range columns {
		rows[0] = append(rows[0], c.heading(call.Lang))
	}
	for _, u := range people {
		cells := make([]string, len(columns))
		for i, c := range columns {
			cells[i] = c.write(f, u)
		}
		rows = append(rows, cells)
	}
	body, err := csvfile.Write(rows)
	if err != nil {
		return nil, err
	}
	return &DownloadOutput{"text/csv; charset=utf-8", `attachment; filename="users_` + call.Now().In(tokyo).Format("20060102") + `.csv"`, body}, nil
}

// tokyo is the time zone of dates in file names.
var tokyo = time.FixedZone("Asia/Tokyo", 9*60*60)
