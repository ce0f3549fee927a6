package apitest

import (
	"context"
	"encoding/json"
	"regexp"
	"strings"
	"sync"
	"testing"

	"github.com/aws/aws-sdk-go-v2/aws"
	cognito "github.com/aws/aws-sdk-go-v2/service/cognitoidentityprovider"
	idptypes "github.com/aws/aws-sdk-go-v2/service/cognitoidentityprovider/types"
	"github.com/aws/aws-sdk-go-v2/service/sesv2"
	"github.com/aws/aws-sdk-go-v2/service/sfn"
	sfntypes "github.com/aws/aws-sdk-go-v2/service/sfn/types"

	"anzen/shared/aws/idp"
	"anzen/shared/aws/mailer"
	"anzen/shared/aws/workflow"
)

// Pool is a fake user pool.
type Pool struct {
	idp.API
	mu       sync.Mutex
	Accounts map[string]*Account // by e-mail address
	Refuses  map[string]bool     // passwords that are too weak for it
	// Providers are the metadata of the identity providers by name, Domains their identifiers.
	Providers map[string]string
	Domains   map[string][]string
	Supported []string // the providers of the app client
	// Fail has the errors of all calls of an operation.
	Fail map[string]error
}

// Account is an account of the pool.
type Account struct {
	Password, Company, User string
	SignedOut               int // times
	Disabled                bool
	Factors                 []string // UserMFASettingList
	Preferred               string   // PreferredMfaSetting
	Phone                   string
	// Linked are the people at identity providers who sign in to it, as provider/subject.
	Linked        []string
	Passkeys      []string // credential ids
	PasskeysCount bool     // as a second factor
	registering   bool     // a passkey
	verified      bool     // the phone
	pending       bool     // an authenticator app
}

func newPool() *Pool {
	return &Pool{Accounts: map[string]*Account{}, Refuses: map[string]bool{}, Fail: map[string]error{}, Providers: map[string]string{}, Domains: map[string][]string{}, Supported: []string{"COGNITO"}}
}

func (p *Pool) AdminCreateUser(_ context.Context, in *cognito.AdminCreateUserInput, _ ...func(*cognito.Options)) (*cognito.AdminCreateUserOutput, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if err := p.Fail["AdminCreateUser"]; err != nil {
		return nil, err
	}
	if p.Accounts[*in.Username] != nil {
		return nil, &idptypes.UsernameExistsException{}
	}
	a := &Account{}
	a.take(in.UserAttributes)
	p.Accounts[*in.Username] = a
	return &cognito.AdminCreateUserOutput{}, nil
}

// Client is the dashboard's app client.
const Client = "dashboard"

// AdminClient is the app client by which only functions sign in.
const AdminClient = "admin"

// AdminInitiateAuth compares a password.
func (p *Pool) AdminInitiateAuth(_ context.Context, in *cognito.AdminInitiateAuthInput, _ ...func(*cognito.Options)) (*cognito.AdminInitiateAuthOutput, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if err := p.Fail["AdminInitiateAuth"]; err != nil {
		return nil, err
	}
	if a := p.Accounts[in.AuthParameters["USERNAME"]]; a == nil || a.Password != in.AuthParameters["PASSWORD"] || *in.ClientId != AdminClient {
		return nil, &idptypes.NotAuthorizedException{Message: aws.String("Incorrect username or password.")}
	}
	out := p.next(in.AuthParameters["USERNAME"])
	return &cognito.AdminInitiateAuthOutput{AuthenticationResult: out.AuthenticationResult, ChallengeName: out.ChallengeName, Session: out.Session, ChallengeParameters: out.ChallengeParameters}, nil
}

func (p *Pool) AdminUpdateUserAttributes(_ context.Context, in *cognito.AdminUpdateUserAttributesInput, _ ...func(*cognito.Options)) (*cognito.AdminUpdateUserAttributesOutput, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	a := p.Accounts[*in.Username]
	if a == nil {
		return nil, &idptypes.UserNotFoundException{}
	}
	a.take(in.UserAttributes)
	return &cognito.AdminUpdateUserAttributesOutput{}, nil
}

func (a *Account) take(attributes []idptypes.AttributeType) {
	for _, attribute := range attributes {
		switch *attribute.Name {
		case "custom:" + idp.AttributeCompany:
			a.Company = *attribute.Value
		case "custom:" + idp.AttributeUser:
			a.User = *attribute.Value
		case "phone_number":
			a.Phone, a.verified = *attribute.Value, false
		}
	}
}

func (p *Pool) AdminSetUserPassword(_ context.Context, in *cognito.AdminSetUserPasswordInput, _ ...func(*cognito.Options)) (*cognito.AdminSetUserPasswordOutput, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if err := p.Fail["AdminSetUserPassword"]; err != nil {
		return nil, err
	}
	a := p.Accounts[*in.Username]
	switch {
	case a == nil:
		return nil, &idptypes.UserNotFoundException{}
	case p.Refuses[*in.Password]:
		return nil, &idptypes.InvalidPasswordException{}
	}
	a.Password = *in.Password
	return &cognito.AdminSetUserPasswordOutput{}, nil
}

func (p *Pool) AdminUserGlobalSignOut(_ context.Context, in *cognito.AdminUserGlobalSignOutInput, _ ...func(*cognito.Options)) (*cognito.AdminUserGlobalSignOutOutput, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if err := p.Fail["AdminUserGlobalSignOut"]; err != nil {
		return nil, err
	}
	if p.Accounts[*in.Username] == nil {
		return nil, &idptypes.UserNotFoundException{}
	}
	p.Accounts[*in.Username].SignedOut++
	return &cognito.AdminUserGlobalSignOutOutput{}, nil
}

