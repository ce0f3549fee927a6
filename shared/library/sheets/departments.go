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

// Codes of the departments that a sheet is given.
const (
	CodeDepartmentUnknown  message.Code = "department.unknown"
	CodeDepartmentNotYours message.Code = "department.not_yours"
	CodeDepartmentRequired message.Code = "department.required"
	CodeNoDepartment       message.Code = "department.you_have_none"
)

// What may not be done to the departments of a sheet.
var (
	// ErrDepartmentNotYours refuses who adds or takes away a department of others.
	ErrDepartmentNotYours = message.New(message.Forbidden, CodeDepartmentNotYours)
	// ErrNoDepartment refuses who belongs to no department in a company that has some.
	ErrNoDepartment = message.New(message.Forbidden, CodeNoDepartment)
)

// departmentField is the member of inputs that names departments.
const departmentField = "department_id_list"

// Departments reads a company's departments.
type Departments interface {
	Department(ctx context.Context, c sds.CompanyID, id sds.DepartmentID) (company.Department, error)
	Departments(ctx context.Context, c sds.CompanyID) ([]company.Department, error)
}

// MoveDepartments refuses what a person may not do to the departments of a sheet
// that has had and is to have has; of a new sheet had is empty. Departments that it
// gets must be the company's.
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
		if there { // one that the company has deleted may go
			return ErrDepartmentNotYours
		}
	}
	if len(has) > 0 || by.AnyDepartment() {
		return nil
	}
	all, err := store.Departments(ctx, by.CompanyID)
	switch {
	case err != nil || len(all) == 0: // without departments nothing is divided
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
