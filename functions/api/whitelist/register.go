package whitelist

import (
	"context"
	"fmt"
	"slices"
	"strconv"

	"anzen/functions/api/rest"
	"anzen/functions/grant"
	"anzen/shared/aws/table"
	"anzen/shared/domain/access"
	"anzen/shared/domain/company"
	"anzen/shared/domain/input"
	"anzen/shared/domain/message"
	"anzen/shared/domain/plan"
	"anzen/shared/formats/csvfile"
)

// RegisterRoute is the declaration of POST whitelist_ips/bulk_register.
var RegisterRoute = rest.Route{
	Method: "POST", Path: "/companies/{id}/whitelist_ips/bulk_register", ID: "registerAllowedAddresses", Tag: "whitelist", Rule: rest.Need(access.AllowedIPAddressCreate), Status: 201, Creates: true, Recent: true,
	Summary: "Allow the addresses of a CSV file (address, name), all or none; invalid, duplicate and already registered ones are reported by row",
	MaxBody: rest.UploadBody,
	Grants:  []grant.Grant{grant.Table("GetItem", "PutItem")},
}

// RegisterInput is a file.
type RegisterInput struct {
	rest.OfCompany
	rest.CSVUpload
}

// column is a column of the file with its accepted headings, the first in Japanese.
type column struct {
	field    string
	headings []string
}

var columns = []column{
	{"ip_address", []string{"IPアドレス", "ip_address", "IP address", "IP"}},
	{"name", []string{"名前", "name", "名称", "備考"}},
}

// Register allows the addresses of a file.
func Register(ctx context.Context, call *rest.Call, in *RegisterInput) (*ListOutput, error) {
	if err := call.Option(plan.FeatureIPRestriction); err != nil {
		return nil, err
	}
	rows, err := in.Rows()
	if err != nil {
		return nil, err
	}
	at, rows := readHeading(rows)
	if len(rows) == 0 {
		return nil, message.New(message.Invalid, csvfile.CodeEmpty)
	}
	if len(rows) > company.MaxAddresses {
		return nil, message.New(message.Invalid, CodeTooMany).With(message.Args{"limit": company.MaxAddresses})
	}
	var all []company.AllowedAddress
	changed, err := write(ctx, call, "address.registered", strconv.Itoa(len(rows)), func(entries []company.AllowedAddress) ([]company.AllowedAddress, error) {
		fresh, err := read(call, rows, at, entries)
		all = append(entries, fresh...)
		return all, err
	}, func(x *table.Tx) { call.Remember(x, list(all, rest.Paged{}).Body) })
	if err != nil {
		return nil, err
	}
	return list(changed.Addresses, rest.Paged{}), nil
}

// readHeading finds the columns by the heading; a file without one begins with an address.
func readHeading(rows []csvfile.Row) ([]int, []csvfile.Row) {
	at := []int{-1, -1}
	for i, text := range rows[0].Cells {
		heading := company.Fold(text)
		for n, c := range columns {
			if slices.ContainsFunc(c.headings, func(h string) bool { return company.Fold(h) == heading }) && at[n] < 0 {
				at[n] = i
			}
		}
	}
	if at[0] < 0 {
		return []int{0, 1}, rows
	}
	return at, rows[1:]
}

// read are the entries of the rows, or all their errors.
func read(call *rest.Call, rows []csvfile.Row, at []int, registered []company.AllowedAddress) ([]company.AllowedAddress, error) {
	var wrong input.FieldErrors
	add := func(row csvfile.Row, n int, code message.Code, args message.Args) {
		heading := columns[n].headings[0]
		if call.Lang != "ja" {
			heading = columns[n].headings[1]
		}
		wrong.Cell(message.Field{Path: fmt.Sprintf("rows[%d].%s", row.Number, columns[n].field), Code: code, Args: args, Row: row.Number, Column: heading})
	}
	first := map[string]int{}
	fresh := make([]company.AllowedAddress, 0, len(rows))
	for _, row := range rows {
		name := row.Cell(at[1])
		trouble := named(name)
		if trouble == "" && len([]rune(name)) > company.MaxPosition {
			trouble = message.CodeTooLong
		}
		add(row, 1, trouble, message.Args{"length": company.MaxPosition})
		p, trouble := company.Address(row.Cell(at[0]))
		address := company.AddressText(p)
		above, twice := first[address]
		switch {
		case trouble != "":
			add(row, 0, trouble, nil)
		case twice:
			add(row, 0, CodeDuplicate, message.Args{"row": above})
		case holds(registered, address):
			add(row, 0, CodeExists, nil)
		default:
			first[address] = row.Number
			fresh = append(fresh, company.AllowedAddress{Address: address, Name: company.Clean(name), CreatedAt: call.Now(), CreatedBy: call.User})
		}
	}
	return fresh, wrong.Err()
}
