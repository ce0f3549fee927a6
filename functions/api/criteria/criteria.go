// Package criteria is the API of a user's saved searches: a name with filters and an
// order of the sheet list. They are private to the user. They are parsed as the list
// parses them before they are saved, so that they are always valid.
package criteria

import (
	"context"
	"errors"
	"regexp"
	"slices"
	"strconv"
	"time"

	"anzen/functions/api/rest"
	"anzen/functions/grant"
	"anzen/shared/aws/table"
	"anzen/shared/domain/company"
	"anzen/shared/domain/input"
	"anzen/shared/domain/message"
	"anzen/shared/domain/sds"
	"anzen/shared/library/search"
)

const path = "/companies/{id}/users/{userId}/search-criteria"

// SavedSearch is a search with its name.
type SavedSearch struct {
	ID        sds.CriteriaID `json:"id" format:"uuid"`
	SavedID   sds.CriteriaID `json:"searchCriteriaId,omitempty" format:"uuid" doc:"the same as id"`
	Version   int64          `json:"version" doc:"for If-Match"`
	Name      string         `json:"name"`
	Criteria  string         `json:"criteria" doc:"filters and order of the sheet list, as in its query string"`
	Columns   []string       `json:"columns" nullable:"false" doc:"the shown columns; empty: the usual ones"`
	Default   bool           `json:"is_default" doc:"the list begins with it: at most one of the caller's"`
	CreatedAt time.Time      `json:"created_at"`
	UpdatedAt time.Time      `json:"updated_at"`
}

func view(s company.Criteria) SavedSearch {
	columns := s.Columns
	if columns == nil {
		columns = []string{}
	}
	return SavedSearch{
		ID: s.ID, SavedID: s.ID, Version: s.Version, Name: s.Name, Criteria: s.Query, Columns: columns, Default: s.Default, CreatedAt: s.CreatedAt, UpdatedAt: s.UpdatedAt,
	}
}

// SavedOutput is a saved search.
type SavedOutput struct{ Body SavedSearch }

// OfPerson names a user, who must be the caller.
type OfPerson struct {
	rest.OfCompany
	User sds.UserID `path:"userId" format:"uuid" doc:"the caller"`
}

// self refuses other callers than the user: table.ErrNotFound.
func (in OfPerson) self(call *rest.Call) error {
	if in.User != call.User {
		return table.ErrNotFound
	}
	return nil
}

// SearchToSave is a search to save.
type SearchToSave struct {
	Name     string `json:"name" minLength:"1" maxLength:"48" doc:"unique among the caller's"`
	Criteria string `json:"criteria" maxLength:"8000" doc:"filters and order of the sheet list: h_code=H225&order_by_name=asc"`
	// Columns are names of the dashboard.
	Columns []string `json:"columns,omitempty" maxItems:"60" doc:"the shown columns; empty: the usual ones"`
	Default bool     `json:"is_default,omitempty" doc:"the list begins with it; the one that was the default is it no longer"`
}

var columnName = regexp.MustCompile(`^[a-z][a-z0-9_]{0,39}$`)

// clean is the cleaned name, or all errors of name and criteria.
func (s SearchToSave) clean() (string, error) {
	var wrong input.FieldErrors
	wrong.Add("name", company.CriteriaName(s.Name))
	for i, column := range s.Columns {
		if !columnName.MatchString(column) {
			wrong.Add("columns["+strconv.Itoa(i)+"]", message.CodePattern)
		}
	}
	_, _, err := search.Saved(s.Criteria)
	var refused *message.Error
	switch {
	case err == nil:
	case !errors.As(err, &refused):
		return "", err
	case len(refused.Fields) == 0:
		wrong.Add("criteria", message.CodePattern)
	default:
		for _, f := range refused.Fields {
			wrong.AddWith("criteria."+f.Path, f.Code, f.Args)
		}
	}
	return company.Clean(s.Name), wrong.Err()
}

// SearchChange is a change of a saved search.
type SearchChange struct {
	Name     string  `json:"name" minLength:"1" maxLength:"48" doc:"unique among the caller's"`
	Criteria *string `json:"criteria,omitempty" maxLength:"8000" doc:"filters and order of the sheet list; absent: unchanged"`
	// Columns are names of the dashboard.
	Columns *[]string `json:"columns,omitempty" maxItems:"60" doc:"the shown columns; empty: the usual ones, absent: unchanged"`
	Default *bool     `json:"is_default,omitempty" doc:"the list begins with it, and the one that was the default is it no longer; absent: unchanged"`
}

// ListRoute is the declaration of GET search-criteria.
var ListRoute = rest.Route{
	Method: "GET", Path: path, ID: "listSearchCriteria", Tag: "search-criteria", Rule: rest.Session,
	Summary: "The caller's saved searches, by name",
	Grants:  []grant.Grant{grant.Table("Query")},
}

// ListInput names the user.
type ListInput struct {
	OfPerson
	rest.Paged
}

// SavedSearches are all saved searches of the caller.
type SavedSearches struct {
	Items []SavedSearch `json:"items" nullable:"false"`
	Total int           `json:"total"`
	rest.PageView
}

// ListOutput are all saved searches.
type ListOutput struct{ Body SavedSearches }

// List reads the caller's saved searches.
func List(ctx context.Context, call *rest.Call, in *ListInput) (*ListOutput, error) {
	if err := in.self(call); err != nil {
		return nil, err
	}
	found, err := call.Table.AllCriteria(ctx, call.CompanyID, call.User)
	if err != nil {
		return nil, err
	}
	slices.SortFunc(found, func(a, b company.Criteria) int { return company.Compare(a.Name, b.Name) })
	out := &ListOutput{}
	out.Body.Total = len(found)
	found, out.Body.PageView = rest.PageOf(in.Paged, found)
	for _, s := range found {
		out.Body.Items = append(out.Body.Items, view(s))
	}
	return out, nil
}