func (p *Pool) AdminGetUser(_ context.Context, in *cognito.AdminGetUserInput, _ ...func(*cognito.Options)) (*cognito.AdminGetUserOutput, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if err := p.Fail["AdminGetUser"]; err != nil {
		return nil, err
	}
	a := p.Accounts[*in.Username]
	if a == nil {
		return nil, &idptypes.UserNotFoundException{}
	}
	out := &cognito.AdminGetUserOutput{Username: in.Username, UserMFASettingList: a.Factors, PreferredMfaSetting: &a.Preferred, UserAttributes: []idptypes.AttributeType{
		{Name: aws.String("custom:company_id"), Value: &a.Company}, {Name: aws.String("custom:user_id"), Value: &a.User},
	}}
	if a.Phone != "" {
		out.UserAttributes = append(out.UserAttributes, idptypes.AttributeType{Name: aws.String("phone_number"), Value: &a.Phone})
	}
	return out, nil
}

// AdminDisableUser disables an account.
func (p *Pool) AdminDisableUser(_ context.Context, in *cognito.AdminDisableUserInput, _ ...func(*cognito.Options)) (*cognito.AdminDisableUserOutput, error) {
	return &cognito.AdminDisableUserOutput{}, p.enable("AdminDisableUser", *in.Username, false)
}

// AdminEnableUser enables an account.
func (p *Pool) AdminEnableUser(_ context.Context, in *cognito.AdminEnableUserInput, _ ...func(*cognito.Options)) (*cognito.AdminEnableUserOutput, error) {
	return &cognito.AdminEnableUserOutput{}, p.enable("AdminEnableUser", *in.Username, true)
}

func (p *Pool) enable(operation, email string, enabled bool) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if err := p.Fail[operation]; err != nil {
		return err
	}
	a := p.Accounts[email]
	if a == nil {
		return &idptypes.UserNotFoundException{}
	}
	a.Disabled = !enabled
	return nil
}

func (p *Pool) AdminLinkProviderForUser(_ context.Context, in *cognito.AdminLinkProviderForUserInput, _ ...func(*cognito.Options)) (*cognito.AdminLinkProviderForUserOutput, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if err := p.Fail["AdminLinkProviderForUser"]; err != nil {
		return nil, err
	}
	a := p.Accounts[*in.DestinationUser.ProviderAttributeValue]
	if a == nil {
		return nil, &idptypes.UserNotFoundException{}
	}
	a.Linked = append(a.Linked, *in.SourceUser.ProviderName+"/"+*in.SourceUser.ProviderAttributeValue)
	return &cognito.AdminLinkProviderForUserOutput{}, nil
}

func (p *Pool) AdminDeleteUser(_ context.Context, in *cognito.AdminDeleteUserInput, _ ...func(*cognito.Options)) (*cognito.AdminDeleteUserOutput, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if err := p.Fail["AdminDeleteUser"]; err != nil {
		return nil, err
	}
	if p.Accounts[*in.Username] == nil {
		return nil, &idptypes.UserNotFoundException{}
	}
	delete(p.Accounts, *in.Username)
	return &cognito.AdminDeleteUserOutput{}, nil
}

// Mailbox holds the mails that were sent.
type Mailbox struct {
	mu    sync.Mutex
	Mails []mailer.Mail
	Fail  error // of sending, where set
	logs  *Logs
}

// SendEmail records a mail.
func (m *Mailbox) SendEmail(_ context.Context, in *sesv2.SendEmailInput, _ ...func(*sesv2.Options)) (*sesv2.SendEmailOutput, error) {
	if m.Fail != nil {
		return nil, m.Fail
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	mail := in.Content.Simple
	if found := tokenInLink.FindStringSubmatch(*mail.Body.Text.Data); found != nil && m.logs != nil {
		m.logs.note("token", found[1])
	}
	for _, to := range in.Destination.ToAddresses {
		m.Mails = append(m.Mails, mailer.Mail{To: to, ReplyTo: strings.Join(in.ReplyToAddresses, ", "), Subject: *mail.Subject.Data, Text: *mail.Body.Text.Data, HTML: *mail.Body.Html.Data})
	}
	return &sesv2.SendEmailOutput{}, nil
}

// Take returns the only mail that was sent since the last call.
func (m *Mailbox) Take(t testing.TB) mailer.Mail {
	t.Helper()
	if len(m.Mails) != 1 {
		t.Fatalf("%d mails were sent, want one: %+v", len(m.Mails), m.Mails)
	}
	mail := m.Mails[0]
	m.Mails = nil
	return mail
}

var tokenInLink = regexp.MustCompile(`\?token=([A-Za-z0-9_-]+)`)

// TakeToken is the secret in the link of the one mail that was sent.
func (m *Mailbox) TakeToken(t testing.TB) string {
	t.Helper()
	mail := m.Take(t)
	found := tokenInLink.FindStringSubmatch(mail.Text)
	if found == nil {
		t.Fatalf("no link in the mail %s", mail.Text)
	}
	return found[1]
}

// Machine is a state machine that records the inputs of its executions.
type Machine struct {
	workflow.API
	Started map[string]json.RawMessage // by execution name
}

// StartExecution records a start; a name is started once.
func (m *Machine) StartExecution(_ context.Context, in *sfn.StartExecutionInput, _ ...func(*sfn.Options)) (*sfn.StartExecutionOutput, error) {
	if _, again := m.Started[*in.Name]; again {
		return nil, &sfntypes.ExecutionAlreadyExists{}
	}
	if m.Started == nil {
		m.Started = map[string]json.RawMessage{}
	}
	m.Started[*in.Name] = json.RawMessage(*in.Input)
	return &sfn.StartExecutionOutput{}, nil
}
