package scim

import (
	"context"
	"errors"

	"anzen/shared/aws/table"
	"anzen/shared/domain/company"
	"anzen/shared/domain/message"
	"anzen/shared/domain/sds"
	"anzen/shared/formats/scim"
)

// departmentName validates the name of a group that is a department.
func departmentName(one scim.Resource) (string, error) {
	var wrong fields
	name, _ := wrong.text(one, "displayName", "displayName", company.MaxPosition)
	wrong.Add("displayName", company.OrganisationName(name))
	for _, taken := range roleNames {
		if company.Fold(taken) == company.Fold(name) {
			return "", message.New(message.Conflict, CodeRoleName)
		}
	}
	return company.Clean(name), wrong.Err()
}

// makeDepartment makes a department; one that was made with the name just now is as good.
func (r request) makeDepartment(ctx context.Context, name string, known names) (sds.DepartmentID, error) {
	if _, err := departmentName(scim.Resource{"displayName": name}); err != nil {
		return "", err
	}
	d := company.Department{ID: sds.NewID[sds.DepartmentID](), Name: name}
	x := r.Begin("department.created", string(d.ID))
	x.CreateDepartment(d)
	err := x.Commit(ctx)
	var exists *message.Error
	if errors.As(err, &exists) && exists.Code == table.CodeDepartmentExists {
		again, err := r.departments(ctx)
		for id, have := range again {
			if company.Fold(have) == company.Fold(name) {
				known[id] = have
				return id, nil
			}
		}
		return "", errors.Join(err, exists)
	}
	known[d.ID] = name
	return d.ID, err
}
