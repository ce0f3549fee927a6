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

// CodeEmailExists is answered when an account with the e-mail address exists.
const CodeEmailExists message.Code = "user.email_exists"

// ErrEmailExists is what a transaction answers that would make a second account
// with one e-mail address.
var ErrEmailExists = message.New(message.Conflict, CodeEmailExists)

// Account is whose an e-mail address is: the guard that keeps it with one person.
//
// A guard is pending until somebody has opened a link that was mailed to the
// address. Until then nobody has shown that the address is theirs, so it keeps nobody
// from it: whoever signs up or is invited next takes it over. The link of a sign-up
// holds only while the guard is of that sign-up; the link of an invitation holds until
// an account with the address is activated, and takes the guard (TakeEmail).
type Account struct {
	Company sds.CompanyID `dynamodbav:"Company"`
	User    sds.UserID    `dynamodbav:"User"`
	Pending bool          `dynamodbav:"Pending,omitempty"`
	// Lapses is when a sign-up that nobody has activated counts as if it had not been.
	Lapses *time.Time `dynamodbav:"Lapses,omitempty"`
	TTL    int64      `dynamodbav:"ttl,omitempty"`
}

// Of tells whether the account is the person's.
func (a Account) Of(u company.User) bool { return a.Company == u.Company && a.User == u.ID }

// Lapsed tells whether it is of a sign-up that was not activated in time.
func (a Account) Lapsed(now time.Time) bool {
	return a.Pending && a.Lapses != nil && !now.Before(*a.Lapses)
}

// How long the records of a sign-up are kept that nobody activates, and until when
// another link may be asked for before the one in the latest mail has expired.
const (
	signUpKept      = 30 * 24 * time.Hour
	signUpRenewable = 7 * 24 * time.Hour
)

// Account reads whose an e-mail address is.
func (t *Table) Account(ctx context.Context, email string) (Account, bool, error) {
	return Get[Account](ctx, t, EmailKey(email))
}

// HasEmail tells whether the person is whose their e-mail address is: an invited one
// need not be.
func (t *Table) HasEmail(ctx context.Context, u company.User) (bool, error) {
	a, there, err := t.Account(ctx, u.Email)
	return there && a.Of(u), err
}

// createUser adds a person with their guard, in the place of one that is pending in
// another company. A company has a person once: there a pending one is in the way.
func (x *Tx) createUser(u company.User, guard Account) *Tx {
	u.Version, u.CreatedAt, u.UpdatedAt = 1, x.table.now(), x.table.now()
	x.put(EmailKey(u.Email), guard, aws.String("attribute_not_exists(pk) OR (Pending = :true AND Company <> :company)"), nil,
		Item{":true": &types.AttributeValueMemberBOOL{Value: true}, ":company": &types.AttributeValueMemberS{Value: string(u.Company)}}, ErrEmailExists)
	return x.Create(UserKey(u.Company, u.ID), expiringUser{u, guard.TTL}, ErrStale)
}

// The records of a sign-up, which DynamoDB removes unless they are written again
// before, without their time to live.
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

// SignUp adds a new company with its first person, neither of them active. They
// lapse unless the link is followed in time.
func (x *Tx) SignUp(c company.Company, u company.User) *Tx {
	now := x.table.now()
	lapses := now.Add(company.ActivationLasts)
	guard := Account{Company: u.Company, User: u.ID, Pending: true, Lapses: &lapses, TTL: now.Add(signUpKept).Unix()}
	c.Version, c.CreatedAt, c.UpdatedAt = 1, now, now
	return x.Create(CompanyKey(c.ID), expiringCompany{c, guard.TTL}, ErrStale).createUser(u, guard)
}

// WriteSignUp writes the person and the company of a sign-up as they were read, to be
// removed with its guard as before; the result is both as they are written.
func (x *Tx) WriteSignUp(p Person, guard Account) Person {
	readUser, readCompany := p.User.Version, p.Company.Version
	p.User.Version, p.User.UpdatedAt = readUser+1, x.table.now()
	p.Company.Version, p.Company.UpdatedAt = readCompany+1, x.table.now()
	x.Replace(UserKey(p.User.Company, p.User.ID), expiringUser{p.User, guard.TTL}, readUser)
	x.Replace(CompanyKey(p.Company.ID), expiringCompany{p.Company, guard.TTL}, readCompany)
	return p
}

// RenewSignUp lets a sign-up that has not lapsed go on for as long as a new link
// holds; nothing for any other account.
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

// TakeEmail makes the e-mail address the person's for good, as its guard was read;
// ErrStale where it has changed. GiveBackEmail undoes it.
func (x *Tx) TakeEmail(u company.User, read *Account) *Tx {
	return x.replaceAccount(u.Email, Account{Company: u.Company, User: u.ID}, read)
}

// GiveBackEmail makes the guard what it was before TakeEmail.
func (x *Tx) GiveBackEmail(u company.User, before *Account) *Tx {
	taken := Account{Company: u.Company, User: u.ID}
	if before == nil {
		return x.freeEmail(u)
	}
	return x.replaceAccount(u.Email, *before, &taken)
}

// replaceAccount writes a guard over what was read of it; nil: there was none.
func (x *Tx) replaceAccount(email string, to Account, read *Account) *Tx {
	if read == nil {
		return x.Create(EmailKey(email), to, ErrStale)
	}
	condition, names, values := read.unchanged()
	return x.put(EmailKey(email), to, &condition, names, values, ErrStale)
}

// freeEmail removes the guard of a person's address; ErrStale where it is not theirs.
func (x *Tx) freeEmail(u company.User) *Tx {
	k := EmailKey(u.Email)
	_, names, values := Account{Company: u.Company, User: u.ID}.unchanged()
	delete(values, ":true")
	return x.add(k, types.TransactWriteItem{Delete: &types.Delete{
		TableName: &x.table.name, Key: k.item(), ConditionExpression: aws.String("Company = :company AND #user = :user"),
		ExpressionAttributeNames: names, ExpressionAttributeValues: values,
	}}, ErrStale)
}

// unchanged is the condition that a guard is whose it was read to be, and is pending
// or not as it was.
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
