package departments

import (
	"context"
	"errors"
	"slices"

	"anzen/functions/api/rest"
	"anzen/functions/grant"
	"anzen/shared/aws/table"
	"anzen/shared/domain/access"
	"anzen/shared/domain/company"
	"anzen/shared/domain/message"
	"anzen/shared/domain/sds"
	"anzen/shared/library/filing"
)

// DeleteRoute is the declaration of DELETE departments/{deptId}.
var DeleteRoute = rest.Route{
	Method: "DELETE", Path: "/companies/{id}/departments/{deptId}", ID: "deleteDepartment", Tag: "departments", Rule: rest.Need(access.DepartmentDelete),
	Summary: "Delete a department; one in use by users or sheets is refused (409) unless force is set, which removes it from them",
	Status:  204, Memory: 1024, Timeout: rest.MaxTimeout,
	Grants: DeleteGrants,
}

// DeleteInput names a department.
type DeleteInput struct {
	OfDepartment
	Force bool `query:"force" doc:"remove it from the users and sheets that have it"`
}

// Delete removes a department. It is removed from users and sheets first and once more
// afterwards, so that an interrupted request can be repeated.
func Delete(ctx context.Context, call *rest.Call, in *DeleteInput) (*struct{}, error) {
	if !in.Force {
		return nil, DeleteUnused(ctx, call, in.Department)
	}
	takeOff := func(ctx context.Context) error { return clearFrom(ctx, call, in.Department) }
	return nil, all.Delete(ctx, call, in.Department, takeOff, takeOff)
}

// DeleteGrants are what DeleteUnused needs.
var DeleteGrants = append(grant.Catalog(), grant.Table("PutItem", "DeleteItem"))

// DeleteUnused removes a department that neither users nor sheets have; CodeInUse else.
func DeleteUnused(ctx context.Context, call *rest.Call, id sds.DepartmentID) error {
	return all.Delete(ctx, call, id, func(ctx context.Context) error { return unused(ctx, call, id) }, func(ctx context.Context) error { return clearFrom(ctx, call, id) })
}

func unused(ctx context.Context, call *rest.Call, id sds.DepartmentID) error {
	users, err := call.Table.UsersOf(ctx, call.CompanyID, id)
	if err != nil {
		return err
	}
	sheets, err := filing.Departments.Count(ctx, call.Catalog, call.CompanyID, id)
	if err != nil || len(users) == 0 && sheets == 0 {
		return err
	}
	inUse := message.New(message.Conflict, CodeInUse).With(message.Args{"users": len(users), "sheets": sheets})
	if len(users) > 0 {
		inUse = inUse.On("users", CodeUsedByUsers, message.Args{"count": len(users)})
	}
	if sheets > 0 {
		inUse = inUse.On("sdses", CodeUsedBySheets, message.Args{"count": sheets})
	}
	return inUse
}

// maxRounds is how often users with the department are searched: more than once only
// where they are changed concurrently.
const maxRounds = 5

func clearFrom(ctx context.Context, call *rest.Call, id sds.DepartmentID) error {
	for round := 0; ; round++ {
		users, err := call.Table.UsersOf(ctx, call.CompanyID, id)
		if err != nil {
			return err
		}
		if len(users) == 0 {
			break
		}
		if round == maxRounds {
			return filing.ErrUnfinished
		}
		for part := range slices.Chunk(users, usersPerTx) {
			if err := removeFromUsers(ctx, call, id, part); err != nil && !errors.Is(err, table.ErrStale) {
				return err
			}
		}
	}
	return all.TakeOff(ctx, call, id)
}

// usersPerTx leaves room for the audit record.
const usersPerTx = 90

func removeFromUsers(ctx context.Context, call *rest.Call, id sds.DepartmentID, users []company.User) error {
	x := call.Begin("department.taken_off_users", string(id))
	for _, u := range users {
		u.Departments = slices.DeleteFunc(slices.Clone(u.Departments), func(d sds.DepartmentID) bool { return d == id })
		x.WriteUser(u)
	}
	return x.Commit(ctx)
}
