package rest

import (
	"context"
	"errors"
	"slices"
	"strconv"

	"anzen/shared/aws/table"
	"anzen/shared/domain/message"
	"anzen/shared/domain/sds"
)

// Codes of the departments that a sheet is given.
const (
	CodeDepartmentUnknown  message.Code = "department.unknown"
	CodeDepartmentNotYours message.Code = "department.not_yours"
	CodeDepartmentRequired message.Code = "department.required"
	CodeNoDepartment       message.Code = "department.you_have_none"
)

// departmentField is the member of requests that names departments.
const departmentField = "department_id_list"

// MoveDepartments refuses what the caller may not do to the departments of a sheet
// that has had and is to have has; of a new sheet had is empty. Departments that it
// gets must be the company's.
func (c *Call) MoveDepartments(ctx context.Context, had, has []sds.DepartmentID) error {
	for i, id := range has {
		if slices.Contains(had, id) {
			continue
		}
		there, err := c.hasDepartment(ctx, id)
		if err != nil {
			return err
		}
		if !there {
			return message.New(message.Invalid, message.CodeInvalid).On(departmentField+"["+strconv.Itoa(i)+"]", CodeDepartmentUnknown, nil)
		}
	}
	for _, id := range c.Trespasses(had, has) {
		there, err := c.hasDepartment(ctx, id)
		if err != nil {
			return err
		}
		if there { // one that the company has deleted may go
			return message.New(message.Forbidden, CodeDepartmentNotYours)
		}
	}
	if len(has) > 0 || c.AnyDepartment() {
		return nil
	}
	all, err := c.Table.Departments(ctx, c.Company)
	switch {
	case err != nil || len(all) == 0: // without departments nothing is divided
		return err
	case len(c.Departments) == 0:
		return message.New(message.Forbidden, CodeNoDepartment)
	}
	return message.New(message.Invalid, message.CodeInvalid).On(departmentField, CodeDepartmentRequired, nil)
}

func (c *Call) hasDepartment(ctx context.Context, id sds.DepartmentID) (bool, error) {
	_, err := c.Table.Department(ctx, c.Company, id)
	if errors.Is(err, table.ErrNotFound) {
		return false, nil
	}
	return err == nil, err
}
