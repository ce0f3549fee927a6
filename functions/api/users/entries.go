package users

import (
	"context"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"sync"

	"anzen/functions/api/accounts"
	"anzen/functions/api/rest"
	"anzen/shared/aws/table"
	"anzen/shared/domain/access"
	"anzen/shared/domain/company"
	"anzen/shared/domain/input"
	"anzen/shared/domain/message"
	"anzen/shared/domain/sds"
	"anzen/shared/formats/csvfile"
)

// The errors of rows and headings.
const (
	CodeUnknownColumn  message.Code = "csv.unknown_column"
	CodeColumnTwice    message.Code = "csv.column_twice"
	CodeColumnMissing  message.Code = "csv.column_missing"
	CodeDuplicateEmail message.Code = "user.csv_duplicate"
)

// entry is a row with its user before and after the change.
type entry struct {
	row    int
	before *company.User // nil: to be invited
	after  company.User
}

// grants reports whether the user gets another role, or a new user is an administrator.
func (e entry) grants() bool {
	return e.before == nil && e.after.Role == access.Admin || e.before != nil && e.before.Role != e.after.Role
}

func (e entry) changed() bool { return e.before == nil || !reflect.DeepEqual(*e.before, e.after) }

// readEntries reads the rows under the heading, or returns all their errors.
func readEntries(ctx context.Context, call *rest.Call, f file, rows []csvfile.Row, people []company.User) ([]entry, error) {
	var wrong input.FieldErrors
	at := readHeading(f.lang, rows[0], &wrong)
	if err := wrong.Err(); err != nil {
		return nil, err
	}
	known, first := map[string]*company.User{}, map[string]int{}
	for i := range people {
		known[people[i].Email] = &people[i]
	}
	connection, _, err := call.Table.Connection(ctx, call.CompanyID)
	if err != nil {
		return nil, err
	}
	var entries []entry
	for _, row := range rows[1:] {
		email, trouble := company.Email(row.Cell(at[0]))
		before := known[email]
		if trouble == "" && before == nil && company.FreeMail(email) {
			trouble = company.CodeFreeMail
		}
		above, twice := first[email]
		switch {
		case trouble != "":
			wrong.Cell(cell(f, row, columns[0], trouble, nil))
		case twice:
			wrong.Cell(cell(f, row, columns[0], CodeDuplicateEmail, message.Args{"row": above}))
		default:
			first[email] = row.Number
		}
		e := entry{row: row.Number, before: before}
		if before != nil {
			e.after = *before
			e.after.Departments = slices.Clone(before.Departments)
		} else {
			e.after = company.User{ID: sds.NewID[sds.UserID](), Company: call.CompanyID, Email: email, Locale: company.LocaleOf(call.Locale), Version: 1, CreatedAt: call.Now()}
		}
		if before == nil && trouble == "" {
			if code, args := accounts.LetsIn(connection, call, e.after); code != "" {
				wrong.Cell(cell(f, row, columns[0], code, args))
			}
		}
		e.read(f, row, at, &wrong)
		if before != nil && before.Role != e.after.Role {
			now := call.Now().UTC()
			e.after.RoleFrom = &now
		}
		if first[email] == row.Number {
			entries = append(entries, e)
		}
	}
	// Addresses of other companies are not looked up for a file that is refused anyway, so
	// that it reveals nothing about them.
	if err := wrong.Err(); err != nil {
		return nil, err
	}
	if len(entries) == 0 {
		return nil, message.New(message.Invalid, csvfile.CodeEmpty)
	}
	if err := bounded(call, entries); err != nil {
		return nil, err
	}
	if err := untaken(ctx, call, f, entries, &wrong); err != nil {
		return nil, err
	}
	return entries, wrong.Err()
}