// CreateRoute is the declaration of POST search-criteria.
var CreateRoute = rest.Route{
	Method: "POST", Path: path, ID: "createSearchCriteria", Tag: "search-criteria", Rule: rest.Session,
	Summary: "Save a search", Status: 201, Creates: true, Makes: "/companies/{id}/users/{userId}/search-criteria/{made}",
	Grants: []grant.Grant{grant.Table("GetItem", "Query", "PutItem", "UpdateItem")},
}

// CreateInput is a search to save.
type CreateInput struct {
	OfPerson
	Body SearchToSave
}

// Create saves a search.
func Create(ctx context.Context, call *rest.Call, in *CreateInput) (*SavedOutput, error) {
	if err := in.self(call); err != nil {
		return nil, err
	}
	name, err := in.Body.clean()
	if err != nil {
		return nil, err
	}
	id := sds.NewID[sds.CriteriaID]()
	return saved(ctx, call, in.Body.Default, func(before *table.Defaults) (*SavedOutput, error) {
		x := call.Begin("search_criteria.created", string(id))
		out := &SavedOutput{view(x.CreateCriteria(call.User, company.Criteria{ID: id, Name: name, Query: in.Body.Criteria, Columns: in.Body.Columns}, before))}
		call.Remember(x, out.Body)
		return out, x.Commit(ctx)
	})
}

// tries is the most attempts of a change where another session changes the default first.
const tries = 5

// saved writes a saved search: as the default with the former ones, which are read again where
// they have changed meanwhile.
func saved(ctx context.Context, call *rest.Call, asDefault bool, write func(before *table.Defaults) (*SavedOutput, error)) (*SavedOutput, error) {
	if !asDefault {
		return write(nil)
	}
	for try := 1; ; try++ {
		before, err := call.Table.DefaultCriteria(ctx, call.CompanyID, call.User)
		if err != nil {
			return nil, err
		}
		out, err := write(before)
		if !errors.Is(err, table.ErrStale) || try == tries {
			return out, err
		}
	}
}

// OfSaved names a saved search.
type OfSaved struct {
	OfPerson
	Saved sds.CriteriaID `path:"searchCriteriaId" format:"uuid" doc:"the saved search"`
}

// EditRoute is the declaration of PUT search-criteria/{searchCriteriaId}.
var EditRoute = rest.Route{
	Method: "PUT", Path: path + "/{searchCriteriaId}", ID: "editSearchCriteria", Tag: "search-criteria", Rule: rest.Session,
	Summary: "Change a saved search and its name",
	Grants:  []grant.Grant{grant.Table("GetItem", "Query", "PutItem", "UpdateItem", "DeleteItem")},
}

// EditInput is a change of a saved search.
type EditInput struct {
	OfSaved
	rest.Edited
	Body SearchChange
}

// Edit changes a saved search.
func Edit(ctx context.Context, call *rest.Call, in *EditInput) (*SavedOutput, error) {
	if err := in.self(call); err != nil {
		return nil, err
	}
	read, err := rest.Version(in.IfMatch)
	if err != nil {
		return nil, err
	}
	asDefault := in.Body.Default != nil && *in.Body.Default
	return saved(ctx, call, asDefault, func(before *table.Defaults) (*SavedOutput, error) {
		return edit(ctx, call, in, read, before)
	})
}

// edit changes a saved search in the version that was read.
func edit(ctx context.Context, call *rest.Call, in *EditInput, read int64, before *table.Defaults) (*SavedOutput, error) {
	saved, err := call.Table.OneCriteria(ctx, call.CompanyID, call.User, in.Saved)
	if err != nil {
		return nil, err
	}
	after := SearchToSave{Name: in.Body.Name, Criteria: saved.Query, Columns: saved.Columns, Default: saved.Default}
	if in.Body.Criteria != nil {
		after.Criteria = *in.Body.Criteria
	}
	if in.Body.Columns != nil {
		after.Columns = *in.Body.Columns
	}
	if in.Body.Default != nil {
		after.Default = *in.Body.Default
	}
	name, err := after.clean()
	if err != nil {
		return nil, err
	}
	if saved.Version != read {
		return nil, table.ErrStale
	}
	x := call.Begin("search_criteria.edited", string(saved.ID))
	out := &SavedOutput{view(x.EditCriteria(call.User, saved, company.Criteria{Name: name, Query: after.Criteria, Columns: after.Columns, Default: after.Default}, before))}
	return out, x.Commit(ctx)
}

// DeleteRoute is the declaration of DELETE search-criteria/{searchCriteriaId}.
var DeleteRoute = rest.Route{
	Method: "DELETE", Path: path + "/{searchCriteriaId}", ID: "deleteSearchCriteria", Tag: "search-criteria", Rule: rest.Session,
	Summary: "Delete a saved search", Status: 204,
	Grants: []grant.Grant{grant.Table("GetItem", "PutItem", "UpdateItem", "DeleteItem")},
}

// DeleteInput names a saved search.
type DeleteInput struct{ OfSaved }

// Delete removes a saved search.
func Delete(ctx context.Context, call *rest.Call, in *DeleteInput) (*struct{}, error) {
	if err := in.self(call); err != nil {
		return nil, err
	}
	saved, err := call.Table.OneCriteria(ctx, call.CompanyID, call.User, in.Saved)
	if err != nil {
		return nil, err
	}
	return nil, call.Begin("search_criteria.deleted", string(saved.ID)).DeleteCriteria(call.User, saved).Commit(ctx)
}
