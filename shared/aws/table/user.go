package table

import (
	"context"
	"errors"
	"slices"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"anzen/shared/domain/access"
	"anzen/shared/domain/company"
	"anzen/shared/domain/sds"
)

// Person is a user with their company.
type Person struct {
	User    company.User
	Company company.Company
}

// Active reports whether both are active.
func (p Person) Active() bool { return p.User.Active && p.Company.Active }

// Person reads a user with their company; false where either is missing or the company's
// account is closed.
func (t *Table) Person(ctx context.Context, c sds.CompanyID, u sds.UserID) (Person, bool, error) {
	items, err := t.Batch(ctx, UserKey(c, u), CompanyKey(c))
	if err != nil {
		return Person{}, false, err
	}
	return personOf(items)
}

// Principal is the user as the principal of requests.
func (p Person) Principal() access.Principal {
	return access.Principal{
		CompanyID: p.Company.ID, User: p.User.ID, Name: p.User.Name(), Email: p.User.Email, Role: p.User.Role.Known(),
		Departments: p.User.Departments, Locale: p.User.Locale,
	}
}

// PersonByEmail reads the owner of an e-mail address with their company, and its guard.
func (t *Table) PersonByEmail(ctx context.Context, email string) (Person, Account, bool, error) {
	a, ok, err := t.Account(ctx, email)
	if err != nil || !ok {
		return Person{}, a, false, err
	}
	p, found, err := t.Person(ctx, a.Company, a.User)
	return p, a, found, err
}

// User reads a user, ErrNotFound where the company has none with the id.
func (t *Table) User(ctx context.Context, c sds.CompanyID, u sds.UserID) (company.User, error) {
	return GetOr[company.User](ctx, t, UserKey(c, u), ErrNotFound)
}

// Users reads all users of a company.
func (t *Table) Users(ctx context.Context, c sds.CompanyID) ([]company.User, error) {
	return List[company.User](ctx, t, Users(c))
}

// CreateUser adds a new user with the guard of their e-mail address; ErrEmailExists where
// it has an owner.
func (x *Tx) CreateUser(u company.User) *Tx {
	return x.createUser(u, Account{Company: u.Company, User: u.ID, Pending: !u.Active})
}

// WriteUser adds a change of a user, ErrStale where they have changed since they were read;
// the result is the user as written. The e-mail address must not change.
func (x *Tx) WriteUser(u company.User) company.User {
	read := u.Version
	u.Version, u.UpdatedAt = read+1, x.table.now()
	x.Replace(UserKey(u.Company, u.ID), u, read)
	return u
}

// RemoveUser removes a user with their one-time codes, ErrStale where they have changed
// since they were read, and frees their e-mail address where they own it (HasEmail).
func (x *Tx) RemoveUser(u company.User, hasEmail bool) *Tx {
	if hasEmail {
		x.freeEmail(u)
	}
	return x.Delete(UserKey(u.Company, u.ID), u.Version).Remove(recoveryKey(x.company, u.ID))
}

// ErrNoSignIn is returned for a sign-in older than the latest, or of a removed user.
var ErrNoSignIn = errors.New("this sign-in is not the latest")

// SignedIn records when the user last entered their credentials. It does not change the
// user's version.
func (x *Tx) SignedIn(u company.User, at time.Time) *Tx {
	k := UserKey(u.Company, u.ID)
	return x.add(k, types.TransactWriteItem{Update: &types.Update{
		TableName: &x.table.name, Key: k.item(),
		UpdateExpression:    aws.String("SET LoginAt = :at"),
		ConditionExpression: aws.String("attribute_exists(pk) AND (NOT attribute_type(LoginAt, :text) OR LoginAt < :at)"),
		ExpressionAttributeValues: Item{
			":at":   &types.AttributeValueMemberS{Value: at.UTC().Truncate(time.Second).Format(time.RFC3339)},
			":text": &types.AttributeValueMemberS{Value: "S"},
		},
	}}, ErrNoSignIn)
}

// Left is a removed user of whom data may be left: their account in the user pool, their
// name on sheets.
type Left struct {
	User  sds.UserID `dynamodbav:"User"`
	Email string     `dynamodbav:"Email"`
	TTL   int64      `dynamodbav:"ttl"`
}

// leftLasts is how long the record of a removed user is kept.
const leftLasts = 30 * 24 * time.Hour

// LeaveUser removes a user, and records that the rest of their data must be removed.
func (x *Tx) LeaveUser(u company.User, hasEmail bool) *Tx {
	return x.RemoveUser(u, hasEmail).Put(leftKey(x.company, u.ID), Left{u.ID, u.Email, x.table.now().Add(leftLasts).Unix()})
}

// Left reads a removed user of whom data may be left.
func (t *Table) Left(ctx context.Context, c sds.CompanyID, u sds.UserID) (Left, bool, error) {
	return Get[Left](ctx, t, leftKey(c, u))
}

// ForgetLeft records that no data of a removed user is left.
func (x *Tx) ForgetLeft(l Left) *Tx { return x.Remove(leftKey(x.company, l.User)) }

// RequireUser makes the transaction fail with the error where the user has changed since
// they were read.
func (x *Tx) RequireUser(u company.User, changed error) *Tx {
	return x.Unchanged(UserKey(x.company, u.ID), u.Version, changed)
}

// UsersOf are the users of a company who belong to the department.
func (t *Table) UsersOf(ctx context.Context, c sds.CompanyID, d sds.DepartmentID) ([]company.User, error) {
	users, err := t.Users(ctx, c)
	return slices.DeleteFunc(users, func(u company.User) bool { return !slices.Contains(u.Departments, d) }), err
}
