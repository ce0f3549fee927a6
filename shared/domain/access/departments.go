package access

import (
	"slices"

	"anzen/shared/domain/sds"
)

// Departments of sheets. Administrators assign any departments. Other users register
// sheets only to their own departments (specification, section 6), and move a sheet
// only into or out of these: other departments stay on it, whichever way it is
// changed. As a sheet without departments is editable by all, they may not remove
// the last department either, unless the company has no departments at all.

// AnyDepartment reports whether the user may assign sheets to any department, and to none.
func (p Principal) AnyDepartment() bool { return p.Role.Has(SDSEditOtherDepartment) }

// Trespasses are the departments that the user is not in and that a change of a
// sheet's departments from had to has adds or removes.
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

// Fixed are the departments of a sheet that the user cannot remove.
func (p Principal) Fixed(had []sds.DepartmentID) []sds.DepartmentID { return p.Trespasses(had, nil) }
