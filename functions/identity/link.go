package identity

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"github.com/aws/aws-lambda-go/events"

	"anzen/shared/aws/idp"
	"anzen/shared/aws/table"
	"anzen/shared/domain/access"
	"anzen/shared/domain/company"
	"anzen/shared/domain/plan"
	"anzen/shared/domain/saml"
	"anzen/shared/domain/sds"
)

// The sources of events.
const (
	external = "PreSignUp_ExternalProvider"
	byAdmin  = "PreSignUp_AdminCreateUser"
	hosted   = "TokenGeneration_HostedAuth"
	refresh  = "TokenGeneration_RefreshTokens"
)

// The refusals of a sign-in at an identity provider. The user pool passes their text on to
// the dashboard, which knows it. They reveal nothing about other companies: an address of
// another company's user is as unknown as one of nobody.
var (
	ErrUnknown = errors.New("saml.user_unknown")      // the company has no user with the address
	ErrDomain  = errors.New("saml.address_refused")   // no address, or none of the connection's mail domains
	ErrClosed  = errors.New("saml.connection_closed") // the company has no connection in use
	ErrOnly    = errors.New("saml.password_refused")  // the company's users sign in at its provider only
	// ErrDevice is the refusal of a sign-in past the provider that does not say from which
	// device: it could not be distinguished from one at the provider, of which no mail is sent.
	ErrDevice = errors.New("sign_in.device_missing")
)

// signUp decides on a person who signs in at a company's identity provider for the first
// time: they are linked to the company's user with the address that the provider asserts.
// From then on provider and subject name the person, whatever address is asserted.
func (s Services) signUp(ctx context.Context, e events.CognitoEventUserPoolsPreSignup) (events.CognitoEventUserPoolsPreSignup, error) {
	switch e.TriggerSource {
	case byAdmin: // by a function of ours
		return e, nil
	case external:
	default:
		return e, fmt.Errorf("nobody signs up by %q", e.TriggerSource)
	}
	who, ok := idp.IdentityOf(e.UserName)
	c, known := saml.CompanyOf(who.Provider)
	if !ok || !known {
		return e, ErrClosed
	}
	address, connection, err := s.asserted(ctx, c, e.Request.UserAttributes["custom:"+idp.AttributeAsserted])
	if err == nil {
		err = s.link(ctx, c, address, who)
	}
	if errors.Is(err, ErrUnknown) && connection.Creates {
		if err = s.create(ctx, c, address, connection.UpdatedBy); err == nil {
			err = s.link(ctx, c, address, who)
		}
	}
	if errors.Is(err, ErrUnknown) || errors.Is(err, ErrDomain) || errors.Is(err, ErrClosed) {
		s.Log.WarnContext(ctx, "sign-in at an identity provider refused", "company", string(c), "because", err.Error())
	}
	return e, err
}

// asserted is the asserted address, where the company's connection, which it returns too,
// may assert it.
func (s Services) asserted(ctx context.Context, c sds.CompanyID, text string) (string, saml.Connection, error) {
	connection, there, err := s.Table.Connection(ctx, c)
	switch {
	case err != nil:
		return "", connection, err
	case !there || connection.State != saml.StateActive:
		return "", connection, ErrClosed
	}
	address, trouble := company.Email(text)
	if trouble != "" || !connection.Covers(address) {
		return "", connection, ErrDomain
	}
	return address, connection, nil
}

// create makes an active user of the role with the fewest permissions, whose name is that
// of the address until they enter their own, and whose language is that of the administrator
// who made the connection; ErrUnknown where the address is another user's.
func (s Services) create(ctx context.Context, c sds.CompanyID, address string, by sds.UserID) error {
	of, err := s.Table.Company(ctx, c)
	switch {
	case errors.Is(err, table.ErrNotFound):
		return ErrClosed
	case err != nil:
		return err
	}
	if _, _, err := usable(table.Person{Company: of}, nil); err != nil {
		return err
	}
	admin, err := s.Table.User(ctx, c, by)
	if err != nil && !errors.Is(err, table.ErrNotFound) {
		return err
	}
	first, last := company.NameOf(address)
	u := company.User{ID: sds.NewID[sds.UserID](), Company: c, Email: address, FirstName: first, LastName: last, Role: access.Viewer, Locale: cmp.Or(admin.Locale, company.LocaleJapanese), Active: true}
	err = s.Table.Begin(c).Audit(table.Audit{By: u.ID, Action: "user.saml_created", Target: string(u.ID), At: s.Now()}).CreateUser(u).Commit(ctx)
	if errors.Is(err, table.ErrEmailExists) {
		return ErrUnknown
	}
	return err
}

// linkTries is how often a link is tried while the user's record changes.
const linkTries = 3

func (s Services) link(ctx context.Context, c sds.CompanyID, address string, who idp.Identity) error {
	for try := 1; ; try++ {
		p, guard, err := s.personOf(ctx, c, address)
		if err != nil {
			return err
		}
		err = s.admit(ctx, p, guard)
		if errors.Is(err, table.ErrStale) && try < linkTries {
			continue
		}
		if err != nil {
			return err
		}
		return s.Users.Link(ctx, address, c, p.User.ID, who)
	}
}

