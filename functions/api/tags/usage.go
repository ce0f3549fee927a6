package tags

import (
	"context"

	"anzen/functions/api/rest"
	"anzen/functions/grant"
	"anzen/shared/domain/access"
	"anzen/shared/domain/sds"
)

// UsageRoute is the declaration of GET tags/usage.
var UsageRoute = rest.Route{
	Method: "GET", Path: "/companies/{id}/tags/usage", ID: "listTagUsage", Tag: "tags", Rule: rest.Need(access.TagEdit),
	Summary: "How many sheets each tag has",
	Memory:  1024, Timeout: rest.MaxTimeout, Grants: grant.Catalog(),
}

// UsageInput names the company.
type UsageInput struct {
	rest.OfCompany
	rest.Paged
}

// TagUsage is by how many sheets a tag is used.
type TagUsage struct {
	ID     sds.TagID `json:"id" format:"uuid"`
	Sheets int       `json:"sheets"`
}

// TagUsages are those of all tags, by name.
type TagUsages struct {
	Items []TagUsage `json:"items" nullable:"false"`
	Total int        `json:"total"`
	rest.PageView
}

// UsageOutput are those of all tags.
type UsageOutput struct{ Body TagUsages }

// Usage counts the sheets of all tags.
func Usage(ctx context.Context, call *rest.Call, in *UsageInput) (*UsageOutput, error) {
	ids, sheets, err := all.SheetCounts(ctx, call)
	if err != nil {
		return nil, err
	}
	items := make([]TagUsage, len(ids))
	for i, id := range ids {
		items[i] = TagUsage{id, sheets[id]}
	}
	page, view := rest.PageOf(in.Paged, items)
	return &UsageOutput{TagUsages{page, len(items), view}}, nil
}
