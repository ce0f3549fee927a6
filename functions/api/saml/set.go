package saml

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"anzen/functions/api/rest"
	"anzen/functions/common/domainproof"
	"anzen/functions/grant"
	"anzen/shared/aws/idp"
	"anzen/shared/aws/mailer"
	"anzen/shared/aws/table"
	"anzen/shared/domain/access"
	"anzen/shared/domain/company"
	"anzen/shared/domain/input"
	"anzen/shared/domain/mail"
	"anzen/shared/domain/message"
	"anzen/shared/domain/plan"
	"anzen/shared/domain/saml"
)

// SetRoute is the declaration of PUT saml_connections.
var SetRoute = rest.Route{
	Method: "PUT", Path: "/companies/{id}/saml_connections", ID: "setSAMLConnection", Tag: "saml", Rule: rest.Need(access.CompanyEdit), Recent: true,
	MaxBody: rest.SheetBody,
	Summary: "Connect the company's identity provider, by its metadata, for users with addresses of the company's mail domains; If-Match where there is a connection. Mails the administrators",
	Grants: []grant.Grant{
		grant.Table("GetItem", "Query", "PutItem", "DeleteItem"),
		grant.Users("DescribeUserPool", "CreateIdentityProvider", "UpdateIdentityProvider", "ListIdentityProviders", "DescribeUserPoolClient", "UpdateUserPoolClient"),
		grant.Mail(),
	},
}

// SAMLSetting is an identity provider to connect.
type SAMLSetting struct {
	Metadata  string   `json:"metadata,omitempty" maxLength:"524288" doc:"the provider's SAML 2.0 metadata (XML); without it a finished connection keeps its provider"`
	Domains   []string `json:"mail_domains" minItems:"1" maxItems:"10" doc:"mail domains of the company's users"`
	Unknown   string   `json:"unknown_users,omitempty" enum:"refuse,create" default:"refuse" doc:"people whose address is no user's: refuse them, or make them users who may only read"`
	Passwords string   `json:"passwords,omitempty" enum:"allow,refuse" default:"allow" doc:"refuse: users sign in at the provider only, once the caller has signed in there and an administrator has a second factor or passkey for emergencies"`
	SignIns   string   `json:"sign_ins,omitempty" enum:"allow,refuse" default:"allow" doc:"refuse: the connection is disabled; it is kept, but nobody signs in by it, and passwords are allowed meanwhile"`
}

// SetInput is an identity provider to connect.
type SetInput struct {
	rest.OfCompany
	rest.Edited
	Body SAMLSetting
}

// The errors of domains.
const (
	CodeDomain        message.Code = "saml.domain_invalid"
	CodeDomainForeign message.Code = "saml.domain_foreign"
	CodeDomainLong    message.Code = "saml.domain_long"
	CodeUnproven      message.Code = "saml.domain_unproven"
)

// The errors of refusing passwords.
const (
	CodeNotTried    message.Code = "saml.not_tried"
	CodeNoEmergency message.Code = "saml.no_emergency"
)

// Set connects an identity provider: it writes the record as pending, makes the provider
// at the user pool, then writes the record as active (or disabled), and mails the
// administrators what has changed. An interrupted request can be repeated.
func Set(ctx context.Context, call *rest.Call, in *SetInput) (*ConnectionOutput, error) {
	if err := call.Option(plan.FeatureSAML); err != nil {
		return nil, err
	}
	before, err := current(ctx, call, in.Edited)
	if err != nil {
		return nil, err
	}
	c, err := in.Body.connection(ctx, call, before)
	if err != nil {
		return nil, err
	}
	c, err = write(ctx, call, "saml.connection_set", before, c)
	if err != nil {
		return nil, err
	}
	err = call.Users.Connect(ctx, saml.ProviderName(call.CompanyID), in.Body.Metadata, c.Domains)
	if errors.Is(err, idp.ErrRefusedMetadata) {
		invalid := message.New(message.Invalid, message.CodeInvalid).On("metadata", saml.CodeMetadata, nil).Because(err)
		if err := restore(ctx, call, before, c); err != nil {
			return nil, err
		}
		return nil, invalid
	}
	if err != nil {
		return nil, err
	}
	finished, action := c, "saml.connection_active"
	finished.State = saml.StateActive
	if in.Body.SignIns == Refuse {
		finished.State, action = saml.StateDisabled, "saml.connection_disabled"
	}
	if c, err = write(ctx, call, action, &c, finished); err != nil {
		return nil, err
	}
	if before == nil {
		warn(ctx, call)
	}
	tellChange(ctx, call, before, c, in.Body.Metadata != "")
	return view(ctx, call, &c)
}

// manyProviders is from how many identity providers on the operator is warned of each other
// one: there is time to raise the quota then.
const manyProviders = idp.MaxProviders * 4 / 5

// warn mails the operator when the user pool gets full of identity providers. An error is
// only logged: the company is connected.
func warn(ctx context.Context, call *rest.Call) {
	names, err := call.Users.Providers(ctx)
	count := len(names)
	if err == nil && count < manyProviders {
		return
	}
	if err == nil {
		m := mail.Compose(company.LocaleJapanese, mail.SAMLProviders, mail.Args{
			"count": strconv.Itoa(count), "limit": strconv.Itoa(idp.MaxProviders), "company": string(call.CompanyID), "email": call.Email,
		})
		err = call.Mail.Send(ctx, mailer.Mail{To: call.Operator, ReplyTo: call.Email, Subject: m.Subject, Text: m.Text, HTML: m.HTML})
	}
	if err != nil {
		call.Log.ErrorContext(ctx, "operator not warned of many identity providers", "cause", err.Error())
	}
}