// personOf is the company's user with an address, and the address's guard (nil: none).
// Another company's invitation that was not accepted is no obstacle.
func (s Services) personOf(ctx context.Context, c sds.CompanyID, address string) (table.Person, *table.Account, error) {
	p, account, found, err := s.Table.PersonByEmail(ctx, address)
	if err != nil {
		return p, nil, err
	}
	var guard *table.Account
	if account.User != "" {
		guard = &account
	}
	switch {
	case guard != nil && account.Company == c && found && p.User.Email == address:
		return usable(p, guard)
	case guard != nil && !account.Pending:
		return p, nil, ErrUnknown
	}
	people, err := s.Table.Users(ctx, c)
	if err != nil {
		return p, nil, err
	}
	at := slices.IndexFunc(people, func(u company.User) bool { return u.Email == address && !u.Active })
	if at < 0 {
		return p, nil, ErrUnknown
	}
	p, found, err = s.Table.Person(ctx, c, people[at].ID)
	if err == nil && !found {
		err = ErrUnknown
	}
	if err != nil {
		return p, nil, err
	}
	return usable(p, guard)
}

// usable refuses the users of a company that is closed, not activated or without the
// option.
func usable(p table.Person, guard *table.Account) (table.Person, *table.Account, error) {
	if !p.Company.Active || !p.Company.Has(plan.FeatureSAML) {
		return p, nil, ErrClosed
	}
	if p.User.Suspended() {
		return p, nil, ErrUnknown
	}
	return p, guard, nil
}

// admit activates an invited user, as a mailed link does: the provider has proven that the
// address is theirs. The link is used up by it.
func (s Services) admit(ctx context.Context, p table.Person, guard *table.Account) error {
	x := s.Table.Begin(p.Company.ID)
	by := func(action string) table.Audit {
		return table.Audit{By: p.User.ID, Action: action, Target: string(p.User.ID), At: s.Now()}
	}
	if p.User.Active {
		return x.Audit(by("user.saml_linked")).RequireUser(p.User, table.ErrStale).Commit(ctx)
	}
	p.User.Active, p.User.LinksFrom = true, s.Now()
	x.Audit(by("user.saml_activated")).TakeEmail(p.User, guard)
	x.WriteUser(p.User)
	return x.Commit(ctx)
}

func attributesOf(event map[string]any) func(name string) string {
	request, _ := event["request"].(map[string]any)
	attributes, _ := request["userAttributes"].(map[string]any)
	return func(name string) string {
		value, _ := attributes[name].(string)
		return value
	}
}

// native refuses tokens of a sign-in past the company's provider, where the company allows
// none, and of a linked person's where it hides its device.
func (s Services) native(ctx context.Context, event map[string]any) error {
	text := attributesOf(event)
	request, _ := event["request"].(map[string]any)
	if metadata, _ := request["clientMetadata"].(map[string]any); text("identities") != "" && len(metadata) == 0 {
		return ErrDevice
	}
	c, u := sds.CompanyID(text("custom:"+idp.AttributeCompany)), sds.UserID(text("custom:"+idp.AttributeUser))
	if !sds.ValidID(string(c)) || !sds.ValidID(string(u)) {
		return nil // the API admits nobody without them
	}
	connection, there, err := s.Table.Connection(ctx, c)
	if err != nil || !there || !connection.Only {
		return err
	}
	p, _, err := s.Table.Person(ctx, c, u)
	if err == nil && connection.RefusesPassword(p.Company, p.User) {
		err = ErrOnly
	}
	return err
}

// federated refuses tokens of a sign-in on the hosted pages unless every identity of the
// account is of its own company's provider, the provider may assert the address of today,
// and the address is not that of another user: then the provider has given the person's
// name to somebody else. It returns the user.
func (s Services) federated(ctx context.Context, event map[string]any) (table.Person, error) {
	text := attributesOf(event)
	c, u := sds.CompanyID(text("custom:"+idp.AttributeCompany)), sds.UserID(text("custom:"+idp.AttributeUser))
	if !sds.ValidID(string(c)) || !sds.ValidID(string(u)) {
		return table.Person{}, ErrUnknown
	}
	var identities []struct {
		Provider string `json:"providerName"`
	}
	if err := json.Unmarshal([]byte(text("identities")), &identities); err != nil || len(identities) == 0 {
		return table.Person{}, ErrUnknown
	}
	for _, i := range identities {
		if i.Provider != saml.ProviderName(c) {
			return table.Person{}, ErrUnknown
		}
	}
	address, _, err := s.asserted(ctx, c, text("custom:"+idp.AttributeAsserted))
	if err != nil {
		return table.Person{}, err
	}
	p, found, err := s.Table.Person(ctx, c, u)
	switch {
	case err != nil:
		return p, err
	case !found || !p.User.Active:
		return p, ErrUnknown
	}
	if _, _, err := usable(p, nil); err != nil || address == p.User.Email {
		return p, err
	}
	other, there, err := s.Table.Account(ctx, address)
	if err == nil && there && !other.Pending {
		err = ErrUnknown
	}
	return p, err
}
