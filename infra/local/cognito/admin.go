package cognito

import (
	"time"
)

// seconds is a time as the JSON 1.1 protocol writes it.
type seconds float64

func since1970(t time.Time) seconds { return seconds(float64(t.UnixMilli()) / 1000) }

type createUserRequest struct {
	UserPoolId        string //nolint:revive // as on the wire
	Username          string
	TemporaryPassword string
	MessageAction     string
	UserAttributes    []attribute
}

type userType struct {
	Username             string
	Attributes           []attribute
	UserCreateDate       seconds
	UserLastModifiedDate seconds
}

// adminCreateUser creates a user with an unknown random password: the product sets
// passwords by AdminSetUserPassword, and sends its own mails.
func (p *Pool) adminCreateUser(q createUserRequest) (any, error) {
	if err := p.checkPool(q.UserPoolId); err != nil {
		return nil, err
	}
	if err := checkUsername(q.Username); err != nil {
		return nil, err
	}
	if q.MessageAction != "SUPPRESS" || q.TemporaryPassword != "" {
		return nil, fault("InvalidParameterException", "This user pool mails nobody and gives no temporary passwords: MessageAction has to be SUPPRESS.")
	}
	if _, exists := p.find(q.Username); exists {
		return nil, fault("UsernameExistsException", "An account with the given email already exists.")
	}
	for _, a := range q.UserAttributes {
		if a.Name == "email" && fold(a.Value) != fold(q.Username) {
			return nil, fault("InvalidParameterException", "Email and username do not match.")
		}
	}
	u := user{Sub: p.uuid(), Created: p.now()}
	if err := p.setAttributes(&u, append([]attribute{{"email", q.Username}}, q.UserAttributes...)); err != nil {
		return nil, err
	}
	u.Credential = newCredential(p.name(), u.Sub, encode(p.random(32)), p.random(16))
	if err := p.preSignUp("AdminCreateUser", u.Sub, u.Attributes); err != nil {
		return nil, err
	}
	if _, exists := p.find(q.Username); exists { // made meanwhile
		return nil, fault("UsernameExistsException", "An account with the given email already exists.")
	}
	if err := p.saveUser(u); err != nil {
		return nil, err
	}
	u = p.state.users[u.Sub]
	return struct{ User userType }{userType{
		Username: u.Sub, Attributes: u.attributes(), UserCreateDate: since1970(u.Created), UserLastModifiedDate: since1970(u.Modified),
	}}, nil
}

type adminUserRequest struct {
	UserPoolId string //nolint:revive // as on the wire
	Username   string
}

func (p *Pool) adminGetUser(q adminUserRequest) (any, error) {
	u, err := p.mustFind(q.UserPoolId, q.Username)
	if err != nil {
		return nil, err
	}
	return struct {
		userResponse
		Enabled              bool
		UserStatus           string
		UserCreateDate       seconds
		UserLastModifiedDate seconds
	}{userResponse{u.Sub, u.attributes(), u.MFA.settings(), u.MFA.Preferred}, !u.Disabled, "CONFIRMED", since1970(u.Created), since1970(u.Modified)}, nil
}

func (p *Pool) adminDisableUser(q adminUserRequest) (any, error) { return p.enable(q, false) }

func (p *Pool) adminEnableUser(q adminUserRequest) (any, error) { return p.enable(q, true) }

// enable enables or disables an account. The tokens of a disabled one end.
func (p *Pool) enable(q adminUserRequest, enabled bool) (any, error) {
	u, err := p.mustFind(q.UserPoolId, q.Username)
	if err != nil {
		return nil, err
	}
	u.Disabled, u.Modified = !enabled, p.now()
	c := change{Users: map[string]*user{u.Sub: &u}}
	if !enabled {
		p.signOut(&c, u.Sub)
	}
	return empty{}, p.commit(c)
}

func (p *Pool) adminDeleteUser(q adminUserRequest) (any, error) {
	u, err := p.mustFind(q.UserPoolId, q.Username)
	if err != nil {
		return nil, err
	}
	c := change{Users: map[string]*user{u.Sub: nil}, Throttles: map[string]*throttle{u.Sub: nil, codeKey(u.Sub): nil}}
	p.signOut(&c, u.Sub)
	return empty{}, p.commit(c)
}

func (p *Pool) adminUserGlobalSignOut(q adminUserRequest) (any, error) {
	u, err := p.mustFind(q.UserPoolId, q.Username)
	if err != nil {
		return nil, err
	}
	var c change
	p.signOut(&c, u.Sub)
	return empty{}, p.commit(c)
}

type setPasswordRequest struct {
	UserPoolId string //nolint:revive // as on the wire
	Username   string
	Password   string
	Permanent  bool
}

func (p *Pool) adminSetUserPassword(q setPasswordRequest) (any, error) {
	u, err := p.mustFind(q.UserPoolId, q.Username)
	if err != nil {
		return nil, err
	}
	if !q.Permanent {
		return nil, fault("InvalidParameterException", "This user pool gives no temporary passwords: Permanent has to be true.")
	}
	if err := checkPolicy(q.Password); err != nil {
		return nil, err
	}
	u.Credential = newCredential(p.name(), u.Sub, q.Password, p.random(16))
	u.Modified = p.now()
	c := change{Users: map[string]*user{u.Sub: &u}}
	p.forgive(&c, u.Sub) // a new password resets the count of wrong ones
	return empty{}, p.commit(c)
}

type adminAttributesRequest struct {
	UserPoolId     string //nolint:revive // as on the wire
	Username       string
	UserAttributes []attribute
}

func (p *Pool) adminUpdateUserAttributes(q adminAttributesRequest) (any, error) {
	u, err := p.mustFind(q.UserPoolId, q.Username)
	if err != nil {
		return nil, err
	}
	if err := p.setAttributes(&u, q.UserAttributes); err != nil {
		return nil, err
	}
	if u.Attributes["email"] == "" {
		return nil, fault("InvalidParameterException", "Attributes did not conform to the schema: email: The attribute is required")
	}
	return empty{}, p.saveUser(u)
}
