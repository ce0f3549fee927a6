package access

import (
	"slices"

	"anzen/shared/domain/sds"
)

// Departments of sheets. Administrators file sheets as they like. Everybody else
// registers sheets only to their own departments (specification, section 6), and
// moves a sheet only into or out of these: the departments of others stay on it,
// whichever way it is changed. As a sheet without departments is everybody's to
// edit, they may not leave one without any either, unless the company has no
// departments at all: then nothing is divided.

// AnyDepartment tells whether the person may file sheets to any department, and to none.
func (p Principal) AnyDepartment() bool { return p.Role.Has(SDSEditOtherDepartment) }

// Trespasses are the departments of others that a change of a sheet's departments
// from had to has adds or takes away.
func (p Principal) Trespasses(had, has []sds.DepartmentID) (foreign []sds.DepartmentID) {
	if p.AnyDepartment() {
		return nil
	}
	for _, d := range slices.Concat(has, had) {
		moved := slices.Contains(had, d) != slices.Contains(has, d)
		if moved && !slices.Contains(p.Departments, d) && !slices.Contains(foreign, d) {
			foreign = append(foreign, d)
		}
	}
	return foreign
}

// Fixed are the departments of a sheet that the person cannot take away from it.
func (p Principal) Fixed(had []sds.DepartmentID) []sds.DepartmentID { return p.Trespasses(had, nil) }
