package sheets

import (
	"context"
	"errors"
	"slices"

	"anzen/shared/domain/access"
	"anzen/shared/domain/company"
	"anzen/shared/domain/message"
	"anzen/shared/domain/sds"
	"anzen/shared/domain/write"
)

// Codes of errors in a sheet's departments.
const (
	CodeDepartmentUnknown  message.Code = "department.unknown"
	CodeDepartmentNotYours message.Code = "department.not_yours"
	CodeDepartmentRequired message.Code = "department.required"
	CodeNoDepartment       message.Code = "department.you_have_none"
)

// Refused changes of a sheet's departments.
var (
	// ErrDepartmentNotYours refuses adding or removing a department that the user is not in.
	ErrDepartmentNotYours = message.New(message.Forbidden, CodeDepartmentNotYours)
	// ErrNoDepartment refuses a user without a department in a company that has some.
	ErrNoDepartment = message.New(message.Forbidden, CodeNoDepartment)
)

// departmentField is the input member with the department ids.
const departmentField = "department_id_list"

// Departments reads a company's departments.
type Departments interface {
	Department(ctx context.Context, c sds.CompanyID, id sds.DepartmentID) (company.Department, error)
	Departments(ctx context.Context, c sds.CompanyID) ([]company.Department, error)
}

// MoveDepartments checks that the user may change a sheet's departments from had to has;
// had is empty for a new sheet. Added departments must exist in the company.
func MoveDepartments(ctx context.Context, store Departments, by access.Principal, had, has []sds.DepartmentID) error {
	for i, id := range has {
		if slices.Contains(had, id) {
			continue
		}
		there, err := hasDepartment(ctx, store, by.CompanyID, id)
		if err != nil {
			return err
		}
		if !there {
			return errInvalid.On(departmentField+"["+itoa(i)+"]", CodeDepartmentUnknown, nil)
		}
	}
	for _, id := range by.Trespasses(had, has) {
		there, err := hasDepartment(ctx, store, by.CompanyID, id)
		if err != nil {
			return err
		}
		if there { // a deleted department may be removed by anyone
			return ErrDepartmentNotYours
		}
	}
	if len(has) > 0 || by.AnyDepartment() {
		return nil
	}
	all, err := store.Departments(ctx, by.CompanyID)
	switch {
	case err != nil || len(all) == 0: // a company without departments needs none
		return err
	case len(by.Departments) == 0:
		return ErrNoDepartment
	}
	return errInvalid.On(departmentField, CodeDepartmentRequired, nil)
}

func hasDepartment(ctx context.Context, store Departments, c sds.CompanyID, id sds.DepartmentID) (bool, error) {
	_, err := store.Department(ctx, c, id)
	if errors.Is(err, write.ErrNotFound) {
		return false, nil
	}
	return err == nil, err
}