// restore restores the connection before one that the user pool refuses.
func restore(ctx context.Context, call *rest.Call, before *saml.Connection, refused saml.Connection) error {
	if before != nil {
		_, err := write(ctx, call, "saml.connection_refused", &refused, *before)
		return err
	}
	return call.Begin("saml.connection_refused", string(call.CompanyID)).DeleteConnection(refused).Commit(ctx)
}

func write(ctx context.Context, call *rest.Call, action string, before *saml.Connection, after saml.Connection) (saml.Connection, error) {
	x := call.Begin(action, string(call.CompanyID))
	after = x.WriteConnection(before, after)
	return after, x.Commit(ctx)
}

// current is the current connection, nil for none; table.ErrStale where its version is
// not that of If-Match.
func current(ctx context.Context, call *rest.Call, edited rest.Edited) (*saml.Connection, error) {
	c, ok, err := call.Table.Connection(ctx, call.CompanyID)
	if err != nil || !ok {
		return nil, err
	}
	read, err := rest.Version(edited.IfMatch)
	if err != nil {
		return nil, err
	}
	if c.Version != read {
		return nil, table.ErrStale
	}
	return &c, nil
}

// connection is the connection to make, or all errors of the setting.
func (s SAMLSetting) connection(ctx context.Context, call *rest.Call, before *saml.Connection) (saml.Connection, error) {
	people, err := call.Table.Users(ctx, call.CompanyID)
	if err != nil {
		return saml.Connection{}, err
	}
	var wrong input.FieldErrors
	c := saml.Connection{State: saml.StatePending, Creates: s.Unknown == Create, UpdatedAt: call.Now(), UpdatedBy: call.User}
	if s.Metadata == "" && before != nil && before.State != saml.StatePending {
		c.Provider = before.Provider
	} else {
		var trouble message.Code
		c.Provider, trouble = saml.Read(s.Metadata, call.Now())
		wrong.Add("metadata", trouble)
	}
	for i, text := range s.Domains {
		domain, trouble := mailDomain(text, people)
		known := before != nil && slices.Contains(before.Domains, domain)
		var missing saml.Missing
		doubted := false
		if known {
			missing, doubted = before.MissingOf(domain)
		}
		if trouble == "" && (!known || doubted) && !proven(ctx, call, domain) {
			if known { // until it stops working
				c = c.WithMissing(missing)
			} else {
				trouble = CodeUnproven
			}
		}
		wrong.AddWith(fmt.Sprintf("mail_domains[%d]", i), trouble, message.Args{"name": saml.ProofName(domain), "value": saml.Proof(call.CompanyID), "limit": idp.MaxIdentifier})
		if !slices.Contains(c.Domains, domain) {
			c.Domains = append(c.Domains, domain)
		}
	}
	slices.Sort(c.Domains)
	if s.Passwords == Refuse {
		trouble, err := mayRefuse(ctx, call, before, people)
		if err != nil {
			return c, err
		}
		c.Only = trouble == ""
		wrong.Add("passwords", trouble)
	}
	return c, wrong.Err()
}

// mayRefuse is why passwords cannot be refused: the caller has never signed in at the
// provider, or nobody could sign in without it. A company that refuses them already may go on.
func mayRefuse(ctx context.Context, call *rest.Call, before *saml.Connection, people []company.User) (message.Code, error) {
	if before != nil && before.Only {
		return "", nil
	}
	if !slices.ContainsFunc(people, saml.Emergency) {
		return CodeNoEmergency, nil
	}
	history, err := call.Table.SignIns(ctx, call.CompanyID, call.User)
	if before == nil || !slices.ContainsFunc(history, func(s company.SignIn) bool { return s.Agent == company.AgentSAML && s.Attempts == nil }) {
		return CodeNotTried, err
	}
	return "", err
}

// proven reports whether a mail domain is proven to be the company's. Where DNS does not answer
// it is not.
func proven(ctx context.Context, call *rest.Call, domain string) bool {
	found, err := domainproof.Proven(ctx, call.Table, call.TXT, call.CompanyID, domain)
	if err != nil {
		call.Log.WarnContext(ctx, "proof of a mail domain not found", "domain", domain, "cause", err.Error())
	}
	return found
}

// mailDomain validates and cleans a domain. No company may direct the sign-ins of others
// to its own provider, so an active user of the company must have an address of the
// domain, and free-mail domains are refused.
func mailDomain(text string, people []company.User) (string, message.Code) {
	address, trouble := company.Email("x@" + strings.TrimPrefix(company.Clean(text), "@"))
	if trouble != "" {
		return "", CodeDomain
	}
	if company.FreeMail(address) {
		return "", company.CodeFreeMail
	}
	domain := strings.TrimPrefix(address, "x@")
	if len(domain) > idp.MaxIdentifier {
		return "", CodeDomainLong
	}
	if !slices.ContainsFunc(people, func(u company.User) bool { return u.Active && strings.HasSuffix(u.Email, "@"+domain) }) {
		return "", CodeDomainForeign
	}
	return domain, ""
}
