// Package access defines the roles, their permissions, and the department rule for
// sheets (specification, section 6).
package access

import (
	"slices"

	"anzen/shared/domain/sds"
)

// Role is a user's role in their company.
type Role int

// The roles. An unknown one counts as viewer.
const (
	Viewer             Role = 0
	DownloadableViewer Role = 1
	Editor             Role = 90
	Admin              Role = 100
)

// Roles are all roles, from the least to the most powerful.
var Roles = []Role{Viewer, DownloadableViewer, Editor, Admin}

// Known is the role itself, or Viewer where there is no such role.
func (r Role) Known() Role {
	if slices.Contains(Roles, r) {
		return r
	}
	return Viewer
}

// Name is the role's name in the API.
func (r Role) Name() string {
	switch r {
	case DownloadableViewer:
		return "downloadable_viewer"
	case Editor:
		return "editor"
	case Admin:
		return "admin"
	default:
		return "viewer"
	}
}

// Permission is one thing that a role may allow.
type Permission string

// The permissions of the specification.
const (
	AllPrivileges             Permission = "ALL_PRIVILEGES"
	CompanyEdit               Permission = "COMPANY_EDIT"
	CompanyDelete             Permission = "COMPANY_DELETE"
	SDSUpload                 Permission = "SDS_UPLOAD"
	SDSRead                   Permission = "SDS_READ"
	SDSEditOwnDepartment      Permission = "SDS_EDIT_OWN_DEPARTMENT"
	SDSEditOtherDepartment    Permission = "SDS_EDIT_OTHER_DEPARTMENT"
	SDSDelete                 Permission = "SDS_DELETE"
	SDSExport                 Permission = "SDS_EXPORT"
	SDSDownload               Permission = "SDS_DOWNLOAD"
	SDSRequestOwnDepartment   Permission = "SDS_REQUEST_OWN_DEPARTMENT"
	SDSRequestOtherDepartment Permission = "SDS_REQUEST_OTHER_DEPARTMENT"
	CheckListRead             Permission = "CHECK_LIST_READ"
	CheckListRequest          Permission = "CHECK_LIST_REQUEST"
	CheckListExport           Permission = "CHECK_LIST_EXPORT"
	CheckListCreate           Permission = "CHECK_LIST_CREATE"
	CheckListDelete           Permission = "CHECK_LIST_DELETE"
	CheckListEdit             Permission = "CHECK_LIST_EDIT"
	CreateSimpleDownload      Permission = "CREATE_SIMPLE_DOWNLOAD"
	TagCreate                 Permission = "TAG_CREATE"
	TagEdit                   Permission = "TAG_EDIT"
	TagDelete                 Permission = "TAG_DELETE"
	DepartmentCreate          Permission = "DEPARTMENT_CREATE"
	DepartmentEdit            Permission = "DEPARTMENT_EDIT"
	DepartmentDelete          Permission = "DEPARTMENT_DELETE"
	UserEdit                  Permission = "USER_EDIT"
	UserInvite                Permission = "USER_INVITE"
	UserDelete                Permission = "USER_DELETE"
	UserRead2FAInfo           Permission = "USER_READ_2FA_INFO"
	UserReadLoginAt           Permission = "USER_READ_LOGIN_AT"
	AllowedIPAddressCreate    Permission = "ALLOWED_IP_ADDRESS_CREATE"
	AllowedIPAddressDelete    Permission = "ALLOWED_IP_ADDRESS_DELETE"
	// SDSEdit and SDSRequest are declared by routes for "own or other department":
	// the caller needs one of the two, and MayEdit or MayRequest decides for the
	// sheet.
	SDSEdit    Permission = "SDS_EDIT_*"
	SDSRequest Permission = "SDS_REQUEST_*"
)

var viewer = []Permission{SDSRead, CheckListRead}

var downloadableViewer = append(slices.Clone(viewer), SDSExport, SDSDownload, CreateSimpleDownload)

var editor = append(slices.Clone(downloadableViewer),
	SDSEditOwnDepartment, SDSDelete, SDSUpload, SDSRequestOwnDepartment, CheckListExport,
	TagCreate, TagEdit, TagDelete)

var admin = append(slices.Clone(editor),
	SDSEditOtherDepartment, SDSRequestOtherDepartment,
	CheckListRequest, CheckListCreate, CheckListDelete, CheckListEdit,
	AllowedIPAddressCreate, AllowedIPAddressDelete,
	DepartmentCreate, DepartmentEdit, DepartmentDelete,
	UserInvite, UserEdit, UserDelete, UserRead2FAInfo, UserReadLoginAt,
	CompanyEdit, CompanyDelete)

// Permissions are those of the role. The caller must not change the slice.
func (r Role) Permissions() []Permission {
	switch r {
	case Admin:
		return admin
	case Editor:
		return editor
	case DownloadableViewer:
		return downloadableViewer
	default:
		return viewer
	}
}

// Has reports whether the role has the permission.
func (r Role) Has(p Permission) bool {
	has := r.Permissions()
	if slices.Contains(has, AllPrivileges) {
		return true
	}
	switch p {
	case SDSEdit:
		return slices.Contains(has, SDSEditOwnDepartment) || slices.Contains(has, SDSEditOtherDepartment)
	case SDSRequest:
		return slices.Contains(has, SDSRequestOwnDepartment) || slices.Contains(has, SDSRequestOtherDepartment)
	}
	return slices.Contains(has, p)
}

// Principal is the user who makes a request, as currently stored in the table.
type Principal struct {
	CompanyID   sds.CompanyID
	User        sds.UserID
	Name        string
	Email       string
	Role        Role
	Departments []sds.DepartmentID
	Locale      string
	// Token is the name of the provisioning token that acts, whose id User is; empty for people.
	Token string
}

// MayEdit reports whether the user may edit the sheet: it shares a department with
// them and they have the own-department permission, or it shares none and they have
// the other-department one, or it has no departments and they have either.
func (p Principal) MayEdit(s sds.Sheet) bool {
	return p.mayTouch(s, SDSEditOwnDepartment, SDSEditOtherDepartment)
}

// MayRequest is MayEdit for requests such as another analysis.
func (p Principal) MayRequest(s sds.Sheet) bool {
	return p.mayTouch(s, SDSRequestOwnDepartment, SDSRequestOtherDepartment)
}

func (p Principal) mayTouch(s sds.Sheet, own, other Permission) bool {
	switch {
	case len(s.Departments) == 0:
		return p.Role.Has(own) || p.Role.Has(other)
	case s.SharesDepartment(p.Departments):
		return p.Role.Has(own)
	default:
		return p.Role.Has(other)
	}
}
