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

// Active tells whether both are.
func (p Person) Active() bool { return p.User.Active && p.Company.Active }

// Person reads a user with their company; there is none where either is missing or
// the company's account has been closed.
func (t *Table) Person(ctx context.Context, c sds.CompanyID, u sds.UserID) (Person, bool, error) {
	items, err := t.Batch(ctx, UserKey(c, u), CompanyKey(c))
	if err != nil {
		return Person{}, false, err
	}
	return personOf(items)
}

// Principal is the person as they may act.
func (p Person) Principal() access.Principal {
	return access.Principal{
		CompanyID: p.Company.ID, User: p.User.ID, Name: p.User.Name(), Email: p.User.Email, Role: p.User.Role.Known(),
		Departments: p.User.Departments, Locale: p.User.Locale,
	}
}

// PersonByEmail reads the user who has the e-mail address, with their company, and
// the guard that says so.
func (t *Table) PersonByEmail(ctx context.Context, email string) (Person, Account, bool, error) {
	a, ok, err := t.Account(ctx, email)
	if err != nil || !ok {
		return Person{}, a, false, err
	}
	p, found, err := t.Person(ctx, a.Company, a.User)
	return p, a, found, err
}

// User reads a person, ErrNotFound where the company has none with the id.
func (t *Table) User(ctx context.Context, c sds.CompanyID, u sds.UserID) (company.User, error) {
	return GetOr[company.User](ctx, t, UserKey(c, u), ErrNotFound)
}

// Users reads all people of a company.
func (t *Table) Users(ctx context.Context, c sds.CompanyID) ([]company.User, error) {
	return List[company.User](ctx, t, Users(c))
}

// CreateUser adds a new person with the guard of their e-mail address;
// ErrEmailExists is the answer where somebody has it.
func (x *Tx) CreateUser(u company.User) *Tx {
	return x.createUser(u, Account{Company: u.Company, User: u.ID, Pending: !u.Active})
}

// WriteUser adds a change of the person as they were read; the result is the
// person as they are written. The e-mail address does not change.
func (x *Tx) WriteUser(u company.User) company.User {
	read := u.Version
	u.Version, u.UpdatedAt = read+1, x.table.now()
	x.Replace(UserKey(u.Company, u.ID), u, read)
	return u
}

// RemoveUser removes the person as they were read with their one-time codes, and
// frees their e-mail address where it is theirs (HasEmail).
func (x *Tx) RemoveUser(u company.User, hasEmail bool) *Tx {
	if hasEmail {
		x.freeEmail(u)
	}
	return x.Delete(UserKey(u.Company, u.ID), u.Version).Remove(recoveryKey(x.company, u.ID))
}

// ErrNoSignIn is what a transaction answers that would note a sign-in older than
// the latest, or of somebody who is gone.
var ErrNoSignIn = errors.New("this sign-in is not the latest")

// SignedIn notes when the person last gave their credentials. It does not count as
// a change of the person: their version stays.
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

// Left is a person who was removed and of whom something may be left: their
// account at the user pool, their name on sheets.
type Left struct {
	User  sds.UserID `dynamodbav:"User"`
	Email string     `dynamodbav:"Email"`
	TTL   int64      `dynamodbav:"ttl"`
}

// leftLasts is how long it is remembered that something of a person may be left.
const leftLasts = 30 * 24 * time.Hour

// LeaveUser removes the person as they were read, and notes that the rest of them
// has to be removed.
func (x *Tx) LeaveUser(u company.User, hasEmail bool) *Tx {
	return x.RemoveUser(u, hasEmail).Put(leftKey(x.company, u.ID), Left{u.ID, u.Email, x.table.now().Add(leftLasts).Unix()})
}

// Left reads a person who was removed and of whom something may be left.
func (t *Table) Left(ctx context.Context, c sds.CompanyID, u sds.UserID) (Left, bool, error) {
	return Get[Left](ctx, t, leftKey(c, u))
}

// ForgetLeft notes that nothing of a removed person is left.
func (x *Tx) ForgetLeft(l Left) *Tx { return x.Remove(leftKey(x.company, l.User)) }

// RequireUser makes the transaction fail with the error where the person has
// changed since they were read.
func (x *Tx) RequireUser(u company.User, changed error) *Tx {
	return x.Unchanged(UserKey(x.company, u.ID), u.Version, changed)
}

// UsersOf are the people of a company who belong to the department.
func (t *Table) UsersOf(ctx context.Context, c sds.CompanyID, d sds.DepartmentID) ([]company.User, error) {
	users, err := t.Users(ctx, c)
	return slices.DeleteFunc(users, func(u company.User) bool { return !slices.Contains(u.Departments, d) }), err
}
