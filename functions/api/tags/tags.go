// Package tags is the API of a company's tags for sheets.
package tags

import (
	"context"
	"time"

	"anzen/functions/api/names"
	"anzen/functions/api/rest"
	"anzen/functions/grant"
	"anzen/shared/aws/table"
	"anzen/shared/domain/access"
	"anzen/shared/domain/company"
	"anzen/shared/domain/sds"
	"anzen/shared/library/filing"
)

// Tag is a company's tag for sheets.
type Tag struct {
	ID        sds.TagID `json:"id" format:"uuid"`
	Version   int64     `json:"version" doc:"for If-Match"`
	Name      string    `json:"name"`
	CreatedAt time.Time `json:"created_at"`
	UpdatedAt time.Time `json:"updated_at"`
}

// all is the resource of tags.
var all = names.Resource[sds.TagID]{Kind: "tag", Records: table.TagRecords, Validate: company.TagName, Filed: filing.Tags}

func view(n company.Tag) Tag { return Tag(n) }

// TagOutput is a tag.
type TagOutput struct{ Body Tag }

// TagName is the input of a tag.
type TagName struct {
	Name string `json:"name" minLength:"1" maxLength:"45" doc:"unique in the company"`
}

// ListRoute is the declaration of GET tags.
var ListRoute = rest.Route{
	Method: "GET", Path: "/companies/{id}/tags", ID: "listTags", Tag: "tags", Rule: rest.Session,
	Summary: "All tags of the company, by name",
	Grants:  []grant.Grant{grant.Table("Query")},
}

// ListInput names the company.
type ListInput struct {
	rest.OfCompany
	rest.Paged
}

// TagList are all tags.
type TagList struct {
	Items []Tag `json:"items" nullable:"false"`
	Total int   `json:"total"`
	rest.PageView
}

// ListOutput are all tags.
type ListOutput struct{ Body TagList }

// List reads all tags.
func List(ctx context.Context, call *rest.Call, in *ListInput) (*ListOutput, error) {
	items, err := names.List(ctx, call, all, view)
	if err != nil {
		return nil, err
	}
	page, view := rest.PageOf(in.Paged, items)
	return &ListOutput{TagList{page, len(items), view}}, nil
}

// CreateRoute is the declaration of POST tags.
var CreateRoute = rest.Route{
	Method: "POST", Path: "/companies/{id}/tags", ID: "createTag", Tag: "tags", Rule: rest.Need(access.TagCreate),
	Summary: "Add a tag", Status: 201, Creates: true, Makes: "/companies/{id}/tags/{made}",
	Grants: []grant.Grant{grant.Table("PutItem")},
}

// CreateInput is a new tag.
type CreateInput struct {
	rest.OfCompany
	Body TagName
}

// Create adds a tag.
func Create(ctx context.Context, call *rest.Call, in *CreateInput) (*TagOutput, error) {
	made, err := names.Create(ctx, call, all, in.Body.Name, view)
	return &TagOutput{made}, err
}

// EditRoute is the declaration of PUT tags/{tagId}.
var EditRoute = rest.Route{
	Method: "PUT", Path: "/companies/{id}/tags/{tagId}", ID: "editTag", Tag: "tags", Rule: rest.Need(access.TagEdit),
	Summary: "Rename a tag",
	Grants:  []grant.Grant{grant.Table("GetItem", "PutItem", "DeleteItem")},
}

// OfTag names a tag.
type OfTag struct {
	rest.OfCompany
	Tag sds.TagID `path:"tagId" format:"uuid" doc:"the tag"`
}

// EditInput is a new name.
type EditInput struct {
	OfTag
	rest.Edited
	Body TagName
}

// Edit renames a tag.
func Edit(ctx context.Context, call *rest.Call, in *EditInput) (*TagOutput, error) {
	renamed, err := all.Rename(ctx, call, in.Tag, in.IfMatch, in.Body.Name)
	return &TagOutput{view(renamed)}, err
}

// DeleteRoute is the declaration of DELETE tags/{tagId}.
var DeleteRoute = rest.Route{
	Method: "DELETE", Path: "/companies/{id}/tags/{tagId}", ID: "deleteTag", Tag: "tags", Rule: rest.Need(access.TagDelete),
	Summary: "Delete a tag, and remove it from all sheets",
	Status:  204, Memory: 1024, Timeout: rest.MaxTimeout,
	Grants: append(grant.Catalog(), grant.Table("PutItem", "DeleteItem")),
}

// DeleteInput names a tag.
type DeleteInput struct{ OfTag }

// Delete removes a tag. It is removed from sheets first and once more afterwards, so that
// an interrupted request can be repeated.
func Delete(ctx context.Context, call *rest.Call, in *DeleteInput) (*struct{}, error) {
	takeOff := func(ctx context.Context) error { return all.TakeOff(ctx, call, in.Tag) }
	return nil, all.Delete(ctx, call, in.Tag, takeOff, takeOff)
}
