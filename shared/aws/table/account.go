package table

import (
	"context"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"anzen/shared/domain/company"
	"anzen/shared/domain/message"
	"anzen/shared/domain/sds"
)

// CodeEmailExists is the code of ErrEmailExists.
const CodeEmailExists message.Code = "user.email_exists"

// ErrEmailExists is returned for a second account with an e-mail address.
var ErrEmailExists = message.New(message.Conflict, CodeEmailExists)

// Account is the owner of an e-mail address: the guard record that makes it unique.
//
// A guard is pending until a link mailed to the address has been opened. Until then the
// address is unverified, so the guard excludes no one: the next sign-up or invitation
// takes it over. The link of a sign-up is valid only while the guard belongs to that
// sign-up; the link of an invitation is valid until an account with the address is
// activated, and takes the guard (TakeEmail).
type Account struct {
	Company sds.CompanyID `dynamodbav:"Company"`
	User    sds.UserID    `dynamodbav:"User"`
	Pending bool          `dynamodbav:"Pending,omitempty"`
	// Lapses is when a sign-up that was not activated expires.
	Lapses *time.Time `dynamodbav:"Lapses,omitempty"`
	TTL    int64      `dynamodbav:"ttl,omitempty"`
}

// Of reports whether the account is the user's.
func (a Account) Of(u company.User) bool { return a.Company == u.Company && a.User == u.ID }

// Lapsed reports whether it is of a sign-up that was not activated in time.
func (a Account) Lapsed(now time.Time) bool {
	return a.Pending && a.Lapses != nil && !now.Before(*a.Lapses)
}

// How long the records of a sign-up that is not activated are kept, and how long its link
// can be renewed before it expires.
const (
	signUpKept      = 30 * 24 * time.Hour
	signUpRenewable = 7 * 24 * time.Hour
)

// Account reads the owner of an e-mail address.
func (t *Table) Account(ctx context.Context, email string) (Account, bool, error) {
	return Get[Account](ctx, t, EmailKey(email))
}

// HasEmail reports whether the user owns their e-mail address: an invited user may not.
func (t *Table) HasEmail(ctx context.Context, u company.User) (bool, error) {
	a, there, err := t.Account(ctx, u.Email)
	return there && a.Of(u), err
}

// createUser adds a user with their guard, which replaces a pending one of another
// company. Within a company a pending one is a conflict.
func (x *Tx) createUser(u company.User, guard Account) *Tx {
	u.Version, u.CreatedAt, u.UpdatedAt = 1, x.table.now(), x.table.now()
	x.put(EmailKey(u.Email), guard, aws.String("attribute_not_exists(pk) OR (Pending = :true AND Company <> :company)"), nil,
		Item{":true": &types.AttributeValueMemberBOOL{Value: true}, ":company": &types.AttributeValueMemberS{Value: string(u.Company)}}, ErrEmailExists)
	return x.Create(UserKey(u.Company, u.ID), expiringUser{u, guard.TTL}, ErrStale)
}

// The records of a sign-up. DynamoDB removes them unless they are rewritten without their
// time to live.
type (
	expiringCompany struct {
		company.Company
		TTL int64 `dynamodbav:"ttl,omitempty"`
	}
	expiringUser struct {
		company.User
		TTL int64 `dynamodbav:"ttl,omitempty"`
	}
)

// SignUp adds a new company with its first user, both inactive. They lapse unless the link
// is opened in time.
func (x *Tx) SignUp(c company.Company, u company.User) *Tx {
	now := x.table.now()
	lapses := now.Add(company.ActivationLasts)
	guard := Account{Company: u.Company, User: u.ID, Pending: true, Lapses: &lapses, TTL: now.Add(signUpKept).Unix()}
	c.Version, c.CreatedAt, c.UpdatedAt = 1, now, now
	return x.Create(CompanyKey(c.ID), expiringCompany{c, guard.TTL}, ErrStale).createUser(u, guard)
}

// WriteSignUp changes the user and the company of a sign-up, and keeps their time to live;
// the result is both as written. ErrStale where they have changed since they were read.
func (x *Tx) WriteSignUp(p Person, guard Account) Person {
	readUser, readCompany := p.User.Version, p.Company.Version
	p.User.Version, p.User.UpdatedAt = readUser+1, x.table.now()
	p.Company.Version, p.Company.UpdatedAt = readCompany+1, x.table.now()
	x.Replace(UserKey(p.User.Company, p.User.ID), expiringUser{p.User, guard.TTL}, readUser)
	x.Replace(CompanyKey(p.Company.ID), expiringCompany{p.Company, guard.TTL}, readCompany)
	return p
}

// RenewSignUp extends a sign-up that has not lapsed by the validity of a new link; it does
// nothing for any other account.
func (x *Tx) RenewSignUp(u company.User, a Account) *Tx {
	if !a.Pending || a.Lapses == nil {
		return x
	}
	lapses, last := x.table.now().Add(company.ActivationLasts), u.CreatedAt.Add(signUpRenewable)
	if lapses.After(last) {
		lapses = last
	}
	if !lapses.After(*a.Lapses) {
		return x
	}
	renewed := a
	renewed.Lapses = &lapses
	return x.replaceAccount(u.Email, renewed, &a)
}

// TakeEmail makes the user the permanent owner of the e-mail address; ErrStale where its
// guard has changed since it was read. GiveBackEmail undoes it.
func (x *Tx) TakeEmail(u company.User, read *Account) *Tx {
	return x.replaceAccount(u.Email, Account{Company: u.Company, User: u.ID}, read)
}

// GiveBackEmail restores the guard from before TakeEmail.
func (x *Tx) GiveBackEmail(u company.User, before *Account) *Tx {
	taken := Account{Company: u.Company, User: u.ID}
	if before == nil {
		return x.freeEmail(u)
	}
	return x.replaceAccount(u.Email, *before, &taken)
}

// replaceAccount replaces a guard that was read; nil: there was none.
func (x *Tx) replaceAccount(email string, to Account, read *Account) *Tx {
	if read == nil {
		return x.Create(EmailKey(email), to, ErrStale)
	}
	condition, names, values := read.unchanged()
	return x.put(EmailKey(email), to, &condition, names, values, ErrStale)
}

// freeEmail removes the guard of a user's address; ErrStale where it is not theirs.
func (x *Tx) freeEmail(u company.User) *Tx {
	k := EmailKey(u.Email)
	_, names, values := Account{Company: u.Company, User: u.ID}.unchanged()
	delete(values, ":true")
	return x.add(k, types.TransactWriteItem{Delete: &types.Delete{
		TableName: &x.table.name, Key: k.item(), ConditionExpression: aws.String("Company = :company AND #user = :user"),
		ExpressionAttributeNames: names, ExpressionAttributeValues: values,
	}}, ErrStale)
}

// unchanged is the condition that a guard has the same owner and is pending or not, as it
// was read.
func (a Account) unchanged() (condition string, names map[string]string, values Item) {
	condition = "Company = :company AND #user = :user AND NOT Pending = :true"
	if a.Pending {
		condition = "Company = :company AND #user = :user AND Pending = :true"
	}
	return condition, map[string]string{"#user": "User"}, Item{
		":company": &types.AttributeValueMemberS{Value: string(a.Company)}, ":user": &types.AttributeValueMemberS{Value: string(a.User)},
		":true": &types.AttributeValueMemberBOOL{Value: true},
	}
}
