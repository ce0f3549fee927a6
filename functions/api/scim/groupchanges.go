package scim

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"anzen/functions/api/departments"
	"anzen/functions/api/users"
	"anzen/shared/aws/table"
	"anzen/shared/domain/company"
	"anzen/shared/domain/message"
	"anzen/shared/domain/sds"
	"anzen/shared/formats/scim"
)

func (r request) createGroup(ctx context.Context) (answer, error) {
	want := scim.Group.Canonical(r.body)
	name, err := departmentName(want)
	if err != nil {
		return answer{}, err
	}
	people, err := r.people(ctx)
	if err != nil {
		return answer{}, err
	}
	joining, err := members(want, people)
	if err != nil {
		return answer{}, err
	}
	d := company.Department{ID: sds.NewID[sds.DepartmentID](), Name: name}
	x := r.Begin("department.created", string(d.ID))
	d = x.CreateDepartment(d)
	if err := x.Commit(ctx); err != nil {
		return answer{}, err
	}
	g := departmentGroup(d)
	if err := r.each(ctx, joining, func(u *company.User) error { return g.join(r, u) }); err != nil {
		return answer{}, err
	}
	return r.groupAnswer(ctx, 201, g.id)
}

// maxMembers is the most users whose membership a request changes: each is a transaction.
const maxMembers = 1000

// members are the users that a group names as members.
func members(g scim.Resource, people []company.User) ([]sds.UserID, error) {
	known := map[string]bool{}
	for _, u := range people {
		known[string(u.ID)] = true
	}
	var ids []sds.UserID
	for _, m := range scim.Values(scim.Get(g, "members")) {
		id := scim.Text(m, "value")
		if !known[id] {
			return nil, message.New(message.Invalid, message.CodeInvalid).On("members", CodeMember, message.Args{"id": id})
		}
		ids = append(ids, sds.UserID(id))
	}
	return slices.Compact(slices.Sorted(slices.Values(ids))), nil
}

// each changes users, one after the other: what was interrupted can be repeated. Users who
// were removed meanwhile are left out.
func (r request) each(ctx context.Context, ids []sds.UserID, change func(*company.User) error) error {
	if len(ids) > maxMembers {
		return &scim.Error{Type: scim.TooMany, Detail: fmt.Sprintf("the membership of at most %d users can be changed at once", maxMembers)}
	}
	for _, id := range ids {
		if _, err := users.Change(ctx, r.Call, id, change); err != nil && !errors.Is(err, table.ErrNotFound) {
			return err
		}
	}
	return nil
}

func (r request) replaceGroup(ctx context.Context, id string) (answer, error) {
	return r.changeGroup(ctx, id, func(scim.Resource) (scim.Resource, error) { return scim.Group.Canonical(r.body), nil })
}

func (r request) patchGroup(ctx context.Context, id string) (answer, error) {
	operations, err := scim.Operations(r.body)
	if err != nil {
		return answer{}, err
	}
	return r.changeGroup(ctx, id, func(have scim.Resource) (scim.Resource, error) { return scim.Group.Patch(have, operations) })
}

// changeGroup changes a group into the resource that wanted makes of the one it is.
func (r request) changeGroup(ctx context.Context, id string, wanted func(have scim.Resource) (scim.Resource, error)) (answer, error) {
	g, err := r.find(ctx, id)
	if err != nil {
		return answer{}, err
	}
	people, err := r.people(ctx)
	if err != nil {
		return answer{}, err
	}
	have := r.resource(g, people)
	if err := required(r.http, versionOf(have)); err != nil {
		return answer{}, err
	}
	want, err := wanted(have)
	if err != nil {
		return answer{}, err
	}
	after, err := members(want, people)
	if err != nil {
		return answer{}, err
	}
	if err := r.rename(ctx, g, want); err != nil {
		return answer{}, err
	}
	var joining, leaving []sds.UserID
	for _, u := range people {
		switch is, will := g.has(u), slices.Contains(after, u.ID); {
		case will && !is:
			joining = append(joining, u.ID)
		case is && !will:
			leaving = append(leaving, u.ID)
		}
	}
	// Who joins comes first: a company may exchange its only administrator.
	if err := r.each(ctx, joining, func(u *company.User) error { return g.join(r, u) }); err != nil {
		return answer{}, err
	}
	if err := r.each(ctx, leaving, func(u *company.User) error { return g.leave(r, u) }); err != nil {
		return answer{}, err
	}
	return r.groupAnswer(ctx, 200, id)
}

func (r request) rename(ctx context.Context, g group, want scim.Resource) error {
	if scim.Text(want, "displayName") == g.name {
		return nil
	}
	if g.isRole {
		if scim.Get(want, "displayName") == nil {
			return nil
		}
		return message.New(message.Invalid, CodeRoleGroup)
	}
	name, err := departmentName(want)
	if err != nil || name == g.name {
		return err
	}
	x := r.Begin("department.edited", string(g.department.ID))
	table.DepartmentRecords.Rename(x, g.department, name)
	return x.Commit(ctx)
}

func (r request) removeGroup(ctx context.Context, id string) (answer, error) {
	g, err := r.find(ctx, id)
	switch {
	case err != nil:
		return answer{}, err
	case g.isRole:
		return answer{}, message.New(message.Invalid, CodeRoleGroup)
	}
	if r.http.Header.Get("If-Match") != "" {
		people, err := r.people(ctx)
		if err == nil {
			err = required(r.http, versionOf(r.resource(g, people)))
		}
		if err != nil {
			return answer{}, err
		}
	}
	return answer{status: 204}, departments.DeleteUnused(ctx, r.Call, g.department.ID)
}
