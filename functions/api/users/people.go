package users

import (
	"context"
	"fmt"
	"time"

	"anzen/functions/api/rest"
	"anzen/shared/aws/table"
	"anzen/shared/domain/access"
	"anzen/shared/domain/company"
	"anzen/shared/domain/input"
	"anzen/shared/domain/message"
	"anzen/shared/domain/sds"
)

// User is a user of the company as other users see them.
type User struct {
	ID           sds.UserID     `json:"id" format:"uuid"`
	Version      int64          `json:"version" doc:"for If-Match"`
	Email        string         `json:"email" format:"email"`
	FirstName    string         `json:"first_name"`
	MiddleName   string         `json:"middle_name"`
	LastName     string         `json:"last_name"`
	Name         string         `json:"name" doc:"the full name, in the order of the user's locale"`
	Phone        string         `json:"phone"`
	Position     string         `json:"position"`
	Departments  []MyDepartment `json:"departments" nullable:"false"`
	RoleID       access.Role    `json:"role_id" enum:"0,1,90,100"`
	Role         UserRole       `json:"role" doc:"without its permissions, which follow from its id: a list would repeat them with every user; users/me has the caller's"`
	IsActive     bool           `json:"is_active" doc:"false: invited and not activated yet, or suspended"`
	IsSuspended  bool           `json:"is_suspended" doc:"may not sign in until the suspension ends"`
	passkeys     bool           // for the second factor
	IsSubscribed bool           `json:"is_subscribe" doc:"wants news by mail"`
	MailStop     *MailStop      `json:"mail_stop,omitempty" doc:"why only mails for logging in and about the safety of the account are sent to the user; absent: all are"`
	Locale       string         `json:"locale" enum:"ja-JP,en-US"`
	CreatedAt    time.Time      `json:"created_at"`
	// Only with fetchAuthInfo, for callers with the permission.
	LoginAt  *time.Time    `json:"login_at,omitempty" doc:"the last sign-in; absent: none yet, or not permitted"`
	TFA      *SecondFactor `json:"tfa,omitempty" doc:"absent: temporarily unknown, or not permitted"`
	TFAPhone string        `json:"tfa_phone_number,omitempty" doc:"the number that codes are sent to"`
}

// MailStop is why mails to a user are stopped.
type MailStop struct {
	Reason company.MailStop `json:"reason" enum:"bounced,complained" doc:"bounced: a mail was returned for good; complained: a mail was reported as spam"`
	At     time.Time        `json:"at"`
}

// UserRole is a role by its id and name.
type UserRole struct {
	ID   access.Role `json:"id" enum:"0,1,90,100"`
	Name string      `json:"name" enum:"viewer,downloadable_viewer,editor,admin"`
}

// SecondFactor is a user's second factor of authentication.
type SecondFactor struct {
	Enabled bool     `json:"enabled"`
	Methods []string `json:"methods" nullable:"false" enum:"totp,phone_code"`
	// Passkeys: the user can sign in without a password.
	Passkeys bool `json:"passkeys,omitempty" doc:"the user has passkeys"`
}

// UserOutput is a user.
type UserOutput struct{ Body User }

// OfUser names a user of the company.
type OfUser struct {
	rest.OfCompany
	User sds.UserID `path:"userId" format:"uuid" doc:"the user"`
}

func view(u company.User, names map[sds.DepartmentID]string) User {
	role := u.Role.Known()
	var stop *MailStop
	if !u.Reachable() {
		stop = &MailStop{u.Undeliverable.Why, u.Undeliverable.At}
	}
	return User{
		MailStop: stop,
		ID:       u.ID, Version: u.Version, Email: u.Email, FirstName: u.FirstName, MiddleName: u.MiddleName, LastName: u.LastName, Name: u.Name(),
		Phone: u.Phone, Position: u.Position, Departments: named(u.Departments, names), RoleID: role, Role: UserRole{role, role.Name()},
		passkeys: len(u.Passkeys) > 0, IsActive: u.Active, IsSuspended: u.Suspended(), IsSubscribed: u.Subscribed, Locale: company.LocaleOf(u.Locale), CreatedAt: u.CreatedAt,
	}
}

// viewOne is view with the current names of the user's departments.
func viewOne(ctx context.Context, call *rest.Call, u company.User) (*UserOutput, error) {
	names, err := departmentNames(ctx, call, u.Departments)
	if err != nil {
		return nil, fmt.Errorf("departments of user %s: %w", u.ID, err)
	}
	return &UserOutput{view(u, names)}, nil
}

// codeDepartmentUnknown is the error for a department that the company does not have.
const codeDepartmentUnknown message.Code = "department.unknown"

// checkDepartments adds an error for each id that is not a department of the company.
func checkDepartments(ctx context.Context, call *rest.Call, wrong *input.FieldErrors, ids []sds.DepartmentID) error {
	names, err := departmentNames(ctx, call, ids)
	if err != nil {
		return err
	}
	for i, id := range ids {
		if _, ok := names[id]; !ok {
			wrong.Add(fmt.Sprintf("department_id_list[%d]", i), codeDepartmentUnknown)
		}
	}
	return nil
}

// ErrLastAdmin is the error where a company would be left without an administrator.
var ErrLastAdmin = message.New(message.Conflict, CodeLastAdmin)

// CodeLastAdmin is the code of ErrLastAdmin.
const CodeLastAdmin message.Code = "user.last_admin"

// keepAdmin makes the transaction require that the company keeps an administrator when
// leaving stops being one: another active one, unchanged when the transaction commits. So
// two administrators who remove each other concurrently cannot both succeed.
func keepAdmin(ctx context.Context, call *rest.Call, x *table.Tx, leaving company.User) error {
	if !leaving.Administers() {
		return nil
	}
	all, err := call.Table.Users(ctx, call.CompanyID)
	if err != nil {
		return err
	}
	for _, u := range all {
		if u.ID != leaving.ID && u.Administers() {
			x.RequireUser(u, errAdminsChanged)
			return nil
		}
	}
	return ErrLastAdmin
}

// errAdminsChanged is the error of a transaction of keepAdmin that has to be retried.
var errAdminsChanged = message.New(message.TooMany, message.CodeBusy)
