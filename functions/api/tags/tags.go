// Package tags is the API of the marks that a company gives its sheets.
package tags

import (
	"context"
	"slices"
	"time"

	"anzen/functions/api/rest"
	"anzen/functions/api/uses"
	"anzen/functions/grant"
	"anzen/shared/aws/table"
	"anzen/shared/domain/access"
	"anzen/shared/domain/company"
	"anzen/shared/domain/input"
	"anzen/shared/domain/sds"
)

// Tag is a company's own mark for sheets.
type Tag struct {
	ID        sds.TagID `json:"id" format:"uuid"`
	Version   int64     `json:"version" doc:"for If-Match"`
	Name      string    `json:"name"`
	CreatedAt time.Time `json:"created_at"`
	UpdatedAt time.Time `json:"updated_at"`
}

func view(t company.Tag) Tag {
	return Tag{ID: t.ID, Version: t.Version, Name: t.Name, CreatedAt: t.CreatedAt, UpdatedAt: t.UpdatedAt}
}

// TagOutput is a tag.
type TagOutput struct{ Body Tag }

// TagName is what is said about a tag.
type TagName struct {
	Name string `json:"name" minLength:"1" maxLength:"45" doc:"unique in the company"`
}

// clean is the name as it is kept, or what is wrong with it.
func (t TagName) clean() (string, error) {
	var wrong input.FieldErrors
	wrong.Add("name", company.TagName(t.Name))
	return company.Clean(t.Name), wrong.Err()
}

// Listing is the declaration of GET tags.
var Listing = rest.Route{
	Method: "GET", Path: "/companies/{id}/tags", ID: "listTags", Tag: "tags", Rule: rest.Session,
	Summary: "All tags of the company, by name",
	Grants:  []grant.Grant{grant.Table("Query")},
}

// ListInput names the company.
type ListInput struct{ rest.OfCompany }

// TagList are all tags.
type TagList struct {
	Items []Tag `json:"items" nullable:"false"`
	Total int   `json:"total"`
}

// ListOutput are all tags.
type ListOutput struct{ Body TagList }

// List reads all tags.
func List(ctx context.Context, call *rest.Call, _ *ListInput) (*ListOutput, error) {
	found, err := call.Table.Tags(ctx, call.Company)
	if err != nil {
		return nil, err
	}
	slices.SortFunc(found, func(a, b company.Tag) int { return company.Compare(a.Name, b.Name) })
	items := make([]Tag, len(found))
	for i, t := range found {
		items[i] = view(t)
	}
	return &ListOutput{TagList{items, len(items)}}, nil
}

// Creating is the declaration of POST tags.
var Creating = rest.Route{
	Method: "POST", Path: "/companies/{id}/tags", ID: "createTag", Tag: "tags", Rule: rest.Need(access.TagCreate),
	Summary: "Add a tag", Status: 201, Creates: true,
	Grants: []grant.Grant{grant.Table("PutItem")},
}

// CreateInput is a new tag.
type CreateInput struct {
	rest.OfCompany
	Body TagName
}

// Create adds a tag.
func Create(ctx context.Context, call *rest.Call, in *CreateInput) (*TagOutput, error) {
	name, err := in.Body.clean()
	if err != nil {
		return nil, err
	}
	id := sds.NewID[sds.TagID]()
	x := call.Begin("tag.created", string(id))
	out := &TagOutput{view(x.CreateTag(company.Tag{ID: id, Name: name}))}
	call.Remember(x, out.Body)
	return out, x.Commit(ctx)
}

// Editing is the declaration of PUT tags/{tagId}.
var Editing = rest.Route{
	Method: "PUT", Path: "/companies/{id}/tags/{tagId}", ID: "editTag", Tag: "tags", Rule: rest.Need(access.TagEdit),
	Summary: "Rename a tag",
	Grants:  []grant.Grant{grant.Table("GetItem", "PutItem", "DeleteItem")},
}

// OfTag names a tag.
type OfTag struct {
	rest.OfCompany
	Tag sds.TagID `path:"tagId" format:"uuid"`
}

// EditInput is another name.
type EditInput struct {
	OfTag
	rest.Edited
	Body TagName
}

// Edit renames a tag.
func Edit(ctx context.Context, call *rest.Call, in *EditInput) (*TagOutput, error) {
	read, err := rest.Version(in.IfMatch)
	if err != nil {
		return nil, err
	}
	name, err := in.Body.clean()
	if err != nil {
		return nil, err
	}
	t, err := call.Table.Tag(ctx, call.Company, in.Tag)
	if err != nil {
		return nil, err
	}
	if t.Version != read {
		return nil, table.ErrStale
	}
	x := call.Begin("tag.edited", string(t.ID))
	out := &TagOutput{view(x.RenameTag(t, name))}
	return out, x.Commit(ctx)
}

// Deleting is the declaration of DELETE tags/{tagId}.
var Deleting = rest.Route{
	Method: "DELETE", Path: "/companies/{id}/tags/{tagId}", ID: "deleteTag", Tag: "tags", Rule: rest.Need(access.TagDelete),
	Summary: "Delete a tag, and take it off the sheets that have it",
	Status:  204, Memory: 1024, Timeout: rest.MaxTimeout,
	Grants: append(grant.Catalog(), grant.Table("PutItem", "DeleteItem")),
}

// DeleteInput names a tag.
type DeleteInput struct{ OfTag }

// Delete removes a tag. Sheets are freed of it first and looked for once more
// afterwards, so that the request can be repeated where it was cut off.
func Delete(ctx context.Context, call *rest.Call, in *DeleteInput) (*struct{}, error) {
	t, err := call.Table.Tag(ctx, call.Company, in.Tag)
	if err != nil {
		return nil, err
	}
	taken := call.Audit("tag.taken_off_sheets", string(t.ID))
	if err := uses.Tags.Strip(ctx, call, t.ID, taken); err != nil {
		return nil, err
	}
	if err := call.Begin("tag.deleted", string(t.ID)).DeleteTag(t).Commit(ctx); err != nil {
		return nil, err
	}
	return nil, uses.Tags.Strip(ctx, call, t.ID, taken)
}