// read applies the row to the user. Columns that the file does not have leave values
// unchanged.
func (e *entry) read(f file, row csvfile.Row, at []int, wrong *input.FieldErrors) {
	for i, c := range columns {
		text := row.Cell(at[i])
		switch {
		case c.read == nil:
		case c.required && text == "" && (e.before == nil || at[i] >= 0):
			wrong.Cell(cell(f, row, c, message.CodeRequired, nil))
		case at[i] >= 0:
			wrong.Cell(cell(f, row, c, c.read(f, &e.after, text), nil))
		}
	}
}

func cell(f file, row csvfile.Row, c column, code message.Code, args message.Args) message.Field {
	return message.Field{Path: fmt.Sprintf("rows[%d].%s", row.Number, c.field), Code: code, Args: args, Row: row.Number, Column: c.heading(f.lang)}
}

// readHeading returns the index of each column, -1 for one that the file does not have.
func readHeading(lang string, heading csvfile.Row, wrong *input.FieldErrors) []int {
	at := slices.Repeat([]int{-1}, len(columns))
	for i, text := range heading.Cells {
		if text == "" {
			continue
		}
		n, ok := headings()[wordKey(text)]
		if !ok {
			n = -1
		}
		invalid := message.Field{Path: fmt.Sprintf("rows[%d]", heading.Number), Row: heading.Number, Column: text, Args: message.Args{"column": text}}
		switch {
		case n < 0:
			invalid.Code = CodeUnknownColumn
			wrong.Cell(invalid)
		case at[n] >= 0:
			invalid.Code = CodeColumnTwice
			wrong.Cell(invalid)
		default:
			at[n] = i
		}
	}
	if at[0] < 0 {
		wrong.Cell(message.Field{
			Path: fmt.Sprintf("rows[%d].email", heading.Number), Row: heading.Number, Column: columns[0].heading(lang),
			Code: CodeColumnMissing, Args: message.Args{"column": columns[0].heading(lang)},
		})
	}
	return at
}

// headings are the columns by their accepted names.
var headings = sync.OnceValue(func() map[string]int {
	known := map[string]int{}
	for i, c := range columns {
		for _, name := range []string{c.ja, c.en, c.field} {
			known[wordKey(name)] = i
		}
	}
	return known
})

// batch is how many records are read in one call.
const batch = 100

// untaken adds an error to the rows whose address has an account in another company. How
// many of them a user and a company can learn of in a day is limited.
func untaken(ctx context.Context, call *rest.Call, f file, entries []entry, wrong *input.FieldErrors) error {
	fresh := slices.DeleteFunc(slices.Clone(entries), func(e entry) bool { return e.before != nil })
	if len(fresh) == 0 {
		return nil
	}
	if err := call.Table.CheckDisclosures(ctx, call.CompanyID, call.User); err != nil {
		return err
	}
	n := 0
	for part := range slices.Chunk(fresh, batch) {
		keys := make([]table.Key, len(part))
		for i, e := range part {
			keys[i] = table.EmailKey(e.after.Email)
		}
		items, err := call.Table.Batch(ctx, keys...)
		if err != nil {
			return fmt.Errorf("addresses of a file: %w", err)
		}
		for i, item := range items {
			a, there, err := table.Decode[table.Account](item)
			if err != nil {
				return fmt.Errorf("addresses of a file: %w", err)
			}
			if there && !a.Pending {
				n++
				wrong.Cell(cell(f, csvfile.Row{Number: part[i].row}, columns[0], table.CodeEmailExists, nil))
			}
		}
	}
	if n == 0 {
		return nil
	}
	return call.Table.CountDisclosures(ctx, call.CompanyID, call.Audit("user.address_taken", strconv.Itoa(n)), n)
}

// bounded refuses more changes than one request can make, and invitations by a caller
// without the permission to invite.
func bounded(call *rest.Call, entries []entry) error {
	changes := 0
	for _, e := range entries {
		if e.changed() {
			changes++
		}
		if e.before == nil && !call.Role.Has(access.UserInvite) {
			return message.New(message.Forbidden, message.CodeForbidden)
		}
	}
	if changes > maxChanges {
		return message.New(message.Invalid, CodeTooManyChanges).With(message.Args{"count": changes, "limit": maxChanges})
	}
	return nil
}
