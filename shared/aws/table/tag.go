package table

import (
	"context"

	"anzen/shared/domain/company"
	"anzen/shared/domain/message"
	"anzen/shared/domain/sds"
)

// CodeTagExists is answered when the company has a tag of the name.
const CodeTagExists message.Code = "tag.name_exists"

// Tags reads all tags of a company.
func (t *Table) Tags(ctx context.Context, c sds.CompanyID) ([]company.Tag, error) {
	return List[company.Tag](ctx, t, Tags(c))
}

// Tag reads a tag, ErrNotFound where the company has none with the id.
func (t *Table) Tag(ctx context.Context, c sds.CompanyID, id sds.TagID) (company.Tag, error) {
	return GetOr[company.Tag](ctx, t, TagKey(c, id), ErrNotFound)
}

// CreateTag adds a new tag with the guard of its name; a conflict is the answer
// where the company has one of the name. The result is the tag as it is written.
func (x *Tx) CreateTag(tag company.Tag) company.Tag {
	tag.Version, tag.CreatedAt, tag.UpdatedAt = 1, x.table.now(), x.table.now()
	x.takeName(nameTag, tag.Name, string(tag.ID), CodeTagExists)
	x.Create(TagKey(x.company, tag.ID), tag, ErrStale)
	return tag
}

// RenameTag adds another name for the tag as it was read.
func (x *Tx) RenameTag(tag company.Tag, name string) company.Tag {
	x.changeName(nameTag, tag.Name, name, string(tag.ID), CodeTagExists)
	read := tag.Version
	tag.Name, tag.Version, tag.UpdatedAt = name, read+1, x.table.now()
	x.Replace(TagKey(x.company, tag.ID), tag, read)
	return tag
}

// DeleteTag removes the tag as it was read, and frees its name.
func (x *Tx) DeleteTag(tag company.Tag) *Tx {
	return x.Delete(TagKey(x.company, tag.ID), tag.Version).Remove(NameKey(x.company, nameTag, company.Fold(tag.Name)))
}
